"""Positions drawn on the map."""

import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from branchline.board import load_board
from branchline.drawing import Scene, SeatLine, load_layout, load_map, scene_svg, view_svg
from branchline.drawing.palette import LIVERIES
from branchline.drawing.scene import HALO, closed_doubles, latest_moves
from branchline.game.game import Game

EUROPE, LONDON = load_board("europe"), load_board("london")
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


def _cars(train: ET.Element, part: str) -> list[ET.Element]:
    return [one for one in train if one.attrib.get("href") == f"#europe-{part}"]


def test_every_claimed_space_has_a_car_of_its_seat_and_the_last_one_the_engine(tree: ET.Element) -> None:
    layout = load_layout("europe")
    trains = {one.attrib["data-route"]: one for one in _group(tree, "cars")}
    assert set(trains) == set(SCENE.routes)
    for route, seat in SCENE.routes.items():
        *behind, lead = layout.routes[route].spaces
        roofs = {one.attrib["transform"].partition(")")[0] for one in _cars(trains[route], f"roof-{seat}")}
        assert roofs == {f"translate({one.x:g} {round(one.y - 6.8, 1):g}" for one in behind}
        (cab,) = _cars(trains[route], f"cab-{seat}")
        assert cab.attrib["transform"].startswith(f"translate({lead.x:g} {round(lead.y - 9.4, 1):g})")


def test_the_print_of_a_claimed_route_is_gone(tree: ET.Element) -> None:
    printed = {one.attrib["data-route"] for one in _group(tree, "routes")}
    assert printed == {route.id for route in EUROPE.routes} - set(SCENE.routes)


def test_trains_are_drawn_from_the_back_to_the_front_above_their_shadows() -> None:
    layout = load_layout("europe")
    everywhere = Scene(routes={route.id: place % 5 for place, route in enumerate(EUROPE.routes)})
    tree = ET.fromstring(scene_svg(EUROPE, everywhere))
    heights = []
    for one in _group(tree, "cars"):
        spaces = layout.routes[one.attrib["data-route"]].spaces
        heights.append(sum(space.y for space in spaces) / len(spaces))
    assert heights == sorted(heights)
    assert _group(tree, "shadows").attrib["d"].count("M") == sum(route.length for route in EUROPE.routes)


@pytest.mark.parametrize(("seats", "closed"), [(3, ["budapest-wien/white"]), (4, [])])
def test_the_other_half_of_a_double_is_closed_at_a_small_table(seats: int, closed: list[str]) -> None:
    routes = {"budapest-wien/red": 0}
    assert closed_doubles(EUROPE, seats, routes) == closed
    tree = ET.fromstring(scene_svg(EUROPE, Scene(routes, closed=closed)))
    shown = [one for one in tree.iter() if one.attrib.get("class") == "closed"]
    assert [one.attrib["data-route"] for one in shown] == closed
    for one in shown:
        assert {use.attrib["href"] for use in one} == {"#europe-closed"}
        assert one.attrib["aria-label"].endswith(", closed")


def test_the_last_move_of_each_seat_is_marked_and_the_newest_has_steam() -> None:
    latest = ("palermo-smyrna", "wien", "budapest-wien/red")
    tree = ET.fromstring(scene_svg(EUROPE, Scene(SCENE.routes, SCENE.stations, latest=latest)))
    layout = load_layout("europe")
    lines = [one.attrib["d"] for one in _group(tree, "latest")]
    assert {layout.routes["palermo-smyrna"].path, layout.routes["budapest-wien/red"].path} < set(lines)
    assert {one.attrib["stroke"] for one in _group(tree, "latest")} == {
        HALO,
        LIVERIES[0].light,
        LIVERIES[1].light,
    }
    puffs = {one.attrib["data-route"]: len(_cars(one, "steam")) for one in _group(tree, "cars")}
    assert puffs == {"budapest-wien/red": 1, "palermo-smyrna": 0}


def test_only_a_last_move_that_put_something_down_is_marked() -> None:
    game = Game("europe", seats=2, seed=3)
    chance = random.Random(3)
    seen = set()
    for _ in range(120):
        claims = [move for move in game.legal() if str(move).startswith(("claim", "station", "pay"))]
        game.play(chance.choice(claims or game.legal()))
        view = game.view(None)
        marked = latest_moves(view)
        last = {}
        for entry in view.log:
            if not entry.move.startswith("pay"):
                last[entry.seat] = entry.move.split(" ")
        wanted = {move[1] for seat, move in last.items() if move[0] in ("claim", "station")}
        assert set(marked) == {one for one in wanted if one in view.routes or one in view.stations}
        seen.add(len(marked))
    assert seen == {0, 1, 2}


def test_a_scene_by_night_is_the_same_in_other_colours() -> None:
    day, night = scene_svg(EUROPE, SCENE), scene_svg(EUROPE, SCENE, night=True)
    assert re.sub('"#[0-9a-f]+"', "", day) == re.sub('"#[0-9a-f]+"', "", night)
    assert day != night


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
        "shadows",
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


def test_a_long_name_ends_before_the_next_seat() -> None:
    names = ("Bartholomew the Great", "Ann", "Bo", "Cy")
    svg = scene_svg(LONDON, Scene(seats=tuple(SeatLine(0, 17, name=name) for name in names)))
    assert "Bartholome" in svg
    assert ">Bartholomew the Great<" not in svg
    assert "…" in svg
    alone = scene_svg(LONDON, Scene(seats=(SeatLine(0, 17, name=names[0]),)))
    assert ">Bartholomew the Great<" in alone


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
    svg = scene_svg(board, Scene(routes={board.routes[0].id: 3}), source, night=True)
    assert svg.count("#lantern-roof-3") == board.routes[0].length - 1
    assert svg.count("#lantern-cab-3") == 1
