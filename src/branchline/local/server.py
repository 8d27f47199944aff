"""What stands in for a server in a worker: it answers requests, and holds the tables to which the page connects."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

import msgspec

from branchline.core import COMPILED
from branchline.errors import BranchlineError
from branchline.server.api.access import Call
from branchline.server.api.endpoints import Compressed, TextFile, decode_body, decode_query
from branchline.server.api.router import find
from branchline.server.errors import Problem, RequestError
from branchline.server.limits import RateLimits
from branchline.server.live.automation import Automation
from branchline.server.live.replay import Replays
from branchline.server.settings import Limits, Settings
from branchline.server.wire.board_drawing import drawings

from .boards import keep_board
from .client import HERE, Close, LocalClient, Send
from .reviews import LocalReviews, Work
from .storage import SpareStorage, Storage
from .tables import LocalTables, Tell
from .thinkers import LocalThinkers, Think
from .thinking import NewBoard, encode

log = logging.getLogger(__name__)
#: Nobody else asks here: only mistakes of the page are to be held up.
MANY = 10**9
#: One is looked at, and some are gone back to; the others are read from the storage again.
IN_MEMORY = 3
SETTINGS = Settings(
    limits=Limits(
        tables_per_address=MANY,
        hint_burst=MANY,
        chat_burst=MANY,
        address_chat_burst=MANY,
        record=MANY,
        live_tables=IN_MEMORY,
    )
)
#: Names in the storage: the key of this browser, and the files of its own boards.
KEY, BOARDS = "key", "boards"


@dataclass(slots=True)
class LocalServices:
    """The parts that answer."""

    settings: Settings
    hub: LocalTables
    automation: Automation
    limits: RateLimits
    replays: Replays
    reviews: LocalReviews
    push_key: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """What a request is answered with: an HTTP status and a text."""

    status: int
    text: str


class LocalServer:
    """The tables of a browser. `start` has to come first."""

    def __init__(
        self, storage: Storage, think: Think, work: Work, tell: Tell, full: Callable[[], object]
    ) -> None:
        storage = SpareStorage(storage, full)
        hub = LocalTables(SETTINGS, storage, tell)
        automation = Automation(hub, LocalThinkers(think, SETTINGS.bot_patience))
        self._storage, self._think = storage, think
        self._key: str | None = None
        limits, replays = RateLimits(SETTINGS.limits), Replays(kept=IN_MEMORY)
        self.services = LocalServices(SETTINGS, hub, automation, limits, replays, LocalReviews(work, storage))

    async def start(self) -> str:
        """Read what is kept. Returns what the page is told: whether the core is compiled, and the own boards."""
        self._key = await self._storage.get(KEY)
        known = []
        for files in await self._boards():
            try:
                _, drawn = await self._know(files)
                known.append(drawn)
            except BranchlineError as error:
                log.error("a board of one's own can't be used any more: %s", error)
        return json.dumps({"compiled": COMPILED, "boards": known})

    async def request(self, method: str, address: str, body: str | None, key: str | None, own: bool) -> str:
        """Answer a request of the page. `own`: it comes with the key of this browser, as with a cookie."""
        try:
            answer = await self._answer(method, address, body, self._key if own else key)
        except RequestError as error:
            answer = Answer(error.status, encode(Problem(error.code, error.data)))
        except Exception:
            log.exception("a request could not be answered")
            answer = Answer(500, encode(Problem("internal")))
        return encode(answer)

    async def _answer(self, method: str, address: str, body: str | None, key: str | None) -> Answer:
        url = urlsplit(address)
        endpoint, path = find(method, url.path)
        query = decode_query(parse_qsl(url.query, keep_blank_values=True), endpoint.query)
        form = None if endpoint.body is None else decode_body(endpoint, body or "")
        call = Call(self.services, key, HERE, dict(path), query, form)
        result = await endpoint.run(call)
        if call.cookie is not None and call.cookie != self._key:
            self._key = call.cookie
            await self._storage.put(KEY, call.cookie)
        return Answer(endpoint.status, text_of(result))

    def connect(self, game: str, send: Send, close: Close) -> LocalClient:
        """A connection of the page to a table."""
        return LocalClient(self.services, game, self._key, send, close)

    async def heard(self, game: str, number: int) -> None:
        """Another tab has stored an event."""
        work = self.services.hub.catch_up_to(game, number)
        if work is not None:
            await work
            self.services.automation.look(await self.services.hub.live(game))

    async def add_board(self, files: str) -> str:
        """A board of one's own, from its files by their names: what the page draws it with, or what is wrong."""
        try:
            kept, drawn = await self._know(msgspec.json.decode(files, type=dict[str, str]))
        except BranchlineError as error:
            return json.dumps({"problem": str(error)})
        await self._storage.put(BOARDS, json.dumps([*await self._boards(), kept]))
        return json.dumps(drawn)

    async def _boards(self) -> list[dict[str, str]]:
        return msgspec.json.decode(await self._storage.get(BOARDS) or "[]", type=list[dict[str, str]])

    async def _know(self, files: dict[str, str]) -> tuple[dict[str, str], dict[str, object]]:
        """Make a board known, here and where bots think: its files, and what the page is told of it."""
        board, kept = keep_board(files)
        await self._think(encode(NewBoard(kept)))
        return kept, {"id": board.id, "files": drawings(board)}


def text_of(result: object) -> str:
    """What an endpoint answered, as text."""
    if isinstance(result, TextFile):
        return result.text
    encoded = result.plain() if isinstance(result, Compressed) else msgspec.json.encode(result)
    return encoded.decode()
