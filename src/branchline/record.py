"""Records: a game as text that people can read, and back. docs/record-format.md describes it.

Every line ends in a check over all that stands above and on it, so that a changed, missing or moved line is found
where it is.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from branchline.board import Board, load_board
from branchline.dealer import CommittedDealer, Dealer, ScriptedDealer, SeededDealer
from branchline.errors import BoardError, BranchlineError, RecordError
from branchline.position import Position
from branchline.position_check import check_position
from branchline.view import LogEntry

if TYPE_CHECKING:
    from branchline.game import Game

VERSION = 1
TITLE = f"branchline record {VERSION}"
DIGEST = 16
CHECK = 4


def write(game: Game) -> str:
    """The whole game, secrets included; with a committed dealer its secret too, once the game is over."""
    head = [*_head(game), *_commitment(game)]
    if game.start is not None:
        head.append(f"setup {msgspec.json.encode(game.start).decode()}")
    return _checked(
        [*head, "moves", *(str(game._log.tell(entry)) for entry in game._log.entries), _end(game)]
    )


def write_view(game: Game, seat: int | None) -> str:
    """The game as a viewer saw it: `?` for what was hidden. It can't be replayed."""
    head = [*_head(game), f"viewer {'spectator' if seat is None else seat}"]
    return _checked([*head, "moves", *(str(entry) for entry in game._log.seen_by(seat)), _end(game)])


def _head(game: Game) -> list[str]:
    return [
        TITLE,
        f"board {game.board.id} {game.board.digest[:DIGEST]}",
        f"seats {game.seats}",
        f"first {game.first}",
    ]


def _commitment(game: Game) -> list[str]:
    dealer = game.dealer
    if not isinstance(dealer, CommittedDealer):
        return []
    lines = [f"commitment {dealer.commitment}"]
    if dealer.salt:
        lines.append(f"salt {dealer.salt}")
    if game.over:
        lines.append(f"secret {dealer.secret.hex()}")
    return lines


def _end(game: Game) -> str:
    return f"end {game.moves} {'over' if game.over else 'open'}"


def _checked(lines: list[str]) -> str:
    """The text of a record: each line with its check."""
    check, out = 0, []
    for line in lines:
        check = zlib.crc32(line.encode(), check)
        out.append(f"{line} #{check & 0xFFFF:0{CHECK}x}\n")
    return "".join(out)


class Record(msgspec.Struct, frozen=True):
    """A record that has been read, but not played: its head, and its moves with their line numbers."""

    board: Board
    seats: int
    first: int
    head: dict[str, str]
    moves: list[tuple[int, LogEntry]]
    end: tuple[int, str]


def read(text: str, board: Board | None = None) -> Game:
    """The game that a record tells. `RecordError` says which line can't be read or played, and why."""
    return play(read_record(text, board))


def read_record(text: str, board: Board | None = None) -> Record:
    """Read a record without playing it."""
    lines = _lines(text)
    number, title = next(lines)
    if title != TITLE:
        raise RecordError(f"line {number}: a record begins with {TITLE!r}, not {title[:40]!r}")
    head: dict[str, str] = {}
    for number, line in lines:
        if line == "moves":
            break
        key, _, value = line.partition(" ")
        if key not in HEAD_KEYS or key in head:
            known = ", ".join(HEAD_KEYS)
            raise RecordError(
                f"line {number}: {key!r} is not expected here; before 'moves' come {known}, each once"
            )
        head[key] = value
    if "viewer" in head:
        raise RecordError(f"this is what {head['viewer']} saw of a game; only a full record can be replayed")
    here = _board(head, board)
    moves: list[tuple[int, LogEntry]] = []
    for number, line in lines:
        if line.startswith("end "):
            count, _, state = line.removeprefix("end ").partition(" ")
            if not count.isdigit() or state not in ("over", "open"):
                raise RecordError(
                    f"line {number}: the end reads 'end COUNT over' or 'end COUNT open', not {line!r}"
                )
            for extra, _ in lines:
                raise RecordError(f"line {extra}: nothing may follow the end")
            seats, first = _number(head, "seats"), _number(head, "first")
            return Record(here, seats, first, head, moves, (int(count), state))
        moves.append((number, _entry(number, line)))
    raise RecordError(
        f"line {number + 1}: the record breaks off here; it must close with 'end COUNT over' or 'open'"
    )


HEAD_KEYS = ("board", "seats", "first", "commitment", "salt", "secret", "setup", "viewer")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, each check verified and taken off."""
    check = number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line and number == text.count("\n") + 1:
            return
        body, mark, found = line.rpartition(" #")
        check = zlib.crc32(body.encode(), check)
        right = f"{check & 0xFFFF:0{CHECK}x}"
        if not mark or found != right:
            said = f"says #{found[:8]}" if mark else "is missing"
            raise RecordError(
                f"line {number}: its check {said} and should be #{right}: this line was changed or cut off, "
                "or one above it added, moved or left out"
            )
        yield number, body
    if not number or not text.endswith("\n"):
        raise RecordError(f"line {number}: the record breaks off here, without the end of the line")


def _board(head: dict[str, str], board: Board | None) -> Board:
    name, _, digest = head.get("board", "").partition(" ")
    try:
        here = board or load_board(name)
    except BoardError:
        raise RecordError(f"the record is of the board {name!r}, which is not built in; give it") from None
    if here.id != name or not digest or not here.digest.startswith(digest):
        raise RecordError(
            f"the record is of the board {name} {digest}, not of {here.id} {here.digest[:DIGEST]}"
        )
    return here


def _number(head: dict[str, str], key: str) -> int:
    value = head.get(key, "")
    if not (value.isascii() and value.isdigit() and len(value) < 3):
        raise RecordError(f"{key!r} must be given as a number, not {value!r}")
    return int(value)


def _entry(number: int, line: str) -> LogEntry:
    what, mark, dealt = line.partition(" > ")
    seat, _, move = what.partition(" ")
    if not move or not (seat == "-" or (seat.isascii() and seat.isdigit() and len(seat) < 3)):
        raise RecordError(f"line {number}: a move reads 'SEAT MOVE > OUTCOMES', not {line[:60]!r}")
    return LogEntry(None if seat == "-" else int(seat), move, tuple(dealt.split(" ")) if mark else ())


def play(record: Record) -> Game:
    """Play a record through the rules."""
    opens = bool(record.moves) and record.moves[0][1].seat is None
    game = _start(record, record.moves[0][1].chance if opens else ())
    for number, entry in record.moves[opens:]:
        with _at(f"line {number}: {entry.move!r} can't be played"):
            game.dealer = ScriptedDealer(entry.chance)
            game.play(entry.move, seat=entry.seat)
            _check_used(game.dealer)
    count, state = record.end
    if (game.moves, game.over) != (count, state == "over"):
        now = f"{game.moves} moves, {'over' if game.over else 'open'}"
        raise RecordError(f"the record closes with {count} moves, {state}; played through, it has {now}")
    game.dealer = _dealer(record, game)
    return game


def _start(record: Record, outcomes: tuple[str, ...]) -> Game:
    from branchline.game import Game

    dealer = ScriptedDealer(outcomes)
    with _at("the start of the game can't be played"):
        if "setup" in record.head:
            position = msgspec.json.decode(record.head["setup"], type=Position)
            game = Game.from_position(record.board, check_position(record.board, position), dealer)
        else:
            game = Game(record.board, record.seats, first=record.first, dealer=dealer)
        _check_used(dealer)
    return game


def _dealer(record: Record, game: Game) -> Dealer:
    """The dealer that goes on after a record: the committed one if its secret is known."""
    if "secret" not in record.head:
        return SeededDealer(0)
    with _at("the secret can't be used"):
        dealer = CommittedDealer(bytes.fromhex(record.head["secret"]), record.head.get("salt", ""))
    dealer.dealt += sum(len(entry.events) for entry in game._log.entries)
    return dealer


def _check_used(dealer: ScriptedDealer) -> None:
    if dealer.dealt < len(dealer.outcomes):
        raise RecordError(
            f"{len(dealer.outcomes)} outcomes of chance are given, and {dealer.dealt} are asked for"
        )


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Say where in the record something went wrong."""
    try:
        yield
    except (BranchlineError, ValueError) as error:
        raise RecordError(f"{place}: {error}") from None
