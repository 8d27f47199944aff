"""Puzzles in the page: the one of the day, a right and a wrong move, streaks, filters, and without storage."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from branchline.puzzles import Puzzle, load

from .axe import faults
from .conftest import Visit
from .visitor import DESK, PHONE, Visitor


def drawing(board: str) -> Puzzle:
    """A puzzle whose answer is a face-up card, and another card of the row is wrong."""
    return next(
        one
        for one in load(board)
        if one.view.phase == "turn"
        and one.answers[0].startswith("draw ")
        and any(f"draw {card}" not in one.answers for card in one.view.row)
    )


def claiming(board: str) -> Puzzle:
    """A puzzle whose answer is a claim."""
    return next(one for one in load(board) if one.answers[0].startswith("claim "))


def paid_otherwise(board: str) -> tuple[Puzzle, str]:
    """A puzzle, and a wrong claim that is listed only with another payment."""
    for one in load(board):
        listed = {candidate.move for candidate in one.candidates}
        routes = {move.split(" with ")[0] for move in listed if move.startswith("claim ")}
        for move in map(str, one.view.legal):
            route = move.split(" with ")[0]
            if move not in listed and route in routes and not any(route in best for best in one.answers):
                return one, move
    raise AssertionError("there is no such puzzle")


def play(ana: Visitor, move: str) -> None:
    """Make a move as at a table."""
    verb, what, *_ = move.split()
    if verb == "draw":
        ana.click(ana.page.locator(f'.market [data-card="{what}"]').first)
    else:
        ana.table.claim(what)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_wrong_move_is_told_what_it_loses_and_the_answer_is_on_the_map(
    visit: Visit, size: dict[str, Any]
) -> None:
    ana = visit(size)
    puzzle = claiming("london")
    ana.goto(f"/puzzles/{puzzle.id}")
    ana.page.locator(".game.mine").wait_for()
    expect(ana.page.locator("[data-answer]"), "the answer shows before the move").to_have_count(0)
    assert faults(ana.page, "puzzle") == []
    ana.click(ana.page.locator('.market [data-card="blind"]'))
    told = ana.page.locator("#puzzle-verdict")
    expect(told).to_have_attribute("data-mark", "wrong")
    expect(told).to_contain_text("points of win chance")
    expect(ana.page.locator(".verdict tr.mine")).to_contain_text("yours")
    expect(told).to_be_focused()
    expect(ana.page.locator("[data-answer]")).to_have_attribute("data-answer", puzzle.answers[0])
    expect(ana.page.locator("path[data-better]"), "the answer is not on the map").to_have_count(1)
    assert faults(ana.page, "answer") == []

    ana.goto("/puzzles")
    expect(ana.page.locator("[data-run]")).to_have_attribute("data-run", "0")


def test_in_the_list_of_moves_one_s_own_is_the_one_that_was_made(visit: Visit) -> None:
    ana = visit()
    puzzle, move = paid_otherwise("london")
    ana.goto(f"/puzzles/{puzzle.id}")
    ana.page.locator(".game.mine").wait_for()
    ana.table.type_move(move)
    cards = move.split(" with ")[1]
    expect(ana.page.locator("[data-yours]")).to_contain_text(cards)
    expect(ana.page.locator(".verdict tr.mine")).to_contain_text(cards)


def test_the_right_claim_is_praised_and_explained(visit: Visit) -> None:
    ana = visit()
    puzzle = claiming("usa")
    ana.goto(f"/puzzles/{puzzle.id}")
    ana.page.locator(".game.mine").wait_for()
    ana.page.keyboard.press("/")
    ana.page.keyboard.type(puzzle.answers[0])
    ana.page.get_by_role("option", selected=True).filter(has_text=puzzle.answers[0]).wait_for()
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("#puzzle-verdict")).to_have_attribute("data-mark", "right")
    expect(ana.page.locator(".verdict li").first).to_be_visible()
    ana.goto("/puzzles")
    expect(ana.page.locator("[data-run]")).to_have_attribute("data-run", "1")
    expect(ana.page.locator("[data-run]")).to_have_attribute("data-solved", "1")


def test_the_puzzle_of_the_day_is_found_from_the_start_and_counts_days(visit: Visit) -> None:
    ana = visit()
    ana.goto("/")
    ana.click(ana.page.get_by_role("link", name="Puzzles"))
    expect(ana.page.locator("[data-daily]")).to_have_attribute("data-daily", "new")
    assert faults(ana.page, "puzzles") == []
    ana.click(ana.page.get_by_role("button", name="Solve today’s puzzle"))
    shown = ana.page.locator("[data-puzzle]")
    shown.wait_for()
    puzzle = next(
        one
        for board in ("europe", "london", "usa")
        for one in load(board)
        if one.id == shown.get_attribute("data-puzzle")
    )
    ana.page.keyboard.press("/")
    ana.page.keyboard.type(puzzle.answers[0])
    ana.page.get_by_role("option", selected=True).filter(has_text=puzzle.answers[0]).wait_for()
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("#puzzle-verdict")).to_have_attribute("data-mark", "right")
    ana.goto("/puzzles")
    expect(ana.page.locator("[data-daily]")).to_have_attribute("data-daily", "right")
    expect(ana.page.locator("[data-daily]")).to_contain_text("1 day in a row")


def test_puzzles_are_chosen_by_board_theme_and_difficulty(visit: Visit) -> None:
    ana = visit()
    ana.goto("/puzzles")
    ana.page.locator('select[name="board"]').select_option("london")
    ana.page.locator('select[name="theme"]').select_option("keep")
    wanted = [one for one in load("london") if one.theme == "keep"]
    expect(ana.page.locator("[data-matching]")).to_have_attribute("data-matching", str(len(wanted)))
    ana.click(ana.page.locator("[data-start]"))
    shown = ana.page.locator("[data-puzzle]")
    shown.wait_for()
    assert shown.get_attribute("data-puzzle") in {one.id for one in wanted}


def test_puzzles_work_without_storage(visit: Visit) -> None:
    ana = visit()
    ana.context.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, { get() { throw new Error('no storage') } })"
    )
    puzzle = drawing("london")
    ana.goto(f"/puzzles/{puzzle.id}")
    play(ana, puzzle.answers[0])
    expect(ana.page.locator("#puzzle-verdict")).to_have_attribute("data-mark", "right")
    ana.click(ana.page.locator("[data-next]"))
    ana.page.locator(f'[data-puzzle]:not([data-puzzle="{puzzle.id}"])').wait_for()
