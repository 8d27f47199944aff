"""Runs that keep what they find in a file: stopped, the same command goes on from there."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.processes import sigterm_interrupts

if TYPE_CHECKING:
    from branchline.review import FileStore


def add_store(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the file."""
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="keep what is found in this file: stopped, the same command goes on from there",
    )


@contextmanager
def opened_store(path: Path | None) -> Iterator[FileStore | None]:
    """The store in a file, if one is named. A run that is stopped says whether it can go on."""
    from branchline.review import FileStore

    store = FileStore(path) if path else None
    try:
        with sigterm_interrupts():
            yield store
    except KeyboardInterrupt:
        again = "the same command goes on from here" if store is not None else "nothing is kept: no --store"
        print(f"stopped; {again}", file=sys.stderr)
        raise
    finally:
        if store is not None:
            store.close()
