"""The quality check must see what is wrong: a good layout is spoiled in one place at a time."""

import msgspec
import pytest

from branchline.drawing import Label, Layout, Place, Sizes, Space, Track, faults

SIZES = Sizes(length=36.5, width=13.0, city=8.5, font=15.0)


def _place(name: str, x: float, y: float) -> Place:
    return Place(name, x, y, Label((name,), 0, -18, 40, 14))


def _track(a: str, b: str, *spaces: Space) -> Track:
    return Track(a, b, "red", "plain", 0, spaces, "")


@pytest.fixture
def layout() -> Layout:
    """Two parallel routes of two spaces, between four cities."""
    cities = {
        "a": _place("A", 50, 50),
        "b": _place("B", 160, 50),
        "c": _place("C", 50, 150),
        "d": _place("D", 160, 150),
    }
    routes = {
        "a-b": _track("a", "b", Space(85, 50, 0, 36.5), Space(125, 50, 0, 36.5)),
        "c-d": _track("c", "d", Space(85, 150, 0, 36.5), Space(125, 150, 0, 36.5)),
    }
    return Layout("test", "", "period", 220, 200, SIZES, cities, routes)


def _kinds(layout: Layout) -> set[str]:
    return {fault.kind for fault in faults(layout)}


def _with_route(layout: Layout, route: str, *spaces: Space) -> Layout:
    track = msgspec.structs.replace(layout.routes[route], spaces=spaces)
    return msgspec.structs.replace(layout, routes={**layout.routes, route: track})


def _with_label(layout: Layout, city: str, dx: float, dy: float) -> Layout:
    place = layout.cities[city]
    label = msgspec.structs.replace(place.label, dx=dx, dy=dy)
    moved = msgspec.structs.replace(place, label=label)
    return msgspec.structs.replace(layout, cities={**layout.cities, city: moved})


def test_a_good_layout_has_no_faults(layout: Layout) -> None:
    assert faults(layout) == []


def test_spaces_that_touch_are_seen(layout: Layout) -> None:
    spoiled = _with_route(layout, "a-b", Space(85, 50, 0, 36.5), Space(121, 50, 0, 36.5))
    assert _kinds(spoiled) == {"overlapping spaces"}


def test_a_space_on_a_city_is_seen(layout: Layout) -> None:
    spoiled = _with_route(layout, "a-b", Space(75, 50, 0, 36.5), Space(125, 50, 0, 36.5))
    assert _kinds(spoiled) == {"space on a city"}


@pytest.mark.parametrize("length", [30.9, 42.1])
def test_a_space_more_than_15_percent_off_is_seen(layout: Layout, length: float) -> None:
    spoiled = _with_route(layout, "a-b", Space(78, 50, 0, 20), Space(125, 50, 0, length))
    spoiled = _with_route(spoiled, "a-b", Space(80, 90, 0, 36.5), Space(125, 90, 0, length))
    assert _kinds(spoiled) == {"space of a wrong length"}


def test_crossing_routes_are_seen(layout: Layout) -> None:
    spoiled = _with_route(layout, "a-b", Space(85, 50, 0, 36.5), Space(125, 178, 0, 36.5))
    assert "crossing routes" in _kinds(spoiled)


def test_a_label_on_a_space_is_seen(layout: Layout) -> None:
    assert _kinds(_with_label(layout, "a", 30, -6)) == {"label on a space"}


def test_a_label_on_a_foreign_city_is_seen(layout: Layout) -> None:
    assert "label on a city" in _kinds(_with_label(layout, "a", 110, 0))


def test_labels_on_each_other_are_seen(layout: Layout) -> None:
    assert _kinds(_with_label(layout, "a", 110, -20)) == {"overlapping labels"}


def test_a_label_off_the_page_is_seen(layout: Layout) -> None:
    assert _kinds(_with_label(layout, "a", -40, -20)) == {"off the page"}


def test_a_fault_says_what_and_how_much(layout: Layout) -> None:
    spoiled = _with_route(layout, "a-b", Space(85, 50, 0, 36.5), Space(121, 50, 0, 36.5))
    assert [str(fault) for fault in faults(spoiled)] == ["overlapping spaces: a-b, a-b (0.5)"]
