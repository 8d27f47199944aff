"""The subcommand `serve`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from .extras import require

if TYPE_CHECKING:
    from branchline.server.settings import Settings

#: Settings that options replace if they are given.
REPLACED = ("database", "data", "workers", "bot_delay", "bot_workers")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "serve",
        help="run the server: play in browsers and by programs",
        epilog="example: branchline serve --open --board harbour.toml --bot python:mybot.py:Mine",
    )
    add_address(parser)
    add_tables(parser)
    add_operation(parser)
    parser.set_defaults(run=run)


def add_address(parser: argparse.ArgumentParser) -> None:
    """Where the server is reached, and by whom."""
    group = parser.add_argument_group("address")
    group.add_argument(
        "--host", default="0.0.0.0", help="address to listen at (default: all addresses of this machine)"
    )
    group.add_argument(
        "--port", type=int, help="port (default: 8000, or the next that is free; 0: any free port)"
    )
    group.add_argument("--open", action="store_true", help="open the page in a browser")
    group.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another site whose pages may connect; can be given more than once",
    )
    group.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which the server is reached, such as play.example.org; can be given more than once"
        " (always allowed: addresses, localhost, the names of this machine)",
    )
    group.add_argument(
        "--proxy", default="127.0.0.1", metavar="ADDRESS", help="proxy whose X-Forwarded headers are trusted"
    )


def add_tables(parser: argparse.ArgumentParser) -> None:
    """What is played there."""
    group = parser.add_argument_group("tables")
    group.add_argument(
        "--board",
        action="append",
        default=[],
        metavar="FILE",
        help="offer a board of your own; can be given more than once",
    )
    group.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="SPEC",
        help="offer a bot of your own to those who play here: python:FILE.py:CLASS or exec:PROGRAM; can be given more"
        " than once",
    )
    group.add_argument("--bot-delay", type=float, help="seconds before every move of a bot (default: 0)")
    group.add_argument("--bot-workers", type=int, help="processes for bots (default: 1)")
    group.add_argument(
        "--site",
        type=Path,
        metavar="FOLDER",
        help="serve a folder that `make site` has built, and nothing else: games are played and kept in the browser",
    )


def add_operation(parser: argparse.ArgumentParser) -> None:
    """Where games are kept, and how the server runs."""
    group = parser.add_argument_group("operation")
    group.add_argument(
        "--data", metavar="FOLDER", help="folder for the database (default: the user's data folder)"
    )
    group.add_argument(
        "--database",
        default=os.environ.get("BRANCHLINE_DATABASE"),
        metavar="URL",
        help="postgresql://… instead of SQLite in the data folder (also as BRANCHLINE_DATABASE)",
    )
    group.add_argument("--workers", type=int, help="processes (default: 1); more than one need PostgreSQL")
    group.add_argument("--log", choices=("text", "json"), default="text", help="log format (default: text)")
    group.add_argument(
        "--metrics", action="store_true", help="show /metrics to everybody (default: to this machine alone)"
    )
    group.add_argument("--settings", type=Path, help="a JSON file with all other settings (docs/hosting.md)")


def run(arguments: argparse.Namespace) -> int:
    """Serve as asked on the command line."""
    require("server")
    from branchline.server.run import Listening, serve, serve_site

    listening = Listening(arguments.host, arguments.port, arguments.proxy, arguments.log, show=arguments.open)
    if arguments.site is not None:
        return serve_site(arguments.site, listening)
    return serve(settings_of(arguments), listening)


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings of the file, replaced or extended by the options."""
    from msgspec.structs import replace

    from branchline.server.run import check_settings, read_settings

    settings = read_settings(arguments.settings)
    given = {
        name: getattr(arguments, name) for name in REPLACED if getattr(arguments, name) not in (None, "")
    }
    settings = replace(
        settings,
        boards=(*settings.boards, *arguments.board),
        bots=(*settings.bots, *arguments.bot),
        origins=(*settings.origins, *arguments.origin),
        host_names=(*settings.host_names, *arguments.host_name),
        metrics=settings.metrics or arguments.metrics,
        **given,
    )
    check_settings(settings)
    return settings
