"""Bot pool: bots run in processes of their own, so that the server never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import random
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from branchline import View, bots
from branchline.processes import init_worker
from branchline.server import metrics

log = logging.getLogger(__name__)


def bot_names() -> tuple[str, ...]:
    """The bots that may sit at a table: levels first, then kinds. No parameters, and no programs."""
    return (*(level.name for level in bots.LEVELS), *bots.bot_names())


def choose_move(spec: str, seed: int, view: bytes) -> str:
    """The move of a bot. Runs in a worker process."""
    decoded = View.from_json(view)
    return str(bots.make_bot(spec, seed).choose(decoded, decoded.legal))


class BotPool:
    """A pool of processes. It starts with the first move of a bot, and starts again if a process dies."""

    def __init__(self, workers: int, patience: float) -> None:
        self._workers, self._patience = workers, patience
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, spec: str, seed: int, view: View) -> str:
        """A bot's move for this view. If the bot fails or takes too long, a random legal move."""
        begun = time.perf_counter()
        try:
            task = asyncio.get_running_loop().run_in_executor(
                self._started(), choose_move, spec, seed, view.to_json()
            )
            move = await asyncio.wait_for(task, self._patience)
            if move in map(str, view.legal):
                return move
            log.error("bot %s chose the illegal move %r", spec, move)
        except BrokenProcessPool:
            log.error("a process of the bot pool died")
            self.close()
        except TimeoutError:
            log.warning("bot %s took longer than %s seconds", spec, self._patience)
        except Exception:
            log.exception("bot %s failed", spec)
        finally:
            metrics.BOT_SECONDS.observe(time.perf_counter() - begun)
        return str(random.Random(seed).choice(view.legal))

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=spawn, initializer=init_worker)
        return self._pool

    def close(self) -> None:
        """Stop the processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
