"""The policies random, greedy and rush, and the moves that several policies share."""

from __future__ import annotations

import cython

from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables

from .workspace import Workspace

if not cython.compiled:
    from branchline.core.bits import Members, has_next, next_member
    from branchline.core.constants import A_CLAIM, GRAY, KEEP, LAST_CARS, NOTHING, SECOND_CARD, TUNNEL, WILD
    from branchline.core.rules.legal import count_legal, legal_at, legal_into

    from .draws import choose_draw
    from .keep import keep_cheapest
    from .payments import claim, pay_tunnel
    from .workspace import count_missing, read_hand, read_map


def choose_random(t: Tables, s: State, w: Workspace) -> int:
    """random: any legal action, all equally likely."""
    return legal_at(t, s, w.moves, w.rng.below(count_legal(t, s, w.moves)))


def any_move(t: Tables, s: State, w: Workspace) -> int:
    """A legal action when nothing better is known: the last claim in the list, or else the first action."""
    found = NOTHING
    for i in range(legal_into(t, s, w.moves, True)):
        if found == NOTHING or t.action_kind[w.moves.items[i]] == A_CLAIM:
            found = w.moves.items[i]
    return found


def choose_greedy(t: Tables, s: State, w: Workspace) -> int:
    """greedy: the longest route that it can pay for, else cards of the colour of which it holds most."""
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
    """The longest route that the hand can pay for, at least so long, if possible at the own network; or NOTHING."""
    best = NOTHING
    rest = Members(w.open[0], w.open[1])
    while has_next(rest):
        route = next_member(rest)
        if w.missing[route] == 0 and t.length[route] >= least:
            if best == NOTHING or t.length[route] > t.length[best]:
                best = route
            elif t.length[route] == t.length[best] and touches(t, w, route) and not touches(t, w, best):
                best = route
    return best


def touches(t: Tables, w: Workspace, route: int) -> bool:
    """Whether a route touches the own network, and so may extend its longest path."""
    return w.cities & t.ends[route] != 0


def draw_or_any(t: Tables, s: State, w: Workspace) -> int:
    """Take the best card by the gains of the colours. If no card can be taken, play any move."""
    price_wild(t, w)
    action = choose_draw(t, s, w)
    return action if action != NOTHING else any_move(t, s, w)


def price_wild(t: Tables, w: Workspace) -> None:
    """A wild is worth a multiple of the most useful colour. The factor differs between blind and face-up wilds."""
    most = 0.0
    for kind in range(t.n_colours):
        if w.gain[kind] > most:
            most = w.gain[kind]
    w.face_up_wild = w.gain[WILD] + most * w.weights.up
    w.gain[WILD] += most * w.weights.wild


def choose_rush(t: Tables, s: State, w: Workspace) -> int:
    """rush: long routes and a fast end. It claims none shorter than `least` while such a one is open.

    It does not work on its tickets.
    """
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
    rest = Members(w.open[0], w.open[1])
    while has_next(rest):
        value_route_cards(t, w, next_member(rest), least)
    return draw_or_any(t, s, w)


def rush_length(t: Tables, s: State, w: Workspace) -> int:
    """The shortest length worth a claim now: near the end what ends the game (E1), in the last turn any length."""
    longest = 1
    rest = Members(w.open[0], w.open[1])
    while has_next(rest):
        route = next_member(rest)
        if t.length[route] > longest:
            longest = t.length[route]
    least = longest if longest < w.weights.least else int(w.weights.least)
    if s.cars[s.actor] - LAST_CARS < least:
        least = s.cars[s.actor] - LAST_CARS
    return 1 if s.last_turns > 0 or least < 1 else least


def value_route_cards(t: Tables, w: Workspace, route: int, least: int) -> None:
    """A route that is long enough makes cards of its colour useful, however many of them it lacks."""
    if t.length[route] >= least and w.missing[route]:
        w.gain[w.most_kind if t.colour[route] == GRAY else t.colour[route]] = 1.0
