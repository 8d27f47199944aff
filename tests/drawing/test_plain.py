"""Boards without a layout: laid out and drawn by Python alone."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from branchline.board import Board, load_board
from branchline.drawing.layout import Layout, layout_facts
from branchline.drawing.plain import plain_layout, plain_map
from branchline.drawing.quality import faults

LANTERN = Path(__file__).parents[2] / "examples" / "boards" / "lantern.toml"
BOARDS = ("usa", "europe", "london", LANTERN)
#: What a plain layout may have: small overlaps. `branchline layout` finds layouts without any.
SMALL = {"overlapping spaces", "label on a space", "crossing routes", "overlapping labels"}


def without_places(path: Path) -> Path:
    """The example board as somebody writes it who does not say where its cities are."""
    text = LANTERN.read_text(encoding="utf-8")
    path.write_text(re.sub(r", x = [0-9.]+, y = [0-9.]+", "", text), encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=[*BOARDS, None], ids=lambda one: Path(one or "without-places").stem)
def laid_out(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Board, Layout]:
    source = request.param or without_places(tmp_path_factory.mktemp("boards") / "nowhere.toml")
    board = load_board(source)
    return board, plain_layout(board)


def test_everything_is_on_the_page_and_nothing_is_buried(laid_out: tuple[Board, Layout]) -> None:
    board, layout = laid_out
    assert layout.facts == layout_facts(board)
    assert layout.routes.keys() == {route.id for route in board.routes}
    for route in board.routes:
        assert len(layout.routes[route.id].spaces) == route.length
    found = faults(layout)
    assert {fault.kind for fault in found} <= SMALL
    assert len({fault.one for fault in found}) <= len(board.routes) / 2
    deep = [
        fault for fault in found if fault.kind == "overlapping spaces" and fault.amount > layout.sizes.width
    ]
    assert deep == []


def test_routes_lead_from_their_first_city_to_their_second(laid_out: tuple[Board, Layout]) -> None:
    _, layout = laid_out
    for track in layout.routes.values():
        a, b = layout.cities[track.a], layout.cities[track.b]
        first, last = track.spaces[0], track.spaces[-1]
        there = math.dist((first.x, first.y), (a.x, a.y)) + math.dist((last.x, last.y), (b.x, b.y))
        back = math.dist((first.x, first.y), (b.x, b.y)) + math.dist((last.x, last.y), (a.x, a.y))
        assert there <= back


def test_the_map_has_every_route_and_city(laid_out: tuple[Board, Layout]) -> None:
    board, layout = laid_out
    drawn = ET.fromstring(plain_map(board, layout))
    assert {one.get("data-route") for one in drawn.iter()} >= layout.routes.keys()
    ids = [one.get("id") for one in drawn.iter() if one.get("id")]
    assert len(ids) == len(set(ids))


def test_it_is_the_same_in_every_process_and_needs_no_library() -> None:
    program = (
        "import sys; from branchline import load_board; "
        "from branchline.drawing.plain import plain_layout; "
        "layout = plain_layout(load_board('london')); "
        "assert not {'numpy', 'scipy', 'shapely', 'fontTools'} & sys.modules.keys(); "
        "sys.stdout.write(layout.to_json().decode())"
    )
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert said.stdout.replace(b"\r\n", b"\n") == plain_layout(load_board("london")).to_json()
