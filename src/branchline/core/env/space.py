"""Action spaces: ids for what a seat can do. They are the same in every position of a board.

`full` has the actions of the core, with every payment. In the other two a claim or a station names no number of wilds,
and the payment follows from the hand: `canonical` goes by route and colour with the fewest wilds, `route` by route
alone. The first thirteen ids are the same in all three. Which tickets are kept is a mask over the offer.
"""

from __future__ import annotations

import cython

from branchline.core.rules.state import Moves, State
from branchline.core.rules.tables import Tables

if not cython.compiled:
    from branchline.core.bits import bit, size
    from branchline.core.constants import (
        A_CLAIM,
        A_KEEP,
        A_PAY,
        A_STATION,
        GRAY,
        KEEP,
        KEEP_MASK,
        KINDS,
        MAX_ACTIONS,
        MAX_ROUTES,
        MAX_STATIONS,
        NO_ACTION,
        NOTHING,
        OVER,
        PASS,
        PAY,
        TICKETS,
        TUNNEL,
        TURN,
        WILD,
        WITHDRAW,
    )
    from branchline.core.rules.legal import drawable, ferry_wilds, legal_into, needs_all_wilds
    from branchline.core.rules.stations import station_cost
    from branchline.core.rules.tickets import least_to_keep

    FULL, CANONICAL = 0, 1
    ANY = 9  # a colour that the hand decides
    PAY_EXTRA = 13  # in the small spaces: pay the extra cards of a tunnel, with the fewest wilds

#: The names of the spaces; the place of each is its number.
SPACES = ("full", "canonical", "route")


class Space:
    """One action space of a board. `ids` gives the id of each action of the core, NOTHING for those that it has not.

    `kind`, `target` and `colour` say what an id stands for; the colour is ANY where the hand decides it.
    """

    def __init__(self, tables: Tables, name: str) -> None:
        self.tables, self.name, self.number, self.moves = tables, name, SPACES.index(name), Moves()
        if not cython.compiled:
            self.ids, self.kind = [0] * MAX_ACTIONS, [0] * MAX_ACTIONS
            self.target, self.colour = [0] * MAX_ACTIONS, [0] * MAX_ACTIONS
        self.size = 0
        for action in range(MAX_ACTIONS):
            self.ids[action] = NOTHING
            self.kind[action] = NO_ACTION
        if self.number == FULL:
            self._number_all()
        else:
            self._number_common()
            self._number_claims()
            self._number_stations()

    def _number_all(self) -> None:
        for action in range(self.tables.n_actions):
            if self.tables.action_kind[action] != NO_ACTION:
                self.ids[action] = action
            self._describe(action, action)
        self.size = self.tables.n_actions

    def _describe(self, number: int, action: int) -> None:
        self.kind[number] = self.tables.action_kind[action]
        self.target[number], self.colour[number] = (
            self.tables.action_target[action],
            self.tables.action_colour[action],
        )

    def _number_common(self) -> None:
        """Draws, tickets, passing and withdrawing as in the core, one id for extra cards, and masks of the offer."""
        offer = self.tables.deal_long + self.tables.deal_regular
        if offer < self.tables.draw_tickets:
            offer = self.tables.draw_tickets
        for action in range(PAY_EXTRA):
            if self.tables.action_kind[action] != NO_ACTION:
                self.ids[action] = action
            self._describe(action, action)
        for action in range(PAY, PAY + 16 * KINDS):
            if self.tables.action_kind[action] == A_PAY:
                self.ids[action] = PAY_EXTRA
        self.kind[PAY_EXTRA] = A_PAY
        for mask in range(1, bit(offer)):
            self.ids[KEEP_MASK + mask] = PAY_EXTRA + mask
            self._describe(PAY_EXTRA + mask, KEEP_MASK + mask)
        self.size = PAY_EXTRA + bit(offer)

    def _number_claims(self) -> None:
        """By route; in the canonical space gray routes by colour too, wilds alone coming last."""
        for route in range(self.tables.n_routes):
            first, gray = self.size, self.tables.colour[route] == GRAY
            if self.tables.ferry[route] == self.tables.length[route]:
                self._add(A_CLAIM, route, WILD)
            elif gray and self.number == CANONICAL:
                self._add_colours(A_CLAIM, route)
            else:
                self._add(A_CLAIM, route, ANY if gray else self.tables.colour[route])
            self._note_ids(A_CLAIM, route, first)

    def _number_stations(self) -> None:
        """By city, in the canonical space by colour too; the position says how many cards the station costs."""
        for city in range(self.tables.n_cities if self.tables.stations else 0):
            first = self.size
            if self.number == CANONICAL:
                self._add_colours(A_STATION, city)
            else:
                self._add(A_STATION, city, ANY)
            self._note_ids(A_STATION, city, first)

    def _add(self, kind: int, target: int, colour: int) -> None:
        self.kind[self.size], self.target[self.size], self.colour[self.size] = kind, target, colour
        self.size += 1

    def _add_colours(self, kind: int, target: int) -> None:
        for colour in range(self.tables.n_colours):
            self._add(kind, target, colour)
        self._add(kind, target, WILD)

    def _note_ids(self, kind: int, target: int, first: int) -> None:
        """The actions of the core with this kind and target have the ids from `first` on: one, or one a colour."""
        colours, wild = self.size - first > 1, self.tables.n_colours
        for action in range(self.tables.n_actions):
            if self.tables.action_kind[action] == kind and self.tables.action_target[action] == target:
                colour = self.tables.action_colour[action]
                self.ids[action] = first + (0 if not colours else wild if colour == WILD else colour)

    def __len__(self) -> int:
        return self.size

    def meaning(self, number: int) -> tuple[int, int, int]:
        """Kind, target and colour of an id."""
        if not 0 <= number < self.size:
            raise IndexError(f"no action {number}: the space {self.name} has 0 to {self.size - 1}")
        return self.kind[number], self.target[number], self.colour[number]

    def id_of(self, action: int) -> int:
        """The id of an action of the core; NOTHING if it has none here."""
        if not 0 <= action < self.tables.n_actions:
            raise IndexError(f"no action {action}: this board has {self.tables.n_actions}")
        return self.ids[action]

    def legal(self, s: State) -> list[int]:
        """The ids of what the actor may do, in ascending order; none while chance moves."""
        if s.chance:
            return []
        n = legal_into(self.tables, s, self.moves, self.number != FULL)
        return sorted({self.ids[self.moves.items[i]] for i in range(n)})

    def find(self, s: State, number: int) -> int:
        """The action of the core that an id stands for now; NOTHING if it is not legal."""
        if s.chance or not 0 <= number < self.size:
            return NOTHING
        return resolve(self.tables, self, s, self.moves, number)


def resolve(t: Tables, space: Space, s: State, moves: Moves, number: int) -> int:
    """The action of the core that an id of the space stands for; NOTHING if the actor may not do it."""
    action = number
    if space.number != FULL:
        action = concrete(t, space, s, moves, number)
    if action == NOTHING or not allowed(t, s, moves, action):
        return NOTHING
    return action


def concrete(t: Tables, space: Space, s: State, moves: Moves, number: int) -> int:
    """The action of the core that an id of a small space means with this hand, legal or not; NOTHING if none."""
    if number < PAY_EXTRA:
        return number
    kind, target, colour = space.kind[number], space.target[number], space.colour[number]
    if kind == A_KEEP:
        return KEEP_MASK + target
    if kind == A_CLAIM:
        return canonical_claim(t, s, target, colour)
    if kind == A_STATION and s.phase == TURN and s.stations[s.actor]:
        return canonical_station(t, s, target, colour)
    if kind == A_PAY and s.phase == TUNNEL and legal_into(t, s, moves, True) > 1:
        return moves.items[1]
    return NOTHING


def canonical_claim(t: Tables, s: State, route: int, colour: int) -> int:
    """The claim of a route with the fewest wilds of a colour; with ANY, the one of which the hand has most.

    Wilds alone pay where no card of a colour could help.
    """
    if colour == ANY:
        colour = fullest(t, s)
    if colour == WILD:
        return t.claim_base[WILD * MAX_ROUTES + route] if needs_all_wilds(t, s, route) else NOTHING
    have = s.hands[KINDS * s.actor + colour]
    if have == 0:  # a route of this colour can be paid for with wilds alone, a gray one has an id for that
        return t.claim_base[WILD * MAX_ROUTES + route] if t.colour[route] == colour else NOTHING
    wilds = ferry_wilds(t, route, t.length[route] - have)
    return t.claim_base[colour * MAX_ROUTES + route] - t.ferry[route] + wilds


def canonical_station(t: Tables, s: State, city: int, colour: int) -> int:
    """The station in a city with the fewest wilds of a colour; with ANY, the one of which the hand has most."""
    cost = station_cost(t, s)
    best = fullest(t, s)
    have = 0 if best == WILD else s.hands[KINDS * s.actor + best]
    if colour == WILD and have and have + s.hands[KINDS * s.actor + WILD] >= cost:
        return NOTHING  # a colour could help
    if colour == ANY:
        colour = best
    if colour == WILD:
        return t.station_base[WILD * (MAX_STATIONS + 1) + cost] + city
    have = s.hands[KINDS * s.actor + colour]
    if have == 0:
        return NOTHING
    fewest = cost - have if have < cost else 0
    return t.station_base[colour * (MAX_STATIONS + 1) + cost] + cost * city + fewest


def fullest(t: Tables, s: State) -> int:
    """The colour of which the actor has most cards, the first of several; WILD if it has none of any."""
    best, most = WILD, 0
    for kind in range(t.n_colours):
        if s.hands[KINDS * s.actor + kind] > most:
            best, most = kind, s.hands[KINDS * s.actor + kind]
    return best


def allowed(t: Tables, s: State, moves: Moves, action: int) -> bool:
    """Whether an action is legal, without listing all that are: `legal.is_legal` says the same, more slowly."""
    kind = t.action_kind[action]
    if s.phase == OVER:
        return False
    if s.phase == KEEP:
        return kind == A_KEEP and may_keep(t, s, t.action_target[action])
    if s.phase == TUNNEL:
        return action == WITHDRAW or (kind == A_PAY and may_pay(t, s, action))
    if action <= TICKETS:
        return (drawable(s) >> action) & 1 != 0
    if s.phase != TURN:
        return False
    if kind == A_CLAIM:
        return may_claim(t, s, action)
    if kind == A_STATION:
        return may_build(t, s, action)
    return action == PASS and legal_into(t, s, moves, True) == 1 and moves.items[0] == PASS


def may_keep(t: Tables, s: State, mask: int) -> bool:
    """Whether the actor may keep these of its offered tickets (S5, K1)."""
    return mask < bit(s.n_offer[s.actor]) and size(mask) >= least_to_keep(t, s)


def can_spend(t: Tables, s: State, action: int) -> bool:
    """Whether the actor holds the cards that an action costs."""
    colour = t.action_colour[action]
    return (
        s.hands[KINDS * s.actor + WILD] >= t.action_wilds[action]
        and s.hands[KINDS * s.actor + colour] >= t.action_count[action]
    )


def may_pay(t: Tables, s: State, action: int) -> bool:
    """Whether the actor may pay the extra cards of its tunnel in this way (U2, U3)."""
    if t.action_count[action] + t.action_wilds[action] != s.tunnel_extra:
        return False
    if t.action_count[action] and t.action_colour[action] != s.tunnel_colour:
        return False
    return can_spend(t, s, action)


def may_claim(t: Tables, s: State, action: int) -> bool:
    """Whether the actor may claim a route in this way: it is open (R6), and cars (R4) and cards suffice."""
    route = t.action_target[action]
    if not s.open[2 * s.actor + (route >> 6)] & bit(route & 63):
        return False
    return t.length[route] <= s.cars[s.actor] and can_spend(t, s, action)


def may_build(t: Tables, s: State, action: int) -> bool:
    """Whether the actor may build a station in this way (B1, B2)."""
    if s.stations[s.actor] == 0 or not s.free_cities & bit(t.action_target[action]):
        return False
    if t.action_count[action] + t.action_wilds[action] != station_cost(t, s):
        return False
    return can_spend(t, s, action)
