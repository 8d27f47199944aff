"""Explanations: each kind from a position in which it is so."""

from __future__ import annotations

import pytest

from branchline import Game
from branchline.review.explain import _Explainer, find_moments
from branchline.review.result import Candidate, Decision, Explanation, Luck, Part, TurningPoint
from branchline.review.walk import walk
from branchline.review.words import SENTENCES, Words


def finish(game: Game, *moves: str) -> Game:
    """Play some moves, then let everybody pass the time until the game is over."""
    for move in moves:
        game.play(move)
    while not game.over:
        legal = [str(one) for one in game.legal()]
        claims = [one for one in legal if one.startswith("claim")]
        game.play(claims[0] if claims else next((m for m in legal if m.startswith("draw")), legal[0]))
    return game


def reasons(game: Game, ply: int, better: str) -> list[Explanation]:
    """Why another move was better at a ply."""
    steps = walk(game)
    played = str(steps.steps[ply].move)
    found = (Candidate(better, 0.6, 0.1, 0.0), Candidate(played, 0.5, 0.0, 0.0))
    part = Part(ply, found, 1, 0.1, 0.0, 8)
    seat = steps.steps[ply].state.actor
    decision = Decision(seat, 0, (part,), 0.1, 0.0, "blunder", False, True, False, ())
    return list(_Explainer(steps).of(decision))


def kinds(game: Game, ply: int, better: str) -> list[str]:
    return [one.kind for one in reasons(game, ply, better)]


def test_a_route_on_the_way_of_a_ticket() -> None:
    hands = ({"red": 6}, {"green": 3})
    game = finish(
        Game.setup("usa", hands=hands, tickets=(["boston-miami"], []), cars=(20, 6), seats=2, seed=1),
        "draw blind",
    )
    found = reasons(game, 0, "claim boston-new_york/red with 2 red")
    assert found[0] == Explanation(
        "missed_ticket", {"ticket": "boston-miami", "route": "boston-new_york/red"}
    )
    assert found[1].kind == "slower"


def test_a_wild_on_a_short_route() -> None:
    game = finish(
        Game.setup("usa", hands=({"wild": 2, "red": 1}, {}), cars=(5, 20), seats=2, seed=1),
        "claim seattle-vancouver/1 with 1 wild",
    )
    (first, *_) = reasons(game, 0, "claim seattle-vancouver/1 with 1 red")
    assert first == Explanation("wild_on_short", {"route": "seattle-vancouver/1", "wilds": 1, "length": 1})


def test_a_route_lost_to_another_seat() -> None:
    game = finish(
        Game.setup("usa", hands=({"red": 4}, {"red": 4}), cars=(8, 8), seats=2, seed=1),
        "draw blind",
        "draw blind",
        "claim seattle-vancouver/1 with 1 red",
    )
    # seat 0 drew two cards, then seat 1 took the route
    found = reasons(game, 0, "claim seattle-vancouver/1 with 1 red")
    assert Explanation("missed_route", {"route": "seattle-vancouver/1", "seat": 1, "ply": 2}) in found


def test_a_missed_block() -> None:
    game = finish(
        Game.setup(
            "usa",
            hands=({"red": 4}, {"red": 4}),
            routes=([], ["calgary-vancouver", "portland-seattle/1"]),
            cars=(8, 8),
            seats=2,
            seed=1,
        ),
        "draw blind",
        "draw blind",
    )
    found = reasons(game, 0, "claim seattle-vancouver/1 with 1 red")
    assert found[0].kind == "missed_block"
    assert found[0].params["seat"] == 1


def test_a_better_card_and_tickets() -> None:
    row = ["red", "green", "blue", "blue", "white"]
    game = finish(Game.setup("usa", cars=(4, 4), row=row, seats=2, seed=1), "draw red")
    assert kinds(game, 0, "draw green") == ["card_better"]
    assert kinds(game, 0, "tickets") == ["tickets_better"]


def test_tickets_that_come_late() -> None:
    game = Game.setup("usa", cars=(4, 3), seats=2, seed=1)
    game.play("tickets")
    game.play(game.legal()[0])
    assert kinds(finish(game), 0, "draw blind")[0] == "tickets_late"


def test_tickets_to_keep() -> None:
    game = Game.setup("usa", cars=(4, 4), seats=2, seed=1)
    game.play("tickets")
    offer = game.view(0).offer
    game.play(f"keep {offer[0]}")
    finish(game)
    (found,) = reasons(game, 1, f"keep {offer[1]}")
    assert found == Explanation("keep_better", {"kept": [offer[0]], "better": [offer[1]]})


def test_a_ticket_that_died_and_when_it_could_have_been_saved() -> None:
    """With two seats a double is one route: after Montreal and New York are gone, nothing leads out of Boston."""
    game = Game.setup(
        "usa",
        hands=({"red": 2, "yellow": 2}, {"red": 2}),
        routes=([], ["boston-montreal/1"]),
        tickets=(["boston-miami"], []),
        cars=(20, 8),
        seats=2,
        seed=1,
    )
    for move in ("draw blind", "draw blind", "claim boston-new_york/red with 2 red"):
        game.play(move)
    died = [one for one in find_moments(walk(finish(game)), (), ()) if one.explanation.kind == "ticket_died"]
    assert len(died) == 1
    params = died[0].explanation.params
    assert (died[0].seat, params["ticket"], params["seat"], params["ply"]) == (0, "boston-miami", 1, 2)
    assert params["route"] == "boston-new_york/red"
    assert params["saved"] == 0
    assert str(params["by"]).startswith("boston-new_york/")


def lucky(ply: int, kind: str, seat: int | None, *luck: float) -> Luck:
    return Luck(ply, kind, seat, (), luck, (0.01,) * len(luck))


def test_what_chance_dealt_is_one_key_moment_of_the_seat_that_it_concerns() -> None:
    """In a game of two the same event is as good for one seat as it is bad for the other."""
    game = finish(Game.setup("usa", cars=(4, 4), seats=2, seed=1), "draw blind", "draw blind", "draw blind")
    luck = [
        lucky(-1, "deal", None, -0.2, 0.2),  # whoever is better off
        lucky(0, "blind", 0, -0.1, 0.1),  # who drew it
        lucky(1, "row", 0, 0.08, -0.08),  # who may take it next
        lucky(2, "tickets", 1, -0.3, 0.3),
        lucky(3, "blind", 1, 0.04, -0.04),  # too small
    ]
    found = [one for one in find_moments(walk(game), (), luck) if one.source == "luck"]
    assert [(one.ply, one.seat, one.effect) for one in found] == [(0, 0, -0.1), (0, 1, 0.2), (2, 1, 0.3)]
    assert [one.explanation.kind for one in found] == ["unlucky", "lucky", "lucky"]


def test_a_card_turned_up_concerns_the_seat_whose_chance_it_changes_most() -> None:
    game = finish(Game.setup("usa", cars=(4, 4, 4), seats=3, seed=1), "draw blind", "draw blind")
    found, *_ = find_moments(walk(game), (), [lucky(1, "row", 0, 0.02, 0.08, -0.1)])
    assert (found.source, found.seat, found.effect) == ("luck", 2, -0.1)
    found, *_ = find_moments(walk(game), (), [lucky(1, "row", 0, 0.0, 0.1, -0.1)])
    assert (found.seat, found.effect) == (1, 0.1)  # of two alike the one that moves next


def test_a_turn_that_changed_the_game_is_told_unless_its_cause_is() -> None:
    game = finish(Game.setup("usa", cars=(4, 4), seats=2, seed=1), "draw blind", "draw blind", "draw blind")
    steps = walk(game)
    turns = (TurningPoint(0, 2, 1, (0.2, -0.2), "move"), TurningPoint(2, 4, 0, (0.3, -0.3), "luck"))
    found = find_moments(steps, (), [lucky(2, "blind", 1, 0.25, -0.25)], turns)
    told = [(one.ply, one.seat, one.source, one.effect) for one in found if one.source in ("turn", "luck")]
    assert told == [(0, 0, "turn", 0.2), (2, 1, "luck", -0.25)]
    assert Words(game.board, ["Ann", "Bo"]).say(found[0].explanation) == (
        "The game turned here: drawing blind, by Ann"
    )


def test_a_turn_that_matters_most_to_another_seat_is_told_of_that_one() -> None:
    game = finish(Game.setup("usa", cars=(4, 4, 4), seats=3, seed=1), "draw blind")
    found, *_ = find_moments(walk(game), (), (), [TurningPoint(0, 2, 2, (0.02, 0.2, -0.22), "move")])
    assert (found.source, found.seat, found.effect) == ("turn", 2, -0.22)
    assert found.explanation.params["seat"] == 0


def test_only_the_dearest_errors_of_a_seat_are_key_moments() -> None:
    game = finish(Game.setup("usa", hands=({"red": 9}, {}), cars=(4, 30), seats=2, seed=1))
    part = Part(0, (Candidate("draw blind", 0.5, 0.0, 0.0),), 0, 0.1, 0.0, 8)
    why = (Explanation("better_move", {"move": "draw blind"}),)
    losses = (0.05, 0.3, 0.06, 0.2, 0.1, 0.15, 0.04)
    decisions = [
        Decision(0, turn, (part,), loss, 0.0, "mistake", False, True, False, why)
        for turn, loss in enumerate(losses)
    ]
    found = [-one.effect for one in find_moments(walk(game), decisions, ()) if one.source == "error"]
    assert sorted(found) == [0.06, 0.1, 0.15, 0.2, 0.3]


def test_cars_left_at_the_end() -> None:
    game = finish(Game.setup("usa", hands=({"red": 9}, {}), cars=(4, 30), seats=2, seed=1))
    found = [one for one in find_moments(walk(game), (), ()) if one.explanation.kind == "cars_left"]
    assert [(one.seat, one.explanation.params["cars"]) for one in found] == [(1, game.position().cars[1])]


def test_cards_and_wilds_are_said_as_a_person_would() -> None:
    words = Words(Game("usa", seed=1).board, ["Ann", "Bo"])
    card = words.say(Explanation("card_better", {"better": "wild", "card": "blind"}))
    assert card == "Better was taking wild than drawing blind"
    wilds = Explanation("wild_on_short", {"route": "seattle-vancouver/1", "wilds": 2, "length": 1})
    assert words.say(wilds).startswith("2 wilds spent on Seattle")


@pytest.mark.parametrize("kind", SENTENCES)
def test_every_kind_can_be_said(kind: str) -> None:
    params: dict[str, object] = {
        "move": "claim seattle-vancouver/1 with 1 red", "route": "seattle-vancouver/1", "seat": 1, "ply": 7,
        "ticket": "seattle-new_york", "turns": 2, "wilds": 1, "length": 1, "kept": ["seattle-new_york"],
        "better": ["seattle-new_york"], "card": "red", "missing": 4, "cars": 9, "cards": 3, "kind": "blind",
        "dealt": ["red"], "saved": 3, "by": "seattle-vancouver/1",
    }  # fmt: skip
    board = Game("usa", seed=1).board
    said = Words(board, ["Ann", "Bo"]).say(Explanation(kind, params))  # type: ignore[arg-type]
    assert len(said) > 10
    assert "_" not in said.replace("['seattle-new_york']", "")
