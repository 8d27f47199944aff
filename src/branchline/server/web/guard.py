"""Guard: refuses requests before anything else is done with them, so that refusing costs little."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from branchline.server import metrics
from branchline.server.errors import REFUSED, RequestError
from branchline.server.services import Services

from .access import client_address
from .endpoints import problem

#: What a file of the page costs of the budget of requests. A page needs many at once, and they cost little.
FILE_COST = 0.2
#: Headers that a proxy adds. A request that has one does not come from this machine.
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")


class Guard:
    """Middleware that checks the name of the server, the budget of the address, and who asks for metrics."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            try:
                check(scope, scope["app"].state.services)
            except RequestError as error:
                await refuse(error, scope, receive, send)
                return
        await self.app(scope, receive, send)


def check(scope: Scope, services: Services) -> None:
    """Raise the error of a request that is refused."""
    headers = Headers(scope=scope)
    services.hosts.check(headers.get("host"))
    if scope["type"] == "websocket":
        return
    path: str = scope["path"]
    services.limits.requests.take(client_address(scope), 1 if path.startswith("/api/") else FILE_COST)
    if "transfer-encoding" in headers:
        raise RequestError("no_length")
    if path == "/metrics" and not services.settings.metrics and not is_local(scope, headers):
        raise RequestError("not_allowed")


def is_local(scope: Scope, headers: Headers) -> bool:
    """Whether a request comes from this machine, and not through a proxy on it."""
    local = client_address(scope).startswith("127.") or scope["client"][0] == "::1"
    return local and not any(name in headers for name in FORWARDED)


async def refuse(error: RequestError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the error, and close the connection: a new one counts in another budget."""
    if scope["type"] == "websocket":
        metrics.REFUSED.labels(error.code).inc()
        await send({"type": "websocket.close", "code": REFUSED})
        return
    response = problem(error) if scope["path"].startswith("/api/") else page_problem(error)
    response.headers["Connection"] = "close"
    await response(scope, receive, send)


def page_problem(error: RequestError) -> Response:
    """The answer to a browser that opens the page under a name that the server does not know."""
    if error.code != "wrong_host":
        return problem(error)
    metrics.REFUSED.labels(error.code).inc()
    name = error.data.get("name", "NAME")
    return PlainTextResponse(
        f"This Branchline server does not know the name {name}. If the name is its own, "
        f"start it with: branchline serve --host-name {name}\n",
        error.status,
    )
