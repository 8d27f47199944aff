"""What all studies need: to play one, and to write its figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.arena.executors import play_schedule
from branchline.board import Board
from branchline.study import Study
from branchline.study.fairness import Share
from branchline.study.study import StudySchedule

Row = Sequence[object]


def run(
    processes: int, board: Board, bots: Sequence[str], seats: int, games: int, changes: Sequence[str] = ()
) -> Study:
    """Play a study, and say on the terminal which one it was."""
    schedule = StudySchedule(board, bots, seats, games, changes=changes)
    play_schedule(schedule, schedule.executor(processes))
    print(f"{board.id}, {seats} seats, {', '.join(bots)} {'; '.join(changes)}", flush=True)
    return schedule.study()


def table(rows: Iterable[Row]) -> str:
    """A table in Markdown; the first row is its head."""
    head, *body = ([str(cell) for cell in row] for row in rows)
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def percent(value: Share | None) -> str:
    return "–" if value is None else f"{100 * value.value:.1f} ± {100 * value.half:.1f}"


def signed(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")
