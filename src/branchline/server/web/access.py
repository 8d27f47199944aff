"""Access: who sends a request. The key comes in a header or a cookie, and gives a role at the table of the request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from branchline.server import keys
from branchline.server.errors import RequestError
from branchline.server.limits import address_of
from branchline.server.live.hub import LiveTable
from branchline.server.services import Services
from branchline.server.table import commands, seating
from branchline.server.table.table import Table

COOKIE = "branchline"
COOKIE_AGE = 180 * 86_400


@dataclass(slots=True)
class Call:
    """A decoded request. An endpoint sets `cookie` to a key that the browser is to keep.

    `gzip` says that the client can read a compressed answer.
    """

    services: Services
    key: str | None
    address: str
    path: dict[str, Any]
    query: Any
    body: Any
    cookie: str | None = None
    gzip: bool = False


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


async def role_at(services: Services, live: LiveTable, key: str | None) -> commands.Role:
    """The role of a key. If it has no seat here, another process may have given it one just now."""
    who = commands.role(live.table, key)
    if key is not None and who.seat is None and services.settings.postgresql:
        await services.hub.catch_up(live)
        who = commands.role(live.table, key)
    return who


async def watched_table(
    services: Services, game: str, key: str | None, also: Callable[[Table], bool] = lambda table: False
) -> tuple[LiveTable, commands.Role]:
    """A table and the role of a key there, for those who may watch it, and `also` others.

    For all others a private table does not exist: they get the answer that a wrong id gets.
    """
    if not keys.looks_like_id(game):
        raise RequestError("no_such_table")
    live = await services.hub.live(game)
    who = await role_at(services, live, key)
    if not who.watch and not also(live.table):
        raise RequestError("no_such_table")
    return live, who


async def called_table(call: Call) -> tuple[LiveTable, commands.Role]:
    """The table of a request."""
    return await watched_table(call.services, call.path["id"], call.key)


async def called_or_over(call: Call) -> tuple[LiveTable, commands.Role]:
    """The same, but everyone who knows its id may see a game that is over."""
    return await watched_table(call.services, call.path["id"], call.key, is_over)


async def called_or_invited(call: Call, invite: str | None) -> tuple[LiveTable, commands.Role]:
    """The same, for those who have an invitation, too."""
    return await watched_table(
        call.services,
        call.path["id"],
        call.key,
        lambda table: is_over(table) or seating.is_invited(table, invite),
    )


def is_over(table: Table) -> bool:
    return table.stage == "over"
