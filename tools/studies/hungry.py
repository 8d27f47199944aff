"""Hungry, the style of de Mesentier Silva, Lee, Togelius and Nealen (FDG 2017) with one plan for all its tickets.

It plays as the authors' program does, slips included: `python:tools/studies/hungry.py:Hungry`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from published import (
    COLOURS,
    ENOUGH_CARS,
    GRAY,
    WILD,
    Map,
    Pair,
    Published,
    claims,
    draw,
    keep_cheapest,
    pair,
    search,
)

from branchline import Action, View
from branchline.board import Route

#: Cars that the tickets it keeps must leave over.
SPARE_CARS = 5


class Plan:
    """`Hungry`'s plan: the farthest two of its cities, and the others joined to one end or the other."""

    def __init__(self, here: Map, view: View, cities: Sequence[str]) -> None:
        self.routes: dict[str, set[Pair]] = {colour: set() for colour in (*COLOURS, GRAY)}
        self.needed: dict[str, int] = dict.fromkeys((*COLOURS, GRAY, WILD), 0)
        self.points = 0
        doubles: list[list[Route]] = []
        for step in self._steps(here, list(dict.fromkeys(cities))):
            if step not in here.own:
                if len(here.free[step]) > 1:
                    doubles.append(here.free[step])
                else:
                    self._add(here.free[step][0], step, view)
        for double in doubles:
            best = min(double, key=lambda route: self.needed[route.colour])
            self._add(best, pair(best.a, best.b), view)
        self.cards = sum(self.needed.values())

    def _add(self, route: Route, step: Pair, view: View) -> None:
        self.needed[route.colour] += route.length
        self.needed[WILD] += route.ferry
        self.routes[route.colour].add(step)
        self.points += view.board.points[route.length]

    def _steps(self, here: Map, cities: list[str]) -> list[Pair]:
        """The steps that join the cities. The shortest distance so far is kept from one city to the next: a city that
        is farther away is joined to the city to which the last one was."""
        far, ends = 0, ([], [])  # type: tuple[int, tuple[list[str], list[str]]]
        for i, one in enumerate(cities):
            for other in cities[i + 1 :]:
                cost, path = search(here.graph, one, other)
                if path is not None and cost > far:
                    far, ends = cost, ([one], [other])
        found: dict[Pair, None] = {}
        nearest: tuple[int, str, list[str]] | None = None
        for city in cities:
            if city in ends[0] or city in ends[1]:
                continue
            for side in ends:
                for other in side:
                    cost, path = search(here.graph, city, other)
                    if path is not None and (nearest is None or cost < nearest[0]):
                        nearest = cost, other, side
            if nearest is None:
                break
            nearest[2].append(city)
            found |= dict.fromkeys(search(here.graph, city, nearest[1])[1] or ())
        joints = [search(here.graph, one, other) for one in ends[0] for other in ends[1]]
        paths = [(cost, path) for cost, path in joints if path is not None]
        if paths:
            found |= dict.fromkeys(min(paths, key=lambda one: one[0])[1])
        return list(found)


class Hungry(Published):
    """One plan for all its tickets; draws more if that for all the tickets offered last left more than 8 cars over."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.seen = 0
        self.plan: Plan | None = None
        self.wanted = 0

    def keep(self, view: View, legal: Sequence[Action]) -> Action:
        here = Map(view)
        cars = view.seats[view.seat or 0].cars
        held = self._cities(view, here, view.tickets)
        points = sum(view.board.ticket(name).points for name in view.tickets)
        best: tuple[float, Action, Plan] | None = None
        least = cars
        for action in sorted(legal, key=lambda one: len(one.tickets)):
            plan = Plan(here, view, [*held, *self._cities(view, here, action.tickets)])
            more = points + sum(view.board.ticket(name).points for name in action.tickets)
            ratio = (more + plan.points) / max(1, plan.cards)
            if plan.cards <= cars - SPARE_CARS:
                if best is None or ratio > best[0]:
                    best = ratio, action, plan
            elif plan.cards < least:
                least = plan.cards
                best = best[0] if best else 0.0, action, plan
        if best is None:
            return keep_cheapest(view, legal)
        self.plan, self.wanted = best[2], plan.cards
        self.seen += sum(seat.score for number, seat in enumerate(view.seats) if number != view.seat)
        return best[1]

    def _cities(self, view: View, here: Map, tickets: Iterable[str]) -> list[str]:
        found = [view.board.ticket(name) for name in tickets]
        return [
            city for one in found if one.a in here.graph and one.b in here.graph for city in (one.a, one.b)
        ]

    def turn(self, view: View, legal: Sequence[Action]) -> Action | None:
        here = Map(view)
        total = sum(seat.score for seat in view.seats)
        if self.seen < total:
            self.plan, self.seen = Plan(here, view, self._cities(view, here, view.tickets)), total
        if self.wanted < view.seats[view.seat or 0].cars - ENOUGH_CARS and Action("tickets") in legal:
            return Action("tickets")
        return self._claim(view, legal, here) or self._draw(view, legal)

    def _claim(self, view: View, legal: Sequence[Action], here: Map) -> Action | None:
        """A planned route. A gray one is paid with a colour that the plan does not need. Without a plan the longest."""
        options = [(step, *one) for step, free in here.free.items() for one in claims(view, legal, free)]
        if self.plan is None or not any(self.plan.routes.values()):
            return max((one[2] for one in options), key=lambda one: one.count + one.wilds, default=None)
        for step, colour, action in options:
            if step in self.plan.routes[colour]:
                return action
            if step in self.plan.routes[GRAY] and self.plan.needed[colour] <= 0:
                return action
        return None

    def _draw(self, view: View, legal: Sequence[Action]) -> Action | None:
        """The colour that lies there most often, if it is needed at all; else a blind card.

        It means to take the colour that it needs most, but compares RED with red.
        """
        shown = max((*COLOURS, WILD), key=view.row.count)
        if self.plan is not None:
            needed = self.plan.needed
            gray = max(needed, key=lambda kind: needed[kind]) == GRAY
            if needed[shown] > 0 or (gray and view.row.count(shown) > 1):
                return draw(legal, shown, "blind")
        return draw(legal, "blind")
