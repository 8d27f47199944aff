"""Liveries: the colours that players choose from, as the page draws them."""

from __future__ import annotations

import msgspec

from branchline.drawing import palette


class Livery(msgspec.Struct, frozen=True):
    """The colours of a seat (roof, gloss, eaves, walls, ink of the mark), and the path of its mark."""

    name: str
    paint: str
    light: str
    deep: str
    wall: str
    ink: str
    mark: str


LIVERIES = tuple(
    Livery(one.name, one.paint, one.light, one.deep, one.wall, one.ink, one.mark) for one in palette.LIVERIES
)
