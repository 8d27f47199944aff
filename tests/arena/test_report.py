"""What is told of a match: tables, CSV, JSON, the picture, and the command that makes them."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from branchline import cli
from branchline.arena import Match, ResultStore, make_lineups, play_match
from branchline.arena.executors import Inline
from branchline.arena.reports.display import bot_rows, show
from branchline.arena.reports.grid import Grid
from branchline.arena.reports.ladder import BEGIN, END, ladder_svg
from branchline.arena.reports.ratings import Anchor
from branchline.arena.reports.report import COLUMNS, MatchReport, make_report, to_csv, to_json
from branchline.cli.arena import make_anchor

from .fakes import LONDON

pytestmark = pytest.mark.usefixtures("fakes", "in_this_process")


@pytest.fixture
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.arena.executors.local_executor", lambda processes: Inline())


@pytest.fixture
def report(fakes: None) -> MatchReport:
    match = Match(LONDON, tuple(make_lineups(["guess", "builder", "crash"], 2)), 4)
    store = ResultStore()
    play_match(match, store, Inline())
    return make_report(match, store, "one", Anchor("guess", 1000))


def test_the_csv_has_a_row_for_each_bot_and_for_each_table(report: MatchReport) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv([report]))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 3 + 3 * 2
    assert {row["lineup"] for row in rows} == {"all", "guess v builder", "guess v crash", "builder v crash"}
    for row in rows:
        assert 0 <= float(row["low"]) <= float(row["win"]) <= float(row["high"]) <= 1
        assert int(row["games"]) == (16 if row["lineup"] == "all" else 8)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_figure_is_cut_short_where_the_terminal_is_narrow(report: MatchReport, width: int) -> None:
    out = io.StringIO()
    Console(file=out, width=width).print(show(report))
    text = out.getvalue()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width
    rows = bot_rows(report)
    for row in rows[1:]:
        lines = [line for line in text.splitlines() if line.startswith(row[0])]
        assert all(any(cell in line for line in lines) for cell in row), (
            "every figure is in a line of its bot"
        )
    for title in rows[0]:
        assert all(word in text for word in title.split())


def test_a_table_that_fits_stands_as_it_is() -> None:
    out = io.StringIO()
    rows = [["bot", "points a turn", "of"], ["hybrid", "3.32", "2"], ["rush", "2.65", "2"]]
    console = Console(file=out, width=28)
    console.print(Grid(rows))
    assert [line.rstrip() for line in out.getvalue().splitlines()] == [
        "bot     points a turn  of",
        "hybrid           3.32   2",
        "rush             2.65   2",
    ]
    out.truncate(0)
    out.seek(0)
    console.width = 16
    console.print(Grid(rows))
    assert [line.rstrip() for line in out.getvalue().splitlines()] == [
        "        points",
        "bot     a turn",
        "hybrid    3.32",
        "rush      2.65",
        "",
        "bot     of",
        "hybrid   2",
        "rush     2",
    ]


def test_the_json_is_the_whole_report(report: MatchReport) -> None:
    told = json.loads(to_json([report]))
    assert set(told) == {
        "board", "digest", "seats", "pairing", "seed", "deals", "games", "wanted", "bots", "lineups", "cross",
        "rating_model", "rated_games", "anchor", "ratings", "faults", "sprt",
    }  # fmt: skip
    assert (told["board"], told["pairing"], told["games"], told["wanted"]) == ("london", "pairs", 24, 24)
    assert [one["bot"] for one in told["faults"]] == ["crash"]
    assert {one["bot"]: one["elo"] for one in told["ratings"]}["guess"] == 1000
    assert told["bots"][0]["win"].keys() == {"value", "low", "high"}


def test_the_picture_shows_every_rated_bot(report: MatchReport) -> None:
    picture = ET.fromstring(ladder_svg(report))
    words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    for one in report.ratings:
        assert one.bot in words
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}circle"))) == 3


def test_the_command_plays_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: tmp_path / f"out.{name}" for name in ("csv", "json", "svg")}
    command = ["arena", "guess", "builder", "crash", "--board", "london", "--games", "6", "--processes", "1"]
    command += ["--seats", "2", "--results", str(tmp_path / "games.jsonl"), "--anchor", "builder=1500"]
    for name, path in files.items():
        command += [f"--{name}", str(path)]
    assert cli.main(command) == 0
    first = capsys.readouterr().out
    assert "london, 2 seats, every pairing: 18 games on 3 deals, seed 0; fair share 50 %" in first
    assert "Bradley–Terry over all 18 stored games (london, 2 seats); builder = 1500" in first
    assert "crash forfeited" in first
    assert all(path.stat().st_size for path in files.values())
    assert cli.main(command) == 0
    assert capsys.readouterr().out == first


def test_the_ladder_is_written_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    command = ["arena", "guess", "builder", "--games", "4", "--processes", "1", "--ladder", str(page)]
    command += ["--results", str(tmp_path / "games.jsonl")]
    page.write_text("# Bots\n")
    assert cli.main(command) == 2
    page.write_text(f"# Bots\n\n{BEGIN}old\n{END}\nthe end\n")
    assert cli.main(command) == 0
    told = page.read_text()
    assert told.startswith("# Bots\n")
    assert told.endswith("\nthe end\n")
    assert "old" not in told
    for board in ("usa", "europe", "london"):
        for seats in (2, 4):
            assert f"### {board}, {seats} seats\n" in told
            assert (tmp_path / "img" / f"ladder-{board}-{seats}.svg").exists()
    assert cli.main(command) == 0
    assert page.read_text() == told


def test_three_seats_have_a_third_each(capsys: pytest.CaptureFixture[str]) -> None:
    command = shlex.split("arena random greedy --board london --seats 3 --games 3 --processes 1")
    assert cli.main(command) == 0
    assert "fair share 33.3 %" in capsys.readouterr().out


def test_four_seats_say_what_the_company_is(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "guess", "builder", "--board", "london", "--seats", "4", "--games", "4"]
    assert cli.main([*command, "--processes", "1"]) == 0
    told = capsys.readouterr().out
    assert "each bot alone against a table of another" in told
    assert "Win % of the row, alone against 3 of the column" in told
    assert "Plackett–Luce" in told


def test_the_sprt_stops_the_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "builder", "guess", "--board", "london", "--games", "4000", "--sprt", "0", "200"]
    command += ["--processes", "1", "--results", str(tmp_path / "games.jsonl")]
    assert cli.main(command) == 0
    told = capsys.readouterr().out
    assert "200 Elo or more" in told
    stored = (tmp_path / "games.jsonl").read_text().count("\n")
    assert stored < 200
    assert cli.main(command) == 0  # what is decided is not played on
    assert (tmp_path / "games.jsonl").read_text().count("\n") == stored
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (["--seats", "9"], "2 to 4 seats"),
        (["--seed", "-1"], "from 0 to 2^64 - 1"),
        (["--games", "0"], "must be more than 0"),
        (["--processes", "0"], "must be more than 0"),
        (["--limit", "nan"], "must be more than 0"),
        (["--sprt", "20", "0"], "smaller difference first"),
        (["--sprt", "nan", "20"], "smaller difference first"),
        (["--anchor", "nobody"], "--anchor: nobody has no games here; there are builder, guess"),
        (["--anchor", "guess=high"], "--anchor: guess=high has no games here; there are builder, guess"),
        (["--results", "nowhere/games.jsonl"], "nowhere/games.jsonl: No such file or directory"),
        (["--results", "."], ".: Is a directory"),
        (["--sprt", "0", "20", "--seats", "3"], "two bots at two seats"),
        (["--ray"], 'pip install "branchline[ray]"'),
    ],
)
def test_what_cannot_be_played_is_refused(
    extra: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--ray" in extra and _has_ray():
        pytest.skip("ray is installed")
    assert cli.main(["arena", "guess", "builder", "--board", "london", *extra]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--csv", "--json", "--svg", "--ladder"])
def test_where_nothing_can_be_written_nothing_is_played(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "games.jsonl"
    command = f"arena random greedy --board london --games 2 --processes 1 --results {results} {option}"
    for place, said in ((tmp_path / "nowhere" / "file", "No such file"), (tmp_path, "Is a directory")):
        assert cli.main([*command.split(), str(place)]) == 2
        assert f"branchline: {place}: {said}" in capsys.readouterr().err
    assert not results.exists()


def _has_ray() -> bool:
    try:
        import ray  # noqa: F401
    except ImportError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        (None, Anchor("first", 0)),
        ("rush", Anchor("rush", 0)),
        ("rush=1500", Anchor("rush", 1500)),
        ("rush:min=6=1500", Anchor("rush:min=6", 1500)),
        ("rush:min=6", Anchor("rush:min=6", 0)),
        ("bot:style=bold", Anchor("bot:style=bold", 0)),
    ],
)
def test_the_anchor(text: str | None, anchor: Anchor) -> None:
    assert make_anchor(text, ["first", "rush:min=6"]) == anchor
