"""Errors of requests: each has a code for programs, and never a sentence, because pages translate codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from branchline.errors import BranchlineError, short

#: The HTTP status of each code. Illegal moves have the engine's codes and status 409.
STATUS = {
    "bad_request": 400,
    "not_json": 400,
    "no_key": 401,
    "not_allowed": 403,
    "no_hints": 403,
    "no_undo": 403,
    "resigned": 403,
    "wrong_origin": 403,
    "wrong_key": 403,
    "no_such_table": 404,
    "no_such_board": 404,
    "no_such_page": 404,
    "no_such_ply": 404,
    "no_such_puzzle": 404,
    "no_such_seat": 404,
    "no_push": 404,
    "no_network": 404,
    "wrong_method": 405,
    "already_seated": 409,
    "already_started": 409,
    "already_over": 409,
    "not_started": 409,
    "not_over": 409,
    "seat_taken": 409,
    "seats_open": 409,
    "table_full": 409,
    "table_closed": 409,
    "too_early": 409,
    "too_late": 409,
    "not_undoable": 409,
    "too_many_undos": 409,
    "already_voted": 409,
    "colour_taken": 409,
    "too_few": 409,
    "already_asked": 409,
    "ask_first": 409,
    "not_agreed": 409,
    "position_fixed": 409,
    "not_asked": 409,
    "chat_full": 409,
    "too_often": 409,
    "away": 409,
    "game_over": 409,
    "not_a_move": 409,
    "not_your_turn": 409,
    "already_chosen": 409,
    "stale": 409,
    "not_away": 409,
    "no_length": 411,
    "too_large": 413,
    "wrong_type": 415,
    "wrong_host": 421,
    "bad_name": 422,
    "bad_seats": 422,
    "bad_first": 422,
    "bad_bot": 422,
    "bad_colour": 422,
    "bad_text": 422,
    "bad_record": 422,
    "bad_subscription": 422,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_sockets": 429,
    "internal": 500,
    "board_changed": 500,
    "table_damaged": 500,
    "review_failed": 500,
    "not_ready": 503,
    "reviews_full": 503,
}
#: Close codes of sockets, from the range for applications.
REFUSED, SEAT_LOST, TOO_MANY_ERRORS, FLOODED = 4403, 4401, 4408, 4429


#: The field of a request that a code is about, where that does not depend on the request.
FIELDS = {
    "bad_name": "name",
    "bad_seats": "seats",
    "bad_first": "first",
    "bad_bot": "bot",
    "bad_colour": "colour",
    "bad_text": "text",
    "bad_record": "record",
    "no_such_board": "board",
    "no_such_ply": "ply",
    "no_such_seat": "seat",
    "not_a_move": "move",
    "position_fixed": "board",
}


class RequestError(BranchlineError):
    """A request was refused. `data` has numbers and names that belong to the code; `field`: which one it is about."""

    def __init__(self, code: str, **data: str | float) -> None:
        super().__init__(code)
        known: dict[str, str | float] = {"field": FIELDS[code]} if code in FIELDS else {}
        self.code, self.data = code, known | data

    @classmethod
    def of_validation(cls, error: msgspec.ValidationError, code: str = "bad_request") -> RequestError:
        """A body, query or message that does not fit: `field` says where, as in `seats[0].kind`."""
        text = str(error)
        place = re.search(r" - at `\$\.?([^`]*)`", text)
        name = re.search(r"^Object (?:missing required|contains unknown) field `([^`]*)`", text)
        parts = [found[1] for found in (place, name) if found and found[1]]
        return cls(code, **({"field": short(".".join(parts))} if parts else {}))

    @property
    def status(self) -> int:
        return STATUS.get(self.code, 409)


@contextmanager
def within(place: str, name: str = "") -> Iterator[None]:
    """Name fields by their place in the body: `bot` as `seats[1].bot`. `name` is that of a field that has none yet."""
    try:
        yield
    except RequestError as error:
        field = ".".join(filter(None, (place, str(error.data.get("field", name)))))
        raise RequestError(error.code, **{**error.data, "field": field}) from None


class Problem(msgspec.Struct, frozen=True):
    """An error as JSON."""

    code: str
    data: dict[str, str | float] = {}
