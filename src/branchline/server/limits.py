"""Limits: how much one network address may ask for, and which sites may send requests."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Mapping
from urllib.parse import urlsplit

from .errors import RequestError
from .settings import Limits

REMEMBERED = 20_000


class TokenBucket:
    """A token bucket: `burst` requests at once, then `rate` per second."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._left, self._now, self._then = rate, burst, burst, now, now()

    def take(self, code: str) -> None:
        """Take a token. Without one, raise the error with this code and the seconds until there is one."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            raise RequestError(code, after=round((1 - self._left) / self._rate, 2))
        self._left -= 1


class TokenBuckets:
    """A token bucket for each address. The least recently used are dropped."""

    def __init__(self, code: str, rate: float, burst: float) -> None:
        self._code, self._rate, self._burst = code, rate, burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Take a token of an address, or raise the error."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        bucket.take(self._code)


class RateLimits:
    """What the addresses have used of their limits, in this process."""

    def __init__(self, limits: Limits) -> None:
        self._max_sockets = limits.sockets_per_address
        self.requests = TokenBuckets("too_fast", limits.request_rate, limits.request_burst)
        self.tables = TokenBuckets(
            "too_many_tables", limits.tables_per_address / limits.tables_period, limits.tables_per_address
        )
        self.chat = TokenBuckets("too_fast", limits.chat_rate, limits.chat_burst)
        self.hints = TokenBuckets("too_fast", limits.hint_rate, limits.hint_burst)
        self._sockets: dict[str, int] = {}

    def add_socket(self, address: str) -> None:
        """Count one more socket of an address, or raise the error."""
        count = self._sockets.get(address, 0)
        if count >= self._max_sockets:
            raise RequestError("too_many_sockets", limit=self._max_sockets)
        self._sockets[address] = count + 1

    def remove_socket(self, address: str) -> None:
        """Count one socket less."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def check_origin(headers: Mapping[str, str], allowed: Container[str]) -> None:
    """Refuse pages of other sites. Browsers send the origin with every request that could do harm; programs do not."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    if not host or host != headers.get("host"):
        raise RequestError("wrong_origin")


def address_of(host: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of an IPv6 address (one home has all of it)."""
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
