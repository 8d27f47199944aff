"""The first screen: a new game, games to come back to, public tables, links, settings."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import FinishedGame, Visit
from .visitor import PHONE

#: Milliseconds after which the list of tables was surely asked for again.
REFRESHED = 60_000


def test_a_game_that_was_left_can_be_gone_on_with(visit: Visit) -> None:
    ana = visit()
    ana.start.play_bots("london")
    ana.table.keep(1)
    ana.goto("/")
    ana.page.get_by_role("link", name=re.compile("London.*(your turn|to move)")).click()
    game = ana.page.locator(".game")
    game.wait_for()
    ana.page.reload()
    game.wait_for()


def test_language_colours_and_motion_are_the_player_s_choice_and_stay(visit: Visit) -> None:
    page = visit().goto()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Language").select_option("es")
    page.get_by_role("combobox", name="Colores de la página").select_option("dark")
    page.get_by_role("button", name="Listo").click()
    page.reload()
    page.get_by_role("heading", name="Partida nueva").wait_for()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("lang", "es")
    expect(root, "the system's wish for less motion is heeded").to_have_attribute("data-motion", "off")
    page.get_by_role("button", name="Ajustes").click()
    speed = page.get_by_role("combobox", name="Velocidad de las animaciones")
    expect(speed).to_have_value("off")
    speed.select_option("fast")
    expect(root, "unless the player chose otherwise").to_have_attribute("data-motion", "on")
    page.reload()
    page.get_by_role("button", name="Ajustes").click()
    expect(speed).to_have_value("fast")


def test_what_was_chosen_before_there_was_a_speed_and_a_volume_is_carried_over(visit: Visit) -> None:
    ana = visit(reduced_motion="no-preference")
    ana.context.add_init_script("""
    if (!sessionStorage.getItem("old")) localStorage.setItem("branchline.settings", '{"motion":false,"sound":false}');
    sessionStorage.setItem("old", "1");
    """)
    page = ana.goto()
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("combobox", name="Speed of motion")).to_have_value("off")
    sound, volume = page.get_by_role("checkbox", name="Sound"), page.get_by_role("slider", name="Volume")
    expect(sound, "sound was off because nobody had switched it on").to_be_checked()
    expect(volume).to_have_value("0.4")
    volume.fill("0.8")
    sound.uncheck()
    expect(volume).to_be_disabled()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(sound).not_to_be_checked()
    expect(volume).to_have_value("0.8")


def test_a_public_table_is_joined_from_the_list_or_at_its_address_and_watched(visit: Visit) -> None:
    host, passer, guest, watcher = visit(), visit(PHONE), visit(), visit(PHONE)
    watcher.page.clock.install()
    watcher.start.open()
    host.start.open().choose("london", players=3).seat(1, "open").seat(2, "open").invite()
    table = host.table.id
    expect(host.page.get_by_role("button", name="Sit down"), "the host sits already").to_have_count(0)

    passer.start.sit_down(f"{host.address}/tables/{table}", "Clara")
    for one in (passer, host):
        one.page.get_by_role("listitem").filter(has_text="Clara").wait_for()
    expect(passer.page.get_by_role("button", name="Sit down")).to_have_count(0)

    guest.start.open()
    guest_row, watcher_row = (one.page.locator(f'[data-table="{table}"]') for one in (guest, watcher))
    watcher.page.clock.fast_forward(REFRESHED)
    watcher_row.get_by_role("button", name="Take a seat").wait_for()
    guest_row.get_by_role("button", name="Take a seat").click()
    for player in (host, passer, guest):
        player.table.offers.first.wait_for()
    watcher.page.clock.fast_forward(REFRESHED)
    watcher_row.get_by_role("button", name="Watch").tap()
    expect(watcher.table.prompt).to_contain_text("You are watching")

    watcher.goto("/")
    watcher.page.get_by_role("link", name=re.compile("London.*watch on")).wait_for()
    host.goto("/")
    host.page.get_by_role("link", name=re.compile("London.*(your turn|to move)")).click()
    host.page.locator(".game").wait_for()


def test_a_link_is_followed_and_a_foreign_one_is_not(visit: Visit, finished_game: FinishedGame) -> None:
    game, _ = finished_game("london")
    watcher = visit(PHONE)
    watcher.start.open()
    field = watcher.page.get_by_label("Have a link?")
    field.fill("https://example.org/tables/0123")
    watcher.page.get_by_role("button", name="Open").tap()
    watcher.page.get_by_text("not a link to a table").wait_for()
    field.fill(f"{watcher.address}/games/{game}?ply=3")
    watcher.page.get_by_role("button", name="Open").tap()
    watcher.page.locator('.now[data-ply="3"]').wait_for()


def test_a_game_that_is_over_is_listed_with_its_result(visit: Visit, finished_game: FinishedGame) -> None:
    game, key = finished_game("london")
    guest = visit()
    guest.hold_key(key)
    guest.goto(f"/tables/{game}")
    totals = guest.table.totals()
    guest.page.get_by_role("button", name="To the start").click()
    over = guest.page.get_by_role("region", name="Games that are over")
    past = over.get_by_role("link", name="London")
    expect(over.get_by_role("link", name="Review")).to_have_attribute("href", f"/games/{game}?review")
    for total in totals:
        expect(past).to_contain_text(str(total).replace("-", "−"))
    expect(past).to_have_attribute("href", f"/games/{game}?story")
    guest.page.evaluate("""() => {
      const visits = JSON.parse(localStorage.getItem("branchline.visits"));
      localStorage.setItem("branchline.visits", JSON.stringify(visits.map(one => ({ ...one, result: null }))));
    }""")
    guest.page.reload()
    expect(past, "a result that was forgotten is asked for").to_contain_text(str(totals[0]).replace("-", "−"))


def test_a_variant_is_a_choice_of_its_board_with_rules_that_say_what_differs(visit: Visit) -> None:
    ana = visit(PHONE)
    start, page = ana.start.open(), ana.page
    expect(start.boards).to_have_count(3)
    expect(page.locator('[data-board="europe"]')).to_have_attribute("aria-checked", "true")
    variants = page.get_by_role("radiogroup", name="Variant").get_by_role("radio")
    expect(variants).to_have_text(["Basic game", "1912", "Big Cities", "Mega"])
    page.locator('[data-board="london"]').tap()
    expect(variants).to_have_count(0)
    page.locator('[data-board="europe"]').tap()
    page.get_by_role("radio", name="Mega").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    page.get_by_role("link", name="Rules").tap()
    expect(page.locator("[data-variant] li")).to_have_text(
        [
            "101 tickets are in play, 12 of them long.",
            "55 of them are new.",
            "At the start you are dealt 7 tickets, 2 of them long, and keep at least 3.",
        ]
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("How to play Europe Mega")
    start.open()
    page.get_by_role("radio", name="Mega").tap()
    start.play()
    expect(ana.table.offers).to_have_count(7)
    ana.table.keep(3)
    expect(page.locator(".game")).to_be_visible()
