"""Boards as no designer would make them, but any might: small, lopsided, short of cards, cars, wilds or tickets."""

from __future__ import annotations

from pathlib import Path
from random import Random

from branchline import Board, BoardError, load_board

COLOURS = ("red", "blue", "green", "black")
TRIES = 200


def odd_board(seed: int, folder: Path) -> Board:
    """One that can be played, the same for the same seed."""
    random = Random(seed)
    file = folder / f"odd{seed}.toml"
    for _ in range(TRIES):
        file.write_text(_text(random), encoding="utf-8")
        try:
            return load_board(file)
        except BoardError:
            continue
    raise AssertionError(f"seed {seed} makes no board")


def _text(random: Random) -> str:
    cities = random.randint(2, 7)
    cars, stations = random.randint(2, 12), random.choice((0, 0, 1, 2, 3))
    colours = COLOURS[: random.randint(1, 4)]
    cards = ", ".join(f"{colour} = {random.randint(1, 6)}" for colour in colours)
    most, drawn = random.randint(2, 5), random.randint(1, 4)
    long, regular = random.choice(((0, 1), (0, 2), (1, 0), (1, 2)))
    ties = random.sample(("tickets", "longest", "stations")[: 3 if stations else 2], random.randint(0, 2))
    return f"""
name = "Odd"
players = {{ least = {random.randint(2, most)}, most = {most} }}
cars = {cars}
stations = {stations}
hand = {random.randint(0, 3)}
cards = {{ {cards}, wild = {random.choice((0, 1, 3, 6))} }}
deal = {{ long = {long}, regular = {regular}, keep = {random.randint(1, long + regular)}, \
refused = "{random.choice(("under", "out"))}" }}
draw = {{ tickets = {drawn}, keep = {random.randint(1, drawn)} }}
closed_doubles = {random.choice((0, 2, 3))}
points = {{ 1 = 1, 2 = 2, 3 = 4, 4 = 7 }}
bonus = {{ longest = {random.choice((0, 10))}, station = {4 if stations else 0} }}
ties = {ties}
words = {{ car = "car", cars = "cars", wild = "wild" }}
cities = [{", ".join(f'{{ id = "c{n}", name = "C{n}" }}' for n in range(cities))}]
routes = [{", ".join(_routes(random, cities, min(4, cars), colours))}]
tickets = [{", ".join(_tickets(random, cities, long))}]
"""


def _routes(random: Random, cities: int, longest: int, colours: tuple[str, ...]) -> list[str]:
    """A tree, so that all cities are joined, and a few more."""
    ends = [(random.randrange(n), n) for n in range(1, cities)]
    ends += [(0, 1)] * random.randint(0, 1)
    ends += [tuple(random.sample(range(cities), 2)) for _ in range(random.randint(0, 5))]  # type: ignore[misc]
    found = []
    for a, b in ends:
        length = random.randint(1, longest)
        colour = random.choice((*colours, "gray"))
        more, times = random.choice((("", 1), (", tunnel = true", 1), (", double = true", 2), ("ferry", 1)))
        if more == "ferry":
            colour, more = "gray", f", ferry = {random.randint(1, length)}"
        head = f'a = "c{a}", b = "c{b}", length = {length}'
        found += [f'{{ {head}, colour = "{colour}"{more} }}'] * times
    return found


def _tickets(random: Random, cities: int, long: int) -> list[str]:
    pairs = [(a, b) for b in range(cities) for a in range(b)]
    chosen = random.sample(pairs, random.randint(1, len(pairs)))
    return [
        f'{{ a = "c{a}", b = "c{b}", points = {random.randint(1, 20)}, '
        f"long = {str(bool(long and n % 3 == 0)).lower()} }}"
        for n, (a, b) in enumerate(chosen)
    ]
