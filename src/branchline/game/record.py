"""Records: writing a game as text that people can read, and reading it. docs/record-format.md describes the format.

Every line ends in a check over all that stands above and on it, so that a changed, missing or moved line is found
where it is.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from branchline.board import Board, known_board
from branchline.core.search.belief import CLASSES, HEAVIEST
from branchline.errors import BoardError, BranchlineError, RecordError, first_line, short
from branchline.game.dealer import CommittedDealer, Dealer, ScriptedDealer, SeededDealer
from branchline.game.position import Origin, Position, check_seats
from branchline.game.view import LogEntry

if TYPE_CHECKING:
    from branchline.game.game import Game

VERSION = 1
TITLE = f"branchline record {VERSION}"
DIGEST = 16
CHECK = 4
LONGEST = 10_000_000  # characters; a long game has fifty thousand
POSITION = msgspec.json.Decoder(Position)
ORIGIN = msgspec.json.Decoder(Origin)
#: What names a game elsewhere: an id of a server, for instance.
NAME = re.compile(r"[A-Za-z0-9_.-]{0,64}")
#: How the message of a `RecordError` begins that is about one line.
LINE = re.compile(r"line (\d+)")
HISTORY = re.compile(r"[0-9a-f]{64}")
#: Which bot made a move: its spec without levels, clocks and spaces, and the version of the bots.
BOT = re.compile(r"[a-z][a-z0-9-]*(:[a-z0-9=.,_-]+)?@[1-9][0-9]{0,8}")


def write_record(game: Game, bots: Mapping[int, str]) -> str:
    """The whole game, secrets included. Once it is over, also the secret of a committed dealer.

    `bots` are the exact specs of the bots that moved, by the number of moves before.
    """
    return seal(
        [
            *_head(game),
            *_commitment(game),
            *_start(game),
            "moves",
            *_moves(game.log, bots),
            _end(game, game.moves),
        ]
    )


def _moves(log: Sequence[LogEntry], bots: Mapping[int, str]) -> Iterator[str]:
    """The lines of the moves, each with its bot if it had one."""
    before = 0
    for entry in log:
        bot = bots.get(before) if entry.seat is not None else None
        before += entry.seat is not None
        if bot is None:
            yield str(entry)
            continue
        if not BOT.fullmatch(bot):
            raise RecordError(f"a record names a bot like 'rush:min=5@1', not {bot!r}")
        yield str(msgspec.structs.replace(entry, move=f"{entry.move} by {bot}"))


def write_public_record(game: Game, seat: int | None) -> str:
    """The game as a viewer saw it: `?` for what was hidden. It can't be replayed."""
    head = [*_head(game), f"viewer {'spectator' if seat is None else seat}"]
    seen = game.view(seat).log  # for a determinised game this includes what came before its own log
    end = _end(game, sum(entry.seat is not None for entry in seen))
    return seal([*head, "moves", *map(str, seen), end])


def _head(game: Game) -> list[str]:
    return [
        TITLE,
        f"board {game.board.id} {game.board.digest[:DIGEST]}",
        f"seats {game.seats}",
        f"first {game.first}",
    ]


def _start(game: Game) -> list[str]:
    """The position that the game started from, if it was not the deal, and of which game it is."""
    lines = [] if game.start is None else [f"setup {msgspec.json.encode(game.start).decode()}"]
    if game.origin is not None:
        lines.append(f"from {msgspec.json.encode(game.origin).decode()}")
    return lines


def history(game: Game) -> str:
    """What identifies all that has happened in a game so far: the SHA-256 of its record without checks and end.

    Commitment, secret and the names of bots are left out, so that it is the same during the game and after it.
    """
    lines = [*_head(game), *_start(game), "moves", *map(str, game.log)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


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


def _end(game: Game, moves: int) -> str:
    return f"end {moves} {'over' if game.over else 'open'}"


def seal(lines: list[str]) -> str:
    """The text of a record: each line with its check."""
    check, out = 0, []
    for line in lines:
        check = zlib.crc32(line.encode(), check)
        out.append(f"{line} #{check & 0xFFFF:0{CHECK}x}\n")
    return "".join(out)


class Record(msgspec.Struct, frozen=True):
    """A record that has been read, but not played: its head, and its moves with their line numbers.

    `lines` says where each part of the head stands, and the end. `bots` has the bot of each move that one made, by the
    number of its line. `origin` is that of a game that began in a position of another.
    """

    board: Board
    seats: int
    first: int
    head: dict[str, str]
    moves: list[tuple[int, LogEntry]]
    end: tuple[int, str]
    lines: dict[str, int]
    bots: dict[int, str]
    origin: Origin | None = None


def replay(text: str, board: Board | None = None, ply: int | None = None) -> Game:
    """The game of a record, or how it stood after `ply` moves.

    A `RecordError` says which line can't be read or played, and why.
    """
    return replay_record(read_record(text, board), ply)


def read_record(text: str, board: Board | None = None) -> Record:
    """Read a record without playing it."""
    if len(text) > LONGEST:
        raise RecordError(f"a record has at most {LONGEST:,} characters, and this has {len(text):,}")
    if not text.startswith(TITLE):
        begin = seal([TITLE]).rstrip("\n")
        raise RecordError(f"line 1: a record begins with {begin!r}, not {text.partition(chr(10))[0][:40]!r}")
    lines = _lines(text)
    _, title = next(lines)
    if title != TITLE:
        raise RecordError(f"line 1: a record begins with {TITLE!r}, not {title[:40]!r}")
    head, places = _read_head(lines)
    if "viewer" in head:
        who = "a spectator" if head["viewer"] == "spectator" else f"seat {head['viewer']}"
        raise RecordError(
            f"line {places['viewer']}: this is what {who} saw of a game; only a full record can be replayed"
        )
    here = _board(head, places, board)
    seats, first = _number(head, places, "seats"), _number(head, places, "first")
    _check_seats(here, seats, first, places)
    bots: dict[int, str] = {}
    moves, end, number = _read_moves(lines, places["moves"], bots)
    origin = _origin(head, places, seats)
    return Record(here, seats, first, head, moves, end, places | {"end": number}, bots, origin)


def _read_head(lines: Iterator[tuple[int, str]]) -> tuple[dict[str, str], dict[str, int]]:
    """The lines before the moves by their first words: what each says, and its number."""
    head: dict[str, str] = {}
    places: dict[str, int] = {}
    number = 1
    for number, line in lines:
        key, _, value = line.partition(" ")
        if line == "moves":
            places[key] = number
            return head, places
        if key not in HEAD_KEYS or key in head:
            known = ", ".join(HEAD_KEYS)
            raise RecordError(
                f"line {number}: {short(key)!r} is not expected here; before 'moves' come {known}, each once"
            )
        head[key], places[key] = value, number
    raise RecordError(f"line {number + 1}: the record breaks off here, before its moves")


def _read_moves(
    lines: Iterator[tuple[int, str]], number: int, bots: dict[int, str]
) -> tuple[list[tuple[int, LogEntry]], tuple[int, str], int]:
    """The moves with their line numbers, what the last line says, and its number. `bots` takes the bots by line."""
    moves: list[tuple[int, LogEntry]] = []
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word != "end":
            entry = _entry(number, line)
            if entry.seat is not None and "@" in entry.move:
                entry, bots[number] = _without_bot(number, entry)
            moves.append((number, entry))
            continue
        count, _, state = rest.partition(" ")
        if not _is_number(count) or state not in ("over", "open"):
            raise RecordError(
                f"line {number}: the end reads 'end COUNT over' or 'end COUNT open', not {short(line)!r}"
            )
        for extra, _ in lines:
            raise RecordError(f"line {extra}: nothing may follow the end")
        return moves, (int(count), state), number
    raise RecordError(
        f"line {number + 1}: the record breaks off here; it must close with 'end COUNT over' or 'open'"
    )


HEAD_KEYS = ("board", "seats", "first", "commitment", "salt", "secret", "setup", "from", "viewer")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, after their checks were compared and removed."""
    check = number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line and number == text.count("\n") + 1:
            return
        body, mark, found = line.rpartition(" #")
        check = zlib.crc32(body.encode(errors="replace"), check)
        right = f"{check & 0xFFFF:0{CHECK}x}"
        if not mark or found != right:
            said = f"says #{repr(found[:8])[1:-1]}" if mark else "is missing"
            raise RecordError(
                f"line {number}: its check {said} and should be #{right}: this line was changed or cut off, "
                "or one above it added, moved or left out"
            )
        yield number, body
    if not number or not text.endswith("\n"):
        raise RecordError(f"line {number}: the record breaks off here, without the end of the line")


def _board(head: dict[str, str], places: dict[str, int], board: Board | None) -> Board:
    if "board" not in head:
        raise RecordError(f"line {places['moves']}: 'board' is missing above")
    name, _, digest = head["board"].partition(" ")
    try:
        here = board or known_board(name)
    except BoardError:
        raise RecordError(
            f"line {places['board']}: the record is of the board {short(name)!r}, which is not built in; give it"
        ) from None
    if here.id != name or here.digest[:DIGEST] != digest:
        raise RecordError(
            f"line {places['board']}: the record is of the board {short(head['board'])!r}, "
            f"not of '{here.id} {here.digest[:DIGEST]}'"
        )
    return here


def _number(head: dict[str, str], places: dict[str, int], key: str) -> int:
    if key not in head:
        raise RecordError(f"line {places['moves']}: {key!r} is missing above")
    if not _is_number(head[key]):
        raise RecordError(f"line {places[key]}: {key!r} must be given as a number, not {short(head[key])!r}")
    return int(head[key])


def _is_number(text: str) -> bool:
    """Whether a text is a number as records write it: no sign, no leading zero, at most nine digits."""
    return text.isascii() and text.isdigit() and len(text) < 10 and (text == "0" or text[0] != "0")


def _check_seats(board: Board, seats: int, first: int, places: dict[str, int]) -> None:
    with _at(f"line {places['seats']}"):
        check_seats(board, seats)
    with _at(f"line {places['first']}"):
        check_seats(board, seats, first)


def _origin(head: dict[str, str], places: dict[str, int], seats: int) -> Origin | None:
    """What the head says about the game that this one began in a position of."""
    if "from" not in head:
        return None
    with _at(f"line {places['from']}"):
        found = ORIGIN.decode(head["from"])
        if "setup" not in head:
            raise RecordError("a game that began in a position of another needs 'setup', the position")
        if not HISTORY.fullmatch(found.history) or not NAME.fullmatch(found.game):
            raise RecordError(
                "the other game is given as 64 hexadecimal digits, and its name in plain letters"
            )
        if found.ply < 0 or not (found.anew is None or 0 <= found.anew < seats):
            raise RecordError(f"a ply is 0 or more, and seats are 0 to {seats - 1}")
        check_belief(found.belief)
    return found


def check_belief(weights: Sequence[int]) -> None:
    """Refuse weights of tickets that no belief has; none at all are allowed."""
    if weights and (len(weights) != CLASSES or not all(0 < weight <= HEAVIEST for weight in weights)):
        raise RecordError(f"a belief has {CLASSES} weights from 1 to {HEAVIEST}")


def _entry(number: int, line: str) -> LogEntry:
    what, mark, dealt = line.partition(" > ")
    seat, _, move = what.partition(" ")
    if not move or not (seat == "-" or _is_number(seat)):
        raise RecordError(f"line {number}: a move reads 'SEAT MOVE > OUTCOMES', not {line[:60]!r}")
    return LogEntry(None if seat == "-" else int(seat), move, tuple(dealt.split(" ")) if mark else ())


def _without_bot(number: int, entry: LogEntry) -> tuple[LogEntry, str]:
    """A move and the bot that made it."""
    move, _, bot = entry.move.rpartition(" by ")
    if not move or not BOT.fullmatch(bot):
        raise RecordError(
            f"line {number}: a move of a bot reads 'SEAT MOVE by BOT@VERSION', not {entry.move[:60]!r}"
        )
    return msgspec.structs.replace(entry, move=move), bot


def replay_record(record: Record, ply: int | None = None) -> Game:
    """Play the moves of a record by the rules, with the outcomes that it gives: all of them, or the first `ply`."""
    dealt = record.moves[:1] if record.moves and record.moves[0][1].seat is None else []
    dealer = ScriptedDealer(dealt[0][1].chance if dealt else ())
    with _at(f"line {_first_line(record)}: the game can't be started"):
        game = start_game(record, dealer)
        _check_used(dealer)
        _check_spelling(game, [entry for _, entry in dealt])
    for number, entry in record.moves[len(dealt) :]:
        if ply == game.moves:
            break
        with _at(f"line {number}: {short(entry.move)!r} can't be played"):
            game.dealer = dealer = ScriptedDealer(entry.chance)
            game.play(entry.move, seat=entry.seat)
            _check_used(dealer)
            _check_spelling(game, [entry])
    if ply is not None and game.moves != ply:
        raise RecordError(f"the record has {game.moves} moves: ply is 0 to {game.moves}, not {short(ply)}")
    if ply is None:
        _check_end(record, game)
    game.dealer = _dealer(record, game)
    return game


def _check_end(record: Record, game: Game) -> None:
    """Refuse a record whose last line does not say how the game stands after all moves."""
    count, state = record.end
    if (game.moves, game.over) != (count, state == "over"):
        now = f"{game.moves} moves, {'over' if game.over else 'open'}"
        raise RecordError(
            f"line {record.lines['end']}: the record closes with {count} moves, {state}; played through, it has {now}"
        )


def start_game(record: Record, dealer: Dealer) -> Game:
    """Start the game of a record, from its deal or its set-up, with this dealer."""
    from branchline.game.game import Game

    if "setup" not in record.head:
        return Game(record.board, record.seats, first=record.first, dealer=dealer)
    position = POSITION.decode(record.head["setup"])
    if (position.seats, position.first) != (record.seats, record.first):
        raise RecordError(
            f"the set-up has {position.seats} seats, first {position.first}, and the head says otherwise"
        )
    return Game.from_position(record.board, position, dealer, record.origin)


def _first_line(record: Record) -> int:
    """The line to name if a game can't be started: that of its set-up, or of its deal."""
    return record.lines.get("setup") or (record.moves[0][0] if record.moves else record.lines["end"])


def _check_spelling(game: Game, written: list[LogEntry]) -> None:
    """Refuse a line that is not written as we would write it: a game has only one record."""
    happened = game.latest()
    if happened != written:
        right = f"it is written {str(happened[0])!r}" if happened else "nothing is dealt there"
        raise RecordError(right)


def _dealer(record: Record, game: Game) -> Dealer:
    """The dealer for the moves after a record: the committed one if its secret is known."""
    if "secret" not in record.head:
        return SeededDealer(0)
    with _at(f"line {record.lines['secret']}: the secret can't be used"):
        dealer = CommittedDealer(bytes.fromhex(record.head["secret"]), record.head.get("salt", ""))
    dealer.dealt += sum(len(entry.chance) for entry in game.log)
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
    except BranchlineError as error:
        raise RecordError(f"{place}: {error}") from None
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise RecordError(f"{place}: {first_line(error)}") from None
