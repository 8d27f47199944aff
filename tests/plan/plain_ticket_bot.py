"""The same bot as examples/ticket_bot.py, without `branchline.plan`: what its maker would have to write."""

import heapq
from collections.abc import Iterable, Sequence

from branchline import Action, View
from branchline.board import Route
from branchline.bots import Bot


class Builder(Bot):
    """Keeps near tickets, claims what they lack, the dearest ticket first, and draws the colours for that."""

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        if view.phase == "keep":
            return min(legal, key=lambda action: sum(self.cars(view, ticket) for ticket in action.tickets))
        wanted: dict[str, None] = {}
        for ticket in sorted(map(view.board.ticket, view.tickets), key=lambda one: -one.points):
            cars, routes = self.way(view, ticket.a, ticket.b)
            if cars <= view.seats[view.seat or 0].cars:
                wanted |= dict.fromkeys(routes)
        missing = self.missing(view, wanted)
        for name in wanted:
            moves = [action for action in legal if action.kind == "claim" and action.target == name]
            if moves:
                return min(moves, key=lambda action: self.regret(view, action, wanted))
        return max(legal, key=lambda action: self.worth(view, action, missing))

    def cars(self, view: View, ticket: str) -> int:
        return self.way(view, view.board.ticket(ticket).a, view.board.ticket(ticket).b)[0]

    def way(self, view: View, a: str, b: str) -> tuple[int, tuple[str, ...]]:
        """Dijkstra's search: the fewest cars, then the fewest routes, then what the hand pays."""
        free = view.open_routes()
        steps: dict[str, list[tuple[Route, str]]] = {}
        for route in view.board.routes:
            for here, there in ((route.a, route.b), (route.b, route.a)):
                steps.setdefault(here, []).append((route, there))
        heap: list[tuple[int, int, int, int, str, tuple[str, ...]]] = [(0, 0, 0, 0, a, ())]
        seen, count = set(), 0
        while heap:
            cars, size, paid, _, city, path = heapq.heappop(heap)
            if city == b:
                return cars, path
            if city in seen:
                continue
            seen.add(city)
            for route, there in steps[city]:
                count += 1
                if view.routes.get(route.id) == view.seat:
                    heapq.heappush(heap, (cars, size + 1, paid, count, there, path))
                elif route.id in free:
                    colours = view.board.colours if route.colour == "gray" else (route.colour,)
                    held = min(route.length, max(view.hand.get(colour, 0) for colour in colours))
                    place = (cars + route.length, size + 1, paid - held, count, there, (*path, route.id))
                    heapq.heappush(heap, place)
        return 99, ()

    def missing(self, view: View, wanted: Iterable[str]) -> dict[str, int]:
        """The cards that the hand lacks: coloured routes first, then gray ones with the best colour, then wilds."""
        left, gaps = dict(view.hand), list[tuple[int, str]]()
        routes = sorted(map(view.board.route, wanted), key=lambda one: one.length)
        for route in routes:
            if route.colour != "gray":
                paid = min(left.get(route.colour, 0), route.length)
                left[route.colour] = left.get(route.colour, 0) - paid
                gaps.append((route.length - paid, route.colour))
        for route in reversed(routes):
            if route.colour == "gray":
                best = max(view.board.colours, key=lambda colour: left.get(colour, 0))
                paid = min(left.get(best, 0), route.length)
                if 2 * paid >= route.length:
                    left[best] -= paid
                    gaps.append((route.length - paid, best))
                else:
                    gaps.append((route.length, "gray"))
        wilds, found = left.get("wild", 0), dict[str, int]()
        for gap, colour in sorted(gaps):
            filled = min(gap, wilds)
            wilds -= filled
            if gap > filled:
                found[colour] = found.get(colour, 0) + gap - filled
        return found

    def regret(self, view: View, action: Action, wanted: Iterable[str]) -> int:
        """Wilds are spared, then what other tickets need."""
        needs = sum(
            view.board.route(name).length
            for name in wanted
            if name != action.target and view.board.route(name).colour == action.colour
        )
        left = view.hand.get(action.colour, 0) - action.count
        return 100 * action.wilds + 60 * max(0, needs - left) + left

    def worth(self, view: View, action: Action, missing: dict[str, int]) -> int:
        if action.kind == "draw":
            return (
                9 * missing.get(action.colour, 0)
                + view.hand.get(action.colour, 0)
                + (action.colour == "blind")
            )
        return view.board.route(action.target).length - 5 if action.kind == "claim" and not missing else -9
