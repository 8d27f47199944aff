"""Playing on from a ply: `Game.replay(ply=…)` and `play_on`, with the true cards or with hidden ones dealt anew."""

from __future__ import annotations

import pickle
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline import (
    BranchlineError,
    CommittedDealer,
    Game,
    PositionError,
    RecordError,
    ScriptedDealer,
    View,
)
from branchline.game.position import Position
from branchline.game.position_check import check_position
from branchline.game.record import history, read_record
from branchline.game.verify import verify
from branchline.value import belief_weights
from tests.game.test_record import bare, checked, refused, sample
from tests.rules.helpers import EUROPE, USA, snapshot
from tests.strategies import games, seeds

SECRET, OTHER = bytes(range(32)), bytes(range(32, 64))


def shown(view: View) -> View:
    """A view without its log: what it shows of the position."""
    return msgspec.structs.replace(view, log=[])


def finish(game: Game, seed: int = 1) -> Game:
    random = Random(seed)
    while not game.over:
        game.play(random.choice(game.legal()))
    return game


def moves(game: Game) -> list[tuple[int, str]]:
    return [(entry.seat, entry.move) for entry in game.log if entry.seat is not None]


@given(games(finished=True), st.floats(0, 1))
def test_a_game_replayed_up_to_a_ply_and_played_on_ends_as_it_did(game: Game, where: float) -> None:
    ply = int(where * game.moves)
    half = Game.replay(game.record(), game.board, ply=ply)
    assert half.moves == ply
    rest = game.log[len(half.log) :]
    half.dealer = ScriptedDealer([name for entry in rest for name in entry.chance])
    for entry in rest:
        half.play(entry.move, entry.seat)
    assert snapshot(half) == snapshot(game)
    assert half.record() == game.record()


def test_the_dealer_of_a_game_whose_secret_is_known_deals_the_same_again() -> None:
    game = Game.replay(sample())
    half = Game.replay(sample(), ply=100)
    for seat, move in moves(game)[100:]:
        half.play(move, seat)
    assert half.record() == sample()


@pytest.mark.parametrize("ply", [-1, 10_000])
def test_a_ply_that_the_record_does_not_have_is_refused(ply: int) -> None:
    with pytest.raises(RecordError, match=rf"ply is 0 to \d+, not {ply}"):
        Game.replay(sample(), ply=ply)


@given(games(), seeds)
def test_playing_on_with_the_true_cards_shows_everybody_the_same(game: Game, seed: int) -> None:
    if game.over:
        return
    again = game.play_on(seed=seed)
    assert again.position() == game.position()
    for viewer in (None, *range(game.seats)):
        assert shown(again.view(viewer)) == shown(game.view(viewer))
    assert again.moves == 0
    assert again.origin is not None
    assert (again.origin.ply, again.origin.anew) == (game.moves, None)


@given(games(), seeds, st.booleans())
def test_hidden_cards_dealt_anew_agree_with_what_the_seat_knew(game: Game, seed: int, believe: bool) -> None:
    if game.over:
        return
    weights = belief_weights(game.board, game.seats) if believe else ()
    for seat in range(game.seats):
        again = game.play_on(seat, seed=seed, belief=weights)
        assert shown(again.view(seat)) == shown(game.view(seat))
        check_position(game.board, again.position())
        for viewer in range(game.seats):
            again.view(viewer).knowledge()  # no seat knows something impossible
        twin = game.play_on(seat, seed=seed, belief=weights)
        assert twin.position() == again.position()


def test_a_secret_deals_the_same_hidden_cards_in_every_version() -> None:
    """Otherwise `verify` would call old records wrong: what is dealt anew must stay as it is."""
    again = Game.replay(sample(), ply=60).play_on(1, dealer=CommittedDealer(OTHER), belief=range(1, 29))
    assert again.start is not None
    assert again.start.hands[0] == {"green": 2}
    assert again.start.hands[2] == {"purple": 1, "orange": 1, "green": 2}
    assert again.start.tickets[2] == (
        *("budapest-sofia", "frankfurt-kobenhavn", "sarajevo-sevastopol"),
        *("venezia-constantinople", "brest-petrograd"),
    )


@given(games(), seeds)
def test_only_the_view_of_the_seat_decides_what_is_dealt(game: Game, seed: int) -> None:
    """Another world that looks the same to the seat leads to the same game: nothing hidden shines through."""
    if game.over:
        return
    view = game.view(0)
    world = view.determinise(Random(seed))
    assert world.play_on(0, seed=seed).position() == game.play_on(0, seed=seed).position()


@given(games(), seeds)
def test_the_record_of_a_game_that_was_played_on_gives_it_back(game: Game, seed: int) -> None:
    if game.over:
        return
    again = game.play_on(seed % game.seats if seed % 2 else None, seed=seed, game="abc-7")
    for _ in range(20):
        if not again.over:
            again.play(Random(seed).choice(again.legal()))
    back = Game.replay(again.record(), game.board)
    assert snapshot(back) == snapshot(again)
    assert back.origin == again.origin
    assert back.record() == again.record()
    for seat in range(game.seats):
        assert back.view(seat) == again.view(seat)
    copied = pickle.loads(pickle.dumps(again))
    assert copied.record() == again.copy().record() == again.record()


def test_a_seat_remembers_which_first_tickets_it_refused() -> None:
    """Where refused tickets leave the game, only their seat knows which they were (S6)."""
    game = Game(EUROPE, 2, seed=4)
    game.play(game.legal()[0])  # seat 0 keeps few
    gone = game.view(0).removed
    assert gone
    for again in (game.play_on(), game.play_on(0), Game.replay(game.play_on().record())):
        assert again.view(0).removed == gone
    assert game.play_on(1).view(0).removed == []
    again = game.play_on()
    again.play(again.legal()[0])
    assert again.view(1).removed


def test_removed_tickets_are_checked() -> None:
    game = Game(EUROPE, 2, seed=4)
    for _ in range(2):
        game.play(game.legal()[0])
    position = game.position()
    assert len(position.removed) == 2

    def impossible(says: str, **fields: object) -> None:
        with pytest.raises(PositionError, match=says):
            check_position(EUROPE, msgspec.structs.replace(position, **fields))

    check_position(EUROPE, msgspec.structs.replace(position, removed=()))
    impossible("each of the 2 seats", removed=position.removed[:1])
    impossible("there is no ticket", removed=(("nowhere-else",), ()))
    impossible("in 2 places", removed=((position.pool[0],), ()))
    some = position.pool[:3]
    impossible("can't have refused", removed=(position.removed[0] + some, ()), pool=position.pool[3:])
    usa = Game(USA, 2, seed=4).position()
    with pytest.raises(PositionError, match="under the deck"):
        check_position(USA, msgspec.structs.replace(usa, removed=((), ())))


def test_a_set_up_from_before_tickets_were_remembered_is_read() -> None:
    """Records with a set-up that were written before know nothing of `removed`."""
    game = Game.setup(EUROPE, hands=[{"red": 3}])
    lines = [line.replace(',"removed":[]', "") for line in bare(game.record())]
    assert "removed" not in "".join(lines)
    assert snapshot(Game.replay(checked(lines))) == snapshot(game)


def test_the_start_can_be_played_anew_by_all() -> None:
    game = Game(USA, 3, seed=2)
    again = game.play_on()
    assert (again.actor, again.phase, again.view(2).offer) == (0, "keep", game.view(2).offer)
    game.play(game.legal()[0])
    assert game.play_on(2).actor == 1
    finish(game.play_on(2))


def test_the_history_names_all_that_happened_and_nothing_else() -> None:
    game = Game.replay(sample(), ply=40)
    open_game = Game(EUROPE, 3, dealer=CommittedDealer(SECRET, "table 7"))
    for seat, move in moves(game):
        open_game.play(move, seat)
    assert history(open_game) == history(game) == history(Game.replay(game.record({3: "rush@1"})))
    assert history(Game.replay(sample(), ply=41)) != history(game)
    assert history(game.play_on(seed=1)) != history(game.play_on(1, seed=1))


def test_playing_on_is_refused_where_it_makes_no_sense() -> None:
    with pytest.raises(BranchlineError, match="the game is over"):
        Game.replay(sample()).play_on()
    game = Game(USA, 2, seed=1)
    with pytest.raises(BranchlineError, match="no seat 2"):
        game.play_on(2)
    with pytest.raises(BranchlineError, match="a game's name"):
        game.play_on(game="two words")
    with pytest.raises(BranchlineError, match="28 weights"):
        game.play_on(0, belief=[1, 2])


def test_an_origin_that_can_not_be_is_refused() -> None:
    lines = bare(Game(USA, 2, seed=1).play_on(1, seed=3).record())
    at = next(n for n, line in enumerate(lines) if line.startswith("from "))
    hexes = "ab" * 32

    def bad(origin: str, *says: str) -> None:
        refused(checked([*lines[:at], f"from {origin}", *lines[at + 1 :]]), at + 1, *says)

    bad("{}", "history")
    bad("nothing")
    bad('{"history":"12","ply":3}', "64 hexadecimal")
    bad(f'{{"history":"{hexes}","ply":-3}}', "0 or more")
    bad(f'{{"history":"{hexes}","ply":3,"anew":2}}', "seats are 0 to 1")
    bad(f'{{"history":"{hexes}","ply":3,"game":"a b"}}', "plain letters")
    bad(f'{{"history":"{hexes}","ply":3,"belief":[1]}}', "28 weights")
    bad(f'{{"history":"{hexes}","ply":3,"luck":1}}', "luck")
    without = [line for line in lines if not line.startswith("setup ")]
    refused(checked(without), at, "needs 'setup'")


def checks(text: str, original: str | None = None) -> list[str]:
    """What `verify` says: a sentence for each check, with WRONG in front if it fails."""
    found = verify(read_record(text), None, None if original is None else read_record(original))
    return [one.text if one.passed else f"WRONG {one.text}" for one in found]


@pytest.mark.parametrize("seat", [None, 1])
def test_verify_says_where_a_game_began_and_checks_it(seat: int | None) -> None:
    before = Game.replay(sample(), ply=60)
    text = finish(before.play_on(seat, dealer=CommittedDealer(OTHER), game="t7")).record()
    alone, beside = checks(text), checks(text, sample())
    cards = "all cards of that game" if seat is None else "everything dealt anew that seat 1 did not know"
    assert any(
        f"after 60 moves of the game {history(before)[:16]} (t7), with {cards}" in one for one in alone
    )
    assert any("can't be checked without its record" in one for one in alone)
    assert any("is that of the other game" in one for one in beside)
    assert any("outcomes of chance follow from the secret" in one for one in beside)
    assert any("did not know follows from the secret" in one for one in beside) == (seat is not None)
    assert not any(one.startswith("WRONG") for one in alone + beside)


def test_verify_finds_hidden_cards_that_the_secret_did_not_deal() -> None:
    before = Game.replay(sample(), ply=60)
    chosen = before.play_on(1, seed=5)
    assert chosen.start is not None
    forged = Game.from_position(EUROPE, chosen.start, CommittedDealer(OTHER), chosen.origin)
    found = checks(finish(forged).record(), sample())
    wrong = [one for one in found if one.startswith("WRONG")]
    assert wrong == ["WRONG what seat 1 did not know is not what the secret deals"]


def test_verify_finds_a_position_of_another_game() -> None:
    before = Game.replay(sample(), ply=60)
    text = finish(before.play_on(dealer=CommittedDealer(OTHER))).record()
    other = finish(Game(EUROPE, 3, seed=9)).record()
    assert any(one.startswith("WRONG the other game is") for one in checks(text, other))
    short = Game.replay(sample(), ply=10).record()
    assert any(one.startswith("WRONG the other game can't be played") for one in checks(text, short))
    plain = finish(Game(EUROPE, 3, seed=9)).record()
    assert any(one.startswith("WRONG the game began with its deal") for one in checks(plain, other))


def test_verify_finds_a_position_that_was_changed() -> None:
    before = Game.replay(sample(), ply=60)
    for seat in (None, 1):
        again = before.play_on(seat, dealer=CommittedDealer(OTHER))
        assert again.start is not None
        pile, hand = dict(again.start.pile), dict(again.start.hands[1])
        card = next(card for card, count in pile.items() if count)
        other = next(name for name, count in hand.items() if count and name != card)
        pile[card], pile[other] = pile[card] - 1, pile.get(other, 0) + 1
        hand[other], hand[card] = hand[other] - 1, hand.get(card, 0) + 1
        hands = (again.start.hands[0], hand, *again.start.hands[2:])
        known: tuple[dict[str, int], ...] = tuple({} for _ in hands)
        position: Position = msgspec.structs.replace(again.start, pile=pile, hands=hands, known=known)
        forged = Game.from_position(EUROPE, position, CommittedDealer(OTHER), again.origin)
        found = checks(finish(forged).record(), sample())
        assert any(one.startswith("WRONG") and "not that of the other game" in one for one in found)


def test_verify_says_that_a_set_up_comes_from_nowhere() -> None:
    found = checks(finish(Game.setup(USA, hands=[{"red": 3}])).record())
    assert any("does not say where it comes from" in one for one in found)
