"""The committed layouts: up to date, complete, and without faults."""

from pathlib import Path

import pytest

from branchline.board import Board, board_names, load_board
from branchline.drawing import Layout, faults, load_layout, stale
from branchline.drawing.layout_files import layout_path
from branchline.drawing.quality import LENGTH_TOLERANCE

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "boards").glob("*.toml"))
OWN = [path for path in EXAMPLES if not path.name.endswith(".art.toml")]
Drawn = tuple[Board, Path | None, Layout]


@pytest.fixture(params=[*board_names(), *OWN], ids=lambda one: getattr(one, "stem", one))
def drawn(request: pytest.FixtureRequest) -> Drawn:
    source = request.param if isinstance(request.param, Path) else None
    board = load_board(request.param)
    return board, source, load_layout(board, source)


def test_the_layout_is_as_new_as_its_board_file(drawn: Drawn) -> None:
    board, source, _ = drawn
    assert stale(board, source) is None


def test_nothing_crosses_overlaps_or_is_of_a_wrong_length(drawn: Drawn) -> None:
    *_, layout = drawn
    assert [str(fault) for fault in faults(layout)] == []


def test_every_space_is_within_15_percent_of_the_ideal_length(drawn: Drawn) -> None:
    *_, layout = drawn
    ratios = [one.length / layout.sizes.length for track in layout.routes.values() for one in track.spaces]
    assert LENGTH_TOLERANCE == 0.15
    assert min(ratios) >= 0.85
    assert max(ratios) <= 1.15


def test_the_layout_has_every_city_and_route_of_the_board(drawn: Drawn) -> None:
    board, _, layout = drawn
    assert list(layout.cities) == [city.id for city in board.cities]
    assert list(layout.routes) == [route.id for route in board.routes]
    for route in board.routes:
        track = layout.routes[route.id]
        assert (track.a, track.b, track.colour, track.wilds) == (route.a, route.b, route.colour, route.ferry)
        assert track.kind == ("ferry" if route.ferry else "tunnel" if route.tunnel else "plain")
        assert len(track.spaces) == route.length


def test_the_label_lines_are_the_city_name(drawn: Drawn) -> None:
    board, _, layout = drawn
    for city in board.cities:
        assert " ".join(layout.cities[city.id].label.lines) == city.name == layout.cities[city.id].name


def test_the_spaces_lead_from_city_a_to_city_b(drawn: Drawn) -> None:
    *_, layout = drawn
    for track in layout.routes.values():
        first, last, a = track.spaces[0], track.spaces[-1], layout.cities[track.a]
        if len(track.spaces) > 1:
            near = (first.x - a.x) ** 2 + (first.y - a.y) ** 2
            assert near < (last.x - a.x) ** 2 + (last.y - a.y) ** 2


def test_the_layout_file_reads_back_to_the_same_bytes(drawn: Drawn) -> None:
    board, source, layout = drawn
    assert Layout.from_json(layout.to_json()) == layout
    assert layout_path(board, source).read_bytes() == layout.to_json()
