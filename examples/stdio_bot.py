"""A bot over standard input and output: the longest route it can pay for, else cards. See docs/bot-protocol.md.

branchline bot-check "exec:python examples/stdio_bot.py"
"""

import json
import sys


def answer(message):
    print(json.dumps(message), flush=True)


def choose(view, lengths):
    """Claims by length; then the colour of which the hand holds most; then whatever is legal."""

    def worth(move):
        verb, *words = move.split()
        if verb == "claim":
            return 100 + lengths[words[0]] - 0.1 * ("wild" in words)
        if verb == "draw":
            return view["hand"].get(words[0], 0) + (words[0] == "blind") / 2
        return -len(words)  # keep few tickets, and draw none

    return max(view["legal"], key=worth)


boards = {}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer({"type": "ready", "name": "longest first"})
    elif message["type"] == "board":
        board = message["board"]
        boards[board["id"]] = {route["id"]: route["length"] for route in board["routes"]}
    elif message["type"] == "choose":
        view = message["view"]
        answer({"id": message["id"], "move": choose(view, boards[view["board"]])})
