"""A board as JSON: what HTTP clients, the page and programs over standard input are told about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

import msgspec

from .board import Board


def _json_fields() -> list[tuple[str, Any]]:
    """The public fields of `Board` with their types; mappings become JSON objects."""
    hints = get_type_hints(Board)
    names = [field.name for field in fields(Board) if not field.name.startswith("_")]
    return [(name, _json_type(hints[name])) for name in names]


def _json_type(hint: Any) -> Any:
    return dict[get_args(hint)] if get_origin(hint) is Mapping else hint  # type: ignore[misc]


if TYPE_CHECKING:

    class BoardJson(msgspec.Struct, frozen=True):
        """Its fields are those of `Board`."""

else:
    BoardJson = msgspec.defstruct(
        "BoardJson",
        _json_fields(),
        frozen=True,
        module=__name__,
        namespace={"__doc__": "Everything that a board decides, and the digest that records name."},
    )


def board_json(board: Board) -> BoardJson:
    """A board, ready to be encoded by msgspec."""
    values = {name: getattr(board, name) for name in BoardJson.__struct_fields__}
    return BoardJson(
        **{name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items()}
    )
