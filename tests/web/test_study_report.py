"""The page that `branchline study --html` writes, at a desk and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from branchline import load_board
from branchline.study import study_board
from branchline.study.page import to_html

from .visitor import DESK, PHONE

LANTERN = Path(__file__).parents[2] / "examples/boards/lantern.toml"


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_report_fits_and_its_map_is_seen_whole(
    browser: Browser, tmp_path: Path, size: dict[str, Any]
) -> None:
    board = load_board(LANTERN)
    file = tmp_path / "report.html"
    file.write_text(
        to_html(study_board(LANTERN, bots=["hybrid"], seats=2, games=60), board), encoding="utf-8"
    )
    context = browser.new_context(**size)
    page = context.new_page()
    page.goto(file.as_uri())
    width = size["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    bar, drawn = (page.locator(one).bounding_box() for one in (".scale i", ".map svg"))
    assert bar is not None
    assert bar["width"] >= 100, "the colours of the scale can't be told apart"
    assert drawn is not None
    assert drawn["x"] + drawn["width"] <= width
    context.close()
