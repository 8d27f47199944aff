"""Limits: how much one network address may ask for, and which sites may send requests."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Container, Mapping
from functools import lru_cache

from .errors import RequestError
from .settings import Limits

#: Addresses whose use is remembered.
REMEMBERED = 20_000
#: The longest pause, as a multiple of the first.
LONGEST_PAUSE = 12
#: Seconds after which a pause is forgiven, so that the next one is short again.
FORGIVEN_AFTER = 600.0
#: Ports that browsers leave out of an origin.
USUAL_PORT = {"http": ":80", "https": ":443"}


class TokenBucket:
    """A token bucket: `burst` requests at once, then `rate` per second."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._left, self._now, self._then = rate, burst, burst, now, now()

    def wait(self, cost: float = 1) -> float:
        """Take a token; 0. Without one, take nothing; the seconds until there is one."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < cost:
            return (cost - self._left) / self._rate
        self._left -= cost
        return 0.0

    @property
    def empty(self) -> bool:
        """Whether there is no token now."""
        return self._left + (self._now() - self._then) * self._rate < 1


class TokenBuckets:
    """A token bucket for each address. The least recently used are dropped."""

    def __init__(self, code: str, rate: float, burst: float) -> None:
        self._code, self._rate, self._burst = code, rate, burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def wait(self, address: str, cost: float = 1) -> float:
        """Take a token of an address; 0. Without one, the seconds until there is one."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.wait(cost)

    def empty(self, address: str) -> bool:
        """Whether an address has no token now. None is taken."""
        bucket = self._buckets.get(address)
        return bucket is not None and bucket.empty

    def take(self, address: str, cost: float = 1) -> None:
        """Take a token of an address, or raise the error with the seconds until there is one."""
        if wait := self.wait(address, cost):
            raise RequestError(self._code, after=round(wait, 2))


class MessageBudget:
    """The messages of one socket: a small rate of its own, and beyond it what all sockets of its address share.

    So a player is served although somebody else at the same address floods.
    """

    def __init__(self, limits: Limits, shared: TokenBuckets, address: str) -> None:
        self._own = TokenBucket(limits.own_message_rate, limits.own_message_burst)
        self._shared, self._address = shared, address

    def wait(self) -> float:
        """Take what a message costs; 0. Otherwise the seconds until it may be tried again."""
        own = self._own.wait()
        return min(own, self._shared.wait(self._address)) if own else 0.0


class Pauses:
    """Addresses that have flooded. They get no new sockets for a while, longer each time."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._now = seconds, now
        self._paused: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def begin(self, address: str) -> float:
        """Pause an address, unless it is paused already; the seconds that are left."""
        now = self._now()
        until, times = self._paused.pop(address, (0.0, 0))
        if until <= now:
            times = min(times, LONGEST_PAUSE - 1) + 1 if now < until + FORGIVEN_AFTER else 1
            until = now + self._seconds * times
        self._paused[address] = until, times
        if len(self._paused) > REMEMBERED:
            self._paused.popitem(last=False)
        return until - now

    def check(self, address: str) -> None:
        """Raise the error if an address is paused."""
        left = self._paused.get(address, (0.0, 0))[0] - self._now()
        if left > 0:
            raise RequestError("too_fast", after=round(left, 2))


class RateLimits:
    """What the addresses have used of their limits, in this process."""

    def __init__(self, limits: Limits) -> None:
        self._max_sockets = limits.sockets_per_address
        self.requests = TokenBuckets("too_fast", limits.request_rate, limits.request_burst)
        self.tables = TokenBuckets(
            "too_many_tables", limits.tables_per_address / limits.tables_period, limits.tables_per_address
        )
        self.messages = TokenBuckets("too_fast", limits.message_rate, limits.message_burst)
        self.chat = TokenBuckets("too_fast", limits.chat_rate, limits.chat_burst)
        self.address_chat = TokenBuckets("too_fast", limits.address_chat_rate, limits.address_chat_burst)
        self.hints = TokenBuckets("too_fast", limits.hint_rate, limits.hint_burst)
        self.subscriptions = TokenBuckets("too_fast", limits.subscribe_rate, limits.subscribe_burst)
        self.reviews = TokenBuckets("too_fast", limits.review_rate, limits.review_burst)
        self.pauses = Pauses(limits.pause)
        self._connects = TokenBuckets("too_fast", limits.socket_rate, limits.socket_burst)
        self._sockets: dict[str, int] = {}

    def add_socket(self, address: str) -> None:
        """Count one more socket of an address, or raise the error."""
        self.pauses.check(address)
        count = self._sockets.get(address, 0)
        if count >= self._max_sockets:
            raise RequestError("too_many_sockets", limit=self._max_sockets)
        self._connects.take(address)
        self._sockets[address] = count + 1

    def remove_socket(self, address: str) -> None:
        """Count one socket less."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def check_origin(headers: Mapping[str, str], scheme: str, allowed: Container[str]) -> None:
    """Refuse pages of other sites. Browsers send the origin with every request that could do harm; programs do not.

    The scheme counts too: a page that came without TLS may have been changed on its way.
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return
    scheme = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    host = headers.get("host", "").lower().removesuffix(USUAL_PORT.get(scheme, ""))
    if not host or origin.lower() != f"{scheme}://{host}":
        raise RequestError("wrong_origin")


@lru_cache(maxsize=4096)
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
