"""D: drawing cards."""
# ruff: noqa: N802

import pytest

from branchline import Game

from .helpers import (
    EUROPE,
    LONDON,
    USA,
    discards,
    hand,
    legal,
    pile,
    play,
    refused,
    rest,
    row,
    script,
)

ROW = ["red", "blue", "red", "green", "black"]


def scarce(outcomes: str, lying: list[str], left: dict[str, int], **more: dict[str, int]) -> Game:
    """London with few cards about: this row, pile and discards, seat 0 with `mine`, seat 1 with all others."""
    mine, thrown = more.get("mine", {}), more.get("discards", {})
    return script(
        LONDON,
        outcomes,
        hands=[mine, rest(LONDON, lying, left, mine, thrown)],
        row=lying,
        pile=left,
        discards=thrown,
    )


def test_D1_two_cards_one_after_the_other() -> None:
    game = script(USA, "white yellow", row=ROW)
    game.play("draw blue")
    assert (game.actor, game.phase) == (0, "second_card")
    assert hand(game, 0) == {"blue": 1}
    game.play("draw red")
    assert (game.actor, game.phase) == (1, "turn")
    assert hand(game, 0) == {"blue": 1, "red": 1}


def test_D1_each_from_the_row_or_blind() -> None:
    game = script(USA, "white yellow", row=ROW)
    expected = {"draw red", "draw blue", "draw green", "draw black", "draw blind"}
    assert legal(game, "draw") == expected
    game.play("draw blind")
    assert hand(game, 0) == {"white": 1}
    assert legal(game) == expected
    game.play("draw blind")
    assert hand(game, 0) == {"white": 1, "yellow": 1}
    assert row(game) == ROW
    assert game.actor == 1


def test_D1_a_card_that_does_not_lie_there_can_not_be_taken() -> None:
    refused(Game.setup(USA, row=ROW, seed=1), "draw white", "not_in_row")
    refused(Game.setup(USA, row=ROW, seed=1), "draw wild", "not_in_row")


def test_D2_a_card_taken_is_replaced_at_once_in_its_place() -> None:
    game = script(USA, "white orange", row=ROW)
    before = pile(game)
    game.play("draw red")
    assert row(game) == ["white", "blue", "red", "green", "black"]
    assert pile(game) == before - 1
    game.play("draw white")  # the replacement itself
    assert row(game) == ["orange", "blue", "red", "green", "black"]
    assert hand(game, 0) == {"red": 1, "white": 1}


def test_D3_a_face_up_wild_taken_first_is_the_only_card() -> None:
    game = script(USA, "white", row=["red", "wild", "blue", "green", "black"])
    game.play("draw wild")
    assert (game.actor, game.phase) == (1, "turn")
    assert hand(game, 0) == {"wild": 1}
    assert row(game) == ["red", "white", "blue", "green", "black"]


@pytest.mark.parametrize("first", ["draw red", "draw blind"])
def test_D4_a_wild_that_lay_there_cannot_be_second(first: str) -> None:
    game = script(EUROPE, "white", row=["red", "wild", "blue", "green", "black"])
    game.play(first)
    refused(game, "draw wild", "wild_as_second_card")


def test_D4_a_wild_turned_up_as_replacement_cannot_be_second() -> None:
    game = script(EUROPE, "wild white orange", row=ROW)
    game.play("draw red")
    assert row(game) == ["wild", "blue", "red", "green", "black"]
    refused(game, "draw wild", "wild_as_second_card")
    game.play("draw red")
    assert game.actor == 1
    game.play("draw wild")  # for the next player it is a first card


def test_D5_a_wild_drawn_blind_counts_as_one_card() -> None:
    game = script(USA, "wild wild", row=ROW)
    game.play("draw blind")
    assert (game.actor, game.phase) == (0, "second_card")
    game.play("draw blind")
    assert hand(game, 0) == {"wild": 2}
    assert game.actor == 1


def test_D5_after_a_blind_wild_a_face_up_card_may_follow() -> None:
    game = play(script(USA, "wild white", row=ROW), "draw blind", "draw green")
    assert hand(game, 0) == {"wild": 1, "green": 1}


def test_D6_a_third_wild_sweeps_the_row() -> None:
    game = script(USA, "wild white white orange orange purple", row=["wild", "red", "blue", "wild", "green"])
    game.play("draw red")
    assert row(game) == ["white", "white", "orange", "orange", "purple"]
    assert discards(game) == {"wild": 3, "blue": 1, "green": 1}
    assert (game.actor, game.phase) == (0, "second_card")


def test_D6_again_and_again() -> None:
    game = script(
        USA,
        "wild wild wild white wild white wild wild wild wild wild red red red red red",
        row=["wild", "red", "blue", "wild", "green"],
    )
    game.play("draw red")
    assert row(game) == ["red"] * 5
    assert discards(game) == {"wild": 3 + 3 + 5, "blue": 1, "green": 1, "white": 2}


def test_D6_two_wilds_may_lie() -> None:
    game = script(USA, "wild", row=["wild", "red", "blue", "orange", "green"])
    game.play("draw red")
    assert row(game) == ["wild", "wild", "blue", "orange", "green"]


def test_D6_sweeps_while_three_other_cards_are_about() -> None:
    """Three others is enough for it to end; the swept row is shuffled in when the pile runs out."""
    game = scarce(
        "wild pink blue wild green wild",
        ["wild", "wild", "blue", "blue", "green"],
        {"wild": 1, "pink": 1},
    )
    game.play("draw blue")
    assert row(game) == ["pink", "blue", "wild", "green", "wild"]
    assert (pile(game), discards(game)) == (1, {})


def test_D6_stops_when_fewer_than_three_others_are_about() -> None:
    game = scarce("wild", ["wild", "wild", "blue", "blue", "green"], {"wild": 2})
    game.play("draw blue")
    assert row(game) == ["wild", "wild", "wild", "blue", "green"]
    assert (pile(game), discards(game)) == (1, {})
    assert legal(game) == {"draw blue", "draw green", "draw blind"}


def test_D6_wilds_among_pile_and_discards_are_no_other_cards() -> None:
    game = scarce("wild", ["wild", "wild", "blue", "blue", "green"], {"wild": 3}, discards={"wild": 2})
    game.play("draw blue")
    assert row(game) == ["wild", "wild", "wild", "blue", "green"]
    assert (pile(game), discards(game)) == (2, {"wild": 2})


def test_D6_discards_count_as_cards_that_are_about() -> None:
    game = scarce(
        "wild wild blue pink pink pink",
        ["wild", "wild", "blue", "blue", "green"],
        {"wild": 2},
        discards={"pink": 3},
    )
    game.play("draw blue")
    assert row(game) == ["wild", "blue", "pink", "pink", "pink"]
    assert (pile(game), discards(game)) == (4, {})


def test_D6_ten_cards_are_shuffled_together_when_they_would_only_change_places() -> None:
    """Five on the row, five in the pile, no discards, three wilds in each: by D7 alone the halves never mix."""
    game = scarce(
        "wild blue green pink wild wild",
        ["wild", "wild", "blue", "blue", "green"],
        {"wild": 4, "pink": 1, "yellow": 1},
    )
    game.play("draw blue")
    assert row(game) == ["blue", "green", "pink", "wild", "wild"]
    assert (pile(game), discards(game)) == (5, {})


def test_D6_resumes_as_soon_as_others_come_back() -> None:
    game = scarce(
        "pink pink pink green blue",
        ["wild", "wild", "wild", "blue", "green"],
        {},
        mine={"pink": 3},
    )
    game.play("claim kings_cross-the_charterhouse with 3 pink")
    assert row(game) == ["pink", "pink", "pink", "green", "blue"]
    assert (pile(game), discards(game)) == (3, {})
    assert game.actor == 1


@pytest.mark.parametrize("draw", ["draw blind", "draw black"])
def test_D7_discards_become_the_pile_the_moment_it_is_empty(draw: str) -> None:
    game = scarce("orange", ["black", "blue", "pink", "green", "green"], {"orange": 1}, discards={"pink": 4})
    game.play(draw)
    assert (pile(game), discards(game)) == (4, {})


def test_D7_without_discards_then_as_soon_as_there_are_some() -> None:
    lying = ["black", "blue", "pink", "green", "green"]
    game = scarce("", lying, {}, mine={"pink": 3})
    assert pile(game) == 0
    game.play("claim kings_cross-the_charterhouse with 3 pink")
    assert (pile(game), discards(game), row(game)) == (3, {}, lying)


def test_D8_without_pile_and_discards_nothing_is_drawn_blind() -> None:
    game = scarce("", ["black", "blue", "pink", "green", "green"], {})
    refused(game, "draw blind", "nothing_to_draw")
    assert legal(game, "draw") == {"draw black", "draw blue", "draw pink", "draw green"}


def test_D8_face_up_cards_are_taken_and_not_replaced() -> None:
    game = scarce("", ["black", "blue", "pink", "green", "green"], {})
    play(game, "draw black", "draw green")
    assert row(game) == ["blue", "pink", "green"]
    assert hand(game, 0) == {"black": 1, "green": 1}
    assert game.actor == 1


def test_D8_gaps_are_filled_from_the_left_as_soon_as_cards_are_there() -> None:
    game = scarce("pink wild", ["black", "blue", "pink", "green", "green"], {})
    play(game, "draw black", "draw green", "claim st_pauls-tower_of_london/pink with 2 pink 1 wild")
    # Three cards came back: two of them lie where black and the first green had lain.
    assert row(game) == ["pink", "blue", "pink", "wild", "green"]
    assert (pile(game), discards(game)) == (1, {})


def test_D8_a_position_with_gaps_and_cards_is_filled_before_the_first_move() -> None:
    game = scarce("orange pink", ["black", "blue", "green"], {}, discards={"pink": 2, "orange": 1})
    assert row(game) == ["black", "blue", "green", "orange", "pink"]
    assert (pile(game), discards(game)) == (1, {})


def test_D8_the_turn_ends_when_no_second_card_may_be_taken() -> None:
    game = scarce("", ["wild", "blue", "wild"], {})
    game.play("draw blue")
    assert (game.actor, game.phase, row(game)) == (1, "turn", ["wild", "wild"])


def test_D8_with_no_card_at_all_drawing_is_not_legal() -> None:
    game = scarce("", [], {}, mine={"pink": 1})
    assert legal(game, "draw") == set()
    refused(game, "draw blind", "nothing_to_draw")
    refused(game, "draw pink", "not_in_row")


def test_D8_a_wild_alone_may_still_be_taken_first() -> None:
    game = scarce("", ["wild"], {})
    assert legal(game, "draw") == {"draw wild"}
    game.play("draw wild")
    assert (game.actor, row(game)) == (1, [])


def test_D9_a_hand_has_no_limit() -> None:
    everything = rest(USA, ROW)
    everything["white"] -= 3
    game = script(USA, "white white", hands=[everything, {}], row=ROW, pile={"white": 3})
    play(game, "draw blind", "draw blind")
    assert sum(hand(game, 0).values()) == 110 - 5 - 1
