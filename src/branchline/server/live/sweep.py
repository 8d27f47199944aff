"""Sweeps: a server finds the tables that wait for automation although no process of it is at them."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from branchline.server.errors import RequestError
from branchline.server.outages import DATABASE_ERRORS

from .automation import Automation
from .bot_pool import BotPool
from .hub import Hub
from .tables import LiveTable

log = logging.getLogger(__name__)
#: Seconds for which this process answers for a table whose bots wait for their turn. Then others may look after it.
LEASE = 60.0
#: Seconds that bots must have waited before this process says so.
LEASE_AFTER = 3.0
#: Seconds after which a table that rests, because nobody watches it and the bots are busy, is looked at at the latest.
LONGEST_REST = 21_600.0


class SweepingAutomation(Automation):
    """Automation of a server: a sweep finds the tables that no process checks."""

    hub: Hub

    def __init__(self, hub: Hub, bot_pool: BotPool) -> None:
        super().__init__(hub, bot_pool)
        self._leases: dict[str, tuple[int, float]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to sweep."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Cancel all tasks. What is due stays due in the database."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await super().close()

    def look(self, live: LiveTable) -> None:
        """Check a table to which somebody comes, whatever its row says, unless another process may be at it."""
        due = live.table.due(self.settings.open_for)
        if not self.settings.postgresql or (
            due is not None and due + self.settings.grace <= self.hub.time(live.table)
        ):
            self.check(live)
        self.bot_pool.look(live.table.id)

    def _failed(self, game: str, error: BaseException) -> None:
        if not isinstance(
            error, DATABASE_ERRORS
        ):  # told in the log where it happened; the next sweep tries again
            super()._failed(game, error)

    async def _sweep(self) -> None:
        """Every few moments find the tables at which something is due and no process has done it."""
        grace = self.settings.grace if self.settings.postgresql else 0.0
        while True:
            try:
                await self.hub.list_all()
                await self._renew_leases()
                self._check_watched(grace)
                for game in await self.hub.read(partial(self.hub.store.due, self.hub.now() - grace)):
                    await self._pick_up(game)
            except DATABASE_ERRORS:
                pass  # told in the log where it happened
            except Exception:
                log.exception("the sweep failed")
            await asyncio.sleep(self.settings.sweep)

    async def _pick_up(self, game: str) -> None:
        """Do what is due at a table. If that fails only this table is set aside, unless it is for the database."""
        try:
            live = await self.hub.live(game)
            if self.settings.postgresql:
                await self.hub.catch_up(live)
            due = live.table.due(self.settings.open_for)
            if due is None or due > self.hub.time(live.table):
                await self.hub.writer.write(self.hub.listing(live.table))  # the listing was out of date
            self.check(live)
            waiting = live.table.automatic()
            if waiting and not any((game, seat) in self._tasks for seat in waiting):
                # there is no room for its bots
                rested = self.hub.time(live.table) - live.table.changed
                await self._put_off(live, min(max(LEASE, rested), LONGEST_REST))
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            why = error.code if isinstance(error, RequestError) else type(error).__name__
            await self.hub.set_aside(game, f"it can't be picked up ({why})")

    def _check_watched(self, grace: float) -> None:
        """Check the tables that are watched here while another process may leave their bots waiting."""
        for live in self.hub.watched():
            if live.table.automatic() and live.table.changed + grace <= self.hub.time(live.table):
                self.check(live)

    async def _renew_leases(self) -> None:
        """Say of all tables whose bots wait for their turn here that nobody else need look after them for a while."""
        now, since = self.hub.now(), asyncio.get_running_loop().time() - LEASE_AFTER
        waiting = {
            game: task.live
            for (game, seat), task in self._tasks.items()
            if seat is not None and task.begun < since
        }
        leases = {game: self._leases.get(game, (0, 0.0)) for game in waiting}
        for game, (number, until) in leases.items():
            if number != waiting[game].table.number or until < now + LEASE / 2:
                leases[game] = waiting[game].table.number, now + LEASE
        renewed = [waiting[game] for game, lease in leases.items() if lease != self._leases.get(game)]
        self._leases = leases
        await asyncio.gather(*(self._put_off(live, LEASE) for live in renewed))

    async def _put_off(self, live: LiveTable, seconds: float) -> None:
        """Let no sweep look at a table for so long, unless a clock runs out there before."""
        due = self.hub.now() + seconds
        deadline = live.table.deadline()
        later = due if deadline is None else min(due, deadline)
        await self.hub.writer.write(msgspec.structs.replace(self.hub.listing(live.table), due=later))
