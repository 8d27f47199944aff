"""The page: the files of its bundle, and what it draws boards with. They are kept in memory, compressed."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from branchline import load_board
from branchline.board import is_known
from branchline.drawing import fonts
from branchline.server.wire.board_drawing import TIMES, BoardDrawing, ground_svg, picture_svg

BUNDLE = Path(__file__).parents[1] / "static"
PATHS = (
    "/",
    "/tables/{id}",
    "/games/{id}",
    "/rules",
    "/rules/{board}",
    "/lesson",
    "/puzzles",
    "/puzzles/{id}",
)
FILES = ("icon.svg", "manifest.webmanifest", "worker.js")
#: Media types that systems don't know, or know by another name.
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
}
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
#: Smaller documents are not compressed.
COMPRESSED_FROM = 1_000


@dataclass(frozen=True, slots=True)
class Document:
    """Something to send, plain and compressed (empty if that is not worth it), with its ETag.

    Starlette's `StaticFiles` and `GZipMiddleware` would compress it again for every request.
    """

    body: bytes
    compressed: bytes
    media_type: str
    etag: str

    @staticmethod
    def of(body: bytes, media_type: str) -> Document:
        compressed = (
            b""
            if len(body) < COMPRESSED_FROM or media_type.startswith(("font/", "image/png"))
            else gzip.compress(body, 9, mtime=0)
        )
        return Document(body, compressed, media_type, f'"{hashlib.sha256(body).hexdigest()[:20]}"')

    def answer(self, request: Request, caching: str) -> Response:
        headers = {"ETag": self.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if self.etag in seen_etags(request):
            return Response(status_code=304, headers=headers)
        if self.compressed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.compressed, headers=headers, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


def seen_etags(request: Request) -> list[str]:
    """The ETags that the browser already has. A proxy that compresses marks them as weak."""
    header = request.headers.get("if-none-match", "")
    return [etag.strip().removeprefix("W/") for etag in header.split(",")]


@cache
def bundled(name: str) -> Document:
    """A file of the bundle."""
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Document.of((BUNDLE / name).read_bytes(), kind)


@cache
def asset_names() -> frozenset[str]:
    """The names of the bundle's assets. No other file is ever read."""
    return frozenset(path.name for path in (BUNDLE / "assets").glob("*"))


@cache
def icon_names() -> frozenset[str]:
    """The names of the icons for the start screen of a device."""
    return frozenset(path.name for path in (BUNDLE / "icons").glob("*"))


@cache
def font(name: str) -> Document:
    """A font of the boards."""
    return Document.of(fonts.font_file(name, "woff2").read_bytes(), "font/woff2")


@cache
def picture(board: str, time: str) -> Document:
    """A picture of a board."""
    return Document.of(picture_svg(load_board(board), time).encode(), "image/svg+xml")


@cache
def board_ground(board: str, time: str) -> Document:
    """What lies under everything on a board."""
    return Document.of(ground_svg(load_board(board), time).encode(), "image/svg+xml")


@cache
def board_drawing(name: str) -> Document:
    """What the page needs to draw a board, besides its map."""
    return Document.of(msgspec.json.encode(BoardDrawing.of(load_board(name))), "application/json")


async def show_page(request: Request) -> Response:
    """The page. It decides by its URL what to show."""
    return bundled("index.html").answer(request, REVALIDATE)


async def show_file(request: Request) -> Response:
    """A file of the bundle that keeps its name: the icon, the manifest, the service worker."""
    return bundled(request.url.path[1:]).answer(request, REVALIDATE)


async def show_icon(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in icon_names():
        raise HTTPException(404)
    return bundled(f"icons/{name}").answer(request, REVALIDATE)


async def show_asset(request: Request) -> Response:
    """A file of the bundle. Its name contains a hash of its content, so it never changes."""
    name = request.path_params["name"]
    if name not in asset_names():
        raise HTTPException(404)
    return bundled(f"assets/{name}").answer(request, IMMUTABLE)


async def show_font(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in fonts.FAMILIES:
        raise HTTPException(404)
    return font(name).answer(request, IMMUTABLE)


async def show_board(request: Request) -> Response:
    return board_drawing(known(request)).answer(request, REVALIDATE)


async def show_picture(request: Request) -> Response:
    return picture(known(request), time_of_day(request)).answer(request, REVALIDATE)


async def show_ground(request: Request) -> Response:
    return board_ground(known(request), time_of_day(request)).answer(request, REVALIDATE)


def time_of_day(request: Request) -> str:
    """The time of day of the request."""
    time: str = request.path_params["time"]
    if time not in TIMES:
        raise HTTPException(404)
    return time


def known(request: Request) -> str:
    """The board of the request."""
    name: str = request.path_params["board"]
    if not is_known(name):
        raise HTTPException(404)
    return name


def routes() -> list[Route]:
    """The routes of the page."""
    return [
        *(Route(path, show_page) for path in PATHS),
        *(Route(f"/{name}", show_file) for name in FILES),
        Route("/icons/{name}", show_icon),
        Route("/assets/{name}", show_asset),
        Route("/page/fonts/{name}.woff2", show_font),
        Route("/page/boards/{board}.json", show_board),
        Route("/page/boards/{board}/{time}.svg", show_ground),
        Route("/page/boards/{board}/picture/{time}.svg", show_picture),
    ]
