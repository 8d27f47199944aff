"""Whether long routes pay too well: rush against bots that play for tickets, under other points."""

from __future__ import annotations

from branchline import load_board
from branchline.study import Study, change_board

from .common import Row, percent, run, table

OFFICIAL, BY_TURN = (1, 2, 4, 7, 10, 15), (3, 4, 5, 6, 7, 8)
RIVALS = ("planner", "one-step", "hybrid")


def blend(part: float) -> tuple[int, ...]:
    """A table of points between the official one and the one by turns."""
    return tuple(int((1 - part) * a + part * b + 0.5) for a, b in zip(OFFICIAL, BY_TURN, strict=True))


TABLES = {
    "official": OFFICIAL,
    "a quarter by turn": blend(0.25),
    "half by turn": blend(0.5),
    "by turn, 2 + length": BY_TURN,
    "by car": (1, 2, 3, 4, 5, 6),
}

ANSWER = """\
Our answer: with the official points and two seats, `rush` does beat the bots that play for tickets alone (76 %
against `planner`, 58 % against `one-step`). It stops early on the way to equal points for a turn: with a quarter of
the way it is level with `planner` and behind `one-step`, with half of it behind both, and by turn it hardly wins. So
the long routes do pay more than tickets that are played for alone; but they don't make tickets useless: `hybrid`,
which does both, beats `rush` with 94 % under the official points. With four seats (two of each, fair share 25 %)
`rush` is ahead of `planner` only."""


def long_routes(processes: int) -> str:
    return f"""# Do long routes pay too well?

Witter and Lyford asked whether the points of the long routes of USA are out of proportion: a route of length L costs
L cards, which are L / 2 turns, and one turn to claim it, while its points grow much faster. Then who only gathers cards
for the longest routes, and ignores tickets, would beat those who play for tickets. `rush` does just that; `planner`,
`one-step` and `hybrid` play for tickets, and `hybrid` looks for long routes as well.

The share of victories of `rush` in percent, with intervals at 95 %, 4,000 games each. Both bots sit equally often in
every seat. *By turn* gives every route the same points for a turn, 2 + L; then all routes together bring nearly as
much as in the official table (509 and 508 points). The rows between are mixtures of both, rounded. The bots keep the
weights that they have for the official points.

{table(against_rush(processes))}
    branchline study usa --bots rush planner --seats 2 --games 4000 --points 3,4,5,6,7,8

{ANSWER}

What `hybrid` does with the lengths when it plays against itself (2 seats, 10,000 games), with the official points and
with those by turn. Owner won: how often the owner of a route of this length wins; 50 is usual.

{table(by_length(processes))}
    branchline study usa --bots hybrid --seats 2 --games 10000 --csv official
"""


def against_rush(processes: int) -> list[Row]:
    """For every table of points, the share of rush against each rival."""
    usa = load_board("usa")
    rows: list[Row] = [
        ["points by length 1 to 6", *(f"v {bot}, {seats} seats" for seats in (2, 4) for bot in RIVALS)]
    ]
    for name, points in TABLES.items():
        board, changes = change_board(usa, points=points)
        cells = []
        for seats in (2, 4):
            for bot in RIVALS:
                found = run(processes, board, ("rush", bot), seats, 4000, changes)
                cells.append(percent(next(one.win for one in found.figures if one.bot == "rush")))
        rows.append([f"{name}: {', '.join(map(str, points))}", *cells])
    return rows


def by_length(processes: int) -> list[Row]:
    """How often hybrid claims routes of each length, and how often their owners win."""
    usa = load_board("usa")
    board, changes = change_board(usa, points=BY_TURN)
    studies = (
        run(processes, usa, ("hybrid",), 2, 10_000),
        run(processes, board, ("hybrid",), 2, 10_000, changes),
    )
    head = ["length", "points", "points a turn", "claims a game", "owner won %"]
    rows: list[Row] = [[*head, "in the turn table: claims", "owner won %"]]
    for length in range(1, 7):
        points, turns = (OFFICIAL[length - 1], BY_TURN[length - 1]), 1 + length / 2
        cells = [f"{points[0]} / {points[1]}", f"{points[0] / turns:.2f} / {points[1] / turns:.2f}"]
        for found in studies:
            claims, won = claims_of(found, length)
            cells += [f"{claims:.2f}", f"{100 * won:.1f}"]
        rows.append([length, *cells])
    return rows


def claims_of(study: Study, length: int) -> tuple[float, float]:
    """Claims a game of routes of a length, and how often their owners win."""
    routes = [one for one in study.routes if one.length == length]
    claims = sum(one.claimed.value for one in routes)
    won = sum(one.claimed.value * one.win.value for one in routes if one.win)
    return claims, won / claims if claims else 0.0
