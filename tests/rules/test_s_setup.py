"""S: set-up."""
# ruff: noqa: N802

from collections import Counter
from pathlib import Path

import pytest

from branchline import Board, Game, ScriptedDealer, SeededDealer, load_board
from tests.reference.grand import grand
from tests.strategies import POCKET

from .helpers import BOARDS, EUROPE, LONDON, USA, VARIANTS, discards, hand, legal, pile, play, refused, row

LONG = ["brest-petrograd", "cadiz-stockholm"]
REGULAR = ["berlin-roma", "paris-wien", "london-berlin", "kyiv-sochi", "riga-bucuresti", "madrid-zurich"]
EUROPE_DEAL = [
    *["red", "red", "blue", "wild"],
    *["green", "green", "green", "white"],
    *["white", "yellow", "black", "orange", "purple"],
    *LONG,
    *REGULAR,
]
LONDON_TICKETS = ["big_ben-tower_of_london", "hyde_park-st_pauls", "baker_street-tower_of_london"]
LONDON_TICKETS += ["globe_theatre-brick_lane"]
LONDON_DEAL = ["blue", "wild", "pink", "pink", "green", "green", "black", "yellow", "orange", *LONDON_TICKETS]


def deal(board: Board, outcomes: list[str], first: int = 0) -> Game:
    return Game(board, seats=2, first=first, dealer=ScriptedDealer(outcomes))


@pytest.mark.parametrize(
    ("board", "cars", "stations"), [(USA, 45, 0), (EUROPE, 45, 3), (LONDON, 17, 0)], ids=lambda v: str(v)
)
def test_S1_cars_stations_and_no_points_at_the_start(board: Board, cars: int, stations: int) -> None:
    for seats in range(board.min_seats, board.max_seats + 1):
        for seat in Game(board, seats=seats, seed=1).view(None).seats:
            assert (seat.cars, seat.stations, seat.score) == (cars, stations, 0)


def test_S2_hands_then_five_face_up_and_the_rest_in_the_pile() -> None:
    game = deal(EUROPE, EUROPE_DEAL)
    assert hand(game, 0) == {"red": 2, "blue": 1, "wild": 1}
    assert hand(game, 1) == {"green": 3, "white": 1}
    assert row(game) == ["white", "yellow", "black", "orange", "purple"]
    assert pile(game) == 110 - 4 - 4 - 5
    assert discards(game) == {}


@pytest.mark.parametrize(("board", "size", "cards"), [(USA, 4, 110), (EUROPE, 4, 110), (LONDON, 2, 44)])
def test_S2_the_starting_hand_of_each_board(board: Board, size: int, cards: int) -> None:
    for seats in range(board.min_seats, board.max_seats + 1):
        view = Game(board, seats=seats, seed=5).view(None)
        assert [seat.cards for seat in view.seats] == [size] * seats
        assert len(view.row) == 5
        assert view.pile + sum(view.discards.values()) == cards - size * seats - 5


def test_S2_a_board_may_begin_with_empty_hands(tmp_path: Path) -> None:
    file = tmp_path / "bare.toml"
    text = POCKET.read_text(encoding="utf-8")
    file.write_text(text.replace("hand = 1\n", "hand = 0\n"), encoding="utf-8")
    board = load_board(file)
    row_and_tickets = ["red", "red", "blue", "blue", "green"]
    game = Game(board, seats=2, seed=1)
    scripted = Game(board, seats=2, first=0, dealer=ScriptedDealer(row_and_tickets, then=SeededDealer(1)))
    for one in (game, scripted):
        assert [hand(one, seat) for seat in (0, 1)] == [{}, {}]
        assert (len(row(one)), pile(one) + sum(discards(one).values()), one.phase) == (5, 17 - 5, "keep")
    assert row(scripted) == row_and_tickets


def test_S2_every_card_is_equally_likely() -> None:
    """Four first cards of 1500 games, against the shares of the deck (12 or 14 of 110)."""
    drawn = Counter[str]()
    for seed in range(1500):
        drawn.update(Game(USA, seats=2, seed=seed).view(0).hand)
    for card, n in USA.card_counts.items():
        assert drawn[card] / drawn.total() == pytest.approx(n / 110, abs=0.015)


def test_S3_three_wilds_among_the_first_five_are_turned_away_at_once() -> None:
    first_five = ["wild", "green", "wild", "black", "wild"]
    again = ["pink", "wild", "wild", "wild", "blue"]
    outcomes = [*LONDON_DEAL[:4], *first_five, *again, *LONDON_DEAL[4:]]
    game = deal(LONDON, outcomes)
    assert row(game) == LONDON_DEAL[4:9]
    assert discards(game) == {"wild": 6, "green": 1, "black": 1, "pink": 1, "blue": 1}


def test_S3_two_wilds_among_the_first_five_stay() -> None:
    outcomes = [*LONDON_DEAL[:4], "wild", "green", "wild", "black", "pink", *LONDON_TICKETS]
    assert row(deal(LONDON, outcomes)) == ["wild", "green", "wild", "black", "pink"]


def test_S4_europe_deals_one_long_ticket_and_three_regular_ones() -> None:
    game = deal(EUROPE, EUROPE_DEAL)
    assert set(game.view(0).offer) == {LONG[0], *REGULAR[:3]}
    assert set(game.view(1).offer) == {LONG[1], *REGULAR[3:]}
    assert game.view(None).tickets_left == 34  # the four long tickets left over are out of the game


def test_S4_leftover_long_tickets_never_come_back() -> None:
    game = Game(EUROPE, seats=2, seed=6)
    for _ in range(2):
        game.play(game.legal()[0])
    drawn: list[str] = []
    while game.view(None).tickets_left:
        actor = game.actor
        assert actor is not None
        game.play("tickets")
        drawn += game.view(actor).offer
        game.play(f"keep {' '.join(game.view(actor).offer)}")
    assert len(drawn) == len(set(drawn)) == 34
    assert not any(EUROPE.ticket(ticket).long for ticket in drawn)


@pytest.mark.parametrize(("board", "dealt"), [(USA, 3), (LONDON, 2)])
def test_S4_regular_tickets_dealt_to_everybody(board: Board, dealt: int) -> None:
    for seats in range(board.min_seats, board.max_seats + 1):
        game = Game(board, seats=seats, seed=2)
        offers = [game.view(seat).offer for seat in range(seats)]
        assert [len(set(offer)) for offer in offers] == [dealt] * seats
        assert game.view(None).tickets_left == len(board.tickets) - dealt * seats


def test_S4_every_ticket_is_equally_likely() -> None:
    """The first offer of 1500 games on a board of 120 regular and 8 long tickets."""
    board = grand()
    dealt = Counter(
        ticket for seed in range(1500) for ticket in Game(board, seats=2, seed=seed).view(0).offer
    )
    for ticket in board.tickets:
        expected = 1500 / 8 if ticket.long else 1500 * 3 / 120
        assert dealt[ticket.id] == pytest.approx(expected, rel=0.6)


@pytest.mark.parametrize(("board", "dealt", "least"), [(USA, 3, 2), (EUROPE, 4, 2), (LONDON, 2, 1)])
def test_S5_at_least_the_minimum_is_kept_and_all_may_be(board: Board, dealt: int, least: int) -> None:
    game = Game(board, seats=2, seed=3)
    assert (game.actor, game.phase) == (0, "keep")
    kept = [len(text.split()) - 1 for text in legal(game)]
    expected = {(2, 3): 4, (2, 4): 11, (1, 2): 3}[least, dealt]  # subsets of that many or more
    assert (min(kept), max(kept), len(kept)) == (least, dealt, expected)
    if least > 1:
        refused(game, f"keep {' '.join(game.view(0).offer[: least - 1])}", "must_keep_more")


def test_S5_europe_may_keep_either_kind() -> None:
    game = deal(EUROPE, EUROPE_DEAL)
    play(game, f"keep {REGULAR[0]} {REGULAR[1]}", f"keep {LONG[1]} {REGULAR[5]}")
    assert set(game.view(0).tickets) == {REGULAR[0], REGULAR[1]}
    assert set(game.view(1).tickets) == {LONG[1], REGULAR[5]}


def test_S5_only_what_was_offered_can_be_kept() -> None:
    game = deal(EUROPE, EUROPE_DEAL)
    refused(game, f"keep {REGULAR[0]} {REGULAR[3]}", "not_offered")
    refused(game, "draw blind", "wrong_phase")


def test_S5_choices_are_secret() -> None:
    kept = [f"keep {REGULAR[0]} {REGULAR[1]}", f"keep {LONG[0]} {REGULAR[2]}"]
    views = [play(deal(EUROPE, EUROPE_DEAL), choice).view(1) for choice in kept]
    assert views[0] == views[1]


@pytest.mark.parametrize(("board", "least"), [(USA, 2), (LONDON, 1)])
def test_S6_usa_and_london_put_refused_tickets_under_the_deck(board: Board, least: int) -> None:
    game = Game(board, seats=3, seed=1)
    for _ in range(3):
        game.play(min(game.legal(), key=lambda move: len(str(move).split())))
    assert game.view(None).tickets_left == len(board.tickets) - 3 * least


def test_S6_refused_starting_tickets_are_drawn_last_and_in_order() -> None:
    others = [t.id for t in LONDON.tickets if t.id not in LONDON_TICKETS]
    draws = [[*others[n : n + 2]] for n in range(0, 16, 2)]
    game = deal(LONDON, [*LONDON_DEAL, *[ticket for pair in draws for ticket in pair]])
    play(game, f"keep {LONDON_TICKETS[1]}", f"keep {LONDON_TICKETS[3]}")
    for pair in draws:
        play(game, "tickets", f"keep {' '.join(pair)}")
    game.play("tickets")
    assert set(game.view(0).offer) == {LONDON_TICKETS[0], LONDON_TICKETS[2]}


def test_S6_europe_takes_refused_tickets_out_of_the_game() -> None:
    game = deal(EUROPE, EUROPE_DEAL)
    play(game, f"keep {LONG[0]} {REGULAR[0]}", f"keep {' '.join(REGULAR[3:])}")
    assert game.view(None).tickets_left == 40 - 6


def test_S7_the_seed_draws_the_first_player() -> None:
    starters = set()
    for seed in range(60):
        game = Game(LONDON, seats=3, seed=seed)
        while game.phase == "keep":
            game.play(game.legal()[0])
        starters.add(game.actor)
    assert starters == {0, 1, 2}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_S7_a_table_may_fix_the_first_player_and_play_goes_in_seat_order(board: Board) -> None:
    for first in range(3):
        game = Game(board, seats=3, seed=4, first=first)
        keepers = []
        while game.phase == "keep":
            keepers.append(game.actor)
            game.play(game.legal()[0])
        assert keepers == [0, 1, 2]
        turns = []
        for _ in range(6):
            turns.append(game.actor)
            play(game, "draw blind", "draw blind")
        assert turns == [(first + n) % 3 for n in range(6)]


@pytest.mark.parametrize("board", VARIANTS, ids=lambda board: board.id)
def test_S4_S5_every_seat_is_offered_its_tickets_and_may_keep_any_that_are_enough(board: Board) -> None:
    game = Game(board, seats=board.max_seats, seed=4)
    for seat in range(game.seats):
        offer = game.view(seat).offer
        assert len(offer) == board.deal_long + board.deal_regular
        assert sum(board.ticket(ticket).long for ticket in offer) == board.deal_long
        sizes = [len(text.split()) - 1 for text in legal(game, "keep")]
        assert (min(sizes), max(sizes)) == (board.keep_start, len(offer))
        game.play(f"keep {' '.join(offer)}")
    assert game.phase == "turn"


def test_S5_of_seven_tickets_there_are_99_ways_to_keep_at_least_three() -> None:
    game = Game("europe-mega", seats=2, seed=1)
    ways = legal(game, "keep")
    assert len(ways) == 99
    assert len({frozenset(text.split()[1:]) for text in ways}) == 99
    assert f"keep {' '.join(game.view(0).offer)}" in ways


def test_S6_refused_first_tickets_leave_the_game_in_europe_and_go_under_the_deck_in_the_usa() -> None:
    for name, left in (("europe-mega", 89 - 2 * 5), ("usa-mega", 69 - 2 * 3)):
        game = Game(name, seats=2, seed=1)
        for seat in range(2):
            offer = game.view(seat).offer
            game.play(f"keep {' '.join(offer[:3])}")
        assert game.view(None).tickets_left == left
