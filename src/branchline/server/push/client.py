"""Client of push services. It connects only to services that the settings name, and never into a private network."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import time
from collections.abc import Iterable
from typing import Any, Literal
from urllib.parse import urlsplit

import httpcore

from branchline.server.settings import PushSettings

from .encryption import Vapid

#: What became of a message: it was taken, the subscription is gone, it may be tried again, or it was refused.
Outcome = Literal["sent", "gone", "later", "refused"]
#: Seconds for a whole request, and requests at a time.
WITHIN = 10.0
AT_ONCE = 8
#: Seconds for which a push service keeps a message for a browser that is switched off.
KEPT = 86_400
GONE = (404, 410)


class Forbidden(httpcore.ConnectError):
    """An address to which this server does not connect."""


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses alone. It looks names up itself, so that nothing else can be connected to."""

    def __init__(self) -> None:
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        address = await public_address(host, port)
        return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


async def public_address(host: str, port: int) -> str:
    """An address of a host. All that it has must be public ones."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise httpcore.ConnectError(str(error)) from None
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not all(map(is_public, addresses)):
        raise Forbidden(f"{host} is not in the public network")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is of the public network: also in the forms in which IPv6 holds one of IPv4."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo or (None, None))[1]
        if inner is not None and not is_public(str(inner)):
            return False
    return found.is_global and not found.is_multicast


def is_service(endpoint: str, settings: PushSettings) -> bool:
    """Whether an address is that of a push service to which this server may connect."""
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, (parts.hostname or "").lower()
    except ValueError:
        return False
    if not endpoint.isascii() or parts.username is not None or parts.fragment:
        return False
    plain = settings.private and parts.scheme == "http"
    if not plain and (parts.scheme != "https" or (port not in (None, 443) and not settings.private)):
        return False
    return any(host == name or host.endswith(f".{name}") for name in settings.services)


class PushClient:
    """Sends messages: a few at a time, each within seconds, and reads no more of an answer than its status."""

    def __init__(self, settings: PushSettings, vapid: Vapid) -> None:
        self.settings, self.vapid = settings, vapid
        network = None if settings.private else PublicNetwork()
        self._pool = httpcore.AsyncConnectionPool(
            network_backend=network, max_connections=AT_ONCE, keepalive_expiry=5.0
        )
        self._room = asyncio.Semaphore(AT_ONCE)

    async def close(self) -> None:
        await self._pool.aclose()

    async def send(self, endpoint: str, body: bytes, topic: str) -> Outcome:
        """Send one message. A later one with the same topic takes its place if it was not delivered yet."""
        if not is_service(endpoint, self.settings):
            return "refused"
        headers = {
            "Authorization": self.vapid.authorization(endpoint, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(body)),
            "Topic": topic,
            "TTL": str(KEPT),
            "Urgency": "normal",
        }
        try:
            async with self._room, asyncio.timeout(WITHIN):
                status = await self._post(endpoint, headers, body)
        except Forbidden:
            return "refused"
        except (
            OSError,
            TimeoutError,
            httpcore.TimeoutException,
            httpcore.NetworkError,
            httpcore.ProtocolError,
        ):
            return "later"
        if 200 <= status < 300:
            return "sent"
        if status in GONE:
            return "gone"
        return "later" if status == 429 or status >= 500 else "refused"

    async def _post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        async with self._pool.stream("POST", endpoint, headers=[*headers.items()], content=body) as answer:
            return answer.status
