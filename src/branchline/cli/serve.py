"""The subcommand `serve`."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Any

from branchline.errors import BranchlineError
from branchline.server.web.addresses import address_here, announcement
from branchline.server.web.browsers import open_page
from branchline.server.web.ports import USUAL, bind, is_branchline

if TYPE_CHECKING:
    from branchline.server.settings import Settings


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("serve", help="be the table for friends, in browsers and for programs")
    parser.add_argument(
        "--host", default="0.0.0.0", help="address to listen at (default: all of this machine's)"
    )
    parser.add_argument(
        "--port", type=int, help="port (default 8000, or the next that is free; 0 takes any free one)"
    )
    parser.add_argument(
        "--data", default="", metavar="FOLDER", help="where games are kept (default: the user's data folder)"
    )
    parser.add_argument(
        "--board",
        action="append",
        default=[],
        metavar="FILE",
        help="a board of your own, laid out, to be played here too (may be said again)",
    )
    parser.add_argument(
        "--database",
        default=os.environ.get("BRANCHLINE_DATABASE", ""),
        metavar="URL",
        help="postgresql://… instead of SQLite in the data folder (also as BRANCHLINE_DATABASE)",
    )
    parser.add_argument("--workers", type=int, help="processes (default 1); more than one needs PostgreSQL")
    parser.add_argument(
        "--log", choices=("text", "json"), default="text", help="form of the log (default text)"
    )
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="a further page that may connect"
    )
    parser.add_argument(
        "--proxy", default="127.0.0.1", metavar="ADDRESS", help="whose X-Forwarded headers to trust"
    )
    parser.add_argument("--bot-delay", type=float, help="seconds that bots seem to think (default 1.2)")
    parser.add_argument("--bot-workers", type=int, help="processes in which bots think (default 1)")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument("--settings", type=Path, help="a JSON file with all other settings (docs/hosting.md)")
    parser.set_defaults(run=serve)


def serve(arguments: argparse.Namespace) -> int:
    """Run until told to stop."""
    from branchline.server.settings import to_environment

    settings = read_settings(arguments)
    if arguments.open and goes_on_elsewhere(arguments):
        return 0
    for file in settings.boards:
        add_board(Path(file))
    check_database(settings.url)
    to_environment(settings)
    if settings.workers > 1:
        share_metrics()
    with bind(arguments.host, arguments.port) as here, suppress(KeyboardInterrupt):
        run(uvicorn_options(arguments, settings), here, arguments.open)
    return 0


def goes_on_elsewhere(arguments: argparse.Namespace) -> bool:
    """Whether the usual server runs already: a second one on its data is not wanted, and its page is opened."""
    special = (arguments.port, arguments.data, arguments.database, arguments.settings)
    address = address_here(arguments.host, USUAL[0])
    if any(given not in (None, "") for given in special) or not is_branchline(address):
        return False
    print(f"Branchline runs already, at {address}", flush=True)
    open_page(address).join()
    return True


def read_settings(arguments: argparse.Namespace) -> Settings:
    """The settings of the file, and what the command line says instead."""
    import msgspec

    from branchline.server.settings import Settings

    try:
        given = arguments.settings.read_bytes() if arguments.settings else b"{}"
        settings = msgspec.json.decode(given, type=Settings)
    except (OSError, msgspec.MsgspecError) as error:
        raise BranchlineError(f"the settings can't be read: {error}") from None
    said = {name: getattr(arguments, name) for name in ("workers", "bot_delay", "bot_workers")}
    settings = msgspec.structs.replace(
        settings,
        database=arguments.database or settings.database,
        data=arguments.data or settings.data,
        boards=(*settings.boards, *arguments.board),
        origins=(*settings.origins, *arguments.origin),
        **{name: value for name, value in said.items() if value is not None},
    )
    check(settings)
    return settings


def check(settings: Settings) -> None:
    """Refuse what can't work."""
    if settings.workers < 1 or settings.bot_workers < 1:
        raise BranchlineError("--workers and --bot-workers must be at least 1")
    if not settings.bot_delay >= 0:
        raise BranchlineError(f"--bot-delay must be 0 or more, not {settings.bot_delay:g}")
    if settings.workers > 1 and not settings.postgresql:
        raise BranchlineError(
            f"{settings.workers} processes need PostgreSQL, which tells each what the others do; "
            "give --database postgresql://… or leave --workers at 1"
        )


def add_board(file: Path) -> None:
    """Let a board be played here; the page draws it by its layout."""
    from branchline.board import make_known
    from branchline.drawing.layout_files import stale

    problem = stale(make_known(file), file)
    if problem:
        raise BranchlineError(problem)


def check_database(url: str) -> None:
    """Open the database and bring it up to date, so that what is wrong with it is said before anything runs."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

    from branchline.server.storage.migrate import migrate
    from branchline.server.storage.store import connect

    try:
        engine = connect(url)
        try:
            migrate(engine)
        finally:
            engine.dispose()
    except (OSError, ArgumentError, DBAPIError, NoSuchModuleError) as error:
        parsed = not isinstance(error, ArgumentError)  # if it can't be, its password can't be left out
        place = make_url(url).render_as_string() if parsed else "the database"
        why = " ".join(str(getattr(error, "orig", error)).split())
        raise BranchlineError(f"{place} can't be opened: {why}") from None


def share_metrics() -> None:
    """Let the processes count together."""
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="branchline-metrics-"))


def uvicorn_options(arguments: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """How uvicorn is run, by one process or by each of several."""
    from branchline.server.logs import configuration

    return {
        "app": "branchline.server.app:app_from_environment",
        "factory": True,
        "workers": settings.workers,
        "ws": "branchline.server.web.protocol:Protocol",
        "ws_per_message_deflate": False,
        "ws_max_size": settings.limits.message * 4,
        "log_config": configuration(arguments.log),
        "access_log": arguments.log == "json",
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": arguments.proxy,
        "timeout_graceful_shutdown": 10,
    }


def run(options: dict[str, Any], here: socket, opening: bool) -> None:
    """One process, or several under a supervisor, that say where they are."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    host, port = here.getsockname()[:2]

    def announce() -> None:
        print(announcement(host, port, sys.stdout.isatty()), flush=True)
        if opening:
            open_page(address_here(host, port))

    class Announcing(uvicorn.Server):
        """Says where it is once it is there."""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            announce()

    config = uvicorn.Config(**options)
    if config.workers > 1:
        announce()
        Multiprocess(config, sockets=[here]).run()
    else:
        Announcing(config).run(sockets=[here])
