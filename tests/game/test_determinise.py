"""`view.determinise`: worlds that agree with a view, from the view alone, each as likely as the counts say."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from math import comb
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from branchline import Board, BranchlineError, Game, View
from branchline.game.position_check import check_position
from tests.rules.helpers import EUROPE, USA, other_tickets, play, rest
from tests.strategies import board, games, seeds

SEATS = [
    (name, seats) for name, most in (("usa", 5), ("europe", 5), ("london", 4)) for seats in range(2, most + 1)
]


def viewers(game: Game) -> list[int | None]:
    return [None, *range(game.seats)]


def agrees(game: Game, seed: int) -> None:
    """For each viewer: a possible position, the same view, and a game that can be played to its end."""
    for viewer in viewers(game):
        view = game.view(viewer)
        world = view.determinise(Random(seed))
        assert world.view(viewer) == view
        check_position(game.board, world.position())
        finish(world, Random(seed))


def finish(game: Game, random: Random) -> None:
    for _ in range(30):
        if game.over:
            return
        game.play(random.choice(game.legal()))


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_worlds_agree_with_the_view_through_a_whole_game(name: str, seats: int) -> None:
    game, random = Game(board(name), seats=seats, seed=seats), Random(seats)
    step = 0
    while not game.over:
        if step % 23 == 0 or game.view(None).starting:
            agrees(game, step)
        game.play(random.choice(game.legal()))
        step += 1
    with pytest.raises(BranchlineError, match="over"):
        game.view(0).determinise(random)


@given(games(), seeds)
def test_worlds_agree_with_the_view(game: Game, seed: int) -> None:
    if not game.over:
        agrees(game, seed)


@given(games(), seeds)
def test_the_view_alone_is_read(game: Game, seed: int) -> None:
    """A view that has gone through its text knows nothing of the game it comes from."""
    if game.over:
        return
    for viewer in viewers(game):
        view = game.view(viewer)
        again = View.from_json(view.to_json(), game.board)
        one, other = (source.determinise(Random(seed)) for source in (view, again))
        assert one.position() == other.position()
        assert one.record() == other.record()


@given(games(), seeds)
def test_the_record_of_a_world_can_be_replayed(game: Game, seed: int) -> None:
    if game.over:
        return
    for viewer in viewers(game):
        world = game.view(viewer).determinise(Random(seed))
        finish(world, Random(seed))
        assert Game.replay(world.record(), game.board).position() == world.position()


@given(games(), seeds)
def test_a_view_from_outside_is_refused_before_the_core_trusts_it(game: Game, seed: int) -> None:
    """C does not check its arrays: a number that is out of range must be an error, and never reach them."""
    random = Random(seed)
    plain = msgspec.json.decode(game.view(0).to_json())
    for _ in range(20):
        spoilt = copy.deepcopy(plain)
        key = random.choice(
            ["seat", "first", "actor", "routes", "stations", "seats", "row", "offer", "bottom"]
        )
        spoilt[key] = spoil(spoilt[key], game.board, random)
        with pytest.raises(ValueError):  # noqa: PT011  BranchlineError is one
            View.from_json(msgspec.json.encode(spoilt), game.board).knowledge()


def spoil(value: Any, board: Board, random: Random) -> Any:
    """A value of a view with a number or a length that no game has."""
    if isinstance(value, dict):
        name = board.routes[0].id if random.random() < 0.5 else board.cities[0].id
        return value | {name: random.choice([-1, 5, 99])}
    if isinstance(value, list):
        most = [{"offered": 7}, {"offered": -1}] if value and isinstance(value[0], dict) else []
        if most and random.random() < 0.5:
            return [*value[:-1], value[-1] | random.choice(most)]
        return (value or [board.tickets[0].id]) * 200
    return random.choice([-1, 5, 99])


# ---- how likely each world is ----

DRAWS = 3000


def spread(view: View, what: Callable[[Game], Hashable]) -> Counter[Hashable]:
    random = Random(11)
    return Counter(what(view.determinise(random)) for _ in range(DRAWS))


def fits(found: Mapping[Hashable, int], shares: Mapping[Hashable, float]) -> None:
    """Pearson's chi-square; the limit is passed by chance once in more than ten thousand times."""
    assert set(found) <= set(shares), "a world that can't be"
    assert sum(shares.values()) == pytest.approx(1)
    square = sum((found.get(one, 0) - DRAWS * share) ** 2 / (DRAWS * share) for one, share in shares.items())
    freedom = len(shares) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5 + 8


def hand_of(seat: int) -> Callable[[Game], Hashable]:
    return lambda world: tuple(sorted(Counter(world.position().hands[seat]).elements()))


def few_unknown_cards(**more: Any) -> Game:
    """Seat 1 holds a red and a blue card, the pile a red, a blue and two green ones; seat 0 has nearly all others."""
    row, pile, hidden = (
        ["white", "white", "black", "black", "yellow"],
        {"red": 1, "blue": 1, "green": 2},
        {"red": 1, "blue": 1},
    )
    hands = [rest(USA, row, pile, hidden), hidden]
    return Game.setup(USA, hands=hands, row=row, pile=pile, discards={}, seed=1, **more)


def test_unknown_cards_are_spread_evenly_over_hands_and_pile() -> None:
    unknown = Counter({"red": 2, "blue": 2, "green": 2})
    shares: dict[Hashable, float] = {}
    for one in unknown:
        for other in unknown:
            ways = comb(2, 2) if one == other else 4
            shares[tuple(sorted((one, other)))] = ways / comb(6, 2)
    found = spread(few_unknown_cards().view(0), hand_of(1))
    fits(found, shares)
    with pytest.raises(AssertionError):  # the check can tell
        fits(found, dict.fromkeys(shares, 1 / len(shares)))


def test_cards_that_everybody_has_seen_stay_where_they_are() -> None:
    game = few_unknown_cards(known=[{}, {"red": 1}])
    fits(
        spread(game.view(0), hand_of(1)),
        {("red", "red"): 1 / 5, ("blue", "red"): 2 / 5, ("green", "red"): 2 / 5},
    )


def test_a_pile_that_D6_tells_about_is_spread_evenly_too() -> None:  # noqa: N802
    """Wilds lie in the row, so at most two others are about: one lies there, and the pile has one or none."""
    row, pile, hidden = (
        ["wild", "wild", "wild", "wild", "red"],
        {"wild": 2},
        {"wild": 1, "blue": 2, "green": 1},
    )
    game = Game.setup(
        USA, hands=[rest(USA, row, pile, hidden), hidden], row=row, pile=pile, discards={}, seed=1
    )
    assert game.view(0).row == row
    ways = {"wild wild": comb(3, 2), "blue wild": 2 * 3, "green wild": 3}
    found = spread(game.view(0), lambda world: " ".join(sorted(Counter(world.position().pile).elements())))
    fits(found, {name: count / sum(ways.values()) for name, count in ways.items()})


def held_by(seat: int) -> Callable[[Game], Hashable]:
    return lambda world: world.position().tickets[seat]


def test_unknown_tickets_are_spread_evenly_over_hands_and_deck() -> None:
    unknown = [ticket.id for ticket in USA.tickets[:6]]
    mine = other_tickets(USA, *unknown)
    game = Game.setup(USA, tickets=[mine, unknown[:2]], seed=1)
    pairs = {(one, other) for one in unknown for other in unknown if one < other}
    by_board = {tuple(sorted(pair, key=unknown.index)) for pair in pairs}
    fits(spread(game.view(0), held_by(1)), dict.fromkeys(by_board, 1 / 15))


def test_the_bottom_of_the_ticket_deck_stays_where_the_viewer_put_it() -> None:
    unknown = [ticket.id for ticket in USA.tickets[1:6]]
    bottom = [(unknown[0], 1), ("boston-miami", 0), (unknown[1], 1)]
    mine = other_tickets(USA, *unknown, "boston-miami")
    game = Game.setup(USA, tickets=[mine, []], returned=bottom, pool=unknown[2:], seed=1)
    assert game.view(0).bottom == [None, "boston-miami", None]

    def under(world: Game) -> Hashable:
        first, second, third = world.position().returned
        assert second == ("boston-miami", 0)
        return first[0], third[0]

    pairs = [(one, other) for one in unknown for other in unknown if one != other]
    fits(spread(game.view(0), under), dict.fromkeys(pairs, 1 / len(pairs)))
    assert game.view(1).bottom == [unknown[0], None, unknown[1]]


@pytest.mark.parametrize("kept", [2, 3, 4])
def test_long_tickets_are_as_likely_as_they_were_dealt_and_kept(kept: int) -> None:
    """Europe: of one long and three regular tickets, each is as likely as any other to be among those kept."""
    game = Game(EUROPE, seats=2, seed=3)
    play(game, "keep " + " ".join(game.view(0).offer), "keep " + " ".join(game.view(1).offer[:kept]))
    mine = set(game.view(0).tickets)
    longs = [ticket.id for ticket in EUROPE.tickets if ticket.long and ticket.id not in mine]

    def long_held(world: Game) -> Hashable:
        held = [name for name in world.position().tickets[1] if name in longs]
        assert len(held) <= 1
        return held[0] if held else None

    shares: dict[Hashable, float] = {name: kept / 4 / len(longs) for name in longs}
    if kept < 4:
        shares[None] = 1 - kept / 4
    fits(spread(game.view(0), long_held), shares)


def test_refused_first_tickets_of_others_may_be_any_and_leave_the_game() -> None:
    """Europe: what another seat refused is neither in a hand nor in the deck (S6)."""
    game = Game(EUROPE, seats=2, seed=4)
    play(game, "keep " + " ".join(game.view(0).offer), "keep " + " ".join(game.view(1).offer[1:3]))
    world = game.view(0).determinise(Random(1)).position()
    regular = sum(not ticket.long for ticket in EUROPE.tickets)
    assert len(world.pool) == game.view(0).tickets_left == regular - 2 * EUROPE.deal_regular
    assert not {*world.tickets[1]} & {*world.pool}


def test_own_refused_tickets_are_nowhere_in_any_world() -> None:
    game = Game(EUROPE, seats=2, seed=4)
    refused = set(game.view(0).offer[:2])
    play(game, "keep " + " ".join(game.view(0).offer[2:]), "keep " + " ".join(game.view(1).offer))
    for seed in range(50):
        world = game.view(0).determinise(Random(seed)).position()
        assert not refused & {*world.pool, *world.tickets[1]}


def test_long_tickets_that_went_under_the_deck_can_be_anywhere_below() -> None:
    """A board of one's own may put refused long tickets under the deck: they come up again."""
    pocket: Board = board("pocket")
    game = Game(pocket, seats=2, seed=2)
    for seat in range(2):
        regular = [name for name in game.view(seat).offer if not pocket.ticket(name).long]
        game.play(f"keep {regular[0]}")
    longs = {ticket.id for ticket in pocket.tickets if ticket.long} - {*game.view(0).bottom}

    def long_place(world: Game) -> Hashable:
        position = world.position()
        held = [name for name in position.tickets[1] if name in longs]
        below = [i for i, (name, seat) in enumerate(position.returned) if name in longs]
        assert len(held) + len(below) == 1
        return below[0] if below else "held"

    # seat 1 has one hidden ticket and has put two under the deck, below the two of seat 0
    fits(spread(game.view(0), long_place), {"held": 1 / 3, 2: 1 / 3, 3: 1 / 3})
