"""The ASGI app: its routes and headers, and the start and stop of its services."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from branchline import CommittedDealer
from branchline.server.api.router import ENDPOINTS as API
from branchline.server.table.table import DealerFor
from branchline.server.web import calls, health, page
from branchline.server.web.endpoints import JSON, on_failure, on_http_error, routes
from branchline.server.web.guard import Guard
from branchline.server.web.headers import SecurityHeaders
from branchline.server.web.openapi import openapi, protocol
from branchline.server.web.sockets import table_socket

from .open_files import AcceptErrors
from .services import Services
from .settings import Settings, from_environment

#: Thresholds of the garbage collector: full collections are 100 times rarer than by default.
GC_THRESHOLDS = (700, 10, 1_000)
ENDPOINTS = (*API, *calls.endpoints.all, *health.endpoints.all)


def make_app(
    settings: Settings,
    now: Callable[[], float] | None = None,
    dealer_for: DealerFor = CommittedDealer,
) -> Starlette:
    """The app of a server; its services start and stop with it. `now` is its time, in the hands of a test."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Any]]:
        AcceptErrors(asyncio.get_running_loop()).install()
        app.state.services = services = await Services.start(settings, now, dealer_for)
        try:
            yield {"connections": services.connections, "limits": services.limits}  # for the protocols
        finally:
            await services.close()

    return Starlette(
        routes=[
            *routes(ENDPOINTS),
            document("/api/openapi.json", openapi(ENDPOINTS)),
            document("/api/protocol.json", protocol()),
            WebSocketRoute("/api/tables/{id}/socket", table_socket),
            *page.routes(),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(Guard)],
        exception_handlers={HTTPException: on_http_error, Exception: on_failure},
        lifespan=lifespan,
    )


def document(path: str, content: object) -> Route:
    """A route for a document that never changes."""
    encoded = msgspec.json.format(msgspec.json.encode(content))

    async def show(request: Request) -> Response:
        return Response(encoded, media_type=JSON)

    return Route(path, show)


def app_from_environment() -> Starlette:
    """The app, in a worker process."""
    app = make_app(from_environment())
    collect_garbage_rarely()
    return app


def collect_garbage_rarely() -> None:
    """A full garbage collection stops all tables of a process for a moment: collect less, and less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
