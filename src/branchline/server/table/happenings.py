"""Happenings: what in a move is news of its own, beside the entry in the log."""

from __future__ import annotations

from branchline import Action, Board, Game, View
from branchline.game.grammar import parse

from . import notices

REVEALED = 3


def happenings(game: Game, seat: int, text: str, ply: int) -> list[notices.Fact]:
    """Play a move, which becomes that ply, and say what came of it."""
    action = parse(text, game.board)
    tunnels = is_tunnel(game.board, action)
    builds = action.kind in ("claim", "pay")
    before = game.view(None) if builds else None
    game.play(action, seat)
    facts: list[notices.Fact] = [notices.Ply(ply)]
    if action.kind == "tickets":
        offer = game.view(seat).offer
        facts.append(notices.Offered(seat, len(offer), tuple(offer)))
    if before is not None:
        after = game.view(None)
        if tunnels:
            facts.append(tunnel(seat, action, before, after))
        if before.last_turns is None and after.last_turns is not None:
            facts.append(notices.LastRound(seat, after.last_turns))
    return facts


def is_tunnel(board: Board, action: Action) -> bool:
    """Whether cards are revealed for this move."""
    return action.kind == "claim" and board.route(action.target).tunnel


def tunnel(seat: int, action: Action, before: View, after: View) -> notices.Tunnel:
    """What a tunnel revealed: the first cards that chance dealt, as many as there were (U1)."""
    count = min(REVEALED, before.pile + sum(before.discards.values()))
    extra = after.tunnel.extra if after.tunnel else 0
    return notices.Tunnel(seat, action.target, tuple(after.log[-1].chance[:count]), extra)
