"""Run: what `branchline serve` does. Checks settings, boards and database, and runs the app with uvicorn."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from typing import Any

import msgspec
import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess

from branchline.board import make_known
from branchline.drawing.layout_files import stale
from branchline.errors import BranchlineError, first_line
from branchline.server.storage.connect import connect
from branchline.server.storage.migrate import migrate

from .listen import USUAL_PORTS, address_here, announcement, bind, is_branchline, open_page
from .logs import configuration
from .settings import Settings, to_environment

#: Seconds that a client has to read what was sent before its connection is closed.
CLOSE_WITHIN = 5.0


@dataclass(frozen=True, slots=True)
class Listening:
    """How the server is reached: `proxy` is whose X-Forwarded headers count, `show` opens the page in a browser."""

    host: str = "0.0.0.0"
    port: int | None = None
    proxy: str = "127.0.0.1"
    log: str = "text"
    show: bool = False


def serve(settings: Settings, listening: Listening) -> int:
    """Run a server until it is stopped."""
    for file in settings.boards:
        add_board(Path(file))
    check_database(settings.url)
    to_environment(settings)
    if settings.workers > 1:
        share_metrics()
    with bind(listening.host, listening.port) as here, suppress(KeyboardInterrupt):
        run(uvicorn_options(settings, listening), here, listening.show)
    return 0


def show_running(host: str) -> bool:
    """If a server already runs at the usual port, show its page: a second one on the same data is not wanted."""
    address = address_here(host, USUAL_PORTS[0])
    if not is_branchline(address):
        return False
    print(f"Branchline is already running at {address}", flush=True)
    open_page(address).join()
    return True


def read_settings(file: Path | None) -> Settings:
    """The settings of a JSON file, or the defaults."""
    try:
        return msgspec.json.decode(file.read_bytes() if file else b"{}", type=Settings)
    except (OSError, ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise BranchlineError(f"the settings can't be read: {first_line(error)}") from None


def check_settings(settings: Settings) -> None:
    """Refuse settings that can't work."""
    if settings.workers < 1 or settings.bot_workers < 1:
        raise BranchlineError("--workers and --bot-workers must be at least 1")
    if not settings.bot_delay >= 0:
        raise BranchlineError(f"--bot-delay must be 0 or more, not {settings.bot_delay:g}")
    if settings.workers > 1 and not settings.postgresql:
        raise BranchlineError(
            f"{settings.workers} processes need PostgreSQL, through which they notify each other; "
            "give --database postgresql://… or leave --workers at 1"
        )


def add_board(file: Path) -> None:
    """Offer a board of the user's own. The page needs its layout."""
    problem = stale(make_known(file), file)
    if problem:
        raise BranchlineError(problem)


def check_database(url: str) -> None:
    """Open and migrate the database, so that its problems are reported before anything runs."""
    place = place_of(url)
    try:
        engine = connect(url)
        try:
            migrate(engine)
        finally:
            engine.dispose()
    except (OSError, ArgumentError, DBAPIError, NoSuchModuleError) as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        raise BranchlineError(f"{place} can't be opened: {why}") from None


def place_of(url: str) -> str:
    """The address of a database as messages show it: without its password and its query, which may have one, too."""
    try:
        parsed = make_url(url)
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        return "the database"
    except ValueError:
        raise BranchlineError("the port in the address of the database is not a number") from None
    if "@" in (parsed.host or ""):
        raise BranchlineError("write %40 for the @ in the password of the database")
    return parsed.set(query={}).render_as_string()


def share_metrics() -> None:
    """Let all processes add to the same metrics."""
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="branchline-metrics-"))


def uvicorn_options(settings: Settings, listening: Listening) -> dict[str, Any]:
    """Options of uvicorn, for one process or for each of several."""
    return {
        "app": "branchline.server.app:app_from_environment",
        "factory": True,
        "workers": settings.workers,
        "ws": "branchline.server.run:WebSocketProtocol",
        "ws_per_message_deflate": False,
        "ws_max_size": settings.limits.message * 4,
        "log_config": configuration(listening.log),
        "access_log": listening.log == "json",
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": listening.proxy,
        "timeout_graceful_shutdown": 10,
    }


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which waits for ever for a client that does not read. This one aborts the connection."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(CLOSE_WITHIN, self.transport.abort)


def run(options: dict[str, Any], here: socket, show: bool) -> None:
    """Run one process, or several under a supervisor, and print the address."""
    host, port = here.getsockname()[:2]

    def announce() -> None:
        print(announcement(host, port, sys.stdout.isatty()), flush=True)
        if show:
            open_page(address_here(host, port))

    class AnnouncingServer(uvicorn.Server):
        """Prints the address once it has started."""

        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            announce()

    config = uvicorn.Config(**options)
    if config.workers > 1:
        announce()
        Multiprocess(config, sockets=[here]).run()
    else:
        AnnouncingServer(config).run(sockets=[here])
