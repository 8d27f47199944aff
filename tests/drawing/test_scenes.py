"""Positions drawn on the map."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from branchline.board import load_board
from branchline.drawing import Scene, SeatLine, load_layout, load_map, scene_svg, view_svg
from branchline.game.game import Game

EUROPE = load_board("europe")
SCENE = Scene(
    routes={"budapest-wien/red": 1, "palermo-smyrna": 0},
    stations={"wien": 1},
    seats=(SeatLine(16, 39), SeatLine(1, 44, name="Ada")),
    tickets=("berlin-roma",),
    actor=1,
)


@pytest.fixture
def tree() -> ET.Element:
    return ET.fromstring(scene_svg(EUROPE, SCENE))


def _group(tree: ET.Element, name: str) -> ET.Element:
    (found,) = [one for one in tree.iter() if one.attrib.get("class") == name]
    return found


def test_every_claimed_space_has_a_car_of_its_seat(tree: ET.Element) -> None:
    layout = load_layout("europe")
    cars = {one.attrib["data-route"]: one for one in _group(tree, "cars")}
    assert set(cars) == set(SCENE.routes)
    for route, seat in SCENE.routes.items():
        assert len(cars[route]) == len(layout.routes[route].spaces)
        assert {one.attrib["href"] for one in cars[route]} == {f"#europe-car-{seat}"}
        for one, space in zip(cars[route], layout.routes[route].spaces, strict=True):
            assert one.attrib["transform"].startswith(f"translate({space.x:g} {space.y:g})")


def test_a_station_stands_on_its_city(tree: ET.Element) -> None:
    (station,) = _group(tree, "stations")
    (use,) = station
    wien = load_layout("europe").cities["wien"]
    assert use.attrib == {"href": "#europe-station-1", "x": f"{wien.x:g}", "y": f"{wien.y:g}"}


def test_cars_lie_on_the_routes_and_labels_above_all(tree: ET.Element) -> None:
    order = [one.attrib["class"] for one in tree if "class" in one.attrib]
    assert order == [
        "backdrop",
        "routes",
        "cars",
        "tickets",
        "cities",
        "stations",
        "labels",
        "frame",
        "seats",
    ]


def test_a_screen_reader_hears_who_holds_what(tree: ET.Element) -> None:
    items = [one.attrib["aria-label"] for one in _group(tree, "cars")]
    assert items == ["Budapest to Wien: Ada", "Palermo to Smyrna: seat 0"]
    description = next(one.text or "" for one in tree if one.tag.endswith("desc"))
    assert "Seat 0 (red with two strokes): 16 points, 1 route, 39 trains left." in description
    assert "Ada (blue with a bar): 1 point, 1 route, 44 trains left." in description
    assert "Tickets: Berlin to Roma." in description


def test_the_seats_stand_below_the_map(tree: ET.Element) -> None:
    layout = load_layout("europe")
    assert float(tree.attrib["height"]) > layout.height
    words = [one.text for one in _group(tree, "seats") if one.tag.endswith("text")]
    assert words == ["seat 0", "16 points · 39 trains", "Ada", "1 point · 44 trains"]


def test_an_empty_scene_is_the_map_itself() -> None:
    drawn = ET.fromstring(scene_svg(EUROPE, Scene()))
    still = ET.fromstring(load_map("europe"))
    assert drawn.attrib == still.attrib
    assert [one.attrib.get("class") for one in drawn] == [one.attrib.get("class") for one in still]


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert scene_svg(EUROPE, SCENE) == scene_svg(EUROPE, SCENE)


def test_names_are_escaped() -> None:
    svg = scene_svg(EUROPE, Scene(seats=(SeatLine(0, 45, name="<b>&"),)))
    assert "<b>" not in svg
    ET.fromstring(svg)


def test_a_view_shows_its_own_tickets_and_a_spectator_none() -> None:
    game = Game("europe", seats=2, seed=1)
    while game.phase == "keep":
        game.play(game.legal()[0])
    seen, public = view_svg(game.view(0)), view_svg(game.view(None))
    assert 'class="tickets"' in seen
    assert 'class="tickets"' not in public
    assert "Tickets:" not in public


def test_a_board_of_ones_own_is_drawn_from_the_files_beside_it() -> None:
    source = Path(__file__).parents[2] / "examples" / "boards" / "lantern.toml"
    board = load_board(source)
    svg = scene_svg(board, Scene(routes={board.routes[0].id: 3}), source)
    assert svg.count("#lantern-car-3") == board.routes[0].length
