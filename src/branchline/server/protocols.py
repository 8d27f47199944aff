"""Protocols: uvicorn's, with limits. Connections are counted, have time limits, and are read in small pieces."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from .connections import Connections
from .errors import FLOODED
from .limits import RateLimits, TokenBucket, address_of

#: Seconds that a client has to read what was sent before its connection is closed.
CLOSE_WITHIN = 5.0
#: The same for a client whose connection is closed although it still sends. Nothing is read meanwhile.
LAST_WORDS_WITHIN = 1.0
#: Reads of one connection per second, and at once. Whoever sends byte by byte is read less often.
READ_RATE, READ_BURST = 50.0, 100
#: Pings, pongs and parts of messages on one socket. Browsers send none.
CONTROL_RATE, CONTROL_BURST = 10.0, 100


class HttpProtocol(H11Protocol, asyncio.BufferedProtocol):
    """An HTTP connection. What uvicorn needs for it is made once it may stay, so that refusing one is cheap."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._made_with = (config, server_state, app_state, _loop)
        self._held: Connections = app_state["connections"]
        self._admitted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A new connection: it stays, or is closed at once."""
        peer = get_remote_addr(transport)
        host = peer[0] if peer else None
        if not self._held.add(transport, address_of(host), is_proxy(host, self._made_with[0])):
            transport.abort()
            return
        super().__init__(*self._made_with)
        self._admitted = True
        super().connection_made(transport)
        self._reads = TokenBucket(READ_RATE, READ_BURST, self.loop.time)
        self._phase: tuple[str, object] = ("head", None)
        self._deadline = self.loop.time() + self._held.limits.head_seconds
        self._timer = self.loop.call_at(self._deadline, self._check_time)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._admitted:
            return
        self._timer.cancel()
        self._held.remove(self.transport)
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._held.buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._held.buffer[:nbytes]))

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            return
        self._follow()
        if wait := self._reads.wait():
            self.flow.pause_reading()
            self.loop.call_later(wait, self._read_on)

    def _read_on(self) -> None:
        self._reads.wait()  # for the read before the pause
        if self._phase[0] != "answer":  # then uvicorn reads on when it wants to
            self.flow.resume_reading()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._timer.cancel()
        self._held.busy(self.transport)
        super().handle_websocket_upgrade(event)

    def _follow(self) -> None:
        """Set the time limit when a request has got further."""
        phase = self._current_phase()
        if phase == self._phase:
            return
        self._phase = phase
        limits = self._held.limits
        if phase[0] == "head":
            self._held.waits(self.transport)
            seconds = self.timeout_keep_alive + limits.head_seconds
        else:
            self._held.busy(self.transport)
            seconds = limits.body_seconds if phase[0] == "body" else limits.answer_seconds
        self._deadline = self.loop.time() + seconds
        self._timer.cancel()
        self._timer = self.loop.call_at(self._deadline, self._check_time)

    def _current_phase(self) -> tuple[str, object]:
        """What is awaited: a head, a body, or that the answer is made and read. And of which request."""
        if self.conn.their_state is h11.SEND_BODY:
            return "body", self.cycle
        if self.conn.their_state is h11.IDLE and not self.transport.get_write_buffer_size():
            return "head", self.cycle
        return "answer", self.cycle

    def _check_time(self) -> None:
        """The time is up, unless the request has got further."""
        self._follow()
        if self.loop.time() < self._deadline:
            return
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()


class WebSocketProtocol(WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    """A WebSocket. The app learns how many messages wait; what the app never sees is limited here."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._held: Connections = app_state["connections"]
        self._limits: RateLimits = app_state["limits"]
        self._reads = TokenBucket(READ_RATE, READ_BURST, self.loop.time)
        self._control = TokenBucket(CONTROL_RATE, CONTROL_BURST, self.loop.time)

    def connection_lost(self, exc: Exception | None) -> None:
        self._held.remove(self.transport)
        super().connection_lost(exc)

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._held.socket_buffer

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(self._held.buffer[:nbytes]))
        wait = self._reads.wait()
        if wait and not self.read_paused:
            self.transport.pause_reading()
            self.loop.call_later(wait, self._read_on)

    def _read_on(self) -> None:
        self._reads.wait()  # for the read before the pause
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["waiting"] = self.queue.qsize

    def handle_ping(self) -> None:
        if self._control_allowed():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._control_allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._control_allowed():
            super().handle_cont(event)

    def _control_allowed(self) -> bool:
        """Whether one more frame without a message is allowed. If not, the connection is closed."""
        if not self._control.wait():
            return True
        if not self.transport.is_closing():
            client = self.scope["client"]
            self._limits.pauses.begin(address_of(client[0] if client else None))
            self.transport.abort()
        return False

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close" and message.get("code") == FLOODED:
            self.transport.pause_reading()
            self.loop.call_later(LAST_WORDS_WITHIN, self.transport.abort)

    async def run_asgi(self) -> None:
        """uvicorn waits for ever for a client that does not read. Here its connection is aborted."""
        await super().run_asgi()
        self.loop.call_later(CLOSE_WITHIN, self.transport.abort)


def is_proxy(host: str | None, config: Config) -> bool:
    """Whether a peer is a trusted proxy: one connection of it may carry anybody's requests."""
    app = config.loaded_app
    return isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts
