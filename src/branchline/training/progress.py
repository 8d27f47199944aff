"""Progress bars of a training, on standard error, where somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from branchline.arena.progress import ProgressBar


class Progress:
    """One bar for each step."""

    def games(self, text: str, total: int) -> ProgressBar:
        """A bar that counts games."""
        return ProgressBar(total, text=text)

    @contextmanager
    def steps(self, text: str) -> Iterator[Callable[[int, int, float], None]]:
        """A bar for the steps of a fit: call it with the step, their number and the loss."""
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(text, total=None)
            yield lambda step, steps, loss: bar.update(
                task, completed=step, total=steps, description=f"{text}, loss {loss:.3f}"
            )
