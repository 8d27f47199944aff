"""The subcommand `fsck`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from branchline.board import make_known
from branchline.processes import sigterm_interrupts

from .extras import require

if TYPE_CHECKING:
    from rich.progress import Progress

CLEAN, DAMAGED = 0, 1


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "fsck",
        help="check the database of a server, and say what is damaged where",
        epilog="example: branchline fsck ~/.local/share/branchline. "
        "Nothing is changed, and the server may run meanwhile. "
        "Exit status: 0 nothing is damaged, 1 something is, 2 the database can't be read.",
    )
    parser.add_argument("data", metavar="DATA", help="folder of the database, its file, or postgresql://…")
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a board of your own that games are played on; can be given more than once",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check as asked on the command line."""
    require("server")
    from branchline.server.fsck import Check, Finding
    from branchline.server.settings import database_url

    for file in arguments.board:
        make_known(file)
    findings: list[Finding] = []
    try:
        with sigterm_interrupts(), progress() as bar:
            task = bar.add_task("tables", total=None)
            check = Check(
                database_url(arguments.data), lambda total: bar.update(task, total=total, advance=1)
            )
            findings.extend(check.findings())
    finally:  # what was found before an interruption, too
        for finding in findings:
            print(f"{'DAMAGED' if finding.damage else 'note'}: {finding}")
    damaged = sum(finding.damage for finding in findings)
    found = f"{damaged} damaged places" if damaged else "nothing is damaged"
    print(f"{check.tables} tables with {check.entries} entries: {found}")
    return DAMAGED if damaged else CLEAN


def progress() -> Progress:
    """A progress bar on standard error, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
