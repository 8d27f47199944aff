"""Endpoints: functions of a `Call`. Their types decode requests, encode answers and make the OpenAPI document."""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from branchline.errors import short
from branchline.server.errors import RequestError

from .access import Call


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No query parameters."""


@dataclass(slots=True, frozen=True)
class Endpoint:
    """A function that answers requests, and what is documented about it."""

    method: str
    path: str
    run: Callable[[Call], Awaitable[object]]
    answer: Any
    status: int = 200
    body: Any = None
    query: Any = Nothing
    codes: tuple[str, ...] = ()
    text: bool = False
    with_record: bool = False

    @property
    def summary(self) -> str:
        return (self.run.__doc__ or "").partition("\n")[0]


@dataclass(slots=True)
class Endpoints:
    """The endpoints of a module, in the order of their declaration."""

    all: list[Endpoint] = field(default_factory=list)

    def add(self, method: str, path: str, answer: Any, **more: Any) -> Callable[[Any], Any]:
        """Declare an endpoint."""

        def register(run: Callable[[Call], Awaitable[object]]) -> Callable[[Call], Awaitable[object]]:
            self.all.append(Endpoint(method, path, run, answer, **more))
            return run

        return register


@dataclass(slots=True, frozen=True)
class TextFile:
    """An answer that is a text, to be saved as a file."""

    text: str
    name: str


@dataclass(slots=True, frozen=True)
class Compressed:
    """An answer in JSON that is kept compressed."""

    body: bytes

    def plain(self) -> bytes:
        return gzip.decompress(self.body)


def decode_query(items: list[tuple[str, str]], wanted: Any) -> Any:
    """Query parameters, decoded. Each may come only once, and `null` is no value."""
    values = dict(items)
    if len(values) < len(items) or any(value.lower() == "null" for value in values.values()):
        names = [name for name, _ in items]
        wrong = [name for name, value in items if names.count(name) > 1 or value.lower() == "null"]
        raise RequestError("bad_request", field=short(wrong[0]))
    try:
        return msgspec.convert(values, wanted, strict=False)
    except msgspec.ValidationError as error:
        raise RequestError.of_validation(error) from None


def decode_body(endpoint: Endpoint, body: bytes | bytearray | str) -> Any:
    """The body of a request, decoded."""
    try:
        return msgspec.json.decode(body, type=endpoint.body)
    except msgspec.ValidationError as error:
        raise RequestError.of_validation(error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RequestError("not_json") from None
