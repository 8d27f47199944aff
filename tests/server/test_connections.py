"""Connections: how many there may be, how long they may take, and what happens without files for them."""

import resource
import socket as plain_socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from branchline.server import open_files
from branchline.server.protocols import READ_BURST, READ_RATE, HttpProtocol, WebSocketProtocol
from branchline.server.settings import Limits

from .players import TIMEOUT, Player
from .processes import Process
from .running import WIDE, Server, running, until
from .test_limits import frame, handshake

Socket = plain_socket.socket
#: An address of somebody who is no proxy, and one of a player. (127.0.0.1 is a proxy's.)
ATTACKER, PLAYER = "127.0.0.2", "127.0.0.3"
HEAD = b"GET /api/boards HTTP/1.1\r\nHost: 127.0.0.1\r\n"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs several addresses of the loopback")


@pytest.fixture
def sockets() -> Iterator[ExitStack]:
    """Closes what a test has opened."""
    with ExitStack() as stack:
        yield stack


def connect(sockets: ExitStack, port: int, address: str = ATTACKER, sent: bytes = b"") -> Socket:
    raw = plain_socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT, source_address=(address, 0))
    sockets.enter_context(raw)
    raw.sendall(sent)
    return raw


def is_closed(raw: Socket) -> bool:
    """Whether the server has closed a connection."""
    raw.setblocking(False)
    try:
        return raw.recv(65_536) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
    finally:
        raw.settimeout(TIMEOUT)


def ask(raw: Socket) -> bytes:
    """Send a whole request, and read the answer to its end."""
    raw.sendall(HEAD + b"\r\n")
    answer = b""
    while b'"base":"usa"}]}' not in answer:
        part = raw.recv(65_536)
        assert part, answer
        answer += part
    return answer


def drip(raw: Socket) -> None:
    """Send byte by byte until the server closes the connection."""
    end = time.monotonic() + TIMEOUT
    while not is_closed(raw):
        assert time.monotonic() < end
        try:
            raw.send(b"x")
        except OSError:
            return
        time.sleep(0.01)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that does not wait long."""
    limits = msgspec.structs.replace(
        WIDE, idle_seconds=0.3, head_seconds=0.3, body_seconds=0.3, answer_seconds=0.3
    )
    with running(tmp_path_factory.mktemp("hasty"), limits=limits) as here:
        yield here


@pytest.mark.parametrize(
    "begun",
    [b"", HEAD, b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n{"],
    ids=["nothing", "head", "body"],
)
def test_a_request_that_is_never_finished_is_ended_however_it_is_sent(
    hasty: Server, sockets: ExitStack, begun: bytes
) -> None:
    begun = begun.replace(b"Host: a", b"Host: 127.0.0.1\r\nContent-Type: application/json")
    silent = connect(sockets, hasty.port, sent=begun)
    dripping = connect(sockets, hasty.port, sent=begun)
    if begun:
        drip(dripping)
    until(lambda: is_closed(silent))
    until(lambda: not hasty.services.connections.count(ATTACKER) or not begun)


def test_a_connection_that_is_used_again_has_the_same_limits(hasty: Server, sockets: ExitStack) -> None:
    raw = connect(sockets, hasty.port)
    for _ in range(3):
        ask(raw)
    raw.sendall(HEAD)
    drip(raw)


def test_answers_that_nobody_reads_are_not_kept(hasty: Server, sockets: ExitStack) -> None:
    files = [path for path in hasty.get("/").text.split('"') if path.startswith("/assets/")]
    request = "".join(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" for path in files)
    deaf = Socket()
    sockets.enter_context(deaf)
    deaf.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 4096)
    deaf.bind((ATTACKER, 0))
    deaf.connect(("127.0.0.1", hasty.port))
    deaf.sendall(request.encode() * 40)
    until(lambda: hasty.services.connections.count(ATTACKER) == 1)
    until(lambda: hasty.services.connections.count(ATTACKER) == 0)


def test_a_websocket_may_stay_longer_and_is_counted_until_it_goes(hasty: Server) -> None:
    opening = hasty.open(public=True)
    player = hasty.player(opening["table"]["id"], None, source_address=(PLAYER, 0))
    player.hello()
    time.sleep(0.7)  # longer than any time limit of a request
    assert player.ask(type="react", reaction="wow")["code"] == "not_allowed"
    assert hasty.services.connections.count(PLAYER) == 1
    player.close()
    until(lambda: hasty.services.connections.count(PLAYER) == 0)


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with few places."""
    limits = msgspec.structs.replace(WIDE, connections=20, connections_per_address=5)
    with running(tmp_path_factory.mktemp("narrow"), limits=limits) as here:
        yield here
        here.http.close()
        until(lambda: len(here.services.connections) == 0)


def test_an_address_has_a_limit_and_its_oldest_waiting_connections_go(
    narrow: Server, sockets: ExitStack
) -> None:
    many = [connect(sockets, narrow.port, sent=HEAD) for _ in range(9)]
    until(lambda: [is_closed(raw) for raw in many] == [True] * 4 + [False] * 5)
    assert narrow.services.connections.count(ATTACKER) == 5
    assert b"200 OK" in ask(connect(sockets, narrow.port))
    assert b"200 OK" in ask(connect(sockets, narrow.port, PLAYER))


def test_a_connection_waits_again_after_its_answer(narrow: Server, sockets: ExitStack) -> None:
    many = [connect(sockets, narrow.port) for _ in range(5)]
    for raw in many:
        ask(raw)
    ask(many[0])
    until(lambda: len(narrow.services.connections._held[ATTACKER].waiting) == 5)
    assert b"200 OK" in ask(connect(sockets, narrow.port))
    until(lambda: [is_closed(raw) for raw in many] == [False, True, False, False, False])


@pytest.mark.parametrize("protocol", [HttpProtocol, WebSocketProtocol])
def test_who_sends_byte_by_byte_is_read_less_often(
    narrow: Server, sockets: ExitStack, monkeypatch: pytest.MonkeyPatch, protocol: Any
) -> None:
    reads = 0
    read = protocol.buffer_updated

    def counted(self: Any, nbytes: int) -> None:
        nonlocal reads
        reads += 1
        read(self, nbytes)

    game = narrow.open(public=True)["table"]["id"]
    raw = connect(sockets, narrow.port)
    raw.setsockopt(plain_socket.IPPROTO_TCP, plain_socket.TCP_NODELAY, 1)
    begun = b"GET /"
    if protocol is WebSocketProtocol:
        raw.sendall(handshake(game, narrow.port))
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        begun = bytes((0x81, 0xFE, 4_000 >> 8, 4_000 & 255, 0, 0, 0, 0))
    monkeypatch.setattr(protocol, "buffer_updated", counted)
    raw.sendall(begun)
    start = time.monotonic()
    for _ in range(400):
        seen, wait = reads, time.monotonic() + 0.005
        raw.sendall(b"x")
        while reads == seen and time.monotonic() < wait:
            time.sleep(0.0002)
    assert 50 < reads <= READ_BURST + READ_RATE * (time.monotonic() - start) + 5


def test_connections_in_use_are_never_closed_for_new_ones(narrow: Server, sockets: ExitStack) -> None:
    until(lambda: narrow.services.connections.count(ATTACKER) == 0)  # those of the test before are gone
    game = narrow.open(public=True)["table"]["id"]
    players = [narrow.player(game, None, source_address=(ATTACKER, 0)) for _ in range(5)]
    for player in players:
        player.hello()
    refused = connect(sockets, narrow.port)
    until(lambda: is_closed(refused))
    for player in players:
        assert player.ask(type="react", reaction="wow")["code"] == "not_allowed"
        player.close()


def test_when_all_places_are_taken_those_go_who_hold_most_and_ask_nothing(
    narrow: Server, sockets: ExitStack
) -> None:
    """Also when everybody comes from the address of a proxy, whose connections are limited only in all."""
    narrow.http.close()
    narrow.http = httpx.Client(base_url=narrow.url, timeout=TIMEOUT)
    until(lambda: len(narrow.services.connections) == 0)
    game = narrow.open(public=True)["table"]["id"]
    playing = narrow.player(game, None)
    playing.hello()
    others = [connect(sockets, narrow.port, PLAYER, HEAD) for _ in range(2)]
    many = [connect(sockets, narrow.port, "127.0.0.1", HEAD) for _ in range(100)]
    until(lambda: sum(is_closed(raw) for raw in many) >= 80)
    assert len(narrow.services.connections) <= 20
    assert not any(is_closed(raw) for raw in others)
    with httpx.Client(base_url=narrow.url, timeout=TIMEOUT) as newcomer:
        assert newcomer.get("/api/boards").status_code == 200
    assert playing.ask(type="react", reaction="wow")["code"] == "not_allowed"
    playing.close()


def test_new_connections_of_an_address_are_limited_in_time(tmp_path: Path, sockets: ExitStack) -> None:
    limits = msgspec.structs.replace(WIDE, connect_rate=0.001, connect_burst=3)
    with running(tmp_path, limits=limits) as server:
        first = [connect(sockets, server.port) for _ in range(3)]
        last = connect(sockets, server.port)
        until(lambda: is_closed(last))
        assert not any(is_closed(raw) for raw in first)
        for _ in range(5):
            assert b"200 OK" in ask(connect(sockets, server.port, "127.0.0.1"))


def test_a_body_of_unknown_length_is_refused(narrow: Server) -> None:
    response = narrow.http.post("/api/tables", content=iter([b"{}"]))
    assert (response.status_code, response.json()["code"]) == (411, "no_length")


def test_frames_without_messages_are_limited(narrow: Server, sockets: ExitStack) -> None:
    """Pings, and messages in endless parts, never reach the app."""
    game = narrow.open(public=True)["table"]["id"]
    empty_part = bytes((0x00, 0x80, 0, 0, 0, 0))
    ping = bytes((0x89, 0x80, 0, 0, 0, 0))
    for first, more in ((b"", ping), (bytes((0x01, 0x80, 0, 0, 0, 0)), empty_part)):
        raw = connect(sockets, narrow.port, sent=handshake(game, narrow.port))
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        raw.sendall(frame('{"type":"hello"}'))
        assert b"welcome" in raw.recv(65_536)
        raw.sendall(first + more * 20)
        assert not is_closed(raw)
        raw.sendall(more * 200)
        until(lambda raw=raw: is_closed(raw))  # type: ignore[misc]


class LimitedProcess(Process):
    """A server in a process that may have few open files."""

    def __init__(self, folder: Path, files: int, limits: Limits = WIDE) -> None:
        settings = folder / "few-files.json"
        settings.write_bytes(msgspec.json.encode({"limits": limits, "data": str(folder)}))
        super().__init__(folder, "", "--settings", str(settings))
        self._command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *self._command]


def test_with_few_files_strangers_do_not_keep_players_out(tmp_path: Path, sockets: ExitStack) -> None:
    server = LimitedProcess(tmp_path, 160)
    server.start()
    opening = server.open("london", 2, public=True)
    player = Player(server.port, opening["table"]["id"], None)  # type: ignore[index]
    player.hello()
    for n in range(400):
        connect(sockets, server.port, f"127.0.0.{n % 4 + 1}", HEAD)
    for _ in range(5):
        assert httpx.get(f"{server.url}/healthz", timeout=TIMEOUT).status_code == 200
    assert player.ask(type="react", reaction="wow")["code"] == "not_allowed"
    player.close()
    assert server.stop() is not None
    assert "could not be accepted" not in server.log.read_text()


def test_who_connects_too_fast_is_refused_before_anything_is_made_for_it(
    tmp_path: Path, sockets: ExitStack
) -> None:
    server = LimitedProcess(
        tmp_path, 1_000, msgspec.structs.replace(WIDE, connect_rate=0.001, connect_burst=3)
    )
    server.start()
    many = [connect(sockets, server.port) for _ in range(100)]
    until(lambda: [is_closed(raw) for raw in many] == [False] * 3 + [True] * 97)
    assert b"200 OK" in ask(many[0])
    for address in ("127.0.0.1", PLAYER):
        assert b"200 OK" in ask(connect(sockets, server.port, address))
    metrics = httpx.get(f"{server.url}/metrics").text
    assert "branchline_connections_refused_total 97.0" in metrics
    server.stop()


def test_connections_that_cannot_be_accepted_are_one_line_in_the_log(
    tmp_path: Path, sockets: ExitStack
) -> None:
    """The limit of a running process is lowered below what it has open: every `accept` fails."""
    server = LimitedProcess(tmp_path, 1_000)
    server.start()
    opened = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (opened, 1_000))
    for _ in range(300):
        connect(sockets, server.port, sent=HEAD)
    until(lambda: "could not be accepted" in server.log.read_text())
    time.sleep(2.2)  # asyncio tries again every second
    log = server.log.read_text()
    assert log.count("could not be accepted: Too many open files") == 1
    assert "Traceback" not in log
    assert len(log) < 5_000
    sockets.close()
    resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (1_000, 1_000))
    assert httpx.get(f"{server.url}/healthz", timeout=TIMEOUT).status_code == 200
    server.stop()


def test_the_limit_of_files_is_raised_and_leaves_room_for_others(tmp_path: Path) -> None:
    server = LimitedProcess(tmp_path, 5_000)
    server._command[2] = f"ulimit -S -n 256; {server._command[2].replace('ulimit -n', 'ulimit -H -n')}"
    server.start()
    limits = Path(f"/proc/{server.pid}/limits").read_text()
    assert limits.partition("Max open files")[2].split()[:2] == ["5000", "5000"]
    server.stop()
    for files, connections in ((160, 72), (1_024, 760), (10_240, 9_976)):
        assert open_files.connection_limit(files) == connections


def test_wrong_requests_are_no_lines_in_the_log(tmp_path: Path, sockets: ExitStack) -> None:
    server = LimitedProcess(tmp_path, 1_000)
    server.start()
    game = server.open("london", 2, public=True)["table"]["id"]  # type: ignore[index]
    no_text = bytes((0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFF))
    for begun in (b"\x00\x16\x03\r\n\r\n", HEAD + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n"):
        for _ in range(10):
            assert connect(sockets, server.port, sent=begun).recv(4096).startswith(b"HTTP/1.1 ")
    for _ in range(10):
        raw = connect(sockets, server.port, sent=handshake(str(game), server.port))
        assert raw.recv(4096).startswith(b"HTTP/1.1 101")
        raw.sendall(no_text)
        assert raw.recv(4096)
    server.stop()
    assert server.log.read_text().count("\n") <= 3
