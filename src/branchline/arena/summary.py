"""Summaries of a match: how each bot did, over all and at each lineup."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import msgspec

from branchline.arena.intervals import Interval, share
from branchline.arena.match import Match
from branchline.arena.results import GameResult, ResultStore, SeatResult

#: What a seat's score is made of; those that a board does not have stay 0.
PARTS = ("routes", "tickets", "longest", "stations", "districts")


class BotSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's results at a lineup, or over all lineups (`all`). Figures are means per game.

    `win` is its share of the victories, with the interval over the deals; `cpu_ms` the CPU time of a decision in
    milliseconds, None where it was not measured.
    """

    lineup: str
    bot: str
    games: int
    deals: int
    win: Interval
    total: float
    routes: float
    tickets: float
    longest: float
    stations: float
    districts: float
    tickets_done: float
    tickets_kept: float
    turns: float
    points_per_turn: float
    cpu_ms: float | None
    forfeits: int


class Faults(msgspec.Struct, frozen=True):
    """What went wrong with a bot: how many decisions it forfeited, in how many games, and the first fault seen."""

    bot: str
    decisions: int
    games: int
    first: str


Deals = dict[int, list[GameResult]]


def bot_summaries(match: Match, store: ResultStore) -> list[BotSummary]:
    """Each bot over all the lineups that measure it, best first."""
    by_bot: dict[str, Deals] = defaultdict(lambda: defaultdict(list))
    for lineup in match.lineups:
        for games in match.results(store, lineup):
            for bot in lineup.measured:
                by_bot[bot][games[0].deal] += games
    lines = [summarise_bot("all", bot, deals) for bot, deals in by_bot.items()]
    return sorted(lines, key=lambda one: (-one.win.value, one.bot))


def lineup_summaries(match: Match, store: ResultStore) -> list[BotSummary]:
    """Each bot at each lineup, in the order of the lineups."""
    found = []
    for lineup in match.lineups:
        deals = {games[0].deal: games for games in match.results(store, lineup)}
        if deals:
            found += [summarise_bot(lineup.name, bot, deals) for bot in lineup.measured]
    return found


def cross(match: Match, store: ResultStore) -> dict[tuple[str, str], Interval]:
    """A bot's share of the victories in the games with another: (bot, other) → share."""
    met: dict[tuple[str, str], Deals] = defaultdict(lambda: defaultdict(list))
    for lineup in match.lineups:
        for games in match.results(store, lineup):
            for bot in lineup.measured:
                for other in dict.fromkeys(lineup.bots):
                    if other != bot:
                        met[bot, other][games[0].deal] += games
    return {pair: win_share(pair[0], deals) for pair, deals in met.items()}


def summarise_bot(lineup: str, bot: str, deals: Deals) -> BotSummary:
    """The figures of a bot in these games."""
    seats = [seat for games in deals.values() for seat in _seats(bot, games)]
    cpu = [(seat.cpu, seat.decisions) for seat in seats if seat.cpu is not None]
    decisions = sum(count for _, count in cpu)
    total, turns = _mean(seats, "total"), _mean(seats, "turns")
    return BotSummary(
        lineup=lineup,
        bot=bot,
        games=len(seats),
        deals=len(deals),
        win=win_share(bot, deals),
        total=total,
        **{part: _mean(seats, part) for part in PARTS},
        tickets_done=_mean(seats, "tickets_done"),
        tickets_kept=_mean(seats, "tickets_kept"),
        turns=turns,
        points_per_turn=total / turns if turns else 0.0,
        cpu_ms=1000 * sum(seconds for seconds, _ in cpu) / decisions if decisions else None,
        forfeits=sum(seat.forfeits for seat in seats),
    )


def win_share(bot: str, deals: Deals) -> Interval:
    """A bot's share of the victories, with its interval over the deals."""
    sums, counts = [], []
    for _, games in sorted(deals.items()):
        shares = [
            part
            for game in games
            for part, seat in zip(game.shares, game.seats, strict=True)
            if seat.bot == bot
        ]
        sums.append(sum(shares))
        counts.append(len(shares))
    return share(sums, counts)


def faults(games: Iterable[GameResult]) -> list[Faults]:
    """The bots that forfeited decisions."""
    seats: dict[str, list[SeatResult]] = defaultdict(list)
    for game in games:
        for seat in game.seats:
            if seat.forfeits:
                seats[seat.bot].append(seat)
    return [
        Faults(bot, sum(seat.forfeits for seat in found), len(found), found[0].fault)
        for bot, found in sorted(seats.items())
    ]


def _seats(bot: str, games: Iterable[GameResult]) -> list[SeatResult]:
    return [seat for game in games for seat in game.seats if seat.bot == bot]


def _mean(seats: list[SeatResult], name: str) -> float:
    return float(sum(getattr(seat, name) for seat in seats)) / len(seats)
