"""The OpenAPI document and the JSON Schema of the WebSocket, made from the types in the code."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec

from branchline import __version__
from branchline.game.action import Cards
from branchline.server.api.endpoints import Endpoint, Nothing
from branchline.server.errors import STATUS, Problem
from branchline.server.wire.messages import AnyClientMessage, AnyServerMessage

REF = "#/components/schemas/{name}"
ALWAYS = ("bad_request", "too_fast", "wrong_host")
WITH_BODY = ("no_length", "not_json", "too_large", "wrong_type")


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The OpenAPI document."""
    types = [Problem, *(e.answer for e in endpoints if not e.text), *(e.body for e in endpoints if e.body)]
    schemas, components = msgspec.json.schema_components(types, schema_hook=cards, ref_template=REF)
    schema_of = dict(zip(map(id, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = defaultdict(dict)
    for endpoint in endpoints:
        paths[plain_path(endpoint.path)][endpoint.method.lower()] = operation(endpoint, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Branchline", "version": __version__, "description": DESCRIPTION},
        "paths": dict(paths),
        "components": {"schemas": components, "securitySchemes": SECURITY},
        "security": [{}, {"bearer": []}, {"cookie": []}],
    }


DESCRIPTION = (
    "Tables are opened, joined and left over HTTP; games are played over the WebSocket /api/tables/{id}/socket, "
    "whose messages /api/protocol.json describes. Errors are codes, never sentences."
)
SECURITY = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "branchline"},
}


def cards(kind: type) -> dict[str, Any]:
    """The schema of `Cards`, a type that msgspec does not know."""
    if kind is not Cards:
        raise NotImplementedError(kind)
    return {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}


def plain_path(path: str) -> str:
    """A path without Starlette's converters."""
    return re.sub(r"{(\w+):\w+}", r"{\1}", path)


def operation(endpoint: Endpoint, schema_of: dict[int, Any]) -> dict[str, Any]:
    """One endpoint."""
    media = "text/plain" if endpoint.text else "application/json"
    schema = {"type": "string"} if endpoint.text else schema_of[id(endpoint.answer)]
    content = {media: {"schema": schema}}
    found: dict[str, Any] = {
        "operationId": getattr(endpoint.run, "__name__", endpoint.path),
        "summary": endpoint.summary,
        "parameters": [*path_parameters(endpoint.path), *query_parameters(endpoint.query)],
        "responses": {
            str(endpoint.status): {"description": endpoint.summary, "content": content},
            **problems(endpoint, schema_of),
        },
    }
    if endpoint.body is not None:
        body = {"application/json": {"schema": schema_of[id(endpoint.body)]}}
        found["requestBody"] = {"required": True, "content": body}
    return found


def problems(endpoint: Endpoint, schema_of: dict[int, Any]) -> dict[str, Any]:
    """The errors of an endpoint, by status."""
    codes = [*ALWAYS, *endpoint.codes]
    if endpoint.method != "GET":
        codes.append("wrong_origin")
    if endpoint.body is not None:
        codes += WITH_BODY
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in codes:
        by_status[STATUS[code]].append(code)
    content = {"application/json": {"schema": schema_of[id(Problem)]}}
    return {
        str(status): {"description": ", ".join(sorted(codes)), "content": content}
        for status, codes in sorted(by_status.items())
    }


def path_parameters(path: str) -> list[dict[str, Any]]:
    kinds = {"int": {"type": "integer", "minimum": 0, "maximum": 9}, "": {"type": "string", "minLength": 1}}
    return [
        {"name": name, "in": "path", "required": True, "schema": kinds[kind]}
        for name, kind in re.findall(r"{(\w+):?(\w*)}", path)
    ]


def query_parameters(query: Any) -> list[dict[str, Any]]:
    if query is Nothing:
        return []
    _, components = msgspec.json.schema_components([query], ref_template=REF)
    properties = components[query.__name__]["properties"]
    return [
        {"name": name, "in": "query", "schema": without_null(schema)} for name, schema in properties.items()
    ]


def without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A query parameter can be left out, but is never null."""
    choices = [choice for choice in schema.get("anyOf", [schema]) if choice.get("type") != "null"]
    return dict(choices[0])


def protocol() -> dict[str, Any]:
    """The JSON Schema of the WebSocket: `ask` is what clients send, `tell` what the server sends."""
    (client, server), components = msgspec.json.schema_components(
        [AnyClientMessage, AnyServerMessage], schema_hook=cards, ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Branchline's WebSocket messages",
        "properties": {"ask": client, "tell": server},
        "$defs": components,
    }
