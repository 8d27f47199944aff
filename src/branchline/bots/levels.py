"""Levels for people: from novice to master, each a spec and how it plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A strength by the name that people know, and the bot that has it."""

    name: str
    spec: str
    style: str


LEVELS: tuple[Level, ...] = (
    Level("novice", "greedy", "Takes the biggest route it can pay for and forgets its tickets."),
    Level("easy", "path", "Works on all its tickets at once by the shortest ways."),
    Level("medium", "planner", "Plans one network for all its tickets and collects what that needs."),
    Level("hard", "rush", "Long routes only, and the end comes sooner than you think."),
    Level(
        "expert", "hybrid", "Weighs tickets against long routes anew every turn, and blocks when it is cheap."
    ),
    Level("master", "search:time=1.0", "Plays every good move out many times before it decides."),
)
