"""Write the studies in docs/studies. Every page says by which command its tables can be made again, one by one."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from branchline import load_board
from branchline.drawing.heat import heat_svg
from branchline.drawing.png import to_png
from branchline.processes import usable_cores

from .common import run
from .first_mover import first_mover
from .known import known
from .long_routes import long_routes
from .styles import styles

PAGES = Path("docs/studies")
STUDIES: dict[str, Callable[[int], str]] = {
    "styles": styles,
    "first-mover": first_mover,
    "long-routes": long_routes,
    "known-figures": known,
}


def picture(processes: int) -> None:
    """The heat map of USA, as docs/study.md shows it."""
    usa = load_board("usa")
    found = run(processes, usa, ("hybrid",), 2, 10_000)
    most = max(one.claimed.value for one in found.routes)
    heat = heat_svg(
        usa,
        {one.id: one.claimed.value / most for one in found.routes},
        {one.id: one.visited for one in found.cities},
    )
    Path("docs/img/heat.png").write_bytes(to_png(heat, 900))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.studies", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"some of {', '.join(STUDIES)}, picture (default: all)")
    parser.add_argument("--processes", type=int, default=usable_cores())
    arguments = parser.parse_args()
    PAGES.mkdir(exist_ok=True)
    for name in arguments.names or (*STUDIES, "picture"):
        if name == "picture":
            picture(arguments.processes)
        else:
            text = STUDIES[name](arguments.processes)
            (PAGES / f"{name}.md").write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
