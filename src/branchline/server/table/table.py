"""Table: what the deeds of a log add up to. Pure: no clock, no database, no sockets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from branchline import CommittedDealer, Dealer, Game, View
from branchline.server.errors import Refusal
from branchline.server.wire.messages import Stage

from . import events, notices
from .choosing import turned_to

DealerFor = Callable[[bytes], Dealer]


@dataclass(slots=True)
class Seat:
    """Who sits where. Empty texts mean: nobody, no bot, no key."""

    name: str = ""
    bot: str = ""
    holder: str = ""
    invite: str = ""
    reserved: bool = False
    away: bool = False

    @property
    def taken(self) -> bool:
        return bool(self.bot or (self.holder and not self.reserved))


@dataclass(slots=True)
class Table:
    """One table at one moment. `history` holds what each deed changed, from number 1 on."""

    id: str
    secret: bytes
    dealer_for: DealerFor = CommittedDealer
    number: int = 0
    opened: events.Opened | None = None
    created: float = 0.0
    changed: float = 0.0
    since: float = 0.0
    stage: Stage = "open"
    seats: list[Seat] = field(default_factory=list)
    game: Game | None = None
    moves: list[tuple[int, str, float]] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    votes: dict[int, set[int]] = field(default_factory=dict)
    done: dict[tuple[int, str], int] = field(default_factory=dict)
    rematch: str = ""
    times: list[float] = field(default_factory=list)
    history: list[tuple[notices.Fact, ...]] = field(default_factory=list)
    views: dict[int | None, View] = field(default_factory=dict)

    @property
    def facts(self) -> events.Opened:
        """What was decided when the table opened."""
        if self.opened is None:
            raise Refusal("no_such_table")
        return self.opened

    @property
    def playing(self) -> Game:
        """The game; refused before the start."""
        if self.game is None:
            raise Refusal("not_started")
        return self.game

    @property
    def starting(self) -> bool:
        """Whether the first tickets are being chosen, by all at the same time (S5)."""
        return self.stage == "playing" and "" in self.chosen

    @property
    def full(self) -> bool:
        return all(seat.taken for seat in self.seats)

    @property
    def hints(self) -> bool:
        """Whether players may ask what a bot would do: if that was agreed on, or if nobody else plays."""
        return self.facts.hints or sum(not seat.bot for seat in self.seats) < 2

    def to_move(self) -> tuple[int, ...]:
        """The seats for which the table waits."""
        if self.starting:
            return tuple(seat for seat, move in enumerate(self.chosen) if not move)
        actor = self.game.actor if self.game else None
        return () if actor is None else (actor,)

    def automatic(self) -> tuple[int, ...]:
        """Those of them for which a bot plays."""
        return tuple(seat for seat in self.to_move() if self.seats[seat].bot or self.seats[seat].away)

    def outvoted(self) -> int | None:
        """A seat for which more than half of the other players want a bot to play on."""
        for seat, voters in self.votes.items():
            others = [
                n for n, other in enumerate(self.seats) if n != seat and other.holder and not other.away
            ]
            if 2 * len(voters) > len(others):
                return seat
        return None

    def deadline(self) -> float | None:
        """When the time of those to move is up; None without a time limit, or if only bots are to move."""
        clock = self.facts.clock
        if clock is None or self.stage != "playing" or len(self.automatic()) == len(self.to_move()):
            return None
        return self.since + clock

    def due(self, open_for: float) -> float | None:
        """When something happens here by itself."""
        if self.stage == "open":
            return self.changed if self.full else self.changed + open_for
        if self.stage == "playing" and (self.automatic() or self.outvoted() is not None):
            return self.changed
        return self.deadline()

    def view(self, viewer: int | None) -> View:
        """What a seat, or a spectator, knows now. While first tickets are chosen everybody is to move for itself."""
        view = self.views.get(viewer)
        if view is None:
            view = self.playing.view(viewer)
            if self.starting:
                view = self._while_starting(view)
            self.views[viewer] = view
        return view

    def _while_starting(self, view: View) -> View:
        seat = view.seat
        if seat is None or self.chosen[seat]:
            return msgspec.structs.replace(view, actor=None, legal=[])
        legal = turned_to(self.playing, seat).legal()
        return msgspec.structs.replace(view, actor=seat, legal=legal)

    def choosing(self, seat: int) -> Game:
        """The game as a seat that is to move finds it: its own turn."""
        return turned_to(self.playing, seat) if self.starting else self.playing
