"""Budgets: what an address uses up is its own loss, and its neighbours' as little as possible."""

import json
import socket as plain_socket
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from branchline.server.connections import SOCKET_READ_SIZE
from branchline.server.errors import RequestError
from branchline.server.limits import MessageBudget, Pauses, TokenBuckets
from branchline.server.settings import Limits

from .players import TIMEOUT, Player
from .running import WIDE, Server, running, until
from .test_limits import frame, handshake

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of the loopback")
FLOODER, OTHER = "127.0.0.2", "127.0.0.3"
#: A server with these lets a socket send 10 messages and then 50 a second, and pauses an address for long.
STRICT = msgspec.structs.replace(
    WIDE, message_rate=25, message_burst=5, own_message_rate=25, own_message_burst=5, pause=60
)


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, limits=STRICT) as here:
        yield here


def watcher(server: Server, game: str, address: str) -> Player:
    """A spectator from an address, welcomed."""
    player = server.player(game, None, source_address=(address, 0))
    assert player.hello()["type"] == "welcome"
    return player


def public_table(server: Server) -> str:
    return str(server.open(public=True)["table"]["id"])


def test_who_waits_for_answers_is_only_slowed_down(strict: Server) -> None:
    player = watcher(strict, public_table(strict), FLOODER)
    begun = time.monotonic()
    for _ in range(50):
        assert player.ask(type="react", reaction="wow")["code"] == "not_allowed"
    assert time.monotonic() - begun > 0.75  # 10 are free, and 50 a second


CHAT = json.dumps({"type": "chat", "id": "1", "text": "hello"})
FLOODS = {
    "chat": frame(CHAT),
    "garbage": frame("{" * 20),
    "bytes": b"\x82" + frame("{" * 20)[1:],
    "hello": frame('{"type":"hello"}'),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_is_closed_and_its_address_paused_while_others_play(strict: Server, kind: str) -> None:
    game = public_table(strict)
    neighbour, other = watcher(strict, game, FLOODER), watcher(strict, game, OTHER)
    begun = time.monotonic()
    answers, code = flood(strict, game, FLOODS[kind])
    handled = 10 + 50 * (time.monotonic() - begun)
    assert code == 4429
    last = [answer for answer in answers if answer["type"] == "error"][-1]
    assert (last["code"], last["id"]) == ("too_fast", None)
    assert 0 < last["data"]["after"] <= 60
    assert len(answers) < 2 * handled + 5  # update and ack of each; welcome, watchers, end
    for player in (neighbour, other):
        assert player.ask(type="react", reaction="wow")["code"] == "not_allowed"
    with pytest.raises(InvalidStatus):
        watcher(strict, game, FLOODER)
    watcher(strict, game, OTHER)


def flood(server: Server, game: str, message: bytes) -> tuple[list[dict[str, Any]], int]:
    """Say hello and send the same message as fast as possible, until closed; the answers, and the close code."""
    at = ("127.0.0.1", server.port)
    end = time.monotonic() + TIMEOUT
    came, rest = b"", b""
    with plain_socket.create_connection(at, TIMEOUT, (FLOODER, 0)) as raw, suppress(ConnectionError):
        raw.sendall(handshake(game, server.port))
        came = raw.recv(4_096)
        raw.sendall(frame('{"type":"hello"}'))
        raw.setblocking(False)
        part = None
        while part != b"":
            assert time.monotonic() < end
            with suppress(BlockingIOError):
                rest = rest or message * 100
                rest = rest[raw.send(rest) :]
            with suppress(BlockingIOError):
                part = raw.recv(65_536)
                came += part
    return frames(came.partition(b"\r\n\r\n")[2])


def frames(came: bytes) -> tuple[list[dict[str, Any]], int]:
    """The messages in what a server has sent, and the code with which it has closed."""
    answers, code = [], 0
    while came:
        size, begin = came[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(came[2:begin])
        content, kind = came[begin : begin + size], came[0] & 15
        if kind == 1:
            answers.append(json.loads(content))
        elif kind == 8:
            code = int.from_bytes(content[:2])
        came = came[begin + size :]
    return answers, code


def test_a_message_that_is_far_too_large_ends_its_connection(strict: Server) -> None:
    huge = watcher(strict, public_table(strict), FLOODER)
    huge.socket.send(" " * 100_000)
    with pytest.raises(ConnectionClosed) as closed:
        huge.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_what_is_sent_too_fast_waits_at_the_sender(strict: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server reads no more than it handles, so that nothing piles up in its memory."""
    monkeypatch.setattr("branchline.server.web.sockets.PUSH_BURST", 10**9)
    game = public_table(strict)
    with plain_socket.create_connection(("127.0.0.1", strict.port), source_address=(FLOODER, 0)) as raw:
        raw.sendall(handshake(game, strict.port))
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        raw.sendall(frame('{"type":"hello"}'))
        raw.settimeout(0.5)
        chunk, sent = frame("{}") * 10_000, 0
        with suppress(TimeoutError):
            while sent < 100_000_000:
                sent += raw.send(chunk)
        assert sent < 100_000_000
        (connection,) = next(iter(strict.services.hub._live.values())).listeners
        assert 0 < connection._waiting() <= SOCKET_READ_SIZE / 6


def test_sockets_of_one_address_have_something_of_their_own() -> None:
    limits = Limits(own_message_rate=0.001, own_message_burst=2)
    shared = TokenBuckets("too_fast", 0.001, 5)
    loud, quiet = MessageBudget(limits, shared, "home"), MessageBudget(limits, shared, "home")
    assert [loud.wait() > 0 for _ in range(9)] == [False] * 7 + [True] * 2
    assert [quiet.wait() > 0 for _ in range(3)] == [False, False, True]
    elsewhere = MessageBudget(limits, shared, "elsewhere")
    assert not any(elsewhere.wait() for _ in range(7))


def test_new_sockets_of_an_address_are_limited_in_time(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, socket_rate=0.001, socket_burst=3)
    with running(tmp_path, limits=limits) as server:
        game = public_table(server)
        for _ in range(3):
            watcher(server, game, FLOODER).close()
        with pytest.raises(InvalidStatus):
            watcher(server, game, FLOODER)
        watcher(server, game, OTHER)


def test_chat_of_a_whole_address_is_limited(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, address_chat_rate=0.001, address_chat_burst=3)
    with running(tmp_path, limits=limits) as server:
        games = [public_table(server) for _ in range(4)]
        said = [watcher(server, game, FLOODER).ask(type="chat", text="hi", name="x") for game in games]
        assert [answer["type"] for answer in said] == ["ack"] * 3 + ["error"]
        assert watcher(server, games[3], OTHER).ask(type="chat", text="hi", name="x")["type"] == "ack"


def test_a_request_beyond_the_budget_is_refused_before_its_body_comes(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, request_rate=0.001, request_burst=1)
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 9999\r\n\r\n"
    )
    with running(tmp_path, limits=limits) as server:
        at = ("127.0.0.1", server.port)
        with plain_socket.create_connection(at, TIMEOUT, (FLOODER, 0)) as first:
            first.sendall(head)
            until(lambda: FLOODER in server.services.limits.requests._buckets)
            with plain_socket.create_connection(at, TIMEOUT, (FLOODER, 0)) as second:
                second.sendall(head)
                answer = second.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 429")
        assert b"connection: close" in answer.lower()
        assert b"content-security-policy" in answer.lower()


def test_files_of_the_page_cost_less_than_requests(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, request_rate=0.001, request_burst=2)
    with running(tmp_path, limits=limits) as server:
        assert [server.get("/icon.svg").status_code for _ in range(11)] == [200] * 10 + [429]


def test_behind_a_proxy_the_forwarded_address_counts(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, request_rate=0.001, request_burst=2)
    with running(tmp_path, limits=limits) as server:

        def statuses(address: str, forwarded: str) -> list[int]:
            with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
                headers = {"X-Forwarded-For": forwarded}
                return [client.get(f"{server.url}/api/boards", headers=headers).status_code for _ in range(3)]

        assert statuses("127.0.0.1", "192.0.2.1") == [200, 200, 429]
        assert statuses("127.0.0.1", "192.0.2.2") == [200, 200, 429]
        assert statuses("127.0.0.1", "192.0.2.3, 192.0.2.2") == [429, 429, 429]
        # nobody else is believed
        assert statuses(FLOODER, "192.0.2.9") == [200, 200, 429]
        assert statuses(FLOODER, "192.0.2.10") == [429, 429, 429]


def test_pauses_grow_are_forgiven_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    pauses = Pauses(5, lambda: now)
    assert pauses.begin("a") == 5
    now = 4.0
    assert pauses.begin("a") == 1  # it is the same flood still
    with pytest.raises(RequestError, match="too_fast"):
        pauses.check("a")
    pauses.check("b")
    now = 5.0
    pauses.check("a")
    assert pauses.begin("a") == 10
    lengths = []
    for _ in range(14):
        now += 100
        lengths.append(pauses.begin("a"))
    assert lengths[:2] == [15, 20]
    assert lengths[-1] == 60
    now += 1_000
    assert pauses.begin("a") == 5
    monkeypatch.setattr("branchline.server.limits.REMEMBERED", 10)
    for n in range(100):
        pauses.begin(str(n))
    assert len(pauses._paused) == 10
