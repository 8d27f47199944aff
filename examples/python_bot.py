"""A bot as a class: the longest route it can pay for, else cards, and few tickets. See docs/bot-protocol.md.

branchline bot-check python:examples/python_bot.py:Builder
"""

from branchline.bots import Bot


class Builder(Bot):
    """Claims by length; then the colour of which its hand holds most."""

    def think(self, view, legal):
        def worth(action):
            if action.kind == "claim":
                return 100 + view.board.route(action.target).length - 0.1 * action.wilds
            if action.kind == "draw":
                return view.hand.get(action.colour, 0) + (action.colour == "blind") / 2
            return -len(action.tickets)

        return max(legal, key=worth)
