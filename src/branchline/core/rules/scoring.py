"""The final scoring (E2): tickets (K4), stations (B3, B4), ranks (E5) and bonuses.

The bonuses are the longest path (E3), districts (E4) and most completed tickets (E6).
"""

from __future__ import annotations

import cython

from .longest_path import LongestPath
from .state import State
from .stations import StationSearch
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, has_next, lowest, next_member
    from branchline.core.constants import (
        MAX_SEATS,
        MAX_STATIONS,
        TIE_STATIONS,
        TIE_TICKETS,
    )

    from .network import flood
    from .stations import best_station_use, unbuilt_points


class Scores:
    """What each seat has scored, part by part, and its rank. One object can be filled by `score_game` many times.

    `steps` counts the uses of stations that were tried, for all seats together.
    """

    def __init__(self) -> None:
        self.longest_path = LongestPath()
        self.search = StationSearch()
        if not cython.compiled:
            self.routes, self.tickets, self.longest = [0] * MAX_SEATS, [0] * MAX_SEATS, [0] * MAX_SEATS
            self.stations, self.districts, self.total = [0] * MAX_SEATS, [0] * MAX_SEATS, [0] * MAX_SEATS
            self.most_tickets = [0] * MAX_SEATS
            self.tickets_done, self.longest_length = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.stations_used, self.rank = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.borrowed = [0] * (MAX_STATIONS * MAX_SEATS)
            self.steps = 0

    def row(self, seat: int) -> tuple[int, int, int, int, int, int, int, int, int, int]:
        """Routes, tickets, longest, stations, districts, total, tickets done, longest length, rank, most tickets."""
        return (
            self.routes[seat],
            self.tickets[seat],
            self.longest[seat],
            self.stations[seat],
            self.districts[seat],
            self.total[seat],
            self.tickets_done[seat],
            self.longest_length[seat],
            self.rank[seat],
            self.most_tickets[seat],
        )

    def borrowed_by(self, seat: int) -> list[int]:
        """The routes of others that a seat's stations use, in the order of their cities; NOTHING for an idle one."""
        return [self.borrowed[MAX_STATIONS * seat + i] for i in range(MAX_STATIONS)]


def score_game(t: Tables, s: State, out: Scores) -> None:
    """Score a finished game: routes, tickets and the board's bonuses (E2). Any other position as if it ended now."""
    out.search.steps = 0
    for seat in range(s.seats):
        out.longest_length[seat] = out.longest_path.longest(t, s.owned[2 * seat], s.owned[2 * seat + 1])
        out.routes[seat] = s.score[seat]
        out.stations[seat] = unbuilt_points(t, s, seat)
        out.stations_used[seat] = t.stations - s.stations[seat]
        out.districts[seat] = district_points(t, s, seat)
        score_tickets(t, s, seat, out)
    out.steps = out.search.steps
    score_longest_path(t, s, out)
    score_most_tickets(t, s, out)
    for seat in range(s.seats):
        out.total[seat] = out.routes[seat] + out.tickets[seat] + out.longest[seat]
        out.total[seat] += out.stations[seat] + out.districts[seat] + out.most_tickets[seat]
    rank_seats(t, s, out)


def score_longest_path(t: Tables, s: State, out: Scores) -> None:
    """The bonus for the longest path goes to every seat that has one, and to nobody without any route (E3)."""
    longest = 0
    for seat in range(s.seats):
        if out.longest_length[seat] > longest:
            longest = out.longest_length[seat]
    for seat in range(s.seats):
        out.longest[seat] = t.longest_bonus if longest > 0 and out.longest_length[seat] == longest else 0


def score_most_tickets(t: Tables, s: State, out: Scores) -> None:
    """The bonus for the most completed tickets goes to every seat that has so many, and to nobody without any (E6)."""
    most = 0
    for seat in range(s.seats):
        if out.tickets_done[seat] > most:
            most = out.tickets_done[seat]
    for seat in range(s.seats):
        out.most_tickets[seat] = t.most_tickets_bonus if most > 0 and out.tickets_done[seat] == most else 0


def district_points(t: Tables, s: State, seat: int) -> int:
    """The points of the districts whose locations are all joined by the seat's own routes (E4)."""
    points = 0
    for i in range(t.n_districts):
        cities = t.district_cities[i]
        joined = flood(t, s.owned[2 * seat], s.owned[2 * seat + 1], lowest(cities))
        if not cities & ~joined:
            points += t.district_points[i]
    return points


def score_tickets(t: Tables, s: State, seat: int, out: Scores) -> None:
    """A completed ticket scores its points, any other costs them (K4), with the best use of the stations (B3).

    The parts of the seat's network are those of its longest path.
    """
    best_station_use(t, s, seat, out.longest_path.parts, out.search)
    for i in range(MAX_STATIONS):
        out.borrowed[MAX_STATIONS * seat + i] = out.search.best_choice[i]
    out.tickets_done[seat] = out.search.best_value & 255
    out.tickets[seat] = 2 * (out.search.best_value >> 8) - ticket_sum(t, s, seat)


def ticket_sum(t: Tables, s: State, seat: int) -> int:
    """The points of all tickets of a seat together."""
    points = 0
    rest = Members(s.tickets[2 * seat], s.tickets[2 * seat + 1])
    while has_next(rest):
        points += t.ticket_points[next_member(rest)]
    return points


def rank_seats(t: Tables, s: State, out: Scores) -> None:
    """A seat's rank is one more than the number of seats ahead of it. Seats that are still tied share it (E5)."""
    for seat in range(s.seats):
        out.rank[seat] = 1
        for other in range(s.seats):
            if ahead(t, out, other, seat):
                out.rank[seat] += 1


def ahead(t: Tables, out: Scores, one: int, other: int) -> bool:
    """Whether one seat is ahead of another: by points, then by the board's tie-breaks in their order (E5)."""
    difference = out.total[one] - out.total[other]
    for i in range(t.n_ties):
        if difference == 0:
            if t.ties[i] == TIE_TICKETS:
                difference = out.tickets_done[one] - out.tickets_done[other]
            elif t.ties[i] == TIE_STATIONS:
                difference = out.stations_used[other] - out.stations_used[one]
            else:
                difference = out.longest[one] - out.longest[other]
    return difference > 0
