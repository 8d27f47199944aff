"""The command `branchline`: one subcommand per module."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, Protocol

from branchline import __version__
from branchline.errors import BranchlineError
from branchline.processes import exit_status

from . import (
    arena,
    boards,
    bots,
    downgrade,
    draw,
    export,
    fsck,
    join,
    play,
    puzzles,
    replay,
    review,
    serve,
    simulate,
    study,
    train,
    verify,
    watch,
)


class Subcommand(Protocol):
    """What a module offers to become a subcommand.

    `add_parser` adds its parser and sets the default `run`, a function of the parsed arguments that returns the exit
    status. Packages that only this command needs are imported by `run`.
    """

    def add_parser(self, subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None: ...


#: The modules whose subcommands exist, in the order of the help.
SUBCOMMANDS: tuple[Subcommand, ...] = (
    play,
    watch,
    join,
    serve,
    fsck,
    downgrade,
    boards,
    arena,
    replay,
    bots,
    simulate,
    study,
    export,
    train,
    verify,
    review,
    puzzles,
    draw,
)


def version_text() -> str:
    from branchline.core import COMPILED

    core = "compiled core" if COMPILED else "uncompiled core (slower; a C compiler at install makes it fast)"
    return f"branchline {__version__}, {core}"


class _Version(argparse.Action):
    """Finds out the version only when asked, so that other commands need not look at the core for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(version_text())
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="branchline", description="Train games of the Ticket to Ride family."
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="print version and kind of core, and exit"
    )
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for module in SUBCOMMANDS:
        module.add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. The exit status is 2 for whatever Branchline or the system refuses."""
    parser = build_parser()
    arguments = parser.parse_args(argv)
    if not hasattr(arguments, "run"):
        parser.print_help()
        return 0
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BranchlineError as error:
        print(f"branchline: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever read our output has had enough, as in `branchline … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE if hasattr(signal, "SIGPIPE") else 1
    except OSError as error:
        if error.filename is None:  # not about a file that was named
            raise
        print(f"branchline: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as interruption:
        return exit_status(interruption)
    return status
