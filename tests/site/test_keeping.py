"""Games are kept event by event: whenever the browser dies, no move that was shown is lost."""

from __future__ import annotations

import random
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Worker, expect

from branchline import Game, load_board
from tests.server.running import running
from tests.web.visitor import DESK, Visitor

from .conftest import LONG, Arrive, Profile
from .web_space import name_python, web_space

EXAMPLES = Path(__file__).parents[2] / "examples" / "boards"
#: Python's memory as it is kept: its size, its extensions, and a mark that a test has made.
MEMORY = """async () => {
    const kept = await caches.open('branchline-python');
    const [key] = await kept.keys();
    const found = key && await kept.match(key);
    if (!found) return null;
    const { byteLength } = await found.arrayBuffer();
    return [byteLength, JSON.parse(found.headers.get('Extensions')), found.headers.get('Mark')];
}"""
#: Put something else in its place: so many bytes of it, with its extensions elsewhere, and a mark.
CHANGE_MEMORY = """async ([size, extensions, mark]) => {
    const kept = await caches.open('branchline-python');
    const [key] = await kept.keys();
    const found = await kept.match(key);
    const headers = new Headers(found.headers);
    headers.set('Extensions', JSON.stringify(extensions));
    headers.set('Mark', mark);
    await kept.put(key, new Response((await found.arrayBuffer()).slice(0, size), { headers }));
}"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@pytest.mark.parametrize(
    ("kills", "seed"), [(2, 0), *(pytest.param(25, seed, marks=pytest.mark.slow) for seed in range(1, 5))]
)
def test_no_move_is_lost_when_the_browser_is_killed(
    come_back: Callable[[], Visitor], profile: Profile, kills: int, seed: int
) -> None:
    dice = random.Random(seed)
    ana = come_back()
    ana.start.play_bots("europe", seats=2)
    ana.table.keep(2)
    for _ in range(kills):
        ana.table.wait_for_turn()
        shown = ana.table.ply()
        ana.table.draw()
        ana.page.wait_for_timeout(dice.uniform(0, 300))
        with_move = ana.table.ply()
        profile.kill()
        address = ana.page.url
        ana = come_back()
        ana.page.goto(address)
        assert ana.table.wait_for_turn() or ana.table.final.count()
        assert ana.table.ply() >= max(shown, with_move)
        if ana.table.final.count():
            ana.start.play_bots("europe", seats=2)
            ana.table.keep(2)
    ana.context.close()


def test_a_browser_that_keeps_nothing_plays_and_says_so(
    come_back: Callable[[], Visitor], profile: Profile
) -> None:
    """Cookies and other data are blocked for all sites, as in a private window that keeps nothing."""
    folder = profile.folder / "Default"
    folder.mkdir(parents=True)
    blocked = '{"profile": {"default_content_setting_values": {"cookies": 2}}}'
    (folder / "Preferences").write_text(blocked, encoding="utf-8")
    ana = come_back()
    ana.start.open()
    expect(ana.page.locator('[data-kept="no"]')).to_be_visible(timeout=LONG)
    ana.start.choose("london", players=2).play()
    ana.table.keep(1)
    assert ana.table.wait_for_turn()
    ana.table.draw()
    ana.context.close()


def test_hot_seat_two_people_play_at_one_device(arrive: Arrive) -> None:
    ana = arrive()
    ana.start.open().choose("london", players=2).seat(1, "here").play()
    names = []
    for _ in range(2):
        lift = ana.page.get_by_role("button", name="I am")
        names.append(lift.inner_text())
        lift.click()
        ana.table.keep(1)
        pass_on = ana.page.get_by_role("button", name="Hide my cards and pass on")
        pass_on.or_(ana.page.locator(".game.mine")).first.wait_for()
        if pass_on.count():
            pass_on.click()
    assert len(set(names)) == 2


@pytest.mark.slow
def test_a_board_of_ones_own_and_a_running_game_come_in_as_files_and_go_out(
    arrive: Arrive, tmp_path: Path
) -> None:
    ana = arrive()
    for end in (".toml", ".layout.json", ".svg"):
        shutil.copy(EXAMPLES / f"lantern{end}", tmp_path / f"beacon{end}")
    shutil.copy(EXAMPLES / "lantern.toml", tmp_path / "isles.toml")
    ana.start.open()
    boards = ana.page.get_by_label("A board of your own")
    boards.set_input_files(sorted(tmp_path.glob("beacon*")))
    expect(ana.page.locator('[data-board="beacon"]')).to_be_visible()
    boards.set_input_files(tmp_path / "isles.toml")
    ana.start.boards.and_(ana.page.locator('[data-board="isles"]')).click()
    ana.start.set_seats(2)
    ana.start.play()
    ana.table.keep(2)
    assert ana.table.wait_for_turn()
    ana.table.draw()
    ana.page.get_by_role("button", name="Settings").click()
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Take this game elsewhere").click()
    record = tmp_path / "game.txt"
    download.value.save_as(record)
    assert not Game.replay(record.read_text(encoding="utf-8"), load_board(tmp_path / "isles.toml")).over
    ana.start.open()
    ana.page.locator('[data-board="isles"]').wait_for()
    ana.page.get_by_label("record").set_input_files(record)
    ana.page.locator("dialog[open] .button.main").click()
    assert ana.table.wait_for_turn()


#: Look for something in an extension that Python had opened before its memory was kept.
LOOK_INTO_EXTENSION = """() => self.python?.runPython(`
import ctypes
import msgspec._core
str(ctypes.CDLL(msgspec._core.__file__).PyInit__core)
`)"""


@pytest.mark.slow
def test_a_later_start_reads_the_memory_of_python_and_plays_as_the_engine_does(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "play"
    shutil.copytree(site, folder)
    name_python(folder)
    with web_space(folder) as space:
        ana = Visitor(browser, space.address, {"service_workers": "allow", **DESK}, LONG)
        ana.start.play_bots("london", seats=2)
        ana.wait_until(lambda: ana.page.evaluate(MEMORY) is not None, "Python's memory is never kept")
        size, extensions, _ = ana.page.evaluate(MEMORY)
        ana.page.evaluate(CHANGE_MEMORY, [size, extensions, "marked"])
        ana.start.play_bots("london", seats=2)
        found = [worker.evaluate(LOOK_INTO_EXTENSION) for worker in ana.page.workers]
        assert "_FuncPtr" in str(found)
        ana.table.keep(1)
        ana.table.play_to_end({route.id: route.length for route in load_board("london").routes})
        assert ana.page.evaluate(MEMORY) == [size, extensions, "marked"], "the memory was made anew"
        totals = ana.table.totals()
        ana.table.look_at_board()
        with ana.page.expect_download() as download:
            ana.page.get_by_role("button", name="Download the record").click()
        game = Game.replay(download.value.path().read_text(encoding="utf-8"))
        assert totals == [score.total for score in game.scores()]
        assert ana.complaints == []
        ana.context.close()


@pytest.mark.slow
def test_a_memory_of_python_that_can_t_be_used_is_made_anew(arrive: Arrive) -> None:
    ana = arrive()
    ana.start.play_bots("london", seats=2)
    ana.wait_until(lambda: ana.page.evaluate(MEMORY) is not None, "Python's memory is never kept")
    size, extensions, _ = ana.page.evaluate(MEMORY)
    first, _, rest = extensions["places"].partition(",")
    elsewhere = {**extensions, "places": f"{int(first) + 16},{rest}"}
    for left, there in ((1000, extensions), (size - 65536, extensions), (size, elsewhere)):
        ana.page.evaluate(CHANGE_MEMORY, [left, there, "broken"])
        ana.start.play_bots("london", seats=2)
        ana.wait_until(
            lambda: (kept := ana.page.evaluate(MEMORY)) is not None and kept[::2] == [size, None],
            "a memory that can't be used stays",
        )
    ana.start.play_bots("london", seats=2)
    ana.table.keep(1)
    assert ana.table.wait_for_turn()


#: From now on the browser refuses to write, as it does when the disk or the site's share of it is full.
FULL = """() => {
    IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = function () {
        this.transaction.abort();
        throw new DOMException("no room", "QuotaExceededError");
    };
}"""


def test_without_room_a_game_goes_on_and_the_page_says_that_it_is_not_kept(arrive: Arrive) -> None:
    ana = arrive()
    ana.start.play_bots("london", seats=2)
    ana.table.keep(1)
    ana.table.wait_for_turn()
    for worker in ana.page.workers:
        worker.evaluate(FULL)
    before = ana.table.ply()
    ana.table.draw()
    note = ana.page.get_by_role("alert").filter(has_text="no room left")
    expect(note).to_be_visible()
    ana.table.wait_for_turn()
    assert ana.table.ply() > before
    with ana.page.expect_download() as download:
        note.get_by_role("button", name="Take this game elsewhere").click()
    saved = Game.replay(download.value.path().read_text(encoding="utf-8"))
    assert saved.moves == ana.table.ply() - 1  # the log begins with the deal
    note.get_by_role("button", name="All right").click()
    expect(note).to_be_hidden()


@pytest.mark.slow
def test_a_thinking_worker_that_dies_is_replaced(arrive: Arrive) -> None:
    ana = arrive()
    ana.tolerate("broken by a test")
    ana.start.play_bots("london", seats=2)
    ana.table.keep(1)
    ana.table.wait_for_turn()
    (thinker,) = thinkers(ana)
    thinker.evaluate("() => setTimeout(() => { throw new Error('broken by a test') })")
    ana.wait_until(lambda: thinkers(ana) == [], "the worker that died is still there")
    before = ana.table.ply()
    for taken in range(2):
        ana.table.draw()
        ana.table.wait_past(before + taken)
    ana.table.wait_past(before + 2)  # the bot has moved
    assert ana.table.wait_for_turn()
    assert len(thinkers(ana)) == 1


def thinkers(visitor: Visitor) -> list[Worker]:
    """The workers in which bots think."""
    return [worker for worker in visitor.page.workers if "/think-" in worker.url]


def in_front(visitor: Visitor) -> tuple[list[str], ...]:
    """The own cards and tickets, and the cards to draw from, as the page names them."""
    groups = ("Your hand", "Your tickets", "Cards to draw")
    found = (visitor.page.get_by_label(re.compile(f"^{group}")).get_by_role("button") for group in groups)
    return tuple(sorted(one.get_attribute("aria-label") or "" for one in group.all()) for group in found)


@pytest.mark.slow
def test_a_running_game_goes_on_at_a_server_exactly_where_it_was(
    arrive: Arrive, browser: Browser, tmp_path: Path
) -> None:
    ana = arrive()
    ana.start.play_bots("london", seats=2)
    ana.table.keep(1)
    assert ana.table.wait_for_turn()
    ana.table.draw()
    assert ana.table.wait_for_turn()
    ana.page.get_by_role("button", name="Settings").click()
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name="Take this game elsewhere").click()
    ana.page.keyboard.press("Escape")
    before = in_front(ana)
    assert all(before)
    with running(tmp_path) as server:
        there = Visitor(browser, server.url, DESK, LONG)
        there.start.open()
        there.page.get_by_label("record").set_input_files(download.value.path())
        there.page.locator("dialog[open] .button.main").click()
        assert there.table.wait_for_turn()
        assert in_front(there) == before
        assert there.complaints == []
        there.context.close()
