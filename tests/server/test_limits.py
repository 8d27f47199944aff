"""Limits and headers: how much one address may ask for, which pages may ask, what a browser is told."""

import socket as plain_socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from branchline.server.errors import RequestError
from branchline.server.limits import RateLimits, TokenBucket, address_of, check_origin
from branchline.server.settings import Limits, TableLimits

from .players import keep
from .running import WIDE, Server, running, until


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with limits that are soon reached."""
    limits = msgspec.structs.replace(WIDE, sockets_per_address=4, tables_per_address=8)
    with running(tmp_path_factory.mktemp("narrow"), limits=limits) as here:
        yield here


def test_sockets_of_one_address_are_limited(narrow: Server) -> None:
    opening = narrow.open(public=True)
    game = opening["table"]["id"]
    first = [narrow.player(game, None) for _ in range(4)]
    for player in first:
        player.hello()
    with pytest.raises(InvalidStatus) as refused:
        narrow.player(game, None)
    assert refused.value.response.status_code == 403
    for player in first:
        player.close()
    until(lambda: not narrow.services.limits._sockets)
    narrow.player(game, None).hello()


def test_tables_of_one_address_are_limited(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, tables_per_address=3)
    with running(tmp_path, limits=limits) as server:
        for _ in range(3):
            server.open()
        response = server.post("/api/tables", {"board": "london", "seats": [{}, {}]})
        assert (response.status_code, response.json()["code"]) == (429, "too_many_tables")
        assert int(response.headers["retry-after"]) <= 1_200


def test_requests_of_one_address_are_limited(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(WIDE, request_rate=0.1, request_burst=5)
    with running(tmp_path, limits=limits) as server:
        statuses = [server.get("/api/boards").status_code for _ in range(8)]
    assert statuses == [200] * 5 + [429] * 3


def test_a_body_that_is_too_long_or_of_another_kind_is_refused(server: Server) -> None:
    table = server.open()["table"]["id"]
    for address, length in ((f"/api/tables/{table}/join", 20_000), ("/api/tables", 140_000)):  # with a record
        response = server.http.post(
            address, content=b" " * length, headers={"Content-Type": "application/json"}
        )
        assert (response.status_code, response.json()["code"]) == (413, "too_large")
    form = server.http.post("/api/tables", data={"board": "usa"})
    assert (form.status_code, form.json()["code"]) == (415, "wrong_type")
    junk = server.http.post("/api/tables", content=b"{", headers={"Content-Type": "application/json"})
    assert junk.json()["code"] == "not_json"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1"])
def test_pages_of_other_sites_are_turned_away(server: Server, origin: str) -> None:
    opening = server.open(public=True)
    body = {"board": "london", "seats": [{}, {}]}
    response = server.http.post("/api/tables", json=body, headers={"Origin": origin})
    assert response.json()["code"] == "wrong_origin"
    with pytest.raises(InvalidStatus) as refused:
        server.player(opening["table"]["id"], None, origin=origin)
    assert refused.value.response.status_code == 403


def test_the_servers_own_page_is_welcome(server: Server) -> None:
    opening = server.open(public=True)
    player = server.player(opening["table"]["id"], None, origin=server.url)
    assert player.hello()["type"] == "welcome"
    origin = "https://play.example"
    check_origin({"origin": origin, "host": "inside:8000"}, "http", (origin,))
    with pytest.raises(RequestError, match="wrong_origin"):
        check_origin({"origin": origin, "host": "inside:8000"}, "http", ())


@pytest.mark.parametrize("queue", [{"queue": 16}, {"queue": 10_000, "queue_bytes": 60_000}])
def test_a_client_that_does_not_read_is_cut_off_and_holds_up_nobody(
    tmp_path: Path, queue: dict[str, int]
) -> None:
    limits = msgspec.structs.replace(WIDE, **queue)
    with running(tmp_path, limits=limits, tables=TableLimits(chat=5_000)) as server:
        game, players = server.play(board="europe")
        keep(players)
        with plain_socket.create_connection(("127.0.0.1", server.port)) as deaf:
            deaf.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 4096)
            deaf.sendall(handshake(game, server.port))
            assert deaf.recv(4096).startswith(b"HTTP/1.1 101")
            deaf.sendall(frame(f'{{"type":"hello","key":"{players[0].key}"}}'))
            until(lambda: len(server.services.hub._live[game].listeners) == 3)
            number = players[0].number
            for n in range(5_000):
                assert players[0].ask(type="chat", text="x" * 300)["type"] == "ack", n
                if len(server.services.hub._live[game].listeners) == 2:
                    break
            else:
                pytest.fail("it was never cut off")
            assert sum(server.services.limits._sockets.values()) <= 3
        back = server.player(game, players[0].key, 0)
        assert back.hello(number)["missed"]


def handshake(game: str, port: int) -> bytes:
    lines = (
        f"GET /api/tables/{game}/socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    )
    return "\r\n".join((*lines, "\r\n")).encode()


def frame(text: str) -> bytes:
    """A masked text frame, with a mask of zeros."""
    data = text.encode()
    assert len(data) < 126
    return bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data


def test_every_response_tells_the_browser_to_be_strict(server: Server) -> None:
    for address in ("/", "/api/boards", "/nowhere", "/api/openapi.json", "/healthz"):
        headers = server.get(address).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert server.get("/api/boards").headers["cache-control"] == "no-store"


def test_what_is_not_there_is_refused_with_a_code_too(server: Server) -> None:
    nowhere = server.get("/nowhere")
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "no_such_page")
    wrong = httpx.put(f"{server.url}/api/tables")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "wrong_method")


def test_one_home_is_one_address() -> None:
    assert address_of("192.0.2.7") == "192.0.2.7"
    assert address_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert address_of("2001:db8:1:2::5") == address_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert address_of("fe80::1%eth0") == "fe80::/64"
    assert address_of(None) == address_of("") == "unknown"


def test_a_bucket_fills_again_at_its_rate() -> None:
    now = 0.0
    bucket = TokenBucket(2, 3, lambda: now)
    assert [bucket.wait() for _ in range(5)] == [0, 0, 0, 0.5, 0.5]
    now = 0.5
    assert [bucket.wait(), bucket.wait()] == [0, 0.5]
    now = 100.0
    assert [bucket.wait(cost) for cost in (2, 1, 0.5)] == [0, 0, 0.25]


def test_addresses_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.limits.REMEMBERED", 10)
    limits = RateLimits(Limits(request_burst=1, request_rate=0.001))
    for n in range(1000):
        limits.requests.take(str(n))
    assert len(limits.requests._buckets) == 10


def test_a_connection_without_hello_is_closed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.web.sockets.HELLO_WITHIN", 0.1)
    opening = server.open(public=True)
    silent = server.player(opening["table"]["id"], None)
    with pytest.raises(ConnectionClosed):
        silent.receive()
