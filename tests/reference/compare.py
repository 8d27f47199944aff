"""What an engine's view says, and what the reference expects it to say, in one plain shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from branchline import View

from .table import Table

Plain = dict[str, Any]


def counts(cards: Mapping[str, int] | None) -> dict[str, int]:
    """Without the zeros: {} for nothing."""
    return {card: n for card, n in sorted((cards or {}).items()) if n}


def normal(move: object) -> str:
    """A move's text, with kept tickets in one order."""
    text = str(move)
    return " ".join(["keep", *sorted(text.split()[1:])]) if text.startswith("keep ") else text


def moves(legal: Iterable[object] | None) -> list[str]:
    return sorted(normal(move) for move in legal or ())


def seen(view: View) -> Plain:
    """A view, but for the moves, the log and what is only there to fill in the hidden parts."""
    tunnel = view.tunnel
    return {
        "seat": view.seat,
        "actor": view.actor,
        "phase": view.phase,
        "row": [card for card in view.row if card],
        "pile": view.pile,
        "discards": counts(view.discards),
        "hand": counts(view.hand),
        "tickets": sorted(view.tickets or ()),
        "offer": sorted(view.offer or ()),
        "seats": [
            {
                "cars": other.cars,
                "cards": other.cards,
                "tickets": other.tickets,
                "stations": other.stations,
                "score": other.score,
                "known": counts(other.known),
            }
            for other in view.seats
        ],
        "routes": dict(view.routes),
        "stations": dict(view.stations),
        "tunnel": tunnel
        and {
            "route": tunnel.route,
            "laid": counts(tunnel.laid),
            "revealed": list(tunnel.revealed),
            "extra": tunnel.extra,
        },
        "tickets_left": view.tickets_left,
        "last_turns": view.last_turns,
    }


def expected(table: Table, seat: int | None) -> Plain:
    """The same, as the reference has it."""
    tunnel = table.tunnel
    return {
        "seat": seat,
        "actor": table.actor,
        "phase": table.phase,
        "row": [card for card in table.row if card],
        "pile": table.pile.total(),
        "discards": counts(table.discards),
        "hand": {} if seat is None else counts(table.hands[seat]),
        "tickets": [] if seat is None else sorted(table.tickets[seat]),
        "offer": [] if seat is None else sorted(table.offers[seat]),
        "seats": [
            {
                "cars": table.cars[other],
                "cards": table.hands[other].total(),
                "tickets": len(table.tickets[other]),
                "stations": table.stations_left[other],
                "score": table.score[other],
                "known": counts(table.known[other]),
            }
            for other in range(table.seats)
        ],
        "routes": table.owner,
        "stations": table.station_at,
        "tunnel": tunnel
        and {
            "route": tunnel.route,
            "laid": counts(tunnel.laid),
            "revealed": tunnel.revealed,
            "extra": tunnel.extra,
        },
        "tickets_left": len(table.pool) + len(table.under),
        "last_turns": table.last_turns,
    }
