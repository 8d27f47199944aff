"""Summaries of a match: the figures of each bot, over all lineups and in each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

import msgspec

from branchline.arena.match import Match
from branchline.arena.reports.intervals import Interval, share
from branchline.arena.reports.luck import Adjusted, adjust
from branchline.arena.results import GameResult, ResultStore
from branchline.arena.totals import Faults, SeatTotals, find_faults
from branchline.game.view import SCORE_PARTS


class BotSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's results in a lineup, or over all lineups (`all`). Figures are means per game.

    `win` is its share of the victories, with the interval over the deals; `cpu_ms` the CPU time of a decision in
    milliseconds, None where it was not measured; `adjusted` is its share without luck, where luck was measured.
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
    most_tickets: float
    tickets_done: float
    tickets_kept: float
    turns: float
    points_per_turn: float
    cpu_ms: float | None
    forfeits: int
    adjusted: Adjusted | None = None


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
    """Each bot in each lineup, in the order of the lineups."""
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
    sums = totals_of(bot, (game for games in deals.values() for game in games))
    total, turns = sums.mean("total"), sums.mean("turns")
    return BotSummary(
        lineup=lineup,
        bot=bot,
        games=sums.games,
        deals=len(deals),
        win=win_share(bot, deals),
        total=total,
        **{part: sums.mean(part) for part in SCORE_PARTS},
        tickets_done=sums.mean("tickets_done"),
        tickets_kept=sums.mean("tickets_kept"),
        turns=turns,
        points_per_turn=total / turns if turns else 0.0,
        cpu_ms=sums.cpu_ms,
        forfeits=sums.forfeits,
        adjusted=adjust(bot, deals),
    )


def totals_of(bot: str, games: Iterable[GameResult]) -> SeatTotals:
    """The sums of a bot over these games, wherever it sat."""
    sums = SeatTotals()
    for game in games:
        for seat, part in zip(game.seats, game.shares, strict=True):
            if seat.bot == bot:
                sums.add_seat(seat, part)
    return sums


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


def faults(games: Collection[GameResult]) -> list[Faults]:
    """The bots that forfeited decisions in these games."""
    names = sorted({seat.bot for game in games for seat in game.seats if seat.forfeits})
    return find_faults((bot, totals_of(bot, games)) for bot in names)
