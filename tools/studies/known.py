"""Known figures of others: a thesis with a classical and a neural player, and human finalists."""

from __future__ import annotations

from collections import Counter

from branchline import load_board
from branchline.arena.native import self_play
from branchline.board import Board
from branchline.study import Study, change_board

from .common import Row, run, signed, table

BOTS = ("one-step", "planner", "hybrid")
GAMES = 2500
SEATS = range(2, 6)
#: Table of the thesis (Kraków 2018), 250 games for each number of players: for 2, 3, 4, 5 players and all.
CLASSICAL = {
    "min / max": ("37 / 173", "14 / 149", "43 / 182", "34 / 162", "14 / 182"),
    "mean": ("107.0", "98.0", "98.0", "94.6", "98.2"),
    "deviation": ("19.7", "18.0", "19.4", "19.7", "19.7"),
    "median": ("108", "95", "98", "96", "99"),
    "above 110 / 120 / 140 %": (
        "44.6 / 23.4 / 3.8",
        "38.0 / 8.8 / 0.4",
        "28.0 / 13.2 / 0.7",
        "21.6 / 8.8 / 1.0",
        "27.5 / 12.1 / 1.2",
    ),
    "tickets done / failed": ("3.63 / 0.46", "3.01 / 0.58", "3.21 / 0.56", "2.80 / 0.62", "3.08 / 0.57"),
}
NEURAL = {
    "mean": ("106.4", "100.0", "100.1", "96.2", "99.7"),
    "tickets done / failed": ("3.91 / 0.28", "3.55 / 0.43", "3.70 / 0.38", "3.31 / 0.37", "3.56 / 0.37"),
}
#: Finalists of the WBC 2025 online championship: Mega tickets, 4 seats, 27 games.
FINALISTS = ("157", "69.8", "73.4", "35.4", "6.4", "1.9")
#: Our bots beside them, and the games of each. Search takes seconds for a game.
MEGA = {"hybrid": 2000, "search:rollouts=100": 27}

ABOUT_THESIS = """\
`planner` and the classical player of the thesis are much alike: the same points and as many tickets, of which ours
fails fewer. `one-step` has more of both. `hybrid` has no more points, but it wins against both: it holds two tickets,
claims long routes and ends the game in 33 rounds, where the players of the thesis take 40 to 44 turns. High scores and
victories are not the same. The glossary of the thesis gives its deck 10 cards of each colour and 12 wilds; ours has 12
and 14, as the rules say."""
ABOUT_FINALISTS = """\
The finalists draw tickets twice and hold twice as many as our bots, which keep three at the start and draw hardly any.
In as many turns they get 12 points fewer for routes and 39 more for tickets. Who would win against whom the points do
not say; but the Mega tickets seem to be worth more draws than our bots think."""


def known(processes: int) -> str:
    return f"""# Known figures

What others have published of their players, beside ours.

## A thesis on USA

A master's thesis (Kraków 2018) let a classical and a neural player play 250 games for each number of players on USA,
without the bonus for the longest path. Ours: {GAMES:,} games each. *Above*: the share of scores above 110, 120 and 140
points. Tickets are means of a seat.

{table(thesis(processes))}
    branchline study usa --bots planner --seats 2 --games {GAMES} --longest 0

{ABOUT_THESIS}

## Human finalists

The finalists of the WBC 2025 online championship: four seats, Mega tickets, 27 games. Beside them bots of ours on
`usa-mega`, all four seats the same. Means of the winners: points, of these for routes and for tickets, turns, tickets
held, and draws of tickets.

{table(finalists())}
    python -m tools.studies known-figures

{ABOUT_FINALISTS}
"""


def thesis(processes: int) -> list[Row]:
    rows: list[Row] = [["player", "figure", *(f"{seats} seats" for seats in SEATS), "all"]]
    for name, figures in (("classical", CLASSICAL), ("neural", NEURAL)):
        rows += [[name, figure, *values] for figure, values in figures.items()]
    board, changes = change_board(load_board("usa"), longest=0)
    for bot in BOTS:
        found = [run(processes, board, (bot,), seats, GAMES, changes) for seats in SEATS]
        columns = [figures_of([study]) for study in found] + [figures_of(found)]
        rows += [[f"`{bot}`", figure, *(column[figure] for column in columns)] for figure in CLASSICAL]
    return rows


def figures_of(studies: list[Study]) -> dict[str, str]:
    """The figures of the thesis over all seats of some studies of one bot."""
    counts: Counter[int] = Counter()
    for study in studies:
        counts.update(study.scores.counts)
    total = counts.total()
    mean = sum(points * n for points, n in counts.items()) / total
    deviation = (sum((points - mean) ** 2 * n for points, n in counts.items()) / (total - 1)) ** 0.5
    above = [
        100 * sum(n for points, n in counts.items() if points > least) / total for least in (110, 120, 140)
    ]
    weights = [study.figures[0].games for study in studies]
    done = sum(study.figures[0].means["tickets_done"] * n for study, n in zip(studies, weights, strict=True))
    held = sum(study.figures[0].means["tickets_held"] * n for study, n in zip(studies, weights, strict=True))
    values = (
        f"{min(counts)} / {max(counts)}".replace("-", "−"),
        signed(mean),
        f"{deviation:.1f}",
        str(median(counts)),
        " / ".join(f"{value:.1f}" for value in above),
        f"{done / total:.2f} / {(held - done) / total:.2f}",
    )
    return dict(zip(CLASSICAL, values, strict=True))


def median(counts: Counter[int]) -> int:
    seen = 0
    for points in sorted(counts):
        seen += counts[points]
        if 2 * seen >= counts.total():
            return points
    return 0


def finalists() -> list[Row]:
    rows: list[Row] = [
        ["players", "games", "points", "routes", "tickets", "turns", "tickets held", "ticket draws"]
    ]
    rows.append(["finalists", 27, *FINALISTS])
    board = load_board("usa-mega")
    rows += [
        [f"`{bot}`", f"{games:,}", *(f"{value:.1f}" for value in winners(board, bot, games))]
        for bot, games in MEGA.items()
    ]
    return rows


def winners(board: Board, bot: str, games: int) -> list[float]:
    """Means of the winning seats of games of four."""
    names = ("total", "routes", "tickets", "turns", "tickets_held", "ticket_draws")
    sums, count = dict.fromkeys(names, 0), 0
    table_of_four = self_play(board, (bot,) * 4)
    for index in range(games):
        table_of_four.play(0, index)
        for seat in map(table_of_four.result, range(4)):
            if seat["rank"] == 1:
                count += 1
                for name in names:
                    sums[name] += seat[name]
    print(f"{board.id}, 4 seats, {bot}", flush=True)
    return [sums[name] / count for name in names]
