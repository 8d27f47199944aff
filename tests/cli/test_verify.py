"""`branchline verify`: says what is wrong where, by sentence and exit status."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random

import pytest

from branchline import CommittedDealer, Game, cli
from branchline.bots import make_bot
from branchline.bots.registry import VERSION
from branchline.game.dealer import decision_seed
from tests.bots.games import play_bots
from tests.game.test_record import bare, checked, sample
from tests.rules.helpers import USA
from tests.strategies import POCKET, board

SECRET = bytes(range(32))


def verified(path: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = cli.main(["verify", str(path), *arguments])
    printed = capsys.readouterr()
    return status, printed.out + printed.err


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return write(tmp_path / "game.record", sample("europe", 3))


def test_a_right_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = verified(record, capsys)
    assert status == 0
    for words in (
        "every move can be played",
        "fits its commitment",
        "outcomes of chance follow",
        "first seat",
    ):
        assert words in said
    assert "WRONG" not in said


def test_the_published_commitment(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = hashlib.sha256(SECRET).hexdigest()
    assert verified(record, capsys, "--commitment", right.upper())[0] == 0
    status, said = verified(record, capsys, "--commitment", "ab" * 32)
    assert status == 1
    assert "as published" in said


def test_another_secret(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = checked([line.replace(SECRET.hex(), "77" * 32) for line in bare(sample("europe", 3))])
    status, said = verified(write(record, text), capsys)
    assert status == 1
    assert "WRONG: the secret's SHA-256 is" in said
    assert "WRONG: line 9: outcome" in said
    assert "more outcomes" in said  # they are not all listed
    assert said.count("\n") < 12


def test_another_salt(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = checked([line.replace("salt table 7", "salt table 8") for line in bare(sample("europe", 3))])
    status, said = verified(write(record, text), capsys)
    assert status == 1
    assert "right: the secret fits" in said
    assert "says" in said


def test_one_card_exchanged(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card that nobody misses: the record still plays, and only the secret knows better."""
    lines = bare(sample("europe", 3))
    for number, line in enumerate(lines):
        if line.endswith("draw blind > red"):
            forged = [*lines[:number], line.replace("> red", "> green"), *lines[number + 1 :]]
            status, said = verified(write(record, checked(forged)), capsys)
            if "can't be played" in said:
                continue
            assert status == 1
            assert f"WRONG: line {number + 1}: outcome 1 is green, and number" in said
            assert "of the secret says red" in said
            assert said.count("WRONG") >= 1
            return
    pytest.fail("no such card in this game")


def test_a_move_that_cannot_be_played(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = bare(sample("europe", 3))
    drawn = next(i for i, line in enumerate(lines) if "draw blind" in line)
    lines[drawn] = lines[drawn].replace("draw blind", "withdraw").partition(" > ")[0]
    status, said = verified(write(record, checked(lines)), capsys)
    assert status == 1
    assert f"WRONG: line {drawn + 1}: 'withdraw' can't be played" in said


def test_a_fixed_first_seat_is_told(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = CommittedDealer(SECRET).first(2)
    game, random = Game("london", 2, dealer=CommittedDealer(SECRET), first=1 - drawn), Random(1)
    while not game.over:
        game.play(random.choice(game.legal()))
    status, said = verified(write(record, game.record()), capsys)
    assert status == 0
    assert f"seat {1 - drawn} was made first by the table" in said


def test_games_without_a_secret_can_only_be_replayed(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = verified(write(record, Game("london", 2, seed=1).record()), capsys)
    assert (status, "no commitment" in said) == (0, True)
    status, said = verified(write(record, Game("london", 2, dealer=CommittedDealer(SECRET)).record()), capsys)
    assert (status, "not revealed yet" in said) == (0, True)


def test_a_secret_without_a_commitment_proves_nothing(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = checked([line for line in bare(sample("europe", 3)) if not line.startswith("commitment")])
    status, said = verified(write(record, text), capsys)
    assert (status, "the commitment is missing" in said) == (1, True)


def test_a_game_from_a_position(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, random = Game.setup(USA, dealer=CommittedDealer(SECRET), cars=[3, 3]), Random(2)
    while not game.over:
        game.play(random.choice(game.legal()))
    status, said = verified(write(record, game.record()), capsys)
    assert (status, "first seat" in said) == (0, False)


# ---- the moves of bots ----


@pytest.fixture(scope="module")
def played() -> list[str]:
    """The lines of a game of bots, one of which searches."""
    specs = ("planner", "search:worlds=9", "random")
    return bare(play_bots("london", specs, CommittedDealer(SECRET, "table 7")))


@pytest.fixture(scope="module")
def quick() -> list[str]:
    return bare(play_bots("london", ("planner", "random"), CommittedDealer(SECRET)))


def moves_of(lines: list[str]) -> dict[int, str]:
    """The lines of moves by their numbers."""
    return {n: line for n, line in enumerate(lines, 1) if " by " in line}


def test_the_moves_of_bots_follow_from_the_secret(
    record: Path, played: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = verified(write(record, checked(played)), capsys)
    count = len(moves_of(played))
    assert count > 60
    assert (status, f"right: {count} of {count} moves of bots follow from the secret" in said) == (0, True)


def test_a_single_move_that_the_table_chose_itself(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def rigged(seat: int, ply: int) -> int:
        return 1 if ply == 20 else decision_seed(SECRET, "", "bot", seat, ply)

    text = play_bots("london", ("random",) * 3, CommittedDealer(SECRET), rigged)
    status, said = verified(write(record, text), capsys)
    number = bare(text).index("moves") + 1 + len(["deal"]) + 21
    assert status == 1
    assert f"WRONG: line {number}, ply 21: seat " in said
    assert f"and its bot random@{VERSION} with the dice of the secret plays '" in said
    assert said.count("WRONG") == 1


def test_other_dice_make_other_moves(
    record: Path, played: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Seeds that are not from the secret, as anybody could compute them, are found out."""
    text = play_bots("london", ("random",) * 3, CommittedDealer(SECRET), lambda seat, ply: 10 * ply + seat)
    status, said = verified(write(record, text), capsys)
    assert status == 1
    assert "more moves are not what the bots play" in said


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (f"planner@{VERSION + 1}", f"made by version {VERSION + 1} of the bots, and this is {VERSION}"),
        (f"search:time=0.5@{VERSION}", "search:time=0.5 thinks by the clock"),
        (f"master@{VERSION}", "master thinks by the clock"),
        (f"search:worlds=1000000@{VERSION}", "search:worlds=1000000 plays out more than 100,000"),
        (f"deep-thought@{VERSION}", "no bot 'deep-thought'"),
        (f"exec:rm@{VERSION}", "no bot 'exec'"),
        (f"python:evil.py@{VERSION}", "no bot 'python'"),
    ],
)
def test_what_cannot_be_repeated_is_counted_and_never_run(
    record: Path, quick: list[str], bot: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    number = next(n for n, line in moves_of(quick).items() if f" by planner@{VERSION}" in line)
    line = quick[number - 1].replace(f"planner@{VERSION}", bot)
    text = checked([*quick[: number - 1], line, *quick[number:]])
    status, said = verified(write(record, text), capsys)
    count = len(moves_of(quick))
    assert status == 0
    assert f"{count - 1} of {count} moves of bots follow" in said
    assert f"1 can't be checked: {why}" in said


@pytest.mark.parametrize(
    "bot", ["planner", "Planner@1", "planner@0", "planner@", "@1", "a b@1", "planner@1@1"]
)
def test_a_bot_that_is_not_written_as_we_write_it(
    record: Path, quick: list[str], bot: str, capsys: pytest.CaptureFixture[str]
) -> None:
    number = next(n for n, line in moves_of(quick).items() if f" by planner@{VERSION}" in line)
    line = quick[number - 1].replace(f"planner@{VERSION}", bot)
    text = checked([*quick[: number - 1], line, *quick[number:]])
    status, said = verified(write(record, text), capsys)
    assert status != 0
    assert f"line {number}: " in said


def test_before_the_end_the_moves_of_bots_are_only_named(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game("london", 2, dealer=CommittedDealer(SECRET))
    game.play(game.legal()[0])
    status, said = verified(write(record, game.record({0: f"planner@{VERSION}"})), capsys)
    assert (status, "the moves of bots can't be checked" in said) == (0, True)


def test_a_board_of_ones_own(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert board("pocket").id == "pocket"
    write(record, sample("pocket", 2))
    assert verified(record, capsys)[0] == 2
    assert verified(record, capsys, "--board", str(POCKET))[0] == 0


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"hello\n", sample().encode()[:-5], sample().encode()[1:]]
)
def test_what_cannot_be_read(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.record"
    path.write_bytes(content)
    status, said = verified(path, capsys)
    assert status == 2
    assert said.startswith(f"branchline: {path}: ")


def test_what_is_no_record_is_told_how_one_begins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("", "# Shopping\nbread\n", "seats 3 #6f51\n"):
        (tmp_path / "list.txt").write_text(text)
        assert (
            "line 1: a record begins with 'branchline record 1 #"
            in verified(tmp_path / "list.txt", capsys)[1]
        )


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, said = verified(tmp_path / "none", capsys)
    assert (status, "No such file" in said) == (2, True)
    assert verified(tmp_path, capsys)[0] == 2


def test_a_game_that_was_played_on(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = Game.replay(sample("europe", 3), ply=50).play_on(2, dealer=CommittedDealer(bytes(32)))
    while not game.over:
        game.play(game.legal()[0])
    file = write(tmp_path / "on.record", game.record())
    status, said = verified(file, capsys, "--from", str(record))
    assert (status, "WRONG" in said) == (0, False)
    assert "what seat 2 knew of the position is that of the other game" in said
    status, said = verified(record, capsys, "--from", str(file))
    assert status == 1
    assert "began with its deal" in said


@pytest.mark.parametrize("ply", [0, 1, 2])
def test_first_tickets_that_bots_chose_at_once_after_playing_on(
    ply: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on a server: each bot chooses without knowing what those before it chose."""
    secret, spec = bytes(range(5, 37)), "planner"
    game = Game.replay(sample("europe", 3), ply=ply).play_on(dealer=CommittedDealer(secret))
    start, bots = game.copy(), {}
    while not game.over:
        seat = game.actor
        assert seat is not None
        at = start.at_first_choice(seat) if game.view(None).starting else game
        seed = decision_seed(secret, "", "bot", seat, game.moves)
        bots[game.moves] = f"{spec}@{VERSION}"
        game.play(make_bot(spec, seed).choose(at.view(seat)))
    status, said = verified(write(tmp_path / "on.record", game.record(bots)), capsys)
    assert f"{game.moves} of {game.moves} moves of bots follow" in said
    assert status == 0
