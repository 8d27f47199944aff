"""The four styles of de Mesentier Silva, Lee, Togelius and Nealen (FDG 2017) as the authors' program plays them.

The bots `path`, `one-step`, `long-route` and `hungry` follow what is said of the styles. These here follow what the
program does, slips included, for docs/studies/styles.md: `python:tools/studies/published.py:Path`. `Hungry` is in the
file beside this one. They remember their target from move to move, which bots of Branchline don't.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterable, Iterator, Sequence

from branchline import Action, View
from branchline.board import Route
from branchline.bots import Bot

#: In the program's order, which decides between equals.
COLOURS = ("red", "orange", "blue", "purple", "white", "yellow", "black", "green")
GRAY, WILD = "gray", "wild"
#: Cars that everybody must have before tickets are drawn.
ENOUGH_CARS = 8

Pair = tuple[str, str]
Graph = dict[str, dict[str, int]]


class Map:
    """What is free and what is own, as a graph: what each step costs. Own routes cost nothing."""

    def __init__(self, view: View, shortest: int = 0) -> None:
        assert view.seat is not None
        self.own: set[Pair] = set()
        self.free: dict[Pair, list[Route]] = {}
        self.graph: Graph = {}
        open_routes = view.open_routes()
        for route in view.board.routes:
            if route.id in open_routes and route.length >= shortest:
                self.free.setdefault(pair(route.a, route.b), []).append(route)
                self._join(route, route.length)
        for name, seat in view.routes.items():
            if seat == view.seat:
                route = view.board.route(name)
                self.own.add(pair(route.a, route.b))
                self._join(route, 0)

    def _join(self, route: Route, cost: int) -> None:
        self.graph.setdefault(route.a, {})[route.b] = cost
        self.graph.setdefault(route.b, {})[route.a] = cost

    def fewest_steps(self, a: str, b: str) -> list[Pair] | None:
        """The path with the fewest routes, own ones counted; None if there is none."""
        return search({city: dict.fromkeys(ends, 1) for city, ends in self.graph.items()}, a, b)[1]

    def joined(self, a: str, b: str) -> bool:
        """Whether own routes join two cities."""
        own: Graph = {}
        for one, other in self.own:
            own.setdefault(one, {})[other] = 1
            own.setdefault(other, {})[one] = 1
        return search(own, a, b)[1] is not None


def pair(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def search(graph: Graph, a: str, b: str) -> tuple[int, list[Pair] | None]:
    """The cheapest path between two cities, and its cost."""
    came: dict[str, str] = {}
    heap = [(0, 0, a, a)]
    count = 0
    while heap and a in graph and b in graph:
        cost, _, city, before = heapq.heappop(heap)
        if city in came:
            continue
        came[city] = before
        if city == b:
            path = []
            while city != a:
                path.append(pair(city, came[city]))
                city = came[city]
            return cost, path[::-1]
        for there, more in graph[city].items():
            if there not in came:
                count += 1
                heapq.heappush(heap, (cost + more, count, there, city))
    return 0, None


class Published(Bot):
    """What the four have in common: their moves as the program lists them."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.random = random.Random(self.seed)

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "tunnel":
            return next((one for one in legal if one.kind == "pay"), legal[0])
        if view.phase == "keep":
            return self.keep(view, legal)
        return self.turn(view, legal) or self.random.choice(legal)

    def keep(self, view: View, legal: Sequence[Action]) -> Action:
        raise NotImplementedError

    def turn(self, view: View, legal: Sequence[Action]) -> Action | None:
        raise NotImplementedError


def keep_cheapest(view: View, legal: Sequence[Action]) -> Action:
    """The set with the fewest points: the program never finds a path here, so all others seem to cost too many cars."""
    return min(legal, key=lambda one: sum(view.board.ticket(ticket).points for ticket in one.tickets))


def claims(view: View, legal: Sequence[Action], free: Iterable[Route]) -> Iterator[tuple[str, Action]]:
    """The claims of some routes with each colour that pays for them, with as few wilds as that colour lacks."""
    routes = list(free)
    for colour in COLOURS:
        route = next((one for one in routes if one.colour in (colour, GRAY)), None)
        if route is None:
            continue
        count = min(view.hand[colour], route.length - route.ferry)
        wanted = Action("claim", route.id, colour if count else "", count, route.length - count)
        action = next((one for one in legal if same_claim(one, wanted)), None)
        if action is not None:
            yield colour, action


def same_claim(one: Action, wanted: Action) -> bool:
    return (one.kind, one.target, one.count, one.wilds) == (
        "claim",
        wanted.target,
        wanted.count,
        wanted.wilds,
    ) and (not wanted.count or one.colour == wanted.colour)


def draw(legal: Sequence[Action], *wishes: str) -> Action | None:
    """The first of some cards that can be taken."""
    by_colour = {one.colour: one for one in legal if one.kind == "draw"}
    return next((by_colour[wish] for wish in wishes if wish in by_colour), None)


def most_of(view: View, colours: Sequence[str]) -> str:
    """The colour of which the hand has most; the first of several."""
    return max(colours, key=lambda colour: view.hand[colour])


class Path(Published):
    """All first tickets; the dearest step of their paths that it can pay for; else a blind card.

    It means to take a card of its colour, but compares RED with red. After its tickets it claims the shortest routes.
    """

    def keep(self, view: View, legal: Sequence[Action]) -> Action:
        return max(legal, key=lambda one: len(one.tickets))

    def turn(self, view: View, legal: Sequence[Action]) -> Action | None:
        here = Map(view)
        cars = view.seats[view.seat or 0].cars
        board = view.board
        queue: list[tuple[int, Pair]] = []
        for ticket in map(board.ticket, view.tickets):
            if not here.joined(ticket.a, ticket.b):
                for step in here.fewest_steps(ticket.a, ticket.b) or ():
                    if step not in here.own and here.free[step][0].length < cars:
                        points = board.points[here.free[step][0].length]
                        queue.append((-points - 2 * ticket.points, step))
        if not queue:
            queue = [
                (board.points[routes[0].length], step)
                for step, routes in here.free.items()
                if routes[0].length < cars
            ]
        for _, step in sorted(queue):
            colours = [route.colour for route in here.free[step]]
            best = most_of(view, COLOURS if GRAY in colours else colours)
            for colour, action in claims(view, legal, here.free[step]):
                if colour == best:
                    return action
        return draw(legal, "blind", WILD)


class Stepper(Published):
    """One route at a time, chosen anew whenever somebody has scored: a step towards the dearest ticket that can still
    be joined, whether or not there are cars for it."""

    #: The shortest routes on the paths of tickets.
    shortest = 0
    #: What a gray route that one colour pays for is worth, when the longest route is chosen.
    gray_rank = 10

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.seen = -1
        self.target: tuple[Pair, str] | None = None

    def turn(self, view: View, legal: Sequence[Action]) -> Action | None:
        total = sum(seat.score for seat in view.seats)
        if self.seen < total:
            here = Map(view, min(self.shortest, view.seats[view.seat or 0].cars))
            self.target = self.next_step(view, here)
            if self.target is None and self.wants_tickets(view, legal):
                self.seen = -1
                return Action("tickets")
            self.target = self.target or longest_route(view, self.gray_rank)
            self.seen = total
        if self.target is None:
            return draw(legal, *self.random.sample(COLOURS, len(COLOURS)), "blind")
        step, colour = self.target
        free = Map(view).free.get(step, ())
        action = next((action for _, action in claims(view, legal, free)), None)
        return action or draw(legal, colour, WILD, "blind")

    def next_step(self, view: View, here: Map) -> tuple[Pair, str] | None:
        """The first missing route of the dearest open ticket, and the colour for it of which the hand has most."""
        open_tickets = [
            (ticket, path)
            for ticket in map(view.board.ticket, view.tickets)
            if not here.joined(ticket.a, ticket.b)
            and (path := here.fewest_steps(ticket.a, ticket.b)) is not None
        ]
        if not open_tickets:
            return None
        _, path = max(open_tickets, key=lambda one: one[0].points)
        step = next(step for step in path if step not in here.own)
        colours = [route.colour for route in here.free[step]]
        return step, most_of(view, (*COLOURS, WILD) if GRAY in colours else colours)

    def wants_tickets(self, view: View, legal: Sequence[Action]) -> bool:
        return False


def longest_route(view: View, gray_rank: int) -> tuple[Pair, str] | None:
    """The longest free route for which there are cars; of several the one that the hand comes nearest to paying."""
    cars = view.seats[view.seat or 0].cars
    free = [route for routes in Map(view).free.values() for route in routes if route.length <= cars]
    if not free:
        return None
    most = view.hand[most_of(view, COLOURS)]

    def rank(route: Route) -> int:
        have = most if route.colour == GRAY else view.hand[route.colour]
        if have >= route.length:
            return gray_rank if route.colour == GRAY else 10
        if have + view.hand[WILD] >= route.length:
            return 9
        return (10 if route.colour == GRAY else 9) - route.length + most

    best = max(free, key=lambda route: (route.length, rank(route)))
    return pair(best.a, best.b), best.colour


class OneStep(Stepper):
    """Keeps all first tickets, and draws more when none is left that can be joined."""

    def keep(self, view: View, legal: Sequence[Action]) -> Action:
        self.seen = -1
        return max(legal, key=lambda one: len(one.tickets)) if view.starting else keep_cheapest(view, legal)

    def wants_tickets(self, view: View, legal: Sequence[Action]) -> bool:
        return min(seat.cars for seat in view.seats) >= ENOUGH_CARS and Action("tickets") in legal


class LongRoute(Stepper):
    """Keeps the two cheapest tickets, takes routes of length 3 and more for them, and draws no others."""

    shortest, gray_rank = 3, 15

    def keep(self, view: View, legal: Sequence[Action]) -> Action:
        self.seen = -1
        return keep_cheapest(view, legal)
