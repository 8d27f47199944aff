"""Visits: the table that a request is about, and what its key opens there."""

from __future__ import annotations

from branchline.server.errors import Refusal
from branchline.server.live.hub import Live
from branchline.server.services import Services
from branchline.server.table import commands

from .endpoints import Call


async def visit(call: Call) -> tuple[Live, commands.Role]:
    """The table of the address and what the caller is there. Tables by link only do not exist for strangers."""
    live = await call.services.hub.live(call.path["id"])
    return live, await role_at(call.services, live, call.key)


async def role_at(services: Services, live: Live, key: str | None) -> commands.Role:
    """What a key opens. One that opens no seat may have got it from another process just now."""
    who = commands.role(live.table, key)
    if key is not None and who.seat is None and services.settings.postgresql:
        await services.hub.catch_up(live)
        who = commands.role(live.table, key)
    return who


async def enter(call: Call) -> tuple[Live, commands.Role]:
    """The same for what only those may see who may watch."""
    live, who = await visit(call)
    if not who.watch:
        raise Refusal("no_such_table")
    return live, who


async def look_back(call: Call) -> tuple[Live, commands.Role]:
    """The same for a game that may be over: then its address is enough, so that it can be shared."""
    live, who = await visit(call)
    if not who.watch and live.table.stage != "over":
        raise Refusal("no_such_table")
    return live, who
