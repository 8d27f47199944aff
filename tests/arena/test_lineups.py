"""Who plays whom, and who sits where."""

from __future__ import annotations

from collections import Counter

import pytest

from branchline import BranchlineError, Game
from branchline.arena import Lineup, make_lineups, seatings
from branchline.arena.jobs import deal_game

from .fakes import LONDON


def test_two_seats_are_every_pairing() -> None:
    found = make_lineups(["a", "b", "c"], 2)
    assert [lineup.bots for lineup in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert found[0].name == "a v b"
    assert found[0].measured == ("a", "b")


def test_more_seats_are_each_bot_alone_against_a_table_of_another() -> None:
    found = make_lineups(["a", "b"], 4)
    assert [lineup.bots for lineup in found] == [("a", "b", "b", "b"), ("b", "a", "a", "a")]
    assert [lineup.name for lineup in found] == ["a v 3 b", "b v 3 a"]
    assert found[0].measured == ("a",)


def test_or_the_first_bot_alone_against_tables_of_the_others() -> None:
    found = make_lineups(["a", "b", "c"], 3, "first")
    assert [lineup.name for lineup in found] == ["a v 2 b", "a v 2 c"]
    assert [lineup.bots for lineup in make_lineups(["a", "b", "c"], 2, "first")] == [("a", "b"), ("a", "c")]


def test_or_every_table_of_different_bots() -> None:
    found = make_lineups(["a", "b", "c", "d"], 3, "mixed")
    assert [lineup.name for lineup in found] == ["a, b, c", "a, b, d", "a, c, d", "b, c, d"]
    assert found[0].measured == ("a", "b", "c")


@pytest.mark.parametrize(
    "bots", [("a", "b"), ("a", "b", "b"), ("a", "b", "c", "d"), ("a", "b", "b", "b", "b")]
)
def test_on_every_deal_every_bot_sits_equally_often_in_every_seat(bots: tuple[str, ...]) -> None:
    copies = Counter(bots)
    for deal in range(8):
        found = seatings(Lineup(bots), deal)
        assert len(found) == len(set(found)) == len(bots)
        assert all(Counter(one) == copies for one in found)
        for place in range(len(bots)):
            assert Counter(one[place] for one in found) == copies


def test_different_bots_change_their_neighbours_from_deal_to_deal() -> None:
    left_of_a = Counter(
        one[one.index("a") - 1] for deal in range(6) for one in seatings(Lineup(("a", "b", "c", "d")), deal)
    )
    assert left_of_a == {"b": 8, "c": 8, "d": 8}


def test_a_deal_is_the_same_whoever_plays() -> None:
    def dealt(game: Game) -> tuple[object, ...]:
        start = game.position()
        return start.first, start.hands, start.row, start.offers

    assert dealt(deal_game(LONDON, 3, 7, 5)) == dealt(deal_game(LONDON, 3, 7, 5))
    assert dealt(deal_game(LONDON, 3, 7, 5)) != dealt(deal_game(LONDON, 3, 7, 6))
    assert dealt(deal_game(LONDON, 3, 7, 5)) != dealt(deal_game(LONDON, 3, 8, 5))


@pytest.mark.parametrize(
    ("bots", "seats", "pairing", "said"),
    [
        (["a"], 2, "one", "at least two bots"),
        (["a", "a"], 2, "one", "named twice"),
        (["a", "b"], 3, "mixed", "need 3 bots"),
        (["a", "b"], 3, "some", "no pairing"),
    ],
)
def test_what_cannot_be_a_match_is_refused(bots: list[str], seats: int, pairing: str, said: str) -> None:
    with pytest.raises(BranchlineError, match=said):
        make_lineups(bots, seats, pairing)
