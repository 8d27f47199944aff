"""Payments: all that a hand could pay for a route or a station, the most sensible first."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.board import Board
from branchline.errors import BranchlineError, short
from branchline.game.action import Action, Cards
from branchline.game.view import View

from .holdings import Holdings, holdings
from .odds import tunnel_odds
from .ways import ticket_states

#: What is lost with a wild, with a card that a ticket takes, and with a turn in a tunnel that comes to nothing.
WILD_LOSS, NEEDED_LOSS, TURN_LOSS = 100, 60, 300


def payments(view: View, target: str) -> list[Action]:
    """All that the viewer's hand could pay for a route or for a station in a city, the most sensible first.

    It spares wilds, then cards that its tickets need elsewhere, then the colour of which most is left; for a tunnel the
    chance to pay extra cards counts too. Whose turn it is, whether the target is open and whether cars are left is not
    asked. In a tunnel that waits for its extra cards, `target` is that route, and the payments are for those.

    >>> from branchline import Game
    >>> game = Game.setup("europe", hands=[{"white": 3, "black": 3, "wild": 1}, {}], tickets=[["berlin-roma"], []])
    >>> [str(action) for action in payments(game.view(0), "dieppe-london/1")]
    ['claim dieppe-london/1 with 1 white 1 wild', 'claim dieppe-london/1 with 1 black 1 wild']
    """
    board = view.board
    if view.seat is None:
        raise BranchlineError("a spectator has no hand to pay with")
    have = holdings(view)
    if view.tunnel is not None and view.tunnel.route == target:
        found = list(_extra(view))
    elif any(city.id == target for city in board.cities):
        found = list(
            _sets(board, have.hand, "station", target, board.stations - have.stations_left + 1, 0, None)
        )
    else:
        try:
            route = board.route(target)
        except KeyError:
            raise BranchlineError(f"{short(target)!r} is no route and no city of {board.id}") from None
        only = None if route.colour == "gray" else route.colour
        found = list(_sets(board, have.hand, "claim", route.id, route.length, route.ferry, only))
    needs = _needed_elsewhere(have, target)
    return sorted(found, key=lambda action: _regret(view, have, needs, action))


def _sets(
    board: Board, hand: Cards, kind: str, target: str, size: int, ferry: int, only: str | None
) -> Iterator[Action]:
    """Every set of so many cards of one colour and wilds that a hand has, with at least so many wilds."""
    for colour in board.colours if only is None else (only,):
        for wilds in range(ferry, size):
            if size - wilds <= hand.get(colour, 0) and wilds <= hand.get("wild", 0):
                yield Action(kind, target, colour, size - wilds, wilds)
    if hand.get("wild", 0) >= size:
        yield Action(kind, target, "", 0, size)


def _extra(view: View) -> Iterator[Action]:
    """Every way to pay the extra cards of a tunnel (U2, U3)."""
    assert view.tunnel is not None
    colours = [colour for colour in view.tunnel.laid if colour != "wild"]
    if colours:
        yield from _sets(view.board, view.hand, "pay", "", view.tunnel.extra, 0, colours[0])
    elif view.hand.get("wild", 0) >= view.tunnel.extra:
        yield Action("pay", "", "", 0, view.tunnel.extra)


def _needed_elsewhere(have: Holdings, target: str) -> Cards:
    """The cards that the ways of the seat's open tickets take on other routes, by colour."""
    missing = {
        name for one in ticket_states(have) if one.state == "open" and one.way for name in one.way.routes
    }
    needs = Cards()
    for name in missing:
        route = have.board.route(name)
        if target not in (name, route.twin):
            needs[route.colour] += route.length
    return needs


def _regret(view: View, have: Holdings, needs: Cards, action: Action) -> float:
    """How sorry one would be to pay this."""
    hand, colour = have.hand, action.colour
    left = hand.get(colour, 0) - action.count if action.count else 0
    harm = max(0, needs[colour] - left) - max(0, needs[colour] - hand.get(colour, 0)) if action.count else 0
    failing = 0.0
    if action.kind == "claim" and have.board.route(action.target).tunnel:
        failing = TURN_LOSS * (1 - tunnel_odds(view, action).pay)
    return WILD_LOSS * action.wilds + NEEDED_LOSS * harm + left + failing
