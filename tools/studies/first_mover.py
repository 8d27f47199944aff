"""The first mover: who wins by the order of turns, and the points that would make it fair."""

from __future__ import annotations

from branchline import load_board

from .common import Row, percent, run, table

#: Games for intervals of ± 1 % at two seats.
GAMES = 9604
POOL = ("random", "greedy", "rush", "planner", "hybrid")
PLACES = ("starter", "second", "third", "fourth", "fifth")


def first_mover(processes: int) -> str:
    parts = [section(processes, seats) for seats in range(2, 6)]
    return f"""# The first mover

Who wins by the order of turns, when all seats play alike: {GAMES:,} games each, shares of victories in
percent with intervals at 95 %. *Fair points* are what each place would get at the end, so that all places win equally
often; the place that needs fewest gets none. They come from the margins of the victories: a victory goes over to the
next best seat as soon as its extra points exceed the margin. `search` is left out: a game of four takes it five seconds
of CPU time.

    branchline study usa --bots hybrid --seats 2 --games {GAMES}

{chr(10).join(parts)}"""


def section(processes: int, seats: int) -> str:
    cases = (
        [("usa", bot) for bot in POOL]
        + [("europe", "hybrid")]
        + ([("london", "hybrid")] if seats < 5 else [])
    )
    rows: list[Row] = [["board, bot", *PLACES[:seats], "fair points, in the order of turns"]]
    rows += [row(processes, board, bot, seats, GAMES) for board, bot in cases]
    return f"## {seats} seats, fair share {100 / seats:.1f} %\n\n{table(rows)}"


def row(processes: int, board: str, bot: str, seats: int, games: int) -> Row:
    found = run(processes, load_board(board), (bot,), seats, games)
    points = ", ".join(f"{one.fair:.1f}" for one in found.places)
    error = max(one.fair_error for one in found.places)
    return [f"{board}, {bot}", *(percent(one.win) for one in found.places), f"{points} (± {error:.1f})"]
