"""Secrecy (H1): whatever a viewer can ask is the same, byte for byte, in every world that agrees with its view."""
# ruff: noqa: N802

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from branchline import DealError, Game, IllegalMove, ScriptedDealer, SeatView
from branchline.core.rules.state import State
from branchline.game import log, observe
from branchline.game.codec import BoardCodec
from tests.rules.helpers import USA, play, rest
from tests.strategies import board, games, seeds

from .test_properties import candidates


class Follower:
    """Deals what a viewer saw in another world; where it saw nothing, anything."""

    def __init__(self, outcomes: Iterable[str], random: Random) -> None:
        self.outcomes, self.random = list(outcomes), random

    def first(self, seats: int) -> int:
        raise AssertionError("the game has long begun")

    def deal(self, outcomes: Sequence[tuple[str, int]]) -> str:
        names = [name for name, _ in outcomes]
        if not self.outcomes:
            raise DealError("in this world the row is swept (D6)")
        seen = self.outcomes.pop(0)
        if seen == "?":
            return self.random.choice(names)
        if seen not in names:
            raise DealError("in this world that card is not in the pile")
        return seen

    def take_back(self, count: int) -> None:
        pass

    def copy(self) -> Follower:
        return Follower(self.outcomes, self.random)


def all_that_can_be_asked(game: Game, viewer: int | None, moves: Sequence[str]) -> list[object]:
    """Everything that a viewer can learn without changing the game."""
    told: list[object] = [game.view(viewer).to_json(), game.public_record(viewer)]
    if viewer is None:
        return told
    if game.actor == viewer:
        told.append([str(move) for move in game.legal()])
    told.extend((move, game.why_not(move, seat=viewer)) for move in moves)
    illegal = next(move for move in moves if game.why_not(move, seat=viewer) is not None)
    with pytest.raises(IllegalMove) as caught:
        game.play(illegal, seat=viewer)
    return [*told, str(caught.value)]


def check_secrecy(game: Game, seed: int, viewers: Iterable[int | None], steps: int) -> int:
    """Compare a game with another world for each viewer, and play on in both; says how many moves could be followed."""
    followed = 0
    for viewer in viewers:
        random = Random(seed)
        here, there = game.copy(), game.view(viewer).determinise(random)
        for _ in range(steps + 1):
            moves = [*candidates(game.board, random), *map(str, here.view(viewer).legal[::9])]
            assert all_that_can_be_asked(there, viewer, moves) == all_that_can_be_asked(here, viewer, moves)
            if not follow(here, there, viewer, random) or here.over:  # once over, tickets are shown
                break
            followed += 1
    return followed


def follow(here: Game, there: Game, viewer: int | None, random: Random) -> bool:
    """Let the actor move in both worlds with the same outcomes as far as the viewer sees; False if that can't be."""
    actor = here.actor
    choices = [
        move
        for move in map(str, here.legal())
        if actor == viewer or move.startswith("keep") or there.why_not(move) is None
    ]
    if not choices:
        return False
    move = same = random.choice(choices)
    if move.startswith("keep") and actor != viewer:
        same = random.choice([str(m) for m in there.legal() if len(str(m).split()) == len(move.split())])
    before = here.view(viewer)
    if move == "tickets" and before.tickets_left - len(before.bottom) < here.board.draw_tickets:
        return False  # tickets that somebody else returned come up: they may be others there
    here.play(move)
    there.dealer = follower = Follower(here.view(viewer).log[-1].chance, random)
    try:
        there.play(same)
    except DealError:
        return False
    return not follower.outcomes


@given(games(), seeds)
def test_H1_no_answer_depends_on_what_is_hidden(game: Game, seed: int) -> None:
    if not game.over:
        viewer = seed % (game.seats + 1)
        check_secrecy(game, seed, [None if viewer == game.seats else viewer], steps=2)


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_H1_nor_does_it_later_in_the_game(name: str) -> None:
    followed = 0
    for seed in range(3):
        game, random = Game(board(name), seats=2 + seed % 3, seed=seed), Random(seed)
        for _ in range(random.randint(20, 60 * game.seats)):
            game.play(random.choice(game.legal()))
            if game.over:
                game = Game(board(name), seats=2, seed=seed)
        followed += check_secrecy(game, seed, [None, *range(game.seats)], steps=8)
    assert followed > 20  # the worlds do agree for a while, and are not only compared once


def test_H1_a_row_that_is_not_swept_tells_the_same_in_every_world() -> None:
    """D6 stops when too few others are about: whoever sees three wilds lie can tell, and every world must have it."""
    row, pile, mine = ["wild", "wild", "wild", "red", "red"], {"wild": 4}, {"blue": 3}
    hands = [mine, rest(USA, row, pile, mine)]
    game = Game.setup(USA, hands=hands, row=row, pile=pile, discards={}, seed=1)
    for seed in range(3):
        check_secrecy(game, seed, [0], steps=1)


# The worlds above come from views. Those below are made without them, so that a view which tells too much is noticed.


def swapped(game: Game, viewer: int | None, random: Random) -> Game:
    """The same position with what is hidden from a viewer dealt anew, from the whole position."""
    position = game.position()
    others = [seat for seat in range(game.seats) if seat != viewer]
    hidden = [Counter(position.hands[seat]) - Counter(position.known[seat]) for seat in range(game.seats)]
    cards = [
        card
        for part in (*(hidden[seat] for seat in others), position.pile)
        for card in Counter(part).elements()
    ]
    random.shuffle(cards)
    hands = list(position.hands)
    for seat in others:
        drawn = [cards.pop() for _ in range(hidden[seat].total())]
        hands[seat] = dict(Counter(position.known[seat]) + Counter(drawn))
    tickets = other_tickets(game, others, random)
    return Game.from_position(
        game.board,
        replace(
            position,
            hands=tuple(hands),
            pile=dict(Counter(cards)),
            tickets=tuple(tuple(map(tickets, mine)) for mine in position.tickets),
            offers=tuple(tuple(map(tickets, mine)) for mine in position.offers),
            pool=tuple(map(tickets, position.pool)),
            returned=tuple((tickets(name), seat) for name, seat in position.returned),
        ),
        ScriptedDealer([]),
    )


def other_tickets(game: Game, others: list[int], random: Random) -> Callable[[str], str]:
    """A random exchange of the regular tickets that a viewer can't see."""
    position = game.position()
    unseen = [*position.pool, *(name for name, seat in position.returned if seat in others)]
    for seat in others:
        unseen += [*position.tickets[seat], *position.offers[seat]]
    unseen = [name for name in unseen if not game.board.ticket(name).long]
    exchange = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
    return lambda name: exchange.get(name, name)


def check_swapped(game: Game, seed: int) -> None:
    for viewer in (None, *range(game.seats)):
        random = Random(seed)
        moves = candidates(game.board, random)
        here = Game.from_position(game.board, game.position(), ScriptedDealer([]))
        there = swapped(game, viewer, random)
        assert there.position() != here.position() or game.over or len(game.board.tickets) < 20
        assert all_that_can_be_asked(there, viewer, moves) == all_that_can_be_asked(here, viewer, moves)


def middle_of(name: str, seed: int) -> Game:
    """A game somewhere in its middle, in which no three wilds lie (whether they stay depends on the pile, D6)."""
    random = Random(seed)
    game = Game(board(name), seats=2 + seed % 3, seed=seed)
    for _ in range(random.randint(0, 50 * game.seats)):
        game.play(random.choice(game.legal()))
        if game.over:
            return middle_of(name, seed + 1000)
    return game


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_H1_no_answer_changes_when_hidden_things_change_places(name: str, seed: int) -> None:
    check_swapped(middle_of(name, seed), seed)


def full_hands(state: State, codec: BoardCodec, seat: int) -> SeatView:
    return replace(honest_seat(state, codec, seat), known=codec.cards_by_name(state.hand(seat)))


def full_bottom(state: State, codec: BoardCodec, seat: int | None) -> list[str | None]:
    return [codec.board.tickets[ticket].id for ticket, _ in state.returned_tickets()]


def first_offer(state: State, codec: BoardCodec, seat: int) -> tuple[str, ...]:
    return honest_offer(state, codec, 0)


honest_seat, honest_offer = observe.seat_view, observe.offered
LEAKS = [("seat_view", full_hands, 0), ("bottom", full_bottom, 1), ("offered", first_offer, 0)]


@pytest.mark.parametrize(("function", "leak", "moves"), LEAKS)
def test_a_leak_in_the_view_is_noticed(
    monkeypatch: pytest.MonkeyPatch, function: str, leak: Callable[..., Any], moves: int
) -> None:
    game = Game("usa", seats=3, seed=5)
    play(game, *["keep " + " ".join(game.view(seat).offer[:2]) for seat in range(moves)])
    check_swapped(game, 1)
    monkeypatch.setattr(observe, function, leak)
    with pytest.raises(AssertionError):
        check_swapped(game, 1)


def secret_outcomes(game: Game, viewer: int | None) -> list[str]:
    """The lines of the full record as this viewer may read them, by what each move is."""
    lines = []
    for line in game.record().splitlines():
        who, _, rest = line.rpartition(" #")[0].partition(" ")
        move, mark, dealt = rest.partition(" > ")
        chance = dealt.split()
        if who == "-":
            chance = deal_as_seen(game, viewer, chance)
        elif who.isdigit() and int(who) != viewer:
            if move.startswith("keep"):
                move = " ".join(["keep", *"?" * (len(move.split()) - 1)])
            hidden = len(chance) if move == "tickets" else 1 if move == "draw blind" else 0
            chance = ["?"] * hidden + chance[hidden:]
        lines.append(f"{who} {move}{mark}{' '.join(chance)}")
    return lines[lines.index("moves ") + 1 :]


def deal_as_seen(game: Game, viewer: int | None, dealt: list[str]) -> list[str]:
    """Hands seat by seat, the row, one long ticket each, regular ones seat by seat."""
    cards = [name for name in dealt if "-" not in name]
    tickets = [name for name in dealt if "-" in name]
    hand, longs = game.board.hand, game.board.deal_long * game.seats
    owners = [i // hand for i in range(hand * game.seats)] + [viewer] * len(cards)
    shown = [card if owner == viewer else "?" for card, owner in zip(cards, owners, strict=False)]
    for i, ticket in enumerate(tickets):
        owner = i // game.board.deal_long if i < longs else (i - longs) // game.board.deal_regular
        shown.append(ticket if owner == viewer else "?")
    return shown


@given(games())
def test_H1_H2_the_log_hides_what_is_secret_and_nothing_else(game: Game) -> None:
    for viewer in (None, *range(game.seats)):
        public = [line.rpartition(" #")[0] for line in game.public_record(viewer).splitlines()]
        assert public[public.index("moves") + 1 :] == secret_outcomes(game, viewer)


def test_a_leak_in_the_log_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "is_open", lambda event, viewer: True)
    game = Game("london", seats=2, seed=3)
    public = [line.rpartition(" #")[0] for line in game.public_record(1).splitlines()]
    assert public[public.index("moves") + 1 :] != secret_outcomes(game, 1)
