"""Games of a run as records, and played again from its results."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from branchline import BranchlineError, Game, cli, load_board
from branchline.arena.jobs import native_game, play_game
from branchline.arena.native import play_native
from branchline.arena.replays import play_again, read_result

RUN = ["arena", "random", "hybrid", "--board", "london", "--seats", "2", "--games", "6", "--processes", "1"]


def test_the_core_s_game_move_by_move_ends_as_its_result_says() -> None:
    for name, bots in (
        ("europe", ("random", "hybrid", "hungry")),
        ("usa", ("search:rollouts=20,threads=1", "rush")),
    ):
        board = load_board(name)
        (result,) = play_native(board, 3, ((5, bots),))
        game = native_game(board, 3, 5, bots)
        assert [score.total for score in game.scores()] == [seat.total for seat in result.seats]
        assert game.moves == sum(seat.decisions for seat in result.seats)


def test_every_game_of_a_run_has_a_record_and_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, records, record = tmp_path / "run.jsonl", tmp_path / "records", tmp_path / "game.txt"
    assert cli.main([*RUN, "--results", str(results), "--records", str(records)]) == 0
    stored = {path.read_text() for path in records.iterdir()}
    lines = results.read_text().splitlines()
    assert len(stored) == len(lines) == 6
    assert "record" not in results.read_text()
    for number in range(1, 7):
        assert cli.main(["replay", str(results), "--game", str(number), "--record", str(record)]) == 0
        assert record.read_text() in stored
        assert Game.replay(record.read_text()).over
    capsys.readouterr()
    assert cli.main(["replay", str(results), "--game", "2"]) == 0
    printed = capsys.readouterr().out
    assert "keep" in printed
    assert "rank 1" in printed


def test_games_without_a_record_are_played_again_and_not_stored_twice(tmp_path: Path) -> None:
    results, records = tmp_path / "run.jsonl", tmp_path / "records"
    assert cli.main([*RUN, "--results", str(results)]) == 0
    assert cli.main([*RUN, "--results", str(results), "--records", str(records)]) == 0
    assert len(list(records.iterdir())) == len(results.read_text().splitlines()) == 6


def test_a_game_outside_the_core_brings_its_record() -> None:
    found = play_game(load_board("london"), 1, 0, ("hybrid", "greedy"), 60.0, records=True)
    game = Game.replay(found.record)
    assert [score.total for score in game.scores()] == [seat.total for seat in found.seats]


def test_replays_refuse_what_they_can_t_repeat(tmp_path: Path) -> None:
    results = tmp_path / "run.jsonl"
    assert cli.main([*RUN, "--results", str(results)]) == 0
    with pytest.raises(BranchlineError, match="has 6 games; there is no game 7"):
        read_result(results, 7)
    with pytest.raises(BranchlineError, match="counted from 1"):
        read_result(results, 0)
    result = read_result(results, 1)
    with pytest.raises(BranchlineError, match="another version of london"):
        play_again(result, load_board("usa"))
    seats = (replace(result.seats[0], total=result.seats[0].total + 1), *result.seats[1:])
    with pytest.raises(BranchlineError, match="came out differently"):
        play_again(replace(result, seats=seats), load_board("london"))


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder with the records of two finished games, and one that is not over."""
    folder = tmp_path / "records"
    folder.mkdir()
    for deal in (0, 1):
        game = native_game(load_board("london"), 1, deal, ("hybrid", "rush"))
        (folder / f"{deal}.txt").write_text(game.record(), encoding="utf-8")
    (tmp_path / "open.txt").write_text(Game("london", seats=2, seed=1).record(), encoding="utf-8")
    return folder


def test_a_record_or_one_of_a_folder_is_shown_like_a_game_of_results(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["replay", str(records), "--game", "2"]) == 0
    from_folder = capsys.readouterr().out
    assert cli.main(["replay", str(records / "1.txt")]) == 0
    assert capsys.readouterr().out == from_folder
    assert "London, 1.txt; seat" in from_folder
    assert cli.main(["replay", str(records.parent / "open.txt")]) == 0
    assert "the game is not over: seat" in capsys.readouterr().out


def test_a_replay_can_be_watched_and_goes_as_the_game_went(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.replay((records / "0.txt").read_text(encoding="utf-8"))
    assert cli.main(["replay", str(records / "0.txt"), "--watch"]) == 0
    told = capsys.readouterr().out
    moves = [entry for entry in game.log if entry.seat is not None]
    for ply, entry in enumerate(moves, 1):
        assert re.search(rf"^ *{ply} [●▲] Seat {entry.seat}  {re.escape(entry.move)}", told, re.MULTILINE)
    assert f"Seat {game.winners()[0]} wins." in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("records", "--game", "3"), "has 2 records; there is no game 3"),
        (("records/0.txt", "--game", "2"), "is the record of one game"),
        (("open.txt", "--watch"), "this game is not over after 0 moves"),
        (("records", "--watch", "--pace", "-1"), "--pace takes seconds"),
        (("nowhere.jsonl",), "No such file"),
    ],
)
def test_what_is_not_there_can_t_be_shown(
    records: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert cli.main(["replay", str(records.parent / words[0]), *words[1:]]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="no pipes of this kind")
def test_a_reader_that_has_had_enough_is_no_error(records: Path) -> None:
    command = [sys.executable, "-m", "branchline", "replay", str(records / "0.txt")]
    reader, writer = os.pipe()
    os.close(reader)
    told = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (told.returncode, told.stderr) == (141, "")
