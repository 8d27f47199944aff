"""F: ferries."""
# ruff: noqa: N802

from branchline import Game

from .helpers import EUROPE, discards, payments, refused


def test_F1_at_least_as_many_wilds_as_symbols() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 6, "wild": 1}, {}], seed=1)
    assert payments(game, "claim palermo-roma") == {"3 red 1 wild"}  # one symbol
    assert payments(game, "claim constantinople-sevastopol") == set()  # two symbols
    refused(game, "claim palermo-roma with 4 red", "not_enough_wilds")
    refused(game, "claim palermo-smyrna with 5 red 1 wild", "not_enough_wilds")


def test_F1_the_rest_is_a_set_of_any_one_colour() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 2, "blue": 2, "green": 1, "wild": 2}, {}], seed=1)
    assert payments(game, "claim constantinople-sevastopol") == {"2 red 2 wild", "2 blue 2 wild"}


def test_F1_further_wilds_may_replace_the_rest() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 4, "wild": 6}, {}], seed=1)
    mixes = {"4 red 2 wild", "3 red 3 wild", "2 red 4 wild", "1 red 5 wild", "6 wild"}
    assert payments(game, "claim palermo-smyrna") == mixes
    game.play("claim palermo-smyrna with 6 wild")
    assert discards(game) == {"wild": 6}
    assert game.view(None).seats[0].score == 15


def test_F1_a_ferry_of_nothing_but_symbols_takes_only_wilds() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 6, "wild": 3}, {}], seed=1)
    assert payments(game, "claim amsterdam-london") == {"2 wild"}
