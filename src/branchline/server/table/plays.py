"""Plays: what a move of the game, and its end, mean to viewers."""

from __future__ import annotations

from branchline import Action, Board, Game, View
from branchline.board.limits import REVEAL
from branchline.game.grammar import parse

from . import notices
from .table import Table

Notices = list[notices.Unredacted]


def play_move(game: Game, seat: int, text: str, ply: int) -> Notices:
    """Play a move, which becomes that ply of the log; its notices."""
    action = parse(text, game.board)
    before = game.view(None) if action.kind in ("claim", "pay") else None
    game.play(action, seat)
    made: Notices = [notices.LogIndex(ply)]
    if action.kind == "tickets":
        offer = game.view(seat).offer
        made.append(notices.Offered(seat, len(offer), tuple(offer)))
    if before is not None:
        after = game.view(None)
        if is_tunnel(game.board, action):
            made.append(tunnel(seat, action, before, after))
        if before.last_turns is None and after.last_turns is not None:
            made.append(notices.LastRound(seat, after.last_turns))
    return made


def is_tunnel(board: Board, action: Action) -> bool:
    """Whether cards are revealed for this move."""
    return action.kind == "claim" and board.route(action.target).tunnel


def tunnel(seat: int, action: Action, before: View, after: View) -> notices.Tunnel:
    """What a tunnel revealed: the first cards that chance dealt, as many as there were (U1)."""
    count = min(REVEAL, before.pile + sum(before.discards.values()))
    extra = after.tunnel.extra if after.tunnel else 0
    return notices.Tunnel(seat, action.target, tuple(after.log[-1].chance[:count]), extra)


def over(table: Table) -> notices.Over:
    """The final scoring."""
    game = table.playing
    view = table.placed(game.view(None))
    scores = tuple(view.scores or ())
    return notices.Over(
        winners=tuple(seat for seat, score in enumerate(scores) if score.rank == 1),
        scores=scores,
        tickets=tuple(tuple(held) for held in view.revealed or ()),
        borrowed=tuple(game.borrowed()),
        secret=table.secret.hex(),
    )
