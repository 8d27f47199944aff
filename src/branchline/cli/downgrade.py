"""The subcommand `downgrade`."""

from __future__ import annotations

import argparse

from .extras import require


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "downgrade",
        help="take the database of a server back to the schema of an older version",
        epilog="example: branchline downgrade ~/.local/share/branchline 0001. "
        "Run it with the newer version, before the older one is installed. No game is lost.",
    )
    parser.add_argument("data", metavar="DATA", help="folder of the database, its file, or postgresql://…")
    parser.add_argument(
        "schema", metavar="SCHEMA", help="the schema that the older version knows, such as 0001"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Downgrade as asked on the command line."""
    require("server")
    from branchline.server.database import take_back
    from branchline.server.settings import database_url

    take_back(database_url(arguments.data), arguments.schema)
    print(
        f"{arguments.data} has the schema {arguments.schema} now; the next start of this version migrates it again"
    )
    return 0
