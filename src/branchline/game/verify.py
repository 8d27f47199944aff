"""`branchline verify`: replay a record strictly, and check its chance against the secret that it reveals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from branchline.errors import RecordError
from branchline.game.dealer import CommittedDealer
from branchline.game.game import Game
from branchline.game.record import Record, play, start

OK, MISMATCH = 0, 1
#: How many wrong outcomes are listed one by one.
LISTED = 5


class Finding(msgspec.Struct, frozen=True):
    """One thing that was checked: what came out, and whether it is as it should be."""

    right: bool
    text: str


class Outcome(msgspec.Struct, frozen=True):
    """An outcome of chance in a record: its line, its place there, counted from 1, and its name."""

    line: int
    place: int
    name: str


class Witness:
    """A dealer that deals what a record tells, and compares it with what the secret says."""

    def __init__(self, outcomes: Sequence[Outcome], secret: CommittedDealer) -> None:
        self.outcomes, self.secret = outcomes, secret
        self.dealt = 0
        self.faults: list[str] = []

    def first(self, seats: int) -> int:
        return self.secret.first(seats)

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        number, right = self.secret.dealt, self.secret.deal(outcomes)
        told = self.outcomes[self.dealt]
        self.dealt += 1
        if told.name != right:
            self.faults.append(
                f"line {told.line}: outcome {told.place} is {told.name}, and number {number} of the secret says {right}"
            )
        return told.name

    def take_back(self, count: int) -> None:
        self.dealt -= count
        self.secret.take_back(count)

    def copy(self) -> Witness:
        twin = Witness(self.outcomes, self.secret.copy())
        twin.dealt, twin.faults = self.dealt, self.faults[:]
        return twin


def verify(record: Record, published: str | None = None) -> list[Finding]:
    """All that can be checked of a record; `published` is the commitment as one has it from elsewhere."""
    try:
        game = play(record)
    except RecordError as error:
        return [Finding(False, str(error))]
    state = "over" if game.over else "open"
    moves = f"{record.board.name}, {record.seats} seats, {game.moves} moves, {state}"
    return [Finding(True, f"every move can be played: {moves}"), *_check_deal(record, published)]


def _check_deal(record: Record, published: str | None) -> list[Finding]:
    commitment, secret = record.head.get("commitment"), record.head.get("secret")
    findings = []
    if published is not None and published.lower() != commitment:
        findings.append(
            Finding(False, f"the record's commitment is {commitment}, not {published.lower()} as published")
        )
    if commitment is None and secret is None:
        return [*findings, Finding(True, "the record has no commitment: its chance can't be checked")]
    if secret is None:
        why = "the secret is not revealed yet: the chance can't be checked"
        return [*findings, Finding(True, why)]
    return [*findings, _check_commitment(commitment, bytes.fromhex(secret)), *_check_chance(record, secret)]


def _check_commitment(commitment: str | None, secret: bytes) -> Finding:
    right = hashlib.sha256(secret).hexdigest()
    if commitment == right:
        return Finding(True, "the secret fits its commitment")
    return Finding(False, f"the secret's SHA-256 is {right}, and the commitment {commitment or 'is missing'}")


def _check_chance(record: Record, secret: str) -> list[Finding]:
    """Play the record once more, with a witness for each outcome."""
    told = [
        Outcome(line, place, name)
        for line, entry in record.moves
        for place, name in enumerate(entry.chance, 1)
    ]
    witness = Witness(told, CommittedDealer(bytes.fromhex(secret), record.head.get("salt", "")))
    game = start(record, witness)
    for _, entry in record.moves:
        if entry.seat is not None:
            game.play(entry.move)
    if witness.faults:
        more = len(witness.faults) - LISTED
        rest = [f"{more} more outcomes are not what the secret says"] if more > 0 else []
        return [Finding(False, fault) for fault in witness.faults[:LISTED] + rest]
    return [
        Finding(True, f"all {len(told)} outcomes of chance follow from the secret"),
        *_check_first(game, witness),
    ]


def _check_first(game: Game, witness: Witness) -> list[Finding]:
    if game.start is not None:
        return []
    drawn = witness.first(game.seats)
    if drawn == game.first:
        return [Finding(True, f"so does the first seat, {drawn}")]
    return [
        Finding(True, f"seat {game.first} was made first by the table; the secret would have drawn {drawn}")
    ]
