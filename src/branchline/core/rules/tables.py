"""One board as flat arrays: the facts that the rules need, and the table of all its actions."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, next_member, size
    from branchline.core.constants import (
        A_BLIND,
        A_CLAIM,
        A_DRAW,
        A_KEEP,
        A_PASS,
        A_PAY,
        A_STATION,
        A_TICKETS,
        A_WITHDRAW,
        BLIND,
        CLAIM,
        DRAW,
        GRAY,
        KEEP_MASK,
        KINDS,
        MAX_ACTIONS,
        MAX_CITIES,
        MAX_DISTRICTS,
        MAX_LENGTH,
        MAX_OFFER,
        MAX_ROUTES,
        MAX_STATIONS,
        MAX_TICKETS,
        MAX_TIES,
        NOTHING,
        PASS,
        PAY,
        REVEAL,
        TICKETS,
        TIE_LONGEST,
        TIE_STATIONS,
        TIE_TICKETS,
        WILD,
        WITHDRAW,
    )

if TYPE_CHECKING:
    from branchline.board import Board


#: A number for every object: what was worked out for one board can't be taken for another's.
_serials = count(1)


def members(low: int, high: int) -> list[int]:
    """The members of a set of two words as a list, in ascending order."""
    found = []
    rest = Members(low, high)
    while has_next(rest):
        found.append(next_member(rest))
    return found


class Tables:
    """The fixed facts of a board in the form that the rules read. Sets of routes take two words each.

    Tables never change: copies share them. A pickle holds the board alone, from which they are made again.
    """

    def __init__(self, board: Board) -> None:
        self.board, self.serial = board, next(_serials)
        if not cython.compiled:
            self.cards = [0] * KINDS
            self.points = [0] * (MAX_LENGTH + 1)
            self.ties = [0] * MAX_TIES
            self.end_a, self.end_b, self.across = [0] * MAX_ROUTES, [0] * MAX_ROUTES, [0] * MAX_ROUTES
            self.ends, self.cell, self.mirror = [0] * MAX_ROUTES, [0] * MAX_ROUTES, [0] * MAX_ROUTES
            self.length, self.colour, self.ferry = [0] * MAX_ROUTES, [0] * MAX_ROUTES, [0] * MAX_ROUTES
            self.tunnel, self.twin = [0] * MAX_ROUTES, [0] * MAX_ROUTES
            self.all_routes = [0] * 2
            self.at = [0] * (2 * MAX_CITIES)
            self.fits = [0] * (2 * (MAX_LENGTH + 1))
            self.of_colour, self.tunnels = [0] * (2 * (GRAY + 1)), [0] * 2
            self.payable = [0] * (2 * KINDS * (MAX_LENGTH + 1))
            self.ferry_fits = [0] * (2 * (MAX_LENGTH + 1))
            self.mixed = [0] * (2 * WILD * (MAX_LENGTH + 1) ** 2)
            self.ticket_a, self.ticket_b = [0] * MAX_TICKETS, [0] * MAX_TICKETS
            self.ticket_points = [0] * MAX_TICKETS
            self.regular_tickets, self.long_tickets = [0] * 2, [0] * 2
            self.district_cities, self.district_points = [0] * MAX_DISTRICTS, [0] * MAX_DISTRICTS
            self.keeps, self.n_keeps = [0] * (bit(MAX_OFFER) * (MAX_OFFER + 1)), [0] * (MAX_OFFER + 1) ** 2
            self.claim_base = [0] * (KINDS * MAX_ROUTES)
            self.station_base = [0] * (KINDS * (MAX_STATIONS + 1))
            self.action_kind, self.action_target = [0] * MAX_ACTIONS, [0] * MAX_ACTIONS
            self.action_colour, self.action_count = [0] * MAX_ACTIONS, [0] * MAX_ACTIONS
            self.action_wilds = [0] * MAX_ACTIONS
        self._read_numbers(board)
        self._read_routes(board)
        self._read_tickets(board)
        self._make_masks()
        self._mix_payments()
        self._list_keeps()
        self._list_common_actions()
        self._list_claims()
        self._list_stations()

    def __copy__(self) -> Tables:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Tables:
        return self

    def __reduce__(self) -> tuple[type[Tables], tuple[Board]]:
        return Tables, (self.board,)

    def _read_numbers(self, board: Board) -> None:
        self.n_colours = len(board.colours)
        self.cars, self.stations, self.hand = board.cars, board.stations, board.hand
        self.deal_long, self.deal_regular = board.deal_long, board.deal_regular
        self.keep_start, self.keep_later = board.keep_start, board.keep_later
        self.refused_leave = board.refused == "out"
        self.draw_tickets = board.draw_tickets
        self.closed_doubles = board.closed_doubles
        self.longest_bonus, self.station_bonus = board.longest_bonus, board.station_bonus
        self.most_tickets_bonus = board.most_tickets_bonus
        for kind, colour in enumerate(board.colours):
            self.cards[kind] = board.card_counts[colour]
        self.cards[WILD] = board.card_counts["wild"]
        for length, points in board.points.items():
            self.points[length] = points
        rules = {"tickets": TIE_TICKETS, "stations": TIE_STATIONS, "longest": TIE_LONGEST}
        self.n_ties = len(board.ties)
        for i, tie in enumerate(board.ties):
            self.ties[i] = rules[tie]

    def _read_routes(self, board: Board) -> None:
        city = {c.id: i for i, c in enumerate(board.cities)}
        index = {r.id: i for i, r in enumerate(board.routes)}
        kind = {c: i for i, c in enumerate(board.colours)}
        self.n_cities, self.n_routes = len(city), len(index)
        for r, route in enumerate(board.routes):
            a, b = city[route.a], city[route.b]
            self.end_a[r], self.end_b[r], self.across[r] = a, b, a ^ b
            self.ends[r] = bit(a) | bit(b)
            self.cell[r], self.mirror[r] = MAX_CITIES * a + b, MAX_CITIES * b + a
            self.length[r] = route.length
            self.colour[r] = kind.get(route.colour, GRAY)
            self.ferry[r] = route.ferry
            self.tunnel[r] = route.tunnel
            self.twin[r] = NOTHING if route.twin is None else index[route.twin]
        self.n_districts = len(board.districts)
        for d, district in enumerate(board.districts):
            self.district_points[d] = district.points
            for name in district.cities:
                self.district_cities[d] |= bit(city[name])

    def _read_tickets(self, board: Board) -> None:
        city = {c.id: i for i, c in enumerate(board.cities)}
        self.n_tickets = len(board.tickets)
        for i, ticket in enumerate(board.tickets):
            self.ticket_a[i], self.ticket_b[i] = city[ticket.a], city[ticket.b]
            self.ticket_points[i] = ticket.points
            if ticket.long:
                self.long_tickets[i >> 6] |= bit(i & 63)
            else:
                self.regular_tickets[i >> 6] |= bit(i & 63)

    def _make_masks(self) -> None:
        """Sets of routes by ends, colour and length, and by what a number of cards of a kind can pay."""
        for r in range(self.n_routes):
            word, member, length = r >> 6, bit(r & 63), self.length[r]
            self.all_routes[word] |= member
            self.of_colour[2 * self.colour[r] + word] |= member
            if self.tunnel[r]:
                self.tunnels[word] |= member
            self.at[2 * self.end_a[r] + word] |= member
            self.at[2 * self.end_b[r] + word] |= member
            for n in range(MAX_LENGTH + 1):
                if length <= n:
                    self.fits[2 * n + word] |= member
                    self.payable[2 * (WILD * (MAX_LENGTH + 1) + n) + word] |= member
                    for kind in range(self.n_colours):
                        if self._takes(r, kind):
                            self.payable[2 * (kind * (MAX_LENGTH + 1) + n) + word] |= member
                if self.ferry[r] <= n:
                    self.ferry_fits[2 * n + word] |= member

    def _mix_payments(self) -> None:
        """Sets of routes that a colour pays for with so many wilds exactly, and with at most so many of its own cards.

        At least one card is of the colour (R7), and the wilds are at least those that a ferry shows (F1).
        """
        for r in range(self.n_routes):
            for kind in range(self.n_colours):
                for wilds in range(self.ferry[r], self.length[r] if self._takes(r, kind) else 0):
                    for n in range(self.length[r] - wilds, MAX_LENGTH + 1):
                        i = (wilds * WILD + kind) * (MAX_LENGTH + 1) + n
                        self.mixed[2 * i + (r >> 6)] |= bit(r & 63)

    def _list_keeps(self) -> None:
        """For each least number of tickets to keep: the masks that keep so many, and how many of them n offers have."""
        for least in range(MAX_OFFER + 1):
            masks = [mask for mask in range(1, bit(MAX_OFFER)) if size(mask) >= least]
            for i, mask in enumerate(masks):
                self.keeps[bit(MAX_OFFER) * least + i] = mask
            for offered in range(MAX_OFFER + 1):
                self.n_keeps[(MAX_OFFER + 1) * least + offered] = sum(mask < bit(offered) for mask in masks)

    def _takes(self, r: int, kind: int) -> bool:
        """Whether cards of this colour can pay for a route: its own colour (R1), or any if it is gray (R2).

        A ferry that shows a wild on every space takes no colour (F1).
        """
        fits: bool = self.colour[r] == GRAY or self.colour[r] == kind
        return fits and self.ferry[r] < self.length[r]

    def _list(self, action: int, kind: int, target: int, colour: int, count: int, wilds: int) -> None:
        self.action_kind[action] = kind
        self.action_target[action] = target
        self.action_colour[action] = colour
        self.action_count[action] = count
        self.action_wilds[action] = wilds

    def _list_common_actions(self) -> None:
        for kind in range(KINDS):
            if kind < self.n_colours or kind == WILD:
                self._list(DRAW + kind, A_DRAW, 0, kind, 1, 0)
        self._list(BLIND, A_BLIND, 0, 0, 1, 0)
        self._list(TICKETS, A_TICKETS, 0, 0, 0, 0)
        self._list(PASS, A_PASS, 0, 0, 0, 0)
        self._list(WITHDRAW, A_WITHDRAW, 0, 0, 0, 0)
        for mask in range(1, bit(MAX_OFFER)):
            self._list(KEEP_MASK + mask, A_KEEP, mask, 0, 0, 0)
        for extra in range(1, REVEAL + 1):
            for wilds in range(extra):
                for kind in range(self.n_colours):
                    count = extra - wilds
                    self._list(PAY + 16 * kind + 4 * count + wilds, A_PAY, 0, kind, count, wilds)
            self._list(PAY + 16 * WILD + extra, A_PAY, 0, WILD, 0, extra)

    def _list_claims(self) -> None:
        """Every payment for every route (R7), by colour, route and number of wilds; those of wilds alone come last."""
        action = CLAIM
        for kind in range(self.n_colours):
            for r in range(self.n_routes):
                self.claim_base[kind * MAX_ROUTES + r] = action
                if self._takes(r, kind):
                    for wilds in range(self.ferry[r], self.length[r]):
                        self._list(action, A_CLAIM, r, kind, self.length[r] - wilds, wilds)
                        action += 1
        for r in range(self.n_routes):
            self.claim_base[WILD * MAX_ROUTES + r] = action
            self._list(action, A_CLAIM, r, WILD, 0, self.length[r])
            action += 1
        self.n_actions = action

    def _list_stations(self) -> None:
        """Every payment for every station: by colour, cost (B2: the n-th costs n cards), city and number of wilds."""
        action = self.n_actions
        for kind in range(KINDS):
            if kind >= self.n_colours and kind != WILD:
                continue
            for cost in range(1, self.stations + 1):
                self.station_base[kind * (MAX_STATIONS + 1) + cost] = action
                for city in range(self.n_cities):
                    for wilds in range(cost if kind == WILD else 0, cost + 1 if kind == WILD else cost):
                        self._list(action, A_STATION, city, kind, cost - wilds, wilds)
                        action += 1
        self.n_actions = action

    def action(self, action: int) -> tuple[int, int, int, int, int]:
        """Kind, target, colour, count of that colour, and wilds of an action id."""
        if not 0 <= action < self.n_actions:
            raise IndexError(f"no action {action}: this board has {self.n_actions}")
        return (
            self.action_kind[action],
            self.action_target[action],
            self.action_colour[action],
            self.action_count[action],
            self.action_wilds[action],
        )

    def __len__(self) -> int:
        return self.n_actions
