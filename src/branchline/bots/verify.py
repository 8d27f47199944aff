"""Verify the moves of bots in a record: each follows from the view of its seat and the secret of the deal."""

from __future__ import annotations

from collections import Counter

from branchline.bots.registry import VERSION, clock_seconds, make_bot, parse_spec
from branchline.errors import BranchlineError
from branchline.game.dealer import ScriptedDealer, decision_seed
from branchline.game.game import Game
from branchline.game.record import Record, start_game
from branchline.game.verify import LISTED, CheckResult

#: The most rollouts or worlds of one search that are repeated: a record may name any number.
MOST = 100_000


class NotChecked(Exception):
    """Why a move can't be repeated."""


def check_bots(record: Record) -> list[CheckResult]:
    """Make the moves of all bots again; the record must be one that can be played."""
    if not record.bots:
        return []
    secret = record.head.get("secret")
    if secret is None:
        return [CheckResult(True, "the secret is not revealed yet: the moves of bots can't be checked")]
    return _report(record, *_repeat(record, bytes.fromhex(secret)))


def _repeat(record: Record, secret: bytes) -> tuple[list[str], Counter[str]]:
    """What is wrong, and how many moves can't be checked for which reason."""
    faults, unchecked = [], Counter[str]()
    outcomes = [name for _, entry in record.moves for name in entry.chance]
    game = start_game(record, ScriptedDealer(outcomes))
    dealt, choices = game.copy(), first_choices(game)
    for line, entry in record.moves:
        if entry.seat is None:
            continue
        bot = record.bots.get(line)
        if bot is not None:
            at = dealt.at_first_choice(entry.seat) if game.moves < choices else game
            seed = decision_seed(secret, record.head.get("salt", ""), "bot", entry.seat, game.moves)
            try:
                right = repeat_move(bot, seed, at, entry.seat)
            except NotChecked as why:
                unchecked[str(why)] += 1
            else:
                if right != entry.move:
                    faults.append(
                        f"line {line}, ply {game.moves + 1}: seat {entry.seat} played {entry.move!r}, "
                        f"and its bot {bot} with the dice of the secret plays {right!r}"
                    )
        game.play(entry.move, entry.seat)
    return faults, unchecked


def first_choices(game: Game) -> int:
    """How many seats still choose their first tickets as the game begins. They do so at once (S5)."""
    if game.start is None:
        return game.seats
    return game.seats - game.start.actor if game.start.starting else 0


def repeat_move(bot: str, seed: int, game: Game, seat: int) -> str:
    """The move that a bot makes with a seed. `NotChecked` if that is not certain. No program is ever run."""
    spec, _, version = bot.rpartition("@")
    if version != str(VERSION):
        raise NotChecked(f"made by version {version} of the bots, and this is {VERSION}")
    try:
        _, values = parse_spec(spec)
    except BranchlineError as error:
        raise NotChecked(str(error)) from None
    if clock_seconds(spec) is not None:
        raise NotChecked(f"{spec} thinks by the clock")
    if max(values.get("worlds", 0), values.get("rollouts", 0)) > MOST:
        raise NotChecked(f"{spec} plays out more than {MOST:,}")
    with make_bot(spec, seed) as repeated:
        return str(repeated.choose(game.view(seat)))


def _report(record: Record, faults: list[str], unchecked: Counter[str]) -> list[CheckResult]:
    wrong = [CheckResult(False, fault) for fault in faults[:LISTED]]
    if len(faults) > LISTED:
        wrong.append(CheckResult(False, f"{len(faults) - LISTED} more moves are not what the bots play"))
    every = len(record.bots)
    right = every - len(faults) - unchecked.total()
    told = CheckResult(True, f"{right} of {every} moves of bots follow from the secret")
    return [
        *wrong,
        told,
        *(CheckResult(True, f"{n} can't be checked: {why}") for why, n in unchecked.items()),
    ]
