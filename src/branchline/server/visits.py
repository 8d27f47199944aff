"""Visits: the table that a request is about, and what its key opens there."""

from __future__ import annotations

from . import acts
from .http import Call
from .hub import Live
from .refusal import Refusal


async def visit(call: Call) -> tuple[Live, acts.Role]:
    """The table of the address and what the caller is there. Tables by link only do not exist for strangers."""
    live = await call.services.hub.live(call.path["id"])
    who = acts.role(live.table, call.key)
    return live, who


async def enter(call: Call) -> tuple[Live, acts.Role]:
    """The same for what only those may see who may watch."""
    live, who = await visit(call)
    if not who.watch:
        raise Refusal("no_such_table")
    return live, who
