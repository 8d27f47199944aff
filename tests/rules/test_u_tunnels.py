"""U: tunnels."""
# ruff: noqa: N802

import pytest

from branchline import Game, View

from .helpers import EUROPE, discards, hand, legal, pile, play, refused, rest, row, script

TUNNEL = "claim marseille-zurich with 2 purple"  # two spaces, purple
ROW = ["red", "blue", "green", "black", "white"]


def scarce(outcomes: str, mine: dict[str, int], left: dict[str, int], thrown: dict[str, int]) -> Game:
    """A full row, these cards in pile and discards, and seat 1 holds all the others."""
    return script(
        EUROPE,
        outcomes,
        hands=[mine, rest(EUROPE, ROW, mine, left, thrown)],
        row=ROW,
        pile=left,
        discards=thrown,
    )


def open_tunnel(view: View) -> tuple[str, dict[str, int], list[str], int]:
    tunnel = view.tunnel
    assert tunnel is not None
    laid = {card: n for card, n in tunnel.laid.items() if n}
    return tunnel.route, laid, list(tunnel.revealed), tunnel.extra


def test_U1_three_cards_are_revealed_and_without_a_match_it_is_claimed() -> None:
    game = script(EUROPE, "red blue green", hands=[{"purple": 3}, {}])
    before = pile(game)
    game.play(TUNNEL)
    assert (game.actor, game.phase) == (1, "turn")
    assert game.view(None).routes == {"marseille-zurich": 0}
    assert hand(game, 0) == {"purple": 1}
    assert pile(game) == before - 3
    assert discards(game) == {"purple": 2, "red": 1, "blue": 1, "green": 1}


def test_U1_discards_are_shuffled_in_when_the_pile_runs_short() -> None:
    game = scarce("red yellow purple", {"purple": 3}, {"red": 1}, {"yellow": 2, "purple": 2})
    game.play(TUNNEL)
    assert open_tunnel(game.view(0))[2:] == (["red", "yellow", "purple"], 1)
    assert (pile(game), discards(game)) == (2, {})


def test_U1_fewer_than_three_cards_are_all_revealed() -> None:
    game = scarce("red purple", {"purple": 3}, {"red": 1}, {"purple": 1})
    game.play(TUNNEL)
    assert open_tunnel(game.view(0))[2:] == (["red", "purple"], 1)
    assert (pile(game), discards(game)) == (0, {})


def test_U1_with_no_card_to_reveal_it_is_claimed_at_no_extra_cost() -> None:
    game = scarce("", {"purple": 2}, {}, {})
    game.play(TUNNEL)
    assert game.view(None).routes == {"marseille-zurich": 0}
    assert (hand(game, 0), pile(game), row(game)) == ({}, 2, ROW)


def test_U1_the_laid_cards_are_not_shuffled_in_for_it() -> None:
    game = scarce("red", {"purple": 2}, {"red": 1}, {})
    game.play(TUNNEL)
    assert game.actor == 1  # one card revealed, no extra: the two purple ones came back only afterwards
    assert (pile(game), discards(game)) == (3, {})


@pytest.mark.parametrize(
    ("laid", "revealed", "extra"),
    [
        ("2 purple", "purple red blue", 1),
        ("2 purple", "purple wild red", 2),
        ("2 purple", "wild wild wild", 3),
        ("1 purple 1 wild", "purple purple wild", 3),
        ("1 purple 1 wild", "red wild blue", 1),
    ],
)
def test_U2_each_card_of_the_colour_and_each_wild_costs_one_more(
    laid: str, revealed: str, extra: int
) -> None:
    game = script(EUROPE, revealed, hands=[{"purple": 3, "wild": 1}, {}])
    game.play(f"claim marseille-zurich with {laid}")
    assert (game.actor, game.phase) == (0, "tunnel")
    cards = dict(zip(laid.split()[1::2], map(int, laid.split()[::2]), strict=True))
    for viewer in (0, 1, None):
        assert open_tunnel(game.view(viewer)) == ("marseille-zurich", cards, revealed.split(), extra)


def test_U2_the_colour_laid_counts_on_a_gray_tunnel() -> None:
    game = script(EUROPE, "red blue blue", hands=[{"blue": 5}, {}])
    game.play("claim paris-zurich with 3 blue")
    assert legal(game) == {"pay 2 blue", "withdraw"}
    game.play("pay 2 blue")
    assert game.view(None).routes == {"paris-zurich": 0}


def test_U3_only_wilds_laid_only_wilds_count_and_are_paid() -> None:
    game = script(EUROPE, "purple wild red", hands=[{"purple": 4, "wild": 3}, {}])
    game.play("claim marseille-zurich with 2 wild")
    assert open_tunnel(game.view(0))[3] == 1
    assert legal(game) == {"pay 1 wild", "withdraw"}
    refused(game, "pay 1 purple", "wrong_colour")


def test_U3_no_wild_revealed_costs_nothing() -> None:
    game = script(EUROPE, "purple purple purple", hands=[{"purple": 4, "wild": 2}, {}])
    game.play("claim marseille-zurich with 2 wild")
    assert game.view(None).routes == {"marseille-zurich": 0}


def test_U4_refusing_gives_the_laid_cards_back_and_ends_the_turn() -> None:
    game = script(EUROPE, "purple red blue", hands=[{"purple": 3, "wild": 1}, {}])
    play(game, "claim marseille-zurich with 1 purple 1 wild", "withdraw")
    view = game.view(None)
    assert hand(game, 0) == {"purple": 3, "wild": 1}
    assert (game.actor, game.phase, view.tunnel) == (1, "turn", None)
    assert (view.routes, view.seats[0].cars, view.seats[0].score) == ({}, 45, 0)


def test_U4_unable_to_pay_there_is_nothing_but_to_withdraw() -> None:
    game = script(EUROPE, "purple wild blue", hands=[{"purple": 3}, {}])
    game.play(TUNNEL)
    assert legal(game) == {"withdraw"}
    refused(game, "pay 2 purple", "not_enough_cards")


def test_U4_nothing_else_is_legal_before_that() -> None:
    game = script(EUROPE, "purple wild blue", hands=[{"purple": 6}, {}])
    game.play(TUNNEL)
    for move in ("draw blind", "tickets", "station wien with 1 purple", "claim dieppe-paris with 1 purple"):
        refused(game, move, "wrong_phase")
    refused(game, "pay 1 purple", "wrong_count")
    refused(game, "pay 3 purple", "wrong_count")


@pytest.mark.parametrize("answer", ["pay 1 purple", "withdraw"])
def test_U5_the_revealed_cards_are_discarded_whichever_way_it_goes(answer: str) -> None:
    game = script(EUROPE, "purple red blue", hands=[{"purple": 3}, {}])
    game.play(TUNNEL)
    assert discards(game) == {}
    game.play(answer)
    spent = 3 if answer.startswith("pay") else 0
    assert discards(game) == {"purple": 1 + spent, "red": 1, "blue": 1}


@pytest.mark.parametrize("answer", ["pay 2 purple", "withdraw"])
def test_U5_they_are_not_shuffled_back_in_for_the_same_tunnel(answer: str) -> None:
    game = scarce("purple purple", {"purple": 4}, {"purple": 2}, {})
    game.play(TUNNEL)
    assert open_tunnel(game.view(0))[2:] == (["purple", "purple"], 2)
    assert pile(game) == 0
    game.play(answer)
    assert pile(game) == (6 if answer.startswith("pay") else 2)


def test_U6_extra_cards_place_no_cars_and_score_nothing() -> None:
    game = script(EUROPE, "purple wild purple", hands=[{"purple": 5}, {}])
    play(game, TUNNEL, "pay 3 purple")
    seat = game.view(None).seats[0]
    assert (seat.cars, seat.score, hand(game, 0)) == (43, 2, {})


def test_U6_cars_for_the_spaces_are_enough() -> None:
    game = script(EUROPE, "purple wild purple", hands=[{"purple": 5}, {}], cars=[2, 45], last_turns=2)
    play(game, TUNNEL, "pay 3 purple")
    assert game.view(None).seats[0].cars == 0


def test_U6_every_mix_of_extra_cards_may_be_paid() -> None:
    game = script(EUROPE, "purple wild red", hands=[{"purple": 4, "wild": 2, "red": 3}, {}])
    game.play(TUNNEL)
    assert legal(game) == {"pay 2 purple", "pay 1 purple 1 wild", "pay 2 wild", "withdraw"}
    game.play("pay 2 wild")
    assert hand(game, 0) == {"purple": 2, "red": 3}


def test_U6_a_set_that_cannot_pay_any_extra_may_still_be_laid() -> None:
    game = Game.setup(EUROPE, hands=[{"purple": 2}, {}], seed=1)
    assert TUNNEL in legal(game)
