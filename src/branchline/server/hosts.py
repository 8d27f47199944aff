"""Hosts: the names under which a server may be asked for. A page of another name could read what this one answers.

A site can let its own name point to this machine (DNS rebinding); then its page counts as the server's own. Addresses
can't be pointed elsewhere, so that all of them are allowed.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import threading
from collections.abc import Iterable
from functools import lru_cache

from .errors import RequestError

#: Endings of names that only exist in a network of one's own: nobody can register a name there.
PRIVATE = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")


class Hosts:
    """The names of a server: of its machine, and those it was given."""

    def __init__(self, given: Iterable[str] = ()) -> None:
        machine = normal(socket.gethostname())
        short = machine.partition(".")[0]
        self._names = {"localhost", machine, short, *(f"{short}.{ending}" for ending in PRIVATE)}
        self._names |= {normal(name) for name in given}
        # its full name may have to be looked up in the network, which may take long
        threading.Thread(target=self._look_up, daemon=True).start()

    def _look_up(self) -> None:
        self._names.add(normal(socket.getfqdn()))

    def check(self, header: str | None) -> None:
        """Refuse a request for another name. Programs with HTTP/1.0 send none."""
        if header is None:
            return
        name = name_of(header)
        if name not in self._names and not name.endswith(".localhost") and not is_address(name):
            raise RequestError("wrong_host", **({"name": name} if is_name(name) else {}))


def normal(name: str) -> str:
    return name.strip().rstrip(".").lower()


def is_name(text: str) -> bool:
    """Whether a text has the form of a host's name."""
    return len(text) <= 253 and NAME.fullmatch(text) is not None


@lru_cache(maxsize=1024)
def name_of(header: str) -> str:
    """The name or address in a Host header, without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return normal(header.partition(":")[0])


@lru_cache(maxsize=1024)
def is_address(name: str) -> bool:
    """Whether it is an IP address."""
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
