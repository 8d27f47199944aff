"""Cards: needs, payments, and odds compared with trying every order of the cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given

from branchline import BranchlineError, Game, View
from branchline.game.action import Action
from branchline.plan import (
    card_needs,
    draw_odds,
    payments,
    ticket_status,
    tunnel_odds,
    unseen,
    unseen_tickets,
)
from tests.rules.helpers import USA, rest
from tests.strategies import board, games

POCKET = board("pocket")


@given(games())
def test_unseen_cards_are_those_in_the_pile_and_in_other_hands(game: Game) -> None:
    for seat in range(game.seats):
        view = game.view(seat)
        hidden = Counter(game.position().pile)
        for other in range(game.seats):
            if other != seat:
                hidden += Counter(game.position().hands[other])
                hidden -= Counter(view.seats[other].known)
        assert Counter({card: count for card, count in unseen(view).items() if count}) == hidden


@given(games())
def test_unseen_tickets_are_those_that_nobody_has_shown_the_viewer(game: Game) -> None:
    view = game.view(0)
    known = {*view.tickets, *view.offer, *view.removed, *filter(None, view.bottom)}
    if not game.over:
        assert set(unseen_tickets(view)) == {ticket.id for ticket in game.board.tickets} - known


def in_any_order(view: View, draws: int, piles: list[tuple[str, ...]]) -> dict[tuple[str, ...], Fraction]:
    """The chance of each sequence of cards, from all these piles and all orders; then the discards are shuffled."""
    thrown = list(Counter(view.discards).elements())
    found: Counter[tuple[str, ...]] = Counter()
    for pile in piles:
        for first in permutations(pile, min(draws, len(pile))):
            for second in permutations(thrown, min(draws - len(first), len(thrown))):
                found[first + second] += 1
    total = sum(found.values())
    return {cards: Fraction(count, total) for cards, count in found.items()}


def all_piles(view: View) -> list[tuple[str, ...]]:
    return list(combinations(Counter(unseen(view)).elements(), view.pile))


def scarce(pile: dict[str, int], discards: dict[str, int], hidden: dict[str, int], **more: object) -> Game:
    row = ["red", "blue", "green", "wild", "red"]
    hands = [rest(POCKET, row, pile, discards, hidden), hidden]
    return Game.setup(POCKET, hands=hands, row=row, pile=pile, discards=discards, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("card", ["red", "blue", "wild"])
@pytest.mark.parametrize("draws", [0, 1, 2, 4, 5])
def test_D7_draw_odds_are_those_of_all_orders_of_the_cards(card: str, draws: int) -> None:  # noqa: N802
    game = scarce({"blue": 2, "wild": 1}, {"red": 1, "wild": 1, "green": 1}, {"blue": 1, "wild": 1})
    view = game.view(0)
    orders = in_any_order(view, draws, all_piles(view))
    for least in range(4):
        chance = sum((p for cards, p in orders.items() if cards.count(card) >= least), Fraction())
        assert draw_odds(view, card, draws, least) == pytest.approx(float(chance))


@pytest.mark.parametrize("card", ["wild", "blue", "green"])
def test_D6_three_wilds_that_stay_in_the_row_tell_about_the_pile(card: str) -> None:  # noqa: N802
    row, pile = ["wild", "wild", "wild", "wild", "red"], {"wild": 2}
    hidden = {"wild": 1, "blue": 2, "green": 1}
    hands = [rest(USA, row, pile, hidden), hidden]
    view = Game.setup(USA, hands=hands, row=row, pile=pile, discards={}, seed=1).view(0)
    piles = [some for some in all_piles(view) if some.count("wild") >= view.pile - 1]
    for draws in (1, 2):
        orders = in_any_order(view, draws, piles)
        chance = sum((p for cards, p in orders.items() if card in cards), Fraction())
        assert draw_odds(view, card, draws) == pytest.approx(float(chance))


@pytest.mark.parametrize("claim", ["with 1 wild", "with 1 red", "with 1 blue"])
@pytest.mark.parametrize("pile", [{"blue": 2, "wild": 1}, {"blue": 1}, {"wild": 2}])
def test_U1_U2_U3_tunnel_odds_are_those_of_all_orders(claim: str, pile: dict[str, int]) -> None:  # noqa: N802
    game = scarce(pile, {"green": 1, "wild": 1}, {"green": 1})
    view, claim = game.view(0), f"claim middle-west {claim}"
    assert game.why_not(claim) is None
    colour = claim.split()[-1]
    orders = in_any_order(view, 3, all_piles(view))
    odds = tunnel_odds(view, claim)
    for extra in range(4):
        chance = sum(
            (p for cards, p in orders.items() if sum(c in (colour, "wild") for c in cards) == extra),
            Fraction(),
        )
        assert odds.extra[extra] == pytest.approx(float(chance))
    left = Counter(view.hand) - Counter({colour: 1})
    assert odds.most == left["wild"] + (left[colour] if colour != "wild" else 0)
    assert odds.pay == pytest.approx(sum(odds.extra[: odds.most + 1]))


def test_odds_of_cards_and_claims_that_do_not_exist_are_refused() -> None:
    view = Game.setup("europe", hands=[{"red": 4}, {}]).view(0)
    with pytest.raises(BranchlineError, match="no card 'pink'; there are"):
        draw_odds(view, "pink")
    with pytest.raises(BranchlineError, match="draws must be 0 or more, not -1"):
        draw_odds(view, "red", -1)
    with pytest.raises(BranchlineError, match="is no claim of a tunnel"):
        tunnel_odds(view, "claim brest-paris with 3 black")


@given(games())
def test_payments_are_the_legal_ones_and_the_first_spares_wilds(game: Game) -> None:
    if game.actor is None:
        return
    view = game.view(game.actor)
    by_target: dict[str, set[Action]] = {}
    for action in view.legal:
        if action.kind in ("claim", "station"):
            by_target.setdefault(action.target, set()).add(action)
        elif action.kind == "pay":
            assert view.tunnel is not None
            by_target.setdefault(view.tunnel.route, set()).add(action)
    for target, actions in by_target.items():
        found = payments(view, target)
        assert set(found) == actions
        assert len(found) == len(actions)
        if found[0].kind == "claim" and not view.board.route(target).tunnel:
            assert found[0].wilds == min(one.wilds for one in found if one.colour == found[0].colour)


def test_a_payment_spares_what_a_ticket_needs() -> None:
    """Both colours pay for the gray route; the way of the ticket takes one of them."""
    hands = [{"white": 4, "black": 4}, {}]
    view = Game.setup("usa", hands=hands, tickets=[["dallas-new_york"], []]).view(0)
    way = ticket_status(view, "dallas-new_york").way
    assert way is not None
    needed = {USA.route(name).colour for name in way.routes} & {"white", "black"}
    assert len(needed) == 1
    assert payments(view, "dallas-houston/1")[0].colour not in needed
    assert payments(view, "dallas-houston/1")[-1].colour in needed
    with pytest.raises(BranchlineError, match="'moon' is no route and no city of usa"):
        payments(view, "moon")
    with pytest.raises(BranchlineError, match="a spectator has no hand"):
        payments(Game.setup(USA).view(None), "dallas-houston/1")


@pytest.mark.parametrize(
    ("hand", "routes", "have", "missing"),
    [
        ({}, ["brest-paris"], 0, (("black", 3),)),
        ({"black": 2, "wild": 1}, ["brest-paris"], 3, ()),
        ({"red": 1}, ["dieppe-london/1"], 1, (("wild", 1),)),
        ({}, ["dieppe-london/1"], 0, (("gray", 1), ("wild", 1))),
        ({"wild": 2}, ["amsterdam-london", "brest-paris"], 2, (("black", 3),)),
        ({"black": 3}, ["brest-paris", "edinburgh-london/black"], 3, (("black", 4),)),
        ({"blue": 2}, ["athina-smyrna", "brest-paris"], 1, (("black", 3), ("wild", 1))),
    ],
)
def test_needs_say_what_the_hand_lacks(
    hand: dict[str, int], routes: list[str], have: int, missing: tuple[tuple[str, int], ...]
) -> None:
    needs = card_needs(Game.setup("europe", hands=[hand, {}]).view(0), routes)
    assert (needs.have, needs.missing) == (have, missing)
    assert needs.lacking == sum(count for _, count in missing)
