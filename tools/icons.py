"""Draw the icons of the installed page from its SVG: `python -m tools.icons` (needs the extra png).

The results are committed. A maskable icon fills its square, because each system cuts a shape of its own out of it; what
matters stays within four fifths of it. The badge is a shape in one colour, for the status line of a phone.
"""

from __future__ import annotations

import re
from pathlib import Path

from branchline.drawing import to_png

ROOT = Path(__file__).parents[1]
PUBLIC = ROOT / "web/public"
#: Width of each icon in pixels.
SIZES = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-180": 180, "badge-96": 96}


def icons() -> dict[str, bytes]:
    """All icons by their names, as PNG."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    return {name: to_png(drawn(name, svg), width) for name, width in SIZES.items()}


def drawn(name: str, svg: str) -> str:
    """The SVG of one icon."""
    if name.startswith("icon"):
        return svg
    square = re.sub(r' rx="\d+"', "", svg)
    if name.startswith("badge"):
        return re.sub(r"<(rect|circle)[^>]*/>", "", square)
    # a little smaller: a circle may be cut out of the square
    return square.replace("<g>", '<g transform="scale(0.82)">') if name.startswith("maskable") else square


def main() -> None:
    folder = PUBLIC / "icons"
    folder.mkdir(exist_ok=True)
    for name, picture in icons().items():
        (folder / f"{name}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
