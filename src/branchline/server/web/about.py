"""About: the boards and bots of this server, its health and metrics."""

from __future__ import annotations

from starlette.responses import Response

from branchline import __version__, board_names, load_board
from branchline.board.json import board_json
from branchline.server import metrics
from branchline.server.errors import RequestError
from branchline.server.live.bot_pool import bot_names
from branchline.server.table.commands import REACTIONS
from branchline.server.wire import forms
from branchline.server.wire.liveries import LIVERIES

from .access import Call
from .endpoints import Endpoints

endpoints = Endpoints()


@endpoints.add("GET", "/api/boards", forms.BoardList)
async def list_boards(call: Call) -> forms.BoardList:
    """The boards of this server."""
    boards = [load_board(name) for name in board_names()]
    return forms.BoardList(
        tuple(forms.BoardSummary(board.id, board.name, board.min_seats, board.max_seats) for board in boards)
    )


@endpoints.add("GET", "/api/boards/{board}", forms.BoardAnswer, codes=("no_such_board",))
async def show_board(call: Call) -> forms.BoardAnswer:
    """Everything that a board decides."""
    if call.path["board"] not in board_names():
        raise RequestError("no_such_board")
    board = load_board(call.path["board"])
    return forms.BoardAnswer(board_json(board), board.digest)


@endpoints.add("GET", "/api/choices", forms.Choices)
async def list_choices(call: Call) -> forms.Choices:
    """The bots for seats, the quick reactions, the seconds after which players may vote, and the colours."""
    return forms.Choices(bot_names(), REACTIONS, call.services.settings.patience, LIVERIES)


@endpoints.add("GET", "/healthz", forms.Health, codes=("not_ready",))
async def health(call: Call) -> forms.Health:
    """Whether the server can do its work: whether moves can be stored. If not, `problem` says in a word why."""
    problem = await call.services.health.problem()
    if problem is not None:
        raise RequestError("not_ready", problem=problem)
    return forms.Health("ok", __version__)


@endpoints.add("GET", "/livez", forms.Health)
async def liveness(call: Call) -> forms.Health:
    """Whether the process answers at all, whatever its database does."""
    return forms.Health("ok", __version__)


@endpoints.add("GET", "/metrics", str, text=True)
async def show_metrics(call: Call) -> Response:
    """Metrics for Prometheus."""
    return Response(metrics.exposition(), headers={"Content-Type": metrics.CONTENT_TYPE})
