"""Ways: the fewest cars that join two cities, what a ticket still needs, and one plan for several tickets."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from branchline.board import Route, Ticket
from branchline.core.policies.steiner import MOST_TERMINALS, SteinerTrees
from branchline.game.codec import board_codec

from .holdings import Here, Holdings, holdings, joins, parts, steps_from
from .needs import Needs, card_needs

#: The cost of a way: cars first, then how many routes it has, then how much of it the hand pays.
CAR, STEP = 1 << 14, 1 << 7


@dataclass(frozen=True, slots=True)
class Way:
    """A way between two cities: all its `path`, of that the `routes` still to claim, and the `cars` that they take.

    `borrowed` are routes of others on it that stations borrow (B3); for so many of them stations are still to build.
    """

    path: tuple[str, ...]
    routes: tuple[str, ...]
    cars: int
    borrowed: tuple[str, ...] = ()
    stations: int = 0


@dataclass(frozen=True, slots=True)
class TicketStatus:
    """How a ticket stands.

    `state` is `done` (joined by own routes), `station` (joined thanks to stations), `open` or `lost`. While it is open,
    `way` is the way that takes the fewest cars and `needs` the cards for it; `way` alone if there are too few cars.
    """

    ticket: Ticket
    state: str
    way: Way | None = None
    needs: Needs | None = None

    @property
    def done(self) -> bool:
        """Whether its cities are joined as things stand."""
        return self.state in ("done", "station")


@dataclass(frozen=True, slots=True)
class JointPlan:
    """The routes that complete several tickets together, their cars and cards.

    It takes the fewest cars that are possible if it is `exact`; with very many tickets it may not be.
    """

    tickets: tuple[str, ...]
    routes: tuple[str, ...]
    cars: int
    needs: Needs
    exact: bool = True


def shortest_way(here: Here, a: str, b: str, seat: int | None = None, *, stations: int = 0) -> Way | None:
    """The way between two cities that takes the fewest cars; None if there is none. Own routes cost nothing.

    Stations that stand borrow one route each, and up to `stations` new ones may be built for it. Between equal ways
    the one with fewer routes wins, then the one of which the hand pays more.

    >>> from branchline import load_board
    >>> way = shortest_way(load_board("europe"), "paris", "berlin")
    >>> way.path, way.cars
    (('frankfurt-paris/white', 'berlin-frankfurt/black'), 6)
    """
    have = holdings(here, seat)
    for city in (a, b):
        have.board.city(city)
    return _Search(have, stations).find(a, b)


class _Search:
    """Dijkstra's search. A place in it is a city, the own stations that have borrowed so far (a bit each), how many new
    ones have, and whether a new one stands in this very city: there can't be two (B1)."""

    def __init__(self, have: Holdings, stations: int) -> None:
        self.have, self.new = have, min(stations, have.stations_left)
        self.mine = [city for city, owner in have.stations.items() if owner == have.seat]
        self.steps = steps_from(have.board)

    def find(self, a: str, b: str) -> Way | None:
        start = a, 0, 0, False
        came: dict[tuple[str, int, int, bool], tuple[tuple[str, int, int, bool], Route] | None] = {}
        heap: list[
            tuple[int, int, tuple[str, int, int, bool], tuple[tuple[str, int, int, bool], Route] | None]
        ]
        heap, count = [(0, 0, start, None)], 0
        while heap:
            cost, _, place, by = heapq.heappop(heap)
            if place in came:
                continue
            came[place] = by
            if place[0] == b:
                path = []
                while by is not None:
                    path.append(by[1])
                    by = came[by[0]]
                return self._way(path[::-1], place[2])
            behind = {place[0]}  # a way never comes back: the station of a city would lend twice
            while by is not None:
                behind.add(by[0][0])
                by = came[by[0]]
            for route, there in self.steps[place[0]]:
                for price, goal in self._over(place, route, there):
                    if goal not in came and there not in behind:
                        count += 1
                        heapq.heappush(heap, (cost + price, count, goal, (place, route)))
        return None

    def _over(
        self, place: tuple[str, int, int, bool], route: Route, there: str
    ) -> Iterator[tuple[int, tuple[str, int, int, bool]]]:
        """Where a route leads from a place of the search, and at what cost."""
        city, used, new, taken = place
        have = self.have
        if have.has(route):
            yield STEP, (there, used, new, False)
        elif route.id in have.open:
            yield route_cost(have, route), (there, used, new, False)
        elif route.id in have.routes:
            for i, mine in enumerate(self.mine):
                if mine in (city, there) and not used >> i & 1:
                    yield STEP, (there, used | 1 << i, new, False)
            if new < self.new:
                if there not in have.stations:
                    yield STEP, (there, used, new + 1, True)
                if city not in have.stations and not taken:
                    yield STEP, (there, used, new + 1, False)

    def _way(self, path: list[Route], stations: int) -> Way:
        claims = [route for route in path if route.id in self.have.open]
        borrowed = [route.id for route in path if route not in claims and not self.have.has(route)]
        return Way(
            tuple(route.id for route in path),
            tuple(route.id for route in claims),
            sum(route.length for route in claims),
            tuple(borrowed),
            stations,
        )


def route_cost(have: Holdings, route: Route) -> int:
    """What a route costs that is still to be claimed."""
    colours = have.board.colours if route.colour == "gray" else (route.colour,)
    held = max(have.hand.get(colour, 0) for colour in colours)
    return CAR * route.length + STEP - min(route.length, held)


def ticket_status(here: Here, ticket: str | Ticket, seat: int | None = None) -> TicketStatus:
    """How a ticket stands for a seat that holds it or thinks of keeping it: done, still possible, or lost.

    A new station is thought of only if there is no other way.

    >>> from branchline import Game
    >>> game = Game.setup("europe", hands=[{"black": 2}, {}], routes=[["frankfurt-paris/white"], []])
    >>> status = ticket_status(game.view(0), "berlin-roma")
    >>> status.state, status.way.cars, status.needs.cards
    ('open', 9, 9)
    """
    have = holdings(here, seat)
    one = have.board.ticket(ticket) if isinstance(ticket, str) else ticket
    if joins(have.board, have.own, one.a, one.b):
        return TicketStatus(one, "done")
    if have.lent and joins(have.board, (*have.own, *have.lent), one.a, one.b):
        return TicketStatus(one, "station")
    way = shortest_way(have, one.a, one.b)
    for new in range(1, have.stations_left + 1):
        if way is not None and way.cars <= have.cars:
            break
        way = shortest_way(have, one.a, one.b, stations=new) or way
    if way is None or way.cars > have.cars:
        return TicketStatus(one, "lost", way)
    return TicketStatus(one, "open", way, card_needs(have, way.routes))


def ticket_states(here: Here, seat: int | None = None) -> list[TicketStatus]:
    """How all tickets of a seat stand, in the order in which it holds them.

    >>> from branchline import Game
    >>> game = Game.setup("europe", tickets=[["berlin-roma", "brest-venezia"], []])
    >>> [(one.ticket.id, one.state, one.way.cars) for one in ticket_states(game.view(0))]
    [('berlin-roma', 'open', 9), ('brest-venezia', 'open', 8)]
    """
    have = holdings(here, seat)
    return [ticket_status(have, ticket) for ticket in have.tickets]


def joint_plan(
    here: Here, tickets: Iterable[str | Ticket] | None = None, seat: int | None = None
) -> JointPlan | None:
    """The cheapest routes that complete several tickets together, of a seat's own if none are named.

    None if one of them has no way. It may take more cars than the seat has: compare `cars`. No new station is thought
    of. Up to six tickets the plan is exact (a Steiner forest); beyond that they are taken six at a time.

    >>> from branchline import load_board
    >>> plan = joint_plan(load_board("europe"), ["berlin-roma", "frankfurt-kobenhavn"])
    >>> ends = (("berlin", "roma"), ("frankfurt", "kobenhavn"))
    >>> plan.cars, sum(shortest_way(load_board("europe"), *pair).cars for pair in ends)
    (13, 14)
    """
    have = holdings(here, seat)
    board = have.board
    wanted = [
        board.ticket(t) if isinstance(t, str) else t for t in (have.tickets if tickets is None else tickets)
    ]
    free = (*have.own, *have.lent)
    todo = [ticket for ticket in wanted if not joins(board, free, ticket.a, ticket.b)]
    claims: set[str] = set()
    most = MOST_TERMINALS // 2
    for at in range(0, len(todo), most):
        found = _forest(have, (*free, *claims), todo[at : at + most])
        if found is None:
            return None
        claims |= found
    ordered = tuple(route.id for route in board.routes if route.id in claims)
    return JointPlan(
        tuple(ticket.id for ticket in wanted),
        ordered,
        sum(board.route(name).length for name in ordered),
        card_needs(have, ordered),
        len(todo) <= most,
    )


def _forest(have: Holdings, free: Iterable[str], tickets: list[Ticket]) -> set[str] | None:
    """The routes to claim that join the ends of each of a few tickets: one tree, or several that cost less."""
    board = have.board
    mine = set(free)
    trees = SteinerTrees(board_codec(board).tables)
    trees.load([_cost(have, mine, route) for route in board.routes])
    home = {city: min(part) for part in parts(board, mine) for city in part}
    ends = [{home.get(t.a, t.a), home.get(t.b, t.b)} for t in tickets]
    ends = [pair for pair in ends if len(pair) == 2]
    if not ends:
        return set()
    terminals = sorted(set().union(*ends), key=board.city_index)
    trees.solve([board.city_index(city) for city in terminals])
    masks = [sum(1 << terminals.index(city) for city in pair) for pair in ends]
    chosen = _cheapest(trees, masks)
    if chosen is None:
        return None
    names = {board.routes[route].id for mask in chosen for route in trees.routes(mask)}
    return names - mine


def _cost(have: Holdings, free: set[str], route: Route) -> int:
    if route.id in free:
        return STEP
    return route_cost(have, route) if route.id in have.open else -1


def _cheapest(trees: SteinerTrees, pairs: list[int]) -> list[int] | None:
    """The cheapest way to share some pairs of terminals out among trees, as the terminals of each tree."""
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for some in range(1, 1 << len(pairs)):
        last = 1 << (some.bit_length() - 1)
        part = some
        while part & last:
            mask = 0
            for i, pair in enumerate(pairs):
                mask |= pair if part >> i & 1 else 0
            cost = trees.cost(mask)
            rest = best.get(some ^ part)
            if cost >= 0 and rest is not None and (some not in best or cost + rest[0] < best[some][0]):
                best[some] = cost + rest[0], [*rest[1], mask]
            part = (part - 1) & some
    found = best.get((1 << len(pairs)) - 1)
    return None if found is None else found[1]
