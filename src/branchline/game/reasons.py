"""Reasons: why an action is not legal. They are found from the asking seat's view, so they give no secret away."""

from __future__ import annotations

from branchline.board import Route
from branchline.errors import Reason, short
from branchline.game.action import Action
from branchline.game.view import View

WAITS_FOR = {
    "keep": ("keep",),
    "turn": ("draw", "claim", "tickets", "station", "pass"),
    "second_card": ("draw",),
    "tunnel": ("pay", "withdraw"),
}
NOW = {
    "keep": "tickets are to be chosen: keep …",
    "turn": "it is the start of a turn: draw, claim, tickets or station",
    "second_card": "the second card is to be drawn: draw …",
    "tunnel": "a tunnel is open: pay … or withdraw",
}


def explain(view: View, action: Action) -> Reason:
    """The reason why an illegal action is illegal."""
    if view.phase == "over":
        return Reason("game_over", "the game is over")
    if view.seat != view.actor:
        return Reason("not_your_turn", f"it is seat {view.actor}'s move, not seat {view.seat}'s")
    if action.kind not in WAITS_FOR[view.phase]:
        return Reason("wrong_phase", f"{action.kind} is not possible now; {NOW[view.phase]}")
    return CHECKS[action.kind](view, action)


def why_no_draw(view: View, action: Action) -> Reason:
    if action.colour == "blind":
        return Reason("nothing_to_draw", "draw pile and discards are empty: nothing can be drawn blind")
    if action.colour not in view.row:
        row = ", ".join(card for card in view.row if card) or "nothing"
        return Reason("not_in_row", f"no {action.colour} card lies face up; there is {row}")
    return Reason("wild_as_second_card", "a face-up wild can't be taken as the second card")


def why_no_claim(view: View, action: Action) -> Reason:
    route = next((route for route in view.board.routes if route.id == action.target), None)
    if route is None:
        return Reason("no_such_route", f"there is no route {short(action.target)!r}")
    taken = why_taken(view, route)
    if taken:
        return taken
    cars = view.seats[view.actor or 0].cars
    if cars < route.length:
        return Reason("not_enough_cars", f"{route.id} takes {route.length} cars, and {cars} are left")
    return why_wrong_set(route, action) or why_not_enough(view, action)


def why_taken(view: View, route: Route) -> Reason | None:
    """Why the viewer cannot claim a route whatever it pays: somebody has it, or its twin closes it (R6)."""
    owner = view.routes.get(route.id)
    if owner is not None:
        return Reason("route_taken", f"{route.id} belongs to seat {owner}")
    if route.id in view.open_routes():
        return None
    if view.routes[route.twin or ""] == view.seat:
        return Reason("twin_taken", f"its twin {route.twin} is yours, and nobody can hold both")
    text = (
        f"with {len(view.seats)} seats a double is closed once one of the two is claimed, and {route.twin} is"
    )
    return Reason("twin_taken", text)


def why_wrong_set(route: Route, action: Action) -> Reason | None:
    """Why these cards can't pay for the route, whoever has them; None if they can."""
    cards = action.count + action.wilds
    if cards != route.length:
        return Reason("wrong_count", f"{route.id} takes {route.length} cards, not {cards}")
    if action.count and route.colour not in ("gray", action.colour):
        return Reason("wrong_colour", f"{route.id} takes {route.colour} cards or wilds, not {action.colour}")
    if action.wilds < route.ferry:
        return Reason(
            "not_enough_wilds", f"the ferry {route.id} takes at least {route.ferry} wild, not {action.wilds}"
        )
    return None


def why_not_enough(view: View, action: Action) -> Reason:
    """Which cards the hand does not have."""
    have = f"{view.hand.get(action.colour, 0)} {action.colour} and " if action.count else ""
    return Reason(
        "not_enough_cards", f"that takes {action.cards}, and you have {have}{view.hand.get('wild', 0)} wild"
    )


def why_no_tickets(view: View, action: Action) -> Reason:
    return Reason("no_tickets_left", "no tickets are left to draw")


def why_no_station(view: View, action: Action) -> Reason:
    if not view.board.stations:
        return Reason("no_stations_here", f"{view.board.name} has no stations")
    if action.target not in {city.id for city in view.board.cities}:
        return Reason("no_such_city", f"there is no city {short(action.target)!r}")
    left = view.seats[view.actor or 0].stations
    if not left:
        return Reason("no_stations_left", "all your stations are built")
    if action.target in view.stations:
        text = f"{action.target} already has a station, of seat {view.stations[action.target]}"
        return Reason("city_has_station", text)
    cost = view.board.stations - left + 1
    if action.count + action.wilds != cost:
        text = f"your next station costs {cost} of one colour, not {action.count + action.wilds}"
        return Reason("wrong_count", text)
    return why_not_enough(view, action)


def why_no_keep(view: View, action: Action) -> Reason:
    for ticket in action.tickets:
        if ticket not in view.offer:
            return Reason("not_offered", f"{ticket} is not offered; there are {', '.join(view.offer)}")
    if len(set(action.tickets)) < len(action.tickets):
        return Reason("not_offered", "a ticket is named twice")
    wanted = view.board.keep_start if view.starting else view.board.keep_later
    least = min(wanted, len(view.offer))
    return Reason(
        "must_keep_more", f"at least {least} of the {len(view.offer)} must be kept, not {len(action.tickets)}"
    )


def why_no_payment(view: View, action: Action) -> Reason:
    if view.tunnel is None:
        return Reason("wrong_phase", "no tunnel is open")
    if action.kind == "withdraw":
        return Reason("wrong_phase", "there is nothing to withdraw from")
    cards = action.count + action.wilds
    if cards != view.tunnel.extra:
        return Reason("wrong_count", f"the tunnel costs {view.tunnel.extra} more, not {cards}")
    if action.count and action.colour not in view.tunnel.laid:
        laid = " and ".join(view.tunnel.laid)
        return Reason(
            "wrong_colour", f"extra cards are of the colour laid ({laid}) or wild, not {action.colour}"
        )
    return why_not_enough(view, action)


def why_no_pass(view: View, action: Action) -> Reason:
    return Reason("must_pass_last", "nobody may pass while there is anything else to do")


CHECKS = {
    "draw": why_no_draw,
    "claim": why_no_claim,
    "tickets": why_no_tickets,
    "station": why_no_station,
    "pass": why_no_pass,
    "keep": why_no_keep,
    "pay": why_no_payment,
    "withdraw": why_no_payment,
}
