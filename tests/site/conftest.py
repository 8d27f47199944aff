"""Browser tests of the page without a server: from the folder that `make site` builds, on a plain web space."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import FLAGS, PATIENCE, ROOT, SkippedModule, chromium, missing

from .web_space import WebSpace, web_space

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

    from tests.web.visitor import Visitor

#: Python has to be loaded on a busy machine, too.
LONG = 2 * PATIENCE
#: Wait until all files are kept, and the page is in the hands of its service worker.
KEPT = "() => navigator.serviceWorker.controller !== null"
#: Whether Python's memory is kept, with which the next start is quick.
REMEMBERED = "() => caches.open('branchline-python').then(kept => kept.keys()).then(all => all.length === 1)"

Arrive = Callable[..., "Visitor"]


def lacking() -> str:
    """What these tests lack here; empty if nothing."""
    if not (ROOT / "web/node_modules/pyodide").exists():
        return "tests of the page without a server need Pyodide: make browser"
    return missing()


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Skip before the module is imported: it imports Playwright."""
    if not lacking():
        return None
    module: pytest.Module = SkippedModule.from_parent(parent, path=module_path)
    return module


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, as `make site` builds it."""
    from tools.site import write

    folder = tmp_path_factory.mktemp("site") / "play"
    write(folder)
    return folder


@pytest.fixture
def space(site: Path) -> Iterator[WebSpace]:
    with web_space(site) as here:
        yield here


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright ends with the package: as long as it runs, its event loop runs in this thread."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=LONG)
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield chrome
    chrome.close()


@pytest.fixture
def arrive(browser: Browser, space: WebSpace) -> Iterator[Arrive]:
    """Make visitors of the web space, each with a browser context of their own; no page may log an error."""
    from tests.web.visitor import DESK, Visitor

    visitors: list[Visitor] = []

    def visitor(size: dict[str, Any] = DESK, **options: Any) -> Visitor:
        given = {"service_workers": "allow", **size, **options}
        visitors.append(Visitor(browser, space.address, given, LONG))
        return visitors[-1]

    yield visitor
    for one in visitors:
        one.context.close()
    assert [complaint for one in visitors for complaint in one.complaints] == []


class Profile:
    """A browser of one's own: each context is a Chromium anew, with the profile that the last one left."""

    def __init__(self, playwright: Playwright, folder: Path) -> None:
        self.playwright, self.folder = playwright, folder

    def new_context(self, **options: Any) -> BrowserContext:
        return self.playwright.chromium.launch_persistent_context(
            self.folder, executable_path=chromium(), args=FLAGS, **options
        )

    def kill(self) -> None:
        """Kill the browser's process; all others of it die with it."""
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                command = (process / "cmdline").read_bytes().split(b"\0")
                ours = f"--user-data-dir={self.folder}".encode() in command
                if ours and not any(part.startswith(b"--type=") for part in command):
                    os.kill(int(process.name), signal.SIGKILL)


@pytest.fixture
def profile(tmp_path: Path, playwright: Playwright) -> Profile:
    """The browser of a visitor who comes back."""
    return Profile(playwright, tmp_path / "profile")


@pytest.fixture
def come_back(profile: Profile, space: WebSpace) -> Callable[[], Visitor]:
    """Open that browser anew."""
    from tests.web.visitor import DESK, Visitor

    return lambda: Visitor(profile, space.address, {"service_workers": "allow", **DESK}, LONG)  # type: ignore[arg-type]
