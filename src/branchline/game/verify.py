"""`branchline verify`: replay a record, and compare its outcomes of chance with the secret that it reveals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from branchline.errors import BranchlineError, RecordError
from branchline.game.continuation import deal_anew, hidden_seed
from branchline.game.dealer import CommittedDealer, ScriptedDealer
from branchline.game.game import Game
from branchline.game.position import Origin
from branchline.game.record import Record, history, replay_record, start_game

OK, MISMATCH = 0, 1
#: How many wrong outcomes are listed one by one.
LISTED = 5


class CheckResult(msgspec.Struct, frozen=True):
    """The result of one check: whether it passed, and a sentence about it."""

    passed: bool
    text: str


class RecordedOutcome(msgspec.Struct, frozen=True):
    """An outcome of chance in a record: its line, its place in the line (from 1), and its name."""

    line: int
    place: int
    name: str


class ComparingDealer:
    """A dealer that deals the outcomes of a record, and compares each with that of the secret."""

    def __init__(self, outcomes: Sequence[RecordedOutcome], secret: CommittedDealer) -> None:
        self.outcomes, self.secret = outcomes, secret
        self.dealt = 0
        self.faults: list[str] = []

    def first(self, seats: int) -> int:
        return self.secret.first(seats)

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        number, right = self.secret.dealt, self.secret.deal(outcomes)
        found = self.outcomes[self.dealt]
        self.dealt += 1
        if found.name != right:
            where = f"line {found.line}: outcome {found.place}"
            self.faults.append(f"{where} is {found.name}, and number {number} of the secret says {right}")
        return found.name

    def take_back(self, count: int) -> None:
        self.dealt -= count
        self.secret.take_back(count)

    def copy(self) -> ComparingDealer:
        twin = ComparingDealer(self.outcomes, self.secret.copy())
        twin.dealt, twin.faults = self.dealt, self.faults[:]
        return twin


def verify(record: Record, published: str | None = None, original: Record | None = None) -> list[CheckResult]:
    """Check a record; `published` is the commitment as it was published before the game.

    `original` is the record of the game that it began in a position of.
    """
    try:
        game = replay_record(record)
    except RecordError as error:
        return [CheckResult(False, str(error))]
    state = "over" if game.over else "open"
    moves = f"{record.board.name}, {record.seats} seats, {game.moves} moves, {state}"
    return [
        CheckResult(True, f"every move can be played: {moves}"),
        *_check_start(record, original),
        *_check_deal(record, published),
    ]


def _check_start(record: Record, original: Record | None) -> list[CheckResult]:
    """Where the game began, if that was not the deal, and whether it is a position of the game that it names."""
    if "setup" not in record.head:
        wrong = CheckResult(False, "the game began with its deal, and in no position of another game")
        return [wrong] if original is not None else []
    origin = record.origin
    if origin is None:
        text = "the game began in a position that the record gives, and does not say where it comes from"
        return [CheckResult(original is None, text)]
    named = f" ({origin.game})" if origin.game else ""
    cards = (
        "with all cards of that game"
        if origin.anew is None
        else f"with everything dealt anew that seat {origin.anew} did not know"
    )
    told = f"the game began in a position, after {origin.ply} moves of the game {origin.history[:16]}{named}, {cards}"
    if original is None:
        return [
            CheckResult(True, told),
            CheckResult(True, "that position can't be checked without its record"),
        ]
    return [CheckResult(True, told), _check_original(record, origin, original)]


def _check_original(record: Record, origin: Origin, original: Record) -> CheckResult:
    """Compare the position with that of the other game: all of it, or what the seat saw that kept its knowledge."""
    try:
        before = replay_record(original, origin.ply)
    except RecordError as error:
        return CheckResult(False, f"the other game can't be played up to there: {error}")
    if history(before) != origin.history:
        return CheckResult(
            False,
            f"the other game is {history(before)[:16]} after {origin.ply} moves, not {origin.history[:16]}",
        )
    try:
        start = start_game(record, ScriptedDealer(()))
    except BranchlineError:
        return CheckResult(False, "the row of the position has gaps, and that of a game has none at a move")
    if origin.anew is None:
        same, what = start.start == before.position(), "the position is"
    else:
        shown = [msgspec.structs.replace(game.view(origin.anew), log=[]) for game in (start, before)]
        same, what = shown[0] == shown[1], f"what seat {origin.anew} knew of the position is"
    return CheckResult(same, f"{what} {'' if same else 'not '}that of the other game")


def _check_deal(record: Record, published: str | None) -> list[CheckResult]:
    commitment, secret = record.head.get("commitment"), record.head.get("secret")
    results = []
    if published is not None and published.lower() != commitment:
        results.append(
            CheckResult(
                False, f"the record's commitment is {commitment}, not {published.lower()} as published"
            )
        )
    if commitment is None and secret is None:
        return [*results, CheckResult(True, "the record has no commitment: its chance can't be checked")]
    if secret is None:
        why = "the secret is not revealed yet: the chance can't be checked"
        return [*results, CheckResult(True, why)]
    return [
        *results,
        _check_commitment(commitment, bytes.fromhex(secret)),
        *_check_hidden(record, secret),
        *_check_chance(record, secret),
    ]


def _check_commitment(commitment: str | None, secret: bytes) -> CheckResult:
    right = hashlib.sha256(secret).hexdigest()
    if commitment == right:
        return CheckResult(True, "the secret fits its commitment")
    return CheckResult(
        False, f"the secret's SHA-256 is {right}, and the commitment {commitment or 'is missing'}"
    )


def _check_hidden(record: Record, secret: str) -> list[CheckResult]:
    """Whether cards that were dealt anew before the first move follow from the secret."""
    origin = record.origin
    if origin is None or origin.anew is None:
        return []
    dealer = CommittedDealer(bytes.fromhex(secret), record.head.get("salt", ""))
    with suppress(BranchlineError):  # a position that no game has at a move
        start = start_game(record, ScriptedDealer(()))
        if deal_anew(start, origin, hidden_seed(dealer, origin)) == start.start:
            return [CheckResult(True, f"what seat {origin.anew} did not know follows from the secret")]
    return [CheckResult(False, f"what seat {origin.anew} did not know is not what the secret deals")]


def _check_chance(record: Record, secret: str) -> list[CheckResult]:
    """Play the record again and compare each outcome with the secret."""
    recorded = [
        RecordedOutcome(line, place, name)
        for line, entry in record.moves
        for place, name in enumerate(entry.chance, 1)
    ]
    dealer = ComparingDealer(recorded, CommittedDealer(bytes.fromhex(secret), record.head.get("salt", "")))
    game = start_game(record, dealer)
    for _, entry in record.moves:
        if entry.seat is not None:
            game.play(entry.move)
    if dealer.faults:
        more = len(dealer.faults) - LISTED
        rest = [f"{more} more outcomes are not what the secret says"] if more > 0 else []
        return [CheckResult(False, fault) for fault in dealer.faults[:LISTED] + rest]
    return [
        CheckResult(True, f"all {len(recorded)} outcomes of chance follow from the secret"),
        *_check_first(game, dealer),
    ]


def _check_first(game: Game, dealer: ComparingDealer) -> list[CheckResult]:
    if game.start is not None:
        return []
    drawn = dealer.first(game.seats)
    if drawn == game.first:
        return [CheckResult(True, f"so does the first seat, {drawn}")]
    return [
        CheckResult(
            True, f"seat {game.first} was made first by the table; the secret would have drawn {drawn}"
        )
    ]
