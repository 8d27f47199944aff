"""Services: the parts of one running server, wired together."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from branchline import CommittedDealer
from branchline.server.live.automation import Keeper
from branchline.server.live.bot_pool import Thinkers
from branchline.server.live.fanout import Fanout
from branchline.server.live.hub import Hub
from branchline.server.live.replay import Replays
from branchline.server.storage.migrate import migrate
from branchline.server.storage.store import Store
from branchline.server.table.table import DealerFor

from .limits import Guard
from .settings import Settings


@dataclass(slots=True, frozen=True)
class Services:
    """What handlers need."""

    settings: Settings
    hub: Hub
    keeper: Keeper
    guard: Guard
    replays: Replays
    fanout: Fanout | None

    @classmethod
    async def start(
        cls,
        settings: Settings,
        now: Callable[[], float] = time.time,
        dealer_for: DealerFor = CommittedDealer,
    ) -> Services:
        """Open the database, bring it up to date, and begin to look after its tables."""
        store = Store(settings.url)
        migrate(store.engine)
        hub = Hub(settings, store, now=now, dealer_for=dealer_for)
        keeper = Keeper(hub, Thinkers(settings.bot_workers, settings.bot_patience))
        fanout = Fanout(hub, settings.url) if settings.postgresql else None
        if fanout:
            fanout.start()
        keeper.start()
        return cls(settings, hub, keeper, Guard(settings), Replays(), fanout)

    async def close(self) -> None:
        """Stop in order: nothing new, then finish writing."""
        if self.fanout:
            await self.fanout.close()
        await self.keeper.close()
        await self.hub.close()
        self.hub.store.close()
