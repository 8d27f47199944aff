"""Jobs on a Ray cluster. Each is a function of its arguments alone, so one lost with its node is played again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from branchline.arena.executors import Batches
from branchline.arena.job import Job
from branchline.arena.play import play_job
from branchline.errors import BranchlineError


class OnRay:
    """A Ray cluster: at an address, `auto` for the one this machine belongs to, or a new one on this machine."""

    def __init__(self, address: str | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise BranchlineError("--ray needs Ray: pip install 'branchline[ray]'") from None
        self._ray: Any = ray
        if not ray.is_initialized():
            try:
                ray.init(address=address or None, log_to_driver=False, logging_level="error")
            except (ConnectionError, RuntimeError) as error:
                raise BranchlineError(f"no Ray cluster answers at {address}: {error}") from None

    def run(self, jobs: Iterator[Job], cores: int) -> Batches:
        ray = self._ray
        play = ray.remote(num_cpus=cores, max_retries=-1)(play_job)
        running: list[Any] = []
        try:
            while True:
                room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)) // cores)
                running += [play.remote(job) for job in islice(jobs, max(0, room - len(running)))]
                if not running:
                    return
                done, running = ray.wait(running)
                for job in done:
                    yield ray.get(job)
        finally:
            for job in running:
                ray.cancel(job, force=True)
