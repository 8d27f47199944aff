"""H1 and H2 on the wire: two worlds that look alike to a viewer give that viewer identical bytes."""
# ruff: noqa: N802

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from branchline import Dealer, Game, ScriptedDealer, SeededDealer
from branchline.server.errors import RequestError
from branchline.server.table import commands, events
from branchline.server.table.apply import apply
from branchline.server.table.table import Table
from branchline.server.wire.messages import encode
from branchline.server.wire.present import welcome

from .players import settle
from .running import Clock, Server, running

SECRET = bytes(32)


@contextmanager
def world(folder: Path, monkeypatch: pytest.MonkeyPatch, outcomes: str) -> Iterator[Server]:
    """A server on which nothing is left to chance: time, names, keys, and what is dealt."""
    counted = iter(range(1_000))

    def dealer_for(_: bytes) -> Dealer:
        return ScriptedDealer(outcomes.split(), then=SeededDealer(3))

    monkeypatch.setattr("branchline.server.keys.new_id", lambda: "7" * 16)
    monkeypatch.setattr("branchline.server.keys.new_key", lambda: f"{next(counted):043}")
    monkeypatch.setattr("branchline.server.api.lobby.secrets", SimpleNamespace(token_bytes=lambda _: SECRET))
    with running(folder, now=Clock(), dealer_for=dealer_for) as server:
        yield server


#: London, two seats: seat 0's hand and the row, the same in all worlds.
MINE = "blue green"
ROW = "blue green black pink yellow"


def tickets_of_london() -> list[str]:
    from branchline import load_board

    return [ticket.id for ticket in load_board("london").tickets]


def play_one_world(server: Server, choose: Callable[[list[str]], str]) -> dict[str, list[str]]:
    """The same visible course of things; what seat 1 chooses in secret is the world's own business."""
    opening = server.open(board="london", seats=2, first=0)
    for player in server.sit(opening):
        player.hear("started")
        player.close()
    keys = [player.key for player in server.players]
    everyone = [
        server.player(opening["table"]["id"], key, n)
        for n, key in enumerate((*keys, opening["watch"]["key"]))
    ]
    for player in everyone:
        player.hello()
    for player in everyone:  # it comes after a moment, and the welcome of who is late depends on it
        player.hear_watchers(1)
    zero, one, watcher = everyone
    assert one.move(choose(one.legal), id="k1")["type"] == "ack"
    assert zero.move("draw blind", id="early")["type"] == "error"
    assert zero.move(zero.legal[0], id="k0")["type"] == "ack"
    settle(everyone)
    zero.move("draw blind", id="a")
    zero.move("claim a-b with 9 red", id="b")
    zero.move("draw blind", id="c")
    settle(everyone)
    assert zero.move("draw blind", id="late")["code"] == "not_your_turn"
    one.move("draw blind", id="d")
    one.move("draw blind", id="e")
    settle(everyone)
    assert zero.ask(type="chat", id="f", text="your turn?")["type"] == "ack"
    zero.move("tickets", id="g")
    zero.move(zero.legal[0], id="h")
    settle(everyone)
    assert one.move("tickets", id="i")["type"] == "ack"
    assert one.move(choose(one.legal), id="j")["type"] == "ack"
    settle(everyone)
    late = server.player(opening["table"]["id"], zero.key, 0)
    late.hello(last=3)
    assert late.ask(type="history", id="k", before=100)["earlier"] is None
    assert watcher.ask(type="history", id="l", before=100)["type"] == "page"
    return {"zero": [*zero.raw, *late.raw], "watcher": watcher.raw, "one": one.raw}


def test_H1_two_worlds_alike_to_a_seat_give_it_identical_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tickets_of_london()
    mine, others = names[:2], names[2:]
    worlds = []
    for number, (hand, held, drawn) in enumerate(
        [
            ("pink orange", others[:2], ["pink", "wild"]),
            ("wild wild", others[4:6], ["green", "green"]),
            ("blue black", [others[5], others[0]], ["yellow", "pink"]),
        ]
    ):
        # zero draws two blind, one draws two blind; then zero's tickets, then one's
        offers = [others[8], others[9], *[t for t in others[:8] if t not in held][number : number + 2]]
        script = " ".join(
            [MINE, hand, ROW, *mine, *held, "black orange", *drawn, *offers],
        )
        with world(tmp_path / str(number), monkeypatch, script) as server:
            worlds.append(play_one_world(server, partial(one_of, number=number)))
    for viewer in ("zero", "watcher"):
        for other in worlds[1:]:
            assert other[viewer] == worlds[0][viewer], viewer
    assert worlds[0]["one"] != worlds[1]["one"] != worlds[2]["one"]


def one_of(legal: list[str], number: int) -> str:
    """A choice of exactly one ticket, by number."""
    single = [move for move in legal if len(move.split()) == 2]
    return single[number % len(single)]


def table_in(game: Game) -> Table:
    """A table at which a game stands as it does."""
    seats = tuple(events.SeatPlan(name=f"{n}", holder=f"{n}") for n in range(game.seats))
    table = Table("t", SECRET, lambda _: SeededDealer(1))
    apply(table, 1, 1.0, events.Opened(game.board.id, game.board.digest, seats, "", ""))
    apply(table, 2, 2.0, events.Started())
    table.game, table.chosen = game, ["keep"] * game.seats
    table.history[1] = ()
    return table


@pytest.mark.parametrize("board", ["usa", "europe", "london"])
def test_H1_every_world_that_fits_a_view_is_told_alike_and_refuses_alike(board: str) -> None:
    chance = random.Random(board)
    for seed in range(6):
        game = Game(board, 3, seed=seed)
        for _ in range(chance.randint(3, 90)):
            if not game.over:
                game.play(chance.choice(game.legal()))
        if game.over:
            continue
        for viewer in range(3):
            other = game.view(viewer).determinise(chance)
            compare(game.copy(), other, viewer, chance)


def compare(game: Game, other: Game, viewer: int, chance: random.Random) -> None:
    """Both worlds are told alike, and refuse alike whatever the viewer tries."""
    one, two = table_in(game), table_in(other)
    assert encode(welcome(one, viewer, False, None)) == encode(welcome(two, viewer, False, None))
    board = game.board
    routes, cities = chance.sample(board.routes, 8), chance.sample(board.cities, 4)
    tries = [f"claim {route.id} with {route.length} {colour}" for route in routes for colour in board.colours]
    tries += [f"station {city.id} with {n} {board.colours[n]}" for city in cities for n in (1, 2)]
    tries += [
        "tickets",
        "pass",
        "withdraw",
        "draw blind",
        "pay 1 wild",
        *(f"draw {c}" for c in board.colours),
    ]
    tries += [f"keep {ticket.id}" for ticket in board.tickets[:9]]
    for text in tries:
        assert answer(one, viewer, text) == answer(two, viewer, text), text


def answer(table: Table, viewer: int, text: str) -> str:
    """What a seat is answered to a move."""
    try:
        return str(commands.move(table, viewer, text, "x"))
    except RequestError as error:
        return f"{error.code} {error.data}"
