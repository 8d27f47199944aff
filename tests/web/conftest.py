"""Browser tests: Playwright drives the system's Chromium against a server in the test's own process."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from branchline import SeededDealer
from tests.server.players import keep, play_on
from tests.server.running import Server, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from .visitor import Visitor

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
#: Chromium as root, without a graphics card, on a machine without the internet.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: How long a test waits for what must come, in milliseconds. Only a failing test waits that long.
PATIENCE = 30_000
WITHOUT_BROWSER = ("test_bundle.py", "test_trains.py", "test_words.py")
FAILED = pytest.StashKey[bool]()

Visit = Callable[..., "Visitor"]
FinishedGame = Callable[[str], tuple[str, str]]


def chromium() -> str | None:
    """The system's Chromium, or the one that CHROMIUM names."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def missing() -> str:
    """What the browser tests lack here, and how to get it; empty if nothing."""
    if find_spec("playwright") is None:
        return "browser tests need the package playwright: make test installs it"
    if chromium() is None:
        return "browser tests need Chromium: make browser as root, or apt-get install chromium"
    return ""


class SkippedModule(pytest.Module):
    """A module of browser tests where there is no browser."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        pytest.skip(missing(), allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Skip before the module is imported: it imports Playwright."""
    if module_path.name in WITHOUT_BROWSER or not missing():
        return None
    module: pytest.Module = SkippedModule.from_parent(parent, path=module_path)
    return module


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note a failure, so that the page can be kept as it looked."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with quick bots, whose deals are always the same."""
    with running(
        tmp_path_factory.mktemp("web"), dealer_for=lambda secret: SeededDealer(11), patience=2.0
    ) as here:
        yield here


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker.

    It ends with the package: as long as Playwright runs, its event loop runs in this thread, and tests elsewhere
    could not call `asyncio.run`.
    """
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield chrome
        chrome.close()


@pytest.fixture
def visit(
    browser: Browser, server: Server, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Visit]:
    """Make visitors, each with a browser context of their own; at the end no page may have logged an error."""
    from .visitor import DESK, Visitor

    visitors: list[Visitor] = []

    def arrive(size: dict[str, Any] = DESK, *, at: str = server.url, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, at, {**size, **options}, PATIENCE))
        return visitors[-1]

    yield arrive
    if request.node.stash.get(FAILED, False):
        for number, visitor in enumerate(visitors):
            visitor.keep_screenshot(tmp_path / f"visitor-{number}.png")
    for visitor in visitors:
        visitor.context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []


@pytest.fixture(scope="session")
def finished_game(server: Server) -> FinishedGame:
    """Play a game of two to its end without a page, once for each board: its id, and the key of its first seat."""
    games: dict[str, tuple[str, str]] = {}

    def of(board: str) -> tuple[str, str]:
        if board not in games:
            game, players = server.play(board=board, seats=2)
            keep(players)
            play_on(players, seed=6)
            games[board] = game, str(players[0].key)
        return games[board]

    return of
