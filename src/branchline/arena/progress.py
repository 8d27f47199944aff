"""The progress bar of a match, which also asks the SPRT whether it is decided."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from branchline.arena.match import Match
from branchline.arena.results import ResultStore
from branchline.arena.sprt import BOUND, Sprt


class Watcher:
    """Told of every batch of games; True when no more are needed."""

    def __init__(self, match: Match, store: ResultStore, sprt: Sprt | None, console: Console) -> None:
        self._store, self._sprt = store, sprt
        done = sum(
            key in store.games
            for lineup in match.lineups
            for deal in range(match.deals_for(lineup))
            for key in match.keys(lineup, deal)
        )
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=console,
        )
        self._task = self._bar.add_task("games", total=match.games, completed=done, speed="")

    def __call__(self, games: int) -> bool:
        task = self._bar.tasks[0]
        speed = f"{task.speed:,.0f}/s" if task.speed else ""
        self._bar.update(self._task, advance=games, speed=speed)
        if self._sprt is None:
            return False
        decided = self._sprt.update(self._store)
        self._bar.update(self._task, description=f"games, LLR {self._sprt.llr:+.2f} of ± {BOUND:.2f}")
        return decided

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
