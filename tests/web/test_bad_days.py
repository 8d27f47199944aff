"""Bad days: a lost connection, a killed server, a refused move, two tabs, links that are not valid, a slow network."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from branchline import load_board
from tests.server.processes import Process

from .conftest import Visit
from .sockets import Connections, Message, intercept, rewrite
from .table_page import TablePage
from .visitor import PHONE


def playing(visit: Visit) -> tuple[TablePage, Connections]:
    """A game in which the visitor is to move, and the connections that the page makes."""
    ana = visit()
    connections = intercept(ana.page)
    return ana.play_bots("london", 2, tickets=1), connections


def test_a_lost_connection_is_told_and_comes_back_by_itself(visit: Visit) -> None:
    table, connections = playing(visit)
    connections[0].drop(1012)
    table.lost.wait_for()
    expect(table.lost).to_have_count(0)
    assert len(connections) > 1
    table.wait_for_turn()
    table.draw()
    table.second_card.wait_for()


def test_a_move_whose_answer_is_lost_is_sent_again_under_its_id_and_counts_once(visit: Visit) -> None:
    table, connections = playing(visit)
    hand, ply = table.hand_size(), table.ply()
    connections[0].hold()
    table.draw()
    table.sending.wait_for()
    table.visitor.wait_until(lambda: len(connections[0].held or []) > 1, "the server has not answered")
    connections[0].page.close(code=1006)
    table.second_card.wait_for()
    first, again = connections.moves()[-2:]
    assert (first["id"], first["move"]) == (again["id"], again["move"])
    assert table.hand_size() == hand + 1
    assert table.ply() == ply + 1


def test_a_move_made_without_a_network_goes_out_once_when_it_is_back(visit: Visit) -> None:
    table, connections = playing(visit)
    table.visitor.tolerate("ERR_INTERNET_DISCONNECTED")
    table.visitor.context.set_offline(True)
    table.lost.wait_for()
    before = len(connections.moves())
    table.draw()
    table.sending.wait_for()
    assert len(connections.moves()) == before
    table.visitor.context.set_offline(False)
    table.second_card.wait_for()
    expect(table.lost).to_have_count(0)
    assert len(connections.moves()) == before + 1


def test_a_game_goes_on_where_it_was_after_the_server_was_killed_and_started_again(
    visit: Visit, tmp_path: Path
) -> None:
    server = Process(tmp_path)
    server.start()
    try:
        ana = visit(at=server.url)
        ana.tolerate("WebSocket connection|ERR_CONNECTION_RESET|ERR_CONNECTION_REFUSED")
        table = ana.play_bots("london", 2, tickets=1)
        hand, ply = table.hand_size(), table.ply()
        server.kill()
        table.lost.wait_for()
        table.draw()
        server.start()
        expect(table.lost).to_have_count(0)
        table.second_card.wait_for()
        assert table.hand_size() == hand + 1
        assert table.ply() == ply + 1
        table.draw()
        table.wait_past(ply + 1)
    finally:
        server.kill()


def test_a_refused_move_is_told_in_words_and_another_can_be_made(visit: Visit) -> None:
    ana = visit()
    longest = max(load_board("london").routes, key=lambda route: route.length)
    forged: list[str] = []

    def forge(message: Message) -> None:
        if message["type"] == "move" and forged:
            message["move"] = forged.pop()

    rewrite(ana.page, sent=forge)
    table = ana.play_bots("london", 2, tickets=1)
    hand = table.hand_size()
    forged.append(f"claim {longest.id} with {longest.length} wild")
    table.draw()
    expect(ana.page.locator(".toast.refused").first).to_have_text(re.compile(r"^\s*[A-Z][^_{}]*\.\s*$"))
    assert table.hand_size() == hand
    table.wait_for_turn()
    table.draw()
    table.second_card.wait_for()


def test_two_tabs_of_a_seat_show_the_same_and_a_move_in_one_is_the_move_of_both(visit: Visit) -> None:
    ana = visit()
    table, page, other = ana.play_bots("london", 2, tickets=1), ana.page, ana.new_tab()
    other.goto(page.url)
    other.locator(".game.mine").wait_for()
    table.draw()
    for tab in (page, other):
        tab.locator(".prompt").filter(has_text="One more card").wait_for()
    before = table.hand_size()
    assert table.hand_size(other) == before
    ply, pile = table.ply(), '.market [data-card="blind"]'
    for tab in (page, other):
        tab.evaluate("pile => { setTimeout(() => document.querySelector(pile).click(), 50) }", pile)
    table.wait_past(ply)
    ana.wait_until(
        lambda: at_one(page, other) and table.hand_size() == table.hand_size(other), "the tabs went apart"
    )
    assert table.hand_size() - before <= 2, "one turn gave three cards"
    page.close()
    other.locator(pile).click()


def at_one(*tabs: Page) -> bool:
    """Whether all tabs show the same number of moves, and that it is the player's turn."""
    shown = (
        "[document.querySelector('[data-ply]').dataset.ply, document.querySelector('.game.mine') !== null]"
    )
    plies = [tab.evaluate(shown) for tab in tabs]
    return all(mine and ply == plies[0][0] for ply, mine in plies)


def test_a_link_survives_reloading_and_leads_back_to_the_seat(visit: Visit) -> None:
    host, guest = visit(), visit(PHONE)
    link = host.start.invite_for_two()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down").wait_for()
    guest.page.reload()
    guest.page.get_by_role("textbox", name="Your name").fill("Bruno")
    guest.page.get_by_role("button", name="Sit down").click()
    guest.table.offers.first.wait_for()
    again = guest.new_tab()
    again.goto(link)
    again.locator("[data-offer]").first.wait_for()


def test_a_link_that_was_used_is_told_in_words_and_so_is_a_wrong_one(visit: Visit) -> None:
    host, guest, late = visit(), visit(), visit()
    late.tolerate("status of 40[0-9]")
    link = host.start.invite_for_two()
    guest.start.sit_down(link, "Bruno")
    guest.table.offers.first.wait_for()
    late.page.goto(link)
    late.page.get_by_text("All seats are taken, and the game has begun.").wait_for()
    expect(late.page.get_by_role("button", name="Sit down")).to_have_count(0)
    for wrong in ("join", "watch"):
        late.page.goto(f"{link.split('#')[0]}#{wrong}={'x' * 43}")
        late.page.reload()
        late.page.get_by_text(
            "There is no such table, or this link to it is not valid any more. Ask whoever sent it for a new one."
        ).wait_for()


def test_a_table_that_is_not_there_is_told_in_words(visit: Visit) -> None:
    for path in ("/tables/0123456789abcdef", "/games/0123456789abcdef"):
        ana = visit()
        ana.tolerate("status of 404|WebSocket connection")
        ana.goto(path)
        ana.page.get_by_text("There is no such table").wait_for()
        ana.page.get_by_role("button", name="To the start").click()
        ana.start.boards.first.wait_for()


def test_on_a_slow_network_something_is_shown_before_the_script_has_come(visit: Visit) -> None:
    ana = visit()
    network = ana.devtools()
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 20_000},
    )
    waiting: list[Route] = []
    held = True

    def hold(route: Route) -> None:
        if held:
            waiting.append(route)
        else:
            route.continue_()

    ana.page.route(re.compile(r"assets/.*\.js$"), hold)
    ana.page.goto(ana.address, wait_until="commit")
    ana.page.get_by_role("heading", name="Branchline").wait_for()
    ana.wait_until(lambda: bool(waiting), "the script was not asked for")
    expect(ana.start.boards).to_have_count(0)
    held = False
    for route in waiting:
        route.continue_()
    ana.start.boards.first.wait_for()
    expect(ana.page.get_by_role("heading", name="Branchline", exact=True)).to_have_count(1)


def test_a_move_that_waits_for_its_answer_is_sent_once(visit: Visit) -> None:
    table, connections = playing(visit)
    before = len(connections.moves())
    connections[-1].hold()
    table.pile.click()
    table.sending.wait_for()
    expect(table.page.locator(".game.mine")).to_have_count(0)
    for _ in range(3):
        table.pile.dispatch_event("click")
    table.page.keyboard.press("/")
    table.page.keyboard.type("draw blind")
    table.page.keyboard.press("Enter")
    assert len(connections.moves()) == before + 1
    connections[-1].release()
    table.second_card.wait_for()
    assert len(connections.moves()) == before + 1
