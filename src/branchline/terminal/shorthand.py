"""Short forms of moves: what a person types in a hurry, and which moves it can mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from branchline.board import Board, City, Route
from branchline.errors import BranchlineError, NotationError
from branchline.game.action import Action
from branchline.game.grammar import parse
from branchline.game.reasons import explain
from branchline.game.view import View

VERBS = {
    "d": "draw",
    "b": "draw blind",
    "blind": "draw blind",
    "c": "claim",
    "t": "tickets",
    "k": "keep",
    "s": "station",
    "p": "pay",
    "w": "withdraw",
}


def understand(text: str, view: View) -> list[Action]:
    """The moves that a text can mean: one, or several of which a person must choose.

    Claims, stations and payments give legal moves only, and an error says why there are none.
    """
    words = plain(text).split()
    if not words:
        raise NotationError("that is no move")
    if words[0] in VERBS:
        words[:1] = VERBS[words[0]].split()
    elif words[0] in (*view.board.colours, "wild") and len(words) == 1:
        words.insert(0, "draw")
    elif view.phase == "keep" and (words[0] == "all" or all(map(is_number, words))):
        words.insert(0, "keep")
    verb, rest = words[0], words[1:]
    if verb in READERS and rest:
        return READERS[verb](rest, view)
    return [parse(" ".join(words), view.board)]


def plain(text: str) -> str:
    """Lower case, without accents and apostrophes."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign) and sign not in "'’.,&")


def is_number(text: str) -> bool:
    """Whether a text is a number that somebody might mean."""
    return text.isascii() and text.isdigit() and len(text) < 6


def cities_like(name: str, board: Board) -> list[City]:
    """Cities by their id or name, by how it begins, or by how one of its words begins: the first that finds any."""
    wanted = re.sub(r"[\s_]+", "_", plain(name).strip())
    known = [(city, {city.id, re.sub(r"[\s_]+", "_", plain(city.name))}) for city in board.cities]
    for fits in (
        lambda text: text == wanted,
        lambda text: text.startswith(wanted),
        lambda text: f"_{wanted}" in text,
    ):
        found = [city for city, texts in known if any(fits(text) for text in texts)]
        if found:
            return found
    return []


def one_city(name: str, board: Board) -> City:
    """The city that a name means; an error says which ones it could be."""
    found = cities_like(name, board)
    if len(found) == 1:
        return found[0]
    if found:
        raise NotationError(f"{name!r} can be {_or(city.id for city in found)}")
    near = get_close_matches(plain(name), [city.id for city in board.cities], n=1, cutoff=0.5)
    raise NotationError(f"there is no city {name!r}" + (f"; did you mean {near[0]}?" if near else ""))


def _draw(words: list[str], view: View) -> list[Action]:
    known = (*view.board.colours, "wild", "blind")
    name = " ".join(words)
    fitting = [colour for colour in known if colour.startswith(name)]
    if name not in known and len(fitting) > 1:
        raise NotationError(f"{name!r} can be {_or(fitting)}")
    return [parse(f"draw {fitting[0] if fitting and name not in known else name}", view.board)]


def _keep(words: list[str], view: View) -> list[Action]:
    if words == ["all"]:
        return [Action("keep", tickets=tuple(view.offer))]
    names = []
    for word in words:
        if is_number(word) and not 0 < int(word) <= len(view.offer):
            raise NotationError(f"there is no ticket {word}: they are numbered 1 to {len(view.offer)}")
        names.append(view.offer[int(word) - 1] if is_number(word) else word)
    return [parse(" ".join(("keep", *names)), view.board)]


def _claim(words: list[str], view: View) -> list[Action]:
    places, payment = _split(words, view.board)
    routes = _without_equal_twins(find_routes(places, view.board), view)
    found = _payable(
        [a for a in view.legal if a.kind == "claim" and a.target in {r.id for r in routes}], payment
    )
    if found:
        return found
    raise BranchlineError("\n".join(str(explain(view, _example(route, payment, view))) for route in routes))


def _station(words: list[str], view: View) -> list[Action]:
    places, payment = _split(words, view.board)
    city = one_city(" ".join(places), view.board)
    found = _payable([a for a in view.legal if a.kind == "station" and a.target == city.id], payment)
    if found:
        return found
    price = max(1, view.board.stations - view.seats[view.seat or 0].stations + 1)
    raise BranchlineError(str(explain(view, Action("station", city.id, _best(view), price))))


def _pay(words: list[str], view: View) -> list[Action]:
    found = _payable([action for action in view.legal if action.kind == "pay"], words)
    return found or [parse(" ".join(("pay", *words)), view.board)]


READERS = {"draw": _draw, "keep": _keep, "claim": _claim, "station": _station, "pay": _pay}


def find_routes(places: list[str], board: Board) -> list[Route]:
    """The routes between two cities, which may be written in several words each, or with a dash between them."""
    text = " ".join(places)
    text, _, suffix = text.partition("/")
    words = text.replace("-", " - ").split()
    splits = [words.index("-")] if "-" in words else range(1, len(words))
    pairs = {}
    for i in splits:
        left, right = words[:i], [word for word in words[i:] if word != "-"]
        for a in cities_like(" ".join(left), board):
            for b in cities_like(" ".join(right), board):
                routes = [r for r in board.routes_between(a.id, b.id) if r.id.endswith(suffix)]
                if routes:
                    pairs[routes[0].id] = routes
    if len(pairs) == 1:
        return next(iter(pairs.values()))
    if pairs:
        raise NotationError(f"{text!r} can be {_or(pairs)}")
    for i in splits:
        ends = [one_city(" ".join(part), board) for part in (words[:i], words[i:]) if part != ["-"]]
        if len(ends) == 2:
            raise NotationError(f"no route joins {ends[0].name} and {ends[1].name} directly")
    raise NotationError("say between which two cities, as in: claim paris brest")


def _without_equal_twins(routes: list[Route], view: View) -> list[Route]:
    """Of two halves of a double that take the same cards, one is enough: the first that is not taken."""
    found: dict[tuple[str, int, int, bool], Route] = {}
    for route in sorted(routes, key=lambda route: route.id in view.routes):
        found.setdefault((route.colour, route.length, route.ferry, route.tunnel), route)
    return list(found.values())


def _split(words: list[str], board: Board) -> tuple[list[str], list[str]]:
    """Places, and the cards named after them (with or without `with`)."""
    if "with" in words:
        at = words.index("with")
        return words[:at], words[at + 1 :]
    at = len(words)
    while at and (words[at - 1] in (*board.colours, "wild") or is_number(words[at - 1])):
        at -= 1
    return words[:at], words[at:]


def _payable(actions: list[Action], payment: list[str]) -> list[Action]:
    """Those that pay what was said: exactly these cards, or this colour with the fewest wilds; else all of them."""
    if not payment:
        return sorted(actions, key=lambda action: action.wilds)
    if len(payment) > 1:
        return [action for action in actions if action.cards == " ".join(payment)]
    (colour,) = payment
    fitting = [a for a in actions if (a.colour if a.count else "wild") == colour]
    least = min((action.wilds for action in fitting), default=0)
    return [action for action in fitting if action.wilds == least]


def _example(route: Route, payment: list[str], view: View) -> Action:
    """The payment that comes nearest to what was meant, for the reason why it can't be."""
    if len(payment) > 1:
        return parse(f"claim {route.id} with {' '.join(payment)}", view.board)
    wanted = payment[0] if payment and payment[0] != "wild" else ""
    colour = wanted or (route.colour if route.colour != "gray" else _best(view))
    return Action("claim", route.id, colour, route.length - route.ferry, route.ferry)


def _best(view: View) -> str:
    """The colour of which the hand has most."""
    return max(view.board.colours, key=lambda colour: view.hand.get(colour, 0))


def _or(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
