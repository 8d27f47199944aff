"""What Python in the browser's workers holds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from branchline.local.server import IN_MEMORY
from tests.web.visitor import DESK, Visitor

from .conftest import LONG
from .web_space import name_python, web_space

#: JavaScript collects nothing of what it holds of Python, as long as it has no need of memory.
NOTHING_COLLECTED = "self.FinalizationRegistry = class { register() {} unregister() {} };"
#: How many connections and tables are alive in Python, and whether it holds any table at all.
ALIVE = """
import gc
gc.collect()
kinds = [type(one).__name__ for one in gc.get_objects()]
[kinds.count("LocalClient"), kinds.count("Table"), "branchline.local.server" in __import__("sys").modules]
"""


def alive(visitor: Visitor) -> tuple[int, int]:
    """The connections and tables in the worker that has the tables."""
    for worker in visitor.page.workers:
        clients, tables, here = worker.evaluate(
            "code => self.python?.runPython(code).toJs() ?? [0, 0, 0]", ALIVE
        )
        if here:
            return clients, tables
    raise LookupError("no worker has tables")


@pytest.mark.slow
def test_the_page_keeps_no_connection_that_has_ended(browser: Browser, site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "play"
    shutil.copytree(site, folder)
    name_python(folder, NOTHING_COLLECTED)
    with web_space(folder) as space:
        ana = Visitor(browser, space.address, {"service_workers": "allow", **DESK}, LONG)
        for _ in range(IN_MEMORY + 2):
            ana.start.play_bots("london", seats=2)
            assert alive(ana)[0] == 1
            ana.page.go_back()
            ana.start.boards.first.wait_for()
            ana.wait_until(lambda: alive(ana)[0] == 0, "a connection is kept")
        assert alive(ana) == (0, IN_MEMORY)
        ana.context.close()
