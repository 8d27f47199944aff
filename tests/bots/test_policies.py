"""The policies of the core: legal everywhere, blind to what is hidden, the same compiled or not."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from branchline import Game, board_names, load_board
from branchline.arena.jobs import GamesJob
from branchline.bots import make_bot
from branchline.bots.check import seat_counts
from branchline.core.policies.policy import POLICIES, Policy
from branchline.core.rng import Rng
from branchline.core.rules.state import State
from branchline.game.codec import board_codec
from tests.odd_boards import odd_board

TABLES = [(board, seats) for board in board_names() for seats in seat_counts(board)]


@pytest.mark.parametrize(("board", "seats"), TABLES)
@pytest.mark.parametrize("name", POLICIES)
def test_a_whole_game_is_legal(name: str, board: str, seats: int) -> None:
    game, policy = Game(board, seats=seats, seed=seats), Policy(name)
    codec = board_codec(game.board)
    while game.actor is not None:
        view = game.view(game.actor)
        action = codec.action(policy.choose(codec.tables, view.knowledge().state), view.offer)
        assert action in view.legal
        game.play(action)
    assert all(score.total > -200 for score in game.scores())


@pytest.mark.parametrize("seed", range(12))
def test_games_on_odd_boards_are_legal_and_the_same_inside_the_core(seed: int, tmp_path: Path) -> None:
    """The core plays what a policy says without asking whether it is legal."""
    board, dice = odd_board(seed, tmp_path), Random(seed)
    for deal in range(10):
        bots = tuple(
            dice.choice([name for name in POLICIES if name != "random"]) for _ in range(board.max_seats)
        )
        (inside,) = GamesJob(board, seed, ((deal, bots),)).play()
        (outside,) = GamesJob(board, seed, ((deal, bots),), native=False).play()
        assert [seat.fault for seat in outside.seats] == [seat.fault for seat in inside.seats]
        if not any(seat.fault for seat in inside.seats):  # a game without end is ended by dice
            assert [seat.total for seat in outside.seats] == [seat.total for seat in inside.seats]


@pytest.mark.parametrize("weights", [{}, {"misjudge": 4.0}, {"hurry": 8.0, "spare": 2.0}])
@pytest.mark.parametrize("name", ["hybrid", "planner"])
def test_what_a_policy_remembers_does_not_change_its_moves(name: str, weights: dict[str, float]) -> None:
    """One policy plays all seats on all boards by turns; each time one that has seen nothing would do the same."""
    policy = Policy(name, weights)
    games = [Game(board, seats=seats, seed=3) for board in board_names() for seats in (2, 4)]
    while any(game.actor is not None for game in games):
        for game in games:
            if game.actor is not None:
                view, codec = game.view(game.actor), board_codec(game.board)
                state = view.knowledge().state
                action = policy.choose(codec.tables, state)
                assert action == Policy(name, weights).choose(codec.tables, state)
                game.play(codec.action(action, view.offer))


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_sees_nothing_hidden(name: str, board: str) -> None:
    """H1: in any two worlds that look the same to the seat it does the same as with what is known alone."""
    game, driver = Game(board, seats=3, seed=5), Policy("hybrid")
    policy, codec, dice = Policy(name), board_codec(load_board(board)), Rng(11)
    while game.actor is not None:
        view = game.view(game.actor)
        knowledge, chosen = view.knowledge(), set()
        worlds = [knowledge.state, State(), State()]
        for world in worlds[1:]:
            knowledge.fill(codec.tables, dice, world)
        for world in worlds:
            policy.seed(1, game.moves)
            chosen.add(policy.choose(codec.tables, world))
        assert len(chosen) == 1, view.log[-1]
        game.play(codec.action(driver.choose(codec.tables, knowledge.state), view.offer))


PLAY = """
from branchline import load_board
from branchline.core.search.self_play import SelfPlay
from branchline.core.policies.policy import POLICIES, Policy
from branchline.core.rules.tables import Tables
for board in ("usa", "europe", "london"):
    tables = Tables(load_board(board))
    for name in POLICIES:
        match = SelfPlay(tables, [Policy(name), Policy("hybrid"), Policy("rush")])
        match.play(3, 1)
        print(board, name, [list(match.result(seat).values()) for seat in range(3)])
"""


@pytest.mark.slow
def test_compiled_and_uncompiled_policies_play_the_same_games() -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-c", PLAY], env=env, capture_output=True, text=True, check=True
        ).stdout
        for env in (dict(os.environ), os.environ | {"BRANCHLINE_UNCOMPILED": "1"})
    ]
    assert printed[0] == printed[1]
    assert len(printed[0].splitlines()) == 3 * len(POLICIES)


def test_hybrid_finishes_a_ticket_in_the_last_turn() -> None:
    """The shorter route, which finishes a ticket, and not the longer one, which has more points by itself."""
    game = Game.setup(
        "usa",
        hands=[{"purple": 3, "blue": 4}, {}],
        routes=[["calgary-helena"], []],
        tickets=[["calgary-salt_lake_city"], []],
        last_turns=1,
        seed=1,
    )
    assert str(make_bot("hybrid").choose(game.view(0))) == "claim helena-salt_lake_city with 3 purple"


def test_hybrid_goes_on_from_the_end_of_its_path_and_not_from_its_middle() -> None:
    """E3: Atlanta lies in the middle; only a route from Nashville or Miami makes the path longer."""
    game = Game.setup(
        "usa",
        hands=[{"green": 2}, {}],
        routes=[["atlanta-nashville", "atlanta-miami"], []],
        last_turns=1,
        seed=1,
    )
    assert str(make_bot("hybrid").choose(game.view(0))) == "claim nashville-saint_louis with 2 green"


@pytest.mark.parametrize(("bot", "least", "most"), [("hybrid-1", 0.4, 0.7), ("hybrid", 0.0, 0.2)])
def test_hybrid_waits_for_a_spare_card_before_a_tunnel(bot: str, least: float, most: float) -> None:
    """U4: half of all tunnels want one card more or several, and who has none has lost the turn."""
    tried = withdrawn = 0
    for seed in range(8):
        game, seated = Game("europe", seats=2, seed=seed), make_bot(bot)
        while (seat := game.actor) is not None:
            view = game.view(seat)
            move = seated.choose(view)
            withdrawn += move.kind == "withdraw"
            tried += move.kind == "claim" and game.board.route(move.target).tunnel
            game.play(move)
    assert tried > 10
    assert least <= withdrawn / tried <= most


def test_hybrid_gathers_cards_before_it_claims() -> None:
    """A large hand can choose among more routes; later in the game it claims what it can."""
    hybrid, before = make_bot("hybrid"), make_bot("hybrid-1")
    early = Game.setup("usa", hands=[{"green": 6}, {}], seed=1)
    later = Game.setup("usa", hands=[{"green": 6}, {}], cars=[20, 20], seed=1)
    assert str(before.choose(early.view(0))).startswith("claim")
    assert str(hybrid.choose(early.view(0))).startswith("draw")
    assert str(hybrid.choose(later.view(0))).startswith("claim")


def test_hybrid_builds_a_station_in_the_last_turn_to_rescue_a_ticket() -> None:
    """B3: the hand pays for it, so it takes the one turn that is left."""
    game = Game.setup(
        "europe",
        hands=[{"red": 1}, {}],
        routes=[["venezia-roma", "brindisi-roma"], ["venezia-zurich"]],
        tickets=[["zurich-brindisi"], []],
        last_turns=1,
        seed=1,
    )
    assert str(make_bot("hybrid").choose(game.view(0))).startswith("station")
    assert not str(make_bot("hybrid-1").choose(game.view(0))).startswith("station")
