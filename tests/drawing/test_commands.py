"""`branchline draw` and `branchline layout`."""

from pathlib import Path

import pytest

from branchline.cli import main
from branchline.cli.draw import game_at
from branchline.drawing import board_svg, load_map, view_svg
from branchline.errors import BranchlineError
from branchline.game.game import Game

LANTERN = str(Path(__file__).parents[2] / "examples" / "boards" / "lantern.toml")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The start of a game, ten moves long."""
    game = Game("london", seats=2, seed=4)
    for _ in range(10):
        claims = [move for move in game.legal() if str(move).startswith("claim")]
        game.play((claims or game.legal())[0])
    path = tmp_path / "game.txt"
    path.write_text(game.record(), encoding="utf-8")
    return path


def test_draw_writes_the_map(tmp_path: Path) -> None:
    assert main(["draw", "europe", "-o", str(tmp_path / "europe.svg")]) == 0
    assert (tmp_path / "europe.svg").read_text(encoding="utf-8") == load_map("europe")


def test_draw_prints_without_an_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", LANTERN]) == 0
    assert capsys.readouterr().out.startswith("<svg ")


def test_draw_shows_a_record_as_a_seat_sees_it(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--record", str(record), "--view", "1"]) == 0
    game = Game.replay(record.read_text(encoding="utf-8"))
    assert capsys.readouterr().out == view_svg(game.view(1))


def test_draw_shows_the_night(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--record", str(record), "--night"]) == 0
    game = Game.replay(record.read_text(encoding="utf-8"))
    assert capsys.readouterr().out == view_svg(game.view(None), night=True)
    assert main(["draw", "london", "--night"]) == 0
    assert capsys.readouterr().out == board_svg(game.board, night=True) != load_map("london")


def test_a_ply_is_the_position_after_so_many_moves(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    whole = Game.replay(text)
    for ply in range(11):
        game = game_at(text, ply)
        assert game.moves == ply
        assert game.view(0).log == whole.view(0).log[: ply + 1]


@pytest.mark.parametrize("ply", [-1, 11])
def test_a_ply_that_is_not_there_is_refused(record: Path, ply: int) -> None:
    with pytest.raises(BranchlineError, match="10 moves"):
        game_at(record.read_text(encoding="utf-8"), ply)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["draw"], "which board"),
        (["draw", "usa", "--ply", "3"], "need a --record"),
        (["draw", "atlantis"], "no such board"),
        (["draw", "usa", "-o", "usa.jpg"], "usa.jpg: name a .svg or a .png file"),
        (["draw", "--record", "nowhere.record"], "nowhere.record: No such file"),
        (["draw", "--record", LANTERN], f"{LANTERN}: line 1: a record begins with"),
    ],
)
def test_draw_says_what_is_missing(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert said in capsys.readouterr().err


def test_check_says_what_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "--check"]) == 0
    assert capsys.readouterr().out == "europe: up to date\nlondon: up to date\nusa: up to date\n"


def test_check_says_what_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(Path(LANTERN).read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["draw", "--check", str(mine)]) == 1
    assert "there is no layout yet, so its map is a plain one; branchline layout " in capsys.readouterr().err


def test_a_png_is_drawn_where_the_converter_is_installed(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert main(["draw", "london", "-o", str(tmp_path / "london.png"), "--width", "300"]) == 0
    data = (tmp_path / "london.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == 300


def test_a_png_without_the_converter_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    assert main(["draw", "london", "-o", str(tmp_path / "london.png")]) == 2
    assert "branchline[png]" in capsys.readouterr().err


def test_a_layout_without_its_packages_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    modules = __import__("sys").modules
    for name in [name for name in modules if name.startswith("branchline.drawing.solver")]:
        monkeypatch.delitem(modules, name)
    monkeypatch.setitem(modules, "numpy", None)
    assert main(["layout", LANTERN]) == 2
    assert "branchline[layout]" in capsys.readouterr().err
