"""Jobs on a Ray cluster. Each is a function of its arguments alone, so one lost with its node is played again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from branchline.arena.executors import Batches, play_guarded
from branchline.arena.job import Job
from branchline.errors import BranchlineError

#: How often a job is begun again whose worker or node has died.
RETRIES = 5


class RayExecutor:
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
        play = ray.remote(num_cpus=cores, max_retries=RETRIES)(play_guarded)
        running: dict[Any, Job] = {}
        try:
            while True:
                room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)) // cores)
                for job in islice(jobs, max(0, room - len(running))):
                    running[play.remote(job)] = job
                if not running:
                    return
                for done in ray.wait(list(running))[0]:
                    job = running.pop(done)
                    try:
                        yield ray.get(done)
                    except ray.exceptions.WorkerCrashedError:
                        if not job.native:
                            raise BranchlineError(f"a bot ended the process it played in: {job}") from None
                        running[play.remote(job._replace(native=False))] = job._replace(native=False)
        finally:
            for task in running:
                ray.cancel(task, force=True)
