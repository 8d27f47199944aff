"""A worker: puts inputs in, one after the other, in a process that may crash.

It writes down each input's number before it begins with it. So whoever started it knows what a dead process was at.
Run as `python -m tools.fuzz.worker NOTE KIND SEED FIRST STEP END`; it prints a JSON line for each find and at the end.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from .targets import Input, make, run

SECONDS = 5.0  # of CPU for one input; ten times as much under sanitizers
MEGABYTES = 200  # that one input may add to the memory of the process
REPORT = 0.5  # seconds between two lines about the progress


class TooSlow(BaseException):
    """An input takes too long. No `Exception`, so that nobody catches it on the way."""


def main(arguments: list[str]) -> None:
    note, kind = Path(arguments[0]), arguments[1]
    seed, first, step, end = map(int, arguments[2:6])
    slow = 10 if _sanitized() else 1
    prepare()
    accepted = refused = 0
    told = time.monotonic()
    with note.open("wb", buffering=0) as file:
        for number in range(first, end, step):
            file.seek(0)
            file.write(f"{number:<12}".encode())
            found = attempt(kind, make(kind, seed, number), number, SECONDS * slow)
            if isinstance(found, str):
                tell(kind=kind, number=number, find=found)
            accepted, refused = accepted + (found is True), refused + (found is False)
            if time.monotonic() - told > REPORT:
                told = time.monotonic()
                tell(kind=kind, at=number, accepted=accepted, refused=refused)
    tell(kind=kind, at=end, accepted=accepted, refused=refused, done=True)


def prepare() -> None:
    """Make a crash and an endless loop visible."""
    faulthandler.enable()
    signal.signal(signal.SIGVTALRM, _too_slow)


def attempt(kind: str, given: Input, number: int, seconds: float = SECONDS) -> bool | str:
    """Put one input in: whether it was accepted, or what is wrong with the library."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with time_limit(seconds):
            accepted = run(kind, given, number)
    except TooSlow:
        return f"TooSlow: more than {seconds:g} seconds of CPU\n{traceback.format_exc(limit=-4)}"
    except Exception:
        return traceback.format_exc(limit=-6)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    if grown > MEGABYTES:
        return f"TooMuchMemory: {grown:.0f} MB more"
    return accepted


@contextlib.contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` after so much CPU time, so that a busy machine does not matter."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise TooSlow


def _sanitized() -> bool:
    """Whether this process runs under AddressSanitizer."""
    with contextlib.suppress(OSError):
        return b"libasan" in Path("/proc/self/maps").read_bytes()
    return False


def tell(**line: object) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
