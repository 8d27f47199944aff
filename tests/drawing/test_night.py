"""Maps by night: the same drawing, every colour exchanged."""

import re
from pathlib import Path

import pytest

from branchline.board import board_names, load_board
from branchline.drawing import board_svg, load_map
from branchline.drawing.night import KEPT, NIGHT, by_night
from branchline.drawing.scene import Scene, SeatLine, scene_svg

LANTERN = Path(__file__).parents[2] / "examples" / "boards" / "lantern.toml"


def colours(svg: str) -> set[str]:
    return set(re.findall(r'"(#[0-9a-f]{3,6})"', svg))


@pytest.mark.parametrize("name", [*board_names(), LANTERN])
def test_no_colour_of_a_map_is_forgotten(name: str | Path) -> None:
    board, source = load_board(name), name if isinstance(name, Path) else None
    scene = Scene(
        routes={route.id: place % 5 for place, route in enumerate(board.routes[:40])},
        stations={city.id: place for place, city in enumerate(board.cities[:5])} if board.stations else {},
        seats=[SeatLine(1, 1)] * 5,
        tickets=[board.tickets[0].id],
        latest=[route.id for route in board.routes[:5]],
        actor=0,
    )
    for svg in (load_map(board, source), scene_svg(board, scene, source)):
        assert colours(svg) <= NIGHT.keys() | KEPT
    assert NIGHT.keys() & KEPT <= {"#c8362e", "#24252c", "#81848f", "#0d0e12", "#191a20"}


def test_only_colours_are_exchanged() -> None:
    assert by_night('<g id="fff" fill="#fff"><use href="#fff-a"/></g>') == (
        f'<g id="fff" fill="{NIGHT["#fff"]}"><use href="#fff-a"/></g>'
    )


def test_a_board_by_night_is_as_large_as_by_day() -> None:
    day, night = board_svg(load_board("usa")), board_svg(load_board("usa"), night=True)
    assert abs(len(day) - len(night)) < 500
    assert 'stop-color="#1d3a52"' in night
