"""Write a bot and match it against hybrid on the same deals, once in each seat.

python examples/match_two_bots.py [DEALS]

`branchline arena python:examples/python_bot.py:Builder hybrid` does the same on all cores, with intervals and ratings.
"""

import sys
from collections.abc import Sequence

from branchline import Action, Game, View, load_board
from branchline.bots import Bot, make_bot


class Collector(Bot):
    """Keeps the cheapest tickets, claims only long routes until the end is near, and otherwise draws cards."""

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        near_the_end = min(seat.cars for seat in view.seats) < 8

        def worth(action: Action) -> float:
            if action.kind == "claim":
                length = view.board.route(action.target).length
                return 100 + length - 0.1 * action.wilds if length >= 6 or near_the_end else -1
            if action.kind == "keep":
                return -sum(view.board.ticket(ticket).points for ticket in action.tickets)
            if action.kind == "draw":  # of the colour that the hand holds most of
                return view.hand.get(action.colour, 0) + 0.5
            return -2

        return max(legal, key=worth)


def play(bots: list[Bot], seed: int) -> list[int]:
    """The winning seats of one game."""
    game = Game(load_board("usa"), seats=len(bots), seed=seed)
    while game.actor is not None:
        game.play(bots[game.actor].choose(game.view(game.actor)))
    return game.winners()


def main(deals: int = 20) -> None:
    wins = {"Collector": 0.0, "hybrid": 0.0}
    for seed in range(deals):
        mine, other = Collector(seed), make_bot("hybrid", seed)
        for seats in ([mine, other], [other, mine]):  # the same deal twice, so that nobody has the better one
            winners = play(seats, seed)
            for seat in winners:
                wins["Collector" if seats[seat] is mine else "hybrid"] += 1 / len(winners)
        assert not mine.problems, mine.problems  # moves that were not legal, and errors
    for name, count in wins.items():
        print(f"{name:10} won {count:g} of {2 * deals} games")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
