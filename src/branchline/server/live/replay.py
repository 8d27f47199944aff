"""Replay: a game at any ply, as any viewer saw it, its statistics, and which version its reviews have."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import AbstractContextManager, nullcontext

from branchline import Game
from branchline.game.statistics import game_statistics
from branchline.review.analysis import network_digest
from branchline.review.result import VERSION
from branchline.server.errors import RequestError
from branchline.server.table.table import Table
from branchline.server.wire.forms import Moment, Statistics
from branchline.server.wire.present import wire_view
from branchline.value import find_network

KEPT = 32


class Replays:
    """Keeps the games of the last replays, so that the next ply costs one move and not the whole game.

    `lock` is needed where several threads ask, `kept` is how many games there are at most.
    """

    def __init__(self, lock: AbstractContextManager[object] | None = None, kept: int = KEPT) -> None:
        self._games: OrderedDict[tuple[str, int], Game] = OrderedDict()
        self._lock = lock or nullcontext()
        self._kept = kept

    def _at(self, table: Table, ply: int) -> Game:
        """The game after so many moves."""
        if not 0 <= ply <= len(table.moves):
            raise RequestError("no_such_ply", plies=len(table.moves))
        key = (table.id, table.undone.total())  # a game from before a move was taken back may contain it
        known = self._games.get(key)
        game = known.copy() if known is not None and known.moves <= ply else table.deal()
        for seat, move, _ in table.moves[game.moves : ply]:
            game.play(move, seat)
        self._games[key] = game
        self._games.move_to_end(key)
        if len(self._games) > self._kept:
            self._games.popitem(last=False)
        return game

    def game_at(self, table: Table, ply: int) -> Game:
        """A game after so many moves, to play on from."""
        with self._lock:
            return self._at(table, ply).copy()

    def moment(self, table: Table, ply: int | None, seat: int | None) -> Moment:
        """A ply (by default the last) as a seat or, for None, a spectator saw it."""
        table.playing  # noqa: B018  an error before the start
        ply = len(table.moves) if ply is None else ply
        with self._lock:
            view = table.placed(self._at(table, ply).view(seat))
        return Moment(ply, len(table.moves), wire_view(view, view.log))


def statistics(table: Table) -> Statistics:
    """The statistics of a game."""
    game = table.deal()
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


def review_version(table: Table) -> str:
    """What the reviews of a game are made with: another version makes others. An error if its board has no network."""
    game = table.playing
    network = find_network(game.board, game.seats)
    if network is None:
        raise RequestError("no_network", board=game.board.id, seats=game.seats)
    return f"{VERSION} {network_digest(network)}"
