"""Connections: how many this process holds, by address and in all, and which are closed when there are too many."""

from __future__ import annotations

import heapq
from asyncio import Transport
from dataclasses import dataclass

from . import metrics, open_files
from .limits import TokenBuckets
from .settings import Limits

#: Bytes that are read at once from a connection and from a WebSocket. What they hold is parsed without a pause, so it
#: must not be much: a frame may have 6 bytes.
READ_SIZE, SOCKET_READ_SIZE = 4_096, 1_024
#: When all places are taken, one in so many is made free.
FREED = 20


@dataclass(slots=True, eq=False)
class Held:
    """The connections of one address: how many, and those that wait for a request, the oldest first."""

    count: int
    waiting: dict[Transport, None]


class Connections:
    """The connections of one process.

    Those that wait for the head of a request (never sent, unfinished, or idle after an answer) may be closed for
    new ones. Those with a request or a WebSocket never are.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most = min(limits.connections, open_files.connection_limit(open_files.allowed()))
        #: All connections are read by one thread, one after the other, so that one buffer is enough.
        self.buffer = bytearray(READ_SIZE)
        self.socket_buffer = memoryview(self.buffer)[:SOCKET_READ_SIZE]
        self._connects = TokenBuckets("too_fast", limits.connect_rate, limits.connect_burst)
        self._held: dict[str, Held] = {}
        self._addresses: dict[Transport, str] = {}

    def __len__(self) -> int:
        return len(self._addresses)

    def count(self, address: str) -> int:
        """How many connections an address has."""
        held = self._held.get(address)
        return held.count if held else 0

    def refuses(self, address: str) -> bool:
        """Whether a new connection of an address, which is no proxy, would be refused for being too fast."""
        if not self._connects.empty(address):
            return False
        metrics.CONNECTIONS_REFUSED.inc()
        return True

    def add(self, transport: Transport, address: str, proxy: bool) -> bool:
        """Whether a new connection may stay. A proxy's connections are limited only in all."""
        if not proxy and not self._within_budget(address):
            metrics.CONNECTIONS_REFUSED.inc()
            return False
        if len(self) >= self.most:
            self._make_room()
        if len(self) >= self.most:
            metrics.CONNECTIONS_REFUSED.inc()
            return False
        held = self._held.setdefault(address, Held(0, {}))
        held.count += 1
        held.waiting[transport] = None
        self._addresses[transport] = address
        metrics.CONNECTIONS.inc()
        return True

    def _within_budget(self, address: str) -> bool:
        """Whether an address may connect again; at its limit its oldest waiting connection goes."""
        if self._connects.wait(address):
            return False
        held = self._held.get(address)
        if held is None or held.count < self.limits.connections_per_address:
            return True
        return self._close_oldest(held)

    def _make_room(self) -> None:
        """Close waiting connections, those of the addresses with the most of them first."""
        crowd = [(-len(held.waiting), address) for address, held in self._held.items() if held.waiting]
        heapq.heapify(crowd)
        for _ in range(self.most // FREED + 1):
            if not crowd:
                return
            _, address = crowd[0]
            held = self._held[address]
            self._close_oldest(held)
            if held.waiting:
                heapq.heapreplace(crowd, (-len(held.waiting), address))
            else:
                heapq.heappop(crowd)

    def _close_oldest(self, held: Held) -> bool:
        transport = next(iter(held.waiting), None)
        if transport is None:
            return False
        self.remove(transport)
        transport.abort()
        metrics.CONNECTIONS_CLOSED.inc()
        return True

    def busy(self, transport: Transport) -> None:
        """A connection has a request or has become a WebSocket."""
        if address := self._addresses.get(transport):
            self._held[address].waiting.pop(transport, None)

    def waits(self, transport: Transport) -> None:
        """A connection waits for its next request."""
        if address := self._addresses.get(transport):
            self._held[address].waiting[transport] = None

    def remove(self, transport: Transport) -> None:
        """A connection is gone."""
        address = self._addresses.pop(transport, None)
        if address is None:
            return
        held = self._held[address]
        held.count -= 1
        held.waiting.pop(transport, None)
        if not held.count:
            del self._held[address]
        metrics.CONNECTIONS.dec()
