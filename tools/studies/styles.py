"""The four published styles: as the authors' program plays them, and as our bots do."""

from __future__ import annotations

from typing import NamedTuple

from branchline import load_board
from branchline.study import Study

from .common import Row, percent, run, table

FOLDER = "python:tools/studies"
PROGRAM_GAMES, GAMES = 1200, 2400


class Style(NamedTuple):
    """A style: our bot, the bot that plays as the program does, the program's name, share and points."""

    bot: str
    program: str
    name: str
    win: float
    half: float
    points: int


#: 269 games of the program of de Mesentier Silva, Lee, Togelius and Nealen (FDG 2017).
STYLES = (
    Style("long-route", f"{FOLDER}/published.py:LongRoute", "LRJ", 39.8, 5.8, 97),
    Style("one-step", f"{FOLDER}/published.py:OneStep", "OST", 28.4, 5.4, 91),
    Style("hungry", f"{FOLDER}/hungry.py:Hungry", "Hungry", 28.1, 5.4, 79),
    Style("path", f"{FOLDER}/published.py:Path", "Path", 3.7, 2.3, 58),
)
#: What is known of routes and cities there: the share of games in which they are claimed, or reached.
ROUTES = {
    "sault_st_marie-winnipeg": 0.90,
    "pittsburgh-toronto": 0.90,
    "denver-helena": 0.87,
    "raleigh-washington/1": 0.10,
    "new_york-washington/orange": 0.11,
}
CITIES = {"las_vegas": 0.41, "washington": 0.41, "boston": 0.51}

WHY = """\
The bots `long-route`, `one-step`, `hungry` and `path` follow what is said of the styles. The program does something
else in places, and that decides:

- **Path and Hungry compare RED with red.** They mean to take a face-up card of the colour that they want, but the names
  of colours differ in case. Path draws every card blind; Hungry takes the colour that lies there most often if it needs
  it at all, else a blind card. With face-up cards `path` wins five times as often.
- **One-step and Long-route fail to find paths when they choose tickets** (the search is asked of the wrong object, and
  the error is caught). All tickets seem to cost 50 cars, so they keep the cheapest ones.
- **One-step goes on with a ticket for which it has too few cars**, and waits until others end the game; it holds
  6 cars then. Our bot gives such a ticket up. When it looks for the longest route, it waits for the longest of all, not
  for the longest that it can pay.
- **Long-route's longest routes lie anywhere**, not at its network.
- **Hungry remembers what all tickets of its last offer would cost, not those that it kept.** So it draws tickets
  about once, at the start, and never again. Our bot compares with its real plan, goes on drawing, holds 5.6 tickets
  and completes 2.3.
- **Its plan joins each city to where the last one was joined**, unless it is nearer to another: the shortest distance
  is not forgotten from one city to the next.
- **Own routes count as a step** in Path, One-step and Long-route; in our bots they are free. After its tickets Path
  claims the *shortest* routes: its queue gives the smallest number first.

`tools/studies/published.py` and `hungry.py` play like that, slips included. What they can't copy are rules of that
program: three face-up wilds put nine cards on the discards instead of five, refused tickets leave the game, and the
last turns begin anew when a second player gets down to two cars. Its seats are always in the same order;
ours take turns."""


def styles(processes: int) -> str:
    usa = load_board("usa")
    program = run(processes, usa, [one.program for one in STYLES], 4, PROGRAM_GAMES)
    names = [one.bot for one in STYLES]
    ours = {
        (board.name, seats): run(processes, board, names, seats, GAMES)
        for board in map(load_board, ("usa", "europe", "london"))
        for seats in range(2, 5)
    }
    fits = [inside(program, one) for one in STYLES]
    return f"""# Four published styles

De Mesentier Silva, Lee, Togelius and Nealen (FDG 2017) published a program with four styles of play. Here are 269 games
of it with one of each at a table of four on USA, beside ours: the same styles played as the program does, and our bots,
which follow the description. Shares of victories in percent, with intervals at 95 %; points are means.

{table(compared(program, ours["USA", 4]))}
{sum(fits)} of the 4 shares of the replay lie inside the intervals of the program. A game of the program has 38.0 turns
a seat, and the winner 112.8 points; of the replay {program.length.rounds:.1f} and {program.scores.winner:.1f}; of our
bots {ours["USA", 4].length.rounds:.1f} and {ours["USA", 4].scores.winner:.1f}.

    P=python:tools/studies/published.py H=python:tools/studies/hungry.py
    branchline study usa --bots $P:LongRoute $P:OneStep $H:Hungry $P:Path --seats 4 --games {PROGRAM_GAMES}
    branchline study usa --bots {" ".join(names)} --seats 4 --games {GAMES}

{WHY}

What is known of routes and cities, as shares of games in percent: the three routes that the program claims most and two
of those that it claims least, and the three cities that it reaches least. Of a double route the more frequent one
counts. The seven routes whose owners won most often were all six long there; here {six_long(program)} of the first
seven are. Where many paths have equally few routes, as in the east, the program takes what its library finds first;
ours takes the first in the order of the board. That moves claims from one short route to another.

{table(known(program))}
## Our bots on all boards

{GAMES:,} games each; with fewer than four seats the lineups take turns, and the fair share is one part in the number of
seats. Shares of victories in percent, with intervals at 95 %:

{table(everywhere(ours))}"""


def win_of(study: Study, bot: str) -> tuple[str, float, float]:
    """The share of a bot as text and as a number, and its points."""
    found = next(one for one in study.figures if one.bot == bot)
    return percent(found.win), 100 * found.win.value, found.score


def inside(program: Study, style: Style) -> bool:
    return abs(win_of(program, style.program)[1] - style.win) <= style.half


def compared(program: Study, ours: Study) -> list[Row]:
    """Each style: the program, the replay of it, and our bot."""
    head = [
        "style",
        "program, won %",
        "points",
        "replay, won %",
        "inside",
        "points",
        "our bot, won %",
        "points",
    ]
    rows: list[Row] = [head]
    for one in STYLES:
        again, _, points = win_of(program, one.program)
        told, _, our_points = win_of(ours, one.bot)
        fits = "yes" if inside(program, one) else "no"
        name = f"{one.name} (`{one.bot}`)"
        rows.append(
            [
                name,
                f"{one.win} ± {one.half}",
                one.points,
                again,
                fits,
                f"{points:.0f}",
                told,
                f"{our_points:.0f}",
            ]
        )
    return rows


def known(program: Study) -> list[Row]:
    """Routes and cities by how often they are used, in the program and in the replay."""
    rows: list[Row] = [["route or city", "program %", "replay %"]]
    for route, value in ROUTES.items():
        name = program.route(route).name
        most = max(one.claimed.value for one in program.routes if one.name == name)
        rows.append([name, f"{100 * value:.0f}", f"{100 * most:.0f}"])
    rows += [
        [city.name, f"{100 * CITIES[city.id]:.0f}", f"{100 * city.visited:.0f}"]
        for city in program.cities
        if city.id in CITIES
    ]
    return rows


def six_long(program: Study) -> int:
    """How many of the seven routes whose owners win most often are six long; rare ones are left out."""
    often = [one for one in program.routes if one.win and one.claimed.value > 0.2]
    best = sorted(often, key=lambda one: -one.win.value if one.win else 0.0)[:7]
    return sum(one.length == 6 for one in best)


def everywhere(ours: dict[tuple[str, int], Study]) -> list[Row]:
    """Our bots on all boards, with two to four seats."""
    names = [one.bot for one in STYLES]
    rows: list[Row] = [["board, seats", *names, "rounds", "winner's points"]]
    for (board, seats), found in ours.items():
        shares = [win_of(found, name)[0] for name in names]
        rows.append(
            [f"{board}, {seats}", *shares, f"{found.length.rounds:.1f}", f"{found.scores.winner:.1f}"]
        )
    return rows
