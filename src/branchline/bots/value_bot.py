"""value: compares the policy's best moves by what the network says after the own turn, in a few worlds."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from branchline.bots.bot import Bot
from branchline.bots.search_bot import (
    Style,
    Thinker,
    find_candidates,
    make_rollout,
    make_thinker,
    search_seed,
)
from branchline.core.search.duels import Duels
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.view import View

#: Worlds in which moves are compared, and what a move must gain over the policy's own: the network errs, too.
WORLDS, MARGIN = 4, 0.05


class ValueBot(Bot):
    """Plays the move after whose turn the network likes the position best. Without a network it plays hybrid's move."""

    def __init__(self, seed: int = 0, worlds: int = WORLDS, margin: float = MARGIN) -> None:
        super().__init__(seed)
        self.worlds, self.margin = worlds, margin
        self._thinkers: dict[tuple[str, int], Thinker] = {}

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        key = view.board.digest, len(view.seats)
        if key not in self._thinkers:
            self._thinkers[key] = make_thinker(view.board, len(view.seats), Style())
        thinker = self._thinkers[key]
        knowledge = view.knowledge()
        found = find_candidates(view, knowledge, thinker.policy, self.seed)
        best = 0
        if thinker.valued and len(found) > 1:
            rollout = make_rollout(view.board, knowledge, thinker, found, 0)
            out = array("d", bytes(8 * self.worlds * len(found)))
            duels = Duels(self.margin, gated=False)
            duels.begin(len(found))
            rollout.run(search_seed(self.seed, view), 0, self.worlds, duels.active, out)
            duels.add(out, 0, self.worlds)
            best = duels.best()
        return board_codec(view.board).action(found[best], view.offer)
