"""`branchline review`: tables and a graph, JSON and a page, and clear words for what can't be reviewed."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from branchline import Game, cli
from branchline.review import Review, review
from branchline.review.show import show
from tests.review.games import played


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(played().record(), encoding="utf-8")
    return path


def test_it_prints_figures_a_graph_and_moments(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["review", str(record), "--level", "quick", "--names", "Ann", "Bo"]) == 0
    printed = capsys.readouterr().out
    for words in (
        "London, 2 seats",
        "Ann",
        "Bo",
        "PR",
        "residual",
        "Chances to win",
        "Key moments",
        "●",
        "▲",
    ):
        assert words in printed


def test_nothing_but_names_and_sentences_is_broken_at_80_columns() -> None:
    game = played()
    console = Console(width=80, file=StringIO(), highlight=False)
    console.print(show(review(game, "quick"), game.board, ["Annabella-Margarethe", "Bo"]))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert all(len(line) <= 80 for line in lines)
    assert not any("…" in line for line in lines)
    assert lines[2].split()[-3:] == ["?!", "?", "??"]


def test_it_writes_json_and_a_page_that_needs_nothing_else(record: Path, tmp_path: Path) -> None:
    out, page, store = tmp_path / "out.json", tmp_path / "out.html", tmp_path / "store.sqlite"
    command = ["review", str(record), "--level", "quick", "--json", str(out), "--html", str(page)]
    assert cli.main([*command, "--store", str(store)]) == 0
    found = Review.from_json(out.read_bytes())
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") >= 2
    assert not re.search(r"""(src|href)=["']https?:""", text)
    data = json.loads(re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    assert tuple(data["moves"]) == found.moves
    assert "bl-review" in found._repr_html_()
    assert "<button" not in found._repr_html_(), "nothing that only a script could do"


def test_the_page_shows_for_every_choice_its_candidates_and_what_the_mover_knew(
    record: Path, tmp_path: Path
) -> None:
    page = tmp_path / "out.html"
    assert cli.main(["review", str(record), "--level", "quick", "--html", str(page)]) == 0
    found, text = review(played(), "quick"), page.read_text(encoding="utf-8")
    assert "level quick: up to 8 worlds" in text
    assert "What the words mean" in text
    data = json.loads(re.search(r'<script type="application/json">(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    parts = [part for one in found.decisions for part in one.parts if len(part.candidates) > 1]
    assert len(parts) > 20
    assert data["choices"].keys() == {str(part.ply) for part in parts}
    for part in parts:
        shown = data["choices"][str(part.ply)]
        values = [cells[1] for cells, _ in shown["moves"]]
        assert values[0] == f"{100 * part.candidates[0].value:.1f} %"
        (made,) = [cells for cells, played in shown["moves"] if played]
        assert made[1:] == [f"{100 * part.candidates[part.played].value:.1f} %", ""]
        best = part.candidates[0].move.split()
        assert shown["best"] == (best[1] if part.played and best[0] == "claim" else "")
    for point, said in zip(found.points, data["next"], strict=True):
        if point.seat is not None and point.known is not None:
            assert (
                f"seat {point.seat} (at {100 * point.known.chance[point.seat]:.0f} % by what it knows)"
                in said
            )
    assert data["next"][-1] == "The game is over."


def test_json_can_be_printed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["review", str(record), "--level", "quick", "--json", "-"]) == 0
    assert Review.from_json(capsys.readouterr().out).level == "quick"


@pytest.mark.parametrize(
    ("change", "arguments", "complaint"),
    [
        (lambda text: text.replace("london", "lomdon", 1), [], "line 2"),
        (lambda text: text, ["--seat", "7"], "--seat: there is no seat 7"),
        (lambda text: text, ["--names", "Ann"], "--names: 2 seats need 2 names"),
        (lambda text: text, ["--threads", "0"], "--threads must be 1 or more"),
        (lambda text: Game("london", seats=2, seed=1).record(), ["--level", "quick"], "not over"),
    ],
)
def test_what_it_refuses(
    change: object, arguments: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(change(played().record()), encoding="utf-8")  # type: ignore[operator]
    assert cli.main(["review", str(path), *arguments]) == 2
    assert complaint in capsys.readouterr().err
