"""The rules in the page, for every board and in every language."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .visitor import PHONE

SPECIAL = {"usa": [], "europe": ["Tunnels", "Ferries", "Stations"], "london": ["Districts"]}
#: What Spanish and Portuguese call by the same word.
SAME_WORD = {"Ferries"}


def test_the_rules_of_a_board_have_what_is_special_there_and_fit_a_phone(visit: Visit) -> None:
    ana = visit(PHONE)
    ana.start.open().choose("london")
    ana.page.get_by_role("link", name="Rules").tap()
    for board, titles in SPECIAL.items():
        ana.goto(f"/rules/{board}")
        ana.page.locator("article h3").first.wait_for()
        headings = set(ana.page.locator("article h3").all_text_contents())
        assert headings.intersection(chain(*SPECIAL.values())) == set(titles)
        width = ana.page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE["viewport"]["width"]


@pytest.mark.parametrize("locale", ["es-ES", "pt-PT"])
def test_the_rules_are_translated_without_a_gap(visit: Visit, locale: str) -> None:
    english, other = visit(), visit(locale=locale)
    for board in SPECIAL:
        for one in (english, other):
            one.goto(f"/rules/{board}")
            one.page.locator("article h3").first.wait_for()
        assert not re.search(r"[{}|]|undefined", other.page.locator("article").inner_text())
        theirs, ours = (one.page.locator("article h3").all_text_contents() for one in (english, other))
        assert len(ours) == len(theirs)
        assert set(ours) & set(theirs) <= SAME_WORD


def test_the_rules_are_read_in_the_middle_of_a_game_which_stays_as_it_is(visit: Visit) -> None:
    ana = visit(PHONE)
    table, page = ana.play_bots("london", 2), ana.page
    offers = table.offers.count()
    page.get_by_role("button", name="Settings").tap()
    page.get_by_role("button", name="Rules of this game").tap()
    districts = page.get_by_role("heading", name="Districts")
    districts.wait_for()
    page.get_by_role("button", name="Done").tap()
    expect(districts).to_be_hidden()
    expect(table.offers).to_have_count(offers)
    table.keep(1)
