"""HTTP: endpoints as plain functions, whose types decode requests, encode answers and make the OpenAPI document."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.server import metrics
from branchline.server.errors import Problem, Refusal
from branchline.server.limits import address_of
from branchline.server.services import Services

from .cookies import key_of, remember

log = logging.getLogger(__name__)
JSON = "application/json"
BY_STATUS = {404: "no_such_page", 405: "wrong_method", 413: "too_large"}


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No query parameters."""


@dataclass(slots=True)
class Call:
    """A request, decoded. `cookie` is a key that the browser shall keep."""

    services: Services
    key: str | None
    address: str
    path: dict[str, Any]
    query: Any
    body: Any
    cookie: str | None = None


@dataclass(slots=True, frozen=True)
class Endpoint:
    """A function that answers requests."""

    method: str
    path: str
    run: Callable[[Call], Awaitable[object]]
    answer: Any
    status: int = 200
    body: Any = None
    query: Any = Nothing
    codes: tuple[str, ...] = ()
    text: bool = False

    @property
    def summary(self) -> str:
        return (self.run.__doc__ or "").partition("\n")[0]


@dataclass(slots=True)
class Endpoints:
    """All endpoints, in the order in which they were declared."""

    all: list[Endpoint] = field(default_factory=list)

    def add(self, method: str, path: str, answer: Any, **more: Any) -> Callable[[Any], Any]:
        """Declare an endpoint."""

        def keep(run: Callable[[Call], Awaitable[object]]) -> Callable[[Call], Awaitable[object]]:
            self.all.append(Endpoint(method, path, run, answer, **more))
            return run

        return keep

    def routes(self) -> list[Route]:
        """The same for Starlette: one route per address, so that a wrong method is told from a wrong address."""
        by_path: dict[str, dict[str, Endpoint]] = {}
        for endpoint in self.all:
            by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
        return [Route(path, Answering(methods), methods=[*methods]) for path, methods in by_path.items()]


class Answering:
    """The endpoints of one address, as an ASGI app."""

    def __init__(self, endpoints: dict[str, Endpoint]) -> None:
        self._endpoints = endpoints

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        endpoint = self._endpoints["GET" if request.method == "HEAD" else request.method]
        try:
            response = await answer(endpoint, request)
        except Refusal as refusal:
            response = problem(refusal)
        await response(scope, receive, send)


async def answer(endpoint: Endpoint, request: Request) -> Response:
    """Decode, run, encode."""
    services: Services = request.app.state.services
    address = address_of(request.client.host if request.client else None)
    services.guard.requests.take(address)
    if endpoint.method != "GET":
        services.guard.check_origin(request.headers)
    call = Call(
        services,
        key_of(request.headers, request.cookies),
        address,
        dict(request.path_params),
        convert(request.query_params.multi_items(), endpoint.query),
        await read_body(endpoint, request),
    )
    result = await endpoint.run(call)
    if isinstance(result, Response):
        return result
    response = Response(msgspec.json.encode(result), endpoint.status, media_type=JSON)
    if call.cookie is not None:
        remember(response, call.cookie, request.url.scheme == "https")
    return response


def convert(items: list[tuple[str, str]], wanted: Any) -> Any:
    """Query parameters as their type; each at most once, and never the word null."""
    values = dict(items)
    if len(values) < len(items) or any(value.lower() == "null" for value in values.values()):
        raise Refusal("bad_request")
    try:
        return msgspec.convert(values, wanted, strict=False)
    except msgspec.ValidationError:
        raise Refusal("bad_request") from None


async def read_body(endpoint: Endpoint, request: Request) -> Any:
    """The body as its type; refused if it is too long, no JSON, or something else."""
    if endpoint.body is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Refusal("wrong_type")
    limit = request.app.state.services.settings.limits.body
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise Refusal("too_large", limit=limit)
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except msgspec.ValidationError:
        raise Refusal("bad_request") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refusal("not_json") from None


def problem(refusal: Refusal) -> Response:
    """A refusal as a response."""
    metrics.REFUSED.labels(refusal.code).inc()
    headers = {"Retry-After": str(ceil(float(refusal.data["after"])))} if "after" in refusal.data else {}
    content = msgspec.json.encode(Problem(refusal.code, refusal.data))
    return Response(content, refusal.status, headers, JSON)


async def on_http_error(request: Request, error: Exception) -> Response:
    """No such page, wrong method: as codes too."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    code = BY_STATUS.get(status, "bad_request")
    return Response(msgspec.json.encode(Problem(code)), status, headers, JSON)


async def on_failure(request: Request, error: Exception) -> Response:
    """What we did not expect is logged, and not told."""
    return Response(msgspec.json.encode(Problem("internal")), 500, media_type=JSON)
