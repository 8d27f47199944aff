"""Where a server listens: its port, the addresses under which it is reached, and the browser that shows its page."""

from __future__ import annotations

import errno
import io
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

from branchline.errors import BranchlineError

#: Bytes that the system keeps of a connection until the server reads them. Clients never send much at once.
RECEIVE_BUFFER = 65_536
#: Connections that are refused in one go, before anything else is done.
REFUSED_AT_ONCE = 16
ALL_INTERFACES = ("0.0.0.0", "::", "")
#: The ports that are tried if none is given.
USUAL_PORTS = range(8000, 8020)
SEND_BUFFER = 131_072
TIMEOUT = 2.0


def bind(host: str, port: int | None) -> socket.socket:
    """A socket bound to the port, or without one to the first free usual port. It does not listen yet."""
    if port is not None and not 0 <= port <= 65535:
        raise BranchlineError(f"--port must be from 0 to 65535, not {port}")
    for candidate in USUAL_PORTS if port is None else (port,):
        try:
            return _bound(host, candidate)
        except PermissionError:
            raise BranchlineError(
                f"port {candidate} needs the rights of an administrator; another port: --port 8000"
            ) from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BranchlineError(
                    f"can't listen at {host} ({error.strerror}); --host takes an address of this machine"
                ) from None
            reason = error.strerror
    if port is None:
        raise BranchlineError(
            f"ports {USUAL_PORTS[0]} to {USUAL_PORTS[-1]} are taken; another port: --port 9000"
        )
    raise BranchlineError(
        f"can't listen at {host}:{port} ({reason}); another port: --port 0 takes a free one"
    )


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    here = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # without it the port stays taken for a while after a stop
            here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        here.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        # Connections inherit it. Left to itself the system keeps up to 4 MB for each client that does not read.
        here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        here.bind((host, port))
    except OSError:
        here.close()
        raise
    here.set_inheritable(True)
    return here


class ListeningSocket(socket.socket):
    """A listening socket that closes unwelcome connections before asyncio makes anything for them."""

    def __init__(self, here: socket.socket, refuses: Callable[[str], bool]) -> None:
        super().__init__(here.family, here.type, here.proto, here.detach())
        self._refuses = refuses

    def accept(self) -> tuple[socket.socket, Any]:
        """The next welcome connection. After some that are not, there seems to be none, until it is asked again."""
        for _ in range(REFUSED_AT_ONCE):
            connection, address = super().accept()
            if not self._refuses(address[0]):
                return connection, address
            connection.close()
        raise BlockingIOError


def is_branchline(address: str) -> bool:
    """Whether a Branchline server answers at an address."""
    from urllib.request import urlopen  # slow to import, and rarely needed

    try:
        with urlopen(address, timeout=TIMEOUT) as answer:
            return b"<title>Branchline</title>" in answer.read()
    except OSError:
        return False


def local_address() -> str | None:
    """The address of this machine in its network; None without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if found.startswith("127.") else found


def address_here(host: str, port: int) -> str:
    """The address for a browser on this machine."""
    shown = "localhost" if host in ALL_INTERFACES else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def announcement(host: str, port: int, picture: bool) -> str:
    """What `branchline serve` prints when it has started; with a QR code of the address if `picture`."""
    lines = [f"Branchline is at {address_here(host, port)}"]
    address = local_address() if host in ALL_INTERFACES else None
    if address is not None:
        there = f"http://{address}:{port}/"
        lines.append(f"and, for others in this network, at {there}")
        if picture:
            lines.append(qr_code(there))
    return "\n".join(lines) + "\n"


def qr_code(text: str) -> str:
    """A QR code for the terminal."""
    import segno

    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True)
    return out.getvalue()


def open_page(address: str) -> threading.Thread:
    """Open a page in the browser without waiting for it. If there is no browser, print the address."""
    task = threading.Thread(target=_open, args=(address,), daemon=True)
    task.start()
    return task


def _open(address: str) -> None:
    try:
        opened = has_screen() and webbrowser.open(address)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        print(f"No browser could be opened from here. Open {address} in one.", flush=True)


def has_screen() -> bool:
    """Whether there is a graphical browser. Without a screen Python would start one for the terminal."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    )
