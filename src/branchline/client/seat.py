"""Taking a seat at a server over HTTP, and what its refusals mean."""

from __future__ import annotations

import urllib.error
import urllib.request
from typing import Any, NamedTuple

import msgspec

from branchline.board import Board, is_known, load_board
from branchline.errors import BranchlineError, short

from .link import Link

#: Seconds that a server may take for an answer, and bytes that are read of it.
ANSWER_SECONDS, ANSWER_BYTES = 30.0, 10_000_000
#: What the codes mean that a bot may meet.
SENTENCES = {
    "no_such_table": "there is no such table, or the link was used or replaced already: ask the host for a new one",
    "table_full": "the table is full: no seat is free",
    "seat_taken": "the seat is taken: ask the host for another link",
    "already_started": "the game has begun, and no seat is free",
    "already_over": "the game is over",
    "table_closed": "the table was closed",
    "already_seated": "this key has a seat at this table already",
    "not_allowed": "this link leads to no seat",
    "no_key": "a seat at this table needs a link with its key",
    "wrong_key": "this key does not belong to a seat of this table",
    "bad_name": "this name can't be shown: --name takes another one",
    "too_fast": "the server is asked too often: try again later",
    "too_many_sockets": "too many connections from here: try again later",
    "wrong_host": "the server does not go by this name: use the address that it prints",
    "not_ready": "the server can't store anything just now: try again later",
    "board_changed": "the server does not have the board of this table any more",
    "table_damaged": "the server can't go on with this table: what it has stored is damaged",
}


class Seat(NamedTuple):
    """A seat at a table, its key, and the board as the server has it."""

    link: Link
    number: int | None
    key: str
    board: str


def sentence(code: str) -> str:
    """What a refusal means."""
    return SENTENCES.get(code, f"the server refuses: {short(code)}")


def take_seat(link: Link, name: str) -> Seat:
    """Sit down at a table: where the link leads, or at a public table anywhere."""
    body: dict[str, Any] = {"name": name} | ({"invite": link.invite} if link.invite else {})
    answer = request(link, f"/api/tables/{link.table}/join", body)
    try:
        return Seat(link, answer["you"]["seat"], answer["key"], answer["table"]["board"])
    except (KeyError, TypeError):
        raise BranchlineError(f"{link.server} does not answer as a Branchline server does") from None


def request(link: Link, path: str, body: dict[str, Any] | None = None, key: str = "") -> Any:
    """What a server answers, decoded. A refusal and a server that is away are errors in a sentence."""
    data = None if body is None else msgspec.json.encode(body)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    asked = urllib.request.Request(
        link.server + path, data, headers | ({"Content-Type": "application/json"} if data else {})
    )
    try:
        with urllib.request.urlopen(asked, timeout=ANSWER_SECONDS) as answer:
            text = answer.read(ANSWER_BYTES)
    except urllib.error.HTTPError as error:
        raise BranchlineError(f"{link.server}: {refusal(error)}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise BranchlineError(f"no server answers at {link.server}: {reason}") from None
    try:
        return msgspec.json.decode(text)
    except msgspec.MsgspecError:
        raise BranchlineError(f"{link.server} does not answer as a Branchline server does") from None


def refusal(error: urllib.error.HTTPError) -> str:
    """What a refusal of a server means."""
    try:
        return sentence(msgspec.json.decode(error.read(ANSWER_BYTES))["code"])
    except (msgspec.MsgspecError, KeyError, TypeError, OSError):
        return f"it answers {error.code} {error.reason}, and not as a Branchline server does"


def find_board(link: Link, name: str, file: str | None = None) -> Board:
    """The board of a table, as it is here: the rules of both sides must be the same."""
    there = request(link, f"/api/boards/{name}")
    if file is None and not is_known(name):
        raise BranchlineError(
            f"the table is on the board {short(name)}, which is not known here: --board names its file"
        )
    board = load_board(file or name)
    digest = there.get("digest") if isinstance(there, dict) else None
    if board.digest != digest:
        raise BranchlineError(
            f"the board {short(name)} of the server is another than the one here; --board names its file"
        )
    return board
