"""A push service on this machine, and a browser that can read what comes there."""

from __future__ import annotations

import json
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .players import TIMEOUT


def plain(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def coded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


class PushBrowser:
    """The receiving side of a subscription, as RFC 8291 has it."""

    def __init__(
        self, endpoint: str, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b""
    ) -> None:
        self.endpoint = endpoint
        self._private = private or ec.generate_private_key(ec.SECP256R1())
        self._auth = auth or bytes(range(16))
        self.public = self._private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def form(self) -> dict[str, str]:
        """What the page sends to the server."""
        keys = {"p256dh": coded(self.public), "auth": coded(self._auth)}
        return {"endpoint": self.endpoint, **keys, "language": "es"}

    def read(self, body: bytes) -> bytes:
        """Decrypt a message."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._private.exchange(ec.ECDH(), theirs)
        secret = expand(extract(self._auth, shared), b"WebPush: info\0" + self.public + sender, 32)
        random = extract(salt, secret)
        key = expand(random, b"Content-Encoding: aes128gcm\0", 16)
        nonce = expand(random, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text[-1:] == b"\x02"
        return text[:-1]


def extract(salt: bytes, secret: bytes) -> bytes:
    mac = HMAC(salt, SHA256())
    mac.update(secret)
    return mac.finalize()


def expand(key: bytes, info: bytes, length: int) -> bytes:
    return HKDFExpand(SHA256(), length, info).derive(key)


class PushService:
    """What came, in its order; `status` is the answer to everything, and `held` lets all answers wait."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.status = 201
        self.held = threading.Event()
        self.held.set()
        self._came: list[tuple[str, dict[str, str], bytes]] = []
        self._more = threading.Condition()

    def browser(self, name: str) -> PushBrowser:
        return PushBrowser(f"{self.url}/{name}")

    def take(self, path: str, headers: dict[str, str], body: bytes) -> None:
        with self._more:
            self._came.append((path, headers, body))
            self._more.notify_all()

    @property
    def count(self) -> int:
        return len(self._came)

    def wait(self, count: int) -> None:
        """Wait until so many messages have come."""
        end = time.monotonic() + TIMEOUT
        with self._more:
            while len(self._came) < count:
                assert self._more.wait(end - time.monotonic()), f"{len(self._came)} of {count} messages came"

    def message(self, number: int, browser: PushBrowser) -> dict[str, Any]:
        """A message that came, read by the browser to which it was sent."""
        self.wait(number)
        path, _, body = self._came[number - 1]
        assert browser.endpoint == self.url + path
        return dict(json.loads(browser.read(body)))

    def headers(self, number: int) -> dict[str, str]:
        self.wait(number)
        return self._came[number - 1][1]

    def paths(self) -> list[str]:
        return [path.strip("/") for path, _, _ in self._came]


@contextmanager
def push_service() -> Iterator[PushService]:
    """A service until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.take(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            service.held.wait(TIMEOUT)
            self.send_response(service.status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *given: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = PushService(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.held.set()
        server.shutdown()
        server.server_close()
        thread.join(TIMEOUT)
