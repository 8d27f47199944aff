"""One position of a game, as one small block of numbers. The rules that change it live in the modules beside it.

Sets of routes and of tickets are two words each: `owned[2 * seat + word]`. Hands lie side by side:
`hands[KINDS * seat + kind]`. Shuffled piles are counts; no order exists before a card is drawn.
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
        MAX_OFFER,
        MAX_SEATS,
        MAX_TICKETS,
        NOTHING,
        REVEAL,
        ROW,
        ROW_CARD,
    )

    from .block import clear_block, copy_block


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

    def dump(self) -> dict[str, list[int]]:
        """The arrays by name, as lists; the returned tickets from the top down, as many as there are."""
        return {
            "owned": [self.owned[i] for i in range(2 * MAX_SEATS)],
            "open": [self.open[i] for i in range(2 * MAX_SEATS)],
            "tickets": [self.tickets[i] for i in range(2 * MAX_SEATS)],
            "pool": [self.pool[0], self.pool[1]],
            "longs": [self.longs[0], self.longs[1]],
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
            "returned": [
                self.returned[(self.returned_head + i) % MAX_TICKETS] for i in range(self.n_returned)
            ],
            "returned_by": [
                self.returned_by[(self.returned_head + i) % MAX_TICKETS] for i in range(self.n_returned)
            ],
            "offers": [self.offers[i] for i in range(MAX_OFFER * MAX_SEATS)],
            "n_offer": [self.n_offer[i] for i in range(MAX_SEATS)],
            "revealed": [self.revealed[i] for i in range(REVEAL)],
        }

    def load(self, arrays: dict[str, list[int]]) -> None:
        """Take over arrays such as `dump` gives."""
        self.owned, self.open, self.tickets = arrays["owned"][:], arrays["open"][:], arrays["tickets"][:]
        self.pool, self.longs, self.stations_at = (
            arrays["pool"][:],
            arrays["longs"][:],
            arrays["stations_at"][:],
        )
        self.hands, self.known = arrays["hands"][:], arrays["known"][:]
        self.pile, self.discards, self.row = arrays["pile"][:], arrays["discards"][:], arrays["row"][:]
        self.cars, self.stations, self.score = arrays["cars"][:], arrays["stations"][:], arrays["score"][:]
        self.kept_start = arrays["kept_start"][:]
        self.returned_head, self.n_returned = 0, len(arrays["returned"])
        for i in range(self.n_returned):
            self.returned[i], self.returned_by[i] = arrays["returned"][i], arrays["returned_by"][i]
        self.offers, self.n_offer, self.revealed = (
            arrays["offers"][:],
            arrays["n_offer"][:],
            arrays["revealed"][:],
        )


class Moves:
    """Room for a list of actions: the first `count` of `items`; and for the `routes` that have cars enough."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.items: list[int] = [0] * MAX_ACTIONS
            self.routes = [0] * 2
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
