"""Findings: what a designer should look at, in words, each with the threshold that it has crossed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt

from .fairness import Share
from .figures import Finding, Study

#: A place in the order of turns wins so much more or less than its fair share.
PLACE_GAP = 0.02
#: A bot wins so many times its fair share.
STRONG_BOT = 1.5
#: A ticket is kept in fewer of its offers, or completed by fewer of its holders, than this.
RARELY_KEPT, RARELY_DONE = 0.10, 0.50
#: Whoever holds a ticket, or a route, wins so much more or less than the same bots do on average.
TICKET_GAP, ROUTE_GAP = 0.05, 0.10
#: A route is claimed, or a city reached, in fewer games than this.
RARE_ROUTE, DEAD_CITY = 0.01, 0.05
#: The owner of the longest path wins more often than this.
LONGEST_WINS = 0.75
#: Shares of games: all pass or nobody can end it; a pile is used up.
STALEMATES, USED_UP = 0.0, 0.01
#: The longest games have so many times the rounds of the shortest.
LENGTH_RATIO = 4.0
#: More findings of one kind than this become one sentence, which names so many.
MANY = 4
#: Standard errors that a route or ticket must be off. There are many of them, and with so many one in a thousand is off
#: by chance.
SURE = 3.3


def find(study: Study) -> Iterator[Finding]:
    """All findings of a study, the weightiest kinds first."""
    yield from _failures(study)
    yield from _places(study)
    yield from _bots(study)
    yield from _tickets(study)
    yield from _routes(study)
    yield from _games(study)


def percent(value: float) -> str:
    """A share in words of few digits."""
    return f"{100 * value:.1f} %" if value < 0.995 else f"{100 * value:.0f} %"


def _failures(study: Study) -> Iterator[Finding]:
    found = study.failures
    if found.stalemates > STALEMATES:
        yield Finding(
            "stalemate", f"{percent(found.stalemates)} of games end because all seats pass", "any such game"
        )
    if found.endless > STALEMATES:
        text = f"{percent(found.endless)} of games only end because their players are stopped"
        yield Finding("endless", text, "any such game")
    for fault in found.faults:
        yield Finding("fault", fault, "any fault")
    for name, what in (("no_cards", "train cards"), ("no_tickets", "tickets")):
        value = getattr(found, name)
        if value > USED_UP:
            text = f"the pile of {what} is used up at some time in {percent(value)} of games"
            yield Finding(name, text, f"more than {percent(USED_UP)}")


def _places(study: Study) -> Iterator[Finding]:
    fair = 1 / study.seats
    off = [
        one
        for one in study.places
        if abs(one.win.value - fair) >= PLACE_GAP and not one.win.low <= fair <= one.win.high
    ]
    for one in off:
        who = "the starter" if one.place == 1 else f"player {one.place} in the order of turns"
        text = f"{who} wins {percent(one.win.value)}; the fair share is {percent(fair)}"
        yield Finding("place", text, f"{percent(PLACE_GAP)} off, outside the interval")
    if off:
        points = ", ".join(f"{one.fair:.1f}" for one in study.places)
        yield Finding("fair", f"points that would make the places equal, in the order of turns: {points}", "")


def _bots(study: Study) -> Iterator[Finding]:
    if len(study.bots) < 2:
        return
    fair = 1 / study.seats
    for one in study.figures:
        if one.win.low > min(STRONG_BOT * fair, (1 + fair) / 2):
            won = percent(one.win.value)
            text = f"{study.label(one.bot)} wins {won} of its games; the fair share is {percent(fair)}"
            yield Finding("bot", text, f"more than {percent(min(STRONG_BOT * fair, (1 + fair) / 2))}")


def _tickets(study: Study) -> Iterator[Finding]:
    kept = [
        (f"{one.name} ({one.points})", one.kept.value)
        for one in study.tickets
        if one.kept and one.kept.high < RARELY_KEPT
    ]
    told = "{} is kept in {} of its offers"
    yield from _listed(
        "ticket", told, "tickets are hardly ever kept", kept, f"less than {percent(RARELY_KEPT)}"
    )
    done = [
        (f"{one.name} ({one.points})", one.done.value)
        for one in study.tickets
        if one.done and one.done.high < RARELY_DONE
    ]
    told = "{} is completed by {} of its holders"
    many = "tickets are completed by less than half of their holders"
    yield from _listed("ticket", told, many, done, f"less than {percent(RARELY_DONE)}")
    for one in study.tickets:
        if _clearly_off(one.win_held, one.added, TICKET_GAP):
            text = f"who holds {one.name} ({one.points}) wins {_more(one.added)} than usual"
            yield Finding("ticket", text, f"{percent(TICKET_GAP)} off, and hardly by chance")


def _listed(
    about: str, words: str, many: str, found: list[tuple[str, float]], threshold: str
) -> Iterator[Finding]:
    """A sentence for each, or one for all if there are many, with the smallest shares."""
    found.sort(key=lambda one: one[1])
    if len(found) <= MANY:
        for name, value in found:
            yield Finding(about, words.format(name, percent(value)), threshold)
        return
    first = ", ".join(f"{name} {percent(value)}" for name, value in found[:MANY])
    yield Finding(about, f"{len(found)} {many}: {first} and {len(found) - MANY} more", threshold)


def _clearly_off(win: Share | None, added: float | None, gap: float) -> bool:
    """Whether victories are so much more or fewer than the usual share that chance hardly explains it."""
    if win is None or added is None:
        return False
    usual = win.value - added
    return abs(added) >= max(gap, SURE * sqrt(max(0.0, usual * (1 - usual)) / win.count))


def _more(added: float | None) -> str:
    value = added or 0.0
    return f"{100 * abs(value):.1f} percentage points {'more' if value > 0 else 'less'}"


def _routes(study: Study) -> Iterator[Finding]:
    pairs = _by_cities(study)
    never = [name for name, claimed in pairs if not claimed]
    if never:
        told = ", ".join(never[:MANY]) + (f" and {len(never) - MANY} more" if len(never) > MANY else "")
        text = f"nobody ever claims {told}"
        yield Finding("route", text, f"no claim in {study.games:,} games")
    rare = [(name, claimed) for name, claimed in pairs if 0 < claimed < RARE_ROUTE]
    told = "{} is claimed in {} of games"
    yield from _listed(
        "route", told, "pairs of cities are hardly ever joined", rare, f"less than {percent(RARE_ROUTE)}"
    )
    names = Counter(one.name for one in study.routes)
    for one in study.routes:
        if _clearly_off(one.win, one.added, ROUTE_GAP):
            which = f"{one.name} ({one.colour})" if names[one.name] > 1 else one.name
            text = f"who has {which} wins {_more(one.added)} than usual"
            yield Finding("route", text, f"{percent(ROUTE_GAP)} off, and hardly by chance")
    dead = [(city.name, city.visited) for city in study.cities if city.visited < DEAD_CITY]
    told = "{} is reached in {} of games"
    yield from _listed(
        "city", told, "cities are hardly ever reached", dead, f"less than {percent(DEAD_CITY)}"
    )


def _by_cities(study: Study) -> list[tuple[str, float]]:
    """How many claims a game there are between two cities: the routes of a double stand for each other."""
    found: dict[str, float] = {}
    for one in study.routes:
        found[one.name] = found.get(one.name, 0.0) + one.claimed.value
    return list(found.items())


def _games(study: Study) -> Iterator[Finding]:
    longest, length = study.longest_wins, study.length
    if longest and study.parts["longest"] and longest.low > LONGEST_WINS:
        text = f"who has the longest path wins {percent(longest.value)} of games"
        yield Finding("longest", text, f"more than {percent(LONGEST_WINS)}")
    if length.longest > LENGTH_RATIO * length.shortest:
        text = f"games last from {length.shortest} to {length.longest} rounds"
        yield Finding("length", text, f"more than {LENGTH_RATIO:g} times as long")
