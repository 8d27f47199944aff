"""Copying and clearing the fields of a state, uncompiled. Compiled, `state.pxd` does both by memcpy and memset."""

from __future__ import annotations

from typing import Any


def copy_block(to: Any, source: Any) -> None:
    """Give `to` all fields of `source`, lists by value."""
    for name, value in vars(source).items():
        setattr(to, name, value[:] if isinstance(value, list) else value)


def clear_block(block: Any) -> None:
    """Set every field to zero."""
    for name, value in vars(block).items():
        setattr(block, name, [0] * len(value) if isinstance(value, list) else 0)
