"""uvicorn's WebSocket protocol, with one more step: who does not read is cut off for good."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LAST_WORDS = 5.0


class Protocol(WebSocketsSansIOProtocol):
    """Closing waits for the client to take what was written; some never do."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LAST_WORDS, self.transport.abort)
