"""One position of a game, as one small block of numbers. The rules that change it live in the modules beside it.

Sets of routes and of tickets are two words each: `owned[2 * seat + word]`. Hands lie side by side:
`hands[KINDS * seat + kind]`. Shuffled piles are counts; no order exists before a card is drawn. The layers above the
core need none of this: they read and build a state by its methods.
"""

from __future__ import annotations

import cython

from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, size
    from branchline.core.constants import (
        AFTER_DEAL,
        HAND_CARD,
        KEEP,
        KINDS,
        MAX_ACTIONS,
        MAX_CARS,
        MAX_CITIES,
        MAX_OFFER,
        MAX_ROUTES,
        MAX_SEATS,
        MAX_TICKETS,
        NOTHING,
        REVEAL,
        ROW,
        ROW_CARD,
        UNKNOWN,
    )

    from .block import clear_block, copy_block
    from .tables import members

#: The fields of a state that are single numbers.
NUMBERS = (
    "seats",
    "first",
    "actor",
    "phase",
    "chance",
    "after",
    "starting",
    "dealt",
    "wanted",
    "passes",
    "last_turns",
    "turns",
    "free_cities",
    "n_pile",
    "n_discards",
    "n_pool",
    "returned_head",
    "n_returned",
    "tunnel_route",
    "tunnel_colour",
    "tunnel_count",
    "tunnel_wilds",
    "tunnel_extra",
    "n_revealed",
)


class State:
    """Everything that a game is at one moment."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.owned, self.open = [0] * (2 * MAX_SEATS), [0] * (2 * MAX_SEATS)
            self.tickets = [0] * (2 * MAX_SEATS)
            self.pool, self.longs = [0] * 2, [0] * 2
            self.stations_at = [0] * MAX_SEATS
            self.hands, self.known = [0] * (KINDS * MAX_SEATS), [0] * (KINDS * MAX_SEATS)
            self.pile, self.discards, self.row = [0] * KINDS, [0] * KINDS, [0] * ROW
            self.cars, self.stations = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.kept_start, self.score = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.returned, self.returned_by = [0] * MAX_TICKETS, [0] * MAX_TICKETS
            self.offers, self.n_offer = [0] * (MAX_OFFER * MAX_SEATS), [0] * MAX_SEATS
            self.revealed = [0] * REVEAL
            self.seats = self.first = self.actor = self.phase = self.chance = self.after = self.starting = 0
            self.dealt = self.wanted = self.passes = self.last_turns = self.turns = 0
            self.free_cities = self.n_pile = self.n_discards = self.n_pool = 0
            self.returned_head = self.n_returned = 0
            self.tunnel_route = self.tunnel_colour = self.tunnel_count = self.tunnel_wilds = 0
            self.tunnel_extra = self.n_revealed = 0

    def copy_from(self, other: State) -> None:
        """Become the same position as another."""
        copy_block(self, other)

    def clone(self) -> State:
        """An independent state with the same position."""
        twin = State()
        copy_block(twin, self)
        return twin

    def reset(self, tables: Tables, seats: int, first: int) -> None:
        """The start of a game: nothing is dealt yet, and chance is to give the first card (S1, S2)."""
        clear_block(self)
        self.seats, self.first = seats, first
        self.phase, self.after, self.starting = KEEP, AFTER_DEAL, 1
        self.chance = HAND_CARD if tables.hand else ROW_CARD
        self.last_turns = self.tunnel_route = NOTHING
        self.free_cities = bit(tables.n_cities - 1) * 2 - 1
        for kind in range(KINDS):
            self.pile[kind] = tables.cards[kind]
            self.n_pile += tables.cards[kind]
        for slot in range(ROW):
            self.row[slot] = NOTHING
        for seat in range(seats):
            self.cars[seat] = tables.cars
            self.stations[seat] = tables.stations
        for word in range(2):
            self.pool[word] = tables.regular_tickets[word]
            self.longs[word] = tables.long_tickets[word]
            self.n_pool += size(self.pool[word])
            for seat in range(seats):
                self.open[2 * seat + word] = tables.all_routes[word]

    # Reading, for the layers above: lists of numbers, so that only this module knows how they are stored.

    def hand(self, seat: int) -> list[int]:
        """A seat's cards: how many there are of each kind."""
        return [self.hands[KINDS * seat + kind] for kind in range(KINDS)]

    def known_cards(self, seat: int) -> list[int]:
        """How many cards of each kind everybody knows to be in a seat's hand."""
        return [self.known[KINDS * seat + kind] for kind in range(KINDS)]

    def cards_in_hand(self, seat: int) -> int:
        """How many cards a seat holds."""
        count = 0
        for kind in range(KINDS):
            count += self.hands[KINDS * seat + kind]
        return count

    def routes_of(self, seat: int) -> list[int]:
        """The routes that a seat has claimed."""
        return members(self.owned[2 * seat], self.owned[2 * seat + 1])

    def open_to(self, seat: int) -> list[int]:
        """The routes that neither their owner nor a twin closes to a seat (R6)."""
        return members(self.open[2 * seat], self.open[2 * seat + 1])

    def is_open(self, seat: int, route: int) -> bool:
        """Whether neither the owner of a route nor its twin closes it to a seat (R6)."""
        return self.open[2 * seat + (route >> 6)] & bit(route & 63) != 0

    def stations_of(self, seat: int) -> list[int]:
        """The cities in which a seat has built stations."""
        return members(self.stations_at[seat], 0)

    def tickets_of(self, seat: int) -> list[int]:
        """The tickets that a seat has kept."""
        return members(self.tickets[2 * seat], self.tickets[2 * seat + 1])

    def count_tickets(self, seat: int) -> int:
        """How many tickets a seat has kept."""
        return size(self.tickets[2 * seat]) + size(self.tickets[2 * seat + 1])

    def offer_of(self, seat: int) -> list[int]:
        """The tickets that a seat chooses from."""
        return [self.offers[MAX_OFFER * seat + i] for i in range(self.n_offer[seat])]

    def count_offered(self, seat: int) -> int:
        """How many tickets a seat chooses from."""
        return self.n_offer[seat]

    def cars_of(self, seat: int) -> int:
        """How many cars a seat has left."""
        return self.cars[seat]

    def stations_left(self, seat: int) -> int:
        """How many stations a seat has not built."""
        return self.stations[seat]

    def points_of(self, seat: int) -> int:
        """A seat's points for its routes."""
        return self.score[seat]

    def kept_at_start(self, seat: int) -> int:
        """How many of its first tickets a seat kept."""
        return self.kept_start[seat]

    def row_cards(self) -> list[int]:
        """The face-up cards in their places; NOTHING for a gap."""
        return [self.row[slot] for slot in range(ROW)]

    def pile_cards(self) -> list[int]:
        """How many cards of each kind the draw pile has."""
        return [self.pile[kind] for kind in range(KINDS)]

    def discarded_cards(self) -> list[int]:
        """How many cards of each kind are discarded."""
        return [self.discards[kind] for kind in range(KINDS)]

    def revealed_cards(self) -> list[int]:
        """The cards that are revealed for a tunnel (U1)."""
        return [self.revealed[i] for i in range(self.n_revealed)]

    def pool_tickets(self) -> list[int]:
        """The tickets that chance deals from; they lie above the returned ones."""
        return members(self.pool[0], self.pool[1])

    def returned_tickets(self) -> list[tuple[int, int]]:
        """The tickets under the deck from the top down, each with the seat that returned it."""
        places = [(self.returned_head + i) % MAX_TICKETS for i in range(self.n_returned)]
        return [(self.returned[place], self.returned_by[place]) for place in places]

    # Writing, to build a position: `reset`, then whatever differs from the start of a game. What comes from outside
    # is checked, because C does not. `possible.py` says whether the whole can be a position of a game.

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")

    def set_hand(self, seat: int, cards: list[int], known: list[int]) -> None:
        """Give a seat its cards, and say which of them everybody knows; both are counts by kind."""
        self._check_seat(seat)
        for kind in range(KINDS):
            self.hands[KINDS * seat + kind] = cards[kind]
            self.known[KINDS * seat + kind] = known[kind]

    def set_seat(self, seat: int, cars: int, kept_start: int) -> None:
        """Set how many cars a seat has left and how many of its first tickets it kept."""
        self._check_seat(seat)
        if not 0 <= cars <= MAX_CARS:
            raise ValueError(f"seat {seat} can't have {cars} cars left")
        if not 0 <= kept_start <= MAX_OFFER:
            raise ValueError(f"seat {seat} can't have kept {kept_start} of its first tickets")
        self.cars[seat], self.kept_start[seat] = cars, kept_start

    def add_route(self, seat: int, route: int, points: int) -> None:
        """Give a seat a route and its points. `claims.close_route` then closes the route to others (R6)."""
        self._check_seat(seat)
        if not 0 <= route < MAX_ROUTES:
            raise ValueError(f"there is no route {route}")
        for other in range(self.seats):
            if self.owned[2 * other + (route >> 6)] & bit(route & 63):
                raise ValueError(f"route {route} is held twice")
        self.owned[2 * seat + (route >> 6)] |= bit(route & 63)
        self.score[seat] += points

    def add_station(self, seat: int, city: int) -> None:
        """Put one of a seat's stations into a city."""
        self._check_seat(seat)
        if not 0 <= city < MAX_CITIES or not self.free_cities & bit(city):
            raise ValueError(f"city {city} is unknown, or has a station already")
        if self.stations[seat] == 0:
            raise ValueError(f"seat {seat} has built more stations than it has")
        self.stations_at[seat] |= bit(city)
        self.free_cities &= ~bit(city)
        self.stations[seat] -= 1

    def add_ticket(self, seat: int, ticket: int) -> None:
        """Give a seat a ticket."""
        self._check_seat(seat)
        if not 0 <= ticket < MAX_TICKETS:
            raise ValueError(f"there is no ticket {ticket}")
        self.tickets[2 * seat + (ticket >> 6)] |= bit(ticket & 63)

    def set_offer(self, seat: int, tickets: list[int]) -> None:
        """Let a seat choose from tickets."""
        self._check_seat(seat)
        if len(tickets) > MAX_OFFER:
            raise ValueError(f"at most {MAX_OFFER} tickets are offered, not {len(tickets)}")
        self.n_offer[seat] = len(tickets)
        for i in range(len(tickets)):
            self.offers[MAX_OFFER * seat + i] = tickets[i]

    def hide_offer(self, seat: int, count: int) -> None:
        """Let a seat choose from so many tickets that the viewer cannot name."""
        self._check_seat(seat)
        if not 0 <= count <= MAX_OFFER:
            raise ValueError(f"at most {MAX_OFFER} tickets are offered, not {count}")
        self.n_offer[seat] = count
        for i in range(MAX_OFFER):
            self.offers[MAX_OFFER * seat + i] = UNKNOWN

    def set_row(self, row: list[int]) -> None:
        """Lay the face-up cards; NOTHING for a gap."""
        if len(row) != ROW:
            raise ValueError(f"the row has {ROW} places, not {len(row)}")
        for slot in range(ROW):
            if not NOTHING <= row[slot] < KINDS:
                raise ValueError(f"there is no card {row[slot]}")
            self.row[slot] = row[slot]

    def set_piles(self, pile: list[int], discards: list[int]) -> None:
        """Set draw pile and discards, as counts by kind."""
        self.n_pile = self.n_discards = 0
        for kind in range(KINDS):
            self.pile[kind], self.discards[kind] = pile[kind], discards[kind]
            self.n_pile += pile[kind]
            self.n_discards += discards[kind]

    def set_deck(self, pool: list[int], longs: list[int], returned: list[tuple[int, int]]) -> None:
        """Set the ticket deck, the long tickets that are not placed, and the returned tickets from the top down."""
        if len(returned) > MAX_TICKETS:
            raise ValueError(f"there are at most {MAX_TICKETS} tickets, not {len(returned)}")
        self.pool[0] = self.pool[1] = self.longs[0] = self.longs[1] = 0
        for ticket in [*pool, *longs]:
            if not 0 <= ticket < MAX_TICKETS:
                raise ValueError(f"there is no ticket {ticket}")
        for ticket in pool:
            self.pool[ticket >> 6] |= bit(ticket & 63)
        for ticket in longs:
            self.longs[ticket >> 6] |= bit(ticket & 63)
        self.n_pool, self.returned_head, self.n_returned = len(pool), 0, len(returned)
        for i in range(len(returned)):
            self.returned[i], self.returned_by[i] = returned[i]

    def set_tunnel(
        self, route: int, colour: int, count: int, wilds: int, extra: int, revealed: list[int]
    ) -> None:
        """Open a tunnel: the cards laid, how many more it costs, and the cards revealed (U1, U2)."""
        if len(revealed) > REVEAL:
            raise ValueError(f"at most {REVEAL} cards are revealed, not {len(revealed)}")
        if not (0 <= route < MAX_ROUTES and 0 <= colour < KINDS):
            raise ValueError(f"there is no route {route} or no card {colour}")
        self.tunnel_route, self.tunnel_colour = route, colour
        self.tunnel_count, self.tunnel_wilds, self.tunnel_extra = count, wilds, extra
        self.n_revealed = len(revealed)
        for i in range(len(revealed)):
            if not 0 <= revealed[i] < KINDS:
                raise ValueError(f"there is no card {revealed[i]}")
            self.revealed[i] = revealed[i]

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        return State, (), self.__getstate__()

    def __getstate__(self) -> tuple[dict[str, list[int]], dict[str, int]]:
        """Every field by name, the same compiled or not."""
        arrays = {
            "owned": [self.owned[i] for i in range(2 * MAX_SEATS)],
            "open": [self.open[i] for i in range(2 * MAX_SEATS)],
            "tickets": [self.tickets[i] for i in range(2 * MAX_SEATS)],
            "pool": [self.pool[i] for i in range(2)],
            "longs": [self.longs[i] for i in range(2)],
            "stations_at": [self.stations_at[i] for i in range(MAX_SEATS)],
            "hands": [self.hands[i] for i in range(KINDS * MAX_SEATS)],
            "known": [self.known[i] for i in range(KINDS * MAX_SEATS)],
            "pile": [self.pile[i] for i in range(KINDS)],
            "discards": [self.discards[i] for i in range(KINDS)],
            "row": [self.row[i] for i in range(ROW)],
            "cars": [self.cars[i] for i in range(MAX_SEATS)],
            "stations": [self.stations[i] for i in range(MAX_SEATS)],
            "kept_start": [self.kept_start[i] for i in range(MAX_SEATS)],
            "score": [self.score[i] for i in range(MAX_SEATS)],
            "returned": [self.returned[i] for i in range(MAX_TICKETS)],
            "returned_by": [self.returned_by[i] for i in range(MAX_TICKETS)],
            "offers": [self.offers[i] for i in range(MAX_OFFER * MAX_SEATS)],
            "n_offer": [self.n_offer[i] for i in range(MAX_SEATS)],
            "revealed": [self.revealed[i] for i in range(REVEAL)],
        }
        return arrays, {name: getattr(self, name) for name in NUMBERS}

    def __setstate__(self, fields: tuple[dict[str, list[int]], dict[str, int]]) -> None:
        arrays, numbers = fields
        self.owned, self.open, self.tickets = arrays["owned"][:], arrays["open"][:], arrays["tickets"][:]
        self.pool, self.longs = arrays["pool"][:], arrays["longs"][:]
        self.stations_at = arrays["stations_at"][:]
        self.hands, self.known = arrays["hands"][:], arrays["known"][:]
        self.pile, self.discards, self.row = arrays["pile"][:], arrays["discards"][:], arrays["row"][:]
        self.cars, self.stations, self.score = arrays["cars"][:], arrays["stations"][:], arrays["score"][:]
        self.kept_start = arrays["kept_start"][:]
        self.returned, self.returned_by = arrays["returned"][:], arrays["returned_by"][:]
        self.offers, self.n_offer = arrays["offers"][:], arrays["n_offer"][:]
        self.revealed = arrays["revealed"][:]
        for name in NUMBERS:
            setattr(self, name, numbers[name])


class Moves:
    """Room for a list of actions: the first `count` of `items`; and for the `routes` that have cars enough.

    Where actions are only counted, `ways` are the numbers of claims that each kind of card pays for, of draws, and of
    stations that each kind pays for. `sets` are the sets of routes and of draws that were counted.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.items: list[int] = [0] * MAX_ACTIONS
            self.routes, self.sets, self.ways = [0] * 2, [0] * (2 * KINDS + 1), [0] * (2 * KINDS + 1)
            self.count = 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, i: int) -> int:
        if not 0 <= i < self.count:
            raise IndexError(i)
        return self.items[i]

    def to_list(self) -> list[int]:
        """The actions as a list."""
        return [self.items[i] for i in range(self.count)]

    def __copy__(self) -> Moves:
        twin = Moves()
        twin.__setstate__(self.__getstate__())
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Moves:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        return Moves, (), self.__getstate__()

    def __getstate__(self) -> tuple[list[int], list[int]]:
        return self.to_list(), [self.routes[0], self.routes[1]]

    def __setstate__(self, fields: tuple[list[int], list[int]]) -> None:
        items, routes = fields
        self.count = len(items)
        for i in range(len(items)):
            self.items[i] = items[i]
        self.routes[0], self.routes[1] = routes
