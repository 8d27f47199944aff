"""The value of positions: from one seat's knowledge alone, the same everywhere, calibrated, and for one board only."""

import json
import math
import os
import random
import subprocess
import sys
from array import array
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from branchline import BranchlineError, Game, board_names, load_board
from branchline.core import COMPILED
from branchline.core.review.outlook import Outlook
from branchline.core.value.network import Network
from branchline.value import (
    Estimator,
    NetworkFile,
    chances,
    find_network,
    read_network,
    ticket_belief,
    win_chances,
)
from branchline.value.networks import HERE, network_path

from .positions import games, said

SIZES = [
    (name, seats)
    for name in board_names()
    for seats in range(load_board(name).min_seats, load_board(name).max_seats + 1)
]


def estimator(board: str, seats: int) -> tuple[NetworkFile, Estimator]:
    file = find_network(load_board(board), seats)
    assert file is not None
    return file, Estimator(load_board(board), file)


@pytest.mark.parametrize(("board", "seats"), SIZES)
def test_there_is_a_small_network_that_says_how_it_was_made(board: str, seats: int) -> None:
    path = HERE / f"{board}.{seats}.value.json"
    assert path.stat().st_size < 100_000
    file, _ = estimator(board, seats)
    assert (file.board, file.seats, file.digest) == (board, seats, load_board(board).digest)
    assert file.made.command.startswith(f"branchline train {board} {seats}")
    assert file.made.rows > 100_000
    assert len(file.made.games) >= 1


@pytest.mark.parametrize(("board", "seats"), SIZES)
def test_chances_were_calibrated_on_games_that_were_not_trained_on(board: str, seats: int) -> None:
    """No tenth of what was said is more than 3 points from what came true, for one seat and with open cards."""
    made = estimator(board, seats)[0].made
    assert made.held_out.largest_gap < 0.03
    assert made.open_cards.largest_gap < 0.03
    assert made.open_cards.brier < made.held_out.brier < (1 / seats) * (1 - 1 / seats)


@pytest.mark.parametrize(("board", "seats"), SIZES)
def test_what_is_hidden_does_not_count(board: str, seats: int) -> None:
    """H1: dealt anew, the hidden cards and tickets change neither inputs nor value."""
    _, ready = estimator(board, seats)
    for game in games(board, seats):
        for seat in range(seats):
            if game.phase != "turn":
                continue
            view = game.view(seat)
            right = ready.value.features.to_list(game.state(), seat), ready.value.logit(game.state(), seat)
            for n in range(3):
                state = view.determinise(random.Random(n)).state()
                assert (ready.value.features.to_list(state, seat), ready.value.logit(state, seat)) == right


@pytest.mark.parametrize(("board", "seats"), SIZES)
def test_a_view_has_the_same_chances_whatever_is_hidden(board: str, seats: int) -> None:
    """H1, also in the middle of a turn, and for spectators."""
    for game in games(board, seats):
        assert game.actor is not None
        view = game.view(game.actor)
        chances = win_chances(view)
        assert sum(chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in chances)
        assert win_chances(view.determinise(random.Random(1)).view(game.actor)) == chances
        assert sum(win_chances(game.view(None))) == pytest.approx(1)
        assert sum(win_chances(game)) == pytest.approx(1)


def test_a_finished_game_is_certain() -> None:
    game = Game("london", seats=2, seed=5)
    rng = random.Random(5)
    while game.actor is not None:
        game.play(rng.choice(game.legal()))
    assert win_chances(game) == [float(seat in game.winners()) / len(game.winners()) for seat in range(2)]
    with pytest.raises(BranchlineError, match="over"):
        win_chances(game.view(0))


def test_who_is_far_ahead_is_likely_to_win() -> None:
    game = Game.setup(
        "usa",
        hands=[{"red": 2}, {"red": 1}],
        routes={0: ["calgary-seattle", "calgary-winnipeg", "helena-winnipeg", "denver-helena"], 1: []},
        cars=[4, 40],
        actor=1,
    )
    assert win_chances(game)[0] > 0.85
    assert win_chances(game.view(1))[1] < 0.2


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="there is nothing to compare")
def test_compiled_and_uncompiled_say_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.value.positions"],
        env=os.environ | {"BRANCHLINE_UNCOMPILED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(json.dumps(said()))


def test_a_network_of_another_board_is_refused(tmp_path: Path) -> None:
    file, _ = estimator("usa", 2)
    path = tmp_path / "usa.2.value.json"
    path.write_bytes(msgspec.json.encode(file))
    with pytest.raises(BranchlineError, match=r"another board.*branchline train"):
        read_network(path, load_board("europe"))
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(file, features=99)))
    with pytest.raises(BranchlineError, match=r"other inputs.*branchline train"):
        read_network(path, load_board("usa"))
    path.write_bytes(b'{"board": "usa"}')
    with pytest.raises(BranchlineError, match="no network"):
        read_network(path, load_board("usa"))


def test_a_board_of_ones_own_has_none_until_it_is_trained() -> None:
    board = load_board("examples/boards/lantern.toml")
    assert find_network(board, 2) is None
    assert network_path(board, 2).name == "lantern.2.value.json"
    with pytest.raises(BranchlineError, match="branchline train"):
        win_chances(Game(board, seats=2, seed=1))


def test_a_network_with_too_few_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="weights"):
        Network(10, 5, 5, [0] * 7, [0] * 98, [1, 1, 1])


@pytest.mark.parametrize(("board", "seats", "moves"), [("usa", 2, 90), ("europe", 3, 170), ("london", 4, 90)])
def test_a_belief_keeps_to_what_is_known_and_prefers_what_fits(board: str, seats: int, moves: int) -> None:
    """H1: every world agrees with the view; tickets that a rival's network joins are dealt to it more often."""
    belief = ticket_belief(load_board(board), seats)
    (game,) = games(board, seats, (moves,))
    seat = game.actor
    view = game.view(seat)
    done = {None: 0, belief: 0}
    for with_belief in done:
        for n in range(60):
            world = view.determinise(random.Random(n), with_belief)
            assert world.view(seat) == view
            done[with_belief] += finished_by_others(world, seat)
    assert done[belief] > done[None]


def finished_by_others(game: Game, seat: int | None) -> int:
    """How many tickets the other seats have finished."""
    total = 0
    for other in range(game.seats):
        if other != seat:
            routes = [
                game.board.route(name) for name, owner in game.view(None).routes.items() if owner == other
            ]
            for ticket in game.view(other).tickets:
                one = game.board.ticket(ticket)
                reached = {one.a}
                while True:
                    more = {end for r in routes if {r.a, r.b} & reached for end in (r.a, r.b)} - reached
                    if not more:
                        break
                    reached |= more
                total += one.b in reached
    return total


def test_chances_are_said_as_they_were_calibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """In `win_chances` and in reviews, which ask the core, as in the measures of a file."""
    file, ready = estimator("london", 3)
    file = replace(file, known_scale=0.8, known_bend=0.5, known_offset=-0.3)
    monkeypatch.setattr(chances, "find_network", lambda board, seats: file)
    game = next(game for game in games("london", 3) if game.phase == "turn")
    seat, state = game.actor, game.state()
    assert seat is not None
    odds = ready.value.logit(state, seat) / 4096
    said = 1 / (1 + math.exp(0.3 - 0.8 * odds - 0.5 * math.log(1 + math.exp(odds))))
    assert win_chances(game.view(seat))[seat] == pytest.approx(said)
    outlook = Outlook(ready.value, ready.policy, file.open_scale, 0.8, 0.5, -0.3)
    found = array("d", bytes(8 * 6))
    outlook.known_to(game.view(seat).knowledge(), 4, 1, found)
    assert found[seat] == pytest.approx(said)
