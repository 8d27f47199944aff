"""Several processes on one PostgreSQL: any of them serves any table, and what one has acknowledged no other loses."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from branchline.server.settings import Settings
from branchline.server.storage.schema import games
from branchline.server.storage.store import Store

from .players import keep, play_on
from .processes import Process
from .robots import Robot, seat_robots
from .running import Server, running
from .test_crash import STOPPED, all_over, compare, play_a_little_more, rebuilt
from .test_lobby import ask_for_rematch


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers that know of each other only through the database."""
    folder = tmp_path_factory.mktemp("pair")
    with running(folder, database=database) as one, running(folder, database=database) as two:
        yield one, two


def test_a_game_through_two_servers_is_one_game(pair: tuple[Server, Server]) -> None:
    one, two = pair
    opening = one.open(board="europe", seats=2)
    game = opening["table"]["id"]
    players = []
    for server, invitation in zip(pair, opening["invitations"], strict=True):
        body = {"name": f"player {invitation['seat']}", "invite": invitation["key"]}
        key = server.post(f"/api/tables/{game}/join", body).json()["key"]
        players.append(server.player(game, key, invitation["seat"]))
    for player in players:
        player.hello()
        player.wait(lambda p: p.view is not None)
    keep(players)
    play_on(players)
    assert players[0].hear("over") == players[1].hear("over")
    records = {server.get(f"/api/games/{game}/record", players[0].key).text for server in pair}
    assert len(records) == 1
    assert game not in [table["id"] for table in two.get("/api/tables").json()["tables"]]


def test_a_seat_taken_through_one_server_is_held_at_the_other_at_once(pair: tuple[Server, Server]) -> None:
    one, two = pair
    for public in (False, True):
        for _ in range(5):
            opening = one.open(seats=4, public=public)
            game = opening["table"]["id"]
            assert two.player(game, opening["watch"]["key"]).hello()["you"]["seat"] is None
            for invitation in opening["invitations"]:
                body = {"name": "x", "invite": invitation["key"]}
                key = one.post(f"/api/tables/{game}/join", body).json()["key"]
                assert two.player(game, key).hello()["you"]["seat"] == invitation["seat"]


def test_of_two_who_choose_at_once_through_two_servers_both_are_heard(pair: tuple[Server, Server]) -> None:
    one, two = pair
    for _ in range(5):
        opening = one.open(board="usa", seats=4)
        game = opening["table"]["id"]
        first = one.sit(opening)
        second = [two.player(game, player.key, player.seat) for player in first]
        for player in (*first, *second):
            if player in second:
                player.hello()
            player.wait(lambda p: p.view is not None)
        asked = [first[0], second[1], first[2], second[3]]
        for player in asked:  # all at once: nobody waits for an answer
            player.send(type="move", id="keep", move=player.legal[0])
        for player in asked:
            while (answer := player.receive())["type"] == "update":
                pass
            assert answer["type"] == "ack"
        for player in (*first, *second):
            player.wait(lambda p: len(p.to_move) == 1)


def test_a_seat_taken_through_one_server_is_lost_at_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    opening = one.open(seats=2)
    game = opening["table"]["id"]
    players = one.sit(opening)
    link = two.post(f"/api/tables/{game}/seats/0/link", {}, players[0].key).json()
    taken = two.post(f"/api/tables/{game}/join", {"name": "new", "invite": link["key"]})
    assert taken.status_code == 200
    while (message := players[0].receive())["type"] != "error":
        pass
    assert message["code"] == "seat_lost"


def test_a_rematch_asked_for_through_two_servers_at_once_is_one_table(pair: tuple[Server, Server]) -> None:
    one, two = pair
    store = one.services.hub.store
    for seed in range(3):
        game, players = one.play(board="london", seats=4)
        keep(players)
        play_on(players, seed=seed)
        two.get(f"/api/tables/{game}")
        with store.engine.connect() as connection:
            before = connection.execute(sa.select(sa.func.count()).select_from(games)).scalar()
        urls = [server.url for server in (one, two) * 4]
        keys = [str(player.key) for player in players for _ in range(2)]
        answers = ask_for_rematch(urls, game, keys)
        assert len({answer["table"]["id"] for answer in answers}) == 1
        with store.engine.connect() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(games)).scalar() == before + 1


def test_the_address_of_a_database_may_be_written_as_everybody_does() -> None:
    for address in ("postgresql://u:p@h/db", "postgres://u:p@h/db", "postgresql+psycopg://u:p@h/db"):
        settings = Settings(database=address)
        assert settings.postgresql
        assert settings.url == "postgresql+psycopg://u:p@h/db"
    assert not Settings(data="here").postgresql


@pytest.mark.slow
def test_one_of_two_servers_is_killed_and_nothing_is_lost(tmp_path: Path, database: str) -> None:
    one, two = Process(tmp_path, database), Process(tmp_path, database)
    one.start()
    two.start()
    robots: list[Robot] = []
    ports = [[one.port, two.port], [two.port, one.port]]
    for board in ("europe", "london"):
        robots += seat_robots(one.url, ports, one.open(board, 2))
    robots += seat_robots(one.url, ports[:1], one.open("usa", 3, bots=2))
    lonely = [str(one.open("london", 2, bots=2)["table"]["id"]) for _ in range(1)]  # type: ignore[index]
    store = Store(Settings(database=database).url)
    try:
        asyncio.run(kill_one(one, two, robots, store, lonely))
        compare(store, robots)
        assert sum(robot.reconnects for robot in robots) >= 2
        assert all(rebuilt(store, game).stage == "over" for game in lonely)
        assert httpx.get(f"{two.url}/healthz").status_code == 200
    finally:
        store.close()
        one.stop()
        assert two.stop() in STOPPED


async def kill_one(
    one: Process, two: Process, robots: Sequence[Robot], store: Store, lonely: Sequence[str]
) -> None:
    """Play through both, kill one, go on with the other; come back, kill the other, and go on."""
    stop = asyncio.Event()
    playing = [asyncio.create_task(robot.play(stop)) for robot in robots]
    for victim in (one, two):
        await play_a_little_more(robots, 10)
        await asyncio.to_thread(victim.kill)
        await play_a_little_more(robots, 10)
        await asyncio.to_thread(victim.start)
    await all_over(store, lonely)
    stop.set()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
