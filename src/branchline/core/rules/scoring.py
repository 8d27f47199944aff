"""The final scoring (K4, B3, B4, E2–E5)."""

from __future__ import annotations

import cython

from .longest_path import LongestPath
from .network import Parts
from .state import State
from .tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import (
        MAX_CITIES,
        MAX_SEATS,
        MAX_STATIONS,
        NOTHING,
        TIE_STATIONS,
        TIE_TICKETS,
    )

    from .network import flood, label_parts


class Scores:
    """What each seat has scored, part by part, and its rank. Made once, filled by `score_game` as often as wanted.

    `steps` is how many uses of stations were looked at, for all seats together.
    """

    def __init__(self) -> None:
        self.longest_path = LongestPath()
        self.parts = Parts()
        if not cython.compiled:
            self.routes, self.tickets, self.longest = [0] * MAX_SEATS, [0] * MAX_SEATS, [0] * MAX_SEATS
            self.stations, self.districts, self.total = [0] * MAX_SEATS, [0] * MAX_SEATS, [0] * MAX_SEATS
            self.tickets_done, self.longest_length = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.stations_used, self.rank = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.borrowed = [0] * (MAX_STATIONS * MAX_SEATS)
            self.level = [0] * (MAX_CITIES * (MAX_STATIONS + 1))
            self.choice, self.best_choice = [0] * MAX_STATIONS, [0] * MAX_STATIONS
            self.gain = [0] * MAX_CITIES
            self.best_value = self.steps = 0

    def row(self, seat: int) -> tuple[int, int, int, int, int, int, int, int, int]:
        """Routes, tickets, longest, stations, districts, total, tickets done, longest length, rank."""
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
        )

    def borrowed_by(self, seat: int) -> list[int]:
        """The routes of others that a seat's stations use, in the order of their cities; NOTHING for an idle one."""
        return [self.borrowed[MAX_STATIONS * seat + i] for i in range(MAX_STATIONS)]


def score_game(t: Tables, s: State, out: Scores) -> None:
    """Score a finished game (E2), or any position as if it ended now."""
    longest = out.steps = 0
    for seat in range(s.seats):
        out.longest_length[seat] = out.longest_path.longest(t, s.owned[2 * seat], s.owned[2 * seat + 1])
        if out.longest_length[seat] > longest:
            longest = out.longest_length[seat]
    for seat in range(s.seats):
        has_longest = longest > 0 and out.longest_length[seat] == longest  # E3
        out.longest[seat] = t.longest_bonus if has_longest else 0
        out.routes[seat] = s.score[seat]
        out.stations[seat] = t.station_bonus * s.stations[seat]  # B4
        out.stations_used[seat] = t.stations - s.stations[seat]
        out.districts[seat] = district_points(t, s, seat)
        score_tickets(t, s, seat, out)
        out.total[seat] = out.routes[seat] + out.tickets[seat] + out.longest[seat]
        out.total[seat] += out.stations[seat] + out.districts[seat]
    rank_seats(t, s, out)


def district_points(t: Tables, s: State, seat: int) -> int:
    """Points of the districts whose locations a seat has joined (E4)."""
    points = 0
    for i in range(t.n_districts):
        cities = t.district_cities[i]
        joined = flood(t, s.owned[2 * seat], s.owned[2 * seat + 1], lowest(cities))
        if not cities & ~joined:
            points += t.district_points[i]
    return points


def score_tickets(t: Tables, s: State, seat: int, out: Scores) -> None:
    """Points of a seat's tickets with the best use of its stations (K4, B3)."""
    label_parts(t, s.owned[2 * seat], s.owned[2 * seat + 1], out.parts)
    for city in range(t.n_cities):
        out.level[city] = out.parts.label[city]
    out.best_value = NOTHING
    for i in range(MAX_STATIONS):
        out.choice[i] = out.best_choice[i] = NOTHING
    try_stations(t, s, seat, out, s.stations_at[seat], 0)
    for i in range(MAX_STATIONS):
        out.borrowed[MAX_STATIONS * seat + i] = out.best_choice[i]
    out.tickets_done[seat] = out.best_value & 255
    out.tickets[seat] = 2 * (out.best_value >> 8) - ticket_sum(t, s, seat)


def ticket_sum(t: Tables, s: State, seat: int) -> int:
    """What all tickets of a seat are worth."""
    points = 0
    for word in range(2):
        mask = s.tickets[2 * seat + word]
        while mask:
            points += t.ticket_points[64 * word + lowest(mask)]
            mask &= mask - 1
    return points


def try_stations(t: Tables, s: State, seat: int, out: Scores, cities: int, depth: int) -> None:
    """Try every route of another seat at each station in turn, and keep the choice worth most."""
    if not cities:
        try_value(out, completed(t, s, seat, out, 0))
        return
    city = lowest(cities)
    later = cities & (cities - 1)
    own = out.level[MAX_CITIES * depth + city]
    tried = bit(own)
    value = 0
    if not later:
        value = completed(t, s, seat, out, MAX_CITIES * depth)
        note_gains(t, s, seat, out, MAX_CITIES * depth, own)
    for other in range(s.seats):
        for word in range(2):
            mask = s.owned[2 * other + word] & t.at[2 * city + word]
            if other == seat:
                mask = 0
            while mask:
                route = 64 * word + lowest(mask)
                mask &= mask - 1
                part = out.level[MAX_CITIES * depth + (t.across[route] ^ city)]
                if not tried & bit(part):
                    tried |= bit(part)
                    out.choice[depth] = route
                    if later:
                        merge(t, out, depth, own, part)
                        try_stations(t, s, seat, out, later, depth + 1)
                    else:
                        try_value(out, value + out.gain[part])
    out.choice[depth] = NOTHING
    if later:
        merge(t, out, depth, 0, 0)
        try_stations(t, s, seat, out, later, depth + 1)
    else:
        try_value(out, value)


def try_value(out: Scores, value: int) -> None:
    """Keep the present choice if it is worth more than the best one."""
    out.steps += 1
    if value > out.best_value:
        out.best_value = value
        for i in range(MAX_STATIONS):
            out.best_choice[i] = out.choice[i]


def note_gains(t: Tables, s: State, seat: int, out: Scores, first: int, own: int) -> None:
    """Note for each part what is gained when it is joined to another: the tickets from one to the other."""
    for city in range(t.n_cities):
        out.gain[city] = 0
    for word in range(2):
        mask = s.tickets[2 * seat + word]
        while mask:
            ticket = 64 * word + lowest(mask)
            mask &= mask - 1
            one, other = out.level[first + t.ticket_a[ticket]], out.level[first + t.ticket_b[ticket]]
            if one == own:
                out.gain[other] += 256 * t.ticket_points[ticket] + 1
            elif other == own:
                out.gain[one] += 256 * t.ticket_points[ticket] + 1


def merge(t: Tables, out: Scores, depth: int, one: int, other: int) -> None:
    """The labels of the next depth: those of this one, with two parts made one."""
    for city in range(t.n_cities):
        part = out.level[MAX_CITIES * depth + city]
        out.level[MAX_CITIES * (depth + 1) + city] = one if part == other else part


def completed(t: Tables, s: State, seat: int, out: Scores, first: int) -> int:
    """256 times the points of the completed tickets, plus their number."""
    value = 0
    for word in range(2):
        mask = s.tickets[2 * seat + word]
        while mask:
            ticket = 64 * word + lowest(mask)
            mask &= mask - 1
            if out.level[first + t.ticket_a[ticket]] == out.level[first + t.ticket_b[ticket]]:
                value += 256 * t.ticket_points[ticket] + 1
    return value


def rank_seats(t: Tables, s: State, out: Scores) -> None:
    """1 for the winners; a seat's rank is one more than the number of seats ahead of it (E5)."""
    for seat in range(s.seats):
        out.rank[seat] = 1
        for other in range(s.seats):
            if ahead(t, out, other, seat):
                out.rank[seat] += 1


def ahead(t: Tables, out: Scores, one: int, other: int) -> bool:
    """Whether one seat is ahead of another, by points and then by the board's tie-breaks."""
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
