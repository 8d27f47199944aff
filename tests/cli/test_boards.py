"""`branchline boards` and `branchline check`, variants on the command line, and the help of every command."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from branchline import Game, cli
from branchline.board import DEFAULT_BOARD, board_names, variant_names
from branchline.cli.command import build_parser
from branchline.terminal.rules import TEXTS

COMMAND = [sys.executable, "-m", "branchline"]


def test_all_boards_and_variants_are_listed_with_their_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["boards"]) == 0
    rows = {line.split()[0]: line.split() for line in capsys.readouterr().out.splitlines()[1:]}
    assert rows.keys() == {*board_names(), *variant_names()}
    assert rows["usa"] == ["usa", "USA", "2–5", "36", "100", "30", "2,", "3,", "4,", "5", "seats"]
    assert rows["europe-mega"] == ["europe-mega", "Europe", "Mega", "2–5", "47", "101", "101", "none"]


@pytest.mark.parametrize("command", ["boards", "bots"])
def test_lists_break_no_word_where_the_terminal_is_narrow(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command]) == 0
    words = capsys.readouterr().out.split()
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert cli.main([command]) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    assert sorted(told.split()) == sorted(words)


@pytest.mark.parametrize("language", TEXTS)
def test_a_variant_says_what_it_changes_in_each_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["boards", "usa-mega", "--language", language]) == 0
    told = capsys.readouterr().out
    assert TEXTS[language]["title"].format(name="USA Mega", base="USA") in told
    assert TEXTS[language]["deal"].format(n=5, keep=3) in told
    assert TEXTS[language]["most_tickets"].format(n=15) in told
    assert "Los Angeles – Miami 19 (20)" in told
    assert TEXTS[language]["no_longest"] not in told


def test_every_language_has_every_sentence_with_the_same_values() -> None:
    def values(text: str) -> list[str]:
        return sorted(part.partition("}")[0] for part in text.split("{")[1:])

    for texts in TEXTS.values():
        assert {key: values(text) for key, text in texts.items()} == {
            key: values(text) for key, text in TEXTS["en"].items()
        }


def test_check_tells_all_mistakes_and_the_status_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "london"\nhand = 40\ncars = 0\n', encoding="utf-8")
    assert cli.main(["check", str(file)]) == 1
    *mistakes, count = capsys.readouterr().out.splitlines()
    assert mistakes == [
        f"{file}: cars: must be at least 1, not 0",
        f"{file}: hand: must be at most 20, not 40",
    ]
    assert count == "2 mistakes"
    file.write_text('extends = "london"\nhand = 3\n', encoding="utf-8")
    assert cli.main(["check", str(file)]) == 0
    assert "London can be played" in capsys.readouterr().out


def parsers() -> dict[str, argparse.ArgumentParser]:
    (commands,) = (one for one in build_parser()._actions if isinstance(one, argparse._SubParsersAction))
    return dict(commands.choices)


@pytest.mark.parametrize("command", parsers())
def test_every_help_has_an_example_that_can_be_parsed(command: str) -> None:
    epilog = parsers()[command].epilog or ""
    assert epilog.startswith("example: branchline "), command
    example = epilog.removeprefix("example: branchline ").partition(". ")[0]
    assert build_parser().parse_args(example.rstrip(".").split()).run


def run(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], input=lines, capture_output=True, text=True, check=False)


def test_a_variant_is_played_in_the_terminal_and_says_its_rules(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    arguments = ("play", "--board", "europe-mega", "--seats", "2", "--seed", "1", "--record", str(file))
    played = run(*arguments, lines="rules\nrules es\n1 2 7\nquit\n")
    assert (played.returncode, played.stderr) == (0, "")
    assert "you are dealt 7 tickets, 2 of them long" in played.stdout.replace("\n", " ")
    assert "recibes 7 billetes, 2 de ellos largos" in played.stdout.replace("\n", " ")
    kept = Game.replay(file.read_text(encoding="utf-8"))
    assert (kept.board.id, len(kept.view(0).tickets)) == ("europe-mega", 3)


def test_a_variant_is_played_in_the_arena_with_its_bonus(tmp_path: Path) -> None:
    results = tmp_path / "games.jsonl"
    arguments = ("--board", "usa-1910", "--games", "20", "--seats", "2", "--processes", "1")
    played = run("arena", "hybrid", "planner", *arguments, "--results", str(results))
    assert played.returncode == 0, played.stderr
    assert "most tickets" in played.stdout
    assert '"board":"usa-1910"' in results.read_text(encoding="utf-8")


def test_without_a_board_all_commands_play_on_the_same(tmp_path: Path) -> None:
    told = run("simulate", "--games", "4", "--processes", "1").stdout
    assert "Europe, 3 seats" in told
    told = run("arena", "random", "greedy", "--games", "3", "--processes", "1").stdout
    assert told.startswith(f"{DEFAULT_BOARD}, 3 seats")
