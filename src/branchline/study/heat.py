"""The heat map of a study: how often routes are claimed, when, and whether their owners win."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path

import msgspec

from branchline.board import Board
from branchline.drawing.heat import heat_colour, heat_svg

from .figures import RouteFigures, Study

#: With fewer claims a route has no colour in the maps of when it is claimed and who then wins.
FEW = 30


class Measure(msgspec.Struct, frozen=True):
    """Something that the heat map can show: its name, the ends of its scale, colours and words for every route."""

    name: str
    least: str
    most: str
    colours: dict[str, str]
    titles: dict[str, str]


def heat_section(study: Study, board: Board, source: Path | None, live: bool) -> str:
    measures = heat_measures(study)
    first = next(iter(measures.values()))
    visited = {city.id: city.visited for city in study.cities}
    titles = dict(first.titles) | {
        city.id: f"{city.name}: reached in {100 * city.visited:.1f} % of games" for city in study.cities
    }
    values = {
        one.id: one.claimed.value / _most(study, lambda route: route.claimed.value) for one in study.routes
    }
    drawn = heat_svg(board, values, visited, titles, source)
    picks = "".join(
        f'<label><input type="radio" name="heat" value="{key}"{" checked" if one is first else ""}> '
        f"{escape(one.name)}</label>"
        for key, one in measures.items()
    )
    data = msgspec.json.encode(measures).decode().replace("</", "<\\/")
    script = f'<script type="application/json" class="bl-heat">{data}</script>'
    return (
        f'<h2>Heat map</h2><p class="pick">{picks if live else "How often routes are claimed:"}</p>'
        f'<div class="map">{drawn}</div><p class="scale">'
        f'<span class="bl-least">{first.least}</span><i></i><span class="bl-most">{first.most}</span>'
        f"<span>white: never, or too seldom to say</span></p>{script if live else ''}"
    )


def heat_measures(study: Study) -> dict[str, Measure]:
    """What the heat map can show."""

    def percent(value: float) -> str:
        return f"{100 * value:.0f} %"

    def often(one: RouteFigures) -> bool:
        return one.win is not None and one.win.count >= FEW

    def measure(name: str, value: Callable[[RouteFigures], float | None], told: str) -> Measure:
        known = {
            one.id: found for one in study.routes if (found := value(one)) is not None and one.claimed.value
        }
        least, most = min(known.values(), default=0.0), max(known.values(), default=1.0)
        if name == "claimed":
            least = 0.0
        wide = (most - least) or 1.0
        colours = {
            one.id: heat_colour(0.02 + 0.98 * (known[one.id] - least) / wide if one.id in known else 0.0)
            for one in study.routes
        }
        titles = {
            one.id: f"{one.id}: {told.format(percent(known[one.id]))}"
            if one.id in known
            else f"{one.id}: {'claimed too seldom to say' if one.claimed.value else 'never'}"
            for one in study.routes
        }
        return Measure(name, percent(least), percent(most), colours, titles)

    return {
        "claimed": measure("claimed", lambda one: one.claimed.value, "claimed in {} of games"),
        "early": measure(
            "how late in the game",
            lambda one: one.progress if often(one) else None,
            "claimed after {} of the game, on average",
        ),
        "win": measure(
            "owner wins", lambda one: one.win.value if one.win and often(one) else None, "its owner wins {}"
        ),
    }


def _most(study: Study, value: Callable[[RouteFigures], float]) -> float:
    return max(map(value, study.routes)) or 1.0
