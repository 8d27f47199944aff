"""From the sums over the games of a study to what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from branchline.board import Board, Route, Ticket
from branchline.core.study.collector import LOWEST, SEAT_SUMS
from branchline.game.view import SCORE_PARTS
from branchline.plan import shortest_way

from .fairness import NORMAL, Share, fair_points, read_margins, share, share_a_point
from .figures import (
    BotFigures,
    CityFigures,
    Failures,
    Length,
    Meeting,
    Place,
    RouteFigures,
    Scores,
    Study,
    TicketFigures,
)
from .sums import SHARE, Sums

#: What of a bot is given as a mean per game, beside its score and the parts of it.
MEANS = (
    "tickets_done",
    "tickets_held",
    "longest_length",
    "turns",
    "ticket_draws",
    "blind",
    "face_up",
    "wilds",
    "cars_left",
    "cards_left",
)


def make_study(
    board: Board, bots: tuple[str, ...], seats: int, seed: int, changes: Sequence[str], sums: Sums
) -> Study:
    """The study that the sums over its games give, without findings."""
    average = [sums.seat(group, "wins") / max(1, sums.seat(group, "games")) for group in range(len(bots))]
    figures = tuple(_bot(bot, group, seats, sums) for group, bot in enumerate(bots))
    held = sum(sums.seat(group, "longest_held") for group in range(len(bots)))
    won = sum(sums.seat(group, "longest_wins") for group in range(len(bots)))
    everybody = sum(one.games for one in figures)
    return Study(
        board=board.id,
        name=board.name,
        digest=board.digest[:16],
        changes=tuple(changes),
        seats=seats,
        bots=bots,
        seed=seed,
        games=sums.games,
        findings=(),
        places=tuple(_places(len(bots), seats, sums)),
        figures=figures,
        meetings=tuple(_meetings(bots, sums)),
        scores=_scores(len(bots), sums),
        parts={
            part: sum(sums.seat(group, part) for group in range(len(bots))) / everybody
            for part in SCORE_PARTS
        },
        length=_length(sums),
        longest_wins=share(won / SHARE, held),
        tickets=tuple(_ticket(board, i, one, average, sums) for i, one in enumerate(board.tickets)),
        routes=tuple(_route(board, i, one, average, sums) for i, one in enumerate(board.routes)),
        cities=tuple(
            CityFigures(city.id, city.name, sums.values["city"][i] / sums.games)
            for i, city in enumerate(board.cities)
        ),
        failures=_failures(sums),
    )


def _some(found: Share | None) -> Share:
    return found or Share(0.0, 0.0, 1.0, 0)


def _deviation(total: int, squares: int, count: int) -> float:
    return sqrt(max(0.0, (squares - total * total / count) / (count - 1))) if count > 1 else 0.0


def _places(bots: int, seats: int, sums: Sums) -> Iterator[Place]:
    margins = read_margins(sums.values["margins"], seats)
    extra = fair_points(margins, seats)
    for place in range(seats):
        games, wins, total = (
            sum(sums.place(place, group, name) for group in range(bots))
            for name in ("games", "wins", "total")
        )
        won = _some(share(wins / SHARE, games))
        slope = share_a_point(margins, extra, place)
        error = NORMAL * sqrt(won.value * (1 - won.value) / games) / slope if slope > 0 else 0.0
        yield Place(place + 1, won, total / games, extra[place], error)


def _bot(bot: str, group: int, seats: int, sums: Sums) -> BotFigures:
    figure = dict(zip(SEAT_SUMS, (sums.seat(group, name) for name in SEAT_SUMS), strict=True))
    games = max(1, figure["games"])
    places = [
        sums.place(place, group, "wins") / SHARE / max(1, sums.place(place, group, "games"))
        for place in range(seats)
    ]
    return BotFigures(
        bot=bot,
        games=figure["games"],
        win=_some(share(figure["wins"] / SHARE, figure["games"])),
        score=figure["total"] / games,
        deviation=_deviation(figure["total"], figure["squares"], games),
        parts={part: figure[part] / games for part in SCORE_PARTS},
        means={name: figure[name] / games for name in MEANS},
        places=tuple(places),
    )


def _meetings(bots: tuple[str, ...], sums: Sums) -> Iterator[Meeting]:
    for group, bot in enumerate(bots):
        for other, name in enumerate(bots):
            met = sums.pair("met", group, other)
            if group != other and met:
                yield Meeting(bot, name, _some(share(sums.pair("ahead", group, other) / 2, met // 2)))


def _median(counts: dict[int, int]) -> int:
    half, seen = (sum(counts.values()) + 1) // 2, 0
    for value, count in counts.items():
        seen += count
        if seen >= half:
            return value
    return 0


def _spread(flat: Sequence[int], lowest: int = 0) -> dict[int, int]:
    return {i - lowest: count for i, count in enumerate(flat) if count}


def _mean(counts: dict[int, int]) -> float:
    return sum(value * count for value, count in counts.items()) / max(1, sum(counts.values()))


def _scores(bots: int, sums: Sums) -> Scores:
    flat = sums.values["scores"]
    room = len(sums.values["winning"])
    everybody = [sum(flat[room * group + i] for group in range(bots)) for i in range(room)]
    counts, winners = _spread(everybody, LOWEST), _spread(sums.values["winning"], LOWEST)
    total, squares, games = (
        sum(sums.seat(group, name) for group in range(bots)) for name in ("total", "squares", "games")
    )
    return Scores(
        mean=total / games,
        deviation=_deviation(total, squares, games),
        least=min(counts),
        median=_median(counts),
        most=max(counts),
        winner=_mean(winners),
        counts=counts,
        winners=winners,
    )


def _length(sums: Sums) -> Length:
    counts = _spread(sums.values["rounds"])
    mean, games = _mean(counts), sums.games
    return Length(
        rounds=mean,
        deviation=sqrt(sum(count * (value - mean) ** 2 for value, count in counts.items()) / games),
        shortest=min(counts),
        median=_median(counts),
        longest=max(counts),
        decisions=sums.game("decisions") / games,
        lead_changes=sums.game("lead_changes") / games,
        margin=sums.game("margin") / SHARE / games,
        counts=counts,
    )


def _failures(sums: Sums) -> Failures:
    games = sums.games
    told = [
        f"{bot or 'a bot'} {f'forfeited {sums.forfeits[bot]:,} decisions; the first time: ' if bot else ''}{fault}"
        for bot, fault in sorted(sums.faults.items())
    ]
    return Failures(
        stalemates=sums.game("stalemates") / games,
        endless=sums.game("endless") / games,
        no_cards=sums.game("no_cards") / games,
        no_tickets=sums.game("no_tickets") / games,
        passes=sums.game("passes") / games,
        shared=sums.game("shared") / games,
        faults=tuple(told),
    )


def _added(won: Sequence[int], count: Sequence[int], average: Sequence[float]) -> float | None:
    """The share of victories above the average of the same bots."""
    total = sum(count)
    if not total:
        return None
    usual = sum(n * mean for n, mean in zip(count, average, strict=False))
    return (sum(won) - usual) / SHARE / total


def _ticket(board: Board, index: int, ticket: Ticket, average: Sequence[float], sums: Sums) -> TicketFigures:
    offered = {when: sums.ticket(index, f"offered_{when}") for when in ("start", "later")}
    kept = {when: sums.ticket(index, f"kept_{when}") for when in ("start", "later")}
    held, done, timed = (sums.ticket(index, name) for name in ("held", "done", "timed"))
    wins, done_wins = sums.by_group("ticket_wins", index), sums.by_group("ticket_done_wins", index)
    way = shortest_way(board, ticket.a, ticket.b)
    assert way is not None, "a board is in one piece"
    cars = way.cars
    return TicketFigures(
        id=ticket.id,
        name=f"{board.city(ticket.a).name} – {board.city(ticket.b).name}",
        points=ticket.points,
        long=ticket.long,
        cars=cars,
        points_per_car=ticket.points / cars,
        offered=sum(offered.values()),
        kept=share(sum(kept.values()), sum(offered.values())),
        kept_start=share(kept["start"], offered["start"]),
        kept_later=share(kept["later"], offered["later"]),
        held=held / sums.games,
        done=share(done, held),
        by_station=sums.ticket(index, "by_station") / held if held else 0.0,
        win_held=share(sum(wins) / SHARE, held),
        win_done=share(sum(done_wins) / SHARE, done),
        added=_added(wins, sums.by_group("ticket_held", index), average),
        round=sums.ticket(index, "rounds") / timed if timed else None,
    )


def _route(board: Board, index: int, route: Route, average: Sequence[float], sums: Sums) -> RouteFigures:
    claims, points = sums.route(index, "claims"), board.points[route.length]
    wins = sums.by_group("route_wins", index)
    return RouteFigures(
        id=route.id,
        name=f"{board.city(route.a).name} – {board.city(route.b).name}",
        colour=route.colour,
        length=route.length,
        points=points,
        claimed=_some(share(claims, sums.games)),
        round=sums.route(index, "rounds") / claims if claims else None,
        progress=sums.route(index, "percent") / 100 / claims if claims else None,
        win=share(sum(wins) / SHARE, claims),
        added=_added(wins, sums.by_group("route_claims", index), average),
        points_per_car=points / route.length,
        points_per_turn=points / (1 + route.length / 2),
    )
