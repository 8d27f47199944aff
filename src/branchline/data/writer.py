"""Writer: the games of one portion into a pair of Parquet files, with bounded memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from branchline.board import Board
from branchline.core.env.decisions import LONGEST, Decisions
from branchline.core.env.observation import Layout
from branchline.core.search.self_play import SelfPlay
from branchline.errors import BranchlineError
from branchline.game.actions import action_space
from branchline.game.codec import board_codec
from branchline.game.game import Game
from branchline.game.view import SCORE_PARTS
from branchline.review.walk import walk

#: How many decisions are kept in memory, and how many a row group has at most.
ROOM = 4 * LONGEST
FOLDERS = ("decisions", "games")
UNFINISHED = ".part"
FIGURES = (*SCORE_PARTS, "tickets_done")
#: Statistics of columns help nobody to choose rows here, and cost as much time as the games.
OPTIONS = {"compression": "zstd", "write_statistics": False}
GAMES = pa.schema(
    [
        ("game", pa.uint32()),
        ("seed", pa.uint64()),
        ("deal", pa.uint32()),
        ("record", pa.string()),
        ("bots", pa.list_(pa.string())),
        ("first", pa.uint8()),
        ("decisions", pa.uint32()),
        ("turns", pa.uint16()),
        ("stalemate", pa.bool_()),
        ("points", pa.list_(pa.int16())),
        ("ranks", pa.list_(pa.uint8())),
        *((name, pa.list_(pa.int16())) for name in FIGURES),
    ]
)


class Portion(NamedTuple):
    """What one writer has written: its number, how many games, and how many decisions."""

    number: int
    games: int
    decisions: int


class Origin(NamedTuple):
    """Where a game comes from: a deal, or the file of a record; and its bots, if that is known."""

    bots: tuple[str, ...] = ()
    seed: int | None = None
    deal: int | None = None
    record: str | None = None


class PortionWriter:
    """Writes games one after the other. The files are unfinished until somebody gives them their names."""

    def __init__(self, folder: Path, number: int, first: int, board: Board, seats: int, space: str) -> None:
        self.number, self.first, self.board, self.seats = number, first, board, seats
        tables = board_codec(board).tables
        self._layout = Layout(tables, seats)
        self._rows = Decisions(self._layout, action_space(board, space).core, ROOM)
        self._paths = [unfinished(folder, name, number) for name in FOLDERS]
        self._file = pq.ParquetWriter(self._paths[0], decision_schema(self._layout.size), **OPTIONS)
        self._games: list[dict[str, Any]] = []
        self._waiting: list[tuple[int, NDArray[np.int64], NDArray[np.int64]]] = []
        self._decisions = 0

    def play(self, table: SelfPlay, bots: tuple[str, ...], seed: int, deal: int) -> None:
        """Play a game inside the core, and add it."""
        moves = self._rows.play(table, seed, deal)
        if moves > LONGEST:
            raise BranchlineError(too_long(moves))
        if not self._rows.add(table, seed, deal):
            self._flush()
            self._rows.add(table, seed, deal)
        results = [table.result(seat) for seat in range(self.seats)]
        for result in results:
            result["most_tickets"] = result["total"] - sum(result.get(part, 0) for part in SCORE_PARTS)
        state = table.state
        self._note(
            Origin(bots, seed, deal), results, state.first, moves, state.turns, state.passes == self.seats
        )

    def add(self, game: Game, origin: Origin) -> None:
        """Add a finished game."""
        steps, end = walk(game).steps, game.position()
        if len(steps) > LONGEST:
            raise BranchlineError(too_long(len(steps)))
        if (
            self._rows.rows + len(steps) > ROOM
            or self._rows.ids + len(steps) * self._rows.space.size > self._rows.id_room
        ):
            self._flush()
        self._rows.begin()
        for step in steps:
            self._rows.note(step.state, step.action)
        results = [
            {name: getattr(score, name) for name in (*FIGURES, "total", "rank")} for score in game.scores()
        ]
        self._note(origin, results, game.first, len(steps), end.turns, end.passes == self.seats)

    def _note(
        self,
        origin: Origin,
        results: list[dict[str, int]],
        first: int,
        moves: int,
        turns: int,
        stalemate: bool,
    ) -> None:
        number = self.first + len(self._games)
        points = [result["total"] for result in results]
        ranks = [result["rank"] for result in results]
        self._waiting.append((moves, np.array(points), np.array(ranks)))
        self._games.append(
            {
                "game": number,
                **origin._asdict(),
                "first": first,
                "decisions": moves,
                "turns": turns,
                "stalemate": stalemate,
                "points": points,
                "ranks": ranks,
                **{name: [result[name] for result in results] for name in FIGURES},
            }
        )

    def _flush(self) -> None:
        """Write the decisions that wait as one row group."""
        if self._rows.rows:
            self._file.write_table(self._table())
        self._decisions += self._rows.rows
        self._waiting.clear()
        self._rows.clear()

    def _table(self) -> Any:
        rows, count = self._rows, self._rows.rows
        lengths = np.array([moves for moves, _, _ in self._waiting])
        points = np.array([points for _, points, _ in self._waiting])
        ranks = np.array([ranks for _, _, ranks in self._waiting])
        last = self.first + len(self._games)
        which = np.repeat(np.arange(len(lengths)), lengths)
        seat = np.frombuffer(rows.seats, np.uint8)[:count]
        legal = np.frombuffer(rows.legal, np.int16)[: rows.ids]
        ends = np.concatenate([[0], np.cumsum(np.frombuffer(rows.counts, np.int32)[:count])])
        observed = np.frombuffer(rows.observations, np.uint8)[: count * self._layout.size]
        wins = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)
        columns = [
            pa.array((last - len(lengths) + which).astype(np.uint32)),
            pa.array((np.arange(count) - np.repeat(np.cumsum(lengths) - lengths, lengths)).astype(np.uint16)),
            pa.array(seat),
            pa.FixedSizeListArray.from_arrays(pa.array(observed), self._layout.size),
            pa.ListArray.from_arrays(pa.array(ends.astype(np.int32)), pa.array(legal)),
            pa.array(np.frombuffer(rows.actions, np.int16)[:count]),
            pa.array(ranks[which, seat].astype(np.uint8)),
            pa.array(wins[which, seat].astype(np.float32)),
            pa.array((points - best_other(points))[which, seat].astype(np.int16)),
        ]
        return pa.table(columns, schema=decision_schema(self._layout.size))

    def close(self) -> Portion:
        """Finish both files; what was written."""
        self._flush()
        self._file.close()
        pq.write_table(pa.Table.from_pylist(self._games, GAMES), self._paths[1], **OPTIONS)
        return Portion(self.number, len(self._games), self._decisions)


def best_other(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each seat of each game the most points that another seat has."""
    seats = points.shape[1]
    return np.stack([np.delete(points, seat, axis=1).max(axis=1) for seat in range(seats)], axis=1)


def decision_schema(width: int) -> Any:
    """The columns of a decision, with an observation of so many numbers."""
    return pa.schema(
        [
            ("game", pa.uint32()),
            ("ply", pa.uint16()),
            ("seat", pa.uint8()),
            ("observation", pa.list_(pa.uint8(), width)),
            ("legal", pa.list_(pa.int16())),
            ("action", pa.int16()),
            ("rank", pa.uint8()),
            ("win", pa.float32()),
            ("margin", pa.int16()),
        ]
    )


def finished(folder: Path, table: str, number: int) -> Path:
    """The file of a portion."""
    return folder / table / f"{number:05}.parquet"


def unfinished(folder: Path, table: str, number: int) -> Path:
    """The same file while it is written."""
    return finished(folder, table, number).with_suffix(f".parquet{UNFINISHED}")


def too_long(moves: int) -> str:
    return f"a game of {moves:,} moves is too long: at most {LONGEST:,} can be exported"
