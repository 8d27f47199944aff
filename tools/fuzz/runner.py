"""Starts workers, watches them, and knows what a worker was at when it died."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from .build import ROOT
from .targets import Input, make

PATIENCE = 120.0  # seconds without a word from a worker, after which it is ended
CHUNK = 5000  # inputs for one worker
TRIES = 40  # to make an input smaller


@dataclass(frozen=True, slots=True)
class Find:
    """An input that did harm, and what it did."""

    kind: str
    seed: int
    number: int
    given: Input
    problem: str

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    @staticmethod
    def from_json(plain: dict[str, Any]) -> Find:
        return Find(**plain)


@dataclass
class Runner:
    """Runs inputs in worker processes. One that dies is started again behind the input that killed it."""

    environment: dict[str, str]
    seed: int
    jobs: int
    seconds: float | None = None
    finds: list[Find] = field(default_factory=list)
    _done: dict[tuple[str, int], tuple[int, int, int]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def run(self, inputs: dict[str, int], progress: Callable[[str, int], None]) -> list[Find]:
        """So many inputs of each kind, all kinds side by side."""
        until = time.monotonic() + self.seconds if self.seconds else float("inf")
        starts = range(0, max(inputs.values(), default=0), CHUNK)
        chunks = [
            (kind, first, min(first + CHUNK, count))
            for first in starts
            for kind, count in inputs.items()
            if first < count
        ]
        left = iter(chunks)
        threads = [
            threading.Thread(target=self._work, args=(left, until, progress)) for _ in range(self.jobs)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.finds.sort(key=lambda find: (find.kind, find.number))
        return self.finds

    def counts(self, kind: str) -> tuple[int, int]:
        """How many inputs were accepted, and how many refused."""
        found = [counts for (what, _), counts in self._done.items() if what == kind]
        return sum(accepted for _, accepted, _ in found), sum(refused for _, _, refused in found)

    def _work(
        self, left: Iterator[tuple[str, int, int]], until: float, progress: Callable[[str, int], None]
    ) -> None:
        while time.monotonic() < until:
            with self._lock:
                chunk = next(left, None)
            if chunk is None:
                return
            kind, first, end = chunk
            self._run_chunk(kind, first, end, until, progress)

    def _run_chunk(
        self, kind: str, first: int, end: int, until: float, progress: Callable[[str, int], None]
    ) -> None:
        while first < end and time.monotonic() < until:
            at, problem = self._run_worker(kind, first, end, until, progress)
            if not problem:
                return
            with self._lock:
                self.finds.append(Find(kind, self.seed, at, make(kind, self.seed, at), problem))
            first = at + 1

    def _run_worker(
        self, kind: str, first: int, end: int, until: float, progress: Callable[[str, int], None]
    ) -> tuple[int, str]:
        """Run one worker to its end: the input that it died of, and how; nothing if it did not die."""
        with tempfile.TemporaryDirectory(prefix="branchline-fuzz-") as folder:
            note = Path(folder) / "note"
            errors = Path(folder) / "errors"
            command = [sys.executable, "-m", "tools.fuzz.worker", str(note), kind]
            command += [str(number) for number in (self.seed, first, 1, end)]
            environment = self.environment | {"TMPDIR": folder}
            with (
                errors.open("wb") as stderr,
                subprocess.Popen(
                    command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True
                ) as worker,
            ):
                stopped = self._listen(worker, kind, first, until, progress)
            if worker.returncode == 0 or stopped:
                return end, ""
            at = int(note.read_bytes() or b"0") if note.exists() else first
            text = errors.read_text(encoding="utf-8", errors="replace")
            return at, f"the process died with {worker.returncode}\n{text[:6000]}"

    def _listen(
        self,
        worker: subprocess.Popen[str],
        kind: str,
        first: int,
        until: float,
        progress: Callable[[str, int], None],
    ) -> bool:
        """Read what a worker says until it ends. True if it was stopped because the time is over.

        One that says nothing any more is ended. It hangs where Python can't interrupt it, and counts as dead.
        """
        assert worker.stdout is not None
        stopped = False
        watchdog = threading.Timer(PATIENCE, worker.kill)
        watchdog.start()
        for text in worker.stdout:
            watchdog.cancel()
            watchdog = threading.Timer(PATIENCE, worker.kill)
            watchdog.start()
            self._note(kind, first, json.loads(text), progress)
            if time.monotonic() > until and not stopped:
                stopped = True
                worker.terminate()
        watchdog.cancel()
        worker.wait()
        return stopped

    def _note(
        self, kind: str, first: int, line: dict[str, Any], progress: Callable[[str, int], None]
    ) -> None:
        """Take over what a worker says: a find, or how far it is."""
        with self._lock:
            if "find" in line:
                given = make(kind, self.seed, line["number"])
                self.finds.append(Find(kind, self.seed, line["number"], given, line["find"]))
            else:
                self._done[kind, first] = line["at"] - first, line["accepted"], line["refused"]
                progress(kind, sum(done for (what, _), (done, *_) in self._done.items() if what == kind))


def repeated(find: Find, environment: dict[str, str]) -> str:
    """What the input of a find does now, in a process of its own; nothing if it does no harm."""
    code = (
        "import json, sys; from tools.fuzz.worker import attempt, prepare; prepare(); "
        "kind, given, number = json.load(sys.stdin); found = attempt(kind, given, number); "
        "print(found if isinstance(found, str) else '')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps([find.kind, find.given, find.number]),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    if done.returncode:
        return f"the process died with {done.returncode}\n{done.stderr[:6000]}"
    return done.stdout.strip()


def reduced(find: Find, environment: dict[str, str]) -> Find:
    """The find with a shorter text, if it does the same harm without a part of it."""
    text = find.given.get("text")
    if not isinstance(text, str):
        return find
    wanted, tries = _sign(find.problem), TRIES
    size = len(text) // 2
    while size > 20 and tries > 0:
        for start in range(0, len(text), size):
            shorter = replace(find, given=find.given | {"text": text[:start] + text[start + size :]})
            tries -= 1
            if tries < 0:
                break
            if _sign(repeated(shorter, environment)) == wanted:
                find, text = shorter, shorter.given["text"]
                break
        else:
            size //= 2
    return find


def _sign(problem: str) -> str:
    """What two finds must have in common to be the same: the exception, or how the process died."""
    lines = problem.strip().splitlines() or [""]
    return lines[0] if lines[0].startswith("the process died") else lines[-1].partition(":")[0]
