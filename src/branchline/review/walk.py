"""A finished game move by move: the position before each move as the core has it, and what was played and dealt."""

from __future__ import annotations

from typing import NamedTuple

from branchline.core.rules.knowledge import Knowledge, Refused
from branchline.core.rules.state import State
from branchline.errors import BranchlineError
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.dealer import ScriptedDealer
from branchline.game.game import Game
from branchline.game.grammar import parse


class Step(NamedTuple):
    """A move in its position. `action` is its number in the core; `known` is what the mover knew."""

    ply: int
    state: State
    known: Knowledge
    action: int
    move: Action
    dealt: tuple[str, ...]
    offer: tuple[str, ...]


class Walk(NamedTuple):
    """All moves of a game, what was dealt before the first, and the last position.

    `dealt` is empty if the game began in a position.
    """

    game: Game
    steps: list[Step]
    dealt: tuple[str, ...]
    end: State


def walk(game: Game) -> Walk:
    """Walk through a game from its log. It must be over."""
    if not game.over:
        raise BranchlineError(
            f"this game is not over: after {game.moves} moves seat {game.actor} is to move. "
            "A review is made of a finished game"
        )
    log = game.log
    first = log[0].chance if log and log[0].seat is None else ()
    again = _begin(game, ScriptedDealer(first))
    codec, refused = board_codec(game.board), Refused()
    steps: list[Step] = []
    refused.clear()
    for entry in log:
        if entry.seat is None:
            continue
        state, move = again.state(), parse(entry.move, game.board)
        offer = codec.ticket_ids(state.offer_of(state.actor)) if move.kind == "keep" else ()
        number = codec.number(move, offer)
        assert number is not None
        known = Knowledge(State(), -1, [], [])
        known.see(codec.tables, state, state.actor, refused)
        steps.append(Step(len(steps), state, known, number, move, entry.chance, offer))
        if move.kind == "keep":
            refused.note(state, codec.tables.action(number)[1])
        again.dealer = ScriptedDealer(entry.chance)
        again.play(move)
    return Walk(game, steps, first if game.start is None else (), again.state())


def _begin(game: Game, dealer: ScriptedDealer) -> Game:
    if game.start is None:
        return Game(game.board, game.seats, first=game.first, dealer=dealer)
    return Game.from_position(game.board, game.start, dealer)
