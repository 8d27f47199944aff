"""Specs, levels, and the commands that list and check bots."""

import pytest

from branchline import BranchlineError, Game
from branchline.bots import LEVELS, BotKind, bot_names, make_bot, offered_names, parse_spec, register
from branchline.cli import main


def test_a_spec_names_a_bot_and_its_parameters() -> None:
    kind, values = parse_spec("search:time=0.5,threads=2")
    assert (kind.name, values) == ("search", {"time": 0.5, "threads": 2})
    assert make_bot("rush:min=5", seed=3).spec == "rush:min=5"


@pytest.mark.parametrize(
    ("spec", "right"),
    [
        ("rusch", "rush, hybrid"),
        ("rush:max=3", "it knows min"),
        ("rush:min=9", "from 1 to 8"),
        ("rush:min=x", "a whole number"),
        ("greedy:deep=1", "it has no parameters"),
        ("search:time", "name=value"),
        ("exec:", "exec:PROGRAM"),
        ("exec:'x", "No closing quotation"),
    ],
)
def test_a_wrong_spec_is_told_what_would_be_right(spec: str, right: str) -> None:
    with pytest.raises(BranchlineError, match=right):
        make_bot(spec)


def test_every_level_is_a_bot() -> None:
    assert [level.name for level in LEVELS] == ["novice", "easy", "medium", "hard", "expert", "master"]
    for level in LEVELS:
        make_bot(level.name).close()


def test_a_name_is_given_once() -> None:
    with pytest.raises(BranchlineError, match="already"):
        register(BotKind("hybrid", "", lambda values, seed: make_bot("greedy")))


@pytest.mark.parametrize("name", [n for n in bot_names() if not n.startswith("search")])
def test_a_bot_is_the_same_for_the_same_seed(name: str) -> None:
    games = [Game("london", seats=2, seed=4) for _ in range(2)]
    for game in games:
        bots = [make_bot(name, seed=seat) for seat in range(2)]
        while game.actor is not None:
            game.play(bots[game.actor].choose(game.view(game.actor)))
    assert games[0].record() == games[1].record()


def test_the_command_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in (*bot_names(), *(level.name for level in LEVELS)))


def test_the_command_checks_a_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot-check", "hybrid", "--positions", "220"]) == 0
    assert "passed" in capsys.readouterr().out
    assert main(["bot-check", "exec:false", "--positions", "11"]) == 1
    assert "the program has ended" in capsys.readouterr().out
    for wrong in (["--positions", "0"], ["--seconds", "0"], ["--seconds", "nan"]):
        assert main(["bot-check", "random", *wrong]) == 2
        assert f"{wrong[0][2:]} must be" in capsys.readouterr().err


def test_frozen_bots_can_play_but_are_not_offered() -> None:
    assert make_bot("hybrid-1").spec == "hybrid-1"
    assert "hybrid-1" in bot_names()
    assert "hybrid-1" not in offered_names()
