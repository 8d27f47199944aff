"""The ASGI app: routes, headers and the life of the services behind them."""

from __future__ import annotations

import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from branchline import CommittedDealer
from branchline.server.table.table import DealerFor
from branchline.server.web import about, archive, lobby, page
from branchline.server.web.endpoints import JSON, on_failure, on_http_error
from branchline.server.web.headers import SecurityHeaders
from branchline.server.web.openapi import openapi, protocol
from branchline.server.web.sockets import play

from .services import Services
from .settings import Settings, from_environment

#: New objects before the youngest are looked at, and how many such looks before the older and the oldest are.
COLLECT_AFTER = (700, 10, 1_000)
ENDPOINTS = (lobby.endpoints, archive.endpoints, about.endpoints)


def make_app(
    settings: Settings,
    now: Callable[[], float] = time.time,
    dealer_for: DealerFor = CommittedDealer,
) -> Starlette:
    """A server's app; its services start and stop with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.services = services = await Services.start(settings, now, dealer_for)
        try:
            yield
        finally:
            await services.close()

    return Starlette(
        routes=[
            *(route for endpoints in ENDPOINTS for route in endpoints.routes()),
            document(
                "/api/openapi.json",
                openapi([endpoint for endpoints in ENDPOINTS for endpoint in endpoints.all]),
            ),
            document("/api/protocol.json", protocol()),
            WebSocketRoute("/api/tables/{id}/socket", play),
            *page.routes(),
        ],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: on_http_error, Exception: on_failure},
        lifespan=lifespan,
    )


def document(path: str, content: object) -> Route:
    """A route that answers with a document that never changes."""
    encoded = msgspec.json.format(msgspec.json.encode(content))

    async def show(request: Request) -> Response:
        return Response(encoded, media_type=JSON)

    return Route(path, show)


def app_from_environment() -> Starlette:
    """What worker processes run."""
    app = make_app(from_environment())
    collect_rarely()
    return app


def collect_rarely() -> None:
    """Full garbage collections hold up every table of a process: look at less, and more rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
