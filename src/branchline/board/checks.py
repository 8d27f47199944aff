"""What must hold in a board file beyond the types of its fields.

Each check yields (place, what is wrong and what would be right). They all run, whatever another one has found: a check
that needs what another one makes sure of passes over the entries where it does not hold.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from branchline.board.file import BoardFile, DistrictEntry, RouteEntry, TicketEntry
from branchline.board.limits import (
    MAX_CARDS,
    MAX_CITIES,
    MAX_COLOURS,
    MAX_DISTRICTS,
    MAX_OFFER,
    MAX_ROUTES,
    MAX_TICKETS,
    ROW,
)
from branchline.board.schema_check import label

Problem = tuple[str, str]
NOT_COLOURS = ("gray", "wild", "blind")


def board_problems(board: BoardFile) -> Iterator[Problem]:
    """Everything that is wrong with a board."""
    for check in CHECKS:
        yield from check(board)


def double_pairs(routes: Sequence[RouteEntry]) -> dict[int, int]:
    """The twin of each double route, by index: the two of a double stand next to each other."""
    twins: dict[int, int] = {}
    for i, (route, following) in enumerate(pairwise(routes)):
        if i not in twins and route.double and following.double and _ends(route) == _ends(following):
            twins[i], twins[i + 1] = i + 1, i
    return twins


def _ends(entry: RouteEntry | TicketEntry) -> frozenset[str]:
    return frozenset((entry.a, entry.b))


def _sizes(board: BoardFile) -> Iterator[Problem]:
    tables: tuple[tuple[str, Sequence[object], int], ...] = (
        ("cities", board.cities, MAX_CITIES),
        ("routes", board.routes, MAX_ROUTES),
        ("tickets", board.tickets, MAX_TICKETS),
        ("districts", board.districts, MAX_DISTRICTS),
    )
    for table, entries, most in tables:
        if len(entries) > most:
            yield table, f"there are {len(entries)}; there is room for {most}"


def _cards(board: BoardFile) -> Iterator[Problem]:
    if "wild" not in board.cards:
        yield "cards", "wild is missing; write wild = 0 if there are none"
    colours = _colours(board)
    for colour in colours:
        if not re.fullmatch("[a-z]+", colour) or colour in NOT_COLOURS:
            yield f"cards.{colour}", f"a colour is a word of a–z, and not one of {_listed(NOT_COLOURS)}"
        if not board.cards[colour]:
            yield f"cards.{colour}", "a colour needs at least one card"
    if not 1 <= len(colours) <= MAX_COLOURS:
        yield "cards", f"there are {len(colours)} colours; there must be 1 to {MAX_COLOURS}"
    total, needed = sum(board.cards.values()), board.players.most * board.hand + ROW
    if total > MAX_CARDS:
        yield "cards", f"there are {total} cards in all; there is room for {MAX_CARDS}"
    if total < needed:
        yield "cards", f"there are {total} cards in all; {board.players.most} hands and the row take {needed}"


def _colours(board: BoardFile) -> list[str]:
    return [colour for colour in board.cards if colour != "wild"]


def _numbers(board: BoardFile) -> Iterator[Problem]:
    if board.players.least > board.players.most:
        yield "players", f"least is {board.players.least}, which is more than most, {board.players.most}"
    if board.bonus.station and not board.stations:
        yield "bonus.station", "there are points for unbuilt stations, but stations is 0"
    if "stations" in board.ties and not board.stations:
        yield "ties", "stations can't break a tie where stations is 0"
    for tie in _repeated(board.ties):
        yield "ties", f"{tie} stands there twice"


def _ticket_numbers(board: BoardFile) -> Iterator[Problem]:
    deal, draw, most = board.deal, board.draw, board.players.most
    dealt = deal.long + deal.regular
    if dealt > MAX_OFFER:
        yield "deal", f"{dealt} tickets are dealt to a player; there is room for {MAX_OFFER}"
    if deal.keep > dealt:
        yield "deal.keep", f"{deal.keep} must be kept, but only {dealt} are dealt"
    if draw.keep > draw.tickets:
        yield "draw.keep", f"{draw.keep} must be kept, but only {draw.tickets} are drawn"
    long = sum(ticket.long for ticket in board.tickets)
    for kind, each, there in (
        ("long", deal.long, long),
        ("regular", deal.regular, len(board.tickets) - long),
    ):
        if most * each > there:
            yield f"deal.{kind}", f"{most} players take {most * each} {kind} tickets, but there are {there}"
    if long and not deal.long:
        yield "deal.long", f"is 0, so the {long} long tickets would never be seen"


def _cities(board: BoardFile) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for i, city in enumerate(board.cities):
        place = label("cities", i, city)
        if city.id in seen:
            yield place, f"the id {city.id} belongs to cities[{seen[city.id]}] already"
        seen[city.id] = i
        for one, other in (("lat", "lon"), ("x", "y")):
            if (getattr(city, one) is None) != (getattr(city, other) is None):
                yield place, f"{one} and {other} come together: give both or neither"


def _routes(board: BoardFile) -> Iterator[Problem]:
    cities, colours = {city.id for city in board.cities}, _colours(board)
    for i, route in enumerate(board.routes):
        place = label("routes", i, route)
        yield from _end_problems(place, route, cities)
        if route.colour not in ("gray", *colours):
            yield place, f"the colour {route.colour} is unknown; known are gray, {_listed(colours)}"
        if route.length not in board.points:
            yield place, f"has length {route.length}, for which points says nothing"
        if route.length > board.cars:
            yield place, f"takes {route.length} cars, but a player has {board.cars}"
        if route.ferry:
            yield from _ferry_problems(place, route, board)
        fitting = [board.cards[colour] for colour in colours if route.colour in ("gray", colour)]
        most = max(fitting, default=MAX_CARDS) + board.cards.get("wild", 0)
        if route.length > most:
            yield place, f"takes {route.length} cards, but no more than {most} can fit"
    used = {end for route in board.routes for end in (route.a, route.b)}
    for i, city in enumerate(board.cities):
        if city.id not in used:
            yield label("cities", i, city), "no route ends there"


def _end_problems(place: str, entry: RouteEntry | TicketEntry, cities: Collection[str]) -> Iterator[Problem]:
    for end in (entry.a, entry.b):
        if end not in cities:
            yield place, f"the city {end} is unknown; it must be the id of an entry of cities"
    if entry.a == entry.b:
        yield place, f"leads from {entry.a} to itself; the two ends must differ"


def _ferry_problems(place: str, route: RouteEntry, board: BoardFile) -> Iterator[Problem]:
    wilds = route.ferry or 0
    if route.colour != "gray":
        yield place, f"is a ferry, so its colour must be gray, not {route.colour}"
    if route.tunnel:
        yield place, "is a ferry and a tunnel; it can be one of them"
    if wilds > route.length:
        yield place, f"asks for {wilds} wilds, but has only {route.length} spaces"
    there = board.cards.get("wild", wilds)
    if wilds > there:
        yield place, f"asks for {wilds} wilds, but cards has only {there}"


def _doubles(board: BoardFile) -> Iterator[Problem]:
    twins = double_pairs(board.routes)
    for i, route in enumerate(board.routes):
        place = label("routes", i, route)
        if route.double and i not in twins:
            yield place, "is double, but no other double between these cities stands next to it"
        if i in twins and route.length != board.routes[twins[i]].length:
            other = board.routes[twins[i]].length
            yield place, f"has length {route.length}, but its twin has {other}; they must be equal"


def _tickets(board: BoardFile) -> Iterator[Problem]:
    cities, group = {city.id for city in board.cities}, _components(board)
    seen: dict[frozenset[str], int] = {}
    for i, ticket in enumerate(board.tickets):
        place = label("tickets", i, ticket)
        yield from _end_problems(place, ticket, cities)
        if _ends(ticket) in seen:
            yield place, f"tickets[{seen[_ends(ticket)]}] joins the same cities already"
        seen[_ends(ticket)] = i
        if _ends(ticket) <= cities and group[ticket.a] != group[ticket.b]:
            yield place, f"no path of routes leads from {ticket.a} to {ticket.b}"


def _districts(board: BoardFile) -> Iterator[Problem]:
    group = _components(board)
    owner: dict[str, int] = {}
    for i, district in enumerate(board.districts):
        place = label("districts", i, district)
        if district.number in (other.number for other in board.districts[:i]):
            yield place, f"another district has the number {district.number} already"
        yield from ((place, problem) for problem in _member_problems(district, group, owner))
        owner |= dict.fromkeys(district.cities, district.number)


def _member_problems(district: DistrictEntry, group: dict[str, str], owner: dict[str, int]) -> Iterator[str]:
    for city in district.cities:
        if city not in group:
            yield f"the city {city} is unknown; it must be the id of an entry of cities"
        if city in owner:
            yield f"the city {city} is in district {owner[city]} already"
    for city in _repeated(district.cities):
        yield f"the city {city} stands there twice"
    if len(district.cities) < 2:
        yield "a district needs at least two cities"
    if len({group[city] for city in district.cities if city in group}) > 1:
        yield "no path of routes joins all its cities"


def _components(board: BoardFile) -> dict[str, str]:
    """For each city one that stands for all the cities that routes join it to."""
    neighbours: dict[str, set[str]] = {city.id: set() for city in board.cities}
    for route in board.routes:
        if _ends(route) <= neighbours.keys():
            neighbours[route.a].add(route.b)
            neighbours[route.b].add(route.a)
    group: dict[str, str] = {}
    for start in neighbours:
        reach = [] if start in group else [start]
        while reach:
            city = reach.pop()
            group[city] = start
            reach += [near for near in neighbours[city] if near not in group]
    return group


def _repeated(items: Iterable[str]) -> list[str]:
    return [item for item, times in Counter(items).items() if times > 1]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


CHECKS: tuple[Callable[[BoardFile], Iterator[Problem]], ...] = (
    _sizes,
    _cards,
    _numbers,
    _cities,
    _routes,
    _doubles,
    _ticket_numbers,
    _tickets,
    _districts,
)
