"""A board of one's own from Python: write the file, read what is wrong with it, play on it.

python examples/make_a_board.py [FOLDER]

docs/make-a-board.md goes on from here: drawing the board and playing on it in the browser.
"""

import random
import sys
from pathlib import Path

from branchline import BoardError, Game, load_board

RING = """
name = "The Ring"
players = { least = 2, most = 3 }
cars = 12
hand = 3
cards = { red = 8, blue = 8, green = 8, wild = 4 }
deal = { regular = 2, keep = 1, refused = "under" }
draw = { tickets = 2, keep = 1 }
closed_doubles = 2
points = { 1 = 1, 2 = 2, 3 = 4 }
bonus = { longest = 5 }
ties = ["tickets", "longest"]
words = { car = "tram", cars = "trams", wild = "conductor" }
cities = [
    { id = "north", name = "North", x = 0.5, y = 0.1 },
    { id = "east", name = "East", x = 0.9, y = 0.5 },
    { id = "south", name = "South", x = 0.5, y = 0.9 },
    { id = "west", name = "West", x = 0.1, y = 0.5 },
    { id = "middle", name = "Middle", x = 0.5, y = 0.5 },
]
routes = [
    { a = "north", b = "east", length = 3, colour = "red" },
    { a = "east", b = "south", length = 3, colour = "blue" },
    { a = "south", b = "west", length = 3, colour = "green" },
    { a = "west", b = "north", length = 3, colour = "gray" },
    { a = "north", b = "middle", length = 2, colour = "gray", double = true },
    { a = "north", b = "middle", length = 2, colour = "blue", double = true },
    { a = "middle", b = "south", length = 2, colour = "gray", tunnel = true },
    { a = "east", b = "middle", length = 2, colour = "gray", ferry = 1 },
]
tickets = [
    { a = "north", b = "south", points = 4 },
    { a = "east", b = "west", points = 6 },
    { a = "west", b = "middle", points = 5 },
    { a = "east", b = "middle", points = 2 },
    { a = "south", b = "west", points = 3 },
    { a = "north", b = "east", points = 3 },
    { a = "middle", b = "south", points = 2 },
]
"""


def main(folder: str = ".") -> None:
    file = Path(folder) / "ring.toml"

    file.write_text(RING.replace('b = "west", points = 6', 'b = "moon", points = 6'), encoding="utf-8")
    try:
        load_board(file)
    except BoardError as error:
        print("what is wrong is said with its place:", error)

    file.write_text(RING, encoding="utf-8")
    board = load_board(file)
    print(f"{board.name}: {len(board.cities)} cities, {len(board.routes)} routes, digest {board.digest[:16]}")

    dice, game = random.Random(4), Game(board, seats=3, seed=4)
    while game.actor is not None:
        game.play(dice.choice(game.legal()))
    print(f"{game.moves} moves, {[score.total for score in game.scores()]} points, won by {game.winners()}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
