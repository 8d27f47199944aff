"""Any program as a bot: JSON lines over its standard input and output, as docs/bot-protocol.md defines them."""

from __future__ import annotations

import contextlib
import queue
import re
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import Any

import msgspec

from branchline.board import Board
from branchline.board.json import board_json
from branchline.bots.bot import Bot
from branchline.errors import BranchlineError, short
from branchline.game.action import Action
from branchline.game.grammar import parse
from branchline.game.view import LogEntry, View

PROTOCOL = 2
#: How much of the log a program may ask for: nothing, what is new to it, or all of it each time.
LOGS = ("none", "new", "full")
LONGEST = 1_000_000  # bytes of a line; an answer needs a hundred
START_SECONDS = 10.0  # time to answer the greeting
GRACE_SECONDS = 1.0  # time to end when its input is closed
MAX_STARTS = 5  # a program that keeps crashing is not started again


class ExecBot(Bot):
    """Asks a program, and starts it again if it has died."""

    def __init__(self, command: Sequence[str], seconds: float = 5.0, seed: int = 0) -> None:
        super().__init__(seed)
        self.command, self.seconds = tuple(command), seconds
        self.name = self.command[0]
        self._program: Program | None = None
        self._starts = 0
        self._asked = 0

    @classmethod
    def from_spec(cls, spec: str, seed: int) -> ExecBot:
        """`exec:PROGRAM ARGUMENTS`, perhaps with `,time=SECONDS` for a decision at the end."""
        found = re.fullmatch(r"exec:(.*?)(?:,time=([0-9.]+))?", spec, re.DOTALL)
        try:
            command = shlex.split(found[1]) if found else []
            seconds = float(found[2]) if found and found[2] else 5.0
        except ValueError as error:
            raise BranchlineError(f"bot {spec!r}: {error}") from None
        if not command or seconds <= 0:
            raise BranchlineError(
                f"bot {spec!r}: write exec:PROGRAM, like exec:./mybot or exec:./mybot,time=2"
            )
        if shutil.which(command[0]) is None:
            raise BranchlineError(f"bot {spec!r}: {command[0]} is no program, or can't be started")
        return cls(command, seconds, seed)

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        program = self._running()
        self._asked += 1
        try:
            program.introduce(view.board)
            program.ask(self._asked, self.seconds, view)
            return parse(program.answer(self._asked, self.seconds), view.board)
        except ProgramError:
            self._stop()
            raise

    def _running(self) -> Program:
        """The program, started if need be."""
        if self._program is None:
            if self._starts == MAX_STARTS:
                raise ProgramError(f"gave up after {MAX_STARTS} starts")
            self._starts += 1
            self._program = Program(self.command)
            try:
                self._program.send({"type": "hello", "protocol": PROTOCOL, "seed": self.seed})
                ready = self._program.receive(time.monotonic() + START_SECONDS)
                if ready.get("type") != "ready":
                    raise ProgramError(f'it greets with {str(ready)[:80]}, not with {{"type": "ready"}}')
                self._program.send_log(ready.get("log", "none"))
            except ProgramError:
                self._stop()
                raise
            self.name = str(ready.get("name", self.name))
        return self._program

    def _stop(self) -> None:
        if self._program is not None:
            self._program.stop()
            self._program = None

    def close(self) -> None:
        self._stop()


class ProgramError(BranchlineError):
    """A program that does not keep to the protocol, or to its time."""


class Told:
    """The log that a program has been sent, which it is to keep."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._entries: list[LogEntry] = []

    def tell(self, view: View) -> int:
        """With which entry the log goes on for the program; 0 if this is another game than the last time."""
        known = len(self._entries)
        goes_on = view.seat == self._seat and view.log[:known] == self._entries
        self._seat, self._entries = view.seat, view.log
        return known if goes_on else 0


class Program:
    """A running program, with one thread that writes to it and one that reads: it may block either."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise ProgramError(f"can't start {command[0]}: {error.strerror}") from None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._sent: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._boards: set[str] = set()
        self._log, self._told = "none", Told()
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    def _write(self) -> None:
        assert self._process.stdin
        with (
            contextlib.suppress(OSError),
            self._process.stdin as lines,
        ):  # the reader notices that it has ended
            while line := self._sent.get():
                lines.write(line)
                lines.flush()

    def _read(self) -> None:
        assert self._process.stdout
        with self._process.stdout as lines:
            while line := lines.readline(LONGEST + 1):
                self._lines.put(line)
                if len(line) > LONGEST:  # perhaps without end: read no more of it
                    break
        self._lines.put(b"")

    def send(self, message: dict[str, Any]) -> None:
        """One line to the program."""
        self._sent.put(msgspec.json.encode(message) + b"\n")

    def introduce(self, board: Board) -> None:
        """Send a board to the program, once."""
        if board.digest not in self._boards:
            self._boards.add(board.digest)
            self.send({"type": "board", "board": board_json(board)})

    def send_log(self, wanted: object) -> None:
        """Send so much of the log from now on."""
        if wanted not in LOGS:
            raise ProgramError(f"it asks for the log {short(wanted)!r}; there are {', '.join(LOGS)}")
        self._log = str(wanted)

    def ask(self, number: int, seconds: float, view: View) -> None:
        """Ask for a move; `log_from` says how many entries of the log the program has been sent already."""
        message: dict[str, Any] = {"type": "choose", "id": number, "time": seconds}
        start = None
        if self._log != "none":
            message["log_from"] = start = self._told.tell(view) if self._log == "new" else 0
        self.send({**message, "view": msgspec.Raw(view.to_json(start))})

    def receive(self, until: float) -> dict[str, Any]:
        """The program's next line."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise ProgramError("no answer in time") from None
        if not line:
            raise ProgramError("the program has ended")
        if len(line) > LONGEST:
            raise ProgramError(f"a line longer than {LONGEST:,} bytes: {line[:80]!r} …")
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            raise ProgramError(f"not a JSON object: {line[:80]!r}") from None

    def answer(self, number: int, seconds: float) -> str:
        """The move that answers a question. Late answers to earlier questions are skipped."""
        until = time.monotonic() + seconds
        while True:
            message = self.receive(until)
            if message.get("id") == number:
                return str(message.get("move"))

    def stop(self) -> None:
        """Close its input, and kill it if it does not end."""
        self._sent.put(b"")
        try:
            self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(GRACE_SECONDS)
