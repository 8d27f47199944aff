"""A new version of the page is taken at the next start, never in the middle of a game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.visitor import DESK, Visitor

from .conftest import KEPT, LONG
from .web_space import web_space

WAITING = "() => navigator.serviceWorker.getRegistration().then(one => one.waiting !== null)"
UPDATE = "() => navigator.serviceWorker.getRegistration().then(one => one.update()).then(() => null)"
TITLE = "A newer Branchline"


def publish(folder: Path) -> None:
    """Put another version into the folder, whose page has another title."""
    page = folder / "index.html"
    page.write_text(
        page.read_text(encoding="utf-8").replace("<h1>Branchline", f"<h1>{TITLE}"), encoding="utf-8"
    )
    worker = folder / "worker.js"
    head, _, script = worker.read_text(encoding="utf-8").partition("\n")
    site = json.loads(head.removeprefix("self.SITE=").removesuffix(";"))
    site["version"], site["files"]["index.html"] = "newer", "another"
    worker.write_text(f"self.SITE={json.dumps(site)};\n{script}", encoding="utf-8")


def versions(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate("() => caches.keys()")
    return [name for name in found if name.startswith("branchline-site-")]


@pytest.mark.slow
def test_an_update_waits_until_no_other_window_is_open(browser: Browser, site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "play"
    shutil.copytree(site, folder)
    with web_space(folder) as space:
        ana = Visitor(browser, space.address, {"service_workers": "allow", **DESK}, LONG)
        ana.start.open()
        ana.page.wait_for_function(KEPT)
        ana.start.play_bots("london", seats=2)
        game = ana.page
        old = versions(ana)
        publish(folder)
        game.evaluate(UPDATE)
        ana.wait_until(lambda: bool(game.evaluate(WAITING)), "the new version never comes")
        space.stop()
        # another window gets the old version, and the game goes on with it
        ana.page = ana.new_tab()
        with ana.page.expect_response(lambda answer: answer.request.is_navigation_request()) as shown:
            ana.start.open()
        assert ana.page.evaluate(WAITING)
        assert TITLE not in shown.value.text()
        ana.page.close()
        ana.page = game
        ana.table.keep(1)
        assert ana.table.wait_for_turn()
        ply = ana.table.ply()
        # at the next start the new one is there, and so is the game
        with game.expect_response(lambda answer: answer.request.is_navigation_request()) as answer:
            game.reload()
        assert TITLE in answer.value.text()
        assert ana.table.wait_for_turn()
        assert ana.table.ply() >= ply
        ana.wait_until(lambda: len(versions(ana)) == 1 and versions(ana) != old, "the old version stays")
        assert ana.complaints == []
        ana.context.close()
