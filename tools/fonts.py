"""Cut the two type faces of the boards out of their npm packages: python tools/fonts.py FOLDER

FOLDER holds the unpacked packages @fontsource/alegreya and @fontsource/cabin (5.3.0) as node_modules does.
Needs fontTools with brotli. The results are committed; this is only run to change them.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools import merge, subset
from fontTools.ttLib import TTFont

FACES = {"serif": ("alegreya", "Branchline Serif"), "sans": ("cabin", "Branchline Sans")}
FONTS = Path(__file__).parents[1] / "src/branchline/drawing/fonts"
LETTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x218, 0x21C),
    0x2013,
    0x2018,
    0x2019,
    0x201C,
    0x201D,
]
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, VERSION, POSTSCRIPT = range(7)


def cut(package: Path, name: str, family: str) -> TTFont:
    """Latin and Latin Extended in one font, without layout tables, under our own name (OFL, condition 3)."""
    with TemporaryDirectory() as folder:
        parts = []
        for script in ("latin", "latin-ext"):
            font = TTFont(package / "files" / f"{name}-{script}-700-normal.woff2")
            font.flavor = None
            parts.append(f"{folder}/{script}.ttf")
            font.save(parts[-1])
        merged = merge.Merger(merge.Options(drop_tables=["GSUB", "GPOS", "GDEF"])).merge(parts)
    cutter = subset.Subsetter(subset.Options(layout_features=[], hinting=False, notdef_outline=True))
    cutter.populate(unicodes=LETTERS)
    cutter.subset(merged)
    rename(merged, family)
    return merged


def rename(font: TTFont, family: str) -> None:
    names = {FAMILY: family, STYLE: "Bold", FULL: f"{family} Bold", UNIQUE: f"{family} Bold"}
    names[POSTSCRIPT] = family.replace(" ", "") + "-Bold"
    table = font["name"]
    table.names = [record for record in table.names if record.nameID in (COPYRIGHT, VERSION, 13, 14)]
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 700
    font["head"].created = font["head"].modified = 3_786_825_600
    font.recalcTimestamp = False


def main(folder: Path) -> None:
    for kind, (name, family) in FACES.items():
        package = folder / "@fontsource" / name
        font = cut(package, name, family)
        font.save(FONTS / f"{kind}.ttf")
        font.flavor = "woff2"
        font.save(FONTS / f"{kind}.woff2")
        licence = (package / "LICENSE").read_text(encoding="utf-8")
        (FONTS / f"OFL-{name}.txt").write_text(licence, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
