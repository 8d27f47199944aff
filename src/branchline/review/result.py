"""What a review finds: plain data with a JSON of its own.

Chances, losses and luck are parts of a whole win: 0.04 is four points of win chance. `ply` counts moves: the position
at ply 12 is the one after twelve moves, and move 12 is the one made there.
"""

from __future__ import annotations

import msgspec

from branchline.errors import BranchlineError, first_line

#: Changes whenever the same game would be reviewed differently; stored results of other versions are not used.
VERSION = 3

Params = dict[str, str | int | float | list[str]]


class Chances(msgspec.Struct, frozen=True):
    """The chance of each seat to win, and how far it may be off: `chance` ± `margin` is an interval of about 95 %."""

    chance: tuple[float, ...]
    margin: tuple[float, ...]


class Point(msgspec.Struct, frozen=True):
    """A position on the curve of chances: the one after so many moves.

    `seat` is to move; None when the game is over. `known` is what that seat could know; `open` has all cards open.
    """

    ply: int
    turn: int
    phase: str
    seat: int | None
    known: Chances | None
    open: Chances


class Candidate(msgspec.Struct, frozen=True):
    """A move that was considered: its chance to win as the mover could know it.

    `gain` is how much better than the move played it is, and `error` the standard error of that, both from the same
    worlds.
    """

    move: str
    value: float
    gain: float
    error: float


class Part(msgspec.Struct, frozen=True):
    """One move of a decision, with its candidates from the best to the worst; `played` is the place of the move made.

    Values are from `worlds` worlds at most.
    """

    ply: int
    candidates: tuple[Candidate, ...]
    played: int
    loss: float
    error: float
    worlds: int


class Explanation(msgspec.Struct, frozen=True):
    """Why something was better, or what happened: a kind and its parameters, to be said in any language.

    `branchline.review.words` has the kinds, their parameters and the English.
    """

    kind: str
    params: Params


class Decision(msgspec.Struct, frozen=True):
    """What a seat decided: one move, or both cards of a turn of drawing.

    `loss` is the sum of its parts', less what can still be made good: a better claim that is still there at the seat's
    next turn is `postponed`, and lost only once. `label` is "", "inaccuracy" (?!), "mistake" (?), "blunder" (??) or
    "only" (the only good move, found). `unclear` says that the loss is within two standard errors; `counted` that the
    candidates differ enough for the decision to count in the averages. `estimate` is the loss before it was cut off at
    zero, where noise took it below: means are taken of it.
    """

    seat: int
    turn: int
    parts: tuple[Part, ...]
    loss: float
    error: float
    label: str
    unclear: bool
    counted: bool
    postponed: bool
    explanations: tuple[Explanation, ...]
    estimate: float = 0.0


class Luck(msgspec.Struct, frozen=True):
    """What chance dealt after a move: how much better it was for each seat than what could be expected.

    `ply` is the move before; -1 for the deal. `kind` is deal, blind, row, tunnel or tickets. `seat` is who drew; None
    for the deal. `error` is the standard error of the luck of each seat.
    """

    ply: int
    kind: str
    seat: int | None
    dealt: tuple[str, ...]
    luck: tuple[float, ...]
    error: tuple[float, ...]

    def concerns(self, following: int | None) -> int:
        """The seat that it concerns: who drew. `following` is the seat that moves next.

        The deal and cards turned up concern whose chance they change most; of several such seats it is the one that
        the deal favours, or the one that moves next.
        """
        if self.seat is not None and self.kind != "row":
            return self.seat

        def weight(seat: int) -> tuple[float, bool]:
            favoured = self.luck[seat] > 0 if self.seat is None else seat == following
            return round(abs(self.luck[seat]), 3), favoured

        return max(range(len(self.luck)), key=weight)


class Ledger(msgspec.Struct, frozen=True):
    """Where a seat's result comes from: `result` is the sum of all the others.

    `result` is 1 for a win (shared: a part), `start` the chance before the deal, `luck` what chance dealt. `own` is
    what its own moves lost (or won) against those of the reference player, with all cards open; `others` the same of
    the others' moves. `residual` is what the analysis can't explain.
    """

    start: float
    luck: float
    own: float
    others: float
    residual: float
    result: float


class SeatReview(msgspec.Struct, frozen=True):
    """The figures of a seat.

    `rating` is 500 × the mean loss of equity (2 × chance - 1) for each counted decision, as in backgammon: less is
    better. `error_rate` is 1000 × the mean loss of equity for each decision that was not forced. `accuracy` goes up to
    100. `adjusted` is the result without luck; it may lie outside 0 to 1. `large_residual` says that the ledger
    explains this game badly.
    """

    seat: int
    score: int
    won: float
    rating: float
    error_rate: float
    accuracy: float
    luck: float
    adjusted: float
    decisions: int
    counted: int
    inaccuracies: int
    mistakes: int
    blunders: int
    ledger: Ledger
    large_residual: bool


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn that changed the chances much: from the position at `ply` to that at `end`, with all cards open.

    `cause` is what moved them most: luck, error, or move (what somebody rightly did).
    """

    ply: int
    end: int
    seat: int
    change: tuple[float, ...]
    cause: str


class Moment(msgspec.Struct, frozen=True):
    """Something worth looking at. `effect` is what it meant for the seat, in chances (0 if that can't be said).

    `source` is error, luck, turn (a turning point), ticket or end.
    """

    ply: int
    seat: int
    source: str
    effect: float
    explanation: Explanation


class Budget(msgspec.Struct, frozen=True):
    """How deep the review looked: worlds of a decision at most, turns that they were played on, and rollouts of a
    position with open cards over so many rounds. `refined` says that it looked deeper than its level, because the
    ledger explained too little."""

    worlds: int
    depth: int
    rollouts: int
    rounds: int
    refined: bool


class Review(msgspec.Struct, frozen=True):
    """A whole game, reviewed."""

    version: int
    level: str
    board: str
    digest: str
    network: str
    first: int
    moves: tuple[str, ...]
    seats: tuple[SeatReview, ...]
    points: tuple[Point, ...]
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...]
    turning_points: tuple[TurningPoint, ...]
    moments: tuple[Moment, ...]
    budget: Budget

    def __repr__(self) -> str:
        return f"<Review {self.board}, {len(self.seats)} seats, {len(self.moves)} moves, level {self.level}>"

    def to_json(self) -> bytes:
        """The review as JSON, with the same names."""
        return msgspec.json.encode(self)

    def _repr_html_(self) -> str:
        """The review in a notebook."""
        from .page import fragment

        return fragment(self)

    @staticmethod
    def from_json(text: bytes | str) -> Review:
        """A review from its JSON; one of another version is an error."""
        try:
            found = DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BranchlineError(f"this is no review: {first_line(error)}") from None
        if found.version != VERSION:
            raise BranchlineError(
                f"this review has version {found.version}, and this program reads {VERSION}"
            )
        return found


DECODER = msgspec.json.Decoder(Review)
