"""Helpers for the rule tests: positions whose cards add up, moves that must be refused, games near their end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from branchline import Board, Game, IllegalMove, ScriptedDealer, load_board
from branchline.board import variant_names

USA = load_board("usa")
EUROPE = load_board("europe")
LONDON = load_board("london")
BOARDS = (USA, EUROPE, LONDON)
VARIANTS = tuple(load_board(name) for name in variant_names())
USA_1910 = load_board("usa-1910")


def rest(board: Board, *parts: Mapping[str, int] | Iterable[str]) -> dict[str, int]:
    """All cards of the board that are in none of these parts: usually a hoarder's hand."""
    left = Counter(board.card_counts)
    for part in parts:
        left.subtract(Counter(part))
    assert min(left.values()) >= 0, "more cards than the board has"
    return {card: n for card, n in left.items() if n}


def other_tickets(board: Board, *left: str) -> list[str]:
    """All regular tickets but these: to be held by a seat when only these shall be left in the deck."""
    return [ticket.id for ticket in board.tickets if not ticket.long and ticket.id not in left]


def shortest_path(board: Board, ticket: str) -> list[str]:
    """Routes that join a ticket's cities, from `a` to `b`."""
    graph: nx.Graph[str] = nx.Graph()
    for route in board.routes:
        graph.add_edge(route.a, route.b, name=route.id, length=route.length)
    cities = nx.shortest_path(graph, board.ticket(ticket).a, board.ticket(ticket).b, "length")
    return [graph.edges[pair]["name"] for pair in pairwise(cities)]


def script(board: Board, outcomes: str, /, **position: Any) -> Game:
    """A position whose chance is written down: one word for each card or ticket, in order."""
    return Game.setup(board, dealer=ScriptedDealer(outcomes.split()), **position)


def play(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(move)
    return game


def legal(game: Game, verb: str = "") -> set[str]:
    """Texts of the legal moves that begin with this verb (all without one)."""
    return {text for text in map(str, game.legal()) if text.startswith(verb)}


def payments(game: Game, start: str) -> set[str]:
    """What may be paid for `claim a-b` or `station a`: the words after `with`."""
    return {text.removeprefix(f"{start} with ") for text in legal(game, f"{start} with ")}


def refused(game: Game, move: str, code: str) -> None:
    """The move is refused with this code, by `why_not` and `play` alike, and nothing has changed."""
    before = snapshot(game)
    reason = game.why_not(move)
    assert reason is not None, f"{move} should not be legal"
    assert (reason.code, bool(reason.text)) == (code, True)
    with pytest.raises(IllegalMove) as caught:
        game.play(move)
    assert caught.value.reason == reason
    assert snapshot(game) == before
    assert move not in legal(game)


def snapshot(game: Game) -> list[object]:
    """All that can be asked of a game."""
    viewers = [None, *range(game.seats)]
    return [game.record(), game.actor, game.phase, *(game.view(viewer) for viewer in viewers)]


def hand(game: Game, seat: int) -> dict[str, int]:
    return {card: n for card, n in game.view(seat).hand.items() if n}


def discards(game: Game) -> dict[str, int]:
    return {card: n for card, n in game.view(None).discards.items() if n}


def row(game: Game) -> list[str]:
    """The face-up cards from the left, gaps left out."""
    return [card for card in game.view(None).row if card]


def pile(game: Game) -> int:
    return game.view(None).pile


def ended(board: Board, /, **position: Any) -> Game:
    """The position as the end of a game: seat 0 draws two cards in the last turn."""
    seats = position.setdefault("seats", 2)
    game = Game.setup(board, **{"hands": [{}] * seats, "last_turns": 1, "seed": 1, **position})
    play(game, "draw blind", "draw blind")
    assert game.over
    return game
