"""The committed maps: well formed, complete, readable without eyes, small, and drawn from the layout beside them."""

import gzip
import re
import xml.etree.ElementTree as ET

import pytest

from branchline.board import Board, board_names, load_board
from branchline.drawing import Layout, cities, load_layout, load_map, ornaments, pieces, spaces
from branchline.drawing.chart import CARS, STATIONS, describe, ground, head
from branchline.drawing.palette import COLOURS, LIVERIES, colour_of

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=board_names())
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


@pytest.fixture
def layout(board: Board) -> Layout:
    return load_layout(board)


@pytest.fixture
def tree(board: Board) -> ET.Element:
    return ET.fromstring(load_map(board))


def _marked(tree: ET.Element, attribute: str) -> dict[str, ET.Element]:
    return {one.attrib[attribute]: one for one in tree.iter() if attribute in one.attrib}


def test_every_route_has_its_spaces_where_the_layout_says(layout: Layout, tree: ET.Element) -> None:
    drawn = _marked(tree, "data-route")
    assert list(drawn) == list(layout.routes)
    for route, track in layout.routes.items():
        looks = [f"#{layout.board}-{track.kind}-{track.colour}"] * len(track.spaces)
        uses = [one for one in drawn[route] if one.attrib["href"] in looks]
        starts = [f"translate({one.x:g} {one.y:g})" for one in track.spaces]
        assert [one.attrib["transform"].partition(")")[0] + ")" for one in uses] == starts


def test_every_space_of_a_colour_carries_its_symbol(layout: Layout, tree: ET.Element) -> None:
    drawn = _marked(tree, "data-route")
    for route, track in layout.routes.items():
        symbols = [one for one in drawn[route] if one.attrib["href"] == f"#{layout.board}-{track.colour}"]
        wilds = [one for one in drawn[route] if one.attrib["href"] == f"#{layout.board}-wild"]
        assert len(symbols) == (0 if track.colour == "gray" else len(track.spaces))
        assert len(wilds) == track.wilds


def test_everything_that_is_used_is_defined_once(board: Board, tree: ET.Element) -> None:
    ids = [one.attrib["id"] for one in tree.iter() if "id" in one.attrib]
    assert len(ids) == len(set(ids))
    assert all(one.startswith(f"{board.id}-") for one in ids), "several maps can stand on one page"
    used = {one.attrib["href"].removeprefix("#") for one in tree.iter(f"{SVG}use")}
    used |= set(re.findall(r"url\(#([^)]+)\)", load_map(board)))
    assert used <= set(ids)


def test_a_screen_reader_finds_title_description_and_lists(board: Board, tree: ET.Element) -> None:
    assert tree.attrib["role"] == "graphics-document document"
    title, description = tree.attrib["aria-labelledby"].split()
    texts = {one.attrib.get("id"): one.text for one in tree}
    assert texts[title] == board.name
    assert f"{len(board.cities)} cities, {len(board.routes)} routes" in (texts[description] or "")
    items = [one for one in tree.iter() if one.attrib.get("role") == "listitem"]
    assert len(items) == len(board.cities) + len(board.routes)
    assert all(one.attrib["aria-label"] for one in items)


def test_every_name_is_written_out(layout: Layout, tree: ET.Element) -> None:
    written = {one.text for one in tree.iter(f"{SVG}text")}
    for place in layout.cities.values():
        assert set(place.label.lines) <= written


def test_the_map_has_room_for_pieces_and_pieces_for_five_seats(board: Board) -> None:
    text = load_map(board)
    assert text.count(CARS) == text.count(STATIONS) == 1
    assert all(f'id="{board.id}-roof-{seat}"' in text for seat in range(5))
    assert all((f'id="{board.id}-cab-{seat}"' in text) == (board.id != "london") for seat in range(5))
    assert all((f'id="{board.id}-station-{seat}"' in text) == (board.stations > 0) for seat in range(5))


def test_the_ground_has_what_lies_below_routes_and_cities(board: Board) -> None:
    below = ET.fromstring(ground(load_map(board)))
    assert [one.attrib["class"] for one in below if "class" in one.attrib] == ["backdrop", "frame"]


def test_the_map_asks_for_nothing_from_elsewhere(board: Board) -> None:
    text = load_map(board).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in text
    assert "<script" not in text


def test_three_maps_are_small() -> None:
    sizes = [len(gzip.compress(load_map(name).encode())) for name in ("usa", "europe", "london")]
    assert sum(sizes) < 200_000


def test_tunnels_and_ferries_are_said() -> None:
    board, layout = load_board("europe"), load_layout("europe")
    said = {route: spaces.words(layout, board, track) for route, track in layout.routes.items()}
    assert "München to Zürich, 2 spaces, yellow, tunnel" in said.values()
    assert "Palermo to Smyrna, 6 spaces, any colour, ferry with 2 locomotives" in said.values()


def test_no_two_colours_and_no_two_seats_share_a_shape() -> None:
    symbols = [colour.symbol for colour in COLOURS.values() if colour.symbol]
    marks = [livery.mark for livery in LIVERIES]
    assert len({*symbols, *marks}) == len(symbols) + len(marks)
    assert [name for name, colour in COLOURS.items() if not colour.symbol] == ["gray"]


def test_a_colour_of_ones_own_gets_a_look_with_a_symbol() -> None:
    assert colour_of("turquoise") == colour_of("turquoise")
    assert colour_of("turquoise").symbol


def test_the_map_is_what_the_code_draws_from_the_layout(board: Board, layout: Layout) -> None:
    """Catches a change of the art without `make boards`; the backdrop alone can't be drawn again here."""
    text = load_map(board)
    frame = ornaments.pop_frame(layout) if layout.style == "pop" else ornaments.period_frame(layout)
    parts = [
        head(layout, board.name, describe(board)),
        spaces.space_defs(layout),
        cities.city_defs(layout, board),
        pieces.piece_defs(layout, stations=board.stations > 0),
        *(spaces.track(layout, board, route) for route in layout.routes),
        cities.lights(layout),
        cities.marks(layout),
        cities.labels(layout),
        frame,
    ]
    assert [part for part in parts if part not in text] == []
