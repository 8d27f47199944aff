"""Reviews: made for anyone who may look back at a game, kept, resumed, and in nobody's way."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from branchline.cli import main
from branchline.review import Review, review
from branchline.server.live import reviews
from branchline.server.settings import Settings
from branchline.server.storage.migrate import migrate
from branchline.server.storage.reviews import ReviewKey, StoredReviews
from branchline.server.storage.store import Store

from . import review_steps
from .players import TIMEOUT, Player, keep, play_on
from .processes import Process
from .running import WIDE, Server, running, until
from .test_own_board import isles, unknown  # noqa: F401
from .test_storage import create


def finished_game(server: Server, board: str = "london") -> str:
    """A game of random players."""
    game, players = server.play(board=board)
    keep(players)
    play_on(players)
    return game


def ask(server: Server, game: str, level: str = "quick", address: str = "127.0.0.1") -> dict[str, Any]:
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(transport=transport, base_url=server.url, timeout=TIMEOUT) as http:
        return dict(http.post(f"/api/games/{game}/review", json={"level": level}).json())


def made(server: Server, game: str, level: str = "quick") -> bool:
    return bool(ask(server, game, level).get("done"))


def review_of(server: Server, game: str, **query: str) -> dict[str, Any]:
    return dict(server.get(f"/api/games/{game}/review", **query).json())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where steps of work and the test see each other."""
    (tmp_path / "steps").mkdir()
    (tmp_path / "steps" / "order").touch()
    monkeypatch.setenv(review_steps.FOLDER, str(tmp_path / "steps"))
    return tmp_path / "steps"


@pytest.fixture(scope="module")
def game(server: Server) -> str:
    return finished_game(server)


# ---- what is made ----


def test_a_game_is_reviewed_for_anyone_who_may_look_back_at_it(server: Server, game: str) -> None:
    assert review_of(server, game) == {"made": [], "review": None}
    state = ask(server, game)
    assert state["level"] == "quick"
    assert 0 <= state["progress"] <= 1
    until(lambda: made(server, game))
    answer = review_of(server, game)
    assert answer["made"] == ["quick"]
    found = msgspec.convert(answer["review"], Review)
    assert found == review(server.get(f"/api/games/{game}/record").text, "quick")
    assert ask(server, game) == {"level": "quick", "progress": 1.0, "done": True, "others": 0}
    assert review_of(server, game, level="deep") == {"made": ["quick"], "review": None}


def test_a_review_is_sent_compressed_to_those_who_can_read_it(server: Server, game: str) -> None:
    until(lambda: made(server, game))
    answers = {
        encoding: server.http.get(f"/api/games/{game}/review", headers={"Accept-Encoding": encoding})
        for encoding in ("gzip", "identity")
    }
    assert answers["gzip"].headers["content-encoding"] == "gzip"
    assert "content-encoding" not in answers["identity"].headers
    assert answers["gzip"].content == answers["identity"].content


def test_a_game_that_goes_on_and_one_that_is_not_there_have_no_review(server: Server) -> None:
    game, players = server.play()
    address = f"/api/games/{game}/review"
    assert server.post(address, {"level": "quick"}).json()["code"] == "no_such_table"
    assert server.post(address, {"level": "quick"}, players[0].key).json()["code"] == "not_over"
    assert server.get(address, players[0].key).json()["code"] == "not_over"
    assert server.post("/api/games/0123456789ab/review").json()["code"] == "no_such_table"
    assert server.post(address, {"level": "endless"}, players[0].key).json()["code"] == "bad_request"


@pytest.mark.usefixtures("unknown")
def test_a_board_without_a_network_says_so(tmp_path: Path, isles: Path) -> None:  # noqa: F811
    server = Process(tmp_path, "", "--board", str(isles))
    server.start()
    try:
        game = server.open("isles", 2, bots=2, public=True)["table"]["id"]  # type: ignore[index]
        address = f"{server.url}/api/games/{game}"
        until(lambda: httpx.get(f"{address}/record", timeout=TIMEOUT).status_code == 200)
        refused = httpx.post(f"{address}/review", json={"level": "quick"}, timeout=TIMEOUT)
        assert refused.json() == {"code": "no_network", "data": {"board": "isles", "seats": 2}}
        assert httpx.get(f"{address}/review", timeout=TIMEOUT).json() == {"made": [], "review": None}
    finally:
        server.stop()


# ---- kept, stopped, resumed ----


def test_it_is_kept_when_the_server_starts_anew(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game = finished_game(server)
        until(lambda: made(server, game))
        before = review_of(server, game)
    with running(tmp_path) as server:
        assert review_of(server, game) == before


def test_it_goes_on_where_it_was_when_the_server_was_killed(tmp_path: Path, folder: Path) -> None:
    """A deep review goes on although nobody asks again; what was done before is not done twice."""
    main_with_steps = (
        "from branchline.server.live import reviews; from tests.server.review_steps import tenth;"
        f"reviews.review_step = tenth; reviews.SAVE_EVERY = 0.0; {Process.main}"
    )
    server = Process(tmp_path)
    server._command[2] = main_with_steps
    server.start()
    try:
        game = server.open("london", 2, bots=2, public=True)["table"]["id"]  # type: ignore[index]
        address = f"{server.url}/api/games/{game}"
        until(lambda: httpx.get(f"{address}/record", timeout=TIMEOUT).status_code == 200)
        httpx.post(f"{address}/review", json={"level": "deep"}, timeout=TIMEOUT)
        until(lambda: f"{game} 5" in (folder / "order").read_text())
        server.kill()
        (folder / "go").touch()
        server.start()
        until(lambda: f"{game} 10" in (folder / "order").read_text())
        until(lambda: httpx.get(f"{address}/review", timeout=TIMEOUT).json()["made"] == ["deep"])
    finally:
        server.stop()
    steps = [int(line.split()[1]) for line in (folder / "order").read_text().splitlines()]
    assert steps == [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10]


def test_it_stops_when_nobody_waits_and_goes_on_when_somebody_does(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_step", review_steps.tenth)
    order = folder / "order"
    with running(tmp_path, review_patience=0.3) as server:
        game = finished_game(server)
        until(lambda: "progress" in ask(server, game, "standard") and f"{game} 5" in order.read_text())
        until(lambda: not server.services.reviews._waiting_for(*server.services.reviews._works.values()))
        (folder / "go").touch()
        until(lambda: not server.services.reviews._works)
        assert review_of(server, game)["made"] == []
        assert ask(server, game, "standard")["progress"] == 0.5
        until(lambda: made(server, game, "standard"))
    steps = [int(line.split()[1]) for line in (folder / "order").read_text().splitlines()]
    assert steps == list(range(1, 11))


def test_a_process_that_dies_is_started_again(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_step", review_steps.dies_once)
    with running(tmp_path) as server:
        game = finished_game(server)
        until(lambda: made(server, game))
        assert (folder / "died").exists()


def test_a_review_that_fails_says_so_and_hinders_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as server:
        first, second = finished_game(server), finished_game(server)
        monkeypatch.setattr(reviews, "review_step", review_steps.broken)
        ask(server, first)
        until(lambda: ask(server, first).get("code") == "review_failed")
        monkeypatch.undo()
        until(lambda: made(server, second))


# ---- in nobody's way ----


def against_bot(server: Server) -> Player:
    """Somebody who plays against a bot and is to move."""
    body = {"board": "london", "name": "Ann", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "medium"}]}
    opening = server.post("/api/tables", body).json()
    ann = server.player(opening["table"]["id"], opening["key"], 0)
    ann.hello()
    ann.wait(lambda p: bool(p.legal))
    return ann


def test_bots_move_while_a_review_is_under_way_however_long_it_takes(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_step", review_steps.held)
    with running(tmp_path) as server:
        game = finished_game(server)
        ask(server, game)
        until((folder / "begun").exists)
        ann = against_bot(server)
        assert play_on([ann], 6) == 6
        ann.wait(lambda p: p.to_move == [0])  # the bot has answered the last of them, too
        assert not any(notice["type"] == "hurried" for notice in ann.notices)
        assert not made(server, game)
        (folder / "go").touch()
        until(lambda: made(server, game))


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="processes have no niceness here")
def test_the_process_that_reviews_yields_to_all_others(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_step", review_steps.held)
    with running(tmp_path) as server:
        ask(server, finished_game(server))
        until((folder / "begun").exists)
        assert os.getpriority(os.PRIO_PROCESS, server.services.reviews._worker.pid) == 19
        (folder / "go").touch()


def test_whoever_wants_many_reviews_does_not_keep_others_waiting(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_step", review_steps.held_tenth)
    with running(tmp_path, review_patience=TIMEOUT) as server:
        games = [finished_game(server) for _ in range(6)]
        ask(server, games[0], "standard", "127.0.0.2")
        until((folder / "begun").exists)  # the process waits, and all others queue up
        for game in games[1:5]:
            ask(server, game, "standard", "127.0.0.2")
        ask(server, games[5], "standard")
        (folder / "go").touch()
        until(lambda: f"{games[5]} 10" in (folder / "order").read_text())
        order = [line.split()[0] for line in (folder / "order").read_text().splitlines()]
        others = len(order) - order.count(games[5])
        assert others <= 12  # about one step of the other address for each of the ten


def test_an_address_may_not_ask_for_too_many(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, review_rate=0.001, review_burst=6)
    with running(tmp_path, limits=limits) as server:
        first, second = finished_game(server), finished_game(server)
        assert "progress" in ask(server, first, "standard")
        until(lambda: made(server, second))
        refused = ask(server, second, "standard")
        assert refused["code"] == "too_fast"
        assert refused["data"]["after"] > 0
        assert ask(server, second)["done"], "what is made costs nothing"
        assert "progress" in ask(server, second, "standard", "127.0.0.2")


def test_a_server_takes_no_more_reviews_than_it_can_bear(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_step", review_steps.held)
    with running(tmp_path, limits=msgspec.structs.replace(WIDE, reviews=1)) as server:
        first, second = finished_game(server), finished_game(server)
        ask(server, first)
        assert ask(server, second)["code"] == "reviews_full"
        assert ask(server, first)["progress"] == 0.0
        (folder / "go").touch()
        until(lambda: made(server, second))


# ---- the database ----


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    at_postgresql = request.param == "postgresql"
    settings = Settings(database=request.getfixturevalue("database")) if at_postgresql else None
    found = Store((settings or Settings(data=str(tmp_path))).url)
    migrate(found.engine)
    yield found
    found.close()


def test_of_several_processes_one_makes_a_review_and_learns_that_others_want_it(store: Store) -> None:
    create(store, "shared")
    here, there = (StoredReviews(store.engine, name, lease=10.0) for name in ("here", "there"))
    key = ReviewKey("shared", "standard", "1 x")
    first = here.claim(key, 100.0)
    assert first is not None
    assert (first.progress, first.state) == (0.0, b"")
    assert there.claim(key, 105.0) is None
    assert here.save(key, 0.5, b"half", 106.0) == 105.0
    late = there.claim(key, 117.0)  # the other has said nothing for longer than its lease
    assert late is not None
    assert (late.progress, late.state) == (0.5, b"half")
    here.save(key, 0.6, b"too late", 118.0)
    there.finish(key, b"{}")
    assert set(here.made("shared", "1 x")) == {"standard"}


def test_a_review_of_another_version_is_made_anew(store: Store) -> None:
    create(store, "old")
    here = StoredReviews(store.engine, "here", lease=10.0)
    here.claim(ReviewKey("old", "quick", "1 x"), 100.0)
    here.finish(ReviewKey("old", "quick", "1 x"), b"{}")
    assert here.made("old", "2 x") == {}
    fresh = here.claim(ReviewKey("old", "quick", "2 x"), 101.0)
    assert fresh is not None
    assert fresh.progress == 0.0
    assert here.made("old", "1 x") == {}


def test_fsck_finds_a_review_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as server:
        game = finished_game(server)
        until(lambda: made(server, game))
    assert main(["fsck", str(tmp_path)]) == 0
    with sqlite3.connect(tmp_path / "branchline.db") as connection:
        connection.execute("UPDATE reviews SET result = x'1f8b00'")
    connection.close()
    assert main(["fsck", str(tmp_path)]) == 1
    assert f"review {game} quick: it can't be read" in "".join(capsys.readouterr())
