"""Endpoints over HTTP: they are routed, their requests read, and their answers sent by Starlette."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import ceil
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from branchline.server import metrics
from branchline.server.api.access import Call
from branchline.server.api.endpoints import Compressed, Endpoint, TextFile, decode_body, decode_query
from branchline.server.errors import Problem, RequestError
from branchline.server.limits import check_origin
from branchline.server.outages import database_needed
from branchline.server.services import Services

from .access import client_address, key_of, set_key_cookie

log = logging.getLogger(__name__)
JSON = "application/json"
BY_STATUS = {404: "no_such_page", 405: "wrong_method", 413: "too_large"}


def routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """Routes for Starlette: one for each path, so that a wrong method differs from a wrong path."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in endpoints:
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
    )
    response = encode(await endpoint.run(call), endpoint.status, request)
    if call.cookie is not None:
        set_key_cookie(response, call.cookie, request.url.scheme == "https")
    return response


def encode(result: object, status: int, request: Request) -> Response:
    """What an endpoint answered, as a response."""
    match result:
        case Response():
            return result
        case TextFile(text, name):
            return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})
        case Compressed(body) if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(body, headers={"Content-Encoding": "gzip"}, media_type=JSON)
        case Compressed():
            return Response(result.plain(), media_type=JSON)
    return Response(msgspec.json.encode(result), status, media_type=JSON)


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
    return decode_body(endpoint, body)


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
