"""Worker: a process that runs one function after the other. If one does not come back, the process is ended."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from branchline.processes import init_worker, kill_worker

#: Seconds that a process may take to start.
START_WITHIN = 60.0
#: How much a worker yields to the server when both want a core.
NICENESS = 5
#: The same for work that may take any time: a bot that thinks gets more than 20 times as much of a core.
LAST_NICENESS = 19


class WorkerFailed(Exception):
    """The function raised an error, the process `died`, or the time was over."""

    def __init__(self, why: str, died: bool = False) -> None:
        super().__init__(why)
        self.died = died


class Answer(NamedTuple):
    """What a function returned, or the error that it raised, as text."""

    value: Any
    error: str = ""


class Worker:
    """One process. It starts with the first call, and again after it has died. Calls block: make them in a thread.

    `niceness` is how much it yields to others.
    """

    def __init__(self, name: str = "branchline-bots", niceness: int = NICENESS) -> None:
        self._name, self._niceness = name, niceness
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def call(self, within: float, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function returns in the process, within so many seconds."""
        try:
            connection = self._connection or self._start(function)
            connection.send((function, arguments))
            answer = self._receive(connection, within)
        except TimeoutError:
            self._forget()
            raise WorkerFailed(f"it took longer than {within:g} seconds") from None
        except (EOFError, OSError) as error:
            self._forget()
            raise WorkerFailed("its process died", died=True) from error
        if answer.error:
            raise WorkerFailed(answer.error)
        return answer.value

    def _start(self, function: Callable[..., Any]) -> Connection:
        """Start the process, which imports what the function needs before it says that it is ready."""
        spawn = get_context("spawn")
        here, there = spawn.Pipe()
        process = spawn.Process(
            target=answer_calls, args=(there, function, self._niceness), daemon=True, name=self._name
        )
        process.start()
        there.close()
        self._process, self._connection = process, here
        self._receive(here, START_WITHIN)
        return here

    @property
    def pid(self) -> int | None:
        """The process, if it runs."""
        return self._process.pid if self._process is not None else None

    @staticmethod
    def _receive(connection: Connection, within: float) -> Answer:
        if not connection.poll(within):
            raise TimeoutError
        answer: Answer = connection.recv()
        return answer

    def kill(self) -> None:
        """End the process at once, from any thread. A call that waits for it fails."""
        if self._process is not None:
            kill_worker(self._process)

    def _forget(self) -> None:
        """End the process, so that the next call starts another."""
        process, self._process = self._process, None
        connection, self._connection = self._connection, None
        if process is not None:
            kill_worker(process)
            process.join()
        if connection is not None:
            connection.close()


def answer_calls(connection: Connection, _imported: Callable[..., Any], niceness: int) -> None:
    """What the process does until the other end is closed."""
    init_worker()
    if hasattr(os, "nice"):
        os.nice(niceness)
    with suppress(EOFError, OSError):
        connection.send(Answer("ready"))
        while True:
            function, arguments = connection.recv()
            try:
                answer = Answer(function(*arguments))
            except Exception as error:
                answer = Answer(None, f"{type(error).__name__}: {error}")
            connection.send(answer)
