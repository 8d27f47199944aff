"""Bots of one's own by name: what `branchline serve --bot` offers. Processes that are started later know them too."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import msgspec

from branchline.bots.python_bot import PREFIX as PYTHON
from branchline.bots.registry import EXEC, LEVELS, bot_names, make_bot
from branchline.errors import BranchlineError, short

#: The environment variable that tells other processes.
OWN = "BRANCHLINE_BOTS"
NAME = re.compile(r"[^\W_][\w .-]{0,39}")


def own_bots() -> dict[str, str]:
    """The specs of bots of one's own, by name."""
    return msgspec.json.decode(os.environ.get(OWN) or "{}", type=dict[str, str])


def offer_bot(spec: str) -> str:
    """Make a bot known by its name, that of its class or program, in this process and in those that it starts."""
    if not spec.startswith((PYTHON, f"{EXEC}:")):
        raise BranchlineError(
            f"--bot takes a bot of your own, {PYTHON}FILE.py:CLASS or {EXEC}:PROGRAM, not {short(spec)!r}; "
            "the levels and our bots are offered anyway"
        )
    make_bot(spec).close()
    name = short_name(spec)
    if not NAME.fullmatch(name):
        raise BranchlineError(
            f"--bot {short(spec)!r}: its name {short(name)!r} can't be shown; "
            "a name has up to 40 letters, digits, dots and hyphens"
        )
    if name in (*(level.name for level in LEVELS), *bot_names(), *own_bots()):
        raise BranchlineError(
            f"--bot {short(spec)!r}: there is a bot {name!r} already; give the class another name"
        )
    os.environ[OWN] = msgspec.json.encode({**own_bots(), name: absolute(spec)}).decode()
    return name


def short_name(spec: str) -> str:
    """What a bot is called: by the name of its class or program; any other by its spec."""
    if spec.startswith(PYTHON):
        return spec.rpartition(":")[2]
    if spec.startswith(f"{EXEC}:"):
        words = shlex.split(spec.removeprefix(f"{EXEC}:"))
        programs = [word for word in words if Path(word).suffix] or words
        return Path(programs[0]).stem
    return spec


def absolute(spec: str) -> str:
    """The spec of a class with the whole path of its file."""
    if not spec.startswith(PYTHON):
        return spec
    place, _, name = spec.removeprefix(PYTHON).rpartition(":")
    return f"{PYTHON}{Path(place).resolve()}:{name}"
