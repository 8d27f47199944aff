"""What a study says: shares with intervals, means, and findings in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from branchline.errors import BranchlineError, did_you_mean, short

from .fairness import Share


class Place(msgspec.Struct, frozen=True):
    """A place in the order of turns, from 1 on. `fair` are the points that would make all places equal."""

    place: int
    win: Share
    points: float
    fair: float
    fair_error: float


class BotFigures(msgspec.Struct, frozen=True):
    """A bot over all its games, wherever it sat."""

    bot: str
    games: int
    win: Share
    score: float
    deviation: float
    parts: dict[str, float]
    means: dict[str, float]
    places: tuple[float, ...]

    @property
    def points_per_turn(self) -> float:
        return self.score / self.means["turns"]


class Meeting(msgspec.Struct, frozen=True):
    """How often a bot finished ahead of another at the same table; level counts half."""

    bot: str
    other: str
    ahead: Share


class TicketFigures(msgspec.Struct, frozen=True):
    """A ticket. `kept` is the share of its offers in which it was kept, `held` the share of games in which somebody
    held it, `done` the share of its holders that completed it. `added` is the share of victories of its holders above
    what the same bots win on average. `cars` are those of the shortest path, `round` when it was completed."""

    id: str
    name: str
    points: int
    long: bool
    cars: int
    points_per_car: float
    offered: int
    kept: Share | None
    kept_start: Share | None
    kept_later: Share | None
    held: float
    done: Share | None
    by_station: float
    win_held: Share | None
    win_done: Share | None
    added: float | None
    round: float | None


class RouteFigures(msgspec.Struct, frozen=True):
    """A route. `claimed` is the share of games in which it was, `round` and `progress` when, `win` the share of
    victories of its owners, and `added` that above what the same bots win on average. A turn brings two cards, so
    a claim costs half a turn a car and one turn more: that is behind `points_per_turn`."""

    id: str
    name: str
    colour: str
    length: int
    points: int
    claimed: Share
    round: float | None
    progress: float | None
    win: Share | None
    added: float | None
    points_per_car: float
    points_per_turn: float


class CityFigures(msgspec.Struct, frozen=True):
    """A city, and the share of games in which somebody had a route there."""

    id: str
    name: str
    visited: float


class Length(msgspec.Struct, frozen=True):
    """How long games are: rounds, in which every seat has a turn, and what happens in them."""

    rounds: float
    deviation: float
    shortest: int
    median: int
    longest: int
    decisions: float
    lead_changes: float
    margin: float
    counts: dict[int, int]


class Scores(msgspec.Struct, frozen=True):
    """The distribution of scores of all seats, and of the winners."""

    mean: float
    deviation: float
    least: int
    median: int
    most: int
    winner: float
    counts: dict[int, int]
    winners: dict[int, int]


class Failures(msgspec.Struct, frozen=True):
    """Shares of games in which something did not work as a designer wants it; faults of bots in words.

    A stalemate ends because all pass; an endless game only ends because its players were stopped. `no_cards` and
    `no_tickets` are games in which a pile was used up at some time; `passes` are turns a game without a legal move.
    """

    stalemates: float
    endless: float
    no_cards: float
    no_tickets: float
    passes: float
    shared: float
    faults: tuple[str, ...]


class Finding(msgspec.Struct, frozen=True):
    """Something that stands out: what it is about, a sentence, and the threshold that it has crossed."""

    about: str
    text: str
    threshold: str


class Study(msgspec.Struct, frozen=True):
    """Everything that a study found. It depends on the board, the bots, the seed and the number of games alone.

    `source` is the board's file, if that was named: beside it lies the map that the study shows.
    """

    board: str
    name: str
    digest: str
    changes: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    seed: int
    games: int
    findings: tuple[Finding, ...]
    places: tuple[Place, ...]
    figures: tuple[BotFigures, ...]
    meetings: tuple[Meeting, ...]
    scores: Scores
    parts: dict[str, float]
    length: Length
    longest_wins: Share | None
    tickets: tuple[TicketFigures, ...]
    routes: tuple[RouteFigures, ...]
    cities: tuple[CityFigures, ...]
    failures: Failures
    source: str = ""

    def __repr__(self) -> str:
        return f"<Study {self.board}, {self.seats} seats: {self.games:,} games of {', '.join(self.bots)}>"

    def label(self, bot: str) -> str:
        """A bot's name in tables and charts: of a class or a program without its folder, if that is clear."""
        names = [bot_label(one) for one in self.bots]
        return bot if names.count(bot_label(bot)) > 1 else bot_label(bot)

    def ticket(self, ticket: str) -> TicketFigures:
        """The figures of a ticket by its id."""
        return _named("ticket", ticket, self.tickets)

    def route(self, route: str) -> RouteFigures:
        """The figures of a route by its id."""
        return _named("route", route, self.routes)

    def _repr_html_(self) -> str:
        """The study, in a notebook."""
        from branchline.study.page import fragment

        return fragment(self)


Figures = TypeVar("Figures", TicketFigures, RouteFigures)


def _named(what: str, name: str, figures: Sequence[Figures]) -> Figures:
    """The figures with this id."""
    known = {one.id: one for one in figures}
    if name not in known:
        raise BranchlineError(f"the study has no {what} {short(name)!r}{did_you_mean(name, known)}")
    return known[name]


def bot_label(bot: str) -> str:
    """The last part of what names a class or a program; other specs as they are."""
    kind, _, place = bot.partition(":")
    if kind == "python":
        return place.rpartition(":")[2]
    return place.replace("/", " ").split()[-1] if kind == "exec" and place.strip() else bot
