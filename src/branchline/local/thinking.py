"""Thinking in a worker of its own: what it is asked, and how it answers. All of it goes there and back as text."""

from __future__ import annotations

import gzip
from base64 import b64encode
from collections.abc import Callable

import msgspec

from branchline.review import review
from branchline.server.live.thinking import choose_and_compare, choose_move

from .boards import keep_board


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Which move a bot would make in a view; with `others`, its next best moves, too."""

    spec: str
    seed: int
    view: str
    others: bool = False


class Chosen(msgspec.Struct, frozen=True):
    """The move, the exact spec of the bot that chose it, and the next best moves."""

    move: str
    by: str
    others: tuple[str, ...] = ()


class MakeReview(msgspec.Struct, frozen=True, tag="review"):
    """The review of a record at a level."""

    record: str
    level: str


class MadeReview(msgspec.Struct, frozen=True):
    """A review as compressed JSON, in base 64."""

    review: str


class NewBoard(msgspec.Struct, frozen=True, tag="board"):
    """Files of a board of one's own, by their names."""

    files: dict[str, str]


Request = Choose | MakeReview | NewBoard
Progress = Callable[[float], object]


def answer(text: str, progress: Progress) -> str:
    """The answer to a request. `progress` is told how far a review is."""
    request: Request = msgspec.json.decode(text, type=Request)
    match request:
        case Choose(spec, seed, view, others):
            decision = (choose_and_compare if others else choose_move)(spec, seed, view.encode())
            return encode(Chosen(decision.move, decision.by, decision.others))
        case MakeReview(record, level):
            made = review(record, level, lambda done, total: progress(done / total), threads=1)
            return encode(MadeReview(b64encode(gzip.compress(made.to_json(), 5, mtime=0)).decode()))
        case NewBoard(files):
            return keep_board(files)[0].id


def encode(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()
