"""A bot that only this server has: it is chosen by its name, sits down under it, and plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from branchline.bots.own import OWN, offer_bot
from tests.server.running import Server, running

from .conftest import Visit
from .visitor import PHONE

MINE = """
from branchline.bots import Bot

class Tortoise(Bot):
    def think(self, view, legal):
        return legal[0]
"""


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("own-bot")
    (folder / "mine.py").write_text(MINE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(OWN, "")
        offer_bot(f"python:{folder / 'mine.py'}:Tortoise")
        with running(folder) as here:
            yield here


def test_it_stands_beside_the_levels_and_plays_under_its_name(visit: Visit, offering: Server) -> None:
    ana = visit(PHONE, at=offering.url)
    start = ana.start.open().choose("london", players=2).seat(1, "bot:Tortoise")
    expect(start.seats.nth(1)).to_contain_text("Tortoise")
    options = ana.page.get_by_role("combobox", name="Who sits at seat 2").locator("option")
    assert options.all_inner_texts()[-2:] == ["Bot: Master", "Bot: Tortoise"]
    start.play()
    ana.table.keep(1)
    ana.table.wait_for_turn()
    expect(ana.page.get_by_label("Bot: Tortoise").first).to_be_visible()
    expect(ana.page.locator(".players .name", has_text="Tortoise")).to_be_visible()
    ana.table.take("blind")
    ana.table.take("blind")
    ana.table.wait_for_turn()
