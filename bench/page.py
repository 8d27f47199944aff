"""What the page costs, by the browser's own counters, against its bars.

    python -m bench.page                      all of it
    python -m bench.page load interaction     some of it
    python -m bench.page claim --beside REV   the page of a commit and this one by turns

`load`: bytes transferred; `claim`: main-thread time of a claim; `memory`: heap after collection over games in one
tab; `interaction`: to the next paint, at a quarter of the machine's speed; `frames`: frames that the browser draws in a
second while cars roll and cards fly on a board with 100 claimed routes, at full and at a quarter of the speed, and what
the page costs while nothing moves. Needs what `make browser` gets.
"""

from __future__ import annotations

import argparse
import io
import mimetypes
import re
import statistics
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Route, sync_playwright

from bench.__main__ import Line
from bench.page_trace import Response, drawn_frames, interactions, record, response
from branchline import load_board
from branchline.server.web.page import BUNDLE
from tests.server.players import Player
from tests.server.running import running
from tests.web.conftest import FLAGS, chromium, missing
from tests.web.director import Director
from tests.web.visitor import Visitor

ROOT = Path(__file__).parents[1]
SIZE = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "no-preference"}
BOARDS = ("usa", "europe", "london")
PATIENCE = 60_000
GAMES = 20
WARM = 9  # games after which the browser has compiled all that it will
CLAIMS = 8
TAKEN = 40  # routes that others hold meanwhile
ANSWERED = 300  # milliseconds after which the server says that it has the claim
SETTLED = 4_500  # milliseconds after which what is told of a bot's move is gone
LOOKED_AT = 3_500  # milliseconds in which a claim is shown: its cards fly, its cars roll, its points rise
FULL_HAND = {
    **dict.fromkeys(("red", "blue", "green", "black", "white", "yellow", "orange", "pink"), 8),
    "wild": 2,
}
TURNS = 14
CLAIMED = 100
ROLLS = 6
IDLE = 5_000  # milliseconds in which nothing moves
#: A page that Playwright hands out may speak to a server on this machine.
OTHER_BUNDLE = "--disable-features=LocalNetworkAccessChecks"
#: The heap also holds machine code, which the browser makes for a long time yet: that is not what the page keeps.
NO_MACHINE_CODE = "--js-flags=--no-sparkplug --no-maglev --no-opt --no-flush-bytecode"
#: Note every interaction as the browser times it for INP, with its three parts.
WATCH_INTERACTIONS = """
window.interactions = [];
new PerformanceObserver(list => {
  for (const one of list.getEntries()) {
    const { startTime, processingStart, processingEnd, duration, target } = one;
    const element = target && `${target.localName} ${target.className?.baseVal ?? target.className}`;
    const parts = [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd];
    if (one.interactionId) window.interactions.push([duration, one.name, element ?? "what is gone since", ...parts]);
  }
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


@contextmanager
def chrome(*flags: str) -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, OTHER_BUNDLE, *flags])
        yield browser
        browser.close()


@contextmanager
def visiting(*flags: str) -> Iterator[Visitor]:
    """A visitor with a usual screen, at a server of their own. All motion is left out unless it is asked for."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        chrome(*flags) as browser,
    ):
        yield Visitor(browser, server.url, SIZE, PATIENCE)


def with_motion(visitor: Visitor) -> None:
    """Let things move at the usual speed."""
    visitor.page.add_init_script("sessionStorage.setItem('pace', '1')")


def metrics(devtools: CDPSession) -> dict[str, float]:
    """The browser's counters."""
    found = devtools.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in found}


def counters(visitor: Visitor) -> CDPSession:
    """Count what the page itself costs, not what others take from the machine."""
    devtools = visitor.devtools()
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    return devtools


def play_out(visitor: Visitor, moves: int | None = None, wishes: tuple[str, ...] = ("claim",)) -> None:
    """Play a visitor's seat beside the page, to the end or so many moves.

    Play what `wishes` names in turn if that can be done, or else draw.
    """
    key = next(one["value"] for one in visitor.context.cookies(f"{visitor.address}/api") if "value" in one)
    seat = Player(int(visitor.address.rpartition(":")[2]), visitor.table.id, key)
    seat.hello()
    made = 0
    while True:
        seat.wait(lambda one: bool(one.legal) or one.over)
        assert seat.view is not None
        if seat.over or (moves is not None and made >= moves and seat.view["phase"] == "turn"):
            break
        wished = [move for move in seat.legal if move.startswith(wishes[made % len(wishes)])]
        others = [move for move in seat.legal if not move.startswith(("tickets", "station"))]
        choices = wished or others or seat.legal
        made += 1
        seat.move(choices[made % len(choices)])
    seat.close()


def load() -> Iterator[Line]:
    """Bytes of the first visit to the start, of the second, and of the first visit to a game on each board."""
    with visiting() as visitor:
        start = traffic(visitor.context, f"{visitor.address}/", "[data-board]")
        again = traffic(visitor.context, f"{visitor.address}/", "[data-board]")
        yield Line("first load: code", start["code"] / 1000, "kB", 250, at_least=False)
        browser = visitor.context.browser
        assert browser is not None
        for board in BOARDS:
            visitor.start.play_bots(board)
            fresh = browser.new_context(storage_state=visitor.context.storage_state(), **SIZE)  # type: ignore[arg-type]
            game = traffic(fresh, visitor.page.url, "[data-offer]")
            fresh.close()
            yield Line(f"first load: the map of {board}", game["map"] / 1000, "kB", 400, at_least=False)
    yield Line("first load: the start, maps to choose from", start["map"] / 1000, "kB")
    yield Line("second load: code and maps", (again["code"] + again["map"]) / 1000, "kB")


def traffic(context: BrowserContext, address: str, shown: str) -> Counter[str]:
    """What came over the network until the page was at rest, by part of the page."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    parts: dict[str, str] = {}
    sums: Counter[str] = Counter()

    def asked(event: dict[str, Any]) -> None:
        path = urlsplit(event["request"]["url"]).path
        part = "map" if path.startswith("/page/boards/") else "api" if path.startswith("/api/") else "code"
        parts[event["requestId"]] = part

    def answered(event: dict[str, Any]) -> None:
        sums[parts.get(event["requestId"], "code")] += int(event["encodedDataLength"])

    devtools.on("Network.requestWillBeSent", asked)
    devtools.on("Network.loadingFinished", answered)
    page.goto(address)
    page.locator(shown).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.close()
    return sums


def claim(other: str = "") -> Iterator[Line]:
    """CPU time of the main thread from a click that claims to its train, and until nothing moves any more.

    With another bundle, both pages claim by turns.
    """
    with visiting() as visitor:
        tables = {"": ClaimTable(visitor)}
        if other:
            tables[other] = ClaimTable(beside(visitor, other))
        costs: dict[str, list[Response]] = {name: [] for name in tables}
        for _ in range(CLAIMS):
            for name, table in tables.items():
                costs[name].append(response(record(table.visitor, table.ready())))
    for name, claims in costs.items():
        page = f", page of {name}" if name else ""
        firsts = [one.first.whole for one in claims]
        bar = {} if name else {"bar": 30, "at_least": False}
        yield Line(
            f"a claim, click to train{page} (median of {CLAIMS})", statistics.median(firsts), "ms", **bar
        )
        yield Line("… the costliest", max(firsts), "ms")
        wholes = [one.whole.whole for one in claims]
        yield Line("… until nothing moves any more", statistics.median(wholes), "ms")
        yield Line("… frames that the page made for it", statistics.median(one.frames for one in claims), "")
        middle = sorted(claims, key=lambda one: one.whole.whole)[CLAIMS // 2]
        print(f"  click to train: {middle.first}\n  all of it: {middle.whole}")


class ClaimTable:
    """A table in the middle of a game, told to the page by hand, at which route after route can be claimed."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.director = Director(visitor, pace=1, watching=False)
        visitor.play_bots("europe", 3, tickets=2)
        routes = load_board("europe").routes
        plain = [route for route in routes if not route.tunnel and not route.ferry]
        self.own = {route.id: route for route in plain[::2]}
        taken = [route.id for route in routes if route.id not in self.own][:TAKEN]
        self.claimed = {route: 1 + at % 2 for at, route in enumerate(taken)}

    def ready(self) -> Callable[[], None]:
        """Let it be the visitor's turn; what claims a route then, for a trace."""
        free = [route for route in self.own if route not in self.claimed]
        legal = [f"claim {route} with {self.price(route)}" for route in free] + ["draw blind", "tickets"]
        self.director.move(
            1, "draw blind", "?", then=0, hand=FULL_HAND, legal=legal, routes=dict(self.claimed)
        )
        page = self.visitor.page
        page.locator(".game.mine").wait_for()
        page.mouse.move(*self.visitor.table.spot(free[0]))
        page.wait_for_timeout(SETTLED)
        return lambda: self.claim(free[0])

    def price(self, route: str) -> str:
        colour = self.own[route].colour
        return f"{self.own[route].length} {'red' if colour == 'gray' else colour}"

    def claim(self, route: str) -> None:
        """Claim by a click; the server answers when the train stands there."""
        page, director = self.visitor.page, self.director
        made = len(director.moves())
        page.mouse.down()
        page.mouse.up()
        self.visitor.wait_until(lambda: len(director.moves()) > made, f"the click on {route} claimed nothing")
        page.wait_for_timeout(ANSWERED)
        self.claimed[route] = 0
        director.acknowledge()
        director.move(0, director.moves()[-1], then=1, legal=[], routes=dict(self.claimed))
        page.wait_for_timeout(LOOKED_AT)


def beside(visitor: Visitor, revision: str) -> Visitor:
    """Somebody with the page of another commit, at the same server."""
    browser = visitor.context.browser
    assert browser is not None
    other = Visitor(browser, visitor.address, SIZE, PATIENCE)
    files = bundle_of(revision)

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path[1:]
        name = path if path in files else "index.html"
        route.fulfill(body=files[name], content_type=mimetypes.guess_type(name)[0] or "text/plain")

    other.context.route(re.compile(r"//[^/]+/(?!api/|page/)"), answer)
    return other


def bundle_of(revision: str) -> dict[str, bytes]:
    """The files of the page as a commit has them."""
    folder = BUNDLE.relative_to(ROOT).as_posix()
    packed = subprocess.run(["git", "archive", revision, folder], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        members = [one for one in archive.getmembers() if one.isfile()]
        return {one.name.removeprefix(f"{folder}/"): archive.extractfile(one).read() for one in members}  # type: ignore[union-attr]


def dig(page: Page) -> None:
    """Pay for a tunnel, or give it up."""
    page.locator(".tunnel .main").first.click()


def memory() -> Iterator[Line]:
    """Heap and nodes on the start screen after each of so many games in one tab."""
    games: list[dict[str, float]] = []
    with visiting(NO_MACHINE_CODE) as visitor:
        page, devtools = visitor.page, counters(visitor)
        visitor.start.open()
        for _ in range(GAMES):
            visitor.start.choose("london", players=2).choose_bots("novice").play()
            visitor.table.offers.first.wait_for()
            play_out(visitor)
            page.locator("[data-headline]").wait_for()
            page.evaluate("localStorage.removeItem('branchline.visits')")
            page.get_by_role("button", name="To the start").first.click()
            visitor.start.boards.first.wait_for()
            for _ in range(3):
                devtools.send("HeapProfiler.collectGarbage")
            games.append(metrics(devtools))
    first, last = games[WARM], games[-1]
    growth = (last["JSHeapUsedSize"] - first["JSHeapUsedSize"]) / (len(games) - 1 - WARM) / 1000
    yield Line(f"heap after {len(games)} games in one tab", last["JSHeapUsedSize"] / 1e6, "MB")
    yield Line("… growth per game", growth, "kB", 20, at_least=False)
    yield Line("… nodes gained since game 10", last["Nodes"] - first["Nodes"], "", 100, at_least=False)
    listeners = last["JSEventListeners"] - first["JSEventListeners"]
    yield Line("… listeners gained since game 10", listeners, "", 20, at_least=False)


def interaction() -> Iterator[Line]:
    """Many interactions: at a quarter of the machine's speed as the browser times them for INP, and by CPU time.

    The slow-down counts the time of other programs too, so CPU time is taken at full speed.
    """
    with visiting() as visitor:
        visitor.page.add_init_script(WATCH_INTERACTIONS)
        with_motion(visitor)
        counters(visitor).send("Emulation.setCPUThrottlingRate", {"rate": 4})
        interact(visitor)
        told = sorted(visitor.page.evaluate("window.interactions"))
    yield Line(
        f"interaction to next paint, 4 × slower (of {len(told)})", told[-1][0], "ms", 200, at_least=False
    )
    yield Line("… median", told[len(told) // 2][0], "ms")
    for duration, name, target, waited, worked, painted in told[-3:]:
        parts = f"{waited:.0f} until heard, {worked:.0f} worked, {painted:.0f} until painted"
        print(f"  {duration:.0f} ms ({parts}): {name} on {target}")
    with visiting() as visitor:
        with_motion(visitor)
        costs = interactions(record(visitor, lambda: interact(visitor)))
    yield Line(f"… CPU time, full speed (of {len(costs)})", costs[-1][0], "ms", 50, at_least=False)
    yield Line("… median", costs[len(costs) // 2][0], "ms")
    print(f"  the longest: {', '.join(f'{cost:.0f} ms {kind}' for cost, kind in costs[-3:])}")


def interact(visitor: Visitor) -> None:
    """Some turns of a game, and all that can be opened beside it."""
    table, page = visitor.table, visitor.page
    visitor.start.play_bots("europe", seats=3)
    for box in table.offers.all():
        box.click()
    table.keep_button.click()
    table.wait_for_turn()
    for _ in range(2):
        page.locator("[data-hand]").first.click()
    for _ in range(TURNS):
        if not table.wait_for_turn():
            break
        now = table.situation()
        if now.tunnel:
            dig(page)
        elif now.claimable:
            table.claim(now.claimable[0])
        else:
            table.draw()
        table.wait_past(int(now.ply))
    table.wait_for_turn()
    page.keyboard.press("/")
    page.keyboard.type("par")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.keyboard.press("Escape")
    for key in ("n", "n", "ArrowRight", "ArrowDown", "+", "-"):
        page.keyboard.press(key)
    page.wait_for_timeout(500)  # the browser reports an interaction when it has painted


def frames() -> Iterator[Line]:
    """Frames in a second while a train of six rolls in and its cards fly, and the cost of a page at rest.

    By the browser's trace: a `DrawFrame` is a frame that the compositor has drawn, of 60 that the screen shows in a
    second. The slow-down holds for the main thread, which has no part in a motion once it has begun.
    """
    with visiting() as visitor:
        director = full_board(visitor)
        devtools = counters(visitor)
        before = metrics(devtools)
        drawn = drawn_frames(visitor, lambda: visitor.page.wait_for_timeout(IDLE))
        cost = (metrics(devtools)["TaskDuration"] - before["TaskDuration"]) * 1000
        yield Line(f"at rest: main thread over {IDLE // 1000} s", cost, "ms", 50, at_least=False)
        yield Line("… frames drawn", len(drawn), "", 5, at_least=False)
        for factor, bar in ((1, 59), (4, 30)):
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": factor})
            runs = [rolling_train(director) for _ in range(ROLLS)]
            slower = f", {factor} × slower" if factor > 1 else ""
            rates = [(len(times) - 1) / (times[-1] - times[0]) for times in runs]
            yield Line(
                f"cars roll and cards fly{slower} (median of {ROLLS})",
                statistics.median(rates),
                "frames/s",
                bar,
            )
            yield Line("… the best of them", max(rates), "frames/s")
            longest = max(after - before for times in runs for before, after in pairwise(times))
            yield Line("… the longest time between two frames", longest * 1000, "ms")


def full_board(visitor: Visitor) -> Director:
    """A table on which so many routes are claimed, told to the page by hand."""
    director = Director(visitor, pace=1)
    visitor.play_bots("europe", 5, tickets=2)
    spaces = {route: len(track["spaces"]) for route, track in layout(visitor)["routes"].items()}
    longest = max(spaces, key=lambda route: spaces[route])
    claimed = [route for route in spaces if route != longest][:CLAIMED]
    director.move(1, "pass", routes={route: at % 5 for at, route in enumerate(claimed)})
    visitor.page.locator(f'[data-ply="{director.ply}"]').first.wait_for(state="attached")
    director.seen()
    return director


def layout(visitor: Visitor) -> dict[str, Any]:
    answer = visitor.context.request.get(f"{visitor.address}/page/boards/europe.json")
    return dict(answer.json()["layout"])


def rolling_train(director: Director) -> list[float]:
    """Let a train of six roll in after its payment; when frames were drawn meanwhile."""
    page, claimed = director.page, director.view["routes"]
    spaces = {route: len(track["spaces"]) for route, track in layout(director.visitor)["routes"].items()}
    route = next(one for one in spaces if one not in claimed)

    def act() -> None:
        director.move(1, f"claim {route} with {spaces[route]} red", routes={**claimed, route: 1})
        director.wait_for("moving car")
        page.wait_for_function("() => !document.querySelector('[data-moving]')")

    times = drawn_frames(director.visitor, act)
    director.seen()
    director.move(1, "pass", routes=claimed)
    director.seen()
    return times


MEASURES: dict[str, Callable[[], Iterator[Line]]] = {
    one.__name__: one for one in (load, claim, memory, interaction, frames)
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measures", nargs="*", choices=[*MEASURES, []], help="which (default all)")
    parser.add_argument("--beside", metavar="REV", default="", help="claim with the page of this commit, too")
    options = parser.parse_args()
    if missing():
        parser.error(missing())
    for name in options.measures or MEASURES:
        for line in claim(options.beside) if name == "claim" else MEASURES[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main()
