"""Studies: the sums are those of the games, whoever plays them and however they are split up."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import msgspec
import pytest

from branchline import Board, BranchlineError, Game, load_board
from branchline.arena import make_lineups
from branchline.arena.executors import Inline, Processes
from branchline.arena.jobs import deal_game, play_out
from branchline.arena.simulation import Simulation
from branchline.data import from_bots
from branchline.env import VectorEnv
from branchline.study import Study, change_board, study_board
from branchline.study.fairness import fair_points, share, share_a_point, shares_with
from branchline.study.findings import find
from branchline.study.jobs import StudyJob
from branchline.study.seating import arrangements
from branchline.study.study import NATIVE_GAMES
from branchline.study.sums import SHARE, Sums
from branchline.study.tables import TABLES, to_csv

EUROPE, USA, LONDON = (load_board(name) for name in ("europe", "usa", "london"))


def recount(
    board: Board, bots: tuple[str, ...], seats: int, seed: int, games: int
) -> dict[str, Counter[str]]:
    """The same games through views, counted from how they ended."""
    found: dict[str, Counter[str]] = {
        name: Counter() for name in ("claims", "turns", "kept", "done", "cities")
    }
    orders = arrangements(bots, seats)
    for index in range(games):
        game = deal_game(board, seats, seed, index)
        play_out(game, seed, index, orders[index % len(orders)], 60.0)
        owned = game.view(None).routes
        found["claims"].update(owned.keys())
        found["cities"].update(
            {end for route in owned for end in (board.route(route).a, board.route(route).b)}
        )
        for tickets in game.position().tickets:
            found["kept"].update(tickets)
        found["done"][""] += sum(score.tickets_done for score in game.scores())
        found["turns"][""] += game.position().turns
    return found


@pytest.mark.parametrize(("board", "seats"), [(USA, 2), (EUROPE, 3), (LONDON, 4)])
def test_sums_are_those_of_the_games_counted_from_outside(board: Board, seats: int) -> None:
    bots = ("hybrid", "rush")
    sums = StudyJob(board, bots, seats, 5, 0, 8).play().sums
    counted = recount(board, bots, seats, 5, 8)
    for i, route in enumerate(board.routes):
        assert sums.route(i, "claims") == counted["claims"][route.id] == sum(sums.by_group("route_claims", i))
    for i, ticket in enumerate(board.tickets):
        held = sums.ticket(i, "held")
        assert held == counted["kept"][ticket.id]
        assert held == sums.ticket(i, "kept_start") + sums.ticket(i, "kept_later")
    for i, city in enumerate(board.cities):
        assert sums.values["city"][i] == counted["cities"][city.id]
    done = sum(sums.ticket(i, "done") for i in range(len(board.tickets)))
    assert done == counted["done"][""] == sum(sums.seat(group, "tickets_done") for group in range(2))
    assert sums.game("turns") == counted["turns"][""]
    assert sum(sums.seat(group, "wins") for group in range(2)) == 8 * SHARE
    assert sum(sums.seat(group, "turns") for group in range(2)) == sums.game("turns")


@pytest.mark.parametrize(("board", "seats"), [(EUROPE, 3), (LONDON, 2)])
def test_games_outside_the_core_give_the_same_sums(board: Board, seats: int) -> None:
    job = StudyJob(board, ("hybrid", "planner"), seats, 3, 10, 4)
    outside = job.outside_core()
    assert outside is not None
    assert not outside.in_core
    assert outside.play().sums == job.play().sums


def test_results_do_not_depend_on_processes() -> None:
    games = 2 * NATIVE_GAMES + 7
    studies = [
        study_board(LONDON, ("rush", "greedy"), 3, games, 4, executor=executor)
        for executor in (Inline(), Processes(2))
    ]
    assert studies[0] == studies[1]
    assert studies[0].games == games


UNCOMPILED = """
import json, branchline.core
from branchline import load_board
from branchline.study.jobs import StudyJob
sums = [StudyJob(load_board(name), ("hybrid", "rush"), 3, 2, 0, 3).play().sums for name in ("europe", "london")]
print(json.dumps([branchline.core.COMPILED, [one.values for one in sums]]))
"""


def test_compiled_and_uncompiled_core_gather_the_same() -> None:
    printed = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", UNCOMPILED],
                env=os.environ | {"BRANCHLINE_UNCOMPILED": flag},
                capture_output=True,
                check=True,
            ).stdout
        )
        for flag in ("", "1")
    ]
    assert not printed[1][0]
    assert printed[0][1] == printed[1][1]


@pytest.mark.parametrize(("pool", "seats"), list(product((1, 2, 3, 5), (2, 3, 4))))
def test_every_bot_sits_equally_often_in_every_seat(pool: int, seats: int) -> None:
    bots = tuple("abcde"[:pool])
    orders = arrangements(bots, seats)
    for seat in range(seats):
        assert set(Counter(order[seat] for order in orders).values()) == {len(orders) // pool}
    if pool >= seats:
        assert all(len(set(order)) == seats for order in orders)
    else:
        assert all(set(order) == set(bots) for order in orders)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: study_board("london", "hybrid", 2, 10),
        lambda: from_bots("hybrid", 5),
        lambda: make_lineups("hybrid", 2),
        lambda: Simulation(LONDON, 2, 10, bots="hybrid"),
        lambda: Game(LONDON, 2, seed=1).play_out("hybrid"),
        lambda: VectorEnv(LONDON, opponents="hybrid"),
    ],
)
def test_one_text_where_bots_are_listed_is_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(BranchlineError, match=r'(bots|opponents) must be a list, such as \["hybrid"\]'):
        ask()


def test_figures_are_found_by_name_and_a_study_is_short_where_it_is_printed() -> None:
    study = study_board("london", ["hybrid"], 2, 20)
    assert repr(study) == "<Study london, 2 seats: 20 games of hybrid>"
    assert study.route("big_ben-waterloo").length == 1
    with pytest.raises(
        BranchlineError, match="no ticket 'big_ben-tower'; did you mean big_ben-tower_of_london"
    ):
        study.ticket("big_ben-tower")
    with pytest.raises(BranchlineError, match="no route 'moon'"):
        study.route("moon")


def test_a_bot_named_twice_is_refused() -> None:
    with pytest.raises(BranchlineError, match="named twice"):
        study_board(USA, ("rush", "rush"), 2, 10)


def test_fair_points_even_out_a_known_advantage() -> None:
    """The starter is some points better than a seat with which it would be level; margins are wide or narrow."""
    for better, wide in ((6, 60), (2, 6)):
        margins = []
        for points in range(-70, 71):
            weight = max(0, wide - abs(points - better))
            margins.append((0, 1, points, weight) if points >= 0 else (1, 0, -points, weight))
        found = fair_points(margins, 2)
        assert found[0] == 0
        assert found[1] == pytest.approx(better, abs=0.1)
        assert shares_with(margins, found) == pytest.approx([0.5, 0.5], abs=0.001)


def test_fair_points_are_found_where_margins_are_far_from_zero() -> None:
    """Three victories of the starter, by 20, 30 and 40 points, and one of the second."""
    margins = [(0, 1, 20, 60), (0, 1, 30, 60), (0, 1, 40, 60), (1, 0, 25, 60)]
    found = fair_points(margins, 2)
    assert shares_with(margins, found) == [0.5, 0.5]
    assert 20 < found[1] < 30
    assert share_a_point(margins, found, 1) > 0


def test_findings_do_not_take_chance_for_a_fact() -> None:
    """In few games of one bot no route or ticket can be told apart from the others."""
    about = {one.about for one in study_board(USA, ("random",), 2, 40).findings if "than usual" in one.text}
    assert about == set()


def test_many_findings_of_a_kind_become_one() -> None:
    study = study_board(USA, ("rush",), 2, 200)
    told = [one.text for one in study.findings if "completed" in one.text]
    assert len(told) == 1
    assert re.match(
        r"\d+ tickets are completed by less than half of their holders: .* and \d+ more$", told[0]
    )


def test_a_class_or_program_is_called_by_its_last_name() -> None:
    study = study_board(USA, ("rush",), 2, 1)
    own = "python:examples/python_bot.py:Builder"
    named = msgspec.structs.replace(study, bots=(own, "exec:python examples/stdio_bot.py", "rush:min=5"))
    assert [named.label(bot) for bot in named.bots] == ["Builder", "stdio_bot.py", "rush:min=5"]
    unclear = msgspec.structs.replace(study, bots=(own, "python:other.py:Builder"))
    assert unclear.label(own) == own


def test_a_study_shows_itself_in_a_notebook_without_a_script() -> None:
    shown = study_board(LONDON, ("hybrid",), 2, 40)._repr_html_()
    assert "What stands out" in shown
    assert 'data-route="' in shown  # the heat map
    assert not re.search("<script|<input|Click", shown)
    file = Path(__file__).parents[2] / "examples/boards/lantern.toml"
    assert 'data-route="' in study_board(file, ("hybrid",), 2, 40)._repr_html_()
    unnamed = study_board(load_board(file), ("hybrid",), 2, 40)._repr_html_()
    assert "What stands out" in unnamed
    assert 'data-route="' not in unnamed  # where its map lies is not known


def test_an_interval_of_a_share_is_wilsons() -> None:
    found = share(10, 100)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.0552, 0.1744), abs=0.0005)
    assert share(0, 0) is None


def small_study() -> Study:
    return study_board(LONDON, ("hybrid", "rush"), 2, 300, 1)


def test_shares_are_of_what_they_say() -> None:
    study = small_study()
    assert sum(one.win.value for one in study.places) == pytest.approx(1)
    assert sum(one.win.value for one in study.figures) == pytest.approx(1)
    for one in study.figures:
        assert sum(one.parts.values()) == pytest.approx(one.score)
    assert sum(study.length.counts.values()) == study.games
    assert sum(study.scores.counts.values()) == 2 * study.games
    for route in study.routes:
        assert route.round is None or 1 <= route.round <= study.length.longest
        assert route.progress is None or 0 < route.progress <= 1
    ahead = {(one.bot, one.other): one.ahead.value for one in study.meetings}
    assert ahead["hybrid", "rush"] + ahead["rush", "hybrid"] == pytest.approx(1)


def test_points_against_the_shortest_path() -> None:
    """Los Angeles to New York takes 20 cars at least, and brings 21 points."""
    study = study_board(USA, ("rush",), 2, 20)
    ticket = study.ticket("los_angeles-new_york")
    assert (ticket.points, ticket.cars) == (21, 20)
    route = study.route(next(one.id for one in USA.routes if one.length == 6))
    assert (route.points_per_car, route.points_per_turn) == (15 / 6, 15 / 4)


def test_findings_name_what_crosses_a_threshold() -> None:
    study = study_board(USA, ("hybrid", "rush"), 2, 100)
    told = [one.text for one in study.findings]
    assert any(text.startswith("hybrid wins") and "fair share is 50.0 %" in text for text in told), told
    starter = msgspec.structs.replace(study.places[0], win=share(549, 1000))
    changed = msgspec.structs.replace(study, places=(starter, study.places[1]))
    assert "the starter wins 54.9 %; the fair share is 50.0 %" in [one.text for one in find(changed)]
    rare = msgspec.structs.replace(study.tickets[0], kept=share(2, 100))
    changed = msgspec.structs.replace(study, tickets=(rare,))
    assert f"{rare.name} ({rare.points}) is kept in 2.0 % of its offers" in [
        one.text for one in find(changed)
    ]


def test_what_if_changes_the_board_and_its_games() -> None:
    board, told = change_board(
        USA, points=(1, 2, 3, 4, 5, 6), cars=30, doubles=False, tickets={"new_york-atlanta": 20}, longest=0
    )
    assert board.ticket("new_york-atlanta").points == 20
    assert (board.cars, board.points[6], board.longest_bonus, board.closed_doubles) == (30, 6, 0, 5)
    assert told == [
        "points by length 1, 2, 3, 4, 5, 6",
        "30 trains",
        "one route of every double",
        "0 points for the longest path",
        "new_york-atlanta 20 points",
    ]
    study = study_board(board, ("hybrid",), 4, 40, changes=told)
    doubles = [route for route in board.routes if route.twin]
    by_id = {one.id: one.claimed.value for one in study.routes}
    assert all(by_id[route.id] + by_id[str(route.twin)] <= 1 for route in doubles)
    assert study.parts["longest"] == 0
    assert study.length.rounds < study_board(USA, ("hybrid",), 4, 40).length.rounds


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": (1, 2)}, "6 numbers are needed, for the lengths 1, 2, 3, 4, 5, 6; not 2"),
        ({"cars": 2}, "cars must be 3 to 60, not 2"),
        ({"tickets": {"paris-roma": 3}}, "no ticket 'paris-roma'"),
        ({"tickets": {"boston-miammi": 3}}, "did you mean boston-miami\\?"),
        ({"tickets": {"new_york-atlanta": 300}}, "must be 0 to 100 points, not 300"),
    ],
)
def test_what_if_refuses_what_makes_no_sense(change: dict[str, object], message: str) -> None:
    with pytest.raises(BranchlineError, match=message):
        change_board(USA, **change)  # type: ignore[arg-type]


def test_csv_gives_a_share_three_columns() -> None:
    study = small_study()
    lines = to_csv(TABLES["places"](study)).splitlines()
    assert lines[0] == "turn order,won,won low,won high,points,fair points,± 95"
    assert len(lines) == 3
    assert len(to_csv(TABLES["tickets"](study)).splitlines()) == 1 + len(LONDON.tickets)


def test_sums_of_parts_are_those_of_the_whole() -> None:
    whole = StudyJob(LONDON, ("greedy",), 2, 0, 0, 20).play().sums
    parts = Sums()
    for first in (12, 0):
        parts.add(StudyJob(LONDON, ("greedy",), 2, 0, first, 8 if first else 12).play().sums)
    assert parts.values == whole.values
