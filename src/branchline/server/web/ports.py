"""The port at which a server listens: the one that was asked for, or the first free one."""

from __future__ import annotations

import errno
import os
import socket

from branchline.errors import BranchlineError

USUAL = range(8000, 8020)
PATIENCE = 2.0


def bind(host: str, port: int | None) -> socket.socket:
    """A socket at the port, or at the first usual one that is free; who listens to it is the caller's business."""
    if port is not None and not 0 <= port <= 65535:
        raise BranchlineError(f"--port must be from 0 to 65535, not {port}")
    for candidate in USUAL if port is None else (port,):
        try:
            return bound(host, candidate)
        except PermissionError:
            raise BranchlineError(f"port {candidate} is not for everybody; another: --port 8000") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise BranchlineError(
                    f"can't listen at {host} ({error.strerror}); --host takes an address of this machine"
                ) from None
            reason = error.strerror
    if port is None:
        raise BranchlineError(f"ports {USUAL[0]} to {USUAL[-1]} are taken; another: --port 9000")
    raise BranchlineError(
        f"can't listen at {host}:{port} ({reason}); another port: --port 0 takes a free one"
    )


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    here = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # or a port could not be taken again for a while after a stop
            here.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        here.bind((host, port))
    except OSError:
        here.close()
        raise
    here.set_inheritable(True)
    return here


def is_branchline(address: str) -> bool:
    """Whether a Branchline answers there already."""
    from urllib.request import urlopen  # slow to import, and hardly ever needed

    try:
        with urlopen(address, timeout=PATIENCE) as answer:
            return b"<title>Branchline</title>" in answer.read()
    except OSError:
        return False
