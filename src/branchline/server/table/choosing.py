"""Choosing the first tickets, which the rules let all do at once (S5) and the engine seat by seat."""

from __future__ import annotations

from branchline import Game


def turned_to(game: Game, seat: int) -> Game:
    """A copy in which it is this seat's turn to choose. Those before it kept just anything."""
    twin = game.copy()
    while twin.actor != seat:
        twin.play(twin.legal()[-1])
    return twin
