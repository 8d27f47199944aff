"""What other implementations of these games got wrong, one bullet after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline import Board, Game
from tests.reference.recount import longest_trail
from tests.rules.helpers import (
    BOARDS,
    EUROPE,
    LONDON,
    USA,
    discards,
    ended,
    hand,
    legal,
    other_tickets,
    payments,
    pile,
    play,
    refused,
    rest,
    row,
    script,
)
from tests.rules.test_t_turn import dead_end

PLAIN = {
    "usa": ["red", "blue", "green", "black", "white"],
    "europe": ["red", "blue", "green", "black", "white"],
}
PLAIN["london"] = ["pink", "blue", "green", "black", "yellow"]


class TestThreeWildsTurnedUpAgainAndAgain:
    """D6 with few cards left: it must neither hang nor stop too early."""

    @pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
    @pytest.mark.parametrize("others", [0, 1, 2])
    def test_too_few_other_cards_leave_the_wilds_lying(self, board: Board, others: int) -> None:
        colour = board.colours[0]
        lying = [colour] * (others + 1) + ["wild"] * (4 - others)
        game = script(
            board,
            "wild",
            hands=[{}, rest(board, lying, ["wild"])],
            row=lying,
            pile={"wild": 1},
            discards={},
        )
        game.play(f"draw {colour}")
        assert row(game) == ["wild"] + [colour] * others + ["wild"] * (4 - others)
        if others:
            assert legal(game) == {f"draw {colour}"}
        else:
            assert game.actor == 1  # a wild can't be second, and there is nothing else

    def test_a_pile_of_wilds_is_turned_over_until_the_discards_come_up(self) -> None:
        lying = ["wild", "wild", "red", "red", "red"]
        left, thrown = {"wild": 7}, {"blue": 4}
        game = script(
            USA,
            "wild wild wild wild wild wild wild blue red red blue",
            hands=[{}, rest(USA, lying, left, thrown)],
            row=lying,
            pile=left,
            discards=thrown,
        )
        game.play("draw red")
        assert row(game) == ["wild", "blue", "red", "red", "blue"]
        assert (pile(game), discards(game)) == (10, {})


class TestLastCardOfThePile:
    @pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
    def test_it_can_be_drawn_and_then_nothing_more(self, board: Board) -> None:
        lying, last = PLAIN[board.id], board.colours[0]
        game = script(
            board, last, hands=[{}, rest(board, lying, [last])], row=lying, pile={last: 1}, discards={}
        )
        game.play("draw blind")
        assert (pile(game), hand(game, 0)) == (0, {last: 1})
        refused(game, "draw blind", "nothing_to_draw")
        game.play(f"draw {lying[1]}")
        assert (len(row(game)), game.actor) == (4, 1)

    def test_it_replaces_a_face_up_card_and_the_next_is_not_replaced(self) -> None:
        lying = PLAIN["london"]
        game = script(
            LONDON, "orange", hands=[{}, rest(LONDON, lying, ["orange"])], row=lying, pile={"orange": 1}
        )
        play(game, "draw pink", "draw orange")
        assert row(game) == lying[1:]

    def test_a_pile_made_of_discards_serves_the_same_turn(self) -> None:
        lying = PLAIN["london"]
        game = script(
            LONDON,
            "orange pink",
            hands=[{}, rest(LONDON, lying, ["orange"], {"pink": 2})],
            row=lying,
            pile={"orange": 1},
            discards={"pink": 2},
        )
        play(game, "draw blind", "draw blind")
        assert (hand(game, 0), pile(game), discards(game)) == ({"orange": 1, "pink": 1}, 1, {})


class TestGapInTheRow:
    def test_it_is_refilled_after_a_claim(self) -> None:
        lying = PLAIN["usa"]
        mine = {"red": 4}
        game = script(USA, "red red", hands=[mine, rest(USA, lying, mine)], row=lying, pile={}, discards={})
        game.play("claim dallas-el_paso with 4 red")
        assert (row(game), pile(game)) == (lying, 4)
        play(game, "draw red", "draw blue")
        assert row(game) == ["red", "red", *lying[2:]]

    def test_it_is_refilled_after_a_station(self) -> None:
        lying = PLAIN["europe"][:4]
        mine = {"red": 1}
        game = script(EUROPE, "red", hands=[mine, rest(EUROPE, lying, mine)], row=lying, pile={}, discards={})
        game.play("station wien with 1 red")
        assert (row(game), pile(game), discards(game)) == ([*lying, "red"], 0, {})

    def test_it_is_refilled_after_a_tunnel_is_given_up(self) -> None:
        lying = PLAIN["europe"]
        mine = {"purple": 2}
        game = script(
            EUROPE,
            "purple purple",
            hands=[mine, rest(EUROPE, lying, mine, ["purple"])],
            row=lying,
            pile={"purple": 1},
            discards={},
        )
        play(game, "claim marseille-zurich with 2 purple", "withdraw")
        assert (pile(game), discards(game)) == (1, {})
        assert hand(game, 0) == {"purple": 2}


class TestAllWildPayments:
    @pytest.mark.parametrize(
        ("route", "length"),
        [
            ("barcelona-marseille", 4),  # gray
            ("berlin-wien", 3),  # of a colour
            ("palermo-roma", 4),  # a ferry with one symbol
            ("amsterdam-london", 2),  # a ferry with nothing but symbols
        ],
    )
    def test_are_legal_exactly_once(self, route: str, length: int) -> None:
        game = Game.setup(EUROPE, hands=[{"wild": length}, {}], seed=1)
        assert [str(move) for move in game.legal() if route in str(move)] == [
            f"claim {route} with {length} wild"
        ]
        game.play(f"claim {route} with {length} wild")
        assert hand(game, 0) == {}

    @pytest.mark.parametrize("route", ["barcelona-pamplona", "marseille-zurich"])
    def test_in_a_tunnel_only_wilds_cost_extra(self, route: str) -> None:
        game = script(EUROPE, "red purple wild", hands=[{"wild": 3, "red": 5, "purple": 5}, {}])
        game.play(f"claim {route} with 2 wild")
        assert legal(game) == {"pay 1 wild", "withdraw"}
        game.play("pay 1 wild")
        assert game.view(None).routes == {route: 0}

    def test_count_as_one_action_whatever_colours_are_held(self) -> None:
        held = {**dict.fromkeys(EUROPE.colours, 2), "wild": 3}
        game = Game.setup(EUROPE, hands=[held, {}], seed=1)
        texts = [str(move) for move in game.legal()]
        assert len(texts) == len(set(texts))
        assert "3 wild" in payments(game, "claim paris-zurich")


class TestWildAsSecondCard:
    @pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
    def test_not_after_a_refill(self, board: Board) -> None:
        lying = PLAIN[board.id]
        game = script(board, "wild", row=lying)
        game.play(f"draw {lying[2]}")
        assert row(game)[2] == "wild"
        refused(game, "draw wild", "wild_as_second_card")
        assert "draw blind" in legal(game)

    def test_not_after_a_sweep(self) -> None:
        game = script(USA, "wild wild red red red wild", row=["wild", "blue", "wild", "red", "red"])
        game.play("draw blue")
        assert row(game) == ["wild", "red", "red", "red", "wild"]
        refused(game, "draw wild", "wild_as_second_card")


class TestTwins:
    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    @pytest.mark.parametrize("board", [USA, EUROPE], ids=lambda board: board.id)
    def test_closed_with_two_or_three_open_to_others_with_more(self, board: Board, seats: int) -> None:
        for route in board.routes:
            if route.twin is None or route.ferry or route.tunnel:
                continue
            colour = "red" if route.colour == "gray" else route.colour
            move = f"claim {route.id} with {route.length} {colour}"
            hands: list[dict[str, int]] = [{colour: route.length}] + [{}] * (seats - 1)
            theirs = Game.setup(board, seats=seats, hands=hands, routes={1: [route.twin]}, seed=1)
            mine = Game.setup(board, seats=seats, hands=hands, routes={0: [route.twin]}, seed=1)
            assert (move in legal(theirs)) == (seats > 3)
            refused(mine, move, "twin_taken")


class TestLastTurn:
    def test_a_ticket_drawn_in_it_is_counted(self) -> None:
        done, lost = "denver-el_paso", "boston-miami"
        game = script(
            USA,
            f"{done} {lost}",
            hands=[{}, {}],
            routes={0: ["denver-santa_fe", "el_paso-santa_fe"]},
            tickets=[[], other_tickets(USA, done, lost)],
            last_turns=1,
        )
        play(game, "tickets", f"keep {done} {lost}")
        assert game.over
        score = game.scores()[0]
        assert (score.tickets, score.tickets_done, score.total) == (4 - 12, 1, 4 - 8 + 10)

    def test_a_refused_one_is_not(self) -> None:
        done, lost = "denver-el_paso", "boston-miami"
        game = script(
            USA,
            f"{done} {lost}",
            hands=[{}, {}],
            routes={0: ["denver-santa_fe", "el_paso-santa_fe"]},
            tickets=[[], other_tickets(USA, done, lost)],
            last_turns=1,
        )
        play(game, "tickets", f"keep {done}")
        assert game.scores()[0].tickets == 4

    def test_a_route_claimed_in_it_is_counted_everywhere(self) -> None:
        game = Game.setup(
            USA,
            hands=[{"red": 2}, {}],
            routes={0: ["denver-santa_fe"], 1: ["dallas-el_paso"]},
            tickets=[["denver-el_paso"], []],
            last_turns=1,
            seed=1,
        )
        game.play("claim el_paso-santa_fe with 2 red")
        first, second = game.scores()
        assert (first.routes, first.tickets, first.longest_length, first.longest) == (4, 4, 4, 10)
        assert second.longest == 10


class TestTooFewCars:
    @pytest.mark.parametrize("cars", range(9))
    def test_only_routes_that_fit_are_offered(self, cars: int) -> None:
        held = {**dict.fromkeys(EUROPE.colours, 8), "wild": 8}
        game = Game.setup(EUROPE, hands=[held, {}], cars=[cars, 45], last_turns=2, seed=1)
        lengths = {EUROPE.route(text.split()[1]).length for text in legal(game, "claim")}
        assert lengths == {n for n in (1, 2, 3, 4, 6, 8) if n <= cars}
        if cars < 8:
            refused(game, "claim petrograd-stockholm with 8 red", "not_enough_cars")


class TestLongestPath:
    @pytest.mark.parametrize(
        "routes",
        [
            # Loops that share cities, loops joined by a bridge, and a wheel.
            "berlin-wien berlin-warszawa/purple warszawa-wien munchen-wien frankfurt-munchen berlin-frankfurt/red",
            "munchen-zurich munchen-venezia venezia-zurich roma-venezia brindisi-roma palermo-roma brindisi-palermo",
            "bucuresti-sofia constantinople-sofia athina-sofia athina-smyrna constantinople-smyrna angora-smyrna",
        ],
        ids=["two loops", "loops and a bridge", "wheel"],
    )
    def test_with_loops(self, routes: str) -> None:
        score = ended(EUROPE, routes={0: routes.split()}).scores()[0]
        assert score.longest_length == longest_trail(EUROPE, routes.split())

    def test_a_whole_round_trip_counts_its_first_city_twice(self) -> None:
        loop = ["munchen-zurich", "munchen-venezia", "venezia-zurich"]
        assert ended(EUROPE, routes={0: loop}).scores()[0].longest_length == 6


class TestTieBreaks:
    def test_more_completed_tickets_not_more_ticket_points(self) -> None:
        """Two small tickets beat one that is worth more than both, when the totals are equal."""
        game = ended(
            LONDON,
            routes={
                0: [
                    "british_museum-piccadilly_circus",
                    "piccadilly_circus-trafalgar_square/blue",
                    "trafalgar_square-waterloo",
                    "regents_park-kings_cross",
                ],
                1: ["covent_garden-st_pauls/1", "st_pauls-tower_of_london/yellow"],
            },
            tickets=[
                ["british_museum-piccadilly_circus", "piccadilly_circus-waterloo"],
                ["covent_garden-tower_of_london"],
            ],
        )
        assert [(score.tickets, score.total) for score in game.scores()] == [(5, 14), (6, 14)]
        assert list(game.winners()) == [0]

    def test_a_tie_below_the_winner_shares_its_rank(self) -> None:
        game = ended(USA, seats=4, routes={2: ["calgary-winnipeg"]})
        assert [score.rank for score in game.scores()] == [2, 2, 1, 2]


class TestBlockedPlayer:
    def test_passes_and_the_game_goes_on(self) -> None:
        game = Game.setup(
            EUROPE,
            seats=3,
            hands=[{}, rest(EUROPE), {}],
            row=[],
            pile={},
            tickets=[[], [], other_tickets(EUROPE)],
            seed=1,
        )
        assert legal(game) == {"pass"}
        play(game, "pass")
        game.play("station wien with 1 red")
        assert row(game) == ["red"]
        assert legal(game) == {"draw red"}  # no longer blocked

    def test_may_pass_in_the_last_turn(self) -> None:
        game = Game.setup(
            LONDON,
            hands=[{}, rest(LONDON)],
            row=[],
            pile={},
            tickets=[[], other_tickets(LONDON)],
            last_turns=1,
        )
        game.play("pass")
        assert game.over


def test_a_stalemate_ends_the_game_and_is_scored(tmp_path: Path) -> None:
    hands = [{"red": 6}, {"blue": 6}, {"wild": 2}]
    game = dead_end(tmp_path, hands, ["north-south/red"], ["west-south"], [])
    over = []
    for _ in range(3):
        game.play("pass")
        over.append(game.over)
    assert over == [False, False, True]
    assert [score.routes for score in game.scores()] == [4, 4, 0]
