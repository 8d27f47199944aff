"""The puzzles that come with Branchline: each is sound, has one clearly best move, and shows nothing hidden."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from branchline import BranchlineError, IllegalMove, NotationError, load_board
from branchline.core.rng import Rng
from branchline.game.codec import board_codec
from branchline.game.grammar import parse
from branchline.game.view import SCORE_PARTS
from branchline.puzzles import (
    DIFFICULTIES,
    THEMES,
    Puzzle,
    boards,
    daily,
    find,
    judge,
    load,
    read_collection,
    search,
    write_collection,
)
from branchline.puzzles.compare import CERTAIN, Comparison, Look
from branchline.puzzles.library import HERE, collection
from branchline.puzzles.miner import PARTS, difficulty
from branchline.puzzles.puzzle import choice_of
from branchline.puzzles.themes import is_longest
from branchline.puzzles.words import PART_NAMES, THEME_NAMES, PuzzleWords
from branchline.review.analysis import Thinker, find_file

BOARDS = ("europe", "london", "usa")
EACH = 150
LARGEST = 1_000_000
#: Puzzles of each board that are looked at again, in other worlds.
AGAIN, LOOK = 3, Look(256, 10)


def all_puzzles() -> list[Puzzle]:
    return [puzzle for board in BOARDS for puzzle in load(board)]


def test_a_puzzle_is_short_where_it_is_printed() -> None:
    assert repr(find("usa-02601d")) == "<Puzzle usa-02601d: keep, difficulty 1>"


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_its_puzzles_made_for_it_as_it_is(board: str) -> None:
    found = collection(board)
    assert boards() == BOARDS
    assert len({puzzle.id for puzzle in found.puzzles}) == EACH
    assert found.digest == load_board(board).digest
    assert f"--seed {found.seed}" in found.command
    assert (HERE / f"{board}.json").stat().st_size < LARGEST


@pytest.mark.parametrize("board", BOARDS)
def test_answers_and_candidates_are_legal_and_one_choice_is_clearly_best(board: str) -> None:
    here = load_board(board)
    for puzzle in load(board):
        legal = {str(action) for action in puzzle.view.legal}
        assert legal >= {*puzzle.answers, *(one.move for one in puzzle.candidates)}, puzzle.id
        assert puzzle.view.actor == puzzle.view.seat
        choice = choice_of(puzzle.answers[0], here)
        assert {choice_of(move, here) for move in puzzle.answers} == {choice}
        assert puzzle.candidates[0].move == puzzle.answers[0]
        others = [one for one in puzzle.candidates if choice_of(one.move, here) != choice]
        assert puzzle.gap == min(one.behind for one in others)
        assert all(one.behind >= CERTAIN.least for one in others), puzzle.id
        assert all(one.behind > CERTAIN.errors * one.error for one in others), puzzle.id
        assert all(a.behind <= b.behind for a, b in pairwise(puzzle.candidates))


def test_the_longest_route_is_never_the_answer() -> None:
    for puzzle in all_puzzles():
        answer = parse(puzzle.answers[0], puzzle.view.board)
        assert not is_longest(puzzle.view.board, puzzle.view.legal, answer), puzzle.id


def test_themes_difficulties_and_reasons_are_known() -> None:
    for puzzle in all_puzzles():
        assert puzzle.theme in THEMES
        assert puzzle.difficulty == difficulty(len(puzzle.solvers)) in DIFFICULTIES
        words = PuzzleWords(puzzle, puzzle.view.board)
        assert all(words.say(reason) for reason in puzzle.reasons)
        assert puzzle.reasons, puzzle.id
    assert set(THEME_NAMES) == set(THEMES)
    assert set(PART_NAMES) == set(SCORE_PARTS)


def test_no_two_puzzles_are_of_the_same_part_of_a_game() -> None:
    for board in BOARDS:
        cars = load_board(board).cars
        parts = [
            (one.game, -1 if one.view.starting else PARTS * one.view.seats[one.seat].cars // (cars + 1))
            for one in load(board)
        ]
        assert len(set(parts)) == EACH


def test_what_the_seat_cannot_see_is_not_in_a_puzzle() -> None:
    for puzzle in all_puzzles():
        for entry in puzzle.position.log:
            if entry.seat != puzzle.seat:
                if entry.move.startswith("keep "):
                    assert set(entry.move.split()[1:]) == {"?"}
                if entry.move == "draw blind":
                    assert entry.chance[0] == "?"
        assert puzzle.position.revealed is None


@pytest.mark.parametrize("board", BOARDS)
def test_any_world_that_agrees_with_a_puzzle_looks_the_same(board: str) -> None:
    for puzzle in load(board)[::30]:
        views = [puzzle.view.determinise(Rng(seed)).view(puzzle.seat) for seed in (1, 2)]
        assert views[0].to_json() == views[1].to_json() == puzzle.view.to_json()


@pytest.mark.parametrize("board", BOARDS)
def test_the_answer_is_still_the_best_in_other_worlds(board: str) -> None:
    here = load_board(board)
    for puzzle in Random(board).sample(load(board), AGAIN):
        thinker = Thinker(here, find_file(here, puzzle.seats))
        found = Comparison(here, puzzle.view.knowledge(), thinker, puzzle.view.offer)
        moves = {choice_of(one.move, here): one.move for one in reversed(puzzle.candidates)}
        numbers = [board_codec(here).number(parse(move, here), puzzle.view.offer) for move in moves.values()]
        found.look([number for number in numbers if number is not None], LOOK, 987_654)
        assert found.choice(found.best) == choice_of(puzzle.answers[0], here), puzzle.id


def test_a_move_is_judged() -> None:
    puzzle = load("usa")[0]
    assert judge(puzzle, puzzle.answers[0]).mark == "right"
    wrong = puzzle.candidates[-1]
    assert judge(puzzle, wrong.move).mark == "wrong"
    assert judge(puzzle, wrong.move).tried == wrong
    with pytest.raises(IllegalMove):
        judge(puzzle, "pass")
    with pytest.raises(NotationError):
        judge(puzzle, "win")


def test_the_right_choice_paid_for_badly_is_told_apart() -> None:
    found = [
        (puzzle, one.move)
        for puzzle in all_puzzles()
        for one in puzzle.candidates
        if one.move not in puzzle.answers
        and choice_of(one.move, puzzle.view.board) == choice_of(puzzle.answers[0], puzzle.view.board)
    ]
    assert found
    assert {judge(puzzle, move).mark for puzzle, move in found} == {"payment"}


def test_the_puzzle_of_a_day_is_the_same_for_all_and_none_comes_twice_in_a_round() -> None:
    days = [dt.date(2026, 11, 18) + dt.timedelta(days=i) for i in range(3 * EACH)]
    chosen = [daily(day).id for day in days]
    assert len(set(chosen)) == 3 * EACH
    assert {daily(day).board for day in days[:3]} == set(BOARDS)
    assert [daily(day).id for day in days] == chosen
    assert daily(days[0], "london").board == "london"


def test_puzzles_are_found_by_id_board_theme_and_difficulty() -> None:
    one = load("europe")[7]
    assert find(one.id) == one
    assert one in search("europe", one.theme, one.difficulty)
    assert {puzzle.theme for puzzle in search(theme="keep")} == {"keep"}
    for wrong in ("europe-nothing", "mars-123456", "europe", ""):
        with pytest.raises(BranchlineError, match="there is no puzzle"):
            find(wrong)
    with pytest.raises(BranchlineError, match="there is no theme 'chess'"):
        search(theme="chess")
    with pytest.raises(BranchlineError, match="from 1 to 5"):
        search(difficulty=6)
    with pytest.raises(BranchlineError, match="there are no puzzles of 'mars'"):
        load("mars")


def test_puzzles_of_another_board_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "usa.json"
    write_collection(file, collection("usa"))
    assert read_collection(file, load_board("usa")) == collection("usa")
    with pytest.raises(BranchlineError, match="of another board"):
        read_collection(file, load_board("europe"))
    file.write_bytes(msgspec.json.encode({"board": "usa"}))
    with pytest.raises(BranchlineError, match="no collection of puzzles"):
        read_collection(file, load_board("usa"))
