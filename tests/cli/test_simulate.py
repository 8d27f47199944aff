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
from branchline.arena.executors import Processes
from branchline.arena.jobs import GamesJob
from branchline.arena.simulation import PORTION, Simulation, Summary
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
    found = simulation.run(watch=lambda _: simulation.totals.games >= 2 * PORTION)
    assert found == summary_of(2 * PORTION)


def test_games_that_come_early_wait_for_those_before_them() -> None:
    simulation = Simulation(LONDON, 2, 4 * PORTION)
    first, second, third, _ = [job.play() for job in simulation.jobs(1)]
    assert [simulation.add(one) for one in (first, third)] == [PORTION, 0]
    assert simulation.summary() == summary_of(PORTION)
    assert simulation.add(second) == 2 * PORTION
    assert simulation.summary() == summary_of(3 * PORTION)


def test_stopping_before_the_first_game_is_said() -> None:
    with pytest.raises(BranchlineError, match="before a game"):
        Simulation(LONDON, 2, 10).summary()


#: Hears Ctrl-C even if these tests are run where it is ignored, as in the background of a shell.
STOPPABLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from branchline.cli import main
sys.exit(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="no signals to send")
@pytest.mark.parametrize("bots", [["random"], ["rush", "greedy"]], ids=lambda bots: " ".join(bots))
@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_with_what_was_played(bots: list[str], sent: signal.Signals, status: int) -> None:
    """Nothing else is printed: no trace, and no warning of Python's about semaphores."""
    options = ["--board", "london", "--games", "100000000", "--processes", "2", "--bots", *bots]
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPABLE, "simulate", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(5)
    if sent == signal.SIGINT:
        os.killpg(process.pid, sent)  # as a terminal does: to all processes at once
    else:
        process.send_signal(sent)
    printed, errors = process.communicate(timeout=60)
    if process.returncode == 2:  # on a very busy machine no game may be over yet
        assert errors == "branchline: interrupted before a game was over\n"
        return
    assert (process.returncode, errors) == (status, "")
    assert "Interrupted: the first" in printed


#: What `branchline simulate` told before it was a schedule of the arena: arguments, digest, points and shares.
KNOWN = [
    (
        ("europe", 3, 2000, 3),
        "5bf6b3b5b62b",
        [(-42.01, 0.333), (-42.796, 0.34325), (-42.407, 0.32375)],
        (279.1985, 173.347, 0.327),
    ),
    (
        ("usa", 2, 500, 0),
        "008a18859913",
        [(-74.78, 0.498), (-70.61, 0.502)],
        (158.724, 101.044, 0.528),
    ),
    (
        ("london", 4, 417, 5),
        "7f1ccb5d0f76",
        [
            (-2.613908872901679, 0.2146282973621103),
            (-1.023980815347722, 0.3225419664268585),
            (-1.5491606714628297, 0.2577937649880096),
            (-2.7985611510791366, 0.20503597122302158),
        ],
        (124.81534772182255, 79.3021582733813, 0.23980815347721823),
    ),
]


@pytest.mark.parametrize(("games", "digest", "by_seat", "others"), KNOWN, ids=lambda value: str(value)[:24])
def test_random_games_are_what_they_always_were(
    games: tuple[str, int, int, int],
    digest: str,
    by_seat: list[tuple[float, float]],
    others: tuple[float, float, float],
) -> None:
    board, seats, count, seed = games
    found = Simulation(load_board(board), seats, count, seed).run()
    assert found.digest == digest
    assert [(seat.mean, seat.win_share) for seat in found.by_seat] == by_seat
    assert (found.decisions_per_game, found.turns_per_game, found.first_player_win_share) == others


def test_any_bots_take_the_seats_in_turn() -> None:
    """The same games as those of a match with this seating, summed up."""
    simulation = Simulation(LONDON, 3, 45, seed=4, bots=["rush", "greedy"])
    assert simulation.bots == ("rush", "greedy", "rush")
    found = simulation.run()
    games = GamesJob(LONDON, 4, tuple((deal, simulation.bots) for deal in range(45))).play()
    for seat, one in enumerate(found.by_seat):
        assert one.bot == simulation.bots[seat]
        assert one.mean == pytest.approx(mean(game.seats[seat].total for game in games))
        assert one.deviation == pytest.approx(stdev(game.seats[seat].total for game in games))
        assert one.win_share == pytest.approx(mean(game.shares[seat] for game in games))
    assert found.first_player_win_share == pytest.approx(mean(game.shares[game.first] for game in games))
    assert found.ends["stalemate"] == mean(game.stalemate for game in games)


def test_games_of_bots_do_not_depend_on_the_processes_or_on_leaving_the_core() -> None:
    inside = Simulation(LONDON, 2, 50, bots=["rush", "greedy"]).run()
    assert Simulation(LONDON, 2, 50, bots=["rush", "greedy"]).run(Processes(2)) == inside
    job = next(Simulation(LONDON, 2, 3, bots=["rush", "greedy"]).jobs(1))
    outside = job.outside_core()
    assert outside is not None
    assert outside.play().totals.digest == job.play().totals.digest


def test_other_bots_play_other_games() -> None:
    digests = {
        Simulation(LONDON, 2, 20, seed, bots).run().digest
        for bots in (["rush", "greedy"], ["greedy", "rush"], ["greedy"], ["random"])
        for seed in (0, 1)
    }
    assert len(digests) == 8


def test_bots_that_fail_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    command = "simulate --bots exec:false greedy --board london --games 2 --processes 1"
    assert cli.main(command.split()) == 0
    told = capsys.readouterr().out
    assert "exec:false" in told
    assert "in 2 games; the first time: ProgramError: the program has ended" in told


def test_it_needs_no_packages_of_the_arena() -> None:
    """Neither for random games nor for those of other bots."""
    code = (
        "import sys; sys.modules |= dict.fromkeys(['numpy', 'scipy', 'choix']); from branchline.cli import main; "
        "sys.exit(main('simulate --board london --games 30 --processes 2 --bots rush greedy'.split()))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
    assert "London, 2 seats, seed 0: 30 games" in told.stdout


def test_a_summary_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "--board", "london", "--games", "60", "--processes", "1"]) == 0
    printed = capsys.readouterr()
    for words in ("London, 3 seats", "60 games", "games/s", "per game", "last turns", "digest"):
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
        ("--bots rush greedy path --seats 2", "2 seats take 1 to 2 bots, not 3"),
        ("--bots rusch", "no bot 'rusch'"),
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
