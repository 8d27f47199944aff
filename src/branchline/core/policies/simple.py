"""random, greedy and rush; and the moves that several policies share."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import A_CLAIM, GRAY, KEEP, LAST_CARS, NOTHING, SECOND_CARD, TUNNEL, WILD
    from branchline.core.rules.legal import legal_into

    from .draws import choose_draw
    from .keep import keep_cheapest
    from .payments import claim, pay_tunnel
    from .workspace import count_missing, read_hand, read_map


def choose_random(t: Tables, s: State, w: Workspace) -> int:
    """Any legal action, each as likely as any other."""
    return w.moves.items[w.rng.below(legal_into(t, s, w.moves, False))]


def any_move(t: Tables, s: State, w: Workspace) -> int:
    """A legal action when nothing better is known: the last claim in the list, or else the first action."""
    found = NOTHING
    for i in range(legal_into(t, s, w.moves, True)):
        if found == NOTHING or t.action_kind[w.moves.items[i]] == A_CLAIM:
            found = w.moves.items[i]
    return found


def choose_greedy(t: Tables, s: State, w: Workspace) -> int:
    """Points now: the dearest route that can be paid, else cards of the colour of which it holds most."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    if s.phase == KEEP:
        return keep_cheapest(t, s)
    read_map(t, s, w)
    count_missing(t, w)
    route = longest_payable(t, w, 1)
    if route != NOTHING and s.phase != SECOND_CARD:
        return claim(t, w, route)
    for kind in range(t.n_colours):
        w.gain[kind] = 1.0 + w.hand[kind]
    return draw_or_any(t, s, w)


def longest_payable(t: Tables, w: Workspace, least: int) -> int:
    """The longest route of at least some length that the hand can pay for, best at the own network; or NOTHING."""
    best = NOTHING
    for word in range(2):
        mask = w.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            if w.missing[route] == 0 and t.length[route] >= least:
                if best == NOTHING or t.length[route] > t.length[best]:
                    best = route
                elif t.length[route] == t.length[best] and touches(t, w, route) and not touches(t, w, best):
                    best = route
    return best


def touches(t: Tables, w: Workspace, route: int) -> bool:
    """Whether a route goes on from the own network, and so may lengthen its longest path."""
    return w.cities & (bit(t.end_a[route]) | bit(t.end_b[route])) != 0


def draw_or_any(t: Tables, s: State, w: Workspace) -> int:
    """Take the best card by the gains of the colours; with no card to be had, any move."""
    price_wild(t, w)
    action = choose_draw(t, s, w)
    return action if action != NOTHING else any_move(t, s, w)


def price_wild(t: Tables, w: Workspace) -> None:
    """A wild is worth a multiple of the most useful colour, face up another than blind."""
    most = 0.0
    for kind in range(t.n_colours):
        if w.gain[kind] > most:
            most = w.gain[kind]
    w.face_up_wild = w.gain[WILD] + most * w.weights.up
    w.gain[WILD] += most * w.weights.wild


def choose_rush(t: Tables, s: State, w: Workspace) -> int:
    """Long routes and a fast end: nothing shorter than `least` while such a route is open, and no ticket is chased."""
    read_hand(s, w)
    if s.phase == TUNNEL:
        return pay_tunnel(s, w)
    if s.phase == KEEP:
        return keep_cheapest(t, s)
    read_map(t, s, w)
    count_missing(t, w)
    least = rush_length(t, s, w)
    route = longest_payable(t, w, least)
    if route != NOTHING and s.phase != SECOND_CARD:
        return claim(t, w, route)
    for word in range(2):
        mask = w.open[word]
        while mask:
            value_route_cards(t, w, 64 * word + lowest(mask), least)
            mask &= mask - 1
    return draw_or_any(t, s, w)


def rush_length(t: Tables, s: State, w: Workspace) -> int:
    """The shortest length worth a claim now: at the end whatever ends the game (E1), in the last turn anything."""
    longest = 1
    for word in range(2):
        mask = w.open[word]
        while mask:
            if t.length[64 * word + lowest(mask)] > longest:
                longest = t.length[64 * word + lowest(mask)]
            mask &= mask - 1
    least = longest if longest < w.weights.least else int(w.weights.least)
    if s.cars[s.actor] - LAST_CARS < least:
        least = s.cars[s.actor] - LAST_CARS
    return 1 if s.last_turns > 0 or least < 1 else least


def value_route_cards(t: Tables, w: Workspace, route: int, least: int) -> None:
    """A route that is long enough wants cards of its colour, however many it lacks: any set will be full one day."""
    if t.length[route] >= least and w.missing[route]:
        w.gain[w.most_kind if t.colour[route] == GRAY else t.colour[route]] = 1.0
