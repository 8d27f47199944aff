"""Access over HTTP: the address of a request, and its key, which comes in a header or a cookie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from branchline.server import keys
from branchline.server.api.access import Call
from branchline.server.limits import address_of
from branchline.server.services import Services

COOKIE = "branchline"
COOKIE_AGE = 180 * 86_400


def client_address(scope: Mapping[str, Any]) -> str:
    """The address of a request that counts for the limits."""
    client = scope.get("client")
    return address_of(client[0] if client else None)


def key_of(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
    """The key of a request, if it has the form of one. A bearer token comes before the cookie."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    found = token.strip() if scheme.lower() == "bearer" else cookies.get(COOKIE)
    return found if keys.looks_like_key(found) else None


def set_key_cookie(response: Response, key: str, secure: bool) -> None:
    """Let the browser keep a key in a cookie that scripts can't read and other sites can't use."""
    response.set_cookie(
        COOKIE, key, max_age=COOKIE_AGE, path="/api", secure=secure, httponly=True, samesite="strict"
    )


def services_of(call: Call) -> Services:
    """All services of the server that was called."""
    assert isinstance(call.services, Services)
    return call.services
