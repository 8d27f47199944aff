"""Mining puzzles: the same from the same seed, stopped and resumed, and written by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline import BranchlineError, load_board
from branchline.cli import main
from branchline.game.grammar import parse
from branchline.puzzles import boards, load, read_collection
from branchline.puzzles.miner import Miner, difficulty
from branchline.puzzles.themes import blocked_seat, may_have
from branchline.review import FileStore

LONDON = load_board("london")
#: A seed whose first games have puzzles.
SEED, GAMES = 1, 3
#: A game of that seed in which a block is the answer.
BLOCKS = 319


@pytest.mark.slow
def test_a_seed_gives_the_same_puzzles_with_any_threads_and_from_a_store(tmp_path: Path) -> None:
    found = Miner(LONDON, SEED).mine(GAMES)
    assert found
    with FileStore(tmp_path / "store") as store:
        assert Miner(LONDON, SEED, store, threads=3).mine(GAMES) == found
        kept = len(store)
        assert kept == GAMES
        assert Miner(LONDON, SEED, store).mine(GAMES) == found
        assert len(store) == kept


@pytest.mark.slow
def test_the_command_writes_a_collection_and_goes_on_from_its_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, store = tmp_path / "some.json", tmp_path / "store"
    command = ["puzzles", "mine", "london", "--seed", str(SEED), "--out", str(out), "--store", str(store)]
    assert main([*command, "--count", "99", "--games", "1"]) == 2
    assert "look through more of them" in capsys.readouterr().err
    assert main([*command, "--count", "1", "--games", str(GAMES)]) == 0
    assert "london: 1 of" in capsys.readouterr().out
    found = read_collection(out, LONDON)
    assert found.command == f"branchline puzzles mine london --count 1 --games {GAMES} --seed {SEED}"
    assert found.puzzles[0].reasons


def test_games_are_looked_through_for_some_themes_alone() -> None:
    rare = Miner(LONDON, SEED, themes=("end", "block"))
    found = rare.mine(1, first=BLOCKS) + rare.mine(1)
    assert [puzzle.theme for puzzle in found] == ["block"]
    assert found[0].game == BLOCKS
    answer = parse(found[0].answers[0], LONDON)
    assert blocked_seat(LONDON, found[0].view.knowledge().state, answer.target) is not None


def test_a_collection_is_extended_by_a_theme_that_it_lacks() -> None:
    """What is finished already is not looked at again, and the rarest theme comes first."""
    old = [puzzle for puzzle in load("london") if puzzle.theme != "block"]
    new = next(puzzle for puzzle in load("london") if puzzle.theme == "block")
    themes = len({puzzle.theme for puzzle in old})
    chosen = Miner(LONDON, SEED).finish([], themes + 1, finished=[*old, new])
    assert new in chosen
    assert len({puzzle.theme for puzzle in chosen}) == themes + 1


def test_what_a_decision_cannot_be_about_is_seen_at_once_and_no_puzzle_is_passed_over() -> None:
    for puzzle in (one for board in boards() for one in load(board)):
        view = puzzle.view
        state, draws = view.knowledge().state, [one for one in view.legal if one.kind == "draw"]
        assert may_have(puzzle.theme, view.board, state, view.legal), puzzle.id
        assert not any(may_have(theme, view.board, state, draws) for theme in ("station", "end", "block"))


def test_an_unknown_theme_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "mine", "london", "--themes", "chess"]) == 2
    assert "there is no theme 'chess': there are keep, tunnel" in capsys.readouterr().err


def test_a_puzzle_is_the_harder_the_fewer_levels_solve_it() -> None:
    assert [difficulty(solvers) for solvers in range(7)] == [5, 5, 4, 3, 2, 1, 1]


def test_wrong_numbers_are_refused_before_anything_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "mine", "london", "--games", "0"]) == 2
    assert "--games must be 1 or more, not 0" in capsys.readouterr().err
    with pytest.raises(BranchlineError, match="0 puzzles were found"):
        Miner(LONDON, SEED).finish([], 1)
