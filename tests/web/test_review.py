"""The review of a game in the page: graph, key moments, better moves on the map, ledgers, and questions."""

from __future__ import annotations

import re
from math import floor
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from branchline.review import review
from branchline.review.page import to_html
from tests.review.games import played
from tests.server.running import Server, until

from .axe import faults
from .conftest import FinishedGame, Visit
from .visitor import DESK, PHONE

ERRORS = ("inaccuracy", "mistake", "blunder")
#: How many colours the picture to share has where its graph is.
GRAPH_COLOURS = """() => {
  const image = document.querySelector("[data-picture]");
  const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(60, 150, 1000, 200);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) colours.add(data[at] << 16 | data[at + 1] << 8 | data[at + 2]);
  return colours.size;
}"""
LYING: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def reviewed(server: Server, finished_game: FinishedGame) -> tuple[str, str, dict[str, Any]]:
    """A game on Europe that has been reviewed: its id, the key of its first seat, the review."""
    game, key = finished_game("europe")
    address = f"/api/games/{game}/review"
    until(lambda: bool(server.post(address, {"level": "quick"}).json()["done"]))
    return game, key, server.get(address, level="quick").json()["review"]


def at_ply(page: Page, ply: int) -> None:
    """The graph, the address and the map are those of a ply."""
    page.locator(f'.review[data-ply="{ply}"]').wait_for()
    page.locator(f'[data-here="{ply}"]').wait_for(state="attached")
    assert parse_qs(urlsplit(page.url).query)["ply"] == [str(ply)]


def is_error(decision: dict[str, Any], seat: int) -> bool:
    return decision["seat"] == seat and decision["label"] in ERRORS and not decision["unclear"]


def costliest(decision: dict[str, Any]) -> dict[str, Any]:
    return max(decision["parts"], key=lambda part: part["loss"])


def offered(choice: str) -> str:
    """What a choice is offered as: one half of a gray double route stands for both."""
    return re.sub("/2$", "/1", choice)


def choice(move: str) -> str:
    """What is chosen of a move: how it is paid for is not asked."""
    words = move.split()
    if words[0] in ("claim", "station"):
        return " ".join(words[:2])
    if words[0] == "keep":
        return " ".join(["keep", *sorted(words[1:])])
    return "pay" if words[0] == "pay" else move


def test_a_game_is_reviewed_when_its_review_is_opened(
    visit: Visit, server: Server, finished_game: FinishedGame
) -> None:
    game, _ = finished_game("london")
    page = visit().goto(f"/games/{game}?ply=12")
    page.get_by_role("button", name="Review: chances, errors, luck").click()
    page.locator("[data-graph]").wait_for()
    at_ply(page, 12)
    review = server.get(f"/api/games/{game}/review").json()["review"]
    chances = review["points"][12]["open"]["chance"]
    for seat, chance in enumerate(chances):
        expect(page.locator(f'[data-chance="{seat}"] b')).to_have_text(f"{round(100 * chance)} %")
    page.locator('[data-view="known"]').first.click()
    page.locator('[data-graph="known"]').wait_for()
    known = review["points"][12]["known"]["chance"]
    expect(page.locator('[data-chance="0"] b')).to_have_text(f"{round(100 * known[0])} %")


def test_the_graph_leads_to_every_ply_by_mouse_and_keyboard(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]]
) -> None:
    game, _, review = reviewed
    plies = len(review["moves"])
    page = visit().goto(f"/games/{game}?review")
    graph = page.locator("[data-graph]")
    graph.wait_for()
    at_ply(page, 0)
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 30)
    middle = int(page.locator("[data-here]").get_attribute("data-here") or 0)
    assert abs(middle - plies / 2) <= 1
    at_ply(page, middle)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 0.5, box["y"] + 60)
    page.mouse.up()
    at_ply(page, plies)
    moments = sorted({moment["ply"] for moment in review["moments"] if moment["ply"] < plies})
    for key, ply in (
        ("ArrowLeft", plies - 1),
        ("Home", 0),
        ("ArrowRight", 1),
        ("PageDown", next(at for at in moments if at > 1)),
        ("End", plies),
        ("PageUp", moments[-1]),
    ):
        graph.press(key)
        at_ply(page, ply)
    assert f"Move {moments[-1]}" in (graph.get_attribute("aria-valuetext") or "")


def test_the_better_move_is_on_the_map_beside_the_one_played(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]]
) -> None:
    game, _, review = reviewed
    decision = next(
        one
        for one in review["decisions"]
        if is_error(one, one["seat"])
        and costliest(one)["candidates"][0]["move"].startswith("claim")
        and one["explanations"][0]["kind"] != "better_move"
    )
    page = visit().goto(f"/games/{game}?review&ply={costliest(decision)['ply']}")
    page.locator("[data-better]").wait_for()
    expect(page.locator(f'.move[data-label="{decision["label"]}"]')).to_be_visible()
    expect(page.locator("[data-best] .gain")).to_contain_text("+")
    expect(page.locator("[data-why]")).not_to_be_empty()


@pytest.mark.parametrize(
    ("locale", "title"),
    [("en-GB", "Key moments"), ("es-ES", "Momentos clave"), ("pt-BR", "Momentos decisivos")],
)
def test_key_moments_are_told_in_every_language_and_lead_to_their_moves(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]], locale: str, title: str
) -> None:
    game, key, review = reviewed
    ana = visit(locale=locale)
    ana.hold_key(key)
    page = ana.goto(f"/games/{game}?review")
    page.get_by_role("heading", name=title).wait_for()
    lines = page.locator("[data-moment]")
    expect(lines).to_have_count(len(review["moments"]))
    for text in lines.all_inner_texts():
        assert "{" not in text
        assert "undefined" not in text
    moment = review["moments"][-1]
    lines.last.click()
    at_ply(page, moment["ply"])
    expect(lines.last).to_have_attribute("aria-current", "true")


def test_each_seat_has_its_ledger_and_the_verdict_leads_there(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]]
) -> None:
    game, key, review = reviewed
    ana = visit()
    ana.hold_key(key)
    page = ana.goto(f"/games/{game}?review")
    verdict = page.locator("[data-verdict]")
    expect(verdict).to_contain_text("You ")
    luck = round(100 * review["seats"][0]["ledger"]["luck"])
    signed = f"+{luck}" if luck > 0 else f"−{-luck}" if luck else "0"
    expect(verdict).to_contain_text(f"luck {signed}")
    verdict.click()
    expect(page.locator("[data-ledger]")).to_have_count(2)
    picture = page.locator('[data-ledger="0"]').get_by_role("img")
    assert f"luck {signed}" in (picture.get_attribute("aria-label") or "")
    accuracy = floor(review["seats"][0]["accuracy"] + 0.5)  # as the page rounds halves
    expect(page.locator('[data-ledger="0"] .accuracy text')).to_have_text(str(accuracy))


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
)
def test_errors_are_asked_and_answers_judged(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]], size: dict[str, Any]
) -> None:
    """A wrong answer is told to be one, the right one is found, and then comes the next."""
    game, key, review = reviewed
    questions = [costliest(one) for one in review["decisions"] if is_error(one, 0)]
    assert len(questions) > 1
    ana = visit(size)
    ana.hold_key(key)
    page = ana.goto(f"/games/{game}?review")
    ana.click(page.get_by_role("tab", name="Learn"))
    ana.click(page.get_by_role("button", name="Begin", exact=True))
    for number, part in enumerate(questions):
        page.locator(f'[data-question="{number}"]').wait_for()
        page.locator("[data-choice]").first.wait_for()
        best, worst = (choice(part["candidates"][at]["move"]) for at in (0, -1))
        if number == 0 and worst not in (best, choice(part["candidates"][part["played"]]["move"])):
            ana.click(page.locator(f'[data-choice="{offered(worst)}"]'))
            expect(page.locator("[data-mark]")).to_have_attribute("data-mark", "worse")
            expect(page.locator("[data-answer]")).to_have_count(0)
        if best == choice(part["candidates"][part["played"]]["move"]):  # only the payment was better
            ana.click(page.get_by_role("button", name="Show the answer"))
        else:
            ana.click(page.locator(f'[data-choice="{offered(best)}"]'))
            expect(page.locator('[data-mark="best"]')).to_be_visible()
        expect(page.locator("[data-answer]")).to_be_visible()
        ana.click(page.get_by_role("button", name="Next", exact=True))
    expect(page.locator("[data-found]")).to_be_visible()


def test_a_double_click_answers_one_question(visit: Visit, reviewed: tuple[str, str, dict[str, Any]]) -> None:
    """ "Show the answer" comes up where "Next" was: the second click does not hit it, and selects no text."""
    game, key, _ = reviewed
    ana = visit()
    ana.hold_key(key)
    page = ana.goto(f"/games/{game}?review")
    page.get_by_role("tab", name="Learn").dblclick()
    page.get_by_role("button", name="Begin", exact=True).dblclick()
    page.get_by_role("button", name="Show the answer").dblclick()
    expect(page.locator("[data-answer]")).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).dblclick()
    page.locator('[data-question="1"] [data-choice]').first.wait_for()
    expect(page.locator("[data-answer]")).to_have_count(0)
    page.locator("[data-choice]").last.dblclick()
    page.locator("[data-mark]").wait_for()
    assert page.evaluate("String(getSelection())") == ""


def test_a_route_on_the_map_is_an_answer(visit: Visit, reviewed: tuple[str, str, dict[str, Any]]) -> None:
    game, key, review = reviewed
    questions = [costliest(one) for one in review["decisions"] if is_error(one, 0)]
    ana = visit()
    ana.hold_key(key)
    page = ana.goto(f"/games/{game}?review")
    page.get_by_role("tab", name="Learn").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    for number in range(len(questions)):
        page.locator(f'[data-question="{number}"]').wait_for()
        page.locator("[data-choice]").first.wait_for()
        if page.locator("[data-claimable]").count():
            board = page.get_by_role("application")
            board.focus()
            board.press("n")
            board.press("Enter")
            page.locator("[data-mark]").wait_for()
            return
        page.get_by_role("button", name="Show the answer").click()
        page.get_by_role("button", name="Next", exact=True).click()
    pytest.fail("no question in which a route could be claimed")


def test_the_end_has_what_a_review_says_and_leads_to_it(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]]
) -> None:
    game, key, review = reviewed
    ana = visit()
    ana.hold_key(key)
    page = ana.goto(f"/tables/{game}")
    ana.table.headline.wait_for()
    accuracy = floor(review["seats"][0]["accuracy"] + 0.5)  # as the page rounds halves
    expect(page.locator('[data-reviewed="0"]')).to_contain_text(f"{accuracy} %")
    expect(page.get_by_role("heading", name="Chances to win")).to_be_visible()
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator("[data-graph]").wait_for()
    ana.goto(f"/games/{game}")
    expect(page.locator('[data-accuracy="0"]')).to_have_text(str(accuracy))
    page.set_viewport_size({"width": 1440, "height": 900})
    result = page.get_by_role("region", name="Result")
    assert result.evaluate("box => box.scrollWidth <= box.clientWidth"), "the totals are cut off"
    ana.goto("/")
    page.get_by_role("region", name="Games that are over").get_by_role("link", name="Review").click()
    page.locator("[data-graph]").wait_for()


def test_a_review_is_shared_as_a_picture_and_by_a_link_to_a_move(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]]
) -> None:
    game, _, _ = reviewed
    page = visit().goto(f"/games/{game}?review&ply=30")
    page.locator("[data-graph]").wait_for()
    page.get_by_role("button", name="Share").click()
    page.locator("[data-picture]").wait_for()
    assert "accuracy" in (page.locator("[data-picture]").get_attribute("alt") or "")
    assert page.evaluate(GRAPH_COLOURS) > 2, "the graph is in the picture"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename == f"branchline-review-{game}.png"
    link = page.locator(".share .field").input_value()
    friend = visit(PHONE).page
    friend.goto(link)
    friend.locator("[data-graph]").wait_for()
    at_ply(friend, 30)


def test_a_review_that_cannot_be_made_says_why(visit: Visit, finished_game: FinishedGame) -> None:
    game, _ = finished_game("usa")
    guest = visit()
    guest.tolerate("503")
    guest.page.route(
        "**/review",
        lambda route: (
            route.fulfill(status=503, json={"code": "reviews_full", "data": {}})
            if route.request.method == "POST"
            else route.continue_()
        ),
    )
    page = guest.goto(f"/games/{game}?review")
    expect(page.get_by_text("Many reviews are under way")).to_be_visible()
    guest.page.unroute("**/review")
    page.get_by_role("button", name="Try again").click()
    page.locator("[data-graph]").wait_for()


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param(DESK, "light", id="desk"),
        pytest.param(DESK, "dark", id="desk-dark", marks=pytest.mark.slow),
        pytest.param(PHONE, "light", id="phone", marks=pytest.mark.slow),
        pytest.param(PHONE, "dark", id="phone-dark"),
        pytest.param(LYING, "light", id="lying", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_serious_in_a_review_and_nothing_is_wider_than_the_screen(
    visit: Visit, reviewed: tuple[str, str, dict[str, Any]], size: dict[str, Any], theme: str
) -> None:
    game, key, review = reviewed
    ana = visit(size, color_scheme=theme)
    ana.hold_key(key)
    ply = next(costliest(one)["ply"] for one in review["decisions"] if is_error(one, 0))
    page = ana.goto(f"/games/{game}?review&ply={ply}")
    page.locator("[data-graph]").wait_for()
    page.locator(".move summary").click()
    found = faults(page, "moves")
    ana.click(page.get_by_role("tab", name="Players"))
    found += faults(page, "players")
    ana.click(page.get_by_role("tab", name="Learn"))
    ana.click(page.get_by_role("button", name="Begin", exact=True))
    page.locator("[data-choice]").first.wait_for()
    found += faults(page, "learn")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]


def test_the_page_in_a_file_fits_a_phone_and_its_moments_lead_to_the_map(
    browser: Browser, tmp_path: Path
) -> None:
    """What `branchline review --html` writes needs no server."""
    game = played("europe", ("novice", "hard", "hard"))
    page_file = tmp_path / "review.html"
    names = ["Annabella-Margarethe", "Bo", "Cy"]
    found = review(game, "quick")
    page_file.write_text(to_html(found, game, names), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 844})
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(page_file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    button = page.locator(".bl-moments button").nth(3)
    ply = int(button.inner_text())
    button.click()
    expect(page.locator("output")).to_contain_text(f"Move {ply}: Annabella-Margarethe")
    expect(page.get_by_role("slider")).to_be_in_viewport()
    done = [move.split()[1] for move in found.moves[:ply] if move.startswith("claim")]
    built = len(set(done) & set(game.view(None).routes))
    routes = game.view(None).routes
    assert page.locator(".cars [data-route]:visible").count() == built < len(routes)
    free = [route for route in routes if route not in done]
    assert page.locator(f'.routes [data-route="{free[0]}"]').is_visible()
    page.close()
    assert complaints == []
