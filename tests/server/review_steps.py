"""Steps of work on a review in the hands of a test. They run in the process that makes reviews."""

from __future__ import annotations

import os
import time
from pathlib import Path

from branchline.server.live.reviews import Step, review_step
from branchline.server.storage.reviews import ReviewKey

#: The variable that names the folder through which a test and the process see each other.
FOLDER = "BRANCHLINE_TEST_REVIEWS"


def folder() -> Path:
    return Path(os.environ[FOLDER])


def wait_for(file: Path) -> None:
    while not file.exists():
        time.sleep(0.01)


def held(key: ReviewKey, record: str, saved: bytes, seconds: float, save: bool) -> Step:
    """Says that it is at work, and waits until the test lets it go on."""
    (folder() / "begun").touch()
    wait_for(folder() / "go")
    return review_step(key, record, saved, seconds, save)


def tenth(key: ReviewKey, record: str, saved: bytes, seconds: float, save: bool) -> Step:
    """A tenth of a review. Notes whose it was, and stops halfway until the test lets it go on."""
    done = int(saved or b"0") + 1
    with (folder() / "order").open("a") as order:
        order.write(f"{key.game} {done}\n")
    if done == 5:
        wait_for(folder() / "go")
    return Step(done / 10, b"%d" % done, b'"the review"' if done == 10 else None)


def held_tenth(key: ReviewKey, record: str, saved: bytes, seconds: float, save: bool) -> Step:
    """A tenth, once the test lets it begin."""
    (folder() / "begun").touch()
    wait_for(folder() / "go")
    return tenth(key, record, saved, seconds, save)


def broken(key: ReviewKey, record: str, saved: bytes, seconds: float, save: bool) -> Step:
    raise ValueError("it can't be reviewed")


def dies_once(key: ReviewKey, record: str, saved: bytes, seconds: float, save: bool) -> Step:
    """Kills its process at its first step, and works at the next."""
    if not (folder() / "died").exists():
        (folder() / "died").touch()
        os.abort()
    return review_step(key, record, saved, seconds, save)
