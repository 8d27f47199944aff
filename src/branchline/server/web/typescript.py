"""TypeScript types of all JSON that the server reads and sends, made by `make protocol`."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as kinds

from branchline.game.action import Cards
from branchline.server import errors
from branchline.server.table.notices import AnyNotice
from branchline.server.wire import board_drawing, forms
from branchline.server.wire.messages import AnyClientMessage, AnyServerMessage

HEAD = "// Made by `make protocol` from branchline.server's messages. Do not edit.\n"
UNIONS = {"ClientMessage": AnyClientMessage, "ServerMessage": AnyServerMessage, "Notice": AnyNotice}
PLAIN = {
    kinds.StrType: "string",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.BoolType: "boolean",
    kinds.NoneType: "null",
    kinds.AnyType: "unknown",
}


class TypeScript:
    """The interfaces of all structs that were named."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}

    def name(self, kind: kinds.Type) -> str:
        """The TypeScript of a type."""
        plain = PLAIN.get(type(kind))
        if plain is not None:
            return plain
        if isinstance(kind, kinds.StructType | kinds.DataclassType):
            return self.struct(kind)
        if isinstance(kind, kinds.UnionType):
            return " | ".join(dict.fromkeys(self.name(choice) for choice in kind.types))
        if isinstance(kind, kinds.LiteralType):
            return " | ".join(f'"{value}"' for value in kind.values)
        if isinstance(kind, kinds.ListType | kinds.VarTupleType):
            item = self.name(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        if isinstance(kind, kinds.DictType):
            return f"Record<string, {self.name(kind.value_type)}>"
        if isinstance(kind, kinds.CustomType) and kind.cls is Cards:
            return "Record<string, number>"
        raise TypeError(f"no TypeScript for {kind}")

    def struct(self, kind: kinds.StructType | kinds.DataclassType) -> str:
        """The name of a struct, whose interface (or tuple, for an array) is written once."""
        name = kind.cls.__name__
        if kind.cls.__module__.endswith(".notices"):
            name = f"{name}Notice"
        elif kind.cls.__module__.startswith("branchline.review") and "Review" not in name:
            name = f"Review{name}"
        if name not in self.interfaces:
            self.interfaces[name] = ""  # it may contain itself
            about = (inspect.getdoc(kind.cls) or "").partition("\n")[0]
            self.interfaces[name] = f"/** {about} */\n{self.body(name, kind)}\n"
        return name

    def body(self, name: str, kind: kinds.StructType | kinds.DataclassType) -> str:
        """The interface, with the tag if it is one of a union."""
        if isinstance(kind, kinds.DataclassType):
            lines = [self.line(field, left_out=False) for field in kind.fields]
        elif kind.array_like:
            parts = ", ".join(f"{field.encode_name}: {self.name(field.type)}" for field in kind.fields)
            return f"export type {name} = [{parts}];"
        else:
            lines = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
            left_out = kind.forbid_unknown_fields or kind.cls.__struct_config__.omit_defaults
            lines += [self.line(field, left_out) for field in kind.fields]
        return "\n".join([f"export interface {name} {{", *lines, "}"])

    def line(self, field: kinds.Field, left_out: bool) -> str:
        """A field. Clients may leave out fields with defaults; the server does so where a struct says it."""
        mark = "" if field.required or not left_out else "?"
        return f"  {field.encode_name}{mark}: {self.name(field.type)};"


def typescript() -> str:
    """The whole file."""
    types = TypeScript()
    unions = []
    for name, union in UNIONS.items():
        choices = types.name(kinds.type_info(union))
        unions.append(f"export type {name} = {choices};\n")
    for module in (forms, board_drawing, errors):
        for struct in structs(module):
            types.name(kinds.type_info(struct))
    return "\n".join([HEAD, *unions, *types.interfaces.values()])


def structs(module: Any) -> list[type]:
    """The structs that a module defines, without their common base."""
    found = (value for value in vars(module).values() if inspect.isclass(value) and value is not forms.Form)
    return [cls for cls in found if issubclass(cls, msgspec.Struct) and cls.__module__ == module.__name__]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
