"""Where a key comes from: the browser's cookie, or a program's bearer token."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from branchline.server import keys

COOKIE = "branchline"
AGE = 180 * 86_400


def key_of(headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
    """The key that a request carries, if it has the shape of one; a bearer token before the cookie."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    found = token.strip() if scheme.lower() == "bearer" else cookies.get(COOKIE)
    return found if keys.looks_like_key(found) else None


def remember(response: Response, key: str, secure: bool) -> None:
    """Let the browser keep a key where no script can read it and no other site can use it."""
    response.set_cookie(
        COOKIE, key, max_age=AGE, path="/api", secure=secure, httponly=True, samesite="strict"
    )
