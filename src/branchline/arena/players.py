"""What the arena needs to know of a bot: how to make it, whether it lives in the core, how many cores it uses."""

from __future__ import annotations

from importlib import import_module

from branchline.arena.referee import Chooser
from branchline.core.rng import Rng


def make_player(spec: str, seed: int) -> Chooser:
    """The bot of a spec."""
    bots = import_module("branchline.bots")
    player: Chooser = bots.make_bot(spec, seed=seed)
    return player


def seat_seed(seed: int, deal: int, seat: int) -> int:
    """The seed of a seat's own random numbers, apart from those of the deal."""
    rng = Rng()
    rng.seed(seed, deal)
    own = Rng(rng.next() ^ (seat + 1))
    return own.next()


def is_native(spec: str) -> bool:
    """Whether a bot can play whole games inside the core."""
    return False


def cores_for(spec: str) -> int:
    """How many cores a bot keeps busy while it thinks."""
    return 1


def check_player(spec: str) -> None:
    """Refuse a spec that no bot has, before anything is played."""
    make_player(spec, 0)
