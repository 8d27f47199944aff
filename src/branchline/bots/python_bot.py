"""Bots as classes in files of one's own: `python:FILE.py:CLASS`, as docs/bot-protocol.md describes."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from branchline.bots.bot import Bot
from branchline.errors import BranchlineError

PREFIX = "python:"


def make_python_bot(spec: str, seed: int) -> Bot:
    """The bot that a spec names, its file loaded if it has not been yet."""
    place, _, name = spec.removeprefix(PREFIX).rpartition(":")
    if not place.endswith(".py") or not name:
        raise BranchlineError(f"bot {spec!r}: write {PREFIX}FILE.py:CLASS, like {PREFIX}mybot.py:Mine")
    try:
        kinds = bot_classes(Path(place).resolve())
    except OSError as error:
        raise BranchlineError(f"bot {spec!r}: {place} can't be read: {error.strerror}") from None
    except Exception as error:
        raise BranchlineError(
            f"bot {spec!r}: {place} can't be loaded: {type(error).__name__}: {error}"
        ) from error
    if name not in kinds:
        raise BranchlineError(
            f"bot {spec!r}: {place} has no class {name} made from branchline.bots.Bot; "
            f"it has {', '.join(kinds) or 'none'}"
        )
    try:
        bot = kinds[name](seed)
    except Exception as error:
        raise BranchlineError(f"bot {spec!r}: it can't be made: {type(error).__name__}: {error}") from error
    if not hasattr(bot, "problems"):
        raise BranchlineError(f"bot {spec!r}: its __init__ must call super().__init__(seed)")
    return bot


@cache
def bot_classes(path: Path) -> dict[str, type[Bot]]:
    """The bots that a file defines."""
    found = vars(load(path)).items()
    return {
        name: kind
        for name, kind in found
        if isinstance(kind, type) and issubclass(kind, Bot) and kind is not Bot
    }


def load(path: Path) -> ModuleType:
    """A file as a module of its own name, which may import what lies beside it."""
    path.open("rb").close()  # says better why it can't be read
    name = f"branchline bot {path}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
