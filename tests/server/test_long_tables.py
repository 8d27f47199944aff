"""However long a table's log is, a hello brings a bounded page, older pages can be asked for, and logs stay bounded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from branchline.server.settings import Settings, TableLimits
from branchline.server.storage.migrate import migrate
from branchline.server.storage.store import Store
from branchline.server.wire.present import PAGE_BYTES, PAGE_EVENTS

from .long_tables import AT, LongTable
from .players import Player, keep, play_on
from .running import Clock, Server, running

#: One update is at most this long: the final scoring, or chat in the longest characters.
ONE_UPDATE = 6_000


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, LongTable]]:
    """A database with long tables: in play, over, and with words that only spectators hear."""
    folder = tmp_path_factory.mktemp("long")
    store = Store(Settings(data=str(folder)).url)
    migrate(store.engine)
    playing, over, hidden = LongTable(store), LongTable(store), LongTable(store)
    playing.play(60)
    playing.talk(10_000)
    over.play()
    over.talk(2_000, "good game " * 25)
    hidden.play(10)
    hidden.talk(5, "first")
    hidden.talk(1_000, seat=None)
    for table in (playing, over, hidden):
        table.flush()
    store.close()
    return folder, {"playing": playing, "over": over, "hidden": hidden}


@pytest.fixture(scope="module")
def server(tables: tuple[Path, dict[str, LongTable]]) -> Iterator[Server]:
    with running(tables[0], now=Clock(AT), bot_delay=1e6) as here:
        yield here


def greeted(server: Server, table: LongTable, last: int | None = None) -> Player:
    player = server.player(table.id, table.keys[0], 0)
    player.hello(last)
    return player


def size_without_view(player: Player) -> int:
    """The length of a welcome without the view, which the game bounds."""
    import json

    return len(json.dumps({**player.welcome, "view": None}))


@pytest.mark.parametrize("name", ["playing", "over", "hidden"])
def test_a_hello_brings_a_page_and_not_the_whole_log(
    server: Server, tables: tuple[Path, dict[str, LongTable]], name: str
) -> None:
    table = tables[1][name]
    player = greeted(server, table)
    welcome = player.welcome
    assert welcome["number"] == table.number
    assert len(welcome["missed"]) <= PAGE_EVENTS + 1
    assert size_without_view(player) <= PAGE_BYTES + 2 * ONE_UPDATE + 2_000
    assert welcome["earlier"] is not None
    assert welcome["since"] == AT
    numbers = [update["number"] for update in welcome["missed"] if update["number"] >= welcome["earlier"]]
    if name != "hidden":
        assert numbers == list(range(welcome["earlier"], table.number + 1))


def test_who_comes_when_a_game_is_long_over_is_told_how_it_ended(
    server: Server, tables: tuple[Path, dict[str, LongTable]]
) -> None:
    welcome = greeted(server, tables[1]["over"]).welcome
    kinds = [notice["type"] for update in welcome["missed"] for notice in update["news"]]
    assert kinds.count("over") == 1
    assert kinds.index("over") < kinds.index("said")
    last = welcome["number"] - 5
    assert [
        update["number"] for update in greeted(server, tables[1]["over"], last).welcome["missed"]
    ] == list(range(last + 1, last + 6))


@pytest.mark.parametrize("name", ["over", "hidden"])
def test_page_by_page_the_whole_log_can_be_read(
    server: Server, tables: tuple[Path, dict[str, LongTable]], name: str
) -> None:
    table = tables[1][name]
    player = greeted(server, table)
    pages: list[dict[str, Any]] = []
    earlier = player.welcome["earlier"]
    while earlier is not None:
        answer = player.ask(type="history", before=earlier)
        assert len(player.raw[-1]) <= PAGE_BYTES + 2 * ONE_UPDATE
        assert all(update["number"] < earlier and update["view"] is None for update in answer["updates"])
        pages.insert(0, answer)
        earlier = answer["earlier"]
    updates = [update for page in pages for update in page["updates"]]
    numbers = [update["number"] for update in updates]
    assert numbers == sorted(set(numbers))
    said = [notice for update in updates for notice in update["news"] if notice["type"] == "said"]
    assert {notice["seat"] for notice in said} == {0}  # and nothing of what spectators say among themselves
    assert [notice["text"] for notice in said][:2] in (
        ["first 0", "first 1"],
        ["good game " * 25 + " 0", "good game " * 25 + " 1"],
    )
    assert any(notice["type"] == "started" for update in updates for notice in update["news"])


@pytest.mark.parametrize("before", [0, 1, 2, 1_000_000_000])
def test_pages_before_the_first_and_after_the_last_entry_are_no_error(
    server: Server, tables: tuple[Path, dict[str, LongTable]], before: int
) -> None:
    answer = greeted(server, tables[1]["hidden"], 10**6).ask(type="history", before=before)
    assert answer["type"] == "page"
    assert (answer["earlier"] is None) == (before <= 2)


def test_a_hello_with_a_last_number_brings_what_came_since_and_says_if_that_is_not_all(
    server: Server, tables: tuple[Path, dict[str, LongTable]]
) -> None:
    table = tables[1]["playing"]
    close = greeted(server, table, table.number - 10).welcome
    assert [update["number"] for update in close["missed"]] == list(range(table.number - 9, table.number + 1))
    assert close["earlier"] is None
    far = greeted(server, table, 100).welcome
    assert far["earlier"] == table.number + 1 - PAGE_EVENTS
    assert greeted(server, table, table.number).welcome["missed"] == []


def test_a_table_stores_only_so_much_chat(tmp_path: Path) -> None:
    clock = Clock()
    limits = TableLimits(chat=5, chat_after=3, chat_for=3_600.0)
    with running(tmp_path, now=clock, tables=limits) as server:
        opening = server.open(seats=2)
        game = opening["table"]["id"]
        players = server.sit(opening)
        watcher = server.player(game, opening["watch"]["key"])
        watcher.hello()
        for one in players:
            one.wait(lambda p: p.view is not None)
        keep(players)
        assert talk(players[0], 7) == ["ack"] * 5 + ["chat_full"] * 2
        assert players[0].ask(type="react", reaction="wow")["code"] == "chat_full"
        assert talk(players[1], 6) == ["ack"] * 5 + ["chat_full"]  # nobody takes the words of another
        assert talk(watcher, 6) == ["ack"] * 5 + ["chat_full"]
        play_on(players)
        assert talk(players[0], 4) == ["ack"] * 3 + ["chat_full"]  # a little can be said after the end
        refused = players[0].ask(type="chat", text="more")
        assert refused["data"] == {"limit": 3}
        clock.now += 3_601
        assert talk(players[1], 1) == ["chat_full"]


def talk(player: Player, lines: int) -> list[str]:
    """The answers to so many lines of chat."""
    answers = [player.ask(type="chat", text=f"line {n}") for n in range(lines)]
    return [answer.get("code", "ack") for answer in answers]


def test_a_seat_can_be_left_and_taken_only_so_often(tmp_path: Path) -> None:
    with running(tmp_path, tables=TableLimits(changes=3)) as server:
        opening = server.open(seats=2, public=True)
        game = opening["table"]["id"]
        codes = []
        for _ in range(5):
            key = server.post(f"/api/tables/{game}/join", {"name": "x", "seat": 0}).json().get("key")
            codes.append(server.post(f"/api/tables/{game}/leave", {}, key).json().get("code"))
        assert codes[:4] == [None, None, None, "too_often"]
        link = f"/api/tables/{game}/seats/0/link"
        assert server.post(link, {}, opening["key"]).json() == {"code": "too_often", "data": {"limit": 3}}
        assert server.post(f"/api/tables/{game}/join", {"name": "y", "seat": 1}).status_code == 200


def test_a_player_comes_and_goes_only_so_often_during_a_game(tmp_path: Path) -> None:
    with running(tmp_path, tables=TableLimits(changes=3), bot_delay=1e6) as server:
        game, players = server.play()
        keep(players)
        answers = []
        for _ in range(4):
            answers.append(server.post(f"/api/tables/{game}/leave", {}, players[0].key).json().get("code"))
            answers.append(players[0].ask(type="back").get("code"))
        assert answers[:6] == [None] * 6
        assert answers[6] == "too_often"


def test_a_game_without_end_is_closed(tmp_path: Path) -> None:
    with running(tmp_path, tables=TableLimits(moves=30)) as server:
        _, players = server.play()
        keep(players)
        for _ in range(28):
            play_on(players, 1)
        assert players[0].hear("closed")
        assert players[0].table["stage"] == "closed"
        assert players[0].ask(type="move", move="draw blind")["code"] == "table_closed"
