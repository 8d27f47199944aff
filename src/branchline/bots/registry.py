"""The registry: bots by name, levels for people, and specs such as `rush:min=6` or `search:time=1.0`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from branchline.bots.bot import Bot
from branchline.bots.exec_bot import ExecBot
from branchline.bots.policy_bot import PolicyBot
from branchline.bots.python_bot import PREFIX as PYTHON
from branchline.bots.python_bot import make_python_bot
from branchline.bots.search_bot import FIRST_STYLE, SECONDS, SearchBot, Style
from branchline.bots.value_bot import ValueBot
from branchline.core.policies.weights import DEFAULTS
from branchline.errors import BranchlineError, did_you_mean, short


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number that a spec may set."""

    name: str
    low: float
    high: float
    text: str
    whole: bool = False

    def read(self, spec: str, text: str) -> float:
        """The value that a spec gives it."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            value = float("nan")
        if not self.low <= value <= self.high:
            kind = "a whole number" if self.whole else "a number"
            raise BranchlineError(
                f"bot {short(spec)!r}: {self.name} must be {kind} from {self.low:g} to {self.high:g}, "
                f"not {short(text)!r}"
            )
        return value


@dataclass(frozen=True, slots=True)
class BotKind:
    """A registered kind of bot: how it plays, what can be set, and how one is made from values and a seed."""

    name: str
    style: str
    build: Callable[[Mapping[str, float], int], Bot]
    parameters: tuple[Parameter, ...] = ()
    #: An older bot that stays as it is, to compare others with: it is not offered to players.
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A strength by the name that people know, and the bot that has it."""

    name: str
    spec: str
    style: str


#: Each level wins 65 to 80 % of its games with two seats against the one below, on every board (docs/bots.md). The
#: first three plan as hybrid does, but misjudge what routes are worth, as people do before they know a board.
LEVELS: tuple[Level, ...] = (
    Level(
        "novice", "hybrid:misjudge=12", "Knows the rules, and often misjudges which routes are worth having."
    ),
    Level("easy", "hybrid:misjudge=7.5", "Has played a few times: sensible plans, with detours."),
    Level("medium", "hybrid:misjudge=4", "Plays well on the whole, and errs by a few points here and there."),
    Level(
        "hard",
        "hybrid",
        "Gathers cards, weighs tickets against long routes anew every turn, and makes few mistakes.",
    ),
    Level(
        "expert", "search:rollouts=100", "Compares its best moves in many possible games before it decides."
    ),
    Level(
        "master",
        "search:time=1.0",
        "Thinks for a second, several turns ahead, about everything you might hold.",
    ),
)

KINDS: dict[str, BotKind] = {}
EXEC = "exec"
#: Raised whenever a bot of ours plays differently from the same view and seed (tests/golden finds out).
VERSION = 5
#: What a search by time still is when it is written by its worlds.
_OF_SEARCH = ("depth", "extras", "belief")


def register(kind: BotKind) -> None:
    """Make a kind of bot known by its name; the name must be new."""
    if (
        kind.name in KINDS
        or kind.name in (EXEC, PYTHON.rstrip(":"))
        or any(level.name == kind.name for level in LEVELS)
    ):
        raise BranchlineError(f"there is a bot {kind.name!r} already")
    KINDS[kind.name] = kind


def bot_names() -> tuple[str, ...]:
    """The names of all bots, weakest first. The levels are further names; `exec:` and `python:` bring others."""
    return tuple(KINDS)


def offered_names() -> tuple[str, ...]:
    """The names of the bots that are offered to players: all but the frozen ones."""
    return tuple(kind.name for kind in KINDS.values() if not kind.frozen)


def parse_spec(spec: str) -> tuple[BotKind, dict[str, float]]:
    """The kind of bot that a spec (or a level) names, and the values that it sets."""
    spec = plain_spec(spec)
    name, _, rest = spec.partition(":")
    if name not in KINDS:
        levels = ", ".join(level.name for level in LEVELS)
        raise BranchlineError(
            f"no bot {short(name)!r}: there are {', '.join(KINDS)}; the levels {levels}; "
            "exec:PROGRAM; and python:FILE.py:CLASS"
            f"{did_you_mean(name, [*KINDS, *(level.name for level in LEVELS)])}"
        )
    kind, values = KINDS[name], {}
    known = {parameter.name: parameter for parameter in kind.parameters}
    for setting in filter(None, rest.split(",")):
        key, equals, text = setting.partition("=")
        if key not in known or not equals:
            right = f"it knows {', '.join(known)} (name=value)" if known else "it has no parameters"
            raise BranchlineError(
                f"bot {short(spec)!r}: {short(setting)!r} is no parameter of {name}; {right}"
            )
        values[key] = known[key].read(spec, text)
    return kind, values


def make_bot(spec: str, seed: int = 0) -> Bot:
    """A bot from its spec or a level's name; its own random numbers follow from the seed."""
    if spec.startswith(f"{EXEC}:"):
        bot: Bot = ExecBot.from_spec(spec, seed)
    elif spec.startswith(PYTHON):
        bot = make_python_bot(spec, seed)
    else:
        kind, values = parse_spec(spec)
        bot = kind.build(values, seed)
    bot.spec = spec
    return bot


def plain_spec(spec: str) -> str:
    """The spec that a level stands for; any other spec as it is."""
    return next((level.spec for level in LEVELS if level.name == spec), spec)


def clock_seconds(spec: str) -> float | None:
    """The seconds that a bot thinks about each move, if it thinks by the clock; otherwise None."""
    if spec.startswith((f"{EXEC}:", PYTHON)):
        return None
    kind, values = parse_spec(spec)
    by_clock = kind.name in ("search", "search-1") and not values.keys() & {"rollouts", "worlds"}
    return values.get("cpu", values.get("time", SECONDS)) if by_clock else None


def exact_spec(bot: Bot) -> str:
    """What makes the bot's last move again, from the same view and seed: `rush:min=5@1`, a spec and a version.

    A search by time becomes one by worlds. Programs and classes of others have none: an empty text.
    """
    spec = plain_spec(bot.spec)
    if spec.startswith((f"{EXEC}:", PYTHON)):
        return ""
    if isinstance(bot, SearchBot) and not (bot.rollouts or bot.worlds):
        name, _, rest = spec.partition(":")
        kept = [setting for setting in rest.split(",") if setting.partition("=")[0] in _OF_SEARCH]
        spec = f"{name}:{','.join([f'worlds={max(1, bot.played)}', *kept])}"
    return f"{spec}@{VERSION}"


def _policy(name: str) -> Callable[[Mapping[str, float], int], Bot]:
    renamed = {"min": "least"}
    return lambda values, seed: PolicyBot(
        name, {renamed.get(key, key): value for key, value in values.items()}, seed
    )


#: Whole numbers that a search takes as they are.
_COUNTS = ("rollouts", "threads", "worlds", "depth", "extras")


def _search(style: Style) -> Callable[[Mapping[str, float], int], Bot]:
    def build(values: Mapping[str, float], seed: int) -> Bot:
        whole = {name: int(values[name]) for name in _COUNTS if name in values}
        believes = bool(values.get("belief", style.believes))
        return SearchBot(
            seconds=values.get("time"),
            cpu=values.get("cpu"),
            seed=seed,
            style=replace(style, believes=believes),
            **whole,
        )

    return build


_WEIGHTS = tuple(
    Parameter(name, -100.0, 100.0, "a weight instead of the tuned one")
    for name in DEFAULTS
    if name != "least"
)
_MIN = Parameter("min", 1, 8, "the shortest route it claims while one as long is open", whole=True)
_SEARCH = (
    Parameter("time", 0.001, 3600, "seconds to think about a move (default 1.0)"),
    Parameter("cpu", 0.001, 3600, "seconds of CPU time of one thread instead, however busy the machine is"),
    Parameter("rollouts", 1, 10**9, "games to play out instead, whatever the time", whole=True),
    Parameter(
        "worlds", 1, 10**9, "worlds to play them in instead: repeats what was found by time", whole=True
    ),
    Parameter("threads", 1, 256, "how many at once (default: one for each core)", whole=True),
)
_VALUED = (
    Parameter("depth", 0, 1000, "turns that are played before the network says the value", whole=True),
    Parameter("extras", 0, 40, "moves to compare that only the network likes, at most", whole=True),
    Parameter(
        "belief", 0, 1, "0: others may hold any ticket (default); 1: rather what they built for", whole=True
    ),
)
for _kind in (
    BotKind("random", "any legal move", _policy("random")),
    BotKind("greedy", "points now", _policy("greedy")),
    BotKind("path", "published: all tickets by the fewest routes", _policy("path")),
    BotKind(
        "hungry", "published: one joint plan, and tickets whenever it leaves cars over", _policy("hungry")
    ),
    BotKind("one-step", "published: the dearest ticket, step by step", _policy("one-step")),
    BotKind("long-route", "published: tickets over routes of length 3 and more", _policy("long-route")),
    BotKind("planner", "the cheapest joint network for its tickets", _policy("planner")),
    BotKind("rush", "long routes and a fast end; no ticket is chased", _policy("rush"), (_MIN,)),
    BotKind(
        "hybrid-1", "hybrid as it was in version 1, frozen for comparison", _policy("hybrid-1"), frozen=True
    ),
    BotKind("hybrid", "points per turn over tickets and long routes alike", _policy("hybrid"), _WEIGHTS),
    BotKind("value", "the network's favourite after the own turn", lambda values, seed: ValueBot(seed)),
    BotKind(
        "search",
        "plays the best moves on many times, and asks the network",
        _search(Style()),
        (*_SEARCH, *_VALUED),
    ),
    BotKind(
        "search-1",
        "search as it was in version 1, frozen for comparison",
        _search(FIRST_STYLE),
        _SEARCH,
        frozen=True,
    ),
):
    register(_kind)
