"""An export: games of bots, of records or of results as Parquet files, the same ones for any number of processes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from branchline.arena.executors import Executor, Inline, Watch, play_schedule
from branchline.arena.players import cores_for
from branchline.board import Board, load_board
from branchline.core.env.space import SPACES
from branchline.errors import BranchlineError, did_you_mean
from branchline.game.actions import action_space
from branchline.game.position import check_seats

from .card import CARD, Card, observation_parts, read_card
from .jobs import ExportJob
from .source import Source
from .writer import FOLDERS, UNFINISHED, Portion, finished, unfinished


class Export:
    """A schedule that writes an export. Files get their names in order: what is there has no gaps.

    If the folder holds the beginning of the same export, it goes on from there.
    """

    def __init__(
        self, folder: Path, board: Board, seats: int, source: Source, actions: str, command: str
    ) -> None:
        check_seats(board, seats)
        if actions not in SPACES:
            raise BranchlineError(
                f"no action space {actions!r}: there are {', '.join(SPACES)}{did_you_mean(actions, SPACES)}"
            )
        if not source.total:
            raise BranchlineError("there is no game to be exported")
        self.folder, self.board, self.seats, self.source = folder, board, seats, source
        self.cores = (cores_for(source.bots) if source.bots else 1,)
        self.card = Card(
            board=board.id,
            digest=board.digest,
            seats=seats,
            actions=actions,
            ids=len(action_space(board, actions)),
            observation=observation_parts(board, seats),
            source=source.text,
            bots=source.bots,
            seed=source.seed,
            command=command,
            portion=source.portion,
            wanted=source.total,
        )
        self._early: dict[int, Portion] = {}
        self._next = 0
        self._find_beginning()

    def _find_beginning(self) -> None:
        """Look what is there already. Nothing is written into a folder that holds something else."""
        if not self.folder.exists() or not any(self.folder.iterdir()):
            return
        if not (self.folder / CARD).exists():
            raise BranchlineError(f"{self.folder} is not empty, and holds no export: name a new folder")
        there = read_card(self.folder)
        if not there.same_games(self.card):
            raise BranchlineError(
                f"{self.folder} holds another export ({there.command}): name a new folder, or remove it"
            )
        if there.games > self.source.total:
            raise BranchlineError(f"{self.folder} has {there.games:,} of these games already")
        whole = there.games == self.source.total
        self._next = -(-there.games // there.portion) if whole else there.games // there.portion
        self.card = replace(self.card, games=min(there.games, self._next * there.portion))
        self.card = replace(self.card, decisions=self._count_decisions())

    def _count_decisions(self) -> int:
        import pyarrow.parquet as pq

        paths = (finished(self.folder, FOLDERS[0], number) for number in range(self._next))
        return sum(pq.read_metadata(path).num_rows for path in paths)

    def begin(self) -> None:
        """Make the folders, remove what was left unfinished, and write the card."""
        for name in FOLDERS:
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        self._tidy()
        self.card.write(self.folder)

    def _tidy(self) -> None:
        for path in chain(*((self.folder / name).glob(f"*{UNFINISHED}") for name in FOLDERS)):
            path.unlink()

    def jobs(self, cores: int) -> Iterator[ExportJob]:
        size, card = self.card.portion, self.card
        for number in range(self._next, -(-card.wanted // size)):
            first = number * size
            games = self.source.games(first, min(size, card.wanted - first), self.seats)
            yield ExportJob(
                self.board, self.seats, card.actions, self.folder, number, first, games, self.source.seed or 0
            )

    def add(self, result: Portion) -> int:
        """Give the files of a portion their names, unless one before it is still missing; how many games that adds."""
        before = self.card.games
        self._early[result.number] = result
        while (portion := self._early.pop(self._next, None)) is not None:
            for name in FOLDERS:
                unfinished(self.folder, name, portion.number).replace(
                    finished(self.folder, name, portion.number)
                )
            self._next += 1
            card = self.card
            self.card = replace(
                card, games=card.games + portion.games, decisions=card.decisions + portion.decisions
            )
        if self.card.games > before:
            self.card.write(self.folder)
        return self.card.games - before

    def end(self) -> None:
        """Remove what was left unfinished."""
        self._early.clear()
        self._tidy()

    def run(self, executor: Executor, watch: Watch = lambda _: False) -> Card:
        """Write what is missing. If that is interrupted, what is there is whole, and the card says how far it goes."""
        self.begin()
        try:
            play_schedule(self, executor, watch)
        finally:
            self.end()
        return self.card


def export_games(
    folder: Path | str,
    board: Board | str,
    source: Source,
    seats: int = 2,
    actions: str = "canonical",
    *,
    executor: Executor | None = None,
    watch: Watch = lambda _: False,
) -> Card:
    """Write games as data into a folder; without an executor in this process."""
    found = load_board(board) if isinstance(board, str) else board
    return Export(Path(folder), found, seats, source, actions, "branchline.data.export_games").run(
        executor or Inline(), watch
    )
