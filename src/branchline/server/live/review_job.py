"""A review that is made in steps, so that one process can make several in turn."""

from __future__ import annotations

import threading
import zlib

import msgspec

from branchline.review import Review, review

#: How far a review is when all moves are analysed: if the ledger explains too little, it looks again, and deeper.
FIRST_LOOK = 0.5


class Stopped(Exception):
    """Nobody wants this review now."""


class PausingStore:
    """What is known of each move. Whoever asks for it waits while the review rests."""

    def __init__(self, saved: bytes) -> None:
        self._known: dict[str, bytes] = {}
        if saved:
            self._known = msgspec.msgpack.decode(zlib.decompress(saved), type=dict[str, bytes])
        self._going = threading.Event()
        self._stopped = False

    def get(self, key: str) -> bytes | None:
        self._going.wait()
        if self._stopped:
            raise Stopped
        return self._known.get(key)

    def put(self, key: str, value: bytes) -> None:
        self._known[key] = value

    def go(self) -> None:
        self._going.set()

    def rest(self) -> None:
        self._going.clear()

    def stop(self) -> None:
        """Let everybody who waits give up."""
        self._stopped = True
        self._going.set()

    def save(self) -> bytes:
        """All that is known, for another time."""
        return zlib.compress(msgspec.msgpack.encode(dict(self._known)), 1)


class ReviewJob:
    """A review at work in a thread, which rests between the steps. `saved` is what an earlier one knew."""

    def __init__(self, record: str, level: str, saved: bytes = b"", threads: int | None = None) -> None:
        self._record, self._level, self._threads = record, level, threads
        self._store = PausingStore(saved)
        self._thread = threading.Thread(target=self._run, name="branchline-review", daemon=True)
        self._result: Review | None = None
        self._error: Exception | None = None
        self._looks, self._done = 0, 0
        self.progress = 0.0

    def step(self, seconds: float) -> bool:
        """Work for so long; a move that is begun is finished. Whether the review is done."""
        self._store.go()
        if self._thread.ident is None:
            self._thread.start()
        self._thread.join(seconds)
        self._store.rest()
        if self._error is not None:
            raise self._error
        return self._result is not None

    def save(self) -> bytes:
        """What is known so far."""
        return self._store.save()

    def result(self) -> Review:
        """The review, once it is done."""
        assert self._result is not None
        return self._result

    def stop(self) -> None:
        """Give up."""
        self._store.stop()

    def _run(self) -> None:
        try:
            self._result = review(self._record, self._level, self._note, self._store, threads=self._threads)
        except Stopped:
            pass
        except Exception as error:
            self._error = error

    def _note(self, done: int, total: int) -> None:
        """Note how far it is; a second look begins with the first move again."""
        if done <= self._done:
            self._looks += 1
        self._done = done
        whole = self._level == "quick"
        part = done / total if whole else FIRST_LOOK * (min(self._looks, 1) + done / total)
        self.progress = max(self.progress, min(part, 1.0))
