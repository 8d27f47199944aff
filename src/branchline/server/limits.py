"""Guard: how much one address may ask for, and which pages may ask at all."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

from .errors import Refusal
from .settings import Settings

REMEMBERED = 20_000


class Bucket:
    """A token bucket: so many at once, then so many per second."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._left, self._now, self._then = rate, burst, burst, now, now()

    def take(self, code: str) -> None:
        """Take one, or refuse and say when there is one again."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            raise Refusal(code, after=round((1 - self._left) / self._rate, 2))
        self._left -= 1


class Buckets:
    """A bucket for each address; the ones not used for longest are forgotten."""

    def __init__(self, code: str, rate: float, burst: float) -> None:
        self._code, self._rate, self._burst = code, rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> None:
        """Take one for an address, or refuse."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        bucket.take(self._code)


class Guard:
    """The limits of one process."""

    def __init__(self, settings: Settings) -> None:
        limits = settings.limits
        self.settings, self.limits = settings, limits
        self.requests = Buckets("too_fast", limits.request_rate, limits.request_burst)
        self.tables = Buckets(
            "too_many_tables", limits.tables_per_address / limits.tables_period, limits.tables_per_address
        )
        self.chat = Buckets("too_fast", limits.chat_rate, limits.chat_burst)
        self.hints = Buckets("too_fast", limits.hint_rate, limits.hint_burst)
        self._sockets: dict[str, int] = {}

    def enter(self, address: str) -> None:
        """One more socket of an address, or a refusal."""
        count = self._sockets.get(address, 0)
        if count >= self.limits.sockets_per_address:
            raise Refusal("too_many_sockets", limit=self.limits.sockets_per_address)
        self._sockets[address] = count + 1

    def exit(self, address: str) -> None:
        """One socket less."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def check_origin(self, headers: Mapping[str, str]) -> None:
        """Refuse pages of other sites. Programs send no origin; browsers always do where it matters."""
        origin = headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return
        try:
            place = urlsplit(origin).netloc
        except ValueError:
            place = ""
        if not place or place != headers.get("host"):
            raise Refusal("wrong_origin")


def address_of(host: str | None) -> str:
    """What counts as one address: an IPv4 address, or the network of an IPv6 one, of which a home has millions."""
    try:
        address = ipaddress.ip_address((host or "").partition("%")[0])
    except ValueError:
        return host or "unknown"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
