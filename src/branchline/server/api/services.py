"""What the endpoints and clients need of a server, or of whatever takes its place."""

from __future__ import annotations

from typing import Protocol

from branchline.server.limits import RateLimits
from branchline.server.live.automation import Automation
from branchline.server.live.replay import Replays
from branchline.server.live.tables import LiveTables
from branchline.server.settings import Settings
from branchline.server.table.table import Table
from branchline.server.wire.forms import ReviewLevel, ReviewState


class Reviews(Protocol):
    """Makes and keeps reviews."""

    async def ask(self, table: Table, level: ReviewLevel, address: str) -> ReviewState:
        """Have a review made, unless it is, and say how far it is."""

    async def made(self, table: Table) -> dict[str, bytes]:
        """The reviews of a game that are done, the quickest first, as compressed JSON."""


class Services(Protocol):
    """The parts that answer requests and messages."""

    @property
    def settings(self) -> Settings: ...

    @property
    def hub(self) -> LiveTables: ...

    @property
    def automation(self) -> Automation: ...

    @property
    def limits(self) -> RateLimits: ...

    @property
    def replays(self) -> Replays: ...

    @property
    def reviews(self) -> Reviews: ...

    @property
    def push_key(self) -> str | None:
        """The key with which a browser subscribes to calls; None if nobody is called."""
