"""Bots share the server fairly: whoever asks for much waits for it himself, and nobody gets a random move."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from branchline.bots.registry import VERSION
from branchline.server.live import sweep
from branchline.server.live.fair_queue import (
    AIM,
    LEAST,
    QUIET_PER_ADDRESS,
    QUIET_TABLES,
    FairQueue,
    Group,
    Job,
)
from branchline.server.live.thinking import Decision

from .players import Player, play_on
from .running import Clock, Server, running, until

ATTACKER = "127.0.0.2"
MASTER, MEDIUM = 1.0, 0.01


def job(table: str, *watchers: str, cost: float = MASTER, opener: str = "") -> Job:
    return Job(table, lambda: frozenset(watchers), opener, cost)


def serve(queue: FairQueue, clock: Clock, used: Callable[[Job, float], float] = lambda _, s: s) -> Job | None:
    """One worker takes the next job and is done with it, which takes its time."""
    popped = queue.pop()
    if popped is None:
        return None
    taken, seconds = popped
    clock.now += used(taken, seconds)
    queue.settle(taken, seconds, used(taken, seconds))
    return taken


# ---- the queue ----


def test_a_bystander_is_next_however_much_another_address_waits_for() -> None:
    clock = Clock(0.0)
    queue = FairQueue(1, 0.1, clock)
    for n in range(250):
        queue.push(job(f"attack {n}", ATTACKER))
    for round_ in range(20):
        assert serve(queue, clock) is not None
        queue.push(job("bystander", "127.0.0.1", cost=MEDIUM))
        served = serve(queue, clock)
        assert served is not None
        assert served.table == "bystander", round_


def test_two_addresses_with_endless_wishes_get_the_same_time() -> None:
    clock, used = Clock(0.0), {"a": 0.0, "b": 0.0}
    queue = FairQueue(1, 0.1, clock)
    for n in range(40):
        queue.push(job(f"a{n}", "a"))
    queue.push(job("b", "b", cost=0.25))
    for _ in range(400):
        before = clock.now
        served = serve(queue, clock)
        assert served is not None
        used[served.table[0]] += clock.now - before
        queue.push(job(served.table, served.table[0], cost=served.cost))
    assert 0.8 < used["a"] / used["b"] < 1.25


def test_what_was_used_while_nobody_waited_is_no_debt_and_a_pause_is_no_credit() -> None:
    clock = Clock(0.0)
    queue = FairQueue(1, 0.1, clock)
    for _ in range(100):
        queue.push(job("mine", "me"))
        assert serve(queue, clock) is not None
    for n in range(50):
        queue.push(job(f"late {n}", ATTACKER))
    queue.push(job("mine", "me"))
    order = []
    while "mine" not in order:
        served = serve(queue, clock)
        assert served is not None
        order.append(served.table)
    assert len(order) <= 2 + MASTER / LEAST  # others have as much as my last job had, and then it is my turn


def test_the_tables_of_an_address_take_turns() -> None:
    clock = Clock(0.0)
    queue = FairQueue(1, 0.1, clock)
    for table in "xyz":
        for _ in range(5):
            queue.push(job(table, "a"))
    order = [one.table for _ in range(15) if (one := serve(queue, clock)) is not None]
    assert [sorted(order[n : n + 3]) for n in range(0, 15, 3)] == [list("xyz")] * 5


def test_a_table_is_served_when_any_of_its_watchers_is_next_and_they_share_the_cost() -> None:
    clock = Clock(0.0)
    queue = FairQueue(1, 0.1, clock)
    for n in range(10):
        queue.push(job(f"attack {n}", ATTACKER))
    assert serve(queue, clock) is not None
    queue.push(job("friends", ATTACKER, "a", "b"))
    friends = serve(queue, clock)
    assert friends is not None
    assert friends.table == "friends"
    turns = queue._turns[True]
    assert turns.start("a") == turns.start("b") == pytest.approx(friends.cost / 3)


def test_who_looks_again_and_again_does_not_put_a_table_off() -> None:
    clock = Clock(0.0)
    queue = FairQueue(1, 0.1, clock)
    for table in "xyz":
        queue.push(job(table, "a"))
    for _ in range(5):
        queue.refile("x")
        queue.push(job("x", "a"))
    assert [one.table for _ in range(4) if (one := serve(queue, clock)) is not None] == list("xyzx")


def test_who_has_left_does_not_count_and_who_comes_is_served() -> None:
    clock, here = Clock(0.0), {"a"}
    queue = FairQueue(1, 0.0, clock)
    queue.push(Job("table", lambda: frozenset(here), "", MASTER))
    here.clear()
    assert queue.pop() is None
    here.add("b")
    queue.refile("table")
    assert serve(queue, clock) is not None
    assert len(queue) == 0


def test_tables_that_nobody_watches_wait_for_all_others_and_get_a_small_share() -> None:
    clock, quiet, begun = Clock(0.0), 0.0, 0
    queue = FairQueue(2, 0.1, clock)
    for n in range(50):
        queue.push(job(f"quiet {n}", opener=ATTACKER))
    queue.push(job("watched", "a"))
    first = serve(queue, clock)
    assert first is not None
    assert first.table == "watched"
    while clock.now < 1_000:
        if (served := serve(queue, clock)) is None:
            after = queue.quiet_after()
            assert after is not None
            clock.now += after
        else:
            begun += 1
            quiet += MASTER
            queue.push(job(served.table, opener=ATTACKER))
    assert 0.09 < quiet / (2 * clock.now) < 0.11
    assert begun > 100


def test_nobody_thinks_at_a_table_that_nobody_watches_if_the_share_is_none() -> None:
    queue = FairQueue(1, 0.0, Clock(0.0))
    queue.push(job("quiet"))
    assert queue.pop() is None
    assert queue.quiet_after() is None


def test_only_so_many_tables_that_nobody_watches_wait() -> None:
    queue = FairQueue(1, 0.1, Clock(0.0))
    jobs = [job(f"quiet {n}", opener=f"address {n % 10}") for n in range(QUIET_TABLES)]
    for n, one in enumerate(jobs):
        assert not queue.crowded("me"), n
        queue.push(one)
        queue.push(job("watched", "a"))
    assert queue.crowded("me")
    queue.discard(jobs[0])
    assert not queue.crowded("me")
    assert len(queue) == 2 * QUIET_TABLES - 1


def test_one_address_leaves_room_for_the_quiet_tables_of_others() -> None:
    queue = FairQueue(1, 0.1, Clock(0.0))
    for n in range(QUIET_PER_ADDRESS):
        assert not queue.crowded(ATTACKER)
        queue.push(job(f"quiet {n}", opener=ATTACKER))
    assert queue.crowded(ATTACKER)
    assert not queue.crowded("me")


def test_a_search_gets_less_time_if_its_address_wants_much_and_its_full_time_if_not() -> None:
    clock = Clock(0.0)
    queue = FairQueue(1, 0.1, clock)
    for _ in range(4):  # one table at which four masters choose their first tickets
        queue.push(job("family", "a", "b", "c"))
    taken, seconds = queue.pop() or (None, 0.0)
    assert (taken and taken.table, seconds) == ("family", MASTER)
    for n in range(20):
        queue.push(job(f"attack {n}", ATTACKER))
    for _ in range(23):
        attackers = len(queue._groups.get(Group(True, ATTACKER), ()))
        family = "family" in queue._tables
        one, seconds = queue.pop() or (None, 0.0)
        assert one is not None
        less = min(MASTER, max(LEAST, AIM / (attackers + family))) if attackers else MASTER
        assert seconds == pytest.approx(MASTER if one.table == "family" else less)
    assert len(queue) == 0


# ---- the server ----


class Order:
    """Which jobs were asked for and begun, in their order."""

    def __init__(self, server: Server) -> None:
        queue = server.services.automation.bot_pool._queue
        push, pop = queue.push, queue.pop
        self.asked_and_begun: list[tuple[str, str]] = []

        def noting_push(one: Job) -> None:
            self.asked_and_begun.append(("asked", one.table))
            push(one)

        def noting_pop() -> tuple[Job, float] | None:
            popped: tuple[Job, float] | None = pop()
            if popped:
                self.asked_and_begun.append(("begun", popped[0].table))
            return popped

        queue.push, queue.pop = noting_push, noting_pop

    def ahead_of(self, table: str) -> Iterator[int]:
        """For each question of a table: how many jobs of others were begun before it."""
        ahead: int | None = None
        for what, whose in self.asked_and_begun:
            if whose != table:
                ahead = ahead if ahead is None or what == "asked" else ahead + 1
            elif what == "asked":
                ahead = 0
            elif ahead is not None:
                yield ahead
                ahead = None


def open_bots(server: Server, bots: list[str], address: str = "127.0.0.1", **more: Any) -> str:
    """A public table of bots, opened from an address."""
    body = {"board": "london", "seats": [{"kind": "bot", "bot": bot} for bot in bots], "public": True, **more}
    with httpx.Client(transport=httpx.HTTPTransport(local_address=address), base_url=server.url) as http:
        return str(http.post("/api/tables", json=body, timeout=30).json()["table"]["id"])


def watch(server: Server, game: str, address: str = "127.0.0.1") -> Player:
    player = server.player(game, None, source_address=(address, 0))
    player.hello()
    return player


def against(server: Server, bot: str) -> Player:
    body = {"board": "london", "name": "Ann", "seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}]}
    opening = server.post("/api/tables", body).json()
    ann = server.player(opening["table"]["id"], opening["key"], 0)
    ann.hello()
    ann.wait(lambda p: bool(p.legal))
    return ann


def table_of(server: Server, game: str) -> Any:
    return server.services.hub._live[game].table


@pytest.mark.parametrize("watched", [True, False])
def test_tables_of_one_address_do_not_keep_a_bystander_waiting(tmp_path: Path, watched: bool) -> None:
    with running(tmp_path, unwatched_share=0.1) as server:
        order = Order(server)
        games = [open_bots(server, ["master"] * 4, ATTACKER) for _ in range(20)]
        if watched:
            for game in games:
                watch(server, game, ATTACKER)
        ann = against(server, "medium")
        play_on([ann], 12)
        ahead = list(order.ahead_of(ann.game))
        assert len(ahead) >= 6
        assert max(ahead) <= 2
        assert not any(notice["type"] == "hurried" for notice in ann.notices)


def hangs(spec: str, seed: int, view: bytes) -> Decision:
    """A bot that never comes back if it is greedy."""
    from branchline.server.live.thinking import choose_move

    if spec == "greedy":
        time.sleep(1_000)
    return choose_move(spec, seed, view)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
def test_a_bot_that_hangs_is_ended_and_replaced_by_a_good_move_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branchline.server.live.bot_pool.choose_move", hangs)
    with running(tmp_path, bot_patience=9.0, bot_workers=2) as server:
        watcher = watch(server, open_bots(server, ["random", "random"]))
        watcher.hear("over")  # the processes are there
        processes = [worker._process.pid for worker in server.services.automation.bot_pool._all]
        hanging = watch(server, open_bots(server, ["greedy", "random"]))
        other = watch(server, open_bots(server, ["random", "random"]))
        assert hanging.hear("hurried") == {"type": "hurried", "ply": 1, "seat": 0, "how": "quick"}
        assert sum(map(runs, processes)) <= 1
        hanging.wait(lambda p: sum(notice["type"] == "moved" for notice in p.notices) >= 3)
        table = table_of(server, hanging.game)
        assert {table.bots[ply] for ply, move in enumerate(table.moves) if move[0] == 0} == {
            f"hybrid@{VERSION}"
        }
        assert {table.bots[ply] for ply, move in enumerate(table.moves) if move[0] == 1} == {
            f"random@{VERSION}"
        }
        assert other.hear("over")
        assert not any(notice["type"] == "hurried" for notice in other.notices)


def test_a_bot_that_there_is_no_more_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an upgrade that has renamed one."""
    monkeypatch.setattr("branchline.server.api.lobby.bot_names", lambda: ("nobody", "random"))
    with running(tmp_path) as server:
        watcher = watch(server, open_bots(server, ["nobody", "random"]))
        assert watcher.hear("hurried")["seat"] == 0
        watcher.wait(lambda p: sum(notice["type"] == "moved" for notice in p.notices) > 6)


def test_who_keeps_people_waiting_too_long_makes_a_good_move_at_once(tmp_path: Path) -> None:
    """All workers are busy, here for ever: none is there."""
    with running(tmp_path, bot_patience=0.1) as server:
        server.services.automation.bot_pool._idle.clear()
        watcher = watch(server, open_bots(server, ["master", "random"]))
        watcher.wait(lambda p: sum(notice["type"] == "moved" for notice in p.notices) > 10)
        assert set(table_of(server, watcher.game).bots.values()) == {f"hybrid@{VERSION}"}
        assert sum(notice["type"] == "hurried" for notice in watcher.notices) >= 10


def test_without_watchers_bots_rest_and_go_on_as_soon_as_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "LEASE_AFTER", 0.0)
    with running(tmp_path, unwatched_share=0.0) as server:
        games = [open_bots(server, ["random", "random"]) for _ in range(3)]
        hub = server.services.hub
        # they are not due for the sweeps of this and other processes, though their bots are to move
        until(lambda: all(hub._live[game].busy for game in games) and hub.store.due(time.time()) == [])
        assert [table_of(server, game).moves for game in games] == [[], [], []]
        watcher = watch(server, games[1])
        assert watcher.hear("over")
        assert [len(table_of(server, game).moves) > 0 for game in games] == [False, True, False]


def test_a_table_for_which_there_is_no_room_rests_out_of_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branchline.server.live.fair_queue.QUIET_TABLES", 0)
    with running(tmp_path) as server:
        game, hub = open_bots(server, ["random", "random"]), server.services.hub
        until(lambda: table_of(server, game).stage == "playing" and not hub.store.due(time.time()))
        assert not hub._live[game].busy
        assert table_of(server, game).moves == []
        assert watch(server, game).hear("over")


def test_a_player_who_was_away_for_a_moment_finds_the_bots_at_work(tmp_path: Path) -> None:
    with running(tmp_path, unwatched_share=0.0) as server:
        ann = against(server, "random")
        ann.wait(lambda p: p.to_move == [0])
        ann.move(ann.legal[0])
        ann.close()
        again = server.player(ann.game, ann.key, 0)
        again.hello()
        again.wait(lambda p: p.to_move == [0])
        play_on([again], 4)
