"""random, greedy and rush; and the moves that several policies share."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Mind

if not cython.compiled:
    from branchline.core.bits import bit, lowest
    from branchline.core.constants import A_CLAIM, GRAY, KEEP, LAST_CARS, NOTHING, SECOND_CARD, TUNNEL, WILD
    from branchline.core.rules.legal import legal_into

    from .draws import choose_draw
    from .keep import keep_cheapest
    from .payments import claim, pay_tunnel
    from .workspace import count_missing, read_hand, read_map


def choose_random(t: Tables, s: State, m: Mind) -> int:
    """Any legal action, each as likely as any other."""
    return m.moves.items[m.rng.below(legal_into(t, s, m.moves, False))]


def any_move(t: Tables, s: State, m: Mind) -> int:
    """A legal action when nothing better is known: the last claim in the list, or else the first action."""
    found = NOTHING
    for i in range(legal_into(t, s, m.moves, True)):
        if found == NOTHING or t.action_kind[m.moves.items[i]] == A_CLAIM:
            found = m.moves.items[i]
    return found


def choose_greedy(t: Tables, s: State, m: Mind) -> int:
    """Points now: the dearest route that can be paid, else cards of the colour of which it holds most."""
    read_hand(s, m)
    if s.phase == TUNNEL:
        return pay_tunnel(s, m)
    if s.phase == KEEP:
        return keep_cheapest(t, s)
    read_map(t, s, m)
    count_missing(t, m)
    route = longest_payable(t, m, 1)
    if route != NOTHING and s.phase != SECOND_CARD:
        return claim(t, m, route)
    for kind in range(t.n_colours):
        m.gain[kind] = 1.0 + m.hand[kind]
    return draw_or_any(t, s, m)


def longest_payable(t: Tables, m: Mind, least: int) -> int:
    """The longest route of at least some length that the hand can pay for, best at the own network; or NOTHING."""
    best = NOTHING
    for word in range(2):
        mask = m.open[word]
        while mask:
            route = 64 * word + lowest(mask)
            mask &= mask - 1
            if m.short[route] == 0 and t.length[route] >= least:
                if best == NOTHING or t.length[route] > t.length[best]:
                    best = route
                elif t.length[route] == t.length[best] and touches(t, m, route) and not touches(t, m, best):
                    best = route
    return best


def touches(t: Tables, m: Mind, route: int) -> bool:
    """Whether a route goes on from the own network, and so may lengthen its longest path."""
    return m.cities & (bit(t.end_a[route]) | bit(t.end_b[route])) != 0


def draw_or_any(t: Tables, s: State, m: Mind) -> int:
    """Take the best card by the gains of the colours; with no card to be had, any move."""
    price_wild(t, m)
    action = choose_draw(t, s, m)
    return action if action != NOTHING else any_move(t, s, m)


def price_wild(t: Tables, m: Mind) -> None:
    """A wild is worth a multiple of the most useful colour, face up another than blind."""
    most = 0.0
    for kind in range(t.n_colours):
        if m.gain[kind] > most:
            most = m.gain[kind]
    m.wild_up = m.gain[WILD] + most * m.weights.up
    m.gain[WILD] += most * m.weights.wild


def choose_rush(t: Tables, s: State, m: Mind) -> int:
    """Long routes and a fast end: nothing shorter than `least` while such a route is open, and no ticket is chased."""
    read_hand(s, m)
    if s.phase == TUNNEL:
        return pay_tunnel(s, m)
    if s.phase == KEEP:
        return keep_cheapest(t, s)
    read_map(t, s, m)
    count_missing(t, m)
    least = rush_length(t, s, m)
    route = longest_payable(t, m, least)
    if route != NOTHING and s.phase != SECOND_CARD:
        return claim(t, m, route)
    for word in range(2):
        mask = m.open[word]
        while mask:
            want_cards(t, m, 64 * word + lowest(mask), least)
            mask &= mask - 1
    return draw_or_any(t, s, m)


def rush_length(t: Tables, s: State, m: Mind) -> int:
    """The shortest length worth a claim now: at the end whatever ends the game (E1), in the last turn anything."""
    longest = 1
    for word in range(2):
        mask = m.open[word]
        while mask:
            if t.length[64 * word + lowest(mask)] > longest:
                longest = t.length[64 * word + lowest(mask)]
            mask &= mask - 1
    least = longest if longest < m.weights.least else int(m.weights.least)
    if s.cars[s.actor] - LAST_CARS < least:
        least = s.cars[s.actor] - LAST_CARS
    return 1 if s.last_turns > 0 or least < 1 else least


def want_cards(t: Tables, m: Mind, route: int, least: int) -> None:
    """A route that is long enough wants cards of its colour, however many it lacks: any set will be full one day."""
    if t.length[route] >= least and m.short[route]:
        m.gain[m.most_kind if t.colour[route] == GRAY else t.colour[route]] = 1.0
