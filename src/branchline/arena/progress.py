"""The progress bar of matches and simulations, on standard error, where somebody looks."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class ProgressBar:
    """Counts games. It is not shown where standard error is no terminal, or if it is switched off."""

    def __init__(self, total: int, done: int = 0, shown: bool = True, text: str = "games") -> None:
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not (shown and sys.stderr.isatty()),
        )
        self._text = text
        self._task = self._bar.add_task(text, total=total, completed=done, speed="")

    def advance(self, games: int, note: str = "") -> None:
        """So many games more, and what else there is to say."""
        task = self._bar.tasks[0]
        self._bar.update(
            self._task,
            advance=games,
            speed=f"{task.speed:,.0f}/s" if task.speed else "",
            description=f"{self._text}{note}",
        )

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
