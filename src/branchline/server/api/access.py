"""Access: who asks. The key of a request gives a role at its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from branchline.server import keys
from branchline.server.errors import RequestError
from branchline.server.live.tables import LiveTable
from branchline.server.table import commands, seating
from branchline.server.table.table import Table

from .services import Services


@dataclass(slots=True)
class Call:
    """A decoded request. An endpoint sets `cookie` to a key that the browser is to keep."""

    services: Services
    key: str | None
    address: str
    path: dict[str, Any]
    query: Any
    body: Any
    cookie: str | None = None


async def role_at(services: Services, live: LiveTable, key: str | None) -> commands.Role:
    """The role of a key. If it has no seat here, another process may have given it one just now."""
    who = commands.role(live.table, key)
    if key is not None and who.seat is None and services.hub.shared:
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
