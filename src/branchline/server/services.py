"""Services: the parts of a running server, started and connected."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from branchline import CommittedDealer
from branchline.server.live.bot_pool import BotPool
from branchline.server.live.fanout import Fanout
from branchline.server.live.health import Health
from branchline.server.live.hub import Hub
from branchline.server.live.replay import Replays
from branchline.server.live.reviews import Reviews
from branchline.server.live.sweep import SweepingAutomation
from branchline.server.push.calls import Calls
from branchline.server.push.client import PushClient
from branchline.server.push.encryption import Vapid, new_private_key
from branchline.server.storage.migrate import migrate
from branchline.server.storage.store import Store
from branchline.server.storage.subscriptions import Subscriptions
from branchline.server.table.table import DealerFor

from .clock import SteadyClock
from .connections import Connections
from .hosts import Hosts
from .limits import RateLimits
from .settings import Settings

log = logging.getLogger(__name__)


@dataclass(slots=True, frozen=True)
class Services:
    """What the handlers of requests need."""

    settings: Settings
    hub: Hub
    automation: SweepingAutomation
    limits: RateLimits
    replays: Replays
    fanout: Fanout | None
    health: Health
    connections: Connections
    hosts: Hosts
    calls: Calls | None
    reviews: Reviews

    @classmethod
    async def start(
        cls,
        settings: Settings,
        now: Callable[[], float] | None = None,
        dealer_for: DealerFor = CommittedDealer,
    ) -> Services:
        """Open and migrate the database, and start automation, fan-out and reviews."""
        store = Store(settings.url)
        migrate(store.engine)
        now = now or SteadyClock(store.time())
        store.wake(now())
        hub = Hub(settings, store, now=now, dealer_for=dealer_for)
        pool = BotPool(settings.bot_workers, settings.bot_patience, settings.unwatched_share)
        automation = SweepingAutomation(hub, pool)
        fanout = Fanout(hub, settings.url) if settings.postgresql else None
        if fanout:
            fanout.start()
        automation.start()
        calls = make_calls(hub) if settings.push.on else None
        if calls:
            calls.start()
        limits = RateLimits(settings.limits)
        reviews = Reviews(hub, limits.reviews)
        reviews.start()
        return cls(
            settings,
            hub,
            automation,
            limits,
            Replays(threading.Lock()),
            fanout,
            Health(hub, fanout),
            Connections(settings.limits),
            Hosts(settings.host_names),
            calls,
            reviews,
        )

    @property
    def push_key(self) -> str | None:
        """The key with which a browser subscribes to calls; None if nobody is called."""
        return self.calls.key if self.calls else None

    async def close(self) -> None:
        """Stop what makes new events, then finish all writes."""
        if self.fanout:
            await self.fanout.close()
        await self.automation.close()
        await self.reviews.close()
        if self.calls:
            await self.calls.close()
        await self.hub.close()
        self.hub.store.close()


def make_calls(hub: Hub) -> Calls | None:
    """What calls players back; the key for it is made at the first start. If it can't be read, nobody is called."""
    settings = hub.settings
    name = settings.host_names[0] if settings.host_names else "branchline.invalid"
    subscriptions = Subscriptions(hub.store.engine)
    try:
        vapid = Vapid(subscriptions.key(new_private_key), settings.push.contact or f"https://{name}")
    except ValueError:
        log.error("the key for push messages can't be read: nobody is called. `branchline fsck` says more")
        return None
    return Calls(hub, subscriptions, PushClient(settings.push, vapid))
