"""Keeper: what happens at a table by itself. Games start, bots move, clocks run out, empty tables close."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
from contextlib import suppress
from functools import partial

from branchline.errors import BranchlineError
from branchline.server.errors import Refusal
from branchline.server.table import commands, events
from branchline.server.wire.messages import Move

from .bot_pool import Thinkers
from .hub import Hub, Live

log = logging.getLogger(__name__)
Waiting = tuple[str, int | None]


class Keeper:
    """Looks after the tables that this process has changed last; a sweep finds those that nobody looks after."""

    def __init__(self, hub: Hub, thinkers: Thinkers) -> None:
        self.hub, self.thinkers, self.settings = hub, thinkers, hub.settings
        self._tasks: dict[Waiting, tuple[int, asyncio.Task[None]]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        hub.after = self.look

    def start(self) -> None:
        """Begin with the tables that were left alone when a server stopped."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Let go of everything; what was due stays due in the database."""
        tasks = [task for _, task in self._tasks.values()]
        if self._sweeper is not None:
            tasks.append(self._sweeper)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()

    def look(self, live: Live) -> None:
        """See to it that what is due at a table happens."""
        table = live.table
        if table.stage == "open":
            if table.full:
                self._go(live, None, self._do(live, partial(self._start, live)))
            elif self.hub.now() >= table.changed + self.settings.open_for:
                self._go(live, None, self._do(live, partial(self._close, live)))
        elif table.stage == "playing":
            if table.outvoted() is not None:
                self._go(live, None, self._do(live, partial(self._outvote, live)))
            elif (deadline := table.deadline()) is not None:
                self._go(live, None, self._clock(live), again=self.hub.now() >= deadline)
            for seat in table.automatic():
                self._go(live, seat, self._play(live, seat))

    def _go(self, live: Live, seat: int | None, work: object, again: bool = False) -> None:
        """Begin something for a table, or for a seat there, unless it is under way; `again` begins it anew."""
        assert asyncio.iscoroutine(work)
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

    def _done(self, live: Live, key: Waiting, task: asyncio.Task[None]) -> None:
        live.busy -= 1
        if self._tasks.get(key, (0, None))[1] is task:
            del self._tasks[key]
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("at table %s: %r", key[0], error)
        elif key[1] is not None:
            self.look(live)

    async def _do(self, live: Live, act: partial[events.AnyDeed]) -> None:
        with suppress(Refusal):  # it is no longer due
            await self.hub.append(live, act)

    def _start(self, live: Live) -> events.AnyDeed:
        if live.table.stage != "open" or not live.table.full:
            raise Refusal("already_started")
        return events.Started()

    def _close(self, live: Live) -> events.AnyDeed:
        if live.table.stage != "open" or live.table.full:
            raise Refusal("already_started")
        return events.Closed()

    def _outvote(self, live: Live) -> events.AnyDeed:
        seat = live.table.outvoted()
        if seat is None:
            raise Refusal("not_away")
        return events.Away(seat, "vote")

    async def _clock(self, live: Live) -> None:
        deadline = live.table.deadline()
        while deadline is not None and self.hub.now() < deadline:
            await asyncio.sleep(deadline - self.hub.now())
            deadline = live.table.deadline()
        if deadline is not None:
            await self._do(live, partial(self._time_is_up, live))

    def _time_is_up(self, live: Live) -> events.AnyDeed:
        table, deadline = live.table, live.table.deadline()
        late = [seat for seat in table.to_move() if seat not in table.automatic()]
        if deadline is None or self.hub.now() < deadline or not late:
            raise Refusal("too_early")
        return events.Away(late[0], "clock")

    async def _play(self, live: Live, seat: int) -> None:
        """A bot's move: thought out in another process, and not given at once."""
        table, number, moves = live.table, live.table.number, live.table.playing.moves
        spec = table.seats[seat].bot or self.settings.away_bot
        delay = asyncio.sleep(self.settings.bot_delay * random.uniform(0.6, 1.4))
        text, _ = await asyncio.gather(self.choose(live, seat, spec), delay)
        ask = Move(id=f"bot {number}", move=text)

        def act() -> events.AnyDeed:
            # if another process has moved for it, this was thought for a position that is gone
            if table.playing.moves != moves:
                raise Refusal("stale", number=table.number)
            return commands.move(table, seat, ask, bot=True)

        try:
            await self.hub.append(live, act)
        except Refusal as refusal:
            log.info("bot %s at table %s was late: %s", spec, table.id, refusal.code)

    async def choose(self, live: Live, seat: int, spec: str) -> str:
        """What a bot would play at a seat that is to move, knowing what that seat knows."""
        table = live.table
        digest = hashlib.sha256(f"{table.id} {table.number} {seat}".encode()).digest()
        view = table.choosing(seat).view(seat)
        return await self.thinkers.choose(spec, int.from_bytes(digest[:7], "big"), view)

    async def _sweep(self) -> None:
        """Again and again look for tables at which something is due and nobody saw to it."""
        grace = self.settings.grace if self.settings.postgresql else 0.0
        while True:
            try:
                await self.hub.list_all()
                for game in await self.hub.in_thread(partial(self.hub.store.due, self.hub.now() - grace)):
                    await self._pick_up(game)
            except Exception:
                log.exception("the sweep failed")
            await asyncio.sleep(self.settings.sweep)

    async def _pick_up(self, game: str) -> None:
        try:
            live = await self.hub.live(game)
            if self.settings.postgresql:
                await self.hub.catch_up(live)
        except BranchlineError as error:
            log.error("table %s can't be played on: %s", game, error)
            await self.hub.in_thread(partial(self.hub.store.set_aside, game))
            return
        due = live.table.due(self.settings.open_for)
        if due is None or due > self.hub.now():
            await self.hub.writer.write(self.hub.listing(live.table))  # the listing lagged behind
        self.look(live)
