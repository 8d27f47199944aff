"""Opening the page in a browser, where there is one."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def open_page(address: str) -> threading.Thread:
    """Open it without waiting for the browser, and say so where none can be opened."""
    task = threading.Thread(target=_open, args=(address,), daemon=True)
    task.start()
    return task


def _open(address: str) -> None:
    try:
        opened = has_screen() and webbrowser.open(address)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        print(f"No browser could be opened from here. Open {address} in one.", flush=True)


def has_screen() -> bool:
    """Whether a browser would be seen. Without a screen Python takes one for terminals, which can't show the page."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    )
