"""Services: the parts of a running server, started and connected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from branchline import CommittedDealer
from branchline.server.live.automation import Automation
from branchline.server.live.bot_pool import BotPool
from branchline.server.live.fanout import Fanout
from branchline.server.live.health import Health
from branchline.server.live.hub import Hub
from branchline.server.live.replay import Replays
from branchline.server.storage.migrate import migrate
from branchline.server.storage.store import Store
from branchline.server.table.table import DealerFor

from .clock import SteadyClock
from .connections import Connections
from .hosts import Hosts
from .limits import RateLimits
from .settings import Settings


@dataclass(slots=True, frozen=True)
class Services:
    """What the handlers of requests need."""

    settings: Settings
    hub: Hub
    automation: Automation
    limits: RateLimits
    replays: Replays
    fanout: Fanout | None
    health: Health
    connections: Connections
    hosts: Hosts

    @classmethod
    async def start(
        cls,
        settings: Settings,
        now: Callable[[], float] | None = None,
        dealer_for: DealerFor = CommittedDealer,
    ) -> Services:
        """Open and migrate the database, and start automation and fan-out."""
        store = Store(settings.url)
        migrate(store.engine)
        now = now or SteadyClock(store.time())
        store.wake(now())
        hub = Hub(settings, store, now=now, dealer_for=dealer_for)
        pool = BotPool(settings.bot_workers, settings.bot_patience, settings.unwatched_share)
        automation = Automation(hub, pool)
        fanout = Fanout(hub, settings.url) if settings.postgresql else None
        if fanout:
            fanout.start()
        automation.start()
        return cls(
            settings,
            hub,
            automation,
            RateLimits(settings.limits),
            Replays(),
            fanout,
            Health(hub, fanout),
            Connections(settings.limits),
            Hosts(settings.host_names),
        )

    async def close(self) -> None:
        """Stop what makes new events, then finish all writes."""
        if self.fanout:
            await self.fanout.close()
        await self.automation.close()
        await self.hub.close()
        self.hub.store.close()
