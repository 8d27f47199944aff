"""Router: all endpoints of the tables, and which of them answers a request."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from branchline.server.errors import RequestError

from . import about, archive, lobby, puzzles, waiting
from .endpoints import Endpoint

ENDPOINTS = tuple(
    endpoint
    for endpoints in (lobby, waiting, archive, puzzles, about)
    for endpoint in endpoints.endpoints.all
)
#: A part of a path that has a name, and what it may be.
NAMED = re.compile(r"\{(\w+)(:int)?\}")


@cache
def pattern(path: str) -> re.Pattern[str]:
    """What the paths of an endpoint look like."""
    return re.compile(NAMED.sub(lambda part: f"(?P<{part[1]}>{'[0-9]+' if part[2] else '[^/]+'})", path))


def find(method: str, path: str) -> tuple[Endpoint, Mapping[str, str]]:
    """The endpoint of a request, and the parts of its path that have names; an error if there is none."""
    there = False
    for endpoint in ENDPOINTS:
        found = pattern(endpoint.path).fullmatch(path)
        if found and endpoint.method == method:
            return endpoint, found.groupdict()
        there = there or found is not None
    raise RequestError("wrong_method" if there else "no_such_page")
