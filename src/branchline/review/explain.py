"""Why a move was worse than another, and what else happened: kinds and parameters, from plans and shortest ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from branchline.board import Board, Ticket
from branchline.core.constants import NOTHING, TURN
from branchline.core.review.prospect import Prospect
from branchline.core.rules.state import State
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.grammar import parse
from branchline.plan.ways import Way
from branchline.value import find_network

from .result import Decision, Explanation, Luck, Moment, Params, Part, TurningPoint
from .walk import Step, Walk
from .ways import find_way, reached

#: A claim with wilds counts as a waste of them up to this length.
SHORT = 3
#: Tickets that are drawn with fewer turns left come late.
LATE = 8.0
#: A plan is slower from so many turns on.
SLOWER = 1.0
#: Cars that are left at the end and count as wasted: more than one usual route's.
WASTED = 8
#: Luck is a moment from this chance on.
LUCKY = 0.05
#: How many events of luck, and how many errors, are moments for each seat at most.
LUCKY_MOMENTS, ERROR_MOMENTS = 2, 5
#: Changes of chances that differ by less are taken for the same: those of two seats, rounded.
ALIKE = 0.001
ERRORS = ("inaccuracy", "mistake", "blunder")


def explain(walk: Walk, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """The decisions with explanations of those that are errors, or the only good move."""
    explainer = _Explainer(walk)
    return tuple(replace(one, explanations=explainer.of(one)) if one.label else one for one in decisions)


class _Explainer:
    def __init__(self, walk: Walk) -> None:
        self.walk, self.board = walk, walk.game.board
        self.codec = board_codec(self.board)
        file = find_network(self.board, walk.game.seats)
        self.prospect = Prospect(self.codec.tables, file.plan if file else {})

    def of(self, decision: Decision) -> tuple[Explanation, ...]:
        """The explanations of a labelled decision, the most telling first; there is always one."""
        if decision.label == "only":
            return (Explanation("only_move", {"move": decision.parts[0].candidates[0].move}),)
        part = max(decision.parts, key=lambda one: one.loss)
        step = self.walk.steps[part.ply]
        better = parse(part.candidates[0].move, self.board)
        if part.candidates[0].move == str(step.move) and len(part.candidates) > 1:
            better = parse(part.candidates[1].move, self.board)
        found = [Explanation(kind, params) for kind, params in self._reasons(step, better)]
        return tuple(found[:2]) or (Explanation("better_move", {"move": str(better)}),)

    def _reasons(self, step: Step, better: Action) -> Iterator[tuple[str, Params]]:
        played = step.move
        if played.kind == "keep":
            yield "keep_better", {"kept": list(played.tickets), "better": list(better.tickets)}
            return
        if played.kind in ("pay", "withdraw"):
            route = self.board.routes[step.state.tunnel_route].id
            yield ("pay_tunnel" if better.kind == "pay" else "leave_tunnel"), {"route": route}
            return
        yield from self._about_tickets(step, better)
        if played.kind == "claim" and (better.target != played.target or better.wilds < played.wilds):
            length = self.board.route(played.target).length
            if played.wilds and length <= SHORT:
                yield "wild_on_short", {"route": played.target, "wilds": played.wilds, "length": length}
        if better.kind == "claim" and better.target != played.target:
            yield from self._about_claim(step, better.target)
        yield from self._about_time(step, better)
        if played.kind == "draw" and better.kind == "draw":
            yield "card_better", {"card": played.colour, "better": better.colour}
        if played.kind == "claim" and better.kind != "claim" and self.board.route(played.target).tunnel:
            yield "risky_tunnel", {"route": played.target}

    def _about_tickets(self, step: Step, better: Action) -> Iterator[tuple[str, Params]]:
        if step.move.kind == "tickets":
            self.prospect.look(step.state, step.state.actor)
            if self.prospect.turns_left < LATE:
                yield "tickets_late", {"turns": round(self.prospect.turns_left)}
        elif better.kind == "tickets":
            yield "tickets_better", {}

    def _about_claim(self, step: Step, route: str) -> Iterator[tuple[str, Params]]:
        """Why a route was worth claiming: others wanted it, or an own ticket needs it."""
        seat, state = step.state.actor, step.state
        taken = self._taken(step, route)
        for ticket in self._unfinished(state, seat):
            way = find_way(self.board, state, seat, ticket)
            if way and {route, self.board.route(route).twin} & set(way.routes):
                yield "missed_ticket", {"ticket": ticket.id, "route": route}
                break
        else:
            one = self.board.route(route)
            for other in range(state.seats):
                if other != seat and {one.a, one.b} <= reached(self.board, state, other):
                    later = {"ply": taken[1]} if taken and taken[0] == other else {}
                    yield "missed_block", {"route": route, "seat": other, **later}
                    break
        if taken:
            yield "missed_route", {"route": route, "seat": taken[0], "ply": taken[1]}

    def _taken(self, step: Step, route: str) -> tuple[int, int] | None:
        """Who took a route from the seat before its next turn but one, and when."""
        index = self.board.route_index(route)
        for later in self.walk.steps[step.ply + 1 :]:
            if later.state.turns > step.state.turns + 2 * step.state.seats:
                return None
            if later.move.kind == "claim" and later.state.actor != step.state.actor:
                closed = self.board.route(route).twin == later.move.target
                if later.move.target == route or (closed and not self._open(later.ply + 1, step, index)):
                    return later.state.actor, later.ply
        return None

    def _open(self, ply: int, step: Step, index: int) -> bool:
        steps = self.walk.steps
        state = steps[ply].state if ply < len(steps) else self.walk.end
        return state.is_open(step.state.actor, index)

    def _about_time(self, step: Step, better: Action) -> Iterator[tuple[str, Params]]:
        """Whether the plan takes longer after the move than after the better one."""
        number = self.codec.number(better, step.offer)
        if number is None or "tickets" in (step.move.kind, better.kind):
            return
        self.prospect.look_after(step.state, number)
        if self.prospect.turns == NOTHING or not self.prospect.tickets:
            return
        best = self.prospect.turns
        self.prospect.look_after(step.state, step.action)
        slower = self.prospect.turns - best
        if self.prospect.turns != NOTHING and slower >= SLOWER:
            yield "slower", {"turns": round(slower), "move": str(better)}

    def _unfinished(self, state: State, seat: int) -> list[Ticket]:
        tickets = [self.board.tickets[i] for i in state.tickets_of(seat)]
        found = []
        for ticket in sorted(tickets, key=lambda one: -one.points):
            way = find_way(self.board, state, seat, ticket)
            if way is None or way.cars or way.borrowed:
                found.append(ticket)
        return found


def find_moments(
    walk: Walk, decisions: Sequence[Decision], luck: Sequence[Luck], turns: Sequence[TurningPoint] = ()
) -> tuple[Moment, ...]:
    """The key moments, in the order of the game."""
    causes = [*_errors(decisions), *_luck(walk, luck)]
    found = [*causes, *_turns(walk, turns, causes), *_tickets(walk), *_cars(walk)]
    return tuple(sorted(found, key=lambda one: (one.ply, one.seat, one.source)))


def _errors(decisions: Sequence[Decision]) -> Iterator[Moment]:
    """The dearest errors of each seat."""
    errors = sorted(
        (one for one in decisions if one.label in ("mistake", "blunder")), key=lambda one: -one.loss
    )
    for seat in {one.seat for one in errors}:
        for one in [one for one in errors if one.seat == seat][:ERROR_MOMENTS]:
            part: Part = max(one.parts, key=lambda part: part.loss)
            yield Moment(part.ply, seat, "error", -one.loss, one.explanations[0])


def _turns(walk: Walk, turns: Sequence[TurningPoint], causes: Sequence[Moment]) -> Iterator[Moment]:
    """The turning points of which no error and no luck is told: somebody's good turn, or many small things."""
    for one in turns:
        if not any(one.ply <= cause.ply < one.end for cause in causes):
            step = walk.steps[one.ply]
            mover = step.state.actor
            alike = abs(abs(one.change[mover]) - abs(one.change[one.seat])) < ALIKE
            seat = mover if alike else one.seat
            why = Explanation("turning", {"seat": mover, "move": str(step.move)})
            yield Moment(one.ply, seat, "turn", one.change[seat], why)


def _luck(walk: Walk, luck: Sequence[Luck]) -> Iterator[Moment]:
    """The luckiest and unluckiest events of each seat, beyond their noise. An event is told once, of one seat."""
    found: list[Moment] = []
    steps = walk.steps
    for one in luck:
        seat = one.concerns(steps[one.ply + 1].state.actor if one.ply + 1 < len(steps) else None)
        if abs(one.luck[seat]) >= max(LUCKY, 2 * one.error[seat]):
            kind = "lucky" if one.luck[seat] > 0 else "unlucky"
            params: Params = {"kind": one.kind, "dealt": list(one.dealt if one.kind != "deal" else ())}
            found.append(Moment(max(0, one.ply), seat, "luck", one.luck[seat], Explanation(kind, params)))
    for seat in range(walk.game.seats):
        mine = [one for one in found if one.seat == seat]
        yield from sorted(mine, key=lambda one: -abs(one.effect))[:LUCKY_MOMENTS]


def _cars(walk: Walk) -> Iterator[Moment]:
    for seat in range(walk.game.seats):
        cars = walk.end.cars_of(seat)
        if cars > WASTED:
            params: Params = {"cars": cars, "cards": walk.end.cards_in_hand(seat)}
            yield Moment(len(walk.steps), seat, "end", 0.0, Explanation("cars_left", params))


def _tickets(walk: Walk) -> Iterator[Moment]:
    """The tickets that failed: when their last way was closed, and when it could have been saved."""
    board = walk.game.board
    for seat in range(walk.game.seats):
        for index in walk.end.tickets_of(seat):
            ticket = board.tickets[index]
            way = find_way(board, walk.end, seat, ticket)
            if way is None:
                yield _death(walk, seat, ticket)
            elif way.cars:
                params: Params = {"ticket": ticket.id, "missing": way.cars}
                yield Moment(len(walk.steps), seat, "ticket", 0.0, Explanation("ticket_unfinished", params))


def _death(walk: Walk, seat: int, ticket: Ticket) -> Moment:
    """When the last way of a ticket was closed. It was open in one of its positions, or died as it was drawn."""
    board, steps = walk.game.board, walk.steps
    index = board.ticket_index(ticket.id)
    last: Way | None = None
    ply = len(steps)
    for step in reversed(steps):
        if index not in step.state.tickets_of(seat):
            break
        ply = step.ply
        if step.move.kind in ("claim", "pay", "station"):
            last = find_way(board, step.state, seat, ticket)
            if last is not None:
                break
    params: Params = {"ticket": ticket.id}
    if last is None:
        return Moment(ply, seat, "ticket", 0.0, Explanation("ticket_hopeless", params))
    step = steps[ply]
    route = step.move.target or board.routes[step.state.tunnel_route].id
    params |= {"ply": ply, "seat": step.state.actor, "route": route}
    saved = _saved(board, steps[:ply], seat, index, last)
    if saved is not None and step.state.actor != seat:
        params |= {"saved": saved[0], "by": saved[1]}
    return Moment(ply, seat, "ticket", 0.0, Explanation("ticket_died", params))


def _saved(board: Board, steps: Sequence[Step], seat: int, ticket: int, way: Way) -> tuple[int, str] | None:
    """The last turn at which the seat could have claimed a route of the last way, and made another move."""
    codec = board_codec(board)
    for step in reversed(steps):
        state = step.state
        if ticket not in state.tickets_of(seat):
            return None
        if state.actor == seat and state.phase == TURN:
            hand = codec.cards_by_name(state.hand(seat))
            for name in way.routes:
                if state.is_open(seat, board.route_index(name)) and _can_pay(board, hand, name):
                    return step.ply, name
    return None


def _can_pay(board: Board, hand: dict[str, int], name: str) -> bool:
    """Whether a hand pays for a route, tunnels without extra cards."""
    route, wilds = board.route(name), hand.get("wild", 0)
    colours = board.colours if route.colour == "gray" else (route.colour,)
    most = max(hand.get(colour, 0) for colour in colours)
    return wilds >= route.ferry and min(most, route.length - route.ferry) + wilds >= route.length
