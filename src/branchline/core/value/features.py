"""The inputs of a network: what one seat knows of a position, as small whole numbers.

First comes what the seat knows about itself (its cards, the plans for its tickets, the routes it could claim), then
what everybody knows about each seat in turn order from it, then what lies on the table. Nothing is read that is hidden
from the seat (H1). Networks are trained for these inputs: whoever changes what is written here, or what the plans of
`hybrid` mean, has to train them anew and to raise FEATURES_VERSION.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython

from branchline.core.policies.weights import Weights
from branchline.core.policies.workspace import Workspace
from branchline.core.rules.longest_path import LongestPath
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import Members, bit, has_next, next_member, size
    from branchline.core.constants import GRAY, KINDS, LAST_CARS, NOTHING, ROW, WILD
    from branchline.core.policies.hybrid import find_best_plan, price_routes, set_prices
    from branchline.core.policies.plans import evaluate_plan, lacking, list_districts, list_tickets
    from branchline.core.policies.workspace import count_unseen, reach, read_hand, read_map

    MAX_DENSE = 256
    LIMIT = 1000  # no input is larger
    MEMO = 4096  # longest paths that are remembered
    TICKETS_SHOWN = 4
    LONGEST = 6  # routes of this length and more are counted together
    FAR = 12.0  # turns to a route that nobody can have soon

FEATURES_VERSION = 1


class Features:
    """Room for the inputs of one seat. Each thread needs its own."""

    def __init__(self, tables: Tables, weights: Mapping[str, float]) -> None:
        self.tables, self.workspace = tables, Workspace(Weights(weights))
        self.longest_path = LongestPath()
        self.count = 0
        self.best = self.second = self.third = self.payable = 0.0
        if not cython.compiled:
            self.values = [0] * MAX_DENSE
            self.key_low, self.key_high, self.length = [0] * MEMO, [0] * MEMO, [0] * MEMO
            self.hand, self.rest = [0] * KINDS, [0] * 2
            self.open_by_length, self.payable_by_length = [0] * (LONGEST + 1), [0] * (LONGEST + 1)
            self.one_short, self.two_short = [0] * (LONGEST + 1), [0] * (LONGEST + 1)
            self.need, self.soonest = [0.0] * KINDS, [0.0] * 3

    def write(self, s: State, seat: int) -> None:
        """Write the inputs of a seat into `values`; there are `count`. The state is complete, and stays as it was."""
        actor = s.actor
        self.count = 0
        s.actor = seat
        plan(self.tables, s, self.workspace)
        add_hand(self, self.workspace)
        add_tickets(self, self.tables, s, self.workspace)
        add_routes(self, self.tables, s, self.workspace)
        add_claims_at_once(self, self.tables, s, self.workspace)
        s.actor = actor
        for i in range(s.seats):
            add_public(self, self.tables, s, (seat + i) % s.seats)
        add_table(self, s)

    def to_list(self, s: State, seat: int) -> list[int]:
        """The inputs of a seat as a list."""
        self.write(s, seat)
        return [self.values[i] for i in range(self.count)]

    def longest(self, low: int, high: int) -> int:
        """The length of the longest path over a set of routes (E3). Networks that come again are not searched again."""
        slot = (low ^ (low >> 11) ^ (low >> 23) ^ (low >> 37) ^ (high * 5) ^ (high >> 13)) & (MEMO - 1)
        if self.key_low[slot] != low or self.key_high[slot] != high:
            self.key_low[slot], self.key_high[slot] = low, high
            self.length[slot] = self.longest_path.longest(self.tables, low, high)
        return self.length[slot]


def put(f: Features, value: int) -> None:
    """Write one more input."""
    f.values[f.count] = -LIMIT if value < -LIMIT else LIMIT if value > LIMIT else value
    f.count += 1


def put_real(f: Features, value: float) -> None:
    """Write one more input, in eighths."""
    put(f, int(8.0 * (-99.0 if value < -99.0 else 99.0 if value > 99.0 else value)))


def plan(t: Tables, s: State, w: Workspace) -> None:
    """Let hybrid plan for the actor."""
    read_hand(s, w)
    read_map(t, s, w)
    set_prices(t, s, w)
    price_routes(t, s, w)
    list_tickets(t, s, w)
    w.n_tickets = w.n_goals
    list_districts(t, w)
    for i in range(2 * w.n_goals):
        w.goal_path[i] = 0
    find_best_plan(t, s, w)
    count_unseen(t, s, w)


def add_hand(f: Features, w: Workspace) -> None:
    """The hand by kind, its size and its three largest sets; what is left of each kind; the turns that are left."""
    first = second = third = total = 0
    for kind in range(KINDS):
        count = w.hand[kind]
        put(f, 16 * count)
        total += count
        if kind != WILD:
            if count > first:
                first, second, third = count, first, second
            elif count > second:
                second, third = count, second
            elif count > third:
                third = count
    put(f, 8 * total)
    put(f, 16 * first)
    put(f, 16 * second)
    put(f, 16 * third)
    for kind in range(KINDS):
        put(f, 8 * w.unseen[kind])
    put_real(f, w.turns_left)
    put_real(f, 4.0 * w.best_score)


def add_tickets(f: Features, t: Tables, s: State, w: Workspace) -> None:
    """Points of tickets done and not done, the dearest that are not done with their plans, all plans together."""
    points = undone = districts = 0
    rest = Members(s.tickets[2 * s.actor], s.tickets[2 * s.actor + 1])
    while has_next(rest):
        points += t.ticket_points[next_member(rest)]
    for i in range(w.n_tickets):
        undone += goal_points(w, i)
    for i in range(t.n_districts):
        districts += t.district_points[i]
    for i in range(w.n_tickets, w.n_goals):
        districts -= 2 * goal_points(w, i)
    put(f, 4 * (points - undone))
    put(f, 4 * undone)
    put(f, 16 * w.n_tickets)
    put(f, 8 * districts)
    low = high = shown = 0
    sure = 0
    for _ in range(TICKETS_SHOWN):
        best = NOTHING
        for j in range(w.n_tickets):
            if not shown & bit(j) and (best == NOTHING or w.goal_value[j] > w.goal_value[best]):
                best = j
        if best == NOTHING:
            for _ in range(6):
                put(f, 0)
        else:
            shown |= bit(best)
            if add_plan(f, t, s, w, w.goal_path[2 * best], w.goal_path[2 * best + 1], goal_points(w, best)):
                low |= w.goal_path[2 * best]
                high |= w.goal_path[2 * best + 1]
                sure += goal_points(w, best)
    add_plan(f, t, s, w, low, high, sure)


def goal_points(w: Workspace, goal: int) -> int:
    """The points of a ticket that is a goal, or half of those of a district."""
    return int(w.goal_value[goal] / (2.0 * w.weights.ticket) + 0.5)


def add_plan(f: Features, t: Tables, s: State, w: Workspace, low: int, high: int, points: int) -> bool:
    """Six inputs for a plan: its points, turns, missing cards, spare turns, and whether it is near. False if none."""
    put(f, 8 * points)
    if not (low | high) or not evaluate_plan(t, s, w, low, high, 0.0):
        for _ in range(5):
            put(f, 0)
        return False
    put(f, 64)
    put_real(f, 2.0 * w.plan_turns)
    put(f, 16 * lacking(w))
    put_real(f, 2.0 * (w.turns_left - w.plan_turns))
    put(f, 8 * points if w.plan_turns <= w.turns_left * w.weights.slack else 0)
    return True


def add_routes(f: Features, t: Tables, s: State, w: Workspace) -> None:
    """Routes by length that can be paid for, are open, or lack one or two cards; the best scores; wanted colours."""
    survey(f, t, w)
    for length in range(1, LONGEST + 1):
        put(f, 16 * f.payable_by_length[length])
    for length in range(3, LONGEST + 1):
        put(f, 8 * f.open_by_length[length])
        put(f, 16 * f.one_short[length])
        put(f, 16 * f.two_short[length])
    put_real(f, 4.0 * f.best)
    put_real(f, 4.0 * f.second)
    put_real(f, 4.0 * f.third)
    put_real(f, 4.0 * f.payable)
    for i in range(3):
        put_real(f, 2.0 * f.soonest[i])
    best = second = 0.0
    wilds = 0
    for slot in range(ROW):
        if s.row[slot] == WILD:
            wilds += 1
        elif s.row[slot] != NOTHING:
            need = f.need[s.row[slot]]
            if need > best:
                best, second = need, best
            elif need > second:
                second = need
    for kind in range(WILD):
        put_real(f, 8.0 * f.need[kind])
    put_real(f, 8.0 * best)
    put_real(f, 8.0 * second)
    put(f, 32 * wilds)


def survey(f: Features, t: Tables, w: Workspace) -> None:
    """Go through the open routes, and note what `add_routes` writes."""
    for length in range(LONGEST + 1):
        f.payable_by_length[length] = f.open_by_length[length] = 0
        f.one_short[length] = f.two_short[length] = 0
    for kind in range(KINDS):
        f.need[kind] = 0.0
    f.best = f.second = f.third = f.payable = -3.0
    f.soonest[0] = f.soonest[1] = f.soonest[2] = FAR
    floor = w.best_score - w.weights.spread
    rest = Members(w.open[0], w.open[1])
    while has_next(rest):
        route = next_member(rest)
        length = t.length[route] if t.length[route] < LONGEST else LONGEST
        f.open_by_length[length] += 1
        if w.missing[route] == 0:
            f.payable_by_length[length] += 1
            if w.score[route] > f.payable:
                f.payable = w.score[route]
        else:
            if w.missing[route] == 1:
                f.one_short[length] += 1
            elif w.missing[route] == 2:
                f.two_short[length] += 1
            if w.score[route] > floor:
                note_need(
                    f,
                    t.colour[route] if t.colour[route] != GRAY else w.most_kind,
                    (w.score[route] - floor) / w.weights.spread,
                )
        note_score(f, w.score[route])
        note_turns(f, length, w.turns[route])


def note_need(f: Features, kind: int, pull: float) -> None:
    """A route that is wanted and lacks cards wants its colour."""
    if pull > f.need[kind]:
        f.need[kind] = pull


def note_score(f: Features, score: float) -> None:
    """Keep the three best scores."""
    if score > f.best:
        f.best, f.second, f.third = score, f.best, f.second
    elif score > f.second:
        f.second, f.third = score, f.second
    elif score > f.third:
        f.third = score


def note_turns(f: Features, length: int, turns: float) -> None:
    """Keep the fewest turns to two of the longest routes, and to one that is one shorter."""
    if length == LONGEST:
        if turns < f.soonest[0]:
            f.soonest[0], f.soonest[1] = turns, f.soonest[0]
        elif turns < f.soonest[1]:
            f.soonest[1] = turns
    elif length == LONGEST - 1 and turns < f.soonest[2]:
        f.soonest[2] = turns


def add_claims_at_once(f: Features, t: Tables, s: State, w: Workspace) -> None:
    """What the hand could claim without another card, longest routes first: points, claims, cars that are left."""
    for kind in range(KINDS):
        f.hand[kind] = w.hand[kind]
    f.rest[0], f.rest[1] = w.open[0], w.open[1]
    cars = s.cars[s.actor]
    points = claims = 0
    for _ in range(LONGEST):
        route = longest_payable(f, t, cars)
        if route == NOTHING:
            break
        cars -= t.length[route]
        points += t.points[t.length[route]]
        claims += 1
    put(f, 4 * points)
    put(f, 32 * claims)
    put(f, 4 * cars)


def longest_payable(f: Features, t: Tables, cars: int) -> int:
    """Take the longest route of at least 3 that the rest of the hand pays for, with its cards; NOTHING if none."""
    best = NOTHING
    best_kind = best_wilds = 0
    rest = Members(f.rest[0], f.rest[1])
    while has_next(rest):
        route = next_member(rest)
        length = t.length[route]
        if length < 3 or length > cars or (best != NOTHING and length < t.length[best]):
            continue
        kind = t.colour[route]
        if kind == GRAY:
            kind = 0
            for other in range(1, t.n_colours):
                if f.hand[other] > f.hand[kind]:
                    kind = other
        wilds = length - f.hand[kind]
        if wilds < t.ferry[route]:
            wilds = t.ferry[route]
        if wilds <= f.hand[WILD] and (best == NOTHING or length > t.length[best] or wilds < best_wilds):
            best, best_kind, best_wilds = route, kind, wilds
    if best != NOTHING:
        f.hand[best_kind] -= t.length[best] - best_wilds
        f.hand[WILD] -= best_wilds
        f.rest[best >> 6] &= ~bit(best & 63)
        if t.twin[best] != NOTHING:
            f.rest[t.twin[best] >> 6] &= ~bit(t.twin[best] & 63)
    return best


def add_public(f: Features, t: Tables, s: State, seat: int) -> None:
    """What everybody knows about a seat (H2)."""
    cards = known = best = 0
    for kind in range(KINDS):
        put(f, 16 * s.known[KINDS * seat + kind])
        cards += s.hands[KINDS * seat + kind]
        known += s.known[KINDS * seat + kind]
    put(f, 8 * cards)
    put(f, 8 * (cards - known))
    put(f, 4 * s.cars[seat])
    put(f, 16 * (12 - s.cars[seat]) if s.cars[seat] < 12 else 0)
    put(f, 8 * (s.cars[seat] - LAST_CARS - cards))
    put(f, 2 * s.score[seat])
    put(f, 32 * (size(s.tickets[2 * seat]) + size(s.tickets[2 * seat + 1])))
    own = f.longest(s.owned[2 * seat], s.owned[2 * seat + 1])
    for other in range(s.seats):
        if other != seat:
            length = f.longest(s.owned[2 * other], s.owned[2 * other + 1])
            if length > best:
                best = length
    put(f, 4 * own)
    put(f, 8 * (own - best))
    put(f, 64 if own >= best else 0)
    put(f, 8 * size(reach(t, s, seat)))
    put(f, 32 * s.stations[seat])
    ahead = (seat - s.actor + s.seats) % s.seats
    put(f, 64 if ahead == 0 else 0)
    put(f, 64 if 0 < s.last_turns and ahead < s.last_turns else 0)
    put(f, 64 if 0 < s.last_turns <= ahead else 0)


def add_table(f: Features, s: State) -> None:
    """What lies open on the table, and how far the game has got."""
    for kind in range(KINDS):
        count = 0
        for slot in range(ROW):
            if s.row[slot] == kind:
                count += 1
        put(f, 32 * count)
    put(f, 2 * s.n_pile)
    put(f, 2 * s.n_discards)
    put(f, 4 * (s.n_pool + s.n_returned))
    put(f, 4 * (s.turns // s.seats))
