"""Results: one line of JSON per game, appended at once, so that a run can be stopped at any moment."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

import msgspec

from branchline.errors import BranchlineError, first_line

if sys.platform != "win32":
    import fcntl

DIGEST_LENGTH = 16
#: How the line of every result begins.
LINE_START = b'{"board":'


class SeatResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How one seat ended, and what its decisions took.

    `cpu` is in seconds, for all its decisions; None where it was not measured. `forfeits` counts the decisions that the
    bot did not make itself, and `fault` says what went wrong the first time. `luck` is what chance added to its share
    of the victory, where it was measured.
    """

    bot: str
    rank: int
    total: int
    routes: int
    tickets: int
    longest: int
    stations: int
    districts: int
    tickets_done: int
    tickets_kept: int
    turns: int
    decisions: int
    cpu: float | None = None
    forfeits: int = 0
    fault: str = ""
    luck: float | None = None
    most_tickets: int = 0


class GameKey(NamedTuple):
    """What identifies a game. One file of results never holds a game twice."""

    digest: str
    seed: int
    deal: int
    bots: tuple[str, ...]


class GameResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One finished game. `deal` is its index among the deals of a seed; `native` says that it never left the core.

    `stalemate` says that it ended because all seats passed in turn. `record` is the whole game as text, on the way from
    the worker that played it; a store keeps none.
    """

    board: str
    digest: str
    seed: int
    deal: int
    first: int
    native: bool
    seats: tuple[SeatResult, ...]
    stalemate: bool = False
    record: str = ""

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots in seat order."""
        return tuple(seat.bot for seat in self.seats)

    @property
    def key(self) -> GameKey:
        return GameKey(self.digest, self.seed, self.deal, self.bots)

    @property
    def has_luck(self) -> bool:
        """Whether the luck of its seats was measured."""
        return all(seat.luck is not None for seat in self.seats)

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the victory: 1 for a winner, or equal parts if several share it."""
        winners = sum(seat.rank == 1 for seat in self.seats)
        return tuple((seat.rank == 1) / winners for seat in self.seats)


class ResultStore:
    """The results known so far. With a path they are also in a file, which is only appended to."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.games: dict[GameKey, GameResult] = {}
        self._file: IO[bytes] | None = None
        if path is not None:
            self._file = path.open("a+b")
            try:
                self._lock(path)
                self._read(path)
            except BranchlineError:
                self.close()
                raise

    def _lock(self, path: Path) -> None:
        assert self._file is not None
        if sys.platform != "win32":  # there nothing keeps two runs from writing to one file
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BranchlineError(
                    f"{path}: another run is adding to this file; wait for it or name another"
                ) from None

    def _read(self, path: Path) -> None:
        assert self._file is not None
        self._file.seek(0)
        whole = 0
        decoder = msgspec.json.Decoder(GameResult)
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n") and line[: len(LINE_START)] == LINE_START[: len(line)]:
                # a run was killed while writing it
                self._file.truncate(whole)
                break
            whole += len(line)
            try:
                game = decoder.decode(line)
            except (msgspec.MsgspecError, ValueError, RecursionError) as error:
                raise BranchlineError(
                    f"{path}, line {number}: this is no result of a game: {first_line(error)}"
                ) from None
            if all(seat.rank != 1 for seat in game.seats):
                raise BranchlineError(f"{path}, line {number}: this is no result of a game: nobody has won")
            if self._is_new(game):
                self.games[game.key] = game

    def add(self, games: Iterable[GameResult]) -> None:
        """Keep results, and write them to the file at once."""
        fresh = [game for game in games if self._is_new(game)]
        self.games.update((game.key, game) for game in fresh)
        if self._file is not None:
            self._file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in fresh))
            self._file.flush()

    def _is_new(self, game: GameResult) -> bool:
        """Whether a game is not known yet, or only without its luck."""
        known = self.games.get(game.key)
        return known is None or (game.has_luck and not known.has_luck)

    def close(self) -> None:
        """Close the file; what is known stays."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
