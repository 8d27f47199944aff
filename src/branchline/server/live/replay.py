"""Replays: a game at any ply, as any viewer saw it, and its statistics."""

from __future__ import annotations

import threading
from collections import OrderedDict

import msgspec

from branchline import Game
from branchline.game.statistics import SeatStatistics, game_statistics
from branchline.server.errors import Refusal
from branchline.server.table.table import Table
from branchline.server.wire.messages import WireView
from branchline.server.wire.present import wire_view

REMEMBERED = 32


class Moment(msgspec.Struct, frozen=True):
    """A game after `ply` of its `plies` moves, as one viewer saw it."""

    ply: int
    plies: int
    view: WireView


class Statistics(msgspec.Struct, frozen=True):
    """A finished game in numbers: what each seat did, its seconds, and the points on the board after each ply."""

    seats: tuple[SeatStatistics, ...]
    seconds: tuple[float, ...]
    scores: tuple[tuple[int, ...], ...]


class Replays:
    """Remembers where the last replays stood, so that the next ply is one move away."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()

    def _at(self, table: Table, ply: int) -> Game:
        """The game after so many moves."""
        if not 0 <= ply <= len(table.moves):
            raise Refusal("no_such_ply", plies=len(table.moves))
        known = self._games.get(table.id)
        game = known.copy() if known is not None and known.moves <= ply else beginning(table)
        for seat, move, _ in table.moves[game.moves : ply]:
            game.play(move, seat)
        self._games[table.id] = game
        self._games.move_to_end(table.id)
        if len(self._games) > REMEMBERED:
            self._games.popitem(last=False)
        return game

    def moment(self, table: Table, ply: int | None, seat: int | None) -> Moment:
        """A ply (the last one without a number) as a seat or, for None, a spectator saw it."""
        table.playing  # noqa: B018  refused before the start
        ply = len(table.moves) if ply is None else ply
        with self._lock:
            view = self._at(table, ply).view(seat)
        return Moment(ply, len(table.moves), wire_view(view, view.log))


def beginning(table: Table) -> Game:
    """The game as it was dealt."""
    facts = table.facts
    return Game(facts.board, len(table.seats), first=facts.first, dealer=table.dealer_for(table.secret))


def statistics(table: Table) -> Statistics:
    """A game in numbers."""
    game = beginning(table)
    scores = [points(game)]
    seconds = [0.0] * len(table.seats)
    before = table.times[0]
    for seat, move, at in table.moves:
        seconds[seat] += max(0.0, at - before)
        before = at
        game.play(move, seat)
        scores.append(points(game))
    return Statistics(tuple(game_statistics(game)), tuple(round(time, 1) for time in seconds), tuple(scores))


def points(game: Game) -> tuple[int, ...]:
    """The points on the board, by seat."""
    return tuple(seat.score for seat in game.view(None).seats)
