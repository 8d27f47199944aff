"""The shape of JSON that a type stands for, as lines like `welcome.table.seats[].kind: "bot" | "open"`.

Names of classes do not appear in it: what is stored and sent does not change if a class is called otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect as kinds

PLAIN = {
    kinds.StrType: "string",
    kinds.IntType: "integer",
    kinds.FloatType: "number",
    kinds.BoolType: "boolean",
    kinds.NoneType: "null",
    kinds.AnyType: "anything",
    kinds.CustomType: "object",
}


def shape(type_: Any, path: str = "") -> list[str]:
    """All lines of a type; those of a union of tagged structs begin with the tag."""
    return sorted(set(lines(kinds.type_info(type_), path)))


def lines(kind: kinds.Type, path: str) -> Iterator[str]:
    """A type at a place."""
    if isinstance(kind, kinds.StructType | kinds.DataclassType):
        yield from struct(kind, path)
    elif isinstance(kind, kinds.UnionType):
        for choice in kind.types:
            yield from lines(choice, path)
    elif isinstance(kind, kinds.ListType | kinds.VarTupleType):
        yield from lines(kind.item_type, f"{path}[]")
    elif isinstance(kind, kinds.TupleType):
        for n, item in enumerate(kind.item_types):
            yield from lines(item, f"{path}[{n}]")
    elif isinstance(kind, kinds.DictType):
        yield from lines(kind.value_type, f"{path}{{}}")
    elif isinstance(kind, kinds.LiteralType):
        yield from (f'{path}: "{value}"' for value in kind.values)
    else:
        yield f"{path}: {PLAIN[type(kind)]}"


def struct(kind: kinds.StructType | kinds.DataclassType, path: str) -> Iterator[str]:
    """The fields of a struct; optional ones are marked by `?`."""
    tag = kind.tag if isinstance(kind, kinds.StructType) else None
    array = isinstance(kind, kinds.StructType) and kind.array_like
    here = f"{path}({tag})" if tag else path
    if isinstance(kind, kinds.StructType) and kind.tag_field:
        yield f'{here}.{kind.tag_field}: "{tag}"'
    for n, field in enumerate(kind.fields):
        name = f"[{n}]" if array else f".{field.encode_name}"
        yield from lines(field.type, f"{here}{name}{'' if field.required else '?'}")
