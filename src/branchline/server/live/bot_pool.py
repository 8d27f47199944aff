"""Thinkers: bots think in processes of their own, so that nobody waits for them."""

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
    """The bots that can be given a seat: levels first, then kinds. No parameters, and never a program from outside."""
    return (*(level.name for level in bots.LEVELS), *bots.bot_names())


def think(spec: str, seed: int, view: bytes) -> str:
    """A bot's move. Runs in a worker process."""
    seen = View.from_json(view)
    return str(bots.make_bot(spec, seed).choose(seen, seen.legal))


class Thinkers:
    """A pool of processes; made when the first bot has to think, made anew when one dies."""

    def __init__(self, workers: int, patience: float) -> None:
        self._workers, self._patience = workers, patience
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, spec: str, seed: int, view: View) -> str:
        """A move for this view. If the bot fails or takes too long, any legal one."""
        begun = time.perf_counter()
        try:
            task = asyncio.get_running_loop().run_in_executor(
                self._ready(), think, spec, seed, view.to_json()
            )
            move = await asyncio.wait_for(task, self._patience)
            if move in map(str, view.legal):
                return move
            log.error("bot %s wants to play %r, which is not legal", spec, move)
        except BrokenProcessPool:
            log.error("a bot's process died")
            self.close()
        except TimeoutError:
            log.warning("bot %s thought longer than %s seconds", spec, self._patience)
        except Exception:
            log.exception("bot %s failed", spec)
        finally:
            metrics.BOT_SECONDS.observe(time.perf_counter() - begun)
        return str(random.Random(seed).choice(view.legal))

    def _ready(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=spawn, initializer=init_worker)
        return self._pool

    def close(self) -> None:
        """Stop thinking."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)
