"""Odds: what a viewer has not seen, and exactly how likely cards are to come, by all that it can know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import comb

from branchline.errors import BranchlineError, short
from branchline.game.action import Action, Cards
from branchline.game.grammar import parse
from branchline.game.view import View

#: How many cards a tunnel reveals (U1), and how many wilds in the row are replaced (D6).
REVEAL, ROW_WILDS = 3, 3
ROW = 5


@dataclass(frozen=True, slots=True)
class TunnelOdds:
    """The chance of 0, 1, 2 and 3 extra cards; how many the hand could pay at most; the chance that this is enough."""

    extra: tuple[float, ...]
    most: int
    pay: float


def unseen(view: View) -> Cards:
    """The cards of which the viewer does not know where they are: in the pile, or in others' hands.

    >>> from branchline import Game
    >>> game = Game.setup("europe", hands=[{"red": 5}, {}], row=["red", "red", "blue", "green", "wild"])
    >>> cards = unseen(game.view(0))
    >>> cards["red"], cards["wild"], sum(cards.values()) == game.view(0).pile
    (5, 13, True)
    """
    left = Cards(view.board.card_counts)
    seen: list[Mapping[str, int]] = [view.hand, view.discards]
    seen += [seat.known for number, seat in enumerate(view.seats) if number != view.seat]
    seen += [{card: 1} for card in view.row if card is not None]
    if view.tunnel is not None:
        seen += [view.tunnel.laid, *({card: 1} for card in view.tunnel.revealed)]
    for cards in seen:
        for card, count in cards.items():
            left[card] -= count
    return left


def unseen_tickets(view: View) -> list[str]:
    """The tickets of which the viewer does not know where they are: in the deck, in others' hands, or out of the game.

    >>> from branchline import Game
    >>> view = Game("london", seed=1).view(0)
    >>> len(unseen_tickets(view)) == len(view.board.tickets) - len(view.offer)
    True
    """
    seen = {*view.tickets, *view.offer, *view.removed, *view.bottom}
    if view.revealed is not None:
        seen.update(ticket for tickets in view.revealed for ticket in tickets)
    return [ticket.id for ticket in view.board.tickets if ticket.id not in seen]


def draw_odds(view: View, card: str, draws: int = 1, least: int = 1) -> float:
    """The chance that at least so many of the next blind cards are of a colour (or `wild`).

    It is exact, whoever draws the cards: the pile is any part of what is unseen, and when it is used up the discards
    are shuffled (D7). Cards beyond those are not there to be drawn.

    >>> from branchline import Game
    >>> game = Game.setup("europe", hands=[{"red": 12}, {}])
    >>> draw_odds(game.view(0), "red"), round(draw_odds(game.view(0), "wild", draws=2), 3)
    (0.0, 0.28)
    """
    if card not in view.board.card_counts:
        known = ", ".join(view.board.card_counts)
        raise BranchlineError(f"there is no card {short(card)!r}; there are {known}")
    if draws < 0:
        raise BranchlineError(f"draws must be 0 or more, not {draws}")
    return sum(hits(view, {card}, draws)[max(0, least) :])


def tunnel_odds(view: View, claim: Action | str) -> TunnelOdds:
    """The odds of trying a tunnel with the cards of a claim (U1, U2). Wilds alone match wilds alone (U3).

    >>> from branchline import Game
    >>> game = Game.setup("europe", hands=[{"red": 4, "wild": 1}, {}])
    >>> odds = tunnel_odds(game.view(0), "claim zurich-venezia with 2 green")
    >>> [round(chance, 3) for chance in odds.extra]
    [0.435, 0.423, 0.13, 0.013]
    """
    action = parse(claim, view.board) if isinstance(claim, str) else claim
    if action.kind != "claim" or not view.board.route(action.target).tunnel:
        raise BranchlineError(f"{action} is no claim of a tunnel")
    kinds = {"wild", action.colour} if action.count else {"wild"}
    # the discards are shuffled without the cards that are laid down
    extra = hits(view, kinds, REVEAL)
    most = sum(view.hand.get(kind, 0) for kind in kinds) - action.count - action.wilds
    return TunnelOdds(tuple(extra), most, sum(extra[: max(0, most) + 1]))


def hits(view: View, cards: Iterable[str], draws: int) -> list[float]:
    """The chances of 0, 1, 2 … cards of these kinds among the next so many from the pile."""
    kinds = set(cards)
    from_pile = min(draws, view.pile)
    from_discards = min(draws - from_pile, sum(view.discards.values()))
    thrown = sum(view.discards.get(kind, 0) for kind in kinds)
    found = _both(
        _from_pile(view, kinds, from_pile),
        hypergeometric(sum(view.discards.values()), thrown, from_discards),
    )
    return found + [0.0] * (draws + 1 - len(found))


def _from_pile(view: View, kinds: set[str], draws: int) -> list[float]:
    """The same from the pile alone: any part of what is unseen, unless the row tells that few other cards are in it."""
    left = unseen(view)
    total, matching = sum(left.values()), sum(left[kind] for kind in kinds)
    spare = spare_others(view)
    others = total - left["wild"]
    sizes = range(-1 if spare is None else spare + 1)
    weights = [comb(others, n) * comb(left["wild"], view.pile - n) if n <= view.pile else 0 for n in sizes]
    if not sum(weights):
        return hypergeometric(total, matching, draws)
    found = [0.0] * (draws + 1)
    coloured = matching - left["wild"] if "wild" in kinds else matching
    for n, weight in enumerate(weights):
        for good, chance in enumerate(hypergeometric(others, coloured, n) if weight else ()):
            in_pile = good + (view.pile - n if "wild" in kinds else 0)
            for hit, one in enumerate(hypergeometric(view.pile, in_pile, draws)):
                found[hit] += weight / sum(weights) * chance * one
    return found


def spare_others(view: View) -> int | None:
    """How many cards that are not wild the pile can hold, if three wilds lie in the row and stay there (D6)."""
    row = [card for card in view.row if card is not None]
    thrown = sum(view.discards.values()) - view.discards.get("wild", 0)
    shown = [*row, *(view.tunnel.revealed if view.tunnel else ())]
    spare = ROW - ROW_WILDS - thrown - sum(card != "wild" for card in shown)
    return spare if row.count("wild") >= ROW_WILDS and spare >= 0 else None


def hypergeometric(total: int, matching: int, draws: int) -> list[float]:
    """The chances of 0, 1, 2 … hits if so many cards are drawn from `total`, of which `matching` are hits.

    >>> hypergeometric(4, 2, 2)
    [0.16666666666666666, 0.6666666666666666, 0.16666666666666666]
    """
    ways = comb(total, draws)
    return [comb(matching, n) * comb(total - matching, draws - n) / ways for n in range(draws + 1)]


def _both(one: list[float], other: list[float]) -> list[float]:
    """The chances of the sum of two independent numbers."""
    chances = [0.0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            chances[i + j] += a * b
    return chances
