"""Copies and pickles of the core's objects: the same position, and independent of the original."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest

from branchline import load_board
from branchline.core.constants import OVER
from branchline.core.engine import Engine
from branchline.core.rng import Rng
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

BOARDS = ("usa", "europe", "london")
T = TypeVar("T")


def pickled(value: T) -> T:
    twin: T = pickle.loads(pickle.dumps(value))
    return twin


COPIERS = [
    pytest.param(copier, id=name)
    for name, copier in (("copy", copy.copy), ("deepcopy", copy.deepcopy), ("pickle", pickled))
]


def positions(board: str, seed: int) -> Iterator[tuple[Engine, Rng]]:
    """Every twentieth position of a random game, where a seat or chance is to move."""
    engine, rng, choose = Engine(Tables(load_board(board))), Rng(seed), random.Random(seed)
    engine.start(choose.randint(2, 4), 0)
    for moves in range(10_000):
        if moves % 20 == 0:
            yield engine, rng
        if engine.state.chance:
            engine.deal(random_outcome(engine, rng))
        elif engine.state.phase == OVER:
            return
        else:
            assert engine.play(choose.choice(engine.legal()))


def random_outcome(engine: Engine, rng: Rng) -> int:
    outcomes = [outcome for outcome, weight in engine.outcomes() for _ in range(weight)]
    return outcomes[rng.below(len(outcomes))]


def fields(engine: Engine) -> tuple[object, ...]:
    """Everything that Python can see of an engine's position."""
    state = engine.state
    numbers = (state.seats, state.actor, state.phase, state.chance, state.turns, state.passes, state.n_pile)
    scores = [engine.scores().row(seat) for seat in range(state.seats)]
    return numbers, state.__getstate__(), engine.outcomes(), engine.legal(), scores


def play_on(engine: Engine, seed: int) -> list[int]:
    """Twenty random moves, as a list of what was played and dealt."""
    rng, choose, played = Rng(seed), random.Random(seed), []
    for _ in range(20):
        played += engine.deal_random(rng)
        if engine.state.phase == OVER:
            break
        played.append(choose.choice(engine.legal()))
        assert engine.play(played[-1])
    return played


@pytest.mark.parametrize("copier", COPIERS)
@pytest.mark.parametrize("board", BOARDS)
def test_a_copied_engine_is_at_the_same_position_and_goes_its_own_way(
    board: str, copier: Callable[[Engine], Engine]
) -> None:
    for seed, (engine, _) in enumerate(positions(board, 7)):
        before = fields(engine)
        twin = copier(engine)
        assert fields(twin) == before
        played = play_on(twin, seed)
        assert fields(engine) == before
        assert not played or fields(twin) != before
        assert play_on(copier(engine), seed) == played


@pytest.mark.parametrize("copier", COPIERS)
@pytest.mark.parametrize("board", BOARDS)
def test_a_copied_state_is_the_same_position_and_independent(
    board: str, copier: Callable[[State], State]
) -> None:
    for engine, _ in positions(board, 8):
        twin = copier(engine.state)
        assert twin.__getstate__() == engine.state.__getstate__()
        other = Engine(engine.tables)
        other.state.copy_from(twin)
        assert fields(other) == fields(engine)
        before = fields(engine)
        twin.copy_from(State())
        assert fields(engine) == before


@pytest.mark.parametrize("copier", COPIERS)
@pytest.mark.parametrize("board", BOARDS)
def test_copied_tables_are_those_of_the_same_board(board: str, copier: Callable[[Tables], Tables]) -> None:
    tables = Tables(load_board(board))
    twin = copier(tables)
    assert len(twin) == len(tables)
    assert all(twin.action(action) == tables.action(action) for action in range(len(tables)))
    assert twin.board == tables.board


def test_copies_share_the_tables_and_so_do_engines_in_one_pickle() -> None:
    tables = Tables(load_board("london"))
    engine = Engine(tables)
    engine.start(2, 0)
    assert copy.copy(engine).tables is copy.deepcopy(engine).tables is tables
    first, second = pickled((engine, engine.copy()))
    assert first.tables is second.tables
    assert first.state is not second.state
