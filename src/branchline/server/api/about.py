"""About: what there is to choose from, the boards and the bots, and whether players are called back."""

from __future__ import annotations

from branchline import board_names, load_board
from branchline.board import is_known, variant_names
from branchline.board.json import board_json
from branchline.bots import own_bots
from branchline.server.errors import RequestError
from branchline.server.live.thinking import bot_names
from branchline.server.table.commands import REACTIONS
from branchline.server.wire import forms
from branchline.server.wire.liveries import LIVERIES

from .access import Call
from .endpoints import Endpoints

endpoints = Endpoints()


@endpoints.add("GET", "/api/boards", forms.BoardList)
async def list_boards(call: Call) -> forms.BoardList:
    """The boards of this server, and their variants."""
    boards = [load_board(name) for name in (*board_names(), *variant_names())]
    return forms.BoardList(
        tuple(
            forms.BoardSummary(board.id, board.name, board.min_seats, board.max_seats, board.base)
            for board in boards
        )
    )


@endpoints.add("GET", "/api/boards/{board}", forms.BoardAnswer, codes=("no_such_board",))
async def show_board(call: Call) -> forms.BoardAnswer:
    """Everything that a board decides."""
    if not is_known(call.path["board"]):
        raise RequestError("no_such_board")
    board = load_board(call.path["board"])
    return forms.BoardAnswer(board_json(board), board.digest)


@endpoints.add("GET", "/api/choices", forms.Choices)
async def list_choices(call: Call) -> forms.Choices:
    """What can be chosen: bots, reactions and colours; after how long players may vote; the usual board and seats."""
    patience, own = call.services.settings.patience, tuple(own_bots())
    portable = call.services.hub.portable
    return forms.Choices(
        bot_names(), REACTIONS, patience, LIVERIES, own_bots=own, links=not portable, files=portable
    )


@endpoints.add("GET", "/api/push", forms.PushKey)
async def show_key(call: Call) -> forms.PushKey:
    """The key with which a browser subscribes; null if this server calls nobody."""
    return forms.PushKey(call.services.push_key)
