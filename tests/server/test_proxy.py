"""Two servers behind nginx with deploy/nginx.conf: one address, and either server may go."""

from __future__ import annotations

import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from .players import TIMEOUT
from .processes import Process, free_port
from .running import until

CONFIGURATION = Path(__file__).parents[2] / "deploy/nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None or shutil.which("openssl") is None, reason="there is no nginx here"),
]


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """nginx with our configuration, another port and a certificate of its own; its port."""
    port = free_port()
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = ("-subj", "/CN=127.0.0.1", "-days", "1", "-keyout", str(key), "-out", str(certificate))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject],
        check=True,
        capture_output=True,
    )
    site = CONFIGURATION.read_text()
    servers = "".join(f"    server 127.0.0.1:{one} max_fails=1 fail_timeout=5s;\n" for one in ports)
    site = re.sub(r"^    server 127\.0\.0\.1:8000.*\n", servers, site, flags=re.MULTILINE)
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = re.sub(r"ssl_certificate .*;", f"ssl_certificate {certificate};", site)
    site = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {key};", site)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{site}}}\n"
    )
    folder.chmod(0o755)
    with subprocess.Popen(
        [str(NGINX), "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL
    ) as proxy:
        try:
            yield port
        finally:
            proxy.terminate()


class Guest:
    """Somebody at a table, through the proxy."""

    def __init__(self, port: int, game: str, key: str, trust: ssl.SSLContext) -> None:
        address = f"wss://127.0.0.1:{port}/api/tables/{game}/socket"
        self.socket = connect(
            address, ssl=trust, origin=Origin(f"https://127.0.0.1:{port}"), open_timeout=TIMEOUT
        )
        self.socket.send(json.dumps({"type": "hello", "key": key}))
        self.legal: list[str] = []

    def receive(self) -> dict[str, Any]:
        message = dict(json.loads(self.socket.recv(timeout=TIMEOUT)))
        self.legal = (message.get("view") or {}).get("legal", self.legal)
        return message

    def keep(self) -> dict[str, Any]:
        """Choose the first tickets; the answer."""
        while not self.legal:  # this server may still have to hear of the start
            self.receive()
        self.socket.send(json.dumps({"type": "move", "id": "keep", "move": self.legal[0]}))
        while (message := self.receive())["type"] == "update":
            pass
        return message


def test_a_server_behind_the_proxy_dies_and_the_game_goes_on(tmp_path: Path, database: str) -> None:
    for name in ("one", "two", "proxy"):
        (tmp_path / name).mkdir()
    servers = [Process(tmp_path / name, database) for name in ("one", "two")]
    try:
        for server in servers:
            server.start()
        with nginx(tmp_path / "proxy", [server.port for server in servers]) as port:
            go_on(f"https://127.0.0.1:{port}", port, servers)
    finally:
        for server in servers:
            server.stop()


def go_on(url: str, port: int, servers: list[Process]) -> None:
    """Play through the proxy before and after the server of this table was killed."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    with httpx.Client(base_url=url, verify=False, timeout=TIMEOUT, headers={"Origin": url}) as http:
        until(lambda: answers(http))
        opening = http.post("/api/tables", json={"board": "london", "seats": [{}, {}]}).json()
        game = opening["table"]["id"]
        keys = []
        for invitation in opening["invitations"]:
            body = {"name": "guest", "invite": invitation["key"]}
            keys.append(http.post(f"/api/tables/{game}/join", json=body).json()["key"])
        guests = [Guest(port, game, key, trust) for key in keys]
        assert guests[0].keep()["type"] == "ack"
        sockets = [httpx.get(f"{server.url}/metrics").text for server in servers]
        (victim,) = [
            n for n, text in enumerate(sockets) if "\nbranchline_sockets 2.0\n" in text
        ]  # both at one
        servers[victim].kill()
        until(lambda: [http.get("/healthz").status_code for _ in range(4)] == [200] * 4)
        guests.append(Guest(port, game, keys[1], trust))  # comes back, at the other server
        assert guests[-1].keep()["type"] == "ack"
        assert http.get("/metrics").status_code == 403
        for guest in guests:
            guest.socket.close()


def answers(http: httpx.Client) -> bool:
    try:
        return http.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False
