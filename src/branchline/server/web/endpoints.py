"""Endpoints: functions of a `Call`. Their types decode requests, encode answers and make the OpenAPI document."""

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
from branchline.server.errors import Problem, RequestError
from branchline.server.limits import check_origin
from branchline.server.outages import database_needed
from branchline.server.services import Services

from .access import Call, client_address, key_of, set_key_cookie

log = logging.getLogger(__name__)
JSON = "application/json"
BY_STATUS = {404: "no_such_page", 405: "wrong_method", 413: "too_large"}


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No query parameters."""


@dataclass(slots=True, frozen=True)
class Endpoint:
    """A function that answers requests, and what is documented about it."""

    method: str
    path: str
    run: Callable[[Call], Awaitable[object]]
    answer: Any
    status: int = 200
    body: Any = None
    query: Any = Nothing
    codes: tuple[str, ...] = ()
    text: bool = False
    with_record: bool = False

    @property
    def summary(self) -> str:
        return (self.run.__doc__ or "").partition("\n")[0]


@dataclass(slots=True)
class Endpoints:
    """The endpoints of a module, in the order of their declaration."""

    all: list[Endpoint] = field(default_factory=list)

    def add(self, method: str, path: str, answer: Any, **more: Any) -> Callable[[Any], Any]:
        """Declare an endpoint."""

        def register(run: Callable[[Call], Awaitable[object]]) -> Callable[[Call], Awaitable[object]]:
            self.all.append(Endpoint(method, path, run, answer, **more))
            return run

        return register

    def routes(self) -> list[Route]:
        """Routes for Starlette: one for each path, so that a wrong method differs from a wrong path."""
        by_path: dict[str, dict[str, Endpoint]] = {}
        for endpoint in self.all:
            by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
        return [Route(path, PathApp(methods), methods=[*methods]) for path, methods in by_path.items()]


class PathApp:
    """The endpoints of one path, as an ASGI app."""

    def __init__(self, endpoints: dict[str, Endpoint]) -> None:
        self._endpoints = endpoints

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        request = Request(scope, receive)
        endpoint = self._endpoints["GET" if request.method == "HEAD" else request.method]
        try:
            with database_needed():
                response = await answer(endpoint, request)
        except RequestError as error:
            response = problem(error)
        await response(scope, receive, send)


async def answer(endpoint: Endpoint, request: Request) -> Response:
    """Decode the request, run the endpoint, encode the answer."""
    services: Services = request.app.state.services
    if endpoint.method != "GET":
        check_origin(request.headers, request.url.scheme, services.settings.origins)
    call = Call(
        services,
        key_of(request.headers, request.cookies),
        client_address(request.scope),
        dict(request.path_params),
        decode_query(request.query_params.multi_items(), endpoint.query),
        await read_body(endpoint, request),
        gzip="gzip" in request.headers.get("accept-encoding", ""),
    )
    result = await endpoint.run(call)
    if isinstance(result, Response):
        return result
    response = Response(msgspec.json.encode(result), endpoint.status, media_type=JSON)
    if call.cookie is not None:
        set_key_cookie(response, call.cookie, request.url.scheme == "https")
    return response


def decode_query(items: list[tuple[str, str]], wanted: Any) -> Any:
    """Query parameters, decoded. Each may come only once, and `null` is no value."""
    values = dict(items)
    if len(values) < len(items) or any(value.lower() == "null" for value in values.values()):
        raise RequestError("bad_request")
    try:
        return msgspec.convert(values, wanted, strict=False)
    except msgspec.ValidationError:
        raise RequestError("bad_request") from None


async def read_body(endpoint: Endpoint, request: Request) -> Any:
    """The body, decoded. Too long a body, another media type or bad JSON is an error."""
    if endpoint.body is None:
        return None
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise RequestError("wrong_type")
    limits = request.app.state.services.settings.limits
    limit = limits.record if endpoint.with_record else limits.body
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > limit:
            raise RequestError("too_large", limit=limit)
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except msgspec.ValidationError:
        raise RequestError("bad_request") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RequestError("not_json") from None


def problem(error: RequestError) -> Response:
    """An error as a response."""
    metrics.REFUSED.labels(error.code).inc()
    headers = {"Retry-After": str(ceil(float(error.data["after"])))} if "after" in error.data else {}
    content = msgspec.json.encode(Problem(error.code, error.data))
    return Response(content, error.status, headers, JSON)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Starlette's errors, as codes: no such page, wrong method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    code = BY_STATUS.get(status, "bad_request")
    return Response(msgspec.json.encode(Problem(code)), status, headers, JSON)


async def on_failure(request: Request, error: Exception) -> Response:
    """An unexpected error. Uvicorn logs it; the client is not told what it was."""
    return Response(msgspec.json.encode(Problem("internal")), 500, media_type=JSON)
