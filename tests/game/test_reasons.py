"""Reasons: their codes are a fixed list, and what they say about open routes is what the core does."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

from hypothesis import given

import branchline
from branchline import Game
from branchline.core.rules.state import State
from branchline.errors import ReasonCode
from branchline.game.reasons import why_taken
from tests.strategies import games


def codes_in(path: Path) -> set[str]:
    """The codes that a module gives as reasons."""
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    firsts = [
        call.args[0] for call in calls if ast.unparse(call.func) in ("Reason", "_illegal") and call.args
    ]
    return {
        first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)
    }


def test_every_code_is_used_and_no_other() -> None:
    used = set[str]()
    for path in Path(branchline.__file__).parent.rglob("*.py"):
        used |= codes_in(path)
    assert used == set(get_args(ReasonCode))


@given(games())
def test_R6_a_view_says_of_each_route_what_the_core_does(game: Game) -> None:  # noqa: N802
    state: State = game.copy()._engine.state
    routes = game.board.routes
    for seat in range(game.seats):
        view = game.view(seat)
        right = {route.id for i, route in enumerate(routes) if state.is_open(seat, i)}
        assert view.open_routes() == right
        assert {route.id for route in routes if why_taken(view, route) is None} == right
    everybody = set[str]().union(*(game.view(seat).open_routes() for seat in range(game.seats)))
    assert game.view(None).open_routes() == everybody
