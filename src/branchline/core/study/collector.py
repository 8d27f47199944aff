"""Sums over many games, gathered while they are played: what became of every route, ticket, city and player.

All sums are whole numbers, so they do not depend on the order of the games, or on how they are split up.
"""

from __future__ import annotations

import cython

from branchline.core.rules.scoring import Scores
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, next_member, set_size
    from branchline.core.constants import (
        A_BLIND,
        A_DRAW,
        A_KEEP,
        A_PASS,
        A_STATION,
        A_TICKETS,
        MAX_CITIES,
        MAX_OFFER,
        MAX_ROUTES,
        MAX_SEATS,
        MAX_STATIONS,
        MAX_TICKETS,
        NOTHING,
        SECOND_CARD,
        TUNNEL,
        WILD,
    )
    from branchline.core.rules.network import flood
    from branchline.core.rules.scoring import score_game

    SHARE = 60  # a win in units that two to five winners can share
    MAX_GROUPS, N_SEAT, N_TICKET, N_ROUTE, N_PLACE, N_GAME = 8, 22, 9, 3, 4, 12
    MARGINS, SCORES, SCORE_ZERO, ROUNDS = 128, 512, 128, 256

#: How many groups of players there can be, such as different bots.
GROUPS = 8
#: Points below zero that the distribution of scores has room for.
LOWEST = 128

#: What is summed for each group of players, over the games of its members.
SEAT_SUMS = (
    "games",
    "wins",
    "total",
    "squares",
    "routes",
    "tickets",
    "longest",
    "stations",
    "districts",
    "most_tickets",
    "tickets_done",
    "tickets_held",
    "longest_length",
    "longest_held",
    "longest_wins",
    "turns",
    "ticket_draws",
    "blind",
    "face_up",
    "wilds",
    "cars_left",
    "cards_left",
)
#: What is summed for each ticket. `start` is the choice before the first turn, `later` every other one.
TICKET_SUMS = (
    "offered_start",
    "kept_start",
    "offered_later",
    "kept_later",
    "held",
    "done",
    "by_station",
    "timed",
    "rounds",
)
#: What is summed for each route: its claims, their rounds, and after which part of the game, in percent.
ROUTE_SUMS = ("claims", "rounds", "percent")
#: What is summed for each place in the order of turns and each group.
PLACE_SUMS = ("games", "wins", "total", "squares")
#: What is summed for all games.
GAME_SUMS = (
    "games",
    "turns",
    "decisions",
    "stalemates",
    "endless",
    "passes",
    "no_cards",
    "no_tickets",
    "lead_changes",
    "margin",
    "shared",
    "stations_built",
)


class Collector:
    """Watches games: `begin`, `note` before each move, `end` when it is scored. Each thread needs its own.

    Every seat belongs to a group, and figures of seats are summed by group. A game with more than `endless` decisions
    counts as one whose players would not end it.
    """

    def __init__(self, tables: Tables, endless: int) -> None:
        self.tables, self.endless = tables, endless
        self.final = Scores()
        self.decisions = self.round = self.mover = self.leader = self.changes = 0
        self.visited = 0
        self.bare = self.sold_out = False
        if not cython.compiled:
            self.group = [0] * MAX_SEATS
            self.owned, self.held, self.done = [0] * 10, [0] * 10, [0] * 10
            self.claimed_at = [0] * MAX_ROUTES
            self.done_at = [0] * (MAX_SEATS * MAX_TICKETS)
            self.draws, self.blind = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.face_up, self.wilds = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.won, self.turns = [0] * MAX_SEATS, [0] * MAX_SEATS
            self.game = [0] * N_GAME
            self.seat = [0] * (N_SEAT * MAX_GROUPS)
            self.place = [0] * (N_PLACE * MAX_SEATS * MAX_GROUPS)
            self.ticket = [0] * (N_TICKET * MAX_TICKETS)
            self.ticket_held = [0] * (MAX_TICKETS * MAX_GROUPS)
            self.ticket_wins = [0] * (MAX_TICKETS * MAX_GROUPS)
            self.ticket_done = [0] * (MAX_TICKETS * MAX_GROUPS)
            self.ticket_done_wins = [0] * (MAX_TICKETS * MAX_GROUPS)
            self.route = [0] * (N_ROUTE * MAX_ROUTES)
            self.route_claims = [0] * (MAX_ROUTES * MAX_GROUPS)
            self.route_wins = [0] * (MAX_ROUTES * MAX_GROUPS)
            self.city = [0] * MAX_CITIES
            self.met = [0] * (MAX_GROUPS * MAX_GROUPS)
            self.ahead = [0] * (MAX_GROUPS * MAX_GROUPS)
            self.margins = [0] * (MAX_SEATS * MAX_SEATS * MARGINS)
            self.scores = [0] * (MAX_GROUPS * SCORES)
            self.winning = [0] * SCORES
            self.rounds = [0] * ROUNDS

    def seat_group(self, seat: int, group: int) -> None:
        """From the next game on, this seat belongs to this group."""
        if not (0 <= seat < MAX_SEATS and 0 <= group < MAX_GROUPS):
            raise IndexError(f"no seat {seat} or no group {group}")
        self.group[seat] = group

    def begin(self) -> None:
        """A game begins."""
        self.decisions = self.round = self.changes = 0
        self.mover = self.leader = NOTHING
        self.visited = 0
        self.bare = self.sold_out = False
        for i in range(2 * MAX_SEATS):
            self.owned[i] = self.held[i] = self.done[i] = 0
        for seat in range(MAX_SEATS):
            self.draws[seat] = self.blind[seat] = self.face_up[seat] = self.wilds[seat] = self.turns[seat] = 0

    def note(self, s: State, action: int) -> None:
        """A seat is about to make a move."""
        self._look_back(s)
        seat, kind = s.actor, self.tables.action_kind[action]
        self.mover = seat
        self.decisions += 1
        self.round = 0 if s.starting else s.turns // s.seats + 1
        if s.n_pile == 0 and not s.starting:
            self.bare = True
        if s.n_pool + s.n_returned == 0 and not s.starting:
            self.sold_out = True
        if kind != A_KEEP and s.phase != SECOND_CARD and s.phase != TUNNEL:
            self.turns[seat] += 1
        if kind == A_KEEP:
            self._note_offer(s, self.tables.action_target[action])
        elif kind == A_BLIND:
            self.blind[seat] += 1
        elif kind == A_DRAW:
            self.face_up[seat] += 1
            if self.tables.action_colour[action] == WILD:
                self.wilds[seat] += 1
        elif kind == A_TICKETS:
            self.draws[seat] += 1
        elif kind == A_PASS:
            self.game[5] += 1
        elif kind == A_STATION:
            self.game[11] += 1

    def _note_offer(self, s: State, kept: int) -> None:
        """The actor chooses among the tickets that it is offered."""
        first = 0 if s.starting else 2
        for i in range(s.n_offer[s.actor]):
            at = N_TICKET * s.offers[MAX_OFFER * s.actor + i] + first
            self.ticket[at] += 1
            if kept & bit(i):
                self.ticket[at + 1] += 1

    def _look_back(self, s: State) -> None:
        """What the move before has changed: a route claimed, tickets kept or completed."""
        seat = self.mover
        if seat == NOTHING:
            return
        low, high = 2 * seat, 2 * seat + 1
        claimed = s.owned[low] != self.owned[low] or s.owned[high] != self.owned[high]
        if claimed:
            rest = Members(s.owned[low] & ~self.owned[low], s.owned[high] & ~self.owned[high])
            while has_next(rest):
                route = next_member(rest)
                self.claimed_at[route] = self.round
                self.visited |= self.tables.ends[route]
            self.owned[low], self.owned[high] = s.owned[low], s.owned[high]
            self._watch_lead(s)
        if claimed or s.tickets[low] != self.held[low] or s.tickets[high] != self.held[high]:
            self.held[low], self.held[high] = s.tickets[low], s.tickets[high]
            self._watch_tickets(seat)

    def _watch_lead(self, s: State) -> None:
        """Who leads alone by the points that all see."""
        best = s.score[0]
        leader = 0
        for seat in range(1, s.seats):
            if s.score[seat] > best:
                best = s.score[seat]
                leader = seat
            elif s.score[seat] == best:
                leader = NOTHING
        if leader != NOTHING and leader != self.leader:
            if self.leader != NOTHING:
                self.changes += 1
            self.leader = leader

    def _watch_tickets(self, seat: int) -> None:
        """Note the tickets that the routes of a seat have just completed."""
        low, high = 2 * seat, 2 * seat + 1
        rest = Members(self.held[low] & ~self.done[low], self.held[high] & ~self.done[high])
        while has_next(rest):
            ticket = next_member(rest)
            if joins(self.tables, self.owned[low], self.owned[high], ticket):
                self.done[low + (ticket >> 6)] |= bit(ticket & 63)
                self.done_at[MAX_TICKETS * seat + ticket] = self.round

    def finish(self, s: State) -> None:
        """The game is over: score it, too."""
        score_game(self.tables, s, self.final)
        self.end(s, self.final)

    def end(self, s: State, scores: Scores) -> None:
        """The game is over and scored."""
        self._look_back(s)
        winners = 0
        for seat in range(s.seats):
            winners += 1 if scores.rank[seat] == 1 else 0
        for seat in range(s.seats):
            self.won[seat] = SHARE // winners if scores.rank[seat] == 1 else 0
        for seat in range(s.seats):
            self._sum_seat(s, scores, seat)
            self._sum_tickets(s, scores, seat)
            self._sum_routes(s, seat)
            self._sum_others(s, scores, seat)
        for city in range(self.tables.n_cities):
            if self.visited & bit(city):
                self.city[city] += 1
        rounds = (s.turns + s.seats - 1) // s.seats
        self.rounds[rounds if rounds < ROUNDS else ROUNDS - 1] += 1
        self.game[0] += 1
        self.game[1] += s.turns
        self.game[2] += self.decisions
        self.game[3] += 1 if s.passes == s.seats else 0
        self.game[4] += 1 if self.decisions > self.endless else 0
        self.game[6] += 1 if self.bare else 0
        self.game[7] += 1 if self.sold_out else 0
        self.game[8] += self.changes
        self.game[10] += 1 if winners > 1 else 0

    def _sum_seat(self, s: State, scores: Scores, seat: int) -> None:
        """The figures of a seat, in the order of SEAT_SUMS and PLACE_SUMS."""
        total = scores.total[seat]
        at = N_SEAT * self.group[seat]
        self.seat[at] += 1
        self.seat[at + 1] += self.won[seat]
        self.seat[at + 2] += total
        self.seat[at + 3] += total * total
        self.seat[at + 4] += scores.routes[seat]
        self.seat[at + 5] += scores.tickets[seat]
        self.seat[at + 6] += scores.longest[seat]
        self.seat[at + 7] += scores.stations[seat]
        self.seat[at + 8] += scores.districts[seat]
        self.seat[at + 9] += scores.most_tickets[seat]
        self.seat[at + 10] += scores.tickets_done[seat]
        self.seat[at + 11] += set_size(s.tickets[2 * seat], s.tickets[2 * seat + 1])
        self.seat[at + 12] += scores.longest_length[seat]
        if scores.longest[seat]:
            self.seat[at + 13] += 1
            self.seat[at + 14] += self.won[seat]
        self.seat[at + 15] += self.turns[seat]
        self.seat[at + 16] += self.draws[seat]
        self.seat[at + 17] += self.blind[seat]
        self.seat[at + 18] += self.face_up[seat]
        self.seat[at + 19] += self.wilds[seat]
        self.seat[at + 20] += s.cars[seat]
        self.seat[at + 21] += s.cards_in_hand(seat)
        at = N_PLACE * (MAX_GROUPS * place_of(s, seat) + self.group[seat])
        self.place[at] += 1
        self.place[at + 1] += self.won[seat]
        self.place[at + 2] += total
        self.place[at + 3] += total * total
        at = total + SCORE_ZERO
        at = 0 if at < 0 else at if at < SCORES else SCORES - 1
        self.scores[SCORES * self.group[seat] + at] += 1
        if self.won[seat]:
            self.winning[at] += 1

    def _sum_tickets(self, s: State, scores: Scores, seat: int) -> None:
        """What became of the tickets of a seat. One that only stations complete has no round (B3)."""
        low, high = s.owned[2 * seat], s.owned[2 * seat + 1]
        for i in range(MAX_STATIONS):
            route = scores.borrowed[MAX_STATIONS * seat + i]
            if route != NOTHING and route < 64:
                low |= bit(route)
            elif route != NOTHING:
                high |= bit(route - 64)
        rest = Members(s.tickets[2 * seat], s.tickets[2 * seat + 1])
        while has_next(rest):
            ticket = next_member(rest)
            at = N_TICKET * ticket
            by_group = MAX_GROUPS * ticket + self.group[seat]
            self.ticket[at + 4] += 1
            self.ticket_held[by_group] += 1
            self.ticket_wins[by_group] += self.won[seat]
            own = self.done[2 * seat + (ticket >> 6)] & bit(ticket & 63) != 0
            if own or joins(self.tables, low, high, ticket):
                self.ticket[at + 5] += 1
                self.ticket_done[by_group] += 1
                self.ticket_done_wins[by_group] += self.won[seat]
                if own:
                    self.ticket[at + 7] += 1
                    self.ticket[at + 8] += self.done_at[MAX_TICKETS * seat + ticket]
                else:
                    self.ticket[at + 6] += 1

    def _sum_routes(self, s: State, seat: int) -> None:
        """The routes of a seat, and when each was claimed."""
        rounds = (s.turns + s.seats - 1) // s.seats
        rest = Members(s.owned[2 * seat], s.owned[2 * seat + 1])
        while has_next(rest):
            route = next_member(rest)
            at = N_ROUTE * route
            self.route[at] += 1
            self.route[at + 1] += self.claimed_at[route]
            self.route[at + 2] += 100 * self.claimed_at[route] // rounds
            self.route_claims[MAX_GROUPS * route + self.group[seat]] += 1
            self.route_wins[MAX_GROUPS * route + self.group[seat]] += self.won[seat]

    def _sum_others(self, s: State, scores: Scores, seat: int) -> None:
        """How a seat did against each other one, and by how much it won."""
        second = NOTHING
        for other in range(s.seats):
            if other == seat:
                continue
            if second == NOTHING or scores.rank[other] < scores.rank[second]:
                second = other
            pair = MAX_GROUPS * self.group[seat] + self.group[other]
            self.met[pair] += 2
            if scores.rank[seat] < scores.rank[other]:
                self.ahead[pair] += 2
            elif scores.rank[seat] == scores.rank[other]:
                self.ahead[pair] += 1
        if self.won[seat] and second != NOTHING:
            margin = scores.total[seat] - scores.total[second]
            self.game[9] += margin * self.won[seat]
            places = MAX_SEATS * place_of(s, seat) + place_of(s, second)
            self.margins[MARGINS * places + (margin if margin < MARGINS else MARGINS - 1)] += self.won[seat]

    def sums(self) -> dict[str, list[int]]:
        """All sums by name, as flat lists."""
        groups, pairs = MAX_GROUPS, MAX_GROUPS * MAX_GROUPS
        tickets, routes = self.tables.n_tickets, self.tables.n_routes
        return {
            "game": [self.game[i] for i in range(N_GAME)],
            "seat": [self.seat[i] for i in range(N_SEAT * groups)],
            "place": [self.place[i] for i in range(N_PLACE * MAX_SEATS * groups)],
            "ticket": [self.ticket[i] for i in range(N_TICKET * tickets)],
            "ticket_held": [self.ticket_held[i] for i in range(groups * tickets)],
            "ticket_wins": [self.ticket_wins[i] for i in range(groups * tickets)],
            "ticket_done": [self.ticket_done[i] for i in range(groups * tickets)],
            "ticket_done_wins": [self.ticket_done_wins[i] for i in range(groups * tickets)],
            "route": [self.route[i] for i in range(N_ROUTE * routes)],
            "route_claims": [self.route_claims[i] for i in range(groups * routes)],
            "route_wins": [self.route_wins[i] for i in range(groups * routes)],
            "city": [self.city[i] for i in range(self.tables.n_cities)],
            "met": [self.met[i] for i in range(pairs)],
            "ahead": [self.ahead[i] for i in range(pairs)],
            "margins": [self.margins[i] for i in range(MAX_SEATS * MAX_SEATS * MARGINS)],
            "scores": [self.scores[i] for i in range(groups * SCORES)],
            "winning": [self.winning[i] for i in range(SCORES)],
            "rounds": [self.rounds[i] for i in range(ROUNDS)],
        }


def place_of(s: State, seat: int) -> int:
    """The place of a seat in the order of turns: 0 for the first player."""
    return (seat - s.first + s.seats) % s.seats


def joins(t: Tables, low: int, high: int, ticket: int) -> bool:
    """Whether these routes join the cities of a ticket."""
    return flood(t, low, high, t.ticket_a[ticket]) & bit(t.ticket_b[ticket]) != 0
