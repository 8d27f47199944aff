"""The weights of a policy. They are in points, unless a line says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

#: Good for any board; those tuned for a board are in `bots/hybrid.toml`.
DEFAULTS: Mapping[str, float] = {
    "least": 6.0,  # rush: the shortest route that it claims while one of this length is open (cars)
    "turn": 1.0,  # what a turn costs
    "car": 1.6,  # what a car would be worth elsewhere
    "rate": 2.2,  # useful cards drawn in a turn
    "ticket": 1.0,  # trust in a ticket's path: 1 counts the whole difference between done and failed
    "wild": 1.5,  # a wild's use, as a multiple of the most useful colour's
    "up": 0.5,  # the same for a face-up wild, which costs the turn's second card
    "spend": 0.2,  # what a wild paid costs
    "tunnel": 0.7,  # cards that a tunnel costs more
    "link": 0.8,  # for each car of a route that goes on from an end of the own network
    "side": 0.3,  # for each car of a route that branches off from its middle
    "block": 0.4,  # for a route between two cities that one rival has reached
    "spread": 4.0,  # how far behind the best plan a route still attracts cards
    "sharp": 0.5,  # how much more the better routes attract them: 0 not at all (a power)
    "crowd": 0.0,  # how much every further route of a colour adds to the best one's pull
    "pace": 3.4,  # cars that a seat places in a turn of claiming, for guessing the end
    "late": 5.0,  # turns before the end when cars stop being scarce
    "slack": 0.65,  # a plan may take this many times the turns that are left
    "keep": 0.6,  # trust in tickets when choosing them
    "more": 1.5,  # what drawing tickets must promise beyond the turn that it costs
    # What follows is new in version 2 of the bots; 0 switches it off.
    "hoard": 0.0,  # the share of the game in which it only gathers cards, so that the hand can choose among more routes
    "spare": 0.0,  # cards in hand beyond its length that a tunnel waits for
    "hurry": 0.0,  # turns before the end when a tunnel is tried without them
    "misjudge": 0.0,  # points by which it may misjudge the worth of a route, the same way until its tickets change
    "rescue": 0.0,  # 1: a station that the hand pays for takes one turn; 0: half of its cards have still to be drawn
}

#: Defaults of single policies. A planner finishes 91 % of its tickets, as measured, and expects that of new ones. It
#: draws the cards that its plan needs, and a wild is one such card, face up or blind (docs/decisions.md).
OWN: Mapping[str, Mapping[str, float]] = {
    "planner": {"keep": 0.91, "up": 1.0, "wild": 1.0},
    "hybrid": {"hoard": 0.45, "spare": 1.0, "hurry": 3.0, "rescue": 1.0},
}


class Weights:
    """One number for each name of DEFAULTS."""

    def __init__(self, values: Mapping[str, float] | None = None) -> None:
        v = {**DEFAULTS, **(values or {})}
        self.least, self.turn, self.car, self.rate = v["least"], v["turn"], v["car"], v["rate"]
        self.ticket, self.wild, self.spend, self.tunnel = v["ticket"], v["wild"], v["spend"], v["tunnel"]
        self.link, self.block, self.spread, self.sharp = v["link"], v["block"], v["spread"], v["sharp"]
        self.crowd, self.pace, self.late, self.slack = v["crowd"], v["pace"], v["late"], v["slack"]
        self.keep, self.more, self.up, self.side = v["keep"], v["more"], v["up"], v["side"]
        self.misjudge = v["misjudge"]
        self.hoard, self.spare, self.hurry, self.rescue = v["hoard"], v["spare"], v["hurry"], v["rescue"]
