"""Observations: what one seat may know (H1, H2), as a row of small numbers. `env/encoding.py` makes it of a `View`.

All numbers are counts and flags from 0 to 255. Seats are counted from the observer on: 0 is itself, 1 the next. The
parts, in this order; those of tickets, routes and cities have a number for each:

- `held`, `offer`, `done`: own tickets; those offered, by their place in the offer from 1 on; those completed without
  stations
- `open`: routes that the observer may still claim, whatever it holds (R6)
- `routes`, `stations`: for each seat, what it has on the map; no stations where the board has none
- `hand`, `row`, `discards`: cards by kind
- `seats`: for each seat cars, cards, tickets, stations left, points for routes, first tickets kept, tickets offered,
  and by kind the cards that everybody knows it holds
- `phase`: keep, turn, second card, tunnel; all 0 if another seat is to move
- `table`: cards in the pile, tickets left, turns that remain plus 1 (0 before the last), passes, turns played, whether
  the first tickets are being chosen, the seat to move (0 once it is over), the seat that began
- `tunnel`: its route plus 1, cards laid of the colour, wilds laid, extra cards; colour laid and cards revealed by kind
"""

from __future__ import annotations

from collections.abc import MutableSequence

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, next_member, size, smaller
    from branchline.core.buffers import octets
    from branchline.core.constants import KINDS, MAX_OFFER, NOTHING, OVER, ROW
    from branchline.core.lanes import clear, spread
    from branchline.core.rules.network import flood

    MOST = 255
    SEAT_WIDTH = 16
    PHASE_WIDTH = 4
    TABLE_WIDTH = 8
    TUNNEL_WIDTH = 22

#: The parts of an observation in their order.
PARTS = (
    "held",
    "offer",
    "done",
    "open",
    "routes",
    "stations",
    "hand",
    "row",
    "discards",
    "seats",
    "phase",
    "table",
    "tunnel",
)


class Layout:
    """Where each part of an observation begins, for a board and a number of seats; `size` is the length of a row."""

    def __init__(self, tables: Tables, seats: int) -> None:
        self.tables, self.seats = tables, seats
        tickets, routes = self.tables.n_tickets, self.tables.n_routes
        self.cities = self.tables.n_cities if self.tables.stations else 0
        self.offer = tickets
        self.done = self.offer + tickets
        self.open = self.done + tickets
        self.routes = self.open + routes
        self.stations = self.routes + seats * routes
        self.hand = self.stations + seats * self.cities
        self.row = self.hand + KINDS
        self.discards = self.row + KINDS
        self.others = self.discards + KINDS
        self.phase = self.others + SEAT_WIDTH * seats
        self.table = self.phase + PHASE_WIDTH
        self.tunnel = self.table + TABLE_WIDTH
        self.size = self.tunnel + TUNNEL_WIDTH

    def starts(self) -> list[int]:
        """Where each of PARTS begins."""
        return [
            0,
            self.offer,
            self.done,
            self.open,
            self.routes,
            self.stations,
            self.hand,
            self.row,
            self.discards,
            self.others,
            self.phase,
            self.table,
            self.tunnel,
        ]

    def write(self, s: State, seat: int, out: MutableSequence[int]) -> None:
        """Write the observation of any seat into an `array("B")` that is long enough."""
        if not 0 <= seat < self.seats or s.seats != self.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        if len(out) < self.size:
            raise ValueError(f"an observation takes {self.size} numbers, not {len(out)}")
        write_row(
            self.tables,
            self,
            s,
            seat,
            done_of(self.tables, s, seat, 0, 0),
            done_of(self.tables, s, seat, 1, 0),
            octets(out),
            0,
        )


def done_of(t: Tables, s: State, seat: int, word: int, known: int) -> int:
    """The tickets of a seat in one word of the set that its own routes complete; those known to be are not tried."""
    found = known
    rest = s.tickets[2 * seat + word] & ~known
    members = Members(rest, 0)
    while has_next(members):
        i = next_member(members)
        ticket = 64 * word + i
        if flood(t, s.owned[2 * seat], s.owned[2 * seat + 1], t.ticket_a[ticket]) & bit(t.ticket_b[ticket]):
            found |= bit(i)
    return found


def write_row(
    t: Tables, at: Layout, s: State, seat: int, low: int, high: int, out: MutableSequence[int], start: int
) -> None:
    """Write what a seat may know from `start` on; `low` and `high` are its completed tickets.

    In this order, because `spread` may write a little more than its part.
    """
    routes, cities = t.n_routes, at.cities
    spread(out, start, s.tickets[2 * seat], s.tickets[2 * seat + 1], t.n_tickets)
    clear(out, start + at.offer, t.n_tickets)
    for i in range(s.n_offer[seat]):
        out[start + at.offer + s.offers[MAX_OFFER * seat + i]] = i + 1
    spread(out, start + at.done, low, high, t.n_tickets)
    spread(out, start + at.open, s.open[2 * seat], s.open[2 * seat + 1], routes)
    other = seat
    for i in range(s.seats):
        spread(out, start + at.routes + i * routes, s.owned[2 * other], s.owned[2 * other + 1], routes)
        other = other + 1 if other + 1 < s.seats else 0
    if cities:
        for i in range(s.seats):
            spread(out, start + at.stations + i * cities, s.stations_at[other], 0, cities)
            other = other + 1 if other + 1 < s.seats else 0
    clear(out, start + at.row, KINDS)
    for slot in range(ROW):
        if s.row[slot] != NOTHING:
            out[start + at.row + s.row[slot]] += 1
    for kind in range(KINDS):
        out[start + at.hand + kind] = s.hands[KINDS * seat + kind]
        out[start + at.discards + kind] = s.discards[kind]
    for i in range(s.seats):
        write_seat(s, other, out, start + at.others + SEAT_WIDTH * i)
        other = other + 1 if other + 1 < s.seats else 0
    write_table(s, seat, out, start + at.phase)
    write_tunnel(s, out, start + at.tunnel)


def write_seat(s: State, seat: int, out: MutableSequence[int], start: int) -> None:
    """What everybody knows of a seat."""
    cards = 0
    for kind in range(KINDS):
        cards += s.hands[KINDS * seat + kind]
        out[start + 7 + kind] = s.known[KINDS * seat + kind]
    out[start] = s.cars[seat]
    out[start + 1] = smaller(cards, MOST)
    out[start + 2] = size(s.tickets[2 * seat]) + size(s.tickets[2 * seat + 1])
    out[start + 3] = s.stations[seat]
    out[start + 4] = smaller(s.score[seat], MOST)
    out[start + 5] = s.kept_start[seat]
    out[start + 6] = s.n_offer[seat]


def write_table(s: State, seat: int, out: MutableSequence[int], start: int) -> None:
    """Phase and table, which lie side by side."""
    clear(out, start, PHASE_WIDTH)
    if s.actor == seat and s.phase != OVER:
        out[start + s.phase] = 1
    start += PHASE_WIDTH
    out[start] = smaller(s.n_pile, MOST)
    out[start + 1] = s.n_pool + s.n_returned
    out[start + 2] = s.last_turns + 1
    out[start + 3] = s.passes
    out[start + 4] = smaller(s.turns, MOST)
    out[start + 5] = s.starting
    out[start + 6] = 0
    if s.phase != OVER:
        out[start + 6] = s.actor - seat if s.actor >= seat else s.actor - seat + s.seats
    out[start + 7] = s.first - seat if s.first >= seat else s.first - seat + s.seats


def write_tunnel(s: State, out: MutableSequence[int], start: int) -> None:
    """The tunnel that waits for its extra cards; zeros if there is none."""
    clear(out, start, TUNNEL_WIDTH)
    if s.tunnel_route == NOTHING:
        return
    out[start] = s.tunnel_route + 1
    out[start + 1] = s.tunnel_count
    out[start + 2] = s.tunnel_wilds
    out[start + 3] = s.tunnel_extra
    out[start + 4 + s.tunnel_colour] = 1
    for i in range(s.n_revealed):
        out[start + 4 + KINDS + s.revealed[i]] += 1
