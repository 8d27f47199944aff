"""The page: the built bundle, and the boards as the page draws them. Answered from memory, compressed, and cached."""

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

from branchline import board_names, load_board
from branchline.drawing import fonts, load_map
from branchline.drawing.chart import CARS
from branchline.server.wire.board_json import BoardFile

BUNDLE = Path(__file__).parents[1] / "static"
ADDRESSES = ("/", "/tables/{id}", "/games/{id}", "/rules", "/rules/{board}", "/lesson")
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
SMALL = 1_000


@dataclass(frozen=True, slots=True)
class Document:
    """Something to send: as it is and compressed, with a tag by which a browser knows that it has it."""

    body: bytes
    packed: bytes
    media_type: str
    tag: str

    @staticmethod
    def of(body: bytes, media_type: str) -> Document:
        packed = (
            b"" if len(body) < SMALL or media_type.startswith("font/") else gzip.compress(body, 9, mtime=0)
        )
        return Document(body, packed, media_type, f'"{hashlib.sha256(body).hexdigest()[:20]}"')

    def answer(self, request: Request, caching: str) -> Response:
        headers = {"ETag": self.tag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


@cache
def bundled(name: str) -> Document:
    """A file of the bundle."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Document.of((BUNDLE / name).read_bytes(), "text/javascript" if name.endswith(".js") else kind)


@cache
def asset_names() -> frozenset[str]:
    """What the bundle has besides its pages; nothing else is ever looked up."""
    return frozenset(path.name for path in (BUNDLE / "assets").glob("*"))


@cache
def font(name: str) -> Document:
    """A type face of the boards."""
    return Document.of(fonts.font_file(name, "woff2").read_bytes(), "font/woff2")


@cache
def ground(board: str) -> Document:
    """The map without cities and their names: those lie above the cars."""
    chart = load_map(board)
    below, _, above = chart.partition(CARS)
    frame = above[above.rindex('<g class="frame"') :]
    return Document.of((below + frame).encode(), "image/svg+xml")


@cache
def board_file(name: str) -> Document:
    """What the page needs to know of a board, besides its ground."""
    return Document.of(msgspec.json.encode(BoardFile.of(load_board(name))), "application/json")


async def show_page(request: Request) -> Response:
    """The page; it finds out from its own address what to show."""
    return bundled("index.html").answer(request, ASK_AGAIN)


async def show_icon(request: Request) -> Response:
    return bundled("icon.svg").answer(request, ASK_AGAIN)


async def show_asset(request: Request) -> Response:
    """A part of the bundle; its name changes with what is in it."""
    name = request.path_params["name"]
    if name not in asset_names():
        raise HTTPException(404)
    return bundled(f"assets/{name}").answer(request, FOR_EVER)


async def show_font(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in fonts.FAMILIES:
        raise HTTPException(404)
    return font(name).answer(request, FOR_EVER)


async def show_board(request: Request) -> Response:
    return board_file(known(request)).answer(request, ASK_AGAIN)


async def show_ground(request: Request) -> Response:
    return ground(known(request)).answer(request, ASK_AGAIN)


def known(request: Request) -> str:
    """The board of the address."""
    name: str = request.path_params["board"]
    if name not in board_names():
        raise HTTPException(404)
    return name


def routes() -> list[Route]:
    """Everything that the page is made of."""
    return [
        *(Route(path, show_page) for path in ADDRESSES),
        Route("/icon.svg", show_icon),
        Route("/assets/{name}", show_asset),
        Route("/page/fonts/{name}.woff2", show_font),
        Route("/page/boards/{board}.json", show_board),
        Route("/page/boards/{board}.svg", show_ground),
    ]
