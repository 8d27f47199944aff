"""From the results of single moves to decisions, luck, ledgers and figures."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from branchline.core.constants import A_CLAIM, A_STATION, BLIND_CARD, ROW_CARD, TUNNEL_CARD
from branchline.game.codec import board_codec
from branchline.game.view import PHASES
from branchline.value import NetworkFile

from .analysis import Choice, Found, kind_of
from .result import Candidate, Chances, Decision, Ledger, Luck, Part, Point, SeatReview, TurningPoint
from .walk import Step, Walk

#: Labels by the loss from which they are given, worst first.
LABELS = ((0.08, "blunder"), (0.04, "mistake"), (0.02, "inaccuracy"))
#: The only good move: at most so far from the best, and so much better than the next.
ONLY_WITHIN, ONLY_BY = 0.02, 0.05
#: A residual beyond this explains a game badly.
LARGE = 0.10
#: A turn that changes a chance by less is no turning point; and how many there are at most.
TURNING, TURNING_POINTS = 0.10, 5
#: The curve of accuracy that lichess uses, over the loss in points.
CURVE = (103.1668100711649, 0.04354415386753951, 3.166924740191411)
KINDS = {BLIND_CARD: "blind", ROW_CARD: "row", TUNNEL_CARD: "tunnel"}


def make_points(walk: Walk, found: Found, file: NetworkFile) -> tuple[Point, ...]:
    """The curve of chances."""
    points = []
    known_gap, open_gap = file.made.held_out.largest_gap, file.made.open_cards.largest_gap
    for step, course, choice in zip(walk.steps, found.courses, found.choices, strict=True):
        points.append(
            Point(
                step.ply,
                step.state.turns,
                PHASES[step.state.phase],
                step.state.actor,
                _interval(choice.known, choice.known_error, known_gap),
                _interval(course.near, course.error, open_gap),
            )
        )
    nothing = (0.0,) * len(found.end)
    points.append(Point(len(walk.steps), walk.end.turns, "over", None, None, Chances(found.end, nothing)))
    return tuple(points)


def _interval(chance: Sequence[float], error: Sequence[float], gap: float) -> Chances:
    """Chances with two standard errors, and what the network was off by at most where it was measured."""
    return Chances(
        tuple(round(one, 5) for one in chance),
        tuple(round(sqrt(4 * one * one + gap * gap), 5) for one in error),
    )


def make_decisions(walk: Walk, choices: Sequence[Choice]) -> tuple[Decision, ...]:
    """The decisions, in the order of the game; both cards of a turn of drawing are one."""
    steps = walk.steps
    groups: list[list[int]] = []
    for step in steps:
        if PHASES[step.state.phase] == "second_card":
            groups[-1].append(step.ply)
        else:
            groups.append([step.ply])
    return tuple(
        _decision(walk, choices, plies, _next_turn(walk, groups, i)) for i, plies in enumerate(groups)
    )


def _next_turn(walk: Walk, groups: list[list[int]], i: int) -> int | None:
    """The first move of a seat's next turn after a decision, if there is one."""
    seat = walk.steps[groups[i][0]].state.actor
    for plies in groups[i + 1 :]:
        state = walk.steps[plies[0]].state
        if state.actor == seat and PHASES[state.phase] == "turn":
            return plies[0]
    return None


def _decision(walk: Walk, found: Sequence[Choice], plies: list[int], following: int | None) -> Decision:
    steps, choices = [walk.steps[i] for i in plies], [found[i] for i in plies]
    parts = tuple(_part(step, one, walk) for step, one in zip(steps, choices, strict=True))
    error = sqrt(sum(part.error**2 for part in parts))
    left = 0.0 if following is None else _still_there(walk, choices[0], found[following])
    first = max(0.0, parts[0].loss - left)
    loss = first + sum(part.loss for part in parts[1:])
    estimate = min(first, choices[0].estimate) + sum(one.estimate for one in choices[1:])
    unclear = 0 < loss <= 2 * error
    label = next((name for least, name in LABELS if loss >= least), "") if not unclear else ""
    if not label and len(parts) == 1 and _is_only(parts[0]):
        label = "only"
    return Decision(
        seat=steps[0].state.actor,
        turn=steps[0].state.turns,
        parts=parts,
        loss=round(loss, 5),
        error=round(error, 5),
        label=label,
        unclear=unclear,
        counted=any(one.spread > 0 for one in choices),
        postponed=first < parts[0].loss,
        explanations=(),
        estimate=round(estimate, 5),
    )


def _still_there(walk: Walk, now: Choice, later: Choice) -> float:
    """What the best route or station of a decision is still worth at the seat's next turn, above the policy's move.

    A claim that is only put off is not lost yet: otherwise the same chance would be lost again every turn.
    """
    board = walk.game.board
    tables = board_codec(board).tables

    def what(action: int) -> tuple[int, object]:
        """Halves of a double route that are alike are the same."""
        kind, target = tables.action(action)[:2]
        return kind, kind_of(board.routes[target]) if kind == A_CLAIM else target

    wanted = what(now.tried[0].action)
    if wanted[0] not in (A_CLAIM, A_STATION):
        return 0.0
    same = [one.value for one in later.tried if what(one.action) == wanted]
    base = next(one.value for one in later.tried if one.action == later.policy)
    return max(0.0, max(same, default=0.0) - base)


def _part(step: Step, one: Choice, walk: Walk) -> Part:
    codec = board_codec(walk.game.board)
    candidates = tuple(
        Candidate(
            str(codec.action(tried.action, step.offer)),
            round(tried.value, 5),
            round(tried.gain, 5),
            round(tried.error, 5),
        )
        for tried in one.tried
    )
    played = next(i for i, tried in enumerate(one.tried) if tried.action == step.action)
    return Part(step.ply, candidates, played, one.loss, one.error, one.worlds)


def _is_only(part: Part) -> bool:
    """Whether the move played is the only good one."""
    others = [one for i, one in enumerate(part.candidates) if i != part.played]
    if not others or part.loss > ONLY_WITHIN:
        return False
    second = max(others, key=lambda one: one.gain)
    return -second.gain > ONLY_BY and -second.gain > 2 * second.error


def make_luck(walk: Walk, found: Found) -> tuple[Luck, ...]:
    """What chance dealt, from the deal to the last card."""
    events = []
    after = [*(one.near for one in found.courses[1:]), found.end]
    nothing = (0.0,) * len(found.end)
    errors = [*(one.error for one in found.courses), nothing]
    if walk.dealt:
        events.append(
            _luck(-1, "deal", None, walk.dealt, found.courses[0].near, found.start, errors[0], nothing)
        )
    for i, (step, one) in enumerate(zip(walk.steps, found.courses, strict=True)):
        if one.chance:
            kind = KINDS.get(one.chance, "tickets")
            args = (step.dealt, after[i], one.expected, errors[i], errors[i + 1])
            events.append(_luck(step.ply, kind, step.state.actor, *args))
    return tuple(events)


def _luck(
    ply: int,
    kind: str,
    seat: int | None,
    dealt: tuple[str, ...],
    after: Sequence[float],
    expected: Sequence[float],
    error: Sequence[float],
    other: Sequence[float],
) -> Luck:
    luck = tuple(round(a - b, 5) for a, b in zip(after, expected, strict=True))
    return Luck(
        ply,
        kind,
        seat,
        dealt,
        luck,
        tuple(round(sqrt(a * a + b * b), 5) for a, b in zip(error, other, strict=True)),
    )


def make_seats(
    walk: Walk, found: Found, decisions: Sequence[Decision], luck: Sequence[Luck]
) -> tuple[SeatReview, ...]:
    """The figures of all seats."""
    scores = walk.game.scores()
    return tuple(
        _seat(seat, scores[seat].total, _ledger(seat, walk, found, luck), decisions)
        for seat in range(walk.game.seats)
    )


def _ledger(seat: int, walk: Walk, found: Found, luck: Sequence[Luck]) -> Ledger:
    """Where the result of a seat comes from; docs/review.md derives it."""
    own = others = 0.0
    for step, one in zip(walk.steps, found.courses, strict=True):
        if step.state.actor == seat:
            own += one.expected[seat] - one.policy[seat]
        else:
            others += one.expected[seat] - one.policy[seat]
    chance = sum(one.luck[seat] for one in luck)
    start, result = found.start[seat], found.end[seat]
    rest = result - start - chance - own - others
    return Ledger(*(round(one, 5) for one in (start, chance, own, others, rest, result)))


def _seat(seat: int, score: int, ledger: Ledger, decisions: Sequence[Decision]) -> SeatReview:
    errors = count_errors(seat, decisions)
    return SeatReview(
        seat=seat,
        score=score,
        won=ledger.result,
        rating=max(0.0, errors.rating),
        error_rate=max(0.0, errors.error_rate),
        accuracy=errors.accuracy,
        luck=ledger.luck,
        adjusted=round(ledger.result - ledger.luck, 5),
        decisions=errors.decisions,
        counted=errors.counted,
        inaccuracies=errors.inaccuracies,
        mistakes=errors.mistakes,
        blunders=errors.blunders,
        ledger=ledger,
        large_residual=abs(ledger.residual) > LARGE,
    )


class Errors(NamedTuple):
    """The figures of a seat's decisions, as in `SeatReview`; noise can take the first two a little below zero."""

    rating: float
    error_rate: float
    accuracy: float
    decisions: int
    counted: int
    inaccuracies: int
    mistakes: int
    blunders: int


def count_errors(seat: int, decisions: Sequence[Decision]) -> Errors:
    """The figures of the decisions of one seat."""
    mine = [one for one in decisions if one.seat == seat]
    free = [one for one in mine if any(len(part.candidates) > 1 for part in one.parts)]
    counted = [one for one in mine if one.counted]
    labels = [one.label for one in mine]
    return Errors(
        rating=round(500 * _mean([2 * one.estimate for one in counted]), 2),
        error_rate=round(1000 * _mean([2 * one.estimate for one in free]), 2),
        accuracy=round(_mean([accuracy(one.loss) for one in counted], 100.0), 1),
        decisions=len(mine),
        counted=len(counted),
        inaccuracies=labels.count("inaccuracy"),
        mistakes=labels.count("mistake"),
        blunders=labels.count("blunder"),
    )


def _mean(values: Sequence[float], empty: float = 0.0) -> float:
    return sum(values) / len(values) if values else empty


def accuracy(loss: float) -> float:
    """How accurate a decision is, up to 100, by the curve of lichess over points of chance lost."""
    if loss <= 0:
        return 100.0
    top, fall, rest = CURVE
    return min(100.0, max(0.0, top * exp(-fall * 100 * loss) - rest))


def make_turning_points(
    points: Sequence[Point], decisions: Sequence[Decision], luck: Sequence[Luck]
) -> tuple[TurningPoint, ...]:
    """The turns that changed a chance most, in the order of the game."""
    found = []
    for decision in decisions:
        ply, end = decision.parts[0].ply, decision.parts[-1].ply + 1
        change = [b - a for a, b in zip(points[ply].open.chance, points[end].open.chance, strict=True)]
        seat = max(range(len(change)), key=lambda i: abs(change[i]))
        if abs(change[seat]) >= TURNING:
            dealt = sum(one.luck[seat] for one in luck if ply <= one.ply < end)
            found.append(
                TurningPoint(
                    ply,
                    end,
                    seat,
                    tuple(round(one, 5) for one in change),
                    _cause(change[seat], dealt, decision),
                )
            )
    largest = sorted(found, key=lambda one: -abs(one.change[one.seat]))[:TURNING_POINTS]
    return tuple(sorted(largest, key=lambda one: one.ply))


def _cause(change: float, dealt: float, decision: Decision) -> str:
    if dealt * change > 0 and abs(dealt) >= abs(change) / 2:
        return "luck"
    return "error" if decision.label in ("blunder", "mistake", "inaccuracy") else "move"
