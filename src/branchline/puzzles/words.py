"""Themes and reasons in English; the page has its own words in its languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from branchline.board import Board
from branchline.review.result import Explanation, Params
from branchline.review.words import Words

from .puzzle import Puzzle

THEME_NAMES = {
    "keep": "which tickets to keep",
    "tunnel": "tunnel or not",
    "station": "which station",
    "end": "end the game now?",
    "ticket": "the way of a ticket",
    "block": "block",
    "longest": "the longest path",
    "tickets": "more tickets?",
    "wait": "claim or draw",
    "claim": "which route",
    "card": "which card",
}
PART_NAMES = {
    "routes": "routes",
    "tickets": "tickets",
    "longest": "the longest path",
    "stations": "stations",
    "districts": "districts",
    "most_tickets": "the most tickets",
}


class PuzzleWords(Words):
    """Says reasons in English, to whoever solves a puzzle."""

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        super().__init__(board, [f"seat {seat}" for seat in range(puzzle.seats)])

    def say(self, explanation: Explanation) -> str:
        """One sentence."""
        return SENTENCES[explanation.kind](self, explanation.params)


def _gains(w: Words, p: Params) -> str:
    if p["part"] == "rivals":
        return f"Played to the end, it leaves the best of the others {p['points']} points less than the next best move"
    return f"Played to the end, it brings {p['points']} points more for {PART_NAMES[str(p['part'])]}"


def _costs(w: Words, p: Params) -> str:
    if p["part"] == "rivals":
        return f"It leaves the best of the others {p['points']} points more, and is worth that"
    return f"It costs {p['points']} points of {PART_NAMES[str(p['part'])]}, and is worth that"


def _turns(count: object) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


SENTENCES: Mapping[str, Callable[[Words, Params], str]] = {
    "on_way": lambda w, p: (
        f"{w.route(p['route'])} is on the shortest way of the ticket {w.ticket(p['ticket'])}"
    ),
    "cuts": lambda w, p: f"{w.route(p['route'])} lies between two cities of {w.seat(p['seat'])}",
    "taken_soon": lambda w, p: (
        f"Left open, {w.route(p['route'])} is taken within a round in {p['percent']} of 100 games, "
        f"mostly by {w.seat(p['seat'])}"
    ),
    "keep_turns": lambda w, p: (
        f"Your tickets then take about {_turns(p['turns'])}; with {w.tickets(p['tickets'])} about {p['other']}"
    ),
    "station_for": lambda w, p: (
        f"The ticket {w.ticket(p['ticket'])} has no way of its own any more: a station in "
        f"{w.board.city(str(p['city'])).name} lets it use another's route"
    ),
    "ends_game": lambda w, p: "It brings the last turns now",
    "too_early": lambda w, p: f"{w.route(p['route'])} would bring the last turns too early",
    "tunnel_risk": lambda w, p: f"The tunnel {w.route(p['route'])} may cost more cards than it is worth now",
    "gains": _gains,
    "costs": _costs,
    "ahead": lambda w, p: (
        f"It wins {p['percent']} more games in 100 than the next best move, {w.move(p['move'])}"
    ),
}
