"""Records: a game as text and back, and every change to the text found where it is."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline import Board, CommittedDealer, Game, RecordError, load_board
from tests.rules.helpers import EUROPE, USA, play, snapshot
from tests.strategies import POCKET, board, games

SECRET = bytes(range(32))


@cache
def sample(name: str = "europe", seats: int = 3) -> str:
    """The record of a whole game, dealt by a committed dealer, so that all lines of the head are there."""
    game, random = Game(board(name), seats, dealer=CommittedDealer(SECRET, "table 7")), Random(3)
    while not game.over:
        game.play(random.choice(game.legal()))
    return game.record()


def checked(lines: list[str]) -> str:
    """Lines without their checks as a record whose checks are right: as a forger would write it."""
    check, out = 0, []
    for line in lines:
        check = zlib.crc32(line.encode(), check)
        out.append(f"{line} #{check & 0xFFFF:04x}\n")
    return "".join(out)


def bare(text: str) -> list[str]:
    return [line.rpartition(" #")[0] for line in text.splitlines()]


def refused(text: str, line: int | None, *words: str, game_board: Board | None = None) -> None:
    """The text is refused with a `RecordError` that names this line, and says these words."""
    with pytest.raises(RecordError) as caught:
        Game.replay(text, game_board)
    message = str(caught.value)
    if line is not None:
        assert re.match(rf"line {line}\b", message), f"{message!r} does not name line {line}"
    for word in words:
        assert word in message


@given(games())
def test_a_record_gives_the_game_back(game: Game) -> None:
    again = Game.replay(game.record(), game.board)
    assert snapshot(again) == snapshot(game)
    assert again.record() == game.record()


def test_a_committed_game_comes_back_with_its_dealer() -> None:
    again = Game.replay(sample())
    assert again.record() == sample()
    assert isinstance(again.dealer, CommittedDealer)


def test_an_open_game_does_not_tell_its_secret() -> None:
    game = Game(USA, 2, dealer=CommittedDealer(SECRET))
    assert "secret" not in game.record()
    assert f"commitment {game.dealer.commitment}" in game.record()  # type: ignore[attr-defined]


def test_a_record_of_a_position_gives_it_back() -> None:
    game = Game.setup(
        EUROPE,
        hands=[{"red": 5, "wild": 2}, {"blue": 3}],
        routes={0: ["berlin-essen"]},
        stations={1: ["wien"]},
        tickets=[["berlin-roma"], []],
        returned=["paris-wien"],
        last_turns=2,
        seed=4,
    )
    play(game, "draw blind", "draw blind")
    again = Game.replay(game.record())
    assert snapshot(again) == snapshot(game)
    assert again.record() == game.record()


def test_a_record_of_a_board_of_ones_own_needs_that_board() -> None:
    text = sample("pocket", 2)
    assert Game.replay(text, load_board(POCKET)).record() == text
    refused(text, 2, "pocket", "not built in")


def test_another_board_of_that_name_is_refused(tmp_path: Path) -> None:
    changed = tmp_path / "pocket.toml"
    changed.write_text(POCKET.read_text(encoding="utf-8").replace("cars = ", "cars = 1", 1), encoding="utf-8")
    refused(sample("pocket", 2), 2, "pocket", game_board=load_board(changed))
    refused(sample("pocket", 2), 2, "europe", game_board=EUROPE)


def test_what_a_viewer_saw_cannot_be_replayed() -> None:
    game = Game(USA, 2, seed=1)
    refused(game.public_record(1), 5, "seat 1 saw")
    refused(game.public_record(None), 5, "a spectator saw")


# ---- changes that whoever makes them does not hide ----


def test_a_record_cut_off_anywhere_is_refused_there() -> None:
    text = sample("london", 2)
    for end in range(len(text)):
        line = text.count("\n", 0, end) + 1
        refused(text[:end], line)


def test_every_changed_byte_is_found_in_its_line() -> None:
    text, random = sample("london", 2), Random(1)
    for place in range(len(text)):
        if text[place] == "\n":
            continue  # two lines become one: below
        other = random.choice([sign for sign in "abcxyz019 #->" if sign != text[place]])
        refused(text[:place] + other + text[place + 1 :], text.count("\n", 0, place) + 1)


def test_a_byte_too_many_or_too_few_is_found_in_its_line() -> None:
    text = sample("london", 2)
    for place in range(0, len(text), 3):
        line = text.count("\n", 0, place) + 1
        refused(text[:place] + text[place + 1 :], line)
        refused(text[:place] + "é" + text[place:], line)
        refused(text[:place] + "\n" + text[place:], line + (text[place] == "\n"))


CHANGES: dict[str, Callable[[list[str], int], list[str]]] = {
    "left out": lambda lines, i: [*lines[:i], *lines[i + 1 :]],
    "doubled": lambda lines, i: [*lines[: i + 1], *lines[i:]],
    "exchanged": lambda lines, i: [*lines[:i], *lines[i + 1 : i + 2], lines[i], *lines[i + 2 :]],
    "emptied": lambda lines, i: [*lines[:i], "\n", *lines[i + 1 :]],
    "carriage return": lambda lines, i: [*lines[:i], lines[i][:-1] + "\r\n", *lines[i + 1 :]],
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_line_that_is_moved_or_left_out_is_found_where_it_is(change: str) -> None:
    lines = sample().splitlines(keepends=True)
    for i in range(len(lines)):
        changed = CHANGES[change](lines, i)
        if changed != lines:  # the last line can't be exchanged with the next
            refused("".join(changed), i + 1 + (change == "doubled"))


@given(st.text(max_size=200))
def test_any_other_text_is_refused(text: str) -> None:
    refused(text, 1)


@pytest.mark.parametrize("text", ["", "\n", "\ud800 #0000\n", "branchline record 2 #0000\n"])
def test_odd_texts_are_refused(text: str) -> None:
    refused(text, 1)


# ---- changes with the checks made right again: the rules themselves must find them ----


def forged(line: int, text: str, name: str = "europe") -> str:
    lines = bare(sample(name))
    lines[line - 1] = text
    return checked(lines)


def line_of(start: str) -> int:
    return next(i for i, line in enumerate(bare(sample()), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("start", "text", "says"),
    [
        ("branchline", "branchline record 2", "begins with"),
        ("board", "board atlantis 0123456789abcdef", "not built in"),
        ("board", f"board europe {EUROPE.digest[:15]}", "europe"),
        ("board", f"board usa {EUROPE.digest[:16]}", "usa"),
        ("board", "players 3", "is not expected"),
        ("seats", "seats 6", "2 to 5 seats"),
        ("seats", "seats 03", "a number"),
        ("seats", "seats ³", "a number"),
        ("first", "first 3", "no seat"),
        ("first", "first -1", "a number"),
        ("secret", "secret 1234", "guessed"),
        ("secret", "secret zz", "can't be used"),
        ("salt", "seats 3", "is not expected"),
        ("- deal", "- deal", "run dry"),
        ("- deal", "- shuffle > red", "run dry"),
        ("0 keep", "1 keep paris-wien paris-zagrab", "seat 0's move"),
        ("0 keep", "0 keep paris-wien", "offered"),
        ("0 keep", "0 dance", "no move"),
        ("0 keep", "0", "SEAT MOVE"),
        ("0 keep", "x keep paris-wien", "SEAT MOVE"),
        ("0 keep", "- deal", "no move"),
    ],
)
def test_a_forged_line_is_refused_and_named(start: str, text: str, says: str) -> None:
    line = line_of(start)
    refused(forged(line, text), line, says)


def test_another_spelling_of_a_move_is_refused() -> None:
    line = line_of("0 keep")
    right = bare(sample())[line - 1]
    for text in (right.upper(), right.replace(" ", "  "), f"{right} >"):
        refused(forged(line, text), line)


def test_too_many_or_too_few_outcomes_are_refused() -> None:
    lines = bare(sample())
    drawn = next(i for i, line in enumerate(lines, 1) if re.fullmatch(r"\d draw blind > \w+", line))
    refused(forged(drawn, lines[drawn - 1] + " red"), drawn, "2 outcomes", "1 are asked for")
    refused(forged(drawn, lines[drawn - 1].partition(" > ")[0]), drawn, "run dry")
    refused(forged(drawn, lines[drawn - 1].partition(" > ")[0] + " > mauve"), drawn, "mauve")


def test_an_end_that_does_not_fit_is_refused() -> None:
    lines = bare(sample())
    last, moves = len(lines), len(lines) - lines.index("moves") - 3
    assert lines[-1] == f"end {moves} over"
    for text in (f"end {moves} open", f"end {moves - 1} over", f"end 0{moves} over", "end", "end x over"):
        refused(forged(last, text), last)
    refused(checked([*lines, "moves"]), last + 1, "nothing may follow")
    refused(checked([*lines[:-2], f"end {moves - 1} over"]), last - 1)
    refused(checked(lines[:-1]), last, "breaks off")


@pytest.mark.parametrize("missing", ["board", "seats", "first"])
def test_a_head_without_a_needed_line_is_refused(missing: str) -> None:
    lines = [line for line in bare(sample()) if not line.startswith(missing)]
    refused(checked(lines), lines.index("moves") + 1, f"{missing!r} is missing")


def setup_record() -> list[str]:
    return bare(Game.setup(USA, hands=[{"red": 2}, {}], seed=1).record())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"red":2', '"red":3'),
        ('"red":2', '"red":-2'),
        ('"red":2', '"mauve":2'),
        ('"phase":"turn"', '"phase":"dance"'),
        ('"actor":0', '"actor":7'),
        ('"hands":[', '"hands":[{},'),
        ('"first":0', '"first":1'),
        ('"first":0', '"colour":0'),
        ("{", "["),
        ('"cars":[45', '"cars":[450'),
    ],
)
def test_a_forged_position_is_refused(old: str, new: str) -> None:
    lines = setup_record()
    at = next(i for i, line in enumerate(lines) if line.startswith("setup"))
    assert old in lines[at]
    refused(checked([*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]), at + 1)


def test_a_head_that_contradicts_its_position_is_refused() -> None:
    lines = setup_record()
    refused(checked([line.replace("seats 2", "seats 3") for line in lines]), 5, "otherwise")
    refused(checked([line.replace("first 0", "first 1") for line in lines]), 5, "otherwise")


@settings(max_examples=150)
@given(st.integers(0, 10_000), st.integers(0, 200), st.characters(codec="utf-8", exclude_characters="\n"))
def test_a_forged_sign_gives_another_game_or_an_error_of_ours(line: int, place: int, sign: str) -> None:
    """Whoever writes the checks anew can write another game; but nothing else comes out."""
    lines = bare(sample("london", 2))
    line %= len(lines)
    place %= len(lines[line])
    lines[line] = lines[line][:place] + sign + lines[line][place + 1 :]
    try:
        game = Game.replay(checked(lines))
    except RecordError:
        return
    head = lines.index("moves")
    assert bare(game.record())[-len(lines) + head :] == lines[head:]
