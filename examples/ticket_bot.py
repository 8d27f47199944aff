"""A bot that builds for its tickets: `branchline.plan` finds the ways and the payments. See docs/plan.md.

branchline arena python:examples/ticket_bot.py:Builder greedy --board usa
"""

from branchline.bots import Bot
from branchline.plan import card_needs, holdings, payments, shortest_way, ticket_states


class Builder(Bot):
    """Keeps near tickets, claims what they lack, the dearest ticket first, and draws the colours for that."""

    def think(self, view, legal):
        have = holdings(view)
        if view.phase == "keep":
            return min(legal, key=lambda action: sum(self.cars(have, ticket) for ticket in action.tickets))
        states = [one for one in ticket_states(have) if one.state == "open"]
        states.sort(key=lambda one: -one.ticket.points)
        wanted = dict.fromkeys(route for one in states for route in one.way.routes)
        moves = [move for route in wanted for move in payments(view, route) if move in legal]
        missing = dict(card_needs(have, wanted).missing)
        return next(iter(moves), None) or max(legal, key=lambda action: self.worth(view, action, missing))

    def cars(self, have, ticket):
        way = shortest_way(have, have.board.ticket(ticket).a, have.board.ticket(ticket).b)
        return way.cars if way else 99

    def worth(self, view, action, missing):
        if action.kind == "draw":
            return (
                9 * missing.get(action.colour, 0)
                + view.hand.get(action.colour, 0)
                + (action.colour == "blind")
            )
        return view.board.route(action.target).length - 5 if action.kind == "claim" and not missing else -9
