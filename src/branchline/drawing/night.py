"""The same drawing by night: every colour of the day has one of the night.

A map is stored once; whoever shows it in the dark exchanges its colours. So a colour of the drawings stands for one
thing: where two things look alike by day and not by night, their colours differ by a hair.
"""

from __future__ import annotations

import re

from .palette import COLOURS, IVORY, LIVERIES, SPARE, dusky, pale

LAND = {
    "#efe2c0": "#39414b",
    "#ecd9a8": "#3f4349",
    "#e3d9b4": "#38433f",
    "#efcfae": "#453e42",
    "#d9dcb6": "#36453f",
    "#ead0bf": "#433b46",
    "#dcd2c0": "#3b3f4b",
    "#e9dfb6": "#39414b",  # an island, and its two steps inland
    "#efe3bd": "#3f4750",
    "#f3e7c6": "#444c55",
    "#6f5b3b": "#8ba3b5",  # coasts
    "#8a6f4b": "#66717e",  # borders
    "#e9d8b0": "#505a66",  # mountains
    "#b99a68": "#333b45",
    "#7d6138": "#77828f",
    "#8ea36a": "#37564a",  # woods
    "#5c7043": "#4f7a66",
}
WATER = {
    "#b4d3db": "#1d3a52",
    "#86afbe": "#0d1e2e",
    "#f0f8f8": "#69b3d6",  # lines along the shore
    "#a3c7d2": "#1a3448",
    "#3f6f80": "#7fb4cd",  # names of seas
    "#54686b": "#5d7f93",
    "#5b3d16": "#000",  # dusk in the corners
}
ORNAMENTS = {
    "#4c3722": "#7d6a44",
    "#d8b878": "#1b2129",
    "#f7ecd0": "#232c36",
    "#fbf4e1": "#e4d8bb",
    "#5b4631": "#b9a684",
    "#b3302a": "#c9524a",
    "#f7f2e6": "#46525e",
}
TOWN = {
    "#fbf6ea": "#20262e",
    "#e8dfcb": "#343b44",
    "#a9d39a": "#2c4a34",
    "#7db970": "#396146",
    "#6fae62": "#33583f",
    "#7cc3dc": "#173a55",
    "#d9eef5": "#3d7fa6",
    "#fff3c4": "#c9b983",
    "#1d2a44": "#0e131b",
    "#c8362e": "#7d2420",
    "#fff": "#2a323c",
}
SPACES = {
    "#fffdf4": "#28323c",  # the lip of a groove, and the shade in it
    "#4a2f10": "#000",
    "#e3d8c2": "#20262e",  # tunnels
    "#6d5d49": "#8d97a3",
    "#dceef3": "#12324a",  # ferries
    "#3c7f9d": "#63a7cc",
    "#3a2f24": "#f3e6c8",
    "#f2f6f0": "#12324b",
    "#7d6d55": "#93a0ad",  # closed
    "#e9dfc9": "#1d242c",
    "#a0917a": "#6b7683",
}
CITIES = {
    "#fffaf1": "#fff0c4",
    "#d8b059": "#ffcf5c",
    "#8a6220": "#e0a53a",
    "#fff8e3": "#ffc766",  # the shine round them
    "#2a1f14": "#fbeecb",  # names and their halos
    "#fff6e0": "#11181f",
    "#1d2a43": "#fbeecc",
    "#fffffb": "#11181e",
}
PIECES = {
    "#1b1613": "#c8bd9f",  # edges: light, but not so light that small trains look white
    "#d8ecf2": "#ffd76a",  # windows
    "#41566b": "#ffd76b",
    "#fff3c9": "#fff7a8",  # lamps
    "#fffefa": "#c9d2da",  # steam
    "#24252c": "#41444f",  # black would be lost in the night
    "#191a20": "#2c2e37",
    "#81848f": "#a4a7b3",
    "#0d0e12": "#1b1c22",
    "#fffdf2": "#ffe9a8",  # the last moves
    "#b8860b": "#ffd66a",  # tickets
}
PRINTS = {
    day: night
    for colour in (*COLOURS.values(), *SPARE)
    for day, night in zip(colour.day, colour.night, strict=True)
}
TINTS = {pale(colour): dusky(colour) for colour in (*COLOURS.values(), *SPARE)}

NIGHT = LAND | WATER | ORNAMENTS | TOWN | SPACES | CITIES | PIECES | PRINTS | TINTS
"""Colour of the day -> colour of the night."""

KEPT = frozenset(
    {
        *("#000", "#1a1512", "#fffefb", "#2b2622", "#15110e", "#1d1815", "#4a423b", "#0d0a08"),
        *("#d9b15a", "#d2322b", "#fff6d8", "#fffaee", "#8b8378", "#8f8371", "#d9ccb3", "#fff3da", "#d8c6a2"),
        *("#fff3ca", "#1b1b1d", "#d8d4c8", "#7d1f1b", "#fff8ee", IVORY),
        *(shade for one in LIVERIES for shade in one[1:6]),
        *(colour.fill for colour in (*COLOURS.values(), *SPARE)),
    }
)
"""Colours that are the same by night."""

_COLOUR = re.compile(r'"#(?:[0-9a-f]{6}|[0-9a-f]{3})"')


def by_night(svg: str) -> str:
    """A drawing of ours in the colours of the night."""
    return _COLOUR.sub(lambda found: f'"{NIGHT.get(found[0][1:-1], found[0][1:-1])}"', svg)
