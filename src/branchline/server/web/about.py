"""About this server: its boards, bots, health and metrics."""

from __future__ import annotations

from starlette.responses import Response

from branchline import __version__, board_names, load_board
from branchline.server import metrics
from branchline.server.errors import Refusal
from branchline.server.live.bot_pool import bot_names
from branchline.server.table.text import REACTIONS
from branchline.server.wire import forms
from branchline.server.wire.board_json import Facts

from .endpoints import Call, Endpoints

endpoints = Endpoints()


@endpoints.add("GET", "/api/boards", forms.BoardList)
async def list_boards(call: Call) -> forms.BoardList:
    """The boards that can be played here."""
    boards = [load_board(name) for name in board_names()]
    return forms.BoardList(
        tuple(forms.BoardSummary(board.id, board.name, board.min_seats, board.max_seats) for board in boards)
    )


@endpoints.add("GET", "/api/boards/{board}", forms.BoardFacts, codes=("no_such_board",))
async def show_board(call: Call) -> forms.BoardFacts:
    """Everything that a board decides."""
    if call.path["board"] not in board_names():
        raise Refusal("no_such_board")
    board = load_board(call.path["board"])
    return forms.BoardFacts(Facts.of(board), board.digest)


@endpoints.add("GET", "/api/choices", forms.Choices)
async def list_choices(call: Call) -> forms.Choices:
    """The bots that may sit at a table, the quick reactions, and how long a table has to wait before it may vote."""
    return forms.Choices(bot_names(), REACTIONS, call.services.settings.patience)


@endpoints.add("GET", "/healthz", forms.Health, codes=("not_ready",))
async def health(call: Call) -> forms.Health:
    """Whether the server and its database answer."""
    hub = call.services.hub
    try:
        await hub.in_thread(hub.store.alive)
    except Exception:
        raise Refusal("not_ready") from None
    return forms.Health("ok", __version__)


@endpoints.add("GET", "/metrics", str, text=True)
async def show_metrics(call: Call) -> Response:
    """Counters and times for Prometheus."""
    return Response(metrics.exposition(), headers={"Content-Type": metrics.CONTENT_TYPE})
