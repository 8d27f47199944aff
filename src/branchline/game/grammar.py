"""The grammar of moves: from text to an action of a board.

`draw red` · `draw wild` · `draw blind` · `claim a-b with 2 red 1 wild` · `pay 1 red 1 wild` · `withdraw` · `tickets` ·
`keep a-b c-d` · `station wien with 2 red` · `pass`
"""

from __future__ import annotations

from branchline.board import Board, Route
from branchline.errors import IllegalMove, NotationError, Reason, ReasonCode, did_you_mean, short
from branchline.game.action import Action

FORMS = {
    "draw": "draw COLOUR, draw wild or draw blind",
    "claim": "claim CITY-CITY with CARDS, as in claim a-b with 2 red 1 wild",
    "station": "station CITY with CARDS, as in station a with 2 red",
    "pay": "pay CARDS, as in pay 1 red 1 wild",
    "keep": "keep TICKET …, as in keep a-b c-d",
    "tickets": "tickets",
    "withdraw": "withdraw",
    "pass": "pass",
}

LONGEST_NAME = 200  # a route has two ids of cities, each of 60 letters at most, and a colour


def parse(text: str, board: Board) -> Action:
    """The action that a text means. `NotationError`: it is no move; `IllegalMove`: it names what the board has not."""
    words = text.lower().split()
    if not words:
        raise NotationError(f"an empty text is no move; moves begin with {', '.join(FORMS)}")
    verb, rest = words[0], words[1:]
    if verb not in FORMS:
        raise NotationError(f"{short(text)!r} is no move; moves begin with {', '.join(FORMS)}")
    if verb == "draw" and len(rest) == 1:
        return Action("draw", colour=_colour(rest[0], board, "blind"), count=1)
    if verb == "claim" and len(rest) > 2 and rest[1] == "with":
        colour, count, wilds = _cards(rest[2:], board, text)
        return Action("claim", _route(rest[0], colour, board).id, colour, count, wilds)
    if verb == "station" and len(rest) > 2 and rest[1] == "with":
        return Action("station", _city(rest[0], board), *_cards(rest[2:], board, text))
    if verb == "pay" and rest:
        return Action("pay", "", *_cards(rest, board, text))
    if verb == "keep" and rest:
        return Action("keep", tickets=tuple(_ticket(name, board) for name in rest))
    if verb in ("tickets", "withdraw", "pass") and not rest:
        return Action(verb)
    raise NotationError(f"{short(text)!r} is no move; the form is: {FORMS[verb]}")


def check_action(action: object) -> None:
    """Refuse what somebody has built by hand and is no action of any board."""
    if not isinstance(action, Action):
        raise NotationError(f"a move is an Action or its text, not {short(repr(action))}")
    for name in ("kind", "target", "colour"):
        if not isinstance(getattr(action, name), str):
            raise NotationError(f"{name} of an action is a text, not {short(repr(getattr(action, name)))}")
    for name in ("count", "wilds"):
        if not isinstance(getattr(action, name), int):
            raise NotationError(f"{name} of an action is a number, not {short(repr(getattr(action, name)))}")
    tickets: object = action.tickets
    if not isinstance(tickets, tuple) or not all(isinstance(name, str) for name in tickets):
        raise NotationError("tickets of an action are a tuple of texts")
    for name in (action.kind, action.target, action.colour, *tickets):
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise NotationError(f"no name on a board is like {short(name)!r}")


def _cards(words: list[str], board: Board, text: str) -> tuple[str, int, int]:
    """The colour, how many cards of it, and how many wilds, from words like `2 red 1 wild`."""
    colour, count, wilds = "", 0, 0
    if len(words) % 2:
        raise NotationError(f"{short(text)!r}: cards are counts and colours in turn, as in 2 red 1 wild")
    for number, name in zip(words[::2], words[1::2], strict=True):
        if not (number.isascii() and number.isdigit() and len(number) < 3 and int(number)):
            raise NotationError(f"{short(text)!r}: {short(number)!r} is no number of cards")
        if _colour(name, board) == "wild":
            wilds += int(number)
        elif colour and colour != name:
            raise _illegal("wrong_colour", f"a set is of one colour and wilds, not of {colour} and {name}")
        else:
            colour, count = name, count + int(number)
    return colour, count, wilds


def _colour(name: str, board: Board, *more: str) -> str:
    known = (*board.colours, "wild", *more)
    if name not in known:
        raise _illegal(
            "no_such_colour", f"there is no colour {short(name)!r} here; there are {', '.join(known)}"
        )
    return name


def _route(name: str, colour: str, board: Board) -> Route:
    """A route by its id. Without its suffix, one of a double is found if only one of the two takes these cards."""
    a, _, b = name.partition("-")
    parallel = board.routes_between(a, b)
    if len(parallel) > 1:
        fitting = [route for route in parallel if route.colour in (colour, "gray")]
        if len(fitting) == 1 and colour:
            return fitting[0]
        raise _illegal("which_route", f"there are several; say {' or '.join(route.id for route in parallel)}")
    try:
        return board.route(name)
    except KeyError:
        near = did_you_mean(name, (route.id for route in board.routes))
        raise _illegal("no_such_route", f"there is no route {short(name)!r}{near}") from None


def _city(name: str, board: Board) -> str:
    try:
        return board.city(name).id
    except KeyError:
        near = did_you_mean(name, (city.id for city in board.cities))
        raise _illegal("no_such_city", f"there is no city {short(name)!r}{near}") from None


def _ticket(name: str, board: Board) -> str:
    try:
        return board.ticket(name).id
    except KeyError:
        near = did_you_mean(name, (ticket.id for ticket in board.tickets))
        raise _illegal("no_such_ticket", f"there is no ticket {short(name)!r}{near}") from None


def _illegal(code: ReasonCode, text: str) -> IllegalMove:
    return IllegalMove(Reason(code, text))
