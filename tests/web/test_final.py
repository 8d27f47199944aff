"""The end of a game: told as a story, and counted step by step on the map."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline import Game
from tests.server.players import keep, play_on
from tests.server.running import Server

from .conftest import FinishedGame, Visit
from .visitor import DESK, PHONE, Visitor

SPECIAL = [("usa", "longest"), ("europe", "loan"), ("london", "district")]
BOARDS = [board for board, _ in SPECIAL]
#: Count once more, and note every step with what the map shows meanwhile.
COUNT = """async () => {
  const steps = [];
  const look = () => {
    const step = document.querySelector("[data-step]");
    if (!step || steps.at(-1)?.text === step.textContent) return;
    const count = what => document.querySelectorAll(what).length;
    const shown = { rings: count(".rings circle"), way: count(".way path"), trail: count(".trail path") };
    steps.push({ kind: step.dataset.step, text: step.textContent, ...shown });
  };
  const button = name => [...document.querySelectorAll(".final button")].find(one => one.textContent === name);
  button("Count once more").click();
  await new Promise(done => {
    new MutationObserver(() => (look(), button("Rematch") && steps.length && done())).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  return steps;
}"""


#: The picture to share, painted anew: its size, and how many of its pixels are not the colour of the paper.
PICTURE = """async () => {
  const image = document.querySelector("[data-picture]");
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const ink = (x, y, width, height) => {
    const { data } = pen.getImageData(x, y, width, height);
    const colours = new Set();
    for (let at = 0; at < data.length; at += 4) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
    return colours.size;
  };
  return {
    size: [image.naturalWidth, image.naturalHeight],
    headline: ink(200, 20, 800, 60),
    podium: ink(40, 120, 380, 240),
    curve: ink(40, 380, 380, 200),
    map: ink(700, 130, 400, 400),
  };
}"""


def at_the_end(visit: Visit, game: str, key: str, size: dict[str, Any] = DESK) -> Visitor:
    """Somebody who played a game, finds it over, and reads its story."""
    ana = visit(size)
    ana.hold_key(key)
    ana.goto(f"/tables/{game}")
    ana.table.headline.wait_for()
    return ana


def at_the_board(visit: Visit, game: str, key: str) -> Visitor:
    """Somebody who looks at the board of a game that is over."""
    ana = at_the_end(visit, game, key)
    ana.table.look_at_board()
    return ana


def replayed(server: Server, game: str) -> Game:
    """A game that is over, from its record."""
    return Game.replay(server.get(f"/api/games/{game}/record").text)


@pytest.mark.parametrize("board", BOARDS)
def test_the_end_is_told_as_a_story(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str
) -> None:
    game, key = finished_game(board)
    ana = at_the_end(visit, game, key)
    page, end = ana.page, replayed(server, game)
    scores = end.scores()
    assert ana.table.totals() == [score.total for score in scores]
    best = max(scores, key=lambda score: -score.rank).total
    expect(page.locator(".podium li").first).to_contain_text(str(best).replace("-", "−"))
    expect(page.locator("[data-block]")).to_have_count(2)

    # the curve, as a table: the points on the board after some moves are the engine's, tickets come on top
    on_board = server.get(f"/api/games/{game}/statistics").json()["scores"]
    told = curve(page)
    assert list(told)[-2] == end.moves
    for ply, worth in list(told.items())[:-1]:
        assert all(one >= points for one, points in zip(worth, on_board[ply], strict=True)), ply
    assert told[-1] == [score.total for score in scores]
    lost = [str(score.tickets).replace("-", "−") for score in scores if score.tickets < 0]
    assert all(one in (page.locator(".parts table").text_content() or "") for one in lost), "one minus sign"

    # every ticket, with why it was missed
    for seat, score in enumerate(scores):
        tickets = page.locator(f'[data-tickets="{seat}"] li')
        expect(tickets).to_have_count(len(end.view(seat).tickets))
        missed = page.locator(f'[data-tickets="{seat}"] [data-death]')
        expect(missed).to_have_count(len(end.view(seat).tickets) - score.tickets_done)
    expect(page.locator("[data-death]").first).to_have_text(
        re.compile(r"^(Died on move \d+: .+|Possible until the end|Out of reach from the start .+)\.$")
    )


def curve(page: Page) -> dict[int, list[int]]:
    """The points by move, from the table that stands in for the curve; under -1 those after the count."""
    rows = page.locator("[data-curve] tbody tr").all()
    cells = [row.locator("th, td").all_text_contents() for row in rows]
    return {
        int(ply) if ply.isdigit() else -1: [int(one.replace("−", "-")) for one in worth]
        for ply, *worth in cells
    }


def test_a_turning_point_opens_its_move_and_the_story_is_there_again(
    visit: Visit, finished_game: FinishedGame
) -> None:
    game, key = finished_game("europe")
    ana = at_the_end(visit, game, key, PHONE)
    page = ana.page
    turn = page.locator("[data-moment] a").first
    ply = (turn.get_attribute("href") or "").rpartition("=")[2]
    ana.click(turn)
    expect(page.locator(".now")).to_contain_text(f"Move {ply} of")
    ana.click(page.get_by_role("button", name="The story of this game"))
    ana.table.headline.wait_for()
    headline = ana.table.headline.inner_text()

    # the link that is shared tells it to anybody, without a "you"
    stranger = visit()
    stranger.goto(f"/games/{game}?story")
    stranger.table.headline.wait_for()
    assert "You" not in stranger.page.locator(".story").inner_text()
    assert stranger.table.headline.inner_text() == headline.replace("You win", "player 0 wins")
    stranger.page.keyboard.press("Escape")
    expect(stranger.page.locator(".now")).to_be_visible()


def test_the_points_are_counted_part_by_part_and_a_key_ends_it(
    visit: Visit, server: Server, finished_game: FinishedGame
) -> None:
    moves = replayed(server, finished_game("london")[0]).moves
    game, players = server.play(board="london", seats=2)
    keep(players)
    play_on(players, moves - 3, seed=6)  # two of them chose tickets, and one is left
    assert not players[0].over
    ana = visit(reduced_motion="no-preference")
    ana.context.add_init_script("sessionStorage.removeItem('pace')")
    page = ana.page
    page.clock.install()
    ana.hold_key(str(players[0].key))
    ana.goto(f"/tables/{game}")
    page.locator(".boardbox").wait_for()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    play_on(players, seed=6)
    while not ana.table.final.count():
        page.clock.run_for(100)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Counting the points …")
    expect(page.locator("[data-part]")).to_have_count(0)
    page.clock.run_for(1000)
    expect(page.locator('[data-part="routes"]')).to_have_count(2)
    expect(page.locator('[data-part="tickets"]')).to_have_count(0)
    expect(ana.table.headline).to_have_count(0)
    page.keyboard.press("x")
    ana.table.headline.wait_for()
    scores = players[0].view["scores"] if players[0].view else []
    assert ana.table.totals() == [score["total"] for score in scores]
    expect(heading).not_to_have_text("Counting the points …")


@pytest.mark.parametrize("board", BOARDS)
def test_a_picture_of_the_game_is_made_in_the_page(
    visit: Visit, finished_game: FinishedGame, board: str
) -> None:
    game, key = finished_game(board)
    ana = at_the_end(visit, game, key)
    page = ana.page
    page.get_by_role("button", name="Share").click()
    page.locator("[data-picture]").wait_for()
    found = page.evaluate(PICTURE)
    assert found.pop("size") == [1200, 630]
    assert min(found.values()) > 20, found
    assert page.get_by_label("Link to this game").input_value().endswith(f"/games/{game}?story")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename == f"branchline-{game}.png"
    shown = page.locator("[data-picture]").get_attribute("src") or ""
    assert download.value.path().read_bytes() == base64.b64decode(shown.partition(",")[2])


@pytest.mark.parametrize(("board", "special"), SPECIAL, ids=BOARDS)
def test_the_end_is_counted_on_the_map(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str, special: str
) -> None:
    game, key = finished_game(board)
    ana = at_the_board(visit, game, key)
    steps: list[dict[str, Any]] = ana.page.evaluate(COUNT)

    def of(kind: str) -> list[dict[str, Any]]:
        return [step for step in steps if step["kind"] == kind]

    assert of(special)
    failed = ["not completed" in step["text"] for step in of("ticket")]
    assert True in failed
    assert False in failed
    assert failed == sorted(failed, reverse=True), "failures are told first"
    assert all(step["rings"] == 2 for step in of("ticket"))
    assert all(step["way"] > 0 for step, fails in zip(of("ticket"), failed, strict=True) if not fails)
    assert all(step["trail"] > 0 for step in of("longest"))
    assert bool(of("longest")) == (board != "london")
    assert all(step["rings"] > 1 and step["way"] > 0 for step in of("district"))
    assert all(step["rings"] == 1 and step["way"] == 1 for step in of("loan"))

    scores = server.get(f"/api/games/{game}/view").json()["view"]["scores"]
    assert bool(of("district")) == any(score["districts"] for score in scores)
    assert ana.table.totals() == [score["total"] for score in scores]


@pytest.mark.parametrize("board", BOARDS)
def test_a_line_of_the_result_is_shown_on_the_map(
    visit: Visit, finished_game: FinishedGame, board: str
) -> None:
    ana = at_the_board(visit, *finished_game(board))
    ana.page.locator(".final summary").first.click()
    ana.page.locator("[data-told]").first.focus()
    expect(ana.page.locator(".rings circle, .trail path").first).to_be_attached()


@pytest.mark.parametrize("board", BOARDS)
def test_the_end_has_statistics_and_leads_to_the_replay_and_back(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str
) -> None:
    game, key = finished_game(board)
    ana = at_the_board(visit, game, key)
    ana.page.get_by_text("Statistics").click()
    seats = server.get(f"/api/games/{game}/statistics").json()["seats"]
    cells = ana.page.locator("[data-statistics] tr").filter(has_text="Tickets drawn").locator("td")
    expect(cells).to_have_text([str(seat["tickets_drawn"]) for seat in seats])
    ana.page.get_by_role("button", name="Look back at the game").click()
    ana.page.locator(".now").wait_for()
    ana.page.get_by_role("button", name="To the final scoring").click()
    ana.table.final.wait_for()
