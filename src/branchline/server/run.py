"""Run: what `branchline serve` does. Checks settings, boards and database, and runs the app with uvicorn."""

from __future__ import annotations

import logging.config
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
from uvicorn.supervisors import Multiprocess

from branchline.board import make_known
from branchline.bots import offer_bot
from branchline.drawing.layout_files import stale, without_layout
from branchline.errors import BranchlineError, first_line
from branchline.server.storage.lock import Lock

from .connections import Connections
from .database import AlreadyServed, only_server, prepare
from .hosts import is_name
from .limits import address_of
from .listen import ListeningSocket, address_here, announcement, bind, open_page
from .logs import configuration
from .open_files import accepted_at_once, allowed, raise_limit
from .protocols import is_proxy
from .settings import PushSettings, Settings, to_environment
from .site import make_site_app

log = logging.getLogger(__name__)
#: Connections that the system lets wait until they are accepted.
BACKLOG = 2_048
#: The longest head of a request, in bytes.
HEAD_SIZE = 16_384


@dataclass(frozen=True, slots=True)
class Listening:
    """How the server is reached: `proxy` is whose X-Forwarded headers count, `show` opens the page in a browser."""

    host: str = "0.0.0.0"
    port: int | None = None
    proxy: str = "127.0.0.1"
    log: str = "text"
    show: bool = False


def serve(settings: Settings, listening: Listening) -> int:
    """Run a server until it is stopped. If one uses the data already and its page is wanted, that page is shown."""
    for file in settings.boards:
        add_board(Path(file))
    for spec in settings.bots:
        offer_bot(spec)
    try:
        with only_server(settings.url) as lock:
            return serve_alone(settings, listening, lock)
    except AlreadyServed as other:
        if not (listening.show and listening.port is None and other.address):
            raise
        print(f"Branchline is already running at {other.address}", flush=True)
        open_page(other.address).join()
        return 0


def serve_site(folder: Path, listening: Listening) -> int:
    """Serve the folder of a page that needs no server, until it is stopped."""
    options: dict[str, Any] = {
        "app": make_site_app(folder),
        "log_config": configuration(listening.log),
        "access_log": listening.log == "json",
        "server_header": False,
    }
    with bind(listening.host, listening.port) as here, suppress(KeyboardInterrupt):
        announcing_server(uvicorn.Config(**options), here, listening.show).run(sockets=[here])
    return 0


def serve_alone(settings: Settings, listening: Listening, lock: Lock | None) -> int:
    """Run a server that nobody else can disturb."""
    notes = prepare(settings.url)
    if is_name(listening.host.lower()):  # an address may have the form of a name; it is allowed anyway
        settings = msgspec.structs.replace(settings, host_names=(*settings.host_names, listening.host))
    to_environment(settings)
    if settings.workers > 1:
        share_metrics()
    raise_limit()
    with bind(listening.host, listening.port) as here, suppress(KeyboardInterrupt):
        logging.config.dictConfig(configuration(listening.log))
        for level, text in notes:
            log.log(level, text)
        if lock is not None:
            lock.announce(address_here(*here.getsockname()[:2]))
        run(uvicorn_options(settings, listening), here, listening.show)
    return 0


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
    if not settings.bot_pace >= 0:
        raise BranchlineError(f"bot_pace must be 0 or more, not {settings.bot_pace:g}")
    if not 0 <= settings.unwatched_share <= 1:
        raise BranchlineError(f"unwatched_share must be from 0 to 1, not {settings.unwatched_share:g}")
    if not settings.bot_patience > 0:
        raise BranchlineError(f"bot_patience must be more than 0, not {settings.bot_patience:g}")
    if not settings.review_patience > 0:
        raise BranchlineError(f"review_patience must be more than 0, not {settings.review_patience:g}")
    for name in settings.host_names:
        if not is_name(name.lower()):
            raise BranchlineError(
                f"--host-name takes a name without scheme and port, such as play.example.org, not {name!r}"
            )
    for name, value in msgspec.structs.asdict(settings.limits).items():
        if value <= 0 and name != "pause":
            raise BranchlineError(f"the limit {name} must be more than 0, not {value}")
    for name, value in msgspec.structs.asdict(settings.tables).items():
        if not value > 0:
            raise BranchlineError(f"{name} of tables must be more than 0, not {value:g}")
    if not settings.link_wait >= 0:
        raise BranchlineError(f"link_wait must be 0 or more, not {settings.link_wait:g}")
    check_push(settings.push)
    if settings.workers > 1 and not settings.postgresql:
        raise BranchlineError(
            f"{settings.workers} processes need PostgreSQL, through which they notify each other; "
            "give --database postgresql://… or leave --workers at 1"
        )


def check_push(push: PushSettings) -> None:
    """Refuse settings for calls that can't work."""
    if not push.delay >= 0:
        raise BranchlineError(f"delay of push must be 0 or more, not {push.delay:g}")
    if push.most < 1:
        raise BranchlineError(f"most of push must be at least 1, not {push.most}")
    if push.contact and not push.contact.startswith(("https://", "mailto:")):
        raise BranchlineError(f"contact of push begins with mailto: or https:, not {push.contact!r}")


def add_board(file: Path) -> None:
    """Offer a board of the user's own, and say so if its map is a plain one. An old layout would not fit it."""
    board = make_known(file)
    problem = stale(board, file)
    if problem:
        raise BranchlineError(problem)
    note = without_layout(board, file)
    if note:
        print(note, flush=True)


def share_metrics() -> None:
    """Let all processes add to the same metrics."""
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="branchline-metrics-"))


def uvicorn_options(settings: Settings, listening: Listening) -> dict[str, Any]:
    """Options of uvicorn, for one process or for each of several."""
    return {
        "app": "branchline.server.app:app_from_environment",
        "factory": True,
        "workers": settings.workers,
        **protocol_options(settings),
        "log_config": configuration(listening.log),
        "access_log": listening.log == "json",
        "server_header": False,
        "proxy_headers": True,
        "forwarded_allow_ips": listening.proxy,
        "timeout_graceful_shutdown": 10,
    }


def protocol_options(settings: Settings) -> dict[str, Any]:
    """Those that say how connections are handled."""
    return {
        "http": "branchline.server.protocols:HttpProtocol",
        "h11_max_incomplete_event_size": HEAD_SIZE,
        "timeout_keep_alive": settings.limits.idle_seconds,
        "ws": "branchline.server.protocols:WebSocketProtocol",
        "ws_per_message_deflate": False,
        "ws_max_size": settings.limits.message * 4,
        # asyncio accepts as many in one go; `run` makes the queue of the system longer
        "backlog": accepted_at_once(allowed()),
    }


def run(options: dict[str, Any], here: socket, show: bool) -> None:
    """Run one process, or several under a supervisor, and print the address."""

    def refuses(host: str) -> bool:
        connections: Connections = server.lifespan.state["connections"]
        return not is_proxy(host, config) and connections.refuses(address_of(host))

    class Supervisor(Multiprocess):
        """Keeps the queue of connections long, which each worker sets when it starts."""

        def keep_subprocess_alive(self) -> None:
            super().keep_subprocess_alive()
            here.listen(BACKLOG)

    config = uvicorn.Config(**options)
    if config.workers > 1:
        host, port = here.getsockname()[:2]
        announce(host, port, show)
        Supervisor(config, sockets=[here]).run()
    else:
        server = announcing_server(config, here, show)
        server.run(sockets=[ListeningSocket(here, refuses)])


def announce(host: str, port: int, show: bool) -> None:
    """Print the address; `show` opens the page in a browser."""
    print(announcement(host, port, sys.stdout.isatty()), flush=True)
    if show:
        open_page(address_here(host, port))


def announcing_server(config: uvicorn.Config, here: socket, show: bool) -> uvicorn.Server:
    """A server that prints its address once it has started."""
    host, port = here.getsockname()[:2]

    class AnnouncingServer(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            for listening in sockets:
                listening.listen(BACKLOG)
            announce(host, port, show)

    return AnnouncingServer(config)
