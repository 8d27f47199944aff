"""`branchline verify`: replay a record, and compare its outcomes of chance with the secret that it reveals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from branchline.errors import RecordError
from branchline.game.dealer import CommittedDealer
from branchline.game.game import Game
from branchline.game.record import Record, replay_record, start_game

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


def verify(record: Record, published: str | None = None) -> list[CheckResult]:
    """Check a record; `published` is the commitment as it was published before the game."""
    try:
        game = replay_record(record)
    except RecordError as error:
        return [CheckResult(False, str(error))]
    state = "over" if game.over else "open"
    moves = f"{record.board.name}, {record.seats} seats, {game.moves} moves, {state}"
    return [CheckResult(True, f"every move can be played: {moves}"), *_check_deal(record, published)]


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
    return [*results, _check_commitment(commitment, bytes.fromhex(secret)), *_check_chance(record, secret)]


def _check_commitment(commitment: str | None, secret: bytes) -> CheckResult:
    right = hashlib.sha256(secret).hexdigest()
    if commitment == right:
        return CheckResult(True, "the secret fits its commitment")
    return CheckResult(
        False, f"the secret's SHA-256 is {right}, and the commitment {commitment or 'is missing'}"
    )


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
