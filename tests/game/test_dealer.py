"""Dealers: the same seed everywhere, committed deals as documented, scripts that fail without harm."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import branchline
from branchline import CommittedDealer, DealError, Game, ScriptedDealer, SeededDealer
from branchline.bots import make_bot
from branchline.game.dealer import decision_seed
from tests.bots.games import play_bots
from tests.deal_checker import Checker, Mismatch
from tests.rules.helpers import EUROPE, USA, other_tickets, play, script, snapshot
from tests.strategies import POCKET, board

SECRET = bytes(range(100, 132))
BOARDS = Path(branchline.__file__).parent / "board/data"

PLAY = """
from random import Random
from branchline import Game
for name in ("usa", "europe", "london"):
    game, random = Game(name, seats=3, seed=2**63 + 5), Random(1)
    for _ in range(150):
        if not game.over:
            game.play(random.choice(game.legal()))
    print(game.record(), end="")
"""


def committed(name: str, seats: int, seed: int, salt: str = "", first: int | None = None) -> Game:
    game = Game(board(name), seats, dealer=CommittedDealer(SECRET, salt), first=first)
    random = Random(seed)
    while not game.over:
        game.play(random.choice(game.legal()))
    return game


def board_text(name: str) -> str:
    path = POCKET if name == "pocket" else BOARDS / f"{name}.toml"
    return path.read_text(encoding="utf-8")


# ---- seeded ----


def test_the_same_seed_deals_the_same_in_every_process() -> None:
    printed = set()
    for hash_seed, uncompiled in (("0", ""), ("1", ""), ("2", "1")):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "BRANCHLINE_UNCOMPILED": uncompiled}
        run = [sys.executable, "-c", PLAY]
        printed.add(subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(printed) == 1
    assert printed.pop().count("branchline record") == 3


def test_other_seeds_deal_otherwise() -> None:
    assert len({Game(USA, 2, seed).record() for seed in range(50)}) == 50
    assert {Game(USA, 4, seed).first for seed in range(50)} == {0, 1, 2, 3}


def test_the_seed_decides_the_cards_whoever_is_made_first() -> None:
    drawn = Game(USA, 3, seed=8)
    assert Game(USA, 3, seed=8, first=drawn.first).record() == drawn.record()
    other = Game(USA, 3, seed=8, first=(drawn.first + 1) % 3)
    assert [other.view(seat).hand for seat in range(3)] == [drawn.view(seat).hand for seat in range(3)]


def test_a_dealer_deals_by_weight() -> None:
    dealer = SeededDealer(3)
    dealt = [dealer.deal([("red", 3), ("blue", 1), ("wild", 0)]) for _ in range(4000)]
    assert 2850 < dealt.count("red") < 3150
    assert dealt.count("red") + dealt.count("blue") == 4000


# ---- committed ----


@pytest.mark.parametrize(
    ("name", "seats"),
    [("usa", 2), ("usa", 5), ("europe", 3), ("europe", 5), ("london", 2), ("london", 4), ("pocket", 3)],
)
def test_committed_deals_are_as_documented(name: str, seats: int) -> None:
    for seed in range(3):
        record = committed(name, seats, seed, salt=f"table {seed}").record()
        assert Checker(record, board_text(name)).check() > 30


def test_the_dice_of_bots_are_as_documented() -> None:
    """The checker's seeds and the library's bots make the moves of the record."""
    record = play_bots("europe", ("random", "planner", "rush"), CommittedDealer(SECRET, "a: b"))
    checker = Checker(record, board_text("europe"))
    assert checker.check() > 30
    game = Game("europe", 3, dealer=CommittedDealer(SECRET, "a: b"))
    dealt = game.copy()
    for entry in Game.replay(record).log[1:]:
        bot, seat, seed = checker.dice.pop(game.moves)
        at = dealt.at_first_choice(seat) if game.moves < 3 else game
        move = make_bot(bot.partition("@")[0], seed).choose(at.view(seat))
        assert (seat, str(move)) == (entry.seat, entry.move)
        game.play(entry.move, seat)
    assert not checker.dice


def test_the_dice_of_bots_are_no_numbers_of_a_deal_and_none_of_hints() -> None:
    seeds = {
        decision_seed(SECRET, salt, use, seat, ply)
        for salt in ("", "a", "a:bot 1", ":")
        for use in ("bot", "hint")
        for seat in range(5)
        for ply in range(40)
    }
    assert len(seeds) == 4 * 2 * 5 * 40
    numbers = {
        CommittedDealer(SECRET, salt).number(n) >> 192
        for salt in ("", "a", ":bot 1", ":bot 1 2", "bot 1")
        for n in range(300)
    }
    assert not seeds & numbers
    assert decision_seed(bytes(32), "", "bot", 0, 0) not in seeds


def test_the_checker_knows_nothing_of_ours() -> None:
    source = (Path(__file__).parents[1] / "deal_checker.py").read_text(encoding="utf-8")
    imported = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imported}
    assert names == {"__future__", "collections", "hashlib", "hmac", "tomllib"}


def test_the_checker_notices_another_deal() -> None:
    right = committed("london", 3, 1, salt="a").record()
    for old, new in (
        ("salt a", "salt b"),
        ("- deal > ", "- deal > wild "),
        (f"secret {SECRET.hex()[:2]}", "secret 00"),
    ):
        assert old in right
        with pytest.raises(Mismatch):
            Checker(right.replace(old, new, 1), board_text("london")).check()


def test_number_zero_draws_the_first_seat() -> None:
    dealer = CommittedDealer(SECRET, "x")
    for seats in (2, 3, 4):
        game = Game("london", seats, dealer=dealer.copy())
        assert game.first == dealer.number(0) % seats
    fixed = Game("london", 3, dealer=dealer.copy(), first=0)
    drawn = Game("london", 3, dealer=dealer.copy())
    assert fixed.view(None).row == drawn.view(None).row  # the first card takes number 1 either way


@pytest.mark.parametrize(("secret", "salt"), [(b"short", ""), (SECRET, "two\nlines"), (SECRET, "\x00")])
def test_a_bad_secret_or_salt_is_refused(secret: bytes, salt: str) -> None:
    with pytest.raises(DealError):
        CommittedDealer(secret, salt)


def test_a_copy_of_a_game_is_dealt_alike() -> None:
    for dealer in (SeededDealer(5), CommittedDealer(SECRET), ScriptedDealer([], then=SeededDealer(5))):
        game = Game("london", 2, dealer=dealer)
        twin = game.copy()
        for one in (game, twin):
            random = Random(2)
            while not one.over:
                one.play(random.choice(one.legal()))
        assert game.record() == twin.record()


# ---- scripted ----

ROW = ["red", "blue", "green", "black", "white"]


@pytest.mark.parametrize(
    ("outcomes", "says"),
    [("", "run dry"), ("mauve", "mauve"), ("boston-miami", "boston-miami"), ("wild", "wild")],
)
def test_a_script_that_fails_leaves_the_game_unchanged(outcomes: str, says: str) -> None:
    """The pile has no wild, and nobody has heard of mauve."""
    pile = {"red": 2, "blue": 2}
    game = script(USA, outcomes, row=ROW, pile=pile, hands=[{"wild": 14}, {}])
    before = snapshot(game)
    with pytest.raises(DealError, match=says):
        game.play("draw blind")
    assert snapshot(game) == before
    game.dealer = ScriptedDealer(["blue"])
    game.play("draw blind")
    assert game.view(0).hand["blue"] == 1


def test_a_script_that_runs_dry_halfway_is_taken_back_and_can_be_retried() -> None:
    """Three tickets are asked for and two are given: the two are given again when the move is made again."""
    offer = ["denver-el_paso", "duluth-houston", "boston-miami"]
    game = script(USA, " ".join(offer[:2]), row=ROW)
    before = snapshot(game)
    for _ in range(2):
        with pytest.raises(DealError, match="run dry"):
            game.play("tickets")
        assert snapshot(game) == before
    dealer = game.dealer
    assert isinstance(dealer, ScriptedDealer)
    assert dealer.dealt == 0
    dealer.outcomes = tuple(offer)
    game.play("tickets")
    assert game.view(0).offer == offer


def test_a_failing_tunnel_is_taken_back() -> None:
    game = script(EUROPE, "red red", hands=[{"purple": 2}, {}], row=ROW)
    before = snapshot(game)
    with pytest.raises(DealError):
        game.play("claim marseille-zurich with 2 purple")
    assert snapshot(game) == before


def test_after_the_script_another_dealer_goes_on() -> None:
    game = Game.setup(USA, dealer=ScriptedDealer(["red"], then=SeededDealer(1)), row=ROW)
    play(game, "draw blind", "draw blind", "draw blind", "draw blind")
    assert game.view(0).hand["red"] >= 1
    assert game.actor == 0


def test_taking_back_reaches_into_the_dealer_that_goes_on() -> None:
    then = CommittedDealer(SECRET)
    dealer = ScriptedDealer(["red"], then=then)
    weights = [("red", 1), ("blue", 5)]
    first = [dealer.deal(weights) for _ in range(4)]
    dealer.take_back(4)
    assert then.dealt == 1
    assert [dealer.deal(weights) for _ in range(4)] == first


def test_a_game_over_tickets_that_were_returned_asks_chance_for_nothing() -> None:
    left = ["denver-el_paso", "duluth-houston"]
    mine = other_tickets(USA, *left)
    game = Game.setup(USA, tickets=[[], mine], returned=left, pool=[], dealer=ScriptedDealer([]), row=ROW)
    game.play("tickets")
    assert game.view(0).offer == left
