"""Worker processes: how many, and that none outlives the process that started it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from types import FrameType


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def init_worker() -> None:
    """What a worker does first: it leaves Ctrl-C to its parent, and goes when the parent has gone.

    It gets a session of its own, to which the programs that it starts belong as well: so all can be ended together.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.setsid()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: BaseProcess) -> None:
    """End with the parent, however that ends."""
    parent.join()
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def kill_worker(process: BaseProcess) -> None:
    """End a worker at once, and all programs that it has started."""
    if sys.platform != "win32" and process.pid is not None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
            return
        except ProcessLookupError:
            pass  # it has not begun yet, or it has gone
    process.kill()


@contextmanager
def signals_held() -> Iterator[None]:
    """Hold back what would interrupt the start of a process; what is started never hears Ctrl-C."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: held.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # is inherited
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in held:
            signal.raise_signal(late)


class Terminated(KeyboardInterrupt):
    """SIGTERM, which `sigterm_interrupts` makes an interruption like Ctrl-C."""


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Let SIGTERM interrupt what runs inside, so that it can say what it has and clean up."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def exit_status(interruption: KeyboardInterrupt) -> int:
    """The exit status of an interrupted command, as shells have it."""
    return 128 + (signal.SIGTERM if isinstance(interruption, Terminated) else signal.SIGINT)
