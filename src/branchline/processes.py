"""Worker processes: how many there can be, how they end with their parent, and how signals interrupt a command."""

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
    """What a worker does first. It ignores Ctrl-C, which is for its parent, and ends when the parent has ended.

    It gets a session of its own. Programs that it starts belong to that session, so all can be ended together.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        os.setsid()
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()


def _exit_with(parent: BaseProcess) -> None:
    """Wait for the end of the parent, whatever its cause, then end this process and its session."""
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
    """Let SIGINT and SIGTERM wait until the block is over. Processes started inside it never receive SIGINT."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _: held.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # child processes inherit this
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number, handler in before.items():
            signal.signal(number, handler)
        for late in held:
            signal.raise_signal(late)


class Terminated(KeyboardInterrupt):
    """Raised for SIGTERM inside `sigterm_interrupts`, as KeyboardInterrupt is for Ctrl-C."""


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Let SIGTERM raise an exception inside the block, so that it can report and clean up."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def exit_status(interruption: KeyboardInterrupt) -> int:
    """The exit status of an interrupted command, as in shells: 128 and the number of the signal."""
    return 128 + (signal.SIGTERM if isinstance(interruption, Terminated) else signal.SIGINT)
