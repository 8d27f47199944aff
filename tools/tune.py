"""Tune the weights of `hybrid` for a board and a number of seats by CMA-ES, and write them to bots/hybrid.toml.

    make tune ARGS="usa 2 --minutes 10 --from usa.2"

One candidate sits among opponents of one kind at a time, in every seat in turn, on the same deals as the others of its
generation. What counts is the win share and, to a quarter, the margin. The result is measured on deals that the search
has not seen, and so are the weights it started from; it is written only if it wins more of these games.

Opponents may be all bots that play inside the core. So a best response to one of them is found by

    make tune ARGS="usa 2 --from usa.2 --opponents search:rollouts=40 --measured 1000 --write build/response.toml"
"""

from __future__ import annotations

import argparse
import math
import sys
import time
import tomllib
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import cma

from branchline import load_board
from branchline.arena.players import core_player
from branchline.board import Board
from branchline.bots.policy_bot import make_policy
from branchline.core.policies.policy import Policy
from branchline.core.policies.weights import DEFAULTS, OWN
from branchline.core.rules.tables import Tables
from branchline.core.search.player import Player
from branchline.core.search.self_play import FIELDS, SelfPlay

HEAD = """# Weights of the bot hybrid, by board and number of seats; core/policies/weights.py says what each means.
# Written by tools/tune.py: each table says by which command, after how many games, and with what result.
"""
FILE = Path(__file__).parents[1] / "src/branchline/bots/hybrid.toml"
#: Where each weight is looked for.
RANGES: Mapping[str, tuple[float, float]] = {
    "turn": (0.2, 8.0),
    "car": (0.0, 3.0),
    "rate": (1.2, 2.4),
    "ticket": (0.3, 1.6),
    "wild": (0.8, 3.0),
    "up": (0.0, 2.5),
    "spend": (0.0, 2.0),
    "tunnel": (0.0, 2.0),
    "link": (0.0, 1.5),
    "side": (-0.5, 1.5),
    "block": (0.0, 3.0),
    "spread": (1.0, 12.0),
    "sharp": (0.0, 3.0),
    "crowd": (0.0, 0.6),
    "pace": (1.0, 8.0),
    "late": (0.0, 8.0),
    "slack": (0.5, 2.0),
    "keep": (0.3, 1.6),
    "more": (-4.0, 12.0),
    "hoard": (0.0, 0.8),
}
#: What hybrid has where nothing is tuned.
GENERAL = {**DEFAULTS, **OWN["hybrid"]}
UNSEEN = 987654321  # the seed of the deals on which the result is measured
OPPONENTS = ("hybrid", "rush", "planner", "one-step", "long-route", "path")
#: Makes a player that sits opposite.
Rival = Callable[[], Policy | Player]
N = len(FIELDS)
TOTAL, RANK = FIELDS.index("total"), FIELDS.index("rank")


def play(
    tables: Tables, seats: int, weights: Mapping[str, float], rival: Rival, seed: int, deals: int
) -> array[int]:
    """The figures of all games of one candidate against one kind of rival: seat after seat, deal after deal."""
    figures = array("i")
    for seat in range(seats):
        lineup = [Policy("hybrid", weights) if i == seat else rival() for i in range(seats)]
        out = array("i", bytes(4 * deals * seats * N))
        SelfPlay(tables, lineup).run(seed, 0, deals, -1, out)
        figures += out
    return figures


def values(figures: array[int], seats: int, deals: int) -> tuple[float, float]:
    """Mean win share, and mean of 0.75 win + 0.25 margin, of the candidate."""
    won = value = 0.0
    for seat in range(seats):
        for deal in range(deals):
            at = (seat * deals + deal) * seats * N
            rows = [figures[at + i * N : at + (i + 1) * N] for i in range(seats)]
            winners = sum(row[RANK] == 1 for row in rows)
            share = 1 / winners if rows[seat][RANK] == 1 else 0.0
            best = max(row[TOTAL] for i, row in enumerate(rows) if i != seat)
            won += share
            value += 0.75 * share + 0.25 * (0.5 + 0.5 * math.tanh((rows[seat][TOTAL] - best) / 40))
    games = seats * deals
    return won / games, value / games


class Tuner:
    """The search on one board and number of seats."""

    def __init__(
        self,
        board: str,
        seats: int,
        start: Mapping[str, float],
        opponents: Sequence[str],
        only: Sequence[str] = tuple(RANGES),
    ) -> None:
        self.tables, self.seats = Tables(load_board(board)), seats
        self.start, self.ranges = start, {name: RANGES[name] for name in only}
        self.rivals = {name: self._rival(name, load_board(board)) for name in opponents}
        self.games = 0

    def _rival(self, name: str, board: Board) -> Rival:
        """An opponent by its spec; hybrid plays with the weights that the search starts from."""
        if name == "hybrid":
            return make_policy(name, board, self.seats, self.start).copy
        return partial(core_player, name, board, self.seats)

    def weights(self, point: Sequence[float]) -> dict[str, float]:
        """The weights at a point of the unit cube."""
        spans = zip(self.ranges.items(), point, strict=True)
        new = {name: low + (high - low) * min(1.0, max(0.0, x)) for (name, (low, high)), x in spans}
        return {**self.start, **new}

    def point(self, weights: Mapping[str, float]) -> list[float]:
        return [(weights[name] - low) / (high - low) for name, (low, high) in self.ranges.items()]

    def loss(self, point: Sequence[float], seed: int, deals: int) -> float:
        """How badly a candidate does, on average over the opponents."""
        total = 0.0
        for rival in self.rivals.values():
            figures = play(self.tables, self.seats, self.weights(point), rival, seed, deals)
            total += values(figures, self.seats, deals)[1]
            self.games += self.seats * deals
        return -total / len(self.rivals)

    def run(self, minutes: float, deals: int, seed: int) -> dict[str, float]:
        """The centre of the search when time is up: the mean of many good ones, not the luckiest one."""
        options = {"bounds": [0, 1], "seed": seed, "verbose": -9, "CMA_stds": [1.0] * len(self.ranges)}
        search = cma.CMAEvolutionStrategy(self.point(self.start), 0.08, options)
        until = time.monotonic() + 60 * minutes
        generation = 0
        while time.monotonic() < until and not search.stop():
            points = search.ask()
            losses = [self.loss(point, seed + 1000 * generation, deals) for point in points]
            search.tell(points, losses)
            generation += 1
            print(f"{generation:4}  best {-min(losses):.3f}  step {search.sigma:.3f}", flush=True)
        return self.weights(search.result.xfavorite)

    def measure(self, weights: Mapping[str, float], games: int) -> dict[str, float]:
        """Win shares on deals that the search has not seen, by opponent."""
        deals = games // self.seats
        return {
            name: values(play(self.tables, self.seats, weights, rival, UNSEEN, deals), self.seats, deals)[0]
            for name, rival in self.rivals.items()
        }


def told(shares: Mapping[str, float], games: int) -> str:
    """Win shares as percentages with their 95 % intervals."""
    error = {name: math.sqrt(won * (1 - won) / games) for name, won in shares.items()}
    return ", ".join(f"{name} {100 * won:.1f} ± {196 * error[name]:.1f}" for name, won in shares.items())


def entry(board: str, seats: int, weights: Mapping[str, float], lines: Sequence[str]) -> str:
    """One table of the data file: where the weights come from, and the weights."""
    comments = "".join(f"# {line}\n" for line in lines)
    return f"[{board}.{seats}]\n{comments}" + "".join(
        f"{name} = {value:.3f}\n" for name, value in weights.items()
    )


def replace_entry(text: str, board: str, seats: int, new: str) -> str:
    """The data file with one table new."""
    head, *tables = text.split("\n[")
    kept = {table.split("]", 1)[0]: "[" + table.strip() + "\n" for table in tables}
    kept[f"{board}.{seats}"] = new
    return head.rstrip() + "\n\n" + "\n".join(kept[name] for name in sorted(kept))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("board")
    parser.add_argument("seats", type=int)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--deals", type=int, default=60, help="deals for each opponent and candidate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS)
    parser.add_argument(
        "--only", nargs="+", choices=tuple(RANGES), default=tuple(RANGES), help="weights to tune"
    )
    parser.add_argument("--measured", type=int, default=8000, help="games against each opponent at the end")
    parser.add_argument("--write", type=Path, default=FILE)
    parser.add_argument("--from", dest="start", metavar="BOARD.SEATS", help="start from these tuned weights")
    arguments = parser.parse_args()
    start = {name: GENERAL[name] for name in RANGES}
    if arguments.start:
        start |= read_entry(FILE, arguments.start)
    tuner = Tuner(arguments.board, arguments.seats, start, arguments.opponents, arguments.only)
    before = tuner.measure(start, arguments.measured)
    weights = tuner.run(arguments.minutes, arguments.deals, arguments.seed)
    after = tuner.measure(weights, arguments.measured)
    command = " ".join(("tools/tune.py", *said(sys.argv[1:])))
    lines = [
        f"{command}: {tuner.games} games.",
        f"Wins on {arguments.measured} games with deals that it had not seen, percent, against",
        f"{told(after, arguments.measured)} (hybrid: as it was at the start);",
        f"at the start {told(before, arguments.measured)}",
    ]
    print("\n".join(lines))
    if sum(after.values()) <= sum(before.values()):
        print("That is no better: nothing is written.")
        return
    text = arguments.write.read_text(encoding="utf-8") if arguments.write.exists() else HEAD
    new = entry(arguments.board, arguments.seats, weights, lines)
    arguments.write.write_text(replace_entry(text, arguments.board, arguments.seats, new), encoding="utf-8")


def said(arguments: Sequence[str]) -> list[str]:
    """The arguments that matter to the result: not where it is written."""
    rest = list(arguments)
    if "--write" in rest:
        del rest[rest.index("--write") : rest.index("--write") + 2]
    return rest


def read_entry(file: Path, name: str) -> dict[str, float]:
    """The weights of one table of the data file."""
    board, seats = name.split(".")
    table = tomllib.loads(file.read_text(encoding="utf-8"))[board][seats]
    return {name: float(table.get(name, GENERAL[name])) for name in RANGES}


if __name__ == "__main__":
    main()
