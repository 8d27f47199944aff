"""Boards, games, views and reports show themselves in notebooks."""

import shutil
from pathlib import Path

import pytest

from branchline.arena import Match, ResultStore, make_lineups, play_match
from branchline.arena.executors import Inline
from branchline.arena.reports.ratings import Anchor
from branchline.arena.reports.report import make_report
from branchline.arena.simulation import Simulation
from branchline.board import Board, load_board
from branchline.drawing import load_map, view_svg
from branchline.drawing.plain import plain_layout, plain_map
from branchline.game.game import Game

LANTERN = Path(__file__).parents[2] / "examples" / "boards" / "lantern.toml"


def test_a_board_shows_its_map() -> None:
    assert load_board("usa")._repr_svg_() == load_map("usa")


def test_a_game_shows_what_a_spectator_sees() -> None:
    game = Game("usa", seats=2, seed=1)
    assert game._repr_svg_() == view_svg(game.view(None))


def test_a_board_without_a_layout_shows_a_plain_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    board = load_board(LANTERN)
    assert board._repr_svg_() == plain_map(board, plain_layout(board))
    assert "data-route" in (Game(board, seats=2, seed=1)._repr_svg_() or "")


@pytest.fixture
def outdated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    """A board whose layout was made before a route became shorter."""
    for end in (".toml", ".layout.json", ".svg"):
        shutil.copy(LANTERN.with_suffix(end), tmp_path)
    file = tmp_path / LANTERN.name
    text = file.read_text(encoding="utf-8")
    route = '"gullhaven", b = "saltby", length = '
    assert route + "4" in text
    file.write_text(text.replace(route + "4", route + "3", 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return load_board(file)


def test_a_board_with_an_old_layout_shows_its_text(outdated: Board) -> None:
    assert outdated._repr_svg_() is None
    assert Game(outdated, seats=2, seed=1)._repr_svg_() is None


def test_a_board_of_the_working_directory_shows_its_map(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(LANTERN.parent)
    assert (load_board("lantern.toml")._repr_svg_() or "").startswith("<svg ")


def test_a_view_shows_what_its_seat_sees_and_nothing_of_others() -> None:
    game = Game("usa-1910", seats=3, seed=1)
    mine, theirs = game.view(0), game.view(1)
    shown = mine._repr_html_()
    assert shown.startswith(view_svg(mine))
    for ticket in mine.offer:
        assert f"{game.board.city(game.board.ticket(ticket).a).name} – " in shown
    assert "USA 1910 as seat 0 sees it: seat 0 is to move (keep)" in shown
    assert shown.count("<tr>") == 4
    ends = [game.board.ticket(ticket) for ticket in theirs.offer if ticket not in mine.offer]
    assert not any(f"{game.board.city(t.a).name} – {game.board.city(t.b).name}" in shown for t in ends)
    assert "Hand" not in game.view(None)._repr_html_()


def test_a_view_with_an_old_layout_shows_its_tables(outdated: Board) -> None:
    assert Game(outdated, seats=2, seed=1).view(0)._repr_html_().startswith("<table>")


def test_a_simulation_and_a_match_show_their_tables() -> None:
    simulation = Simulation(load_board("london"), 2, 20, 0, ["random"])
    simulation.run(simulation.executor(1), lambda games: False)
    assert "<th>± 95 %</th>" in simulation.summary()._repr_html_()
    match = Match(load_board("london"), tuple(make_lineups(["rush", "greedy"], 2)), 5, 0)
    with ResultStore() as store:
        play_match(match, store, Inline())
        shown = make_report(match, store, "one", Anchor("rush", 0.0))._repr_html_()
    assert "<td>rush</td>" in shown
    assert "london, 2 seats" in shown
