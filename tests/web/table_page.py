"""The screen of a game: what a player does there, with mouse or finger."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page

if TYPE_CHECKING:
    from .visitor import Visitor

YOUR_TURN = ".game.mine"
MOST_TURNS = 60
#: The middle of a route's first space in the window.
FIRST_SPACE = """path => {
  const numbers = path.getAttribute("d").split("z")[0].match(/-?[\\d.]+/g).map(Number);
  const middle = odd => numbers.filter((_, at) => at % 2 === odd).reduce((sum, one) => sum + one, 0) / 4;
  const point = new DOMPoint(middle(0), middle(1)).matrixTransform(path.getScreenCTM());
  return [point.x, point.y];
}"""
#: Press a toast away that lies over a point; whether there was one.
UNDER_TOAST = """([x, y]) => {
  const toast = document.elementFromPoint(x, y)?.closest(".toast, .since");
  toast?.querySelector("button").click();
  return Boolean(toast);
}"""
WHERE_MAP_IS = "document.querySelector('.map').style.transform"
#: A tap has been answered: the payment is asked for, or the map, which was too small for fingers, has come nearer.
TAPPED = f"before => document.querySelector('.pay') || {WHERE_MAP_IS} !== before"
#: All that a player looks at before a move.
SITUATION = """() => {
  const all = (what, name) => [...document.querySelectorAll(what)].map(one => one.dataset[name]);
  return {
    ply: document.querySelector("[data-ply]").dataset.ply,
    prompt: document.querySelector(".prompt").innerText.trim(),
    tunnel: document.querySelector(".tunnel") !== null,
    offers: all("[data-offer]", "offer").length,
    routes: all("[data-claimable]", "claimable"),
    cards: all(".market [data-card]:not([aria-disabled])", "card"),
  };
}"""
#: Whether there was a move since a ply, and this player is to move again, or the game is over.
ON_TURN_AGAIN = """before => document.querySelector(".final")
  || document.querySelector("[data-ply]")?.dataset.ply !== before && document.querySelector(".game.mine")"""
MOVED_ON = """before => document.querySelector(".final")
  || document.querySelector("[data-ply]")?.dataset.ply !== before"""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the page shows before a move."""

    ply: str
    prompt: str
    tunnel: bool
    offers: int
    routes: list[str]
    cards: list[str]

    @property
    def claimable(self) -> list[str]:
        """The routes that glow, if a turn begins."""
        return self.routes if self.prompt.startswith("Your turn") else []


@dataclass(slots=True)
class Played:
    """What was done in a game."""

    claims: list[str] = field(default_factory=list)
    turns: int = 0


class TablePage:
    """A table, as one visitor has it."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    @property
    def page(self) -> Page:
        return self.visitor.page

    @property
    def id(self) -> str:
        return str(re.findall(r"/tables/(\w+)", self.page.url)[-1])

    # What is shown

    @property
    def offers(self) -> Locator:
        return self.page.locator("[data-offer]")

    @property
    def tickets(self) -> Locator:
        return self.page.locator("[data-ticket]")

    @property
    def keep_button(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile("^(Keep|Choose)"))

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def final(self) -> Locator:
        """The end: its story, or the final scoring beside the board."""
        return self.page.locator(".final")

    @property
    def headline(self) -> Locator:
        """The headline of the story, once the points have been counted."""
        return self.page.locator("[data-headline]")

    @property
    def pile(self) -> Locator:
        return self.page.locator('.market [data-card="blind"]')

    @property
    def payment(self) -> Locator:
        """The sheet that asks how to pay."""
        return self.page.locator(".pay")

    @property
    def pay_button(self) -> Locator:
        return self.page.locator(".pay .main")

    @property
    def rings(self) -> Locator:
        """The cities that are pointed at on the map."""
        return self.page.locator(".map .rings circle")

    @property
    def way(self) -> Locator:
        """The routes that are pointed at on the map."""
        return self.page.locator(".map .way path")

    @property
    def map(self) -> Locator:
        """The map as one stop of the keyboard."""
        return self.page.get_by_role("application")

    @property
    def lost(self) -> Locator:
        return self.page.get_by_text("The connection is lost")

    @property
    def second_card(self) -> Locator:
        return self.page.locator(".prompt").filter(has_text="One more card")

    @property
    def sending(self) -> Locator:
        """Where it is said that a move is on its way."""
        return self.prompt.filter(has_text="One moment")

    def open_dock(self, name: str) -> None:
        """Press the tab of a dock, by its name: what is in it, and how much of that has not been read."""
        self.visitor.click(self.page.get_by_role("button", name=name, exact=True))

    def route(self, route: str) -> Locator:
        """The cars on a claimed route."""
        return self.page.locator(f'[data-route="{route}"]')

    def situation(self) -> Situation:
        return Situation(**self.page.evaluate(SITUATION))

    def claimable(self) -> list[str]:
        """The routes that glow."""
        glowing: list[str] = self.page.locator("[data-claimable]").evaluate_all(
            "all => all.map(one => one.dataset.claimable)"
        )
        return glowing

    def ply(self) -> int:
        """How many moves the log has."""
        return int(self.page.locator("[data-ply]").first.get_attribute("data-ply") or "")

    def hand_size(self, page: Page | None = None) -> int:
        """How many cards are in the hand."""
        return sum(map(int, (page or self.page).locator(".hand .count").all_text_contents()))

    def totals(self) -> list[int]:
        """The totals by seat at the end, once they have been counted."""
        self.headline.or_(self.page.get_by_role("button", name="Download the record")).wait_for()
        cells = self.page.locator("[data-total]")
        pairs: list[list[int]] = cells.evaluate_all(
            "all => all.map(one => [Number(one.dataset.total), Number(one.textContent.replace('−', '-'))])"
        )
        return [total for _, total in sorted(pairs)]

    def look_at_board(self) -> None:
        """From the story of the game to the final scoring beside the board."""
        self.visitor.click(self.page.get_by_role("button", name="Look at the board"))
        self.page.get_by_role("button", name="Download the record").wait_for()

    # Waiting

    def wait_for_turn(self) -> bool:
        """Wait until this player is to move, or the game is over; whether it goes on."""
        self.page.locator(f"{YOUR_TURN}, .final").first.wait_for()
        return self.final.count() == 0

    def wait_past(self, ply: int) -> None:
        """Wait until there is another move."""
        self.page.wait_for_function(MOVED_ON, arg=str(ply))

    # Moves

    def keep(self, count: int) -> None:
        """Keep so many of the offered tickets."""
        self.offers.first.wait_for()
        for at in range(min(count, self.offers.count())):
            self.offers.nth(at).check()
        self.keep_button.click()
        self.offers.first.wait_for(state="detached")

    def draw(self) -> None:
        """Draw from the pile, or the first card that may be taken."""
        cards = self.situation().cards
        self.take("blind" if "blind" in cards else cards[0])

    def take(self, card: str) -> None:
        """Take a card, once it has been shown long enough to be seen."""
        seen = f'.market [data-card="{card}"]:not([aria-disabled]):not([data-fresh])'
        self.visitor.click(self.page.locator(seen).first)

    def spot(self, route: str) -> tuple[float, float]:
        """Where the first space of a glowing route is in the window."""
        x, y = self.page.locator(f'[data-claimable="{route}"]').evaluate(FIRST_SPACE)
        return x, y

    def free_spot(self, route: str) -> tuple[float, float]:
        """The same, after what lies there was pressed away: a toast, or what happened since one looked."""
        self.visitor.wait_until(
            lambda: not self.page.evaluate(UNDER_TOAST, self.spot(route)), "a toast can't be pressed away"
        )
        return self.spot(route)

    def point(self, x: float, y: float) -> None:
        if self.visitor.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def point_at(self, route: str) -> str:
        """Point at a glowing route on the map; the move that its payment offers first."""
        if self.visitor.touch:
            self.visitor.click(self.page.get_by_role("button", name="Whole map"))
            self.come_nearer(route)
        if not self.payment.count():
            self.point(*self.free_spot(route))
        return self.page.locator(".pay [aria-checked=true]").get_attribute("data-pay") or ""

    def come_nearer(self, route: str) -> None:
        """Tap a glowing route on the whole map; if that is too small for fingers, it has come nearer then."""
        before = self.page.evaluate(WHERE_MAP_IS)
        self.point(*self.free_spot(route))
        self.page.wait_for_function(TAPPED, arg=before)

    def claim(self, route: str) -> str:
        """Claim a glowing route by pointing at it, and pay what is offered first; the move."""
        move = self.point_at(route)
        self.visitor.click(self.pay_button)
        return move

    def draw_until_claimable(self) -> list[str]:
        """Draw cards until a route can be claimed; the routes that can be."""
        for _ in range(MOST_TURNS):
            self.wait_for_turn()
            now = self.situation()
            if now.claimable:
                return now.claimable
            self.draw()
            self.page.wait_for_function(ON_TURN_AGAIN, arg=now.ply)
        raise AssertionError("nothing can be claimed after so many draws")

    def type_move(self, move: str) -> None:
        """Type a move into the command line."""
        self.page.keyboard.press("/")
        self.page.keyboard.type(move)
        self.page.get_by_role("option", selected=True).wait_for()
        self.page.keyboard.press("Enter")

    def play_turn(self, lengths: Mapping[str, int], played: Played) -> None:
        """One move, as somebody plays who claims long routes, and draws tickets when there is nothing else."""
        now = self.situation()
        played.turns += 1
        if now.tunnel:
            self.visitor.click(self.page.locator(".tunnel .main").first)
        elif now.offers:
            self.keep(1)
        elif now.prompt.startswith("There is nothing"):
            self.visitor.click(self.page.get_by_role("button", name="Pass"))
        elif now.claimable:
            played.claims.append(self.claim(max(now.claimable, key=lambda one: lengths[one])))
        elif now.cards:
            self.take(first_of(["wild", "blind", now.cards[0]], now.cards))
        else:
            self.visitor.click(self.page.get_by_role("button", name=re.compile("^Draw tickets")))
            self.visitor.click(self.page.locator(".ask .main"))
        self.page.wait_for_function(MOVED_ON, arg=now.ply)

    def play_to_end(self, lengths: Mapping[str, int]) -> Played:
        """From the first turn to the final scoring."""
        played = Played()
        while self.wait_for_turn():
            self.play_turn(lengths, played)
        return played


def first_of(wished: Sequence[str], there: Sequence[str]) -> str:
    """The first wish that is there."""
    return next(one for one in wished if one in there)
