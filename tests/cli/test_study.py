"""`branchline study`: a page that needs nothing else, JSON and CSV; refusals before anything is played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from branchline import cli, load_board


def test_a_page_with_a_heat_map_json_and_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, data, folder = tmp_path / "london.html", tmp_path / "london.json", tmp_path / "tables"
    arguments = ["london", "--bots", "hybrid", "rush", "--seats", "3", "--games", "60", "--processes", "1"]
    assert (
        cli.main(["study", *arguments, "--html", str(page), "--json", str(data), "--csv", str(folder)]) == 0
    )
    assert "London, 3 seats, seed 0: 60 games of hybrid, rush" in capsys.readouterr().out
    html = page.read_text()
    for route in load_board("london").routes:
        assert re.search(f'<g data-route="{route.id}"[^>]*fill="#', html)
    assert not re.search(r'(src|href)="(?!#)', html)  # nothing is fetched
    assert "fair points" in html
    found = json.loads(data.read_text())
    assert found["games"] == 60
    assert len(found["tickets"]) == len(load_board("london").tickets)
    assert {path.stem for path in folder.iterdir()} >= {"places", "bots", "tickets", "routes", "cities"}


def test_what_if_options_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--points", "1,2,4,7", "--cars", "12", "--no-doubles", "--processes", "1", "--seats", "2"]
    assert cli.main(["study", "london", "--games", "20", *options]) == 0
    assert (
        "what if: points by length 1, 2, 4, 7; 12 buses; one route of every double" in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--points", "1,x"], "--points takes whole numbers"),
        (["--ticket", "a-b"], "--ticket takes a ticket and its points"),
        (["--html", "nowhere/page.html"], "there is no folder nowhere"),
        (["--bots", "nobody"], "nobody"),
        (["--seats", "9"], "9"),
        (["--games", "0"], "games must be 1 to"),
    ],
)
def test_refusals(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["study", "london", *options]) == 2
    assert message in capsys.readouterr().err
