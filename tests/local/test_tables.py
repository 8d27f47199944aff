"""The tables of a browser: they do what a server's do, and lose nothing."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import random
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from branchline import Game, board_names
from branchline.board.loading import OWN
from branchline.game.record import read_record
from branchline.game.verify import verify
from branchline.local.client import LocalClient
from branchline.local.server import IN_MEMORY
from branchline.local.storage import MemoryStorage
from branchline.server.table.table import Table
from tests.server.running import running

from .browser import Browser, Page

EXAMPLES = Path(__file__).parents[2] / "examples" / "boards"


async def play_out(page: Page, seed: int = 1, most: int = 10_000) -> None:
    """Play at random until the game is over, or so many moves."""
    dice = random.Random(seed)
    for _ in range(most):
        if not await page.my_turn():
            return
        assert (await page.play(dice.choice(page.view["legal"])))["type"] == "ack"


@pytest.mark.parametrize("board", board_names())
def test_a_whole_game_has_the_score_that_the_engine_finds_in_its_record(board: str) -> None:
    async def run() -> None:
        browser = Browser()
        game = await browser.open(board, "easy", undo=False)
        page = Page(browser, game)
        await play_out(page)
        _, record = await browser.ask("GET", f"/api/games/{game}/record")
        played = Game.replay(record)
        scores = [score["total"] for score in page.view["scores"]]
        assert played.over
        assert scores == [score.total for score in played.view(None).scores or ()]
        assert all(result.passed for result in verify(read_record(record)))
        status, statistics = await browser.ask("GET", f"/api/games/{game}/statistics")
        assert (status, len(statistics["seats"])) == (200, 2)
        assert (await browser.ask("GET", f"/api/games/{game}/view?ply=5&seat=1"))[1]["ply"] == 5

    asyncio.run(run())


def test_a_new_worker_goes_on_with_every_move_that_was_acknowledged() -> None:
    async def run() -> None:
        storage = MemoryStorage()
        browser = Browser(storage)
        game = await browser.open("usa", "easy")
        for life in range(5):
            page = Page(browser, game)
            await play_out(page, life, most=3)
            acknowledged = max(one["number"] for one in page.messages if one["type"] == "ack")
            browser = Browser(storage)  # as after a crash: nothing of the old one is closed
            await browser.server.start()
            again = Page(browser, game)
            await again.shown()
            assert again.messages[0]["number"] >= acknowledged
            assert again.messages[0]["you"]["seat"] == 0
        _, moment = await browser.ask("GET", f"/api/games/{game}/view")
        assert moment["plies"] >= 15

    asyncio.run(run())


def test_tables_that_nobody_looks_at_leave_the_memory_and_come_back_from_the_storage() -> None:
    async def run() -> None:
        browser = Browser()
        tables = [await browser.open("london", "easy") for _ in range(6)]
        hub = browser.server.services.hub
        first, *_, last = [await hub.live(game) for game in tables]
        assert await hub.live(tables[-1]) is last
        assert await hub.live(tables[0]) is not first
        page = Page(browser, tables[0])
        await page.shown()
        await play_out(page, most=3)
        assert sum(one["type"] == "ack" for one in page.messages) == 3

    asyncio.run(run())


def alive(kind: type[object]) -> int:
    return sum(isinstance(one, kind) for one in gc.get_objects())


def test_of_games_that_are_over_nothing_is_left_but_the_tables_in_memory() -> None:
    async def run() -> None:
        browser = Browser()
        gc.collect()
        clients, tables = alive(LocalClient), alive(Table)
        gc.disable()  # in a browser much is played before garbage is collected
        try:
            for seed in range(IN_MEMORY + 2):
                page = Page(browser, await browser.open("london", "novice", undo=False))
                await play_out(page, seed)
                page.close()
                await asyncio.sleep(0)
            assert alive(LocalClient) == clients
            assert alive(Table) == tables + IN_MEMORY
        finally:
            gc.enable()

    asyncio.run(run())


def kinds() -> Counter[str]:
    """How many objects there are of each type of ours."""
    gc.collect()
    types = Counter(type(one) for one in gc.get_objects())
    return Counter({str(kind): count for kind, count in types.items() if "branchline." in str(kind)})


async def play_and_look_back(browser: Browser) -> None:
    """Play a game, and ask for all that its player may want to see afterwards."""
    game = await browser.open("london", "novice", undo=False)
    page = Page(browser, game)
    await play_out(page)
    for path in ("record", "statistics", "view", "view?ply=5&seat=0"):
        assert (await browser.ask("GET", f"/api/games/{game}/{path}"))[0] == 200
    state: dict[str, Any] = {"done": False}
    while not state["done"]:
        _, state = await browser.ask("POST", f"/api/games/{game}/review", {"level": "quick"})
        await asyncio.sleep(0)
    await browser.ask("GET", f"/api/games/{game}/review?level=quick")
    page.close()
    await asyncio.sleep(0)


def test_memory_levels_when_the_same_game_is_played_and_looked_at_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every deal has one secret, from which the bots have their chance, so every game leaves the same objects."""
    same = SimpleNamespace(token_bytes=lambda count: bytes(range(count)))
    monkeypatch.setattr("branchline.server.api.lobby.secrets", same)

    async def run() -> None:
        browser = Browser()
        for _ in range(IN_MEMORY + 1):
            await play_and_look_back(browser)
        before = kinds()
        for _ in range(IN_MEMORY):
            await play_and_look_back(browser)
        assert kinds() == before

    asyncio.run(run())


def test_a_review_that_failed_keeps_nothing_of_its_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)  # what pytest keeps of the log has the error, and that the table

    async def fail(*_: object) -> str:
        raise RuntimeError("the worker has died")

    async def run() -> None:
        browser = Browser()
        monkeypatch.setattr(browser.server.services.reviews, "_work", fail)
        game = await browser.open("london", "novice", undo=False)
        page = Page(browser, game)
        await play_out(page)
        path = f"/api/games/{game}/review"
        assert (await browser.ask("POST", path, {"level": "quick"}))[0] == 200
        page.close()
        for _ in range(IN_MEMORY + 1):
            await asyncio.sleep(0)
            await browser.open("london", "novice")
        gc.collect()
        tables = [one for one in gc.get_objects() if isinstance(one, Table)]
        assert game not in [table.id for table in tables]
        del tables
        status, problem = await browser.ask("POST", path, {"level": "quick"})
        assert (status, problem["code"]) == (500, "review_failed")

    asyncio.run(run())


@pytest.mark.parametrize("ticks", range(8))
def test_a_page_that_goes_while_it_is_greeted_is_no_listener(ticks: int) -> None:
    async def run() -> None:
        storage = MemoryStorage()
        game = await Browser(storage).open("london", "easy")
        browser = Browser(storage)
        await browser.server.start()
        page = Page(browser, game)
        for _ in range(ticks):
            await asyncio.sleep(0)
        page.close()
        live = await browser.server.services.hub.live(game)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not live.listeners

    asyncio.run(run())


def test_two_tabs_show_the_same_table_and_one_move_counts_once() -> None:
    async def run() -> None:
        storage, tabs = MemoryStorage(), list[Browser]()
        tabs += [Browser(storage, tabs), Browser(storage, tabs)]
        game = await tabs[0].open("london", "easy")
        await tabs[1].server.start()
        pages = [Page(tab, game) for tab in tabs]
        for page in pages:
            await page.my_turn()
        assert pages[0].messages[0]["you"] == pages[1].messages[0]["you"]
        move = pages[0].view["legal"][0]
        answers = await asyncio.gather(*(page.play(move) for page in pages))
        assert sorted(answer["type"] for answer in answers) == ["ack", "error"]
        await pages[1].until(lambda: pages[1].messages[-1].get("number", 0) >= 2)
        number = (await tabs[0].server.services.hub.live(game)).table.number
        await pages[1].until(lambda: (pages[1].messages[-1].get("number") or 0) >= number)

    asyncio.run(run())


def test_hot_seat_each_key_has_its_seat_sees_its_own_cards_and_takes_moves_back() -> None:
    async def run() -> None:
        browser = Browser()
        seats = [{"kind": "me"}, {"kind": "friend"}]
        body = {"board": "usa", "seats": seats, "name": "Ann", "cookie": True}
        _, opened = await browser.ask("POST", "/api/tables", body)
        game, invite = opened["table"]["id"], opened["invitations"][0]["key"]
        _, taken = await browser.ask(
            "POST", f"/api/tables/{game}/join", {"name": "Ben", "invite": invite}, ""
        )
        ann, ben = Page(browser, game), Page(browser, game, taken["key"])
        assert await ann.my_turn()
        assert await ben.my_turn()
        assert (ann.view["seat"], ben.view["seat"]) == (0, 1)
        assert ann.view["offer"] != ben.view["offer"]
        made = await ann.play(ann.view["legal"][0])
        assert (await ann.answer(ann.say("undo", number=made["number"])))["type"] == "ack"

    asyncio.run(run())


def test_a_bot_gives_a_hint() -> None:
    async def run() -> None:
        browser = Browser()
        page = Page(browser, await browser.open("europe", "easy"))
        await page.my_turn()
        advice = await page.answer(page.say("hint"))
        assert advice["move"] in page.view["legal"]

    asyncio.run(run())


def test_bots_that_think_by_the_clock_have_the_time_that_they_have_on_a_server() -> None:
    async def run() -> None:
        browser = Browser()
        page = Page(browser, await browser.open("usa", "master"))
        await page.my_turn()
        await page.until(lambda: browser.asked)
        assert browser.asked[0]["spec"].startswith("search:time=")
        assert browser.asked[0]["spec"].endswith(",threads=1")

    asyncio.run(run())


def test_a_game_is_reviewed_once_and_kept() -> None:
    async def run() -> None:
        browser = Browser()
        game = await browser.open("london", "easy", undo=False)
        await play_out(Page(browser, game))
        path = f"/api/games/{game}/review"
        assert (await browser.ask("GET", path))[1] == {"made": [], "review": None}
        state: dict[str, Any] = {"done": False}
        while not state["done"]:
            _, state = await browser.ask("POST", path, {"level": "quick"})
            await asyncio.sleep(0)
        _, made = await browser.ask("GET", f"{path}?level=quick")
        assert (made["made"], made["review"]["level"]) == (["quick"], "quick")

    asyncio.run(run())


def test_a_running_game_goes_on_elsewhere_from_its_record() -> None:
    async def run() -> None:
        here, there = Browser(), Browser()
        game = await here.open("usa", "easy", undo=False)
        await play_out(Page(here, game), most=6)
        _, record = await here.ask("GET", f"/api/games/{game}/record")
        ply = Game.replay(record).moves
        new = await there.open("usa", "easy", position={"record": record, "ply": ply}, undo=False)
        page = Page(there, new)
        await play_out(page)
        assert page.view["phase"] == "over"

    asyncio.run(run())


@pytest.fixture
def _unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(OWN, "")


@pytest.mark.usefixtures("_unknown")
def test_a_board_of_ones_own_is_played_and_kept() -> None:
    async def run() -> None:
        storage = MemoryStorage()
        browser = Browser(storage)
        files = {
            f"isles{end}": (EXAMPLES / f"lantern{end}").read_text(encoding="utf-8")
            for end in (".toml", ".layout.json", ".svg")
        }
        drawn = json.loads(await browser.server.add_board(json.dumps(files)))
        assert drawn["id"] == "isles"
        assert "/page/boards/isles/picture/night.svg" in drawn["files"]
        assert "isles" in [board["id"] for board in (await browser.ask("GET", "/api/boards"))[1]["boards"]]
        page = Page(browser, await browser.open("isles", "easy"))
        assert await page.my_turn()
        assert json.loads(await storage.get("boards") or "") == [files]

    asyncio.run(run())


@pytest.mark.usefixtures("_unknown")
def test_a_board_without_a_layout_is_drawn_plainly_and_kept_with_its_map() -> None:
    async def run() -> None:
        storage = MemoryStorage()
        browser = Browser(storage)
        files = {"plain.toml": (EXAMPLES / "lantern.toml").read_text(encoding="utf-8")}
        drawn = json.loads(await browser.server.add_board(json.dumps(files)))
        assert drawn["id"] == "plain"
        page = Page(browser, await browser.open("plain", "easy"))
        assert await page.my_turn()
        (kept,) = json.loads(await storage.get("boards") or "")
        assert kept.keys() == {"plain.toml", "plain.layout.json", "plain.svg"}
        layout = json.loads(kept["plain.layout.json"])
        assert json.loads(drawn["files"]["/page/boards/plain.json"])["layout"] == layout

    asyncio.run(run())


#: Requests whose answers do not depend on where they are asked.
SAME: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/api/boards", None),
    ("GET", "/api/boards/usa", None),
    ("GET", "/api/boards/nowhere", None),
    ("GET", "/api/choices", None),
    ("GET", "/api/puzzles", None),
    ("GET", "/api/puzzles/daily?date=2026-11-01", None),
    ("GET", "/api/puzzles/daily?date=yesterday", None),
    ("GET", "/api/tables", None),
    ("GET", "/api/tables/0123456789abcdef", None),
    ("GET", "/api/tables/no", None),
    ("GET", "/api/nothing", None),
    ("POST", "/api/boards", {}),
    ("POST", "/api/tables", {"board": "usa"}),
    ("POST", "/api/tables", {"board": "usa", "seats": [{"kind": "me"}]}),
    ("POST", "/api/tables", {"board": "usa", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]}),
    ("GET", "/api/games/0123456789abcdef/view?ply=-1", None),
    ("POST", "/api/tables/0123456789abcdef/seats/x/link", {}),
)


#: What can be chosen here and not at a server: nobody comes by a link, and boards and games come as files.
HERE_ALONE = {"links": False, "files": True}


def test_requests_are_answered_as_a_server_answers_them(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        theirs = [
            httpx.request(method, server.url + path, json=body, timeout=30) for method, path, body in SAME
        ]

    async def run() -> list[tuple[int, Any]]:
        browser = Browser()
        return [await browser.ask(method, path, body) for method, path, body in SAME]

    for asked, mine, their in zip(SAME, asyncio.run(run()), theirs, strict=True):
        differs = HERE_ALONE if asked[1] == "/api/choices" else {}
        assert mine == (their.status_code, {**their.json(), **differs}), asked


class FullStorage(MemoryStorage):
    """A browser's storage that has no room from some moment on."""

    full = False

    async def create(self, game: str, secret: str, first: str) -> bool:
        self._refuse()
        return await super().create(game, secret, first)

    async def append(self, game: str, number: int, entry: str) -> bool:
        self._refuse()
        return await super().append(game, number, entry)

    async def put(self, name: str, value: str) -> None:
        self._refuse()
        await super().put(name, value)

    def _refuse(self) -> None:
        if self.full:
            raise OSError("QuotaExceededError")


def test_without_room_in_the_storage_games_go_on_in_memory_and_the_page_is_told() -> None:
    async def run() -> None:
        storage = FullStorage()
        browser = Browser(storage)
        game = await browser.open("london", "easy", undo=False)
        page = Page(browser, game)
        await play_out(page, most=2)
        kept = len((await storage.entries(game, 0)).splitlines())
        assert browser.told_full == 0
        storage.full = True
        await play_out(page)
        assert page.view["phase"] == "over"
        assert page.closed is None
        assert browser.told_full == 1
        # a new connection sees the whole game; the storage has what it had room for
        again = Page(browser, game)
        await again.shown()
        assert again.view["scores"] == page.view["scores"]
        assert len((await storage.entries(game, 0)).splitlines()) == kept
        _, record = await browser.ask("GET", f"/api/games/{game}/record")
        assert Game.replay(record).over
        # and another table is opened all the same
        other = Page(browser, await browser.open("usa", "easy", undo=False))
        await play_out(other, most=3)
        assert browser.told_full == 1

    asyncio.run(run())
