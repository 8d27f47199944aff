"""Draw a position as SVG: a board with the routes, the stations and one player's tickets.

python examples/draw_a_position.py [FILE.svg]

In a notebook a board or a game shows itself: write `game` at the end of a cell.
"""

import sys
from pathlib import Path

from branchline import Game, load_board
from branchline.drawing import board_svg, view_svg


def main(file: str = "position.svg") -> None:
    # Any position can be set up; what is left out is filled in by the rules.
    game = Game.setup(
        "europe",
        seats=2,
        routes=[
            ["brest-paris", "bruxelles-paris/red", "amsterdam-bruxelles"],
            ["berlin-danzig", "danzig-warszawa"],
        ],
        stations=[[], ["wien"]],
        tickets=[["brest-petrograd"], []],
    )
    target = Path(file)
    target.write_text(view_svg(game.view(0)), encoding="utf-8")  # as seat 0 sees it, with its tickets
    print(f"{target}: {target.stat().st_size // 1000} kB, routes {', '.join(game.view(0).routes)}")

    empty = target.with_stem(target.stem + "-empty")
    empty.write_text(board_svg(load_board("europe")), encoding="utf-8")
    print(f"{empty}: the empty board")


if __name__ == "__main__":
    main(*sys.argv[1:2])
