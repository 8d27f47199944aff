"""The end of a game: the points are counted step by step on the map."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.running import Server

from .conftest import FinishedGame, Visit
from .visitor import Visitor

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


def at_the_end(visit: Visit, game: str, key: str) -> Visitor:
    """Somebody who played a game and finds it over."""
    ana = visit()
    ana.hold_key(key)
    ana.goto(f"/tables/{game}")
    ana.table.final.wait_for()
    return ana


@pytest.mark.parametrize(("board", "special"), SPECIAL, ids=BOARDS)
def test_the_end_is_counted_on_the_map(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str, special: str
) -> None:
    game, key = finished_game(board)
    ana = at_the_end(visit, game, key)
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
    ana = at_the_end(visit, *finished_game(board))
    ana.page.locator(".final summary").first.click()
    ana.page.locator("[data-told]").first.focus()
    expect(ana.page.locator(".rings circle, .trail path").first).to_be_attached()


@pytest.mark.parametrize("board", BOARDS)
def test_the_end_has_statistics_and_leads_to_the_replay_and_back(
    visit: Visit, server: Server, finished_game: FinishedGame, board: str
) -> None:
    game, key = finished_game(board)
    ana = at_the_end(visit, game, key)
    ana.page.get_by_text("Statistics").click()
    seats = server.get(f"/api/games/{game}/statistics").json()["seats"]
    cells = ana.page.locator("[data-statistics] tr").filter(has_text="Tickets drawn").locator("td")
    expect(cells).to_have_text([str(seat["tickets_drawn"]) for seat in seats])
    ana.page.get_by_role("button", name="Look back at the game").click()
    ana.page.locator(".now").wait_for()
    ana.page.get_by_role("button", name="To the final scoring").click()
    ana.table.final.wait_for()
