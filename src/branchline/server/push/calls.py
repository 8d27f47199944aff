"""Calls: who is called back to a table, and when. Nothing here is waited for by a game, and no failure disturbs one."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Coroutine, Iterator
from functools import partial
from typing import Any, Literal, NamedTuple

import msgspec

from branchline.server import metrics
from branchline.server.errors import RequestError
from branchline.server.live.hub import Hub
from branchline.server.live.tables import LiveTable
from branchline.server.outages import DATABASE_ERRORS
from branchline.server.storage.subscriptions import Subscription, Subscriptions
from branchline.server.table import notices
from branchline.server.table.table import Table

from .client import Outcome, PushClient
from .encryption import encrypt

log = logging.getLogger(__name__)
#: Seconds after which it is looked again whether somebody whose page was open has gone.
AGAIN = (30.0, 60.0)
#: Seconds after which a push service that could not take a message is asked again.
RETRIES = (30.0, 120.0)
#: Seconds within which a turn, or the end, has come, or else it was noticed before this process started.
FRESH = 60.0
#: Tables whose calls are remembered.
REMEMBERED = 20_000
#: Seconds after which a subscription is forgotten of which its browser says nothing: as long as its cookie lasts.
FORGOTTEN_AFTER = 180 * 86_400.0


class Call(NamedTuple):
    """Somebody to be called: why, and at which move or event, so that each turn has one call."""

    seat: int
    kind: Literal["turn", "over", "rematch"]
    at: int


class Payload(msgspec.Struct, frozen=True):
    """What a browser is sent. There is nothing in it that only one seat may know."""

    kind: str
    table: str
    board: str
    name: str
    who: str
    language: str


class Scheduled(NamedTuple):
    call: Call
    timer: asyncio.TimerHandle


class Calls:
    """Looks at a table after each event that this process stores."""

    def __init__(self, hub: Hub, subscriptions: Subscriptions, client: PushClient) -> None:
        self._hub, self.subscriptions, self._client = hub, subscriptions, client
        self._delay = client.settings.delay
        self._scheduled: OrderedDict[str, dict[int, Scheduled]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        hub.after_event.append(self.check)

    @property
    def key(self) -> str:
        """What browsers subscribe with."""
        return self._client.vapid.public

    def start(self) -> None:
        """Look at the tables at which a turn may have begun just before this process started."""
        self._begin(self._look_back())

    async def close(self) -> None:
        for seats in self._scheduled.values():
            for scheduled in seats.values():
                scheduled.timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.close()

    def check(self, live: LiveTable) -> None:
        """Schedule the calls that are due at a table, and drop those that are not due any more."""
        table = live.table
        wanted = {call.seat: call for call in due(table)}
        known = self._scheduled.setdefault(table.id, {})
        self._scheduled.move_to_end(table.id)
        for seat, scheduled in list(known.items()):
            if wanted.get(seat) != scheduled.call:
                scheduled.timer.cancel()
                del known[seat]
        since = self._hub.time(table) - FRESH
        for seat, call in wanted.items():
            if seat not in known and begun(table, call) > since:
                timer = asyncio.get_running_loop().call_later(self._delay, self._ring, table.id, call)
                known[seat] = Scheduled(call, timer)
        if not known:
            del self._scheduled[table.id]
        elif len(self._scheduled) > REMEMBERED:
            self._scheduled.popitem(last=False)

    def _ring(self, game: str, call: Call) -> None:
        self._begin(self._call(game, call))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (RequestError, *DATABASE_ERRORS)):
            log.error("a call failed: %r", error)

    async def _look_back(self) -> None:
        now = self._hub.now()
        await self._hub.in_thread(partial(self.subscriptions.remove_before, now - FORGOTTEN_AFTER))
        for game in await self._hub.read(partial(self._hub.store.played_since, now - FRESH)):
            try:
                self.check(await self._hub.live(game))
            except RequestError:
                continue  # the table is set aside

    async def _call(self, game: str, call: Call) -> None:
        """Call somebody, unless a page of theirs is open: then look again, for phones keep sockets while they sleep."""
        for pause in (0.0, *AGAIN):
            await asyncio.sleep(pause)
            live = await self._hub.live(game)
            if call not in due(live.table):
                return
            if not await self._is_here(live, call):
                await self._send(live, call)
                return

    async def _is_here(self, live: LiveTable, call: Call) -> bool:
        """Whether a page of a seat is open, or its player has already gone on to the rematch."""
        if any(listener.viewer == call.seat for listener in live.listeners):
            return True
        if call.kind != "rematch":
            return False
        holder = live.table.seats[call.seat].holder
        again = await self._hub.live(live.table.rematch)
        return any(seat.holder == holder and seat.taken for seat in again.table.seats)

    async def _send(self, live: LiveTable, call: Call) -> None:
        holder = live.table.seats[call.seat].holder
        found = await self._hub.read(partial(self.subscriptions.of, [holder]))
        await asyncio.gather(*(self._send_to(live, call, one) for one in found))

    async def _send_to(self, live: LiveTable, call: Call, to: Subscription) -> None:
        """Send a message to one browser. If its service is out of order, try again as long as there is a reason."""
        message = payload(live.table, call, to.language)
        body = encrypt(msgspec.json.encode(message), to.receiver, to.auth)
        for pause in (0.0, *RETRIES):
            await asyncio.sleep(pause)
            if pause and call not in due(live.table):
                return
            outcome: Outcome = await self._client.send(to.endpoint, body, message.table)
            metrics.CALLS.labels(outcome).inc()
            if outcome == "gone":
                await self._hub.in_thread(partial(self.subscriptions.remove, to.holder, to.endpoint))
            if outcome != "later":
                return


def due(table: Table) -> Iterator[Call]:
    """Whom a table has reason to call: those whose turn it is, or all when it is over or a rematch is wanted."""
    people = [n for n, seat in enumerate(table.seats) if seat.holder and not seat.bot]
    if table.stage == "playing":
        automatic = table.automatic()
        for seat in table.to_move():
            if seat in people and seat not in automatic:
                yield Call(seat, "turn", turn_of(table, seat))
    elif table.stage == "over":
        again = rematch_number(table)
        yield from (Call(seat, "rematch" if again else "over", again or table.end) for seat in people)


def rematch_number(table: Table) -> int:
    """The number of the event that asked for a rematch; 0 if there is none."""
    for number in range(table.number, table.end, -1) if table.rematch else ():
        if any(isinstance(notice, notices.Rematch) for notice in table.history[number - 1]):
            return number
    return 0


def begun(table: Table, call: Call) -> float:
    """Since when there is a reason for a call."""
    return table.since if call.kind == "turn" else table.times[call.at - 1]


def turn_of(table: Table, seat: int) -> int:
    """The number of moves before the turn of a seat; -1 while first tickets are chosen."""
    if table.starting:
        return -1
    moves = len(table.moves)
    while moves and table.moves[moves - 1][0] == seat:
        moves -= 1
    return moves


def payload(table: Table, call: Call, language: str) -> Payload:
    """The message of a call: which table, and whose turn it is or who has won."""
    names = [seat.name for seat in table.seats]
    who = names[call.seat]
    if call.kind == "over":
        who = ", ".join(names[seat] for seat in table.playing.winners() if names[seat])
    game = table.rematch if call.kind == "rematch" else table.id
    return Payload(call.kind, game, table.options.board, table.playing.board.name, who, language)
