"""Draw the pictures of README and docs into docs/img: python tools/pictures.py (needs the extra png, and Pillow).

The results are committed; run it after `make boards`.
"""

import random
from io import BytesIO
from pathlib import Path

from PIL import Image

from branchline import Game
from branchline.board import load_board
from branchline.drawing import board_svg, to_png, view_svg

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs/img"
EXAMPLE = ROOT / "examples/boards/lantern.toml"
WIDTH = 1000


def save(name: str, svg: str, width: int = WIDTH) -> None:
    """A PNG with a palette: half as wide would lose the labels, full colour would be four times as large."""
    picture = Image.open(BytesIO(to_png(svg, 2 * width))).convert("RGB")
    small = picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
    small.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE).save(
        IMAGES / f"{name}.png", optimize=True
    )


def game_under_way(board: str, seats: int, moves: int) -> Game:
    chance = random.Random(2)
    game = Game(board, seats=seats, seed=2)
    while not game.over and game.moves < moves:
        legal = game.legal()
        claims = [move for move in legal if str(move).startswith(("claim", "station"))]
        game.play(chance.choice(claims if claims and chance.random() < 0.7 else legal))
    return game


def main() -> None:
    for name in ("usa", "europe", "london"):
        save(name, board_svg(load_board(name)))
    save("lantern", board_svg(load_board(EXAMPLE), EXAMPLE), 760)
    save("game", view_svg(game_under_way("europe", 4, 190).view(0)))


if __name__ == "__main__":
    main()
