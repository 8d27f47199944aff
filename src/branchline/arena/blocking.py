"""Blocking: how often a bot takes a route that another seat needs, what that costs the other, and what it brings.

    python -m branchline.arena.blocking hybrid rush --board usa --seats 2 --games 200
    python -m branchline.arena.blocking search:time=0.2 --among hybrid --board london --seats 4 --games 40
    python -m branchline.arena.blocking --records games/*.record

All cards lie open to this measure. The way of a ticket is the quickest one: a turn for every route to claim, and half a
turn for every card of it. A seat needs a route if one of its unfinished tickets has no way as quick without it. A claim
is a block if another seat needs the route. Stations are left out: they could still help.
"""

from __future__ import annotations

import argparse
import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from branchline.arena.executors import Executor, local_executor
from branchline.arena.jobs import (
    DECISION_SECONDS,
    deal_game,
    pickled_board,
    play_out,
    unpickle_job,
)
from branchline.arena.players import cores_for
from branchline.arena.progress import ProgressBar
from branchline.arena.reports.display import markdown
from branchline.arena.reports.intervals import share
from branchline.board import Board, load_board
from branchline.game.game import Game
from branchline.game.position import Position, check_seats
from branchline.game.record import read_record, replay_record


class Claim(NamedTuple):
    """A claim as its blocking is counted.

    `turns` are lost by those who needed the route, `died` are their tickets that have no way any more with the cars
    left, and `own` says whether the route was on a way of the claimer's as well. `chance` is the share of the routes
    open to the claimer that anybody needed.
    """

    seat: int
    route: str
    points: int
    turns: float
    died: tuple[str, ...]
    own: bool
    chance: float

    @property
    def blocks(self) -> bool:
        """Whether anybody needed the route."""
        return self.turns > 0 or bool(self.died)


class Ways:
    """Who owns which routes at a moment, and the ways that this leaves."""

    def __init__(self, board: Board, seats: int) -> None:
        self.board, self.seats = board, seats
        self.owner: dict[str, int] = {}
        self.tickets: list[list[str]] = [[] for _ in range(seats)]
        self.cars = [board.cars] * seats
        self.routes_at: dict[str, list[str]] = defaultdict(list)
        for route in board.routes:
            self.routes_at[route.a].append(route.id)
            self.routes_at[route.b].append(route.id)

    def begin(self, start: Position) -> None:
        """Begin in the middle of a game."""
        self.owner = {route: seat for seat, routes in enumerate(start.routes) for route in routes}
        self.tickets, self.cars = [list(held) for held in start.tickets], list(start.cars)

    def claim(self, seat: int, route: str) -> None:
        """Let a seat own a route."""
        self.owner[route] = seat
        self.cars[seat] -= self.board.route(route).length

    def usable(self, seat: int, route: str) -> bool:
        """Whether a seat owns a route or may still claim it (R6)."""
        if route in self.owner:
            return self.owner[route] == seat
        twin = self.board.route(route).twin
        if twin is None or twin not in self.owner:
            return True
        return self.seats > self.board.closed_doubles and self.owner[twin] != seat

    def turns(self, seat: int, ticket: str) -> tuple[float, list[str]]:
        """The turns that the quickest way of a ticket takes, and the routes to claim on it."""
        return self._search(seat, ticket, 1.0, 0.5)

    def has_way(self, seat: int, ticket: str) -> bool:
        """Whether the cars of a seat suffice for a way of a ticket."""
        return self._search(seat, ticket, 0.0, 1.0)[0] <= self.cars[seat]

    def open_tickets(self, seat: int) -> list[str]:
        """The tickets of a seat that are not finished and still have a way."""
        return [one for one in self.tickets[seat] if self.turns(seat, one)[0] > 0 and self.has_way(seat, one)]

    def needed(self, seat: int, claimer: int) -> dict[str, float]:
        """The routes that a seat needs, and the turns that it loses if the claimer takes them."""
        lost: dict[str, float] = defaultdict(float)
        for ticket in self.open_tickets(seat):
            before, way = self.turns(seat, ticket)
            halves = [half for route in way for half in (route, self.board.route(route).twin) if half]
            for route in halves:  # the claimer may take either half of a double
                if self.may_claim(claimer, route):
                    more = self.after(claimer, route).turns(seat, ticket)[0] - before
                    if more > 0:
                        lost[route] += more
        return lost

    def may_claim(self, seat: int, route: str) -> bool:
        """Whether a seat may claim a route with the cars that it has."""
        length = self.board.route(route).length
        return route not in self.owner and self.usable(seat, route) and length <= self.cars[seat]

    def after(self, seat: int, route: str) -> Ways:
        """The same with one route more claimed."""
        twin = Ways.__new__(Ways)
        twin.board, twin.seats, twin.tickets, twin.routes_at = (
            self.board,
            self.seats,
            self.tickets,
            self.routes_at,
        )
        twin.owner, twin.cars = dict(self.owner), list(self.cars)
        twin.claim(seat, route)
        return twin

    def _search(self, seat: int, ticket: str, for_route: float, for_car: float) -> tuple[float, list[str]]:
        """The cheapest way by Dijkstra's algorithm; infinite if there is none."""
        start, goal = self.board.ticket(ticket).a, self.board.ticket(ticket).b
        cost, came = {start: 0.0}, dict[str, tuple[str, str]]()
        waiting = [(0.0, start)]
        while waiting:
            so_far, city = heapq.heappop(waiting)
            if city == goal:
                return so_far, self._back(came, goal)
            if so_far > cost[city]:
                continue
            for name in self.routes_at[city]:
                if self.usable(seat, name):
                    route = self.board.route(name)
                    other = route.b if route.a == city else route.a
                    total = so_far + (0.0 if name in self.owner else for_route + for_car * route.length)
                    if total < cost.get(other, float("inf")):
                        cost[other], came[other] = total, (city, name)
                        heapq.heappush(waiting, (total, other))
        return float("inf"), []

    def _back(self, came: Mapping[str, tuple[str, str]], city: str) -> list[str]:
        routes = []
        while city in came:
            city, route = came[city]
            if route not in self.owner:
                routes.append(route)
        return routes


def claims_of(game: Game) -> Iterator[Claim]:
    """Every claim of a game, in order, and what it did to the others."""
    ways = Ways(game.board, game.seats)
    if game.start is not None:
        ways.begin(game.start)
    moves = [(entry.seat, entry.move.split()) for entry in game.log if entry.seat is not None]
    for at, (seat, (kind, *words)) in enumerate(moves):
        if kind == "keep":
            ways.tickets[seat] += words
        elif kind == "claim" and moves[at + 1 : at + 2] != [(seat, ["withdraw"])]:  # U4: then it is no claim
            yield judge(ways, seat, words[0])
            ways.claim(seat, words[0])


def judge(ways: Ways, seat: int, route: str) -> Claim:
    """What a claim does to the others, before it is made."""
    others = [other for other in range(ways.seats) if other != seat]
    needed = {one for other in others for one in ways.needed(other, seat)}
    can = [one.id for one in ways.board.routes if ways.may_claim(seat, one.id)]
    after, turns, died = ways.after(seat, route), 0.0, []
    for other in others:
        for ticket in ways.open_tickets(other):
            if after.has_way(other, ticket):
                turns += after.turns(other, ticket)[0] - ways.turns(other, ticket)[0]
            else:
                died.append(ticket)
    return Claim(
        seat=seat,
        route=route,
        points=ways.board.points[ways.board.route(route).length],
        turns=turns,
        died=tuple(died),
        own=any(after.turns(seat, one)[0] < ways.turns(seat, one)[0] for one in ways.open_tickets(seat)),
        chance=sum(one in needed for one in can) / len(can),
    )


class BlockingJob(NamedTuple):
    """One game whose claims are judged."""

    board: Board
    seed: int
    deal: int
    bots: tuple[str, ...]
    in_core: bool = False

    def play(self) -> tuple[int, list[Claim]]:
        game = deal_game(self.board, len(self.bots), self.seed, self.deal)
        play_out(game, self.seed, self.deal, self.bots, DECISION_SECONDS)
        return self.deal, list(claims_of(game))

    def outside_core(self) -> None:
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_job, (type(self), pickled_board(self.board), *self[1:])


#: What is told of a bot: for a claim what is added, and whether it counts in the mean.
COLUMNS: dict[str, Callable[[Claim], tuple[float, bool]]] = {
    "blocks, % of claims": lambda c: (100.0 * c.blocks, True),
    "if any open route, %": lambda c: (100.0 * c.chance, True),
    "on its own way too, % of blocks": lambda c: (100.0 * c.own, c.blocks),
    "turns lost by others, a block": lambda c: (c.turns, c.blocks),
    "tickets lost by others, % of blocks": lambda c: (100.0 * len(c.died), c.blocks),
    "points of a block": lambda c: (c.points, c.blocks),
    "of another claim": lambda c: (c.points, not c.blocks),
}


def figure(games: Sequence[Sequence[Claim]], column: str) -> str:
    """The mean of a column over the claims of many games, with half of its interval, for which games are drawn."""
    counted = []
    for game in games:
        values = [value for value, counts in map(COLUMNS[column], game) if counts]
        if values:
            counted.append((sum(values), len(values)))
    if not counted:
        return ""
    # `share` wants shares. Where all games have the same mean, only a percentage has an interval by its formula.
    means = [total / count for total, count in counted]
    scale = max(100.0 if "%" in column else 1.0, *means)
    found = share([total / scale for total, _ in counted], [count for _, count in counted])
    error = (
        f" ± {scale * found.half:.1f}"
        if len(counted) > 1 and ("%" in column or max(means) > min(means))
        else ""
    )
    return f"{scale * found.value:.1f}{error}"


def rows(by_bot: Mapping[str, Sequence[Sequence[Claim]]]) -> list[list[str]]:
    """The table: for each bot the claims of each of its games."""
    table = [["bot", "games", "blocks by a seat", *COLUMNS]]
    for bot, games in by_bot.items():
        seats = sum(len({claim.seat for claim in game}) for game in games)
        blocks = sum(claim.blocks for game in games for claim in game) / max(1, seats)
        cells = [figure(games, column) for column in COLUMNS]
        table.append([bot, f"{len(games):,}", f"{blocks:.2f}", *cells])
    return table


def measure(
    board: Board,
    seats: int,
    bot: str,
    among: str | None,
    games: int,
    seed: int,
    executor: Executor,
    watch: Callable[[int], object] = lambda _: None,
) -> list[list[Claim]]:
    """The claims of a bot, game by game: at tables of its own kind, or alone among others in every seat in turn."""
    jobs = []
    for deal in range(games):
        bots = [among or bot] * seats
        bots[deal % seats] = bot
        jobs.append(BlockingJob(board, seed, deal, tuple(bots)))
    found = []
    for deal, claims in executor.run(iter(jobs), cores_for((bot, among or bot))):
        found.append([one for one in claims if among is None or one.seat == deal % seats])
        watch(1)
    return found


def read_records(files: Iterable[Path]) -> dict[str, list[list[Claim]]]:
    """The claims in records by the bot that made them; `people` are those of whom a record names no bot."""
    found: dict[str, list[list[Claim]]] = defaultdict(list)
    for file in files:
        record = read_record(file.read_text(encoding="utf-8"))
        game = replay_record(record)
        names = {
            entry.seat: record.bots[line].partition("@")[0]
            for line, entry in record.moves
            if line in record.bots
        }
        claims = list(claims_of(game))
        for seat in range(game.seats):
            found[names.get(seat, "people")].append([one for one in claims if one.seat == seat])
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m branchline.arena.blocking",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", nargs="*", metavar="BOT", help="specs of bots")
    parser.add_argument("--among", metavar="BOT", help="who sits in the other seats (default: the same bot)")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, help="default: as many as there are cores")
    parser.add_argument("--records", nargs="+", type=Path, default=[], help="records of games instead")
    arguments = parser.parse_args()
    if arguments.records:
        print(markdown(rows(read_records(arguments.records))), end="")
        return
    board = load_board(arguments.board)
    check_seats(board, arguments.seats)
    executor, found = local_executor(arguments.processes), {}
    with ProgressBar(arguments.games * len(arguments.bots)) as bar:
        for bot in arguments.bots:
            found[bot] = measure(
                board,
                arguments.seats,
                bot,
                arguments.among,
                arguments.games,
                arguments.seed,
                executor,
                bar.advance,
            )
    print(markdown(rows(found)), end="")


if __name__ == "__main__":
    main()
