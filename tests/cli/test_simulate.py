"""`branchline simulate`: the same games whatever the processes, and clear words when it can't be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

from branchline import BranchlineError, cli, load_board
from branchline.arena.simulate import PORTION, Simulation, Summary
from branchline.core.playout import Playout
from branchline.game.codec import board_codec

COMMAND = [sys.executable, "-c", "import sys; from branchline.cli import main; sys.exit(main())", "simulate"]
LONDON = load_board("london")


def simulated(*arguments: str, **environment: str) -> dict[str, Any]:
    run = [*COMMAND, "--json", *arguments]
    printed = subprocess.run(run, env=os.environ | environment, capture_output=True, text=True, check=True)
    assert printed.stderr == ""
    found: dict[str, Any] = json.loads(printed.stdout)
    return found


def test_results_do_not_depend_on_processes_or_hashing() -> None:
    games = str(2 * PORTION + 17)
    runs = [
        simulated(
            "--board",
            "london",
            "--seats",
            "3",
            "--games",
            games,
            "--seed",
            "5",
            "--processes",
            processes,
            **hashing,
        )
        for processes, hashing in (("1", {"PYTHONHASHSEED": "1"}), ("2", {"PYTHONHASHSEED": "2"}))
    ]
    speeds = [run.pop("speed") for run in runs]
    assert runs[0] == runs[1]
    assert [speed["processes"] for speed in speeds] == [1, 2]
    assert runs[0]["games"] == int(games)


def test_the_summary_is_that_of_the_single_games() -> None:
    games, seats = 50, 3
    summary = Simulation(LONDON, seats, games, seed=9).run()
    playout, tables = Playout(), board_codec(LONDON).tables
    points: list[list[int]] = [[] for _ in range(seats)]
    decisions = turns = 0
    for index in range(games):
        playout.random_game(tables, seats, 9, index)
        decisions += playout.decisions
        turns += playout.state.turns
        for seat in range(seats):
            points[seat].append(playout.scores.row(seat)[5])
    assert [seat.mean for seat in summary.by_seat] == [pytest.approx(mean(mine)) for mine in points]
    assert [seat.deviation for seat in summary.by_seat] == [pytest.approx(stdev(mine)) for mine in points]
    assert (summary.decisions_per_game, summary.turns_per_game) == (decisions / games, turns / games)
    assert sum(seat.win_share for seat in summary.by_seat) == pytest.approx(1)
    assert 0 < summary.first_player_win_share < 1
    assert sum(summary.ends.values()) == pytest.approx(1)


def summary_of(games: int, seed: int = 0) -> Summary:
    return Simulation(LONDON, 2, games, seed).run()


def test_other_seeds_play_other_games() -> None:
    assert len({summary_of(30, seed).digest for seed in range(10)}) == 10
    assert summary_of(1).by_seat[0].deviation == 0


def test_stopping_leaves_the_first_games() -> None:
    simulation = Simulation(LONDON, 2, 10 * PORTION)
    found = simulation.run(lambda done: simulation.stop() if done >= 2 * PORTION else None)
    assert simulation.stopped
    assert found == summary_of(2 * PORTION)


def test_stopping_before_the_first_game_is_said() -> None:
    simulation = Simulation(LONDON, 2, 10)
    simulation.stop()
    with pytest.raises(BranchlineError, match="before a game"):
        simulation.run()


@pytest.mark.skipif(os.name == "nt", reason="no signals to send")
def test_ctrl_c_ends_with_what_was_played() -> None:
    run = [*COMMAND, "--board", "london", "--games", "100000000", "--processes", "2"]
    process = subprocess.Popen(
        run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    time.sleep(2.5)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes at once
    printed, errors = process.communicate(timeout=30)
    assert process.returncode in (130, 2)
    assert "Traceback" not in errors
    if process.returncode == 130:  # on a very busy machine no game may be over yet
        assert "Interrupted: the first" in printed


def test_a_summary_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "--board", "london", "--games", "60", "--processes", "1"]) == 0
    printed = capsys.readouterr()
    for words in ("London, 2 seats", "60 games", "games/s", "per game", "last turns", "digest"):
        assert words in printed.out
    assert printed.err == ""  # no progress bar where nobody looks


def test_a_board_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pocket = Path(__file__).parents[1] / "reference" / "pocket.toml"
    assert cli.main(["simulate", "--board", str(pocket), "--games", "300", "--json", "--processes", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["board"] == "pocket"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--games 0", "games must be 1 to"),
        ("--games -5", "games must be 1 to"),
        ("--seats 7", "Europe is for 2 to 5 seats, not for 7"),
        ("--seats 1", "not for 1"),
        ("--board london --seats 5", "London is for 2 to 4"),
        ("--board londn", "did you mean london"),
        ("--board nowhere.toml", "nowhere.toml"),
        ("--processes 0", "processes must be 1 to"),
        ("--seed -1", "seed must be 0 to"),
        (f"--seed {2**64}", "seed must be 0 to"),
    ],
)
def test_bad_arguments_get_one_clear_line(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", *arguments.split()]) == 2
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
