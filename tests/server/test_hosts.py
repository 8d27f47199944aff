"""Names of the server, the origin of its pages, and who may see its metrics."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from branchline.cli.command import main
from branchline.server.errors import RequestError
from branchline.server.hosts import Hosts
from branchline.server.limits import check_origin

from .running import Server, running
from .test_limits import handshake

MACHINE = socket.gethostname().lower().partition(".")[0]
OWN = [
    "localhost",
    "localhost:8000",
    "LOCALHOST.",
    "table.localhost:8000",
    "127.0.0.1:8000",
    "192.0.2.7",
    "[::1]:8000",
    "[fe80::1%eth0]",
    "[2001:db8::1]",
    socket.gethostname(),
    f"{MACHINE}:8000",
    f"{MACHINE}.local",
    f"{MACHINE}.fritz.box:8000",
    f"{MACHINE.upper()}.lan",
    "play.example.org",
    "Play.Example.org:443",
]
FOREIGN = [
    "evil.example",
    "evil.example:8000",
    f"{MACHINE}.evil.example",
    "127.0.0.1.evil.example",
    "play.example.org.evil.example",
    "localhost.evil.example",
    "xlocalhost",
    "",
    "0x7f.1",
    "[evil.example]",
]


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("named"), host_names=("play.example.org",)) as here:
        yield here


@pytest.mark.parametrize("host", OWN)
def test_the_server_answers_to_its_own_names(named: Server, host: str) -> None:
    assert named.http.get("/api/boards", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_all_other_names_are_refused(named: Server, host: str) -> None:
    """A site whose name points to this machine would count as the server itself."""
    for method, path in (("GET", "/api/boards"), ("POST", "/api/tables"), ("GET", "/api/openapi.json")):
        response = named.http.request(method, path, headers={"Host": host})
        assert (response.status_code, response.json()["code"]) == (421, "wrong_host")


def test_a_foreign_name_opens_no_socket(named: Server) -> None:
    game = named.open(public=True)["table"]["id"]
    assert upgrade(named, game, "evil.example") == 403
    assert upgrade(named, game, "play.example.org") == 101


def upgrade(server: Server, game: str, host: str, *more: str) -> int:
    """The status with which a WebSocket is answered."""
    lines = "\r\n".join((f"Host: {host}", *more)).encode()
    request = handshake(game, server.port).replace(f"Host: 127.0.0.1:{server.port}".encode(), lines)
    with socket.create_connection(("127.0.0.1", server.port), 30) as raw:
        raw.sendall(request)
        return int(raw.recv(4096).split()[1])


def test_a_browser_is_told_which_option_to_give(named: Server) -> None:
    response = named.http.get("/", headers={"Host": "games.example:8000"})
    assert response.status_code == 421
    assert response.headers["content-type"].startswith("text/plain")
    assert "branchline serve --host-name games.example\n" in response.text
    strange = named.http.get("/", headers={"Host": "<script>"})
    assert "<" not in strange.text
    assert "--host-name NAME" in strange.text


def test_programs_without_a_name_are_served(named: Server) -> None:
    with socket.create_connection(("127.0.0.1", named.port), 30) as raw:
        raw.sendall(b"GET /api/boards HTTP/1.0\r\n\r\n")
        assert raw.recv(4096).startswith(b"HTTP/1.1 200")


def test_the_full_name_of_the_machine_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getfqdn", lambda: "Box.Example.NET.")
    hosts = Hosts()
    hosts._look_up()
    hosts.check("box.example.net:8000")
    with pytest.raises(RequestError, match="wrong_host"):
        hosts.check("other.example.net")


@pytest.mark.parametrize("name", ["https://play.example.org", "play.example.org:443", "a b", ""])
def test_a_name_that_is_none_is_refused_at_the_start(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--host-name", name]) == 2
    assert "--host-name takes a name without scheme and port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("origin", "scheme", "host"),
    [
        ("http://play.example", "http", "play.example"),
        ("http://play.example", "ws", "Play.Example:80"),
        ("https://play.example", "wss", "play.example"),
        ("https://play.example", "https", "play.example:443"),
        ("http://[::1]:8000", "http", "[::1]:8000"),
    ],
)
def test_a_page_of_the_server_may_ask(origin: str, scheme: str, host: str) -> None:
    check_origin({"origin": origin, "host": host}, scheme, ())


@pytest.mark.parametrize(
    ("origin", "scheme", "host"),
    [
        ("http://play.example", "https", "play.example"),
        ("http://play.example", "wss", "play.example"),
        ("https://play.example", "http", "play.example"),
        ("https://play.example", "http", "play.example:443"),
        ("http://play.example:81", "http", "play.example"),
        ("ftp://play.example", "ftp", ""),
        ("null", "http", "null"),
    ],
)
def test_the_scheme_of_a_page_counts(origin: str, scheme: str, host: str) -> None:
    with pytest.raises(RequestError, match="wrong_origin"):
        check_origin({"origin": origin, "host": host}, scheme, ())


def test_the_scheme_is_the_one_that_a_trusted_proxy_forwards(named: Server) -> None:
    body = {"board": "london", "seats": [{}, {}]}
    game = named.open(public=True)["table"]["id"]

    def status(origin: str, forwarded: str | None, address: str = "127.0.0.1") -> int:
        headers = {"Host": "play.example.org", "Origin": origin}
        if forwarded:
            headers["X-Forwarded-Proto"] = forwarded
        with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client:
            return client.post(f"{named.url}/api/tables", json=body, headers=headers).status_code

    assert status("https://play.example.org", "https") == 201
    assert status("http://play.example.org", "https") == 403
    assert status("http://play.example.org", None) == 201
    assert status("https://play.example.org", None) == 403
    assert status("https://play.example.org", "https", "127.0.0.2") == 403  # no proxy of ours
    for scheme, wanted in (("https", 101), ("http", 403)):
        more = (f"Origin: {scheme}://play.example.org", "X-Forwarded-Proto: https")
        assert upgrade(named, game, "play.example.org", *more) == wanted


def test_metrics_are_for_this_machine_unless_asked_for(named: Server, tmp_path: Path) -> None:
    assert "branchline_moves_total" in named.get("/metrics").text
    for forwarded in ("X-Forwarded-For", "X-Real-IP", "Via", "Forwarded"):
        response = named.http.get("/metrics", headers={forwarded: "192.0.2.1"})
        assert (response.status_code, response.json()["code"]) == (403, "not_allowed")
    assert named.http.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403
    with running(tmp_path, metrics=True) as server:
        assert server.http.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 200


def test_metrics_are_not_for_other_machines(tmp_path: Path) -> None:
    """Asked for at an address of this machine in its network, as others would ask."""
    from branchline.server.listen import local_address

    address = local_address()
    if address is None:
        pytest.skip("this machine has no network")
    with (
        running(tmp_path, host="0.0.0.0") as server,
        httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as client,
    ):
        assert client.get(f"http://{address}:{server.port}/metrics").status_code == 403
        assert client.get(f"http://{address}:{server.port}/healthz").status_code == 200
