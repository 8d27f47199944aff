import pytest

from branchline.drawing.geometry import distance, lines_cross, overlap, rectangle
from branchline.drawing.layout import Space, centre_line
from branchline.drawing.svg import number, path_data, upright


def test_a_rectangle_turned_by_a_right_angle_stands_upright() -> None:
    corners = rectangle(10, 20, 90, 8, 2)
    assert sorted((round(x, 6), round(y, 6)) for x, y in corners) == [(9, 16), (9, 24), (11, 16), (11, 24)]


@pytest.mark.parametrize(
    ("x", "angle", "depth"),
    [(3, 0, 1.0), (4, 0, 0.0), (5, 0, -1.0), (0, 90, 2.0)],
)
def test_overlap_is_the_depth_along_the_best_axis(x: float, angle: float, depth: float) -> None:
    assert overlap(rectangle(0, 0, 0, 4, 2), rectangle(x, 0, angle, 4, 2)) == pytest.approx(depth)


def test_turned_rectangles_whose_bounding_boxes_meet_need_not_overlap() -> None:
    one, other = rectangle(0, 0, 45, 20, 2), rectangle(6, 0, 45, 20, 2)
    assert overlap(one, other) < 0


def test_a_point_inside_a_polygon_has_no_distance() -> None:
    square = rectangle(0, 0, 0, 4, 4)
    assert distance((1, 1), square) == 0
    assert distance((5, 0), square) == pytest.approx(3)
    assert distance((5, 6), square) == pytest.approx(5)


def test_lines_cross_only_where_they_pass_through_each_other() -> None:
    assert lines_cross([(0, 0), (4, 4)], [(0, 4), (4, 0)])
    assert not lines_cross([(0, 0), (4, 4)], [(4, 4), (8, 0)])
    assert not lines_cross([(0, 0), (1, 1)], [(0, 4), (4, 0)])


@pytest.mark.parametrize("angle", [0.0, 180.0])
def test_the_centre_line_runs_from_end_to_end_whichever_way_the_spaces_are_turned(angle: float) -> None:
    spaces = (Space(0, 0, angle, 4), Space(5, 0, angle, 4))
    assert [(round(x, 6), round(y, 6)) for x, y in centre_line(spaces)] == [(-2, 0), (0, 0), (5, 0), (7, 0)]


def test_path_data_are_short_and_exact_to_a_tenth() -> None:
    assert path_data([(0, 0), (1.04, -0.5), (1.04, -0.52), (3, 2)]) == "M0 0l1-.5 2 2.5"
    assert path_data([(1, 1), (2, 1), (2, 2)], closed=True) == "M1 1l1 0 0 1z"
    assert path_data([(1, 1), (1.01, 1)]) == ""


def test_numbers_have_no_needless_digits() -> None:
    assert [number(one) for one in (1.0, -0.04, 2.25, 10.0, 100.04)] == ["1", "0", "2.2", "10", "100"]


@pytest.mark.parametrize(("angle", "expected"), [(0, 0), (180, 0), (135, -45), (-100, 80), (90, -90)])
def test_upright_keeps_the_line_but_never_upside_down(angle: float, expected: float) -> None:
    assert upright(angle) == pytest.approx(expected)
