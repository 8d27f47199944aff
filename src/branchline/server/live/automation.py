"""Automation: what happens at a table without a client. Games start, bots move, time runs out, empty tables close."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec

from branchline import View
from branchline.game.dealer import decision_seed
from branchline.server.errors import RequestError
from branchline.server.table import commands, events
from branchline.server.table.table import Table

from .tables import LiveTable, LiveTables
from .thinking import Decision, Question

log = logging.getLogger(__name__)
#: A task belongs to a table, or to one of its seats.
TaskKey = tuple[str, int | None]


class UnderWay(NamedTuple):
    """A task for a table, begun at a number of its log, and when."""

    live: LiveTable
    number: int
    task: asyncio.Task[None]
    begun: float


class Thinkers(Protocol):
    """Where bots think."""

    async def choose(self, question: Question) -> Decision:
        """A bot's move."""

    def crowded(self, opener: str) -> bool:
        """Whether there is no room for another table that nobody watches and that this address has opened."""

    def look(self, table: str) -> None:
        """Somebody came to watch a table: its bots may be next."""

    async def close(self) -> None:
        """Stop thinking."""


class Automation:
    """Checks a table after each event that this process stores."""

    def __init__(self, hub: LiveTables, bot_pool: Thinkers) -> None:
        self.hub, self.bot_pool, self.settings = hub, bot_pool, hub.settings
        self._tasks: dict[TaskKey, UnderWay] = {}
        self._chance = random.Random()
        hub.after_event.append(self.check)

    async def close(self) -> None:
        """Cancel all tasks. What is due stays due."""
        tasks = [under_way.task for under_way in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.bot_pool.close()

    def look(self, live: LiveTable) -> None:
        """Check a table to which somebody comes."""
        self.check(live)
        self.bot_pool.look(live.table.id)

    def check(self, live: LiveTable) -> None:
        """Begin whatever is due at a table."""
        if live.lost is not None:
            return
        table = live.table
        self._drop_stale(live)
        if table.stage == "open":
            if table.ready:
                self._begin(live, None, self._append(live, partial(self._start, live)))
            elif self.hub.time(table) >= table.changed + self.settings.open_for:
                self._begin(live, None, self._append(live, partial(self._close, live)))
        elif table.stage == "playing" and len(table.moves) >= self.settings.tables.moves:
            self._begin(live, None, self._append(live, partial(self._close_endless, live)))
        elif table.stage == "playing":
            if table.removable() is not None:
                self._begin(live, None, self._append(live, partial(self._remove, live)))
            elif table.outvoted() is not None:
                self._begin(live, None, self._append(live, partial(self._outvote, live)))
            elif (deadline := table.deadline()) is not None:
                self._begin(live, None, self._wait_for_clock(live), again=self.hub.time(table) >= deadline)
            for seat in table.automatic():
                if live.listeners or not self.bot_pool.crowded(live.opener):
                    self._begin(live, seat, self._move(live, seat))

    def _drop_stale(self, live: LiveTable) -> None:
        """Stop the bots that think about a turn which is no longer theirs, because a move was taken back."""
        table = live.table
        for seat in set(range(len(table.seats))).difference(table.automatic()):
            under_way = self._tasks.get((table.id, seat))
            if under_way is not None and under_way.task is not asyncio.current_task():
                under_way.task.cancel()

    def _begin(
        self, live: LiveTable, seat: int | None, work: Coroutine[Any, Any, None], again: bool = False
    ) -> None:
        """Begin a task for a table or seat, unless one is under way; `again` replaces that one."""
        key, number = (live.table.id, seat), live.table.number
        under_way = self._tasks.get(key)
        if under_way is not None and (seat is not None or under_way.number == number) and not again:
            work.close()
            return
        if under_way is not None:
            under_way.task.cancel()
        task = asyncio.create_task(work)
        live.busy += 1
        self._tasks[key] = UnderWay(live, number, task, asyncio.get_running_loop().time())
        task.add_done_callback(partial(self._done, live, key))

    def _done(self, live: LiveTable, key: TaskKey, task: asyncio.Task[None]) -> None:
        live.busy -= 1
        under_way = self._tasks.get(key)
        if under_way is not None and under_way.task is task:
            del self._tasks[key]
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._failed(key[0], error)
        elif key[1] is not None:
            self.check(live)

    def _failed(self, game: str, error: BaseException) -> None:
        log.error("automation failed at table %s: %r", game, error)

    async def _append(self, live: LiveTable, command: Callable[[], events.AnyEvent]) -> None:
        with suppress(RequestError):  # it is no longer due
            await self.hub.append(live, command)

    def _start(self, live: LiveTable) -> events.AnyEvent:
        if live.table.stage != "open" or not live.table.ready:
            raise RequestError("already_started")
        return events.Started()

    def _close(self, live: LiveTable) -> events.AnyEvent:
        if live.table.stage != "open" or live.table.ready:
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

    def _remove(self, live: LiveTable) -> events.AnyEvent:
        seat = live.table.removable()
        if seat is None:
            raise RequestError("too_few")
        return events.Removed(seat, self.settings.away_bot)

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
        """Let a bot choose a move and play it, at the pace of the table."""
        table, chosen_at = live.table, -1

        def position() -> tuple[int, View]:
            nonlocal chosen_at
            if seat not in table.automatic():
                raise RequestError("stale", number=table.number)
            chosen_at = table.position
            return position_of(live, seat, "bot")

        def watchers() -> frozenset[str]:
            return frozenset(listener.address for listener in live.listeners)

        def command() -> events.AnyEvent:
            # If another process has moved for this seat, or a player took a move back, it is a position of the past.
            if table.position != chosen_at:
                raise RequestError("stale", number=table.number)
            move = commands.move(table, seat, decision.move, f"bot {table.number}", bot=True)
            return msgspec.structs.replace(move, by=decision.by, haste=decision.haste)

        spec = table.seats[seat].bot or self.settings.away_bot
        question = Question(spec, table.id, position, watchers, live.opener)
        pause = self._pace(table) * self._chance.uniform(0.6, 1.4)
        delay = asyncio.sleep(max(pause, self._undo_wait(table)))
        try:
            decision: Decision = (await asyncio.gather(self.bot_pool.choose(question), delay))[0]
            await self.hub.append(live, command)
        except RequestError as error:
            log.info("the move of bot %s at table %s came too late: %s", spec, table.id, error.code)

    def _undo_wait(self, table: Table) -> float:
        """For how many seconds bots give a player time to take back the last move."""
        if table.starting or not table.undoable:
            return 0.0
        made = max(made.at for made in table.undoable.values())
        return made + self.settings.undo_grace - self.hub.time(table)

    def _pace(self, table: Table) -> float:
        """How long a bot takes for a move at least.

        Pages show moves at their viewer's own speed. With a clock the time for that must not be taken from those who
        think next, and nobody could follow bots that play among themselves.
        """
        people = any(not seat.bot for seat in table.seats)
        paced = table.options.clock is not None or not people
        return max(self.settings.bot_delay, self.settings.bot_pace if paced else 0.0)

    async def advise(self, live: LiveTable, seat: int, address: str) -> Decision:
        """What the bot for hints would play at a seat that is to move, and its next best moves."""

        def position() -> tuple[int, View]:
            if seat not in live.table.to_move():
                raise RequestError("not_your_turn")
            return position_of(live, seat, "hint")

        watchers = frozenset((address,))
        asked = Question(
            self.settings.hint_bot, f"{live.table.id} hints", position, lambda: watchers, others=True
        )
        return await self.bot_pool.choose(asked)


def position_of(live: LiveTable, seat: int, use: str) -> tuple[int, View]:
    """The seed for a decision of a seat that is to move, and its view."""
    game = live.table.game_at_turn_of(seat)
    return decision_seed(live.table.secret, "", use, seat, game.moves), game.view(seat)
