"""Table: the state that the events of a log add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from branchline import CommittedDealer, Dealer, Game, View, load_board
from branchline.drawing.palette import LIVERIES
from branchline.game.position import Origin
from branchline.server.errors import RequestError

from . import events, notices

DealerFor = Callable[[bytes], Dealer]
Stage = Literal["open", "playing", "over", "closed"]
#: How a player went for good: by resigning, or removed by the others.
Out = Literal["", "resigned", "removed"]
#: How many colours players choose from.
COLOURS = len(LIVERIES)
#: In `Table.chosen`: the first tickets of a seat that had them before a game was continued.
KEPT_BEFORE = "keep"
#: In `Table.changes`: changes of the whole table by its host.
WHOLE_TABLE = -1


@dataclass(slots=True)
class Seat:
    """Who sits at a seat. An empty text means: no player, no bot, no key.

    `invite` is a link from the host, `handed` one that the holder made for another device. `since` is when the seat
    became away. `private`: also at a public table it is taken by a link only. `colour` was chosen by the player.
    """

    name: str = ""
    bot: str = ""
    holder: str = ""
    invite: str = ""
    reserved: bool = False
    away: bool = False
    handed: str = ""
    since: float = 0.0
    private: bool = False
    colour: int | None = None
    out: Out = ""

    @property
    def taken(self) -> bool:
        return bool(self.bot or (self.holder and not self.reserved))


@dataclass(slots=True)
class LinkRequest:
    """The host wants a new link to a seat during the game: who agreed, who declined, and the link once it is made."""

    at: float
    wait: float
    agreed: set[int] = field(default_factory=set)
    declined: set[int] = field(default_factory=set)
    invite: str = ""


@dataclass(slots=True)
class Undoable:
    """A move that its maker may take back: its number in the log, when it was made, and how things stood before.

    `game` is None for a choice of first tickets, which is not played before all have chosen.
    """

    number: int
    at: float
    since: float
    game: Game | None = None


@dataclass(slots=True)
class Table:
    """One table at one moment. `history` holds the notices of each event, from number 1 on.

    `since` is the time from which those to move keep the table waiting. `done` has the number of each move by seat and
    message id, and `chosen` the first tickets of each seat, played once all have chosen. `requests` are those for new
    links, by seat, and `asked` when the last one was made. `removals` has the seats that want a seat's player to be
    removed. `invite` is the link to all free seats; if the table `waits`, its host starts the game. `chat` counts what
    each seat, and all spectators (None), have said since the opening or the end; `changes` how often each seat was
    left, returned to or given a link, and `undone` how many moves it took back. `end` is the number of the event that
    ended the game. `bots` has the exact spec of the bot for each move of one, by the number of moves before it.
    `undoable` are the moves that may be taken back, by seat; `position` is the number of the event that led to the game
    as it stands.
    """

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
    bots: dict[int, str] = field(default_factory=dict)
    votes: dict[int, set[int]] = field(default_factory=dict)
    done: dict[tuple[int, str], int] = field(default_factory=dict)
    rematch: str = ""
    requests: dict[int, LinkRequest] = field(default_factory=dict)
    asked: dict[int, float] = field(default_factory=dict)
    removals: dict[int, set[int]] = field(default_factory=dict)
    invite: str = ""
    waits: bool = False
    chat: Counter[int | None] = field(default_factory=Counter)
    changes: Counter[int] = field(default_factory=Counter)
    undone: Counter[int] = field(default_factory=Counter)
    undoable: dict[int, Undoable] = field(default_factory=dict)
    position: int = 0
    end: int = 0
    times: list[float] = field(default_factory=list)
    history: list[tuple[notices.Unredacted, ...]] = field(default_factory=list)
    #: Seconds by which this log is ahead of the clock of this process (`Hub.time`).
    ahead: float = field(default=0.0, compare=False)
    views: dict[int | None, View] = field(default_factory=dict)

    @property
    def options(self) -> events.Opened:
        """What was chosen when the table was opened."""
        if self.opened is None:
            raise RequestError("no_such_table")
        return self.opened

    @property
    def playing(self) -> Game:
        """The game. It is an error to ask for it before the start."""
        if self.game is None:
            raise RequestError("not_started")
        return self.game

    @property
    def origin(self) -> Origin | None:
        """Where the game comes from, if it began in a position of another."""
        return self.options.origin if isinstance(self.options, events.Continued) else None

    @property
    def starting(self) -> bool:
        """Whether the seats are choosing their first tickets, which they do all at once (S5)."""
        return self.stage == "playing" and "" in self.chosen

    @property
    def full(self) -> bool:
        return all(seat.taken for seat in self.seats)

    @property
    def ready(self) -> bool:
        """Whether the game starts by itself now."""
        return self.full and not self.waits

    @property
    def hints(self) -> bool:
        """Whether players may ask what a bot would do: if the table was opened so, or for one player among bots."""
        return self.options.hints or sum(not seat.bot for seat in self.seats) < 2

    def to_move(self) -> tuple[int, ...]:
        """The seats that the table waits for."""
        if self.starting:
            return tuple(seat for seat, move in enumerate(self.chosen) if not move)
        actor = self.game.actor if self.game else None
        return () if actor is None else (actor,)

    def automatic(self) -> tuple[int, ...]:
        """The seats to move that a bot plays for."""
        return tuple(seat for seat in self.to_move() if self.seats[seat].bot or self.seats[seat].away)

    def outvoted(self) -> int | None:
        """A seat that more than half of the other players voted to hand over to a bot."""
        for seat, voters in self.votes.items():
            others = [
                n for n, other in enumerate(self.seats) if n != seat and other.holder and not other.away
            ]
            if 2 * len(voters) > len(others):
                return seat
        return None

    def jury(self, seat: int) -> list[int]:
        """Who may vote on removing the player of a seat: the other players who are there."""
        return [n for n, one in enumerate(self.seats) if n != seat and one.holder and not one.away]

    def removable(self) -> int | None:
        """A seat whose player more than half of the others want to be removed. One alone decides nothing."""
        for seat, voters in self.removals.items():
            jury = self.jury(seat)
            if len(jury) > 1 and 2 * len(voters.intersection(jury)) > len(jury):
                return seat
        return None

    def host_seat(self) -> int | None:
        """Where the host sits, if the host does."""
        host = self.options.host
        seats = (n for n, seat in enumerate(self.seats) if seat.holder == host and not seat.reserved)
        return next(seats, None)

    def colours(self) -> list[int]:
        """The colour of each seat: the one that was chosen, else that of its number, else the first that is left.

        Where a game goes on from another, bots and free seats have its colours, until a player chooses one of them.
        """
        players = {seat.colour for seat in self.seats if seat.holder}
        found = [seat.colour if seat.holder or seat.colour not in players else None for seat in self.seats]
        left = [colour for colour in range(max(COLOURS, len(found))) if colour not in found]
        for number, colour in enumerate(found):
            if colour is None and number in left:
                found[number] = number
                left.remove(number)
        return [left.pop(0) if colour is None else colour for colour in found]

    def electors(self, seat: int) -> list[int]:
        """Who decides on a new link to a seat: the players who are there, but neither its own nor the host."""
        host = self.options.host
        return [
            n
            for n, other in enumerate(self.seats)
            if n != seat and other.taken and not other.bot and not other.away and other.holder != host
        ]

    def agreed(self, seat: int) -> bool:
        """Whether the host may have a new link to a seat: its player agrees, or more than half of the others do."""
        voters = self.requests[seat].agreed
        electors = self.electors(seat)
        return seat in voters or 2 * len(voters.intersection(electors)) > len(electors) > 0

    def link_after(self, seat: int) -> float | None:
        """When the host may have a new link to a seat without agreement; None as long as its player is not away."""
        request = self.requests[seat]
        since = self.seats[seat].since
        return max(request.at, since) + request.wait if self.seats[seat].away else None

    def undo_number(self, seat: int | None) -> int | None:
        """The number of the move that a seat may take back, if there is one."""
        made = None if seat is None else self.undoable.get(seat)
        return None if made is None else made.number

    def deadline(self) -> float | None:
        """When the time of those to move runs out. None without a time limit, or if only bots are to move."""
        clock = self.options.clock
        if clock is None or self.stage != "playing" or len(self.automatic()) == len(self.to_move()):
            return None
        return self.since + clock

    def due(self, open_for: float) -> float | None:
        """When automation has something to do at this table; None if it has not."""
        if self.stage == "open":
            return self.changed if self.ready else self.changed + open_for
        undone = self.automatic() or self.outvoted() is not None or self.removable() is not None
        if self.stage == "playing" and undone:
            return self.changed
        return self.deadline()

    def view(self, viewer: int | None) -> View:
        """What a seat, or a spectator, knows now. While first tickets are chosen, each seat sees itself as to move."""
        view = self.views.get(viewer)
        if view is None:
            view = self.placed(self.playing.view(viewer))
            if self.starting:
                view = self._while_starting(view)
            self.views[viewer] = view
        return view

    def placed(self, view: View) -> View:
        """A view whose final ranks are those of the table: who resigned or was removed comes after all others."""
        if view.scores is None or not any(seat.out for seat in self.seats):
            return view
        order = [(bool(seat.out), score.rank) for seat, score in zip(self.seats, view.scores, strict=True)]
        ranks = [1 + sum(other < own for other in order) for own in order]
        scores = [
            msgspec.structs.replace(score, rank=rank) for score, rank in zip(view.scores, ranks, strict=True)
        ]
        return msgspec.structs.replace(view, scores=scores)

    def _while_starting(self, view: View) -> View:
        seat = view.seat
        if seat is None or self.chosen[seat]:
            return msgspec.structs.replace(view, actor=None, legal=[])
        legal = self.game_at_turn_of(seat).legal()
        return msgspec.structs.replace(view, actor=seat, legal=legal)

    def first_tickets(self, viewer: int | None) -> list[str]:
        """The first tickets that a seat has chosen, as long as others still choose theirs."""
        return self.chosen[viewer].split()[1:] if self.starting and viewer is not None else []

    def game_at_turn_of(self, seat: int) -> Game:
        """The game at the turn of a seat that is to move.

        The engine asks seat by seat for first tickets, so that this is a copy while they are chosen.
        """
        return self.playing.at_first_choice(seat) if self.starting else self.playing

    def deal(self) -> Game:
        """The game of this table, just dealt, or in the position in which it began."""
        options, dealer = self.options, self.dealer_for(self.secret)
        if isinstance(options, events.Continued):
            return Game.from_position(load_board(options.board), options.position, dealer, options.origin)
        return Game(options.board, len(self.seats), first=options.first, dealer=dealer)
