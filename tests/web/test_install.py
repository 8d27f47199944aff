"""The page as an app: its manifest and icons, its service worker, the list of games with whose turn it is, calls."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from branchline.server.keys import digest
from branchline.server.settings import PushSettings
from branchline.server.web import page as files
from branchline.server.web.page import Document
from tests.server.players import Player, keep
from tests.server.push_service import push_service
from tests.server.running import Server, running
from tools import icons

from .conftest import Visit
from .visitor import PHONE, Visitor

STATIC = Path(__file__).parents[2] / "src/branchline/server/static"
#: Count what the page asks of the icon.
BADGES = """
window.badges = [];
navigator.setAppBadge = (n) => (window.badges.push(n), Promise.resolve());
navigator.clearAppBadge = () => (window.badges.push(0), Promise.resolve());
"""
#: A browser that has a push service: what the page asks it for is that of the test.
PUSH = """
(form) => {
  const made = {
    endpoint: form.endpoint,
    toJSON: () => ({ endpoint: form.endpoint, keys: form }),
    unsubscribe: async () => ((sessionStorage.subscribed = ""), true),
  };
  PushManager.prototype.getSubscription = async () => (sessionStorage.subscribed ? made : null);
  PushManager.prototype.subscribe = async (options) => {
    window.options = options;
    sessionStorage.subscribed = "yes";
    return made;
  };
}
"""
#: What the worker shows: title, text and tag.
NOTIFICATIONS = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map((one) => [one.title, one.body, one.tag])"""
WITH_WORKER = {"service_workers": "allow"}
REGISTERED = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state === "activated") return;
  await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
}"""


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_manifest_names_icons_of_the_sizes_that_it_says(server: Server) -> None:
    answer = httpx.get(f"{server.url}/manifest.webmanifest")
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    manifest: dict[str, Any] = answer.json()
    assert {
        "name",
        "short_name",
        "start_url",
        "display",
        "theme_color",
        "background_color",
    } <= manifest.keys()
    for icon in [*manifest["icons"], *(one for short in manifest["shortcuts"] for one in short["icons"])]:
        picture = httpx.get(server.url + icon["src"])
        assert picture.status_code == 200, icon["src"]
        if icon["sizes"] != "any":
            assert "x".join(map(str, size(picture.content))) == icon["sizes"]
            assert picture.headers["Content-Type"] == "image/png"
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for shortcut in manifest["shortcuts"]:
        assert httpx.get(server.url + shortcut["url"]).status_code == 200
    assert httpx.get(f"{server.url}/icons/none.png").status_code == 404


def test_the_icons_are_drawn_from_the_svg() -> None:
    for name, picture in icons.icons().items():
        assert (icons.PUBLIC / f"icons/{name}.png").read_bytes() == picture, "python -m tools.icons"


def test_the_shell_opens_without_a_connection_and_says_so_and_nothing_of_a_table_is_kept(
    visit: Visit,
) -> None:
    ana = visit(**WITH_WORKER)
    page = ana.goto("/")
    page.evaluate(REGISTERED)
    table = ana.play_bots("london")
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
             (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""
    )
    assert "/" in kept
    assert any(path.endswith(".js") for path in kept)
    assert [path for path in kept if not re.fullmatch(r"/|/assets/.*|/page/fonts/.*", path)] == []
    ana.tolerate("ERR_INTERNET_DISCONNECTED|WebSocket")
    ana.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("The server can't be reached")).to_be_visible()
    ana.goto("/")
    expect(page.get_by_role("status").filter(has_text="There is no connection")).to_be_visible()
    ana.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_role("link", name=re.compile("London.*your turn")).click()
    table.offers.first.wait_for()


def test_a_new_version_takes_over_and_an_open_page_still_finds_its_files(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = visit(**WITH_WORKER)
    page = ana.goto("/")
    page.evaluate(REGISTERED)
    old = page.evaluate("caches.keys()")
    # what an older version has left: the newest two stay, with the files that a page of theirs may still ask for
    page.evaluate(
        """async () => {
          for (const name of ["c", "b", "a"]) {
            const cache = await caches.open("branchline-shell-" + name);
            await cache.put("/assets/old-" + name + ".js", new Response("old " + name));
          }
        }"""
    )
    worker = (STATIC / "worker.js").read_text(encoding="utf-8")
    version = re.search(r"`([0-9a-f]{16})`", worker)
    assert version
    assert old == [f"branchline-shell-{version[1]}"]
    newer = Document.of(worker.replace(version[1], "0" * 16).encode(), "text/javascript")
    served = files.bundled
    monkeypatch.setattr(files, "bundled", lambda name: newer if name == "worker.js" else served(name))
    page.evaluate("navigator.serviceWorker.ready.then((found) => void found.update())")
    ana.wait_until(
        lambda: (
            page.evaluate("caches.keys()")
            == ["branchline-shell-b", "branchline-shell-a", "branchline-shell-" + "0" * 16]
        ),
        "the old shells are cleared",
    )
    assert page.evaluate("fetch('/assets/old-a.js').then((one) => one.text())") == "old a"


class Friends:
    """Ana, who plays at several tables from one browser, and Ben, who plays by a program."""

    def __init__(self, server: Server, ana: Visitor) -> None:
        self._server, self._ana = server, ana
        self._key: str | None = None

    def table(self, first: int) -> Player:
        """A game of the two at which Ana (0) or Ben (1) begins. Ben's connection; Ana has no page open."""
        form = {"board": "london", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Ana", "first": first}
        opening = self._server.post("/api/tables", form, self._key).json()
        self._key = str(opening["key"])
        self._ana.hold_key(self._key)
        (ben,) = self._server.sit(opening)
        ana = self._server.player(ben.game, self._key, 0)
        ana.hello()
        keep([ana, ben])
        ana.close()
        return ben


def draw(player: Player) -> None:
    for _ in range(2):
        assert player.move("draw blind")["type"] == "ack"


def test_the_list_of_games_says_whose_turn_it_is_with_one_s_own_first_and_the_icon_counts_them(
    visit: Visit, server: Server
) -> None:
    ana = visit()
    page = ana.page
    ana.context.add_init_script(BADGES)
    friends = Friends(server, ana)
    theirs, mine = friends.table(first=1), friends.table(first=0)
    for one in (mine, theirs):  # the last visited is the first in the list, but for whose turn it is
        ana.goto(f"/tables/{one.game}")
        page.locator(".game").wait_for()
    ana.goto("/")
    games = page.get_by_role("region", name="Your games").get_by_role("link")
    expect(games).to_have_text([re.compile("London.*your turn"), re.compile("London.*player 1 to move")])
    expect(games.first).to_have_attribute("href", f"/tables/{mine.game}")
    expect(page).to_have_title("(1) Branchline")
    assert page.evaluate("badges.at(-1)") == 1
    draw(theirs)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(games).to_have_text([re.compile("your turn"), re.compile("your turn")])
    expect(page).to_have_title("(2) Branchline")
    assert page.evaluate("badges.at(-1)") == 2
    games.first.click()
    ana.table.wait_for_turn()
    expect(page).to_have_title(re.compile(r"^\(1\) ● Your turn"))
    for _ in range(2):
        ana.table.take("blind")
    ana.wait_until(lambda: page.evaluate("badges.at(-1)") == 1, "the game is not counted any more")


def test_who_switches_it_on_is_called_when_no_page_is_open(tmp_path: Path, visit: Visit) -> None:
    with (
        push_service() as service,
        running(tmp_path, push=PushSettings(services=("127.0.0.1",), private=True, delay=0.05)) as server,
    ):
        ana = visit(at=server.url, permissions=["notifications"], **WITH_WORKER)
        page, phone = ana.page, service.browser("phone")
        ana.context.add_init_script(f"({PUSH})({json.dumps(phone.form)})")
        ben = Friends(server, ana).table(first=1)
        ana.goto(f"/tables/{ben.game}")
        page.locator(".game").wait_for()
        page.evaluate(REGISTERED)
        ana.goto("/")
        switch = page.get_by_role("checkbox", name=re.compile("Call me when it is my turn"))
        switch.check()
        ana.wait_until(lambda: page.evaluate("window.options !== undefined"), "the browser is asked")
        expect(switch).to_be_enabled()
        expect(switch).to_be_checked()
        assert page.evaluate("options.userVisibleOnly")
        assert page.evaluate("options.applicationServerKey") == server.get("/api/push").json()["key"]
        draw(ben)
        call = service.message(1, phone)
        deliver(ana, call)
        shown = page.evaluate(NOTIFICATIONS)
        assert shown == [["Branchline · London", "It is your turn, Ana.", ben.game]]
        page.get_by_role("link", name=re.compile("London.*your turn")).wait_for()
        # who looks at the table has heard it
        ana.goto(f"/tables/{ben.game}")
        page.locator(".game").wait_for()
        ana.table.wait_for_turn()
        for _ in range(2):
            ana.table.take("blind")
        ana.wait_until(lambda: page.evaluate(NOTIFICATIONS) == [], "the call is hushed")
        ana.goto("/")
        switch.uncheck()
        expect(switch).to_be_enabled()
        expect(switch).not_to_be_checked()
        assert server.services.calls.subscriptions.of([digest(ana_key(ana))]) == []
        page.close()


def ana_key(ana: Visitor) -> str:
    (found,) = [one["value"] for one in ana.context.cookies() if one["name"] == "branchline"]
    return str(found)


def deliver(visitor: Visitor, call: dict[str, Any]) -> None:
    """Let the browser deliver a push message to the service worker, as its push service would."""
    devtools = visitor.devtools()
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            one["registrationId"]
            for one in event["registrations"]
            if one["scopeURL"] == f"{visitor.address}/" and not one["isDeleted"]
        ),
    )
    devtools.send("ServiceWorker.enable")
    visitor.wait_until(lambda: bool(registrations), "the worker is registered")
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": visitor.address, "registrationId": registrations[-1], "data": json.dumps(call)},
    )
    visitor.wait_until(lambda: bool(visitor.page.evaluate(NOTIFICATIONS)), "a notification is shown")


def test_an_iphone_is_told_how_and_others_get_a_button(visit: Visit, server: Server) -> None:
    safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
    apple, other = visit(PHONE, user_agent=safari), visit()
    for one in (apple, other):
        one.play_bots("london")
        one.goto("/")
    expect(apple.page.get_by_role("region", name="Branchline as an app")).to_contain_text(
        "Add to Home Screen"
    )
    offer = other.page.get_by_role("region", name="Branchline as an app")
    expect(offer).to_have_count(0)
    other.page.evaluate(
        """() => {
          const event = new Event("beforeinstallprompt", { cancelable: true });
          event.prompt = async () => (window.asked = event.defaultPrevented);
          dispatchEvent(event);
        }"""
    )
    offer.get_by_role("button", name="Install").click()
    other.wait_until(lambda: other.page.evaluate("window.asked === true"), "the browser asks")
    expect(offer).to_have_count(0)
    apple.click(apple.page.get_by_role("button", name="No, thanks").last)
    apple.page.reload()
    apple.start.boards.first.wait_for()
    expect(apple.page.get_by_text("Add to Home Screen")).to_have_count(0)
