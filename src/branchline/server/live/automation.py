"""Automation: what happens at a table without a client. Games start, bots move, time runs out, empty tables close."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from branchline.server.errors import RequestError
from branchline.server.outages import DATABASE_ERRORS
from branchline.server.table import commands, events

from .bot_pool import BotPool
from .hub import Hub, LiveTable

log = logging.getLogger(__name__)
#: A task belongs to a table, or to one of its seats.
TaskKey = tuple[str, int | None]


class Automation:
    """Checks a table after each event that this process stores. A sweep finds the tables that no process checks."""

    def __init__(self, hub: Hub, bot_pool: BotPool) -> None:
        self.hub, self.bot_pool, self.settings = hub, bot_pool, hub.settings
        self._tasks: dict[TaskKey, tuple[int, asyncio.Task[None]]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._chance = random.Random()
        hub.after_event = self.check

    def start(self) -> None:
        """Start to sweep."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Cancel all tasks. What is due stays due in the database."""
        tasks = [task for _, task in self._tasks.values()]
        if self._sweeper is not None:
            tasks.append(self._sweeper)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.bot_pool.close()

    def look(self, live: LiveTable) -> None:
        """Check a table to which somebody comes, whatever its row says, unless another process may be at it."""
        due = live.table.due(self.settings.open_for)
        if not self.settings.postgresql or (
            due is not None and due + self.settings.grace <= self.hub.time(live.table)
        ):
            self.check(live)

    def check(self, live: LiveTable) -> None:
        """Begin whatever is due at a table."""
        if live.lost is not None:
            return
        table = live.table
        if table.stage == "open":
            if table.full:
                self._begin(live, None, self._append(live, partial(self._start, live)))
            elif self.hub.time(table) >= table.changed + self.settings.open_for:
                self._begin(live, None, self._append(live, partial(self._close, live)))
        elif table.stage == "playing" and len(table.moves) >= self.settings.tables.moves:
            self._begin(live, None, self._append(live, partial(self._close_endless, live)))
        elif table.stage == "playing":
            if table.outvoted() is not None:
                self._begin(live, None, self._append(live, partial(self._outvote, live)))
            elif (deadline := table.deadline()) is not None:
                self._begin(live, None, self._wait_for_clock(live), again=self.hub.time(table) >= deadline)
            for seat in table.automatic():
                self._begin(live, seat, self._move(live, seat))

    def _begin(
        self, live: LiveTable, seat: int | None, work: Coroutine[Any, Any, None], again: bool = False
    ) -> None:
        """Begin a task for a table or seat, unless one is under way; `again` replaces that one."""
        key, number = (live.table.id, seat), live.table.number
        under_way = self._tasks.get(key)
        if under_way is not None and (seat is not None or under_way[0] == number) and not again:
            work.close()
            return
        if under_way is not None:
            under_way[1].cancel()
        task = asyncio.create_task(work)
        live.busy += 1
        self._tasks[key] = (number, task)
        task.add_done_callback(partial(self._done, live, key))

    def _done(self, live: LiveTable, key: TaskKey, task: asyncio.Task[None]) -> None:
        live.busy -= 1
        if self._tasks.get(key, (0, None))[1] is task:
            del self._tasks[key]
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(
            error, DATABASE_ERRORS
        ):  # told in the log where it happened; the next sweep tries again
            return
        if error is not None:
            log.error("automation failed at table %s: %r", key[0], error)
        elif key[1] is not None:
            self.check(live)

    async def _append(self, live: LiveTable, command: Callable[[], events.AnyEvent]) -> None:
        with suppress(RequestError):  # it is no longer due
            await self.hub.append(live, command)

    def _start(self, live: LiveTable) -> events.AnyEvent:
        if live.table.stage != "open" or not live.table.full:
            raise RequestError("already_started")
        return events.Started()

    def _close(self, live: LiveTable) -> events.AnyEvent:
        if live.table.stage != "open" or live.table.full:
            raise RequestError("already_started")
        return events.Closed()

    def _close_endless(self, live: LiveTable) -> events.AnyEvent:
        """Tunnels can be tried and given up for ever; a log can't go on for ever."""
        if live.table.stage != "playing":
            raise RequestError("table_closed")
        return events.Closed()

    def _outvote(self, live: LiveTable) -> events.AnyEvent:
        seat = live.table.outvoted()
        if seat is None:
            raise RequestError("not_away")
        return events.Away(seat, "vote")

    async def _wait_for_clock(self, live: LiveTable) -> None:
        deadline = live.table.deadline()
        while deadline is not None and (left := deadline - self.hub.time(live.table)) > 0:
            await asyncio.sleep(left)
            deadline = live.table.deadline()
        if deadline is not None:
            await self._append(live, partial(self._time_is_up, live))

    def _time_is_up(self, live: LiveTable) -> events.AnyEvent:
        table, deadline = live.table, live.table.deadline()
        late = [seat for seat in table.to_move() if seat not in table.automatic()]
        if deadline is None or self.hub.time(table) < deadline or not late:
            raise RequestError("too_early")
        return events.Away(late[0], "clock")

    async def _move(self, live: LiveTable, seat: int) -> None:
        """Let a bot choose a move and play it, after a delay so that people can follow."""
        table, number, moves = live.table, live.table.number, live.table.playing.moves
        spec = table.seats[seat].bot or self.settings.away_bot
        delay = asyncio.sleep(self.settings.bot_delay * self._chance.uniform(0.6, 1.4))
        text, _ = await asyncio.gather(self.choose(live, seat, spec), delay)

        def command() -> events.AnyEvent:
            # If another process has moved for this seat, the move was chosen for a position of the past.
            if table.playing.moves != moves:
                raise RequestError("stale", number=table.number)
            return commands.move(table, seat, text, f"bot {number}", bot=True)

        try:
            await self.hub.append(live, command)
        except RequestError as error:
            log.info("the move of bot %s at table %s came too late: %s", spec, table.id, error.code)

    async def choose(self, live: LiveTable, seat: int, spec: str) -> str:
        """What a bot would play at a seat that is to move, from the view of that seat."""
        table = live.table
        digest = hashlib.sha256(f"{table.id} {table.number} {seat}".encode()).digest()
        view = table.game_at_turn_of(seat).view(seat)
        return await self.bot_pool.choose(spec, int.from_bytes(digest[:7], "big"), view)

    async def _sweep(self) -> None:
        """Every few moments find the tables at which something is due and no process has done it."""
        grace = self.settings.grace if self.settings.postgresql else 0.0
        while True:
            try:
                await self.hub.list_all()
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
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:
            why = error.code if isinstance(error, RequestError) else type(error).__name__
            await self.hub.set_aside(game, f"it can't be picked up ({why})")
