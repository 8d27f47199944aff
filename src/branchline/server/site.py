"""The page without a server, as a folder of files (`make site`): serves the folder, and nothing else."""

from __future__ import annotations

import mimetypes
from functools import cache
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline.errors import BranchlineError
from branchline.server.web.headers import HEADERS, SecurityHeaders
from branchline.server.web.page import IMMUTABLE, REVALIDATE, TYPES, Document

#: What the folder contains, with digests.
CONTENTS = "site.json"
#: What Python in the browser needs beyond what a page of a server may do: to be compiled, and boards from files.
POLICY = (
    HEADERS["Content-Security-Policy"]
    .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    .replace("img-src 'self' data:", "img-src 'self' data: blob:")
    .replace("connect-src 'self'", "connect-src 'self' blob:")
)
#: Folders whose files have a digest in their path.
NEVER_CHANGES = ("assets/", "python/")


class Contents(msgspec.Struct, frozen=True):
    """What `site.json` says."""

    version: str
    files: dict[str, str]


def read_contents(folder: Path) -> Contents:
    """What a folder contains; an error if it is none that `make site` has built."""
    try:
        return msgspec.json.decode((folder / CONTENTS).read_bytes(), type=Contents)
    except (OSError, msgspec.MsgspecError):
        raise BranchlineError(
            f"{folder} is no folder that `make site` has built: it has no {CONTENTS}"
        ) from None


def make_site_app(folder: Path) -> Starlette:
    """An app that serves the files that the folder says it has. No other file is ever read."""
    known = read_contents(folder).files.keys() | {CONTENTS}

    @cache
    def document(name: str) -> Document:
        suffix = Path(name).suffix
        kind = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return Document.of((folder / name).read_bytes(), kind)

    async def show(request: Request) -> Response:
        name = request.path_params["path"] or "index.html"
        if name not in known:
            raise HTTPException(404)
        caching = IMMUTABLE if name.startswith(NEVER_CHANGES) else REVALIDATE
        return document(name).answer(request, caching)

    headers = Middleware(SecurityHeaders, policy=POLICY)
    return Starlette(routes=[Route("/{path:path}", show)], middleware=[headers])
