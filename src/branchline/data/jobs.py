"""Jobs of an export: a portion of its games, played or read and written by one worker."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Self

from branchline.arena.jobs import DECISION_SECONDS, deal_game, pickled_board, play_out, unpickle_job
from branchline.arena.players import all_native, core_player
from branchline.arena.replays import play_again
from branchline.arena.results import GameResult
from branchline.board import Board
from branchline.core.search.self_play import SelfPlay
from branchline.errors import BranchlineError, RecordError
from branchline.game.codec import board_codec
from branchline.game.game import Game

from .writer import Origin, Portion, PortionWriter


class Wanted(NamedTuple):
    """A game to be played: the index of its deal, and its bots in seat order."""

    deal: int
    bots: tuple[str, ...]


class ExportJob(NamedTuple):
    """The games from number `first` on, into the files of portion `number`.

    Each game is one to be played from its deal, a result that is played again, or the file of a record.
    """

    board: Board
    seats: int
    actions: str
    folder: Path
    number: int
    first: int
    games: tuple[Wanted | GameResult | Path, ...]
    seed: int = 0
    limit: float = DECISION_SECONDS

    @property
    def in_core(self) -> bool:
        return False  # it also writes: its time says nothing about the core

    def outside_core(self) -> Self | None:
        return None

    def play(self) -> Portion:
        writer = PortionWriter(self.folder, self.number, self.first, self.board, self.seats, self.actions)
        tables: dict[tuple[str, ...], SelfPlay] = {}
        for game in self.games:
            if isinstance(game, Wanted):
                self._play(writer, tables, self.seed, game)
            elif isinstance(game, GameResult):
                self._play_again(writer, tables, game)
            else:
                writer.add(read_game(game, self.board, self.seats), Origin(record=game.name))
        return writer.close()

    def _play(
        self, writer: PortionWriter, tables: dict[tuple[str, ...], SelfPlay], seed: int, wanted: Wanted
    ) -> None:
        deal, bots = wanted
        if all_native(bots):
            if bots not in tables:
                players = [core_player(bot, self.board, self.seats) for bot in bots]
                tables[bots] = SelfPlay(board_codec(self.board).tables, players)
            writer.play(tables[bots], bots, seed, deal)
            return
        game = deal_game(self.board, self.seats, seed, deal)
        play_out(game, seed, deal, bots, self.limit)
        writer.add(game, Origin(bots, seed, deal))

    def _play_again(
        self, writer: PortionWriter, tables: dict[tuple[str, ...], SelfPlay], result: GameResult
    ) -> None:
        """A game of results; inside the core if it was played there, and only if it comes out as before."""
        bots = result.bots
        if not (result.native and all_native(bots)):
            writer.add(play_again(result, self.board), Origin(bots, result.seed, result.deal))
            return
        self._play(writer, tables, result.seed, Wanted(result.deal, bots))
        found = [tables[bots].result(seat)["total"] for seat in range(self.seats)]
        if found != [seat.total for seat in result.seats]:
            raise BranchlineError(
                f"deal {result.deal} of seed {result.seed} came out differently this time: {found} points. "
                "The bots of these results are others than those of today"
            )

    def __str__(self) -> str:
        return f"games {self.first} to {self.first + len(self.games) - 1} of an export"

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_job, (type(self), pickled_board(self.board), *self[1:])


def read_game(path: Path, board: Board, seats: int) -> Game:
    """The finished game of a record on a board, with so many seats."""
    try:
        game = Game.replay(path.read_bytes().decode(), board)
    except (UnicodeDecodeError, RecordError) as error:
        raise RecordError(f"{path}: {error}") from None
    if game.seats != seats:
        raise BranchlineError(f"{path}: this game has {game.seats} seats, and the others have {seats}")
    if not game.over:
        raise BranchlineError(f"{path}: this game is not over; leave it out")
    return game
