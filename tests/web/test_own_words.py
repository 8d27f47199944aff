"""A board of one's own speaks its own words in the whole page, and our boards have names in each language."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from branchline.board.loading import OWN
from branchline.server.run import add_board
from tests.server.running import Server, running

from .conftest import Visit
from .visitor import PHONE

BOARDS = Path(__file__).parents[2] / "examples/boards"
#: All that can be read or heard on a page: texts, names for screen readers, titles.
SAID = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")].flatMap((one) =>
    ["aria-label", "title", "alt", "placeholder"].map((name) => one.getAttribute(name) ?? ""))].join("\\n")"""
OURS = re.compile(r"\b(trains?|locomotives?|bus(es)?)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def airships(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a board on which airships fly, for which gas is the wild card."""
    folder = tmp_path_factory.mktemp("airships")
    for suffix in (".layout.json", ".svg"):
        shutil.copy(BOARDS / f"lantern{suffix}", folder / f"airships{suffix}")
    text = (BOARDS / "lantern.toml").read_text(encoding="utf-8")
    words = 'words = { car = "zeppelin", cars = "zeppelins", wild = "gasbag", wilds = "gasbags" }'
    (folder / "airships.toml").write_text(re.sub(r"(?m)^words = .*$", words, text), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(OWN, "")
        add_board(folder / "airships.toml")
        with running(folder) as here:
            yield here


def said(page: Page) -> str:
    return str(page.evaluate(SAID))


def test_on_a_board_of_one_s_own_nothing_speaks_of_trains(visit: Visit, airships: Server) -> None:
    ana = visit(at=airships.url)
    page, heard = ana.page, []
    ana.goto("/rules/airships")
    page.get_by_text("zeppelins").first.wait_for()
    heard.append(said(page))
    table = ana.play_bots("airships", seats=2)
    heard.append(said(page))
    table.keep(2)
    table.wait_for_turn()
    heard.append(said(page))
    page.keyboard.press("Shift+Slash")
    heard.append(said(page))
    page.keyboard.press("Escape")
    for _ in range(2):
        table.take("blind")
    table.wait_for_turn()
    heard.append(said(page))
    assert [found.group(0) for text in heard for found in OURS.finditer(text)] == []
    assert any("zeppelin" in text for text in heard[1:]), "the board's own words are said"
    assert any("gasbag" in text for text in heard)


def test_our_boards_have_names_in_the_language_of_the_page(visit: Visit) -> None:
    for locale, london, usa in (("es-ES", "Londres", "EE. UU."), ("pt-BR", "Londres", "EUA")):
        ana = visit(PHONE, locale=locale)
        page = ana.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", locale if locale == "pt-BR" else "es")
        expect(page.locator("[data-board=london]")).to_contain_text(london)
        expect(page.locator("[data-board=usa]")).to_contain_text(usa)
        ana.play_bots("london")
        expect(page).to_have_title(re.compile(rf"{london}|●"))
        ana.goto("/rules/london")
        expect(page.get_by_role("heading", level=1)).to_contain_text(london)
