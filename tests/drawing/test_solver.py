"""The layout solver: from a board file to its layout and its map."""

import json
import math
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from branchline.board import load_board
from branchline.drawing import Layout, faults, stale
from branchline.drawing.layout_files import load_layout
from branchline.drawing.solver.__main__ import main, make
from branchline.drawing.solver.build import draw
from branchline.drawing.solver.lettering import cut_font, load_face
from branchline.errors import BoardError

BOARD = """
name = "Kite"
players = { least = 2, most = 2 }
cars = 9
hand = 1
cards = { red = 6, blue = 6, wild = 2 }
deal = { regular = 1, keep = 1, refused = "under" }
draw = { tickets = 1, keep = 1 }
closed_doubles = 2
points = { 2 = 2, 3 = 4 }
words = { car = "train", cars = "trains", wild = "engine" }
cities = [
    { id = "north", name = "North Cape", x = 0.5, y = 0.1 },
    { id = "east", name = "East", x = 0.8, y = 0.5 },
    { id = "south", name = "South", x = 0.5, y = 0.9 },
    { id = "west", name = "West", x = 0.2, y = 0.5 },
]
routes = [
    { a = "north", b = "east", length = 3, colour = "red", double = true },
    { a = "north", b = "east", length = 3, colour = "blue", double = true },
    { a = "east", b = "south", length = 3, colour = "gray", ferry = 1 },
    { a = "south", b = "west", length = 3, colour = "blue", tunnel = true },
    { a = "west", b = "north", length = 3, colour = "gray" },
]
tickets = [{ a = "north", b = "south", points = 6 }, { a = "east", b = "west", points = 6 }]
"""


@pytest.fixture(scope="module")
def kite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The board above, laid out and drawn."""
    return _solved(tmp_path_factory.mktemp("kite") / "one")[0]


@pytest.fixture(scope="module")
def layout(kite: Path) -> Layout:
    return load_layout(load_board(kite), kite)


def _solved(folder: Path) -> tuple[Path, bytes, bytes]:
    folder.mkdir()
    path = folder / "kite.toml"
    path.write_text(BOARD, encoding="utf-8")
    assert make(str(path), None, 4) == 0
    return path, path.with_suffix(".layout.json").read_bytes(), path.with_suffix(".svg").read_bytes()


def test_a_board_with_x_and_y_needs_nothing_but_its_file(kite: Path, layout: Layout) -> None:
    assert stale(load_board(kite), kite) is None
    assert faults(layout) == []
    first, second = (layout.routes[f"north-east/{colour}"] for colour in ("red", "blue"))
    assert first.spaces[1].y < second.spaces[1].y, "the first of a double lies on the north side"


def test_the_same_board_gives_the_same_bytes(kite: Path, tmp_path: Path) -> None:
    layout, picture = kite.with_suffix(".layout.json").read_bytes(), kite.with_suffix(".svg").read_bytes()
    assert _solved(tmp_path / "two")[1:] == (layout, picture)


def test_every_route_has_its_spaces_from_city_to_city(kite: Path, layout: Layout) -> None:
    for route in load_board(kite).routes:
        track = layout.routes[route.id]
        assert len(track.spaces) == route.length
        assert track.kind == ("ferry" if route.ferry else "tunnel" if route.tunnel else "plain")
        ends = [layout.cities[name] for name in (route.a, route.b)]
        first, last = track.spaces[0], track.spaces[-1]
        assert math.dist((first.x, first.y), (ends[0].x, ends[0].y)) < 2 * first.length
        assert math.dist((last.x, last.y), (ends[1].x, ends[1].y)) < 2 * last.length


def test_cities_keep_their_directions_from_each_other(layout: Layout) -> None:
    north, east, south, west = (layout.cities[name] for name in ("north", "east", "south", "west"))
    assert north.y < east.y < south.y
    assert west.x < north.x < east.x
    for city in layout.cities.values():
        assert 0 < city.x < layout.width
        assert 0 < city.y < layout.height


def test_redrawing_keeps_the_layout(kite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = kite.with_suffix(".layout.json").read_bytes(), kite.with_suffix(".svg").read_bytes()
    assert main([str(kite), "--redraw"]) == 0
    assert "0 faults" in capsys.readouterr().out
    assert (kite.with_suffix(".layout.json").read_bytes(), kite.with_suffix(".svg").read_bytes()) == before


def test_a_city_without_a_place_cannot_be_laid_out(tmp_path: Path) -> None:
    path = tmp_path / "kite.toml"
    path.write_text(BOARD.replace(", x = 0.5, y = 0.1", ""), encoding="utf-8")
    with pytest.raises(BoardError, match="every city needs lat and lon, or every city x and y"):
        make(str(path), None, 1)


def test_an_art_file_with_an_unknown_word_is_named(tmp_path: Path) -> None:
    path = tmp_path / "kite.toml"
    path.write_text(BOARD, encoding="utf-8")
    path.with_name("kite.art.toml").write_text('colour = "red"\n', encoding="utf-8")
    with pytest.raises(BoardError, match=r"kite\.art\.toml"):
        make(str(path), None, 1)


def _drawn(svg: str) -> ET.Element:
    """The picture, if it is well-formed and has no numbers that are none."""
    assert not re.search(r"\W(nan|inf)\W", re.sub(r"base64,[^)\"]*", "", svg))
    return ET.fromstring(svg)


def test_a_town_has_blocks_a_river_and_parks() -> None:
    board = load_board("london")
    svg = draw(board, load_layout(board))
    assert _drawn(svg).tag.endswith("svg")
    assert len(svg) > 20_000


#: A world of one square continent with a lake, a river and two countries, in the form of the npm package.
WORLD = {
    "transform": {"scale": [1, 1], "translate": [0, 0]},
    "arcs": [
        [[-120, 30], [50, 0], [0, 18], [-50, 0], [0, -18]],
        [[-100, 38], [4, 0], [0, 3], [-4, 0], [0, -3]],
        [[-90, 31], [2, 6], [1, 8]],
        [[-120, 30], [25, 0], [0, 18], [-25, 0], [0, -18]],
    ],
    "objects": {
        "land": {"geometries": [{"type": "Polygon", "arcs": [[0]]}]},
        "lakes": {"geometries": [{"type": "MultiPolygon", "arcs": [[[1]]]}]},
        "rivers": {
            "geometries": [{"type": "LineString", "arcs": [2]}, {"type": "MultiLineString", "arcs": [[~2]]}]
        },
        "countries": {"geometries": [{"type": "Polygon", "arcs": [[3]]}, {"type": None}]},
        "subunits": {"geometries": [{"type": "Polygon", "arcs": [[3]]}]},
    },
}


def test_a_map_of_the_world_shows_its_land(tmp_path: Path) -> None:
    world = tmp_path / "world.json"
    world.write_text(json.dumps(WORLD), encoding="utf-8")
    board = load_board("usa")
    svg = draw(board, load_layout(board), world=world)
    picture = _drawn(svg)
    land = [one for one in picture.iter() if one.get("id") == "usa-land"]
    assert len(land) == 1
    assert 'href="#usa-land"' in svg


def test_a_board_on_the_globe_without_a_world_gets_islands() -> None:
    board = load_board("usa")
    assert _drawn(draw(board, load_layout(board))).tag.endswith("svg")


def test_a_wider_text_has_more_or_wider_letters() -> None:
    face = load_face("serif")
    assert 0 < face.width("i") < face.width("W") < face.width("Wi")
    assert 0.4 < face.cap < 1


def test_a_cut_font_grows_with_its_letters() -> None:
    plain, more = cut_font("sans", ""), cut_font("sans", "ÄÖÜßéèñ")
    assert plain[:4] == more[:4] == b"wOF2"
    assert len(plain) < len(more)
