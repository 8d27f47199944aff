"""Explanations in English. Each kind has one sentence; the page has its own in its languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from branchline.board import Board
from branchline.game.grammar import parse

from .result import Explanation, Params

CHANCE = {
    "deal": "the deal",
    "blind": "a card drawn blind",
    "row": "a card turned up",
    "tunnel": "the cards of a tunnel",
    "tickets": "the tickets drawn",
}


class Words:
    """Says explanations in English, with the names of a board's places and of the seats."""

    def __init__(self, board: Board, names: Sequence[str]) -> None:
        self.board, self.names = board, names

    def say(self, explanation: Explanation) -> str:
        """One sentence."""
        return SENTENCES[explanation.kind](self, explanation.params)

    def route(self, name: object) -> str:
        """A route by its cities."""
        route = self.board.route(str(name))
        return f"{self.board.city(route.a).name} – {self.board.city(route.b).name}"

    def ticket(self, name: object) -> str:
        """A ticket by its cities and points."""
        ticket = self.board.ticket(str(name))
        return f"{self.board.city(ticket.a).name} – {self.board.city(ticket.b).name} ({ticket.points})"

    def seat(self, seat: object) -> str:
        """The name of a seat."""
        return self.names[int(str(seat))]

    def tickets(self, names: object) -> str:
        """Some tickets, or nothing."""
        chosen = names if isinstance(names, list) else []
        return ", ".join(self.ticket(name) for name in chosen)

    def move(self, text: object) -> str:
        """A move with the names of places."""
        action = parse(str(text), self.board)
        if action.kind == "claim":
            return f"claiming {self.route(action.target)} with {action.cards}"
        if action.kind == "station":
            return f"a station in {self.board.city(action.target).name}"
        if action.kind == "draw":
            return _drawing(action.colour)
        if action.kind == "keep":
            return f"keeping {self.tickets(list(action.tickets))}"
        return {"tickets": "drawing tickets", "withdraw": "withdrawing", "pass": "passing"}.get(
            action.kind, f"paying {action.cards}"
        )


def _drawing(card: object) -> str:
    """Drawing a card of the row, or blind."""
    return "drawing blind" if card == "blind" else f"taking {card}"


def _count(count: object, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _later(w: Words, p: Mapping[str, object]) -> str:
    return f", who claimed it at move {p['ply']}" if "ply" in p else ""


def _died(w: Words, p: Mapping[str, object]) -> str:
    text = f"The ticket {w.ticket(p['ticket'])} lost its last way when {w.seat(p['seat'])} took {w.route(p['route'])}"
    if "saved" in p:
        return f"{text}; {w.route(p['by'])} at move {p['saved']} was the last chance to save it"
    return text


def _luck(w: Words, p: Mapping[str, object]) -> str:
    dealt = p["dealt"] if isinstance(p["dealt"], list) else []
    cards = ", ".join(w.ticket(one) if p["kind"] == "tickets" else str(one) for one in dealt)
    return CHANCE[str(p["kind"])] + (f" ({cards})" if cards else "")


SENTENCES: Mapping[str, Callable[[Words, Params], str]] = {
    "better_move": lambda w, p: f"Better was {w.move(p['move'])}",
    "only_move": lambda w, p: f"The only good move: {w.move(p['move'])}",
    "missed_block": lambda w, p: (
        f"{w.route(p['route'])} would have cut the network of {w.seat(p['seat'])}{_later(w, p)}"
    ),
    "missed_route": lambda w, p: f"{w.route(p['route'])} was lost to {w.seat(p['seat'])} at move {p['ply']}",
    "missed_ticket": lambda w, p: (
        f"{w.route(p['route'])} was on the way of the ticket {w.ticket(p['ticket'])}"
    ),
    "slower": lambda w, p: f"Too slow by {_count(p['turns'], 'turn')}: better was {w.move(p['move'])}",
    "wild_on_short": lambda w, p: (
        f"{_count(p['wilds'], 'wild')} spent on {w.route(p['route'])}, a route of {p['length']}"
    ),
    "tickets_late": lambda w, p: f"Tickets drawn too late: about {_count(p['turns'], 'turn')} were left",
    "tickets_better": lambda w, p: "Drawing tickets was better",
    "keep_better": lambda w, p: f"Better to keep {w.tickets(p['better'])}",
    "card_better": lambda w, p: f"Better was {_drawing(p['better'])} than {_drawing(p['card'])}",
    "pay_tunnel": lambda w, p: f"Paying for the tunnel {w.route(p['route'])} was better",
    "leave_tunnel": lambda w, p: f"Withdrawing from the tunnel {w.route(p['route'])} was better",
    "risky_tunnel": lambda w, p: f"The tunnel {w.route(p['route'])} was not worth its risk yet",
    "ticket_died": _died,
    "ticket_hopeless": lambda w, p: f"The ticket {w.ticket(p['ticket'])} had no way from the start",
    "ticket_unfinished": lambda w, p: (
        f"The ticket {w.ticket(p['ticket'])} lacked {_count(p['missing'], 'car')} at the end"
    ),
    "cars_left": lambda w, p: (
        f"{_count(p['cars'], 'car')} and {_count(p['cards'], 'card')} were left over at the end"
    ),
    "turning": lambda w, p: f"The game turned here: {w.move(p['move'])}, by {w.seat(p['seat'])}",
    "lucky": lambda w, p: f"Good luck: {_luck(w, p)}",
    "unlucky": lambda w, p: f"Bad luck: {_luck(w, p)}",
}
