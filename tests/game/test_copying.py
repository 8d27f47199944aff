"""Copies and pickles of games and states are independent: a move in the copy never moves the original."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from branchline import CommittedDealer, Dealer, Game, ScriptedDealer, SeededDealer
from branchline.core.rules.state import Moves, State
from branchline.game.codec import board_codec
from tests.odd_boards import odd_board
from tests.rules.helpers import snapshot
from tests.strategies import BOARDS, board, games, seeds

Copy = Callable[[Game], Game]


def pickled(game: Game) -> Game:
    twin = pickle.loads(pickle.dumps(game))
    assert isinstance(twin, Game)
    return twin


COPIES: dict[str, Copy] = {
    "Game.copy": Game.copy,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": pickled,
}
SECRET = bytes(range(32))
DEALERS: dict[str, Callable[[], Dealer]] = {
    "seeded": lambda: SeededDealer(7),
    "committed": lambda: CommittedDealer(SECRET, "salt"),
    "scripted": lambda: ScriptedDealer([], then=SeededDealer(7)),
}


def everything(game: Game) -> list[object]:
    """All that can be asked of a game."""
    views = [game.view(seat).to_json() for seat in (None, *range(game.seats))]
    return [snapshot(game), game.record(), game.log, game.moves, game.start, *views]


def play_on(game: Game, seed: int, moves: int = 12) -> list[str]:
    """Random moves, and so what chance deals too."""
    random = Random(seed)
    for _ in range(moves):
        if not game.over:
            game.play(random.choice(game.legal()))
    return [str(entry) for entry in game.log]


def check_copy(game: Game, make: Copy, seed: int) -> None:
    before = everything(game)
    twin = make(game)
    assert type(twin) is type(game)
    assert everything(twin) == before
    played = play_on(twin, seed)
    assert everything(game) == before  # the original has not moved
    after = everything(twin)
    assert play_on(game, seed) == played  # and its dealer deals the same
    assert everything(game) == after
    again = make(twin)
    play_on(game, seed + 1)
    assert everything(twin) == after == everything(again)


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
@given(games(), seeds)
def test_a_copy_is_equal_and_independent(make: Copy, game: Game, seed: int) -> None:
    check_copy(game, make, seed)


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("dealer", DEALERS.values(), ids=DEALERS)
@pytest.mark.parametrize("name", BOARDS)
def test_whatever_the_dealer_and_the_board(name: str, dealer: Callable[[], Dealer], make: Copy) -> None:
    game = Game(board(name), seats=3, dealer=dealer())
    for seed in range(3):
        check_copy(game, make, seed)
        play_on(game, seed, 20)


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("seed", range(4))
def test_on_boards_of_ones_own(seed: int, make: Copy, tmp_path: Path) -> None:
    here = odd_board(seed, tmp_path)
    game = Game(here, seats=here.min_seats, seed=seed)
    play_on(game, seed)
    check_copy(game, make, seed)


@given(games(), seeds)
def test_a_world_dealt_from_a_view_and_a_set_up_can_be_copied(game: Game, seed: int) -> None:
    if game.over:
        return
    for make in COPIES.values():
        check_copy(game.view(game.actor).determinise(Random(seed)), make, seed)
        check_copy(Game.from_position(game.board, game.position(), SeededDealer(seed)), make, seed)


class Puzzle(Game):
    """A game of somebody's own class."""


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_a_subclass_stays_one(make: Copy) -> None:
    check_copy(Puzzle("london", seed=1), make, 1)


@given(games())
def test_states_are_copied_field_by_field(game: Game) -> None:
    state = game.view(None).knowledge().state
    full = State()
    game.view(None).knowledge().fill(board_codec(game.board).tables, SeededDealer(1).rng, full)
    for one in (state, full):
        fields = one.__getstate__()
        for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert twin.__getstate__() == fields
            twin.reset(board_codec(game.board).tables, 2, 1)
            twin.set_row([0, 1, 2, 3, 4])
            assert one.__getstate__() == fields


def test_lists_of_moves_are_copied() -> None:
    moves = Moves()
    moves.__setstate__(([3, 5, 8], [1, 2]))
    for twin in (copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves))):
        assert twin.to_list() == [3, 5, 8]
        assert twin.__getstate__() == moves.__getstate__()
        twin.__setstate__(([], [0, 0]))
        assert moves.to_list() == [3, 5, 8]


PLAY = """
import pickle, sys
from random import Random
game = pickle.loads(sys.stdin.buffer.read())
random = Random(5)
while not game.over:
    game.play(random.choice(game.legal()))
sys.stdout.write(game.record())
"""


@pytest.mark.parametrize("uncompiled", ["", "1"], ids=["compiled", "uncompiled"])
@pytest.mark.parametrize("name", ["pocket", "london"])
def test_another_process_can_go_on_with_a_pickled_game(name: str, uncompiled: str) -> None:
    """Compiled or not: a pickle names the fields of a state, and not its bytes."""
    game = Game(board(name), seats=2, dealer=CommittedDealer(SECRET))
    play_on(game, 3, 30)
    environment = os.environ | {"BRANCHLINE_UNCOMPILED": uncompiled}
    command = [sys.executable, "-c", PLAY]
    finished = subprocess.run(
        command, input=pickle.dumps(game), env=environment, capture_output=True, check=True
    )
    random = Random(5)
    while not game.over:
        game.play(random.choice(game.legal()))
    assert finished.stdout.decode() == game.record()


def test_uncompiled_copies_are_independent_too() -> None:
    script = "import tests.game.test_copying as t; [t.test_a_subclass_stays_one(make) for make in t.COPIES.values()]"
    environment = os.environ | {"BRANCHLINE_UNCOMPILED": "1"}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", script], env=environment, cwd=root, check=True)
