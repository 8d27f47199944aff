"""Mutations: of values that can be JSON, which know what is in them, and of text, which don't."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

Place = tuple[Any, Any]  # a list or dict, and the index or key in it

NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 9, 15, 63, 64, 127, 128, 254, 255, 256, 1000, 32767, 32768, 65535, 65536)
HUGE = (2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, 10**30, 10**400)
TEXTS = (
    "",
    " ",
    "?",
    "-",
    "\x00",
    "\n",
    "🚂",
    "٣",
    "a" * 5000,
    "-".join("ab" * 50),
    "null",
    "wild",
    "gray",
    "\ud800",
)
JUNK: tuple[Any, ...] = (None, True, False, 0.5, -1.0, 1e308, [], {}, [[]], "1", -1)


def places(value: Any) -> Iterator[Place]:
    """Every place in a value, from the outside in."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def mutated(value: Any, random: Random, words: Sequence[str]) -> Any:
    """A copy with one to three changes; `words` are names that may stand somewhere in it."""
    changed = copy.deepcopy(value)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        found = list(places(changed))
        if found:
            random.choice(MUTATIONS)(changed, *random.choice(found), random, words)
    return changed


def _number(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    """Another number, near or far, where a number is."""
    numbers = [place for place in places(root) if type(place[0][place[1]]) is int]
    if numbers:
        here, key = random.choice(numbers)
        near = here[key] + random.choice((-2, -1, 1, 2))
        here[key] = random.choice(
            (near, near, random.choice(NUMBERS), -random.choice(NUMBERS), random.choice(HUGE))
        )


def _name(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    """Another name where a name is, as a value or as a key."""
    named = [
        place for place in places(root) if isinstance(place[1], str) or isinstance(place[0][place[1]], str)
    ]
    if named:
        here, key = random.choice(named)
        new = random.choice(words) if words and random.random() < 0.8 else random.choice(TEXTS)
        if isinstance(here[key], str):
            here[key] = new
        else:
            here[new] = here.pop(key)


def _transfer(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    """One less here and one more there, so that sums still hold."""
    counted = [place for place in places(root) if type(place[0][place[1]]) is int]
    here, key = random.choice(counted or [({"": 0}, "")])
    there, other = random.choice([p for p in counted if p[1] == key] or [(here, key)])
    here[key] -= 1
    there[other] += 1


def _junk(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    here[key] = copy.deepcopy(random.choice(JUNK))


def _remove(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    del here[key]


def _repeat(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    """A list or dict with an entry more, or with many."""
    if isinstance(here, list):
        here[key:key] = [copy.deepcopy(here[key]) for _ in range(random.choice((1, 1, 2, 5, 300)))]
    elif words:
        here[random.choice(words)] = copy.deepcopy(here[key])


def _exchange(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    """Two values change places, often of the same kind."""
    others = [p for p in places(root) if type(p[0][p[1]]) is type(here[key])]
    there, other = random.choice(others)
    one, two = copy.deepcopy(here[key]), copy.deepcopy(there[other])
    here[key] = two
    if other in there if isinstance(there, dict) else other < len(there):
        there[other] = one


def _shuffle(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    lists = [place[0][place[1]] for place in places(root) if isinstance(place[0][place[1]], list)]
    if lists:
        random.shuffle(random.choice(lists))


def _nest(root: Any, here: Any, key: Any, random: Random, words: Sequence[str]) -> None:
    for _ in range(random.choice((1, 3, 400))):
        here[key] = [here[key]]


Mutation = Callable[[Any, Any, Any, Random, Sequence[str]], None]
MUTATIONS: tuple[Mutation, ...] = (
    *(_number, _number, _number, _name, _name, _transfer, _transfer),
    *(_junk, _remove, _repeat, _exchange, _shuffle, _nest),
)


def mutated_text(text: str, random: Random, words: Sequence[str] = ()) -> str:
    """A text with one to four changes that don't know what it means."""
    for _ in range(random.choice((1, 1, 2, 4))):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((1, 1, 2, 5, 40, 400)))
        part = text[start:end]
        text = text[:start] + _other_part(part, random, words) + text[end:]
    return text


def _other_part(part: str, random: Random, words: Sequence[str]) -> str:
    return random.choice(
        (
            "",
            part * 2,
            part[::-1],
            part + random.choice("0123456789-.,:[]{}\"'# \t\r\n=\x00\x7f"),
            random.choice(TEXTS),
            random.choice(words) if words else part.upper(),
            str(random.choice(NUMBERS + HUGE)),
            "".join(chr(ord(letter) ^ 1 << random.randrange(7)) for letter in part),
        )
    )


def broken_bytes(data: bytes, random: Random) -> bytes:
    """Bytes with some of them changed, so that it need not be UTF-8 any more."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 2, 8))):
        if changed:
            changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed[: random.choice((len(changed), random.randrange(len(changed) + 1)))])
