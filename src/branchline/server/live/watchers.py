"""Watchers: everybody at a table is told how many watch it, soon after that has changed."""

from __future__ import annotations

import asyncio

from branchline.server.wire.messages import Watchers, encode

from .tables import LiveTable

#: Seconds within which all changes are one message.
PAUSE = 0.3


def watchers(live: LiveTable) -> int:
    """How many watch a table in this process."""
    return sum(listener.viewer is None for listener in live.listeners)


def count_watchers(live: LiveTable) -> None:
    """Tell everybody at a table how many watch it, if that has changed."""
    if live.telling is None and watchers(live) != live.told:
        live.telling = asyncio.get_running_loop().call_later(PAUSE, tell, live)


def tell(live: LiveTable) -> None:
    """Tell it now."""
    live.telling = None
    count = watchers(live)
    if count != live.told:
        live.told = count
        message = encode(Watchers(count))
        for listener in list(live.listeners):
            listener.send(message)
