"""Single keys from a terminal, while something else goes on."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Protocol, Self

#: How often a console without `select` is looked at, in seconds.
GLANCE = 0.02
#: What a terminal sends when it is closed, and how keys with arrows begin.
END, ARROW = "\x04", "\x1b["


class KeySource(Protocol):
    """Where keys come from."""

    def wait(self, seconds: float) -> str:
        """The key that is pressed within this time; an empty text if none is."""
        ...


class NoKeys:
    """Nobody is there to press a key: the output is read by a program."""

    def wait(self, seconds: float) -> str:
        return ""


class Keys:
    """The keyboard of a terminal. Inside the block a key counts at once, without a line's end, and is not shown."""

    def __init__(self) -> None:
        self._before: list[Any] | None = None
        self._pressed = ""

    def __enter__(self) -> Self:
        if sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if sys.platform != "win32" and self._before is not None:
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def wait(self, seconds: float) -> str:
        if sys.platform == "win32":
            import msvcrt

            end = time.monotonic() + seconds
            while not msvcrt.kbhit() and time.monotonic() < end:
                time.sleep(GLANCE)
            return msvcrt.getwch() if msvcrt.kbhit() else ""
        import os
        import select

        if not self._pressed:
            if not select.select([sys.stdin], [], [], seconds)[0]:
                return ""
            self._pressed = os.read(sys.stdin.fileno(), 64).decode(errors="replace") or END
        length = 3 if self._pressed.startswith(ARROW) else 1
        key, self._pressed = self._pressed[:length], self._pressed[length:]
        return key
