"""H: hidden and public."""
# ruff: noqa: N802

import pytest

from branchline import Game, ScriptedDealer

from .helpers import EUROPE, LONDON, USA, discards, other_tickets, play, row, script

ROW = ["red", "blue", "green", "black", "white"]
OFFERS = [
    "denver-el_paso duluth-houston boston-miami",
    "calgary-phoenix toronto-miami denver-pittsburgh",
]


def same_to_others(*games: Game) -> None:
    """Seat 1 and a spectator can't tell these games of seat 0's apart."""
    for viewer in (1, None):
        views = [game.view(viewer) for game in games]
        assert all(view == views[0] for view in views)
    assert len({str(game.view(0)) for game in games}) == len(games)  # seat 0 can


def test_H1_hands_are_secret() -> None:
    hands: list[dict[str, int]] = [{"red": 2}, {"blue": 1, "wild": 1}]
    same_to_others(*(Game.setup(USA, hands=[mine, {"red": 1}], row=ROW, seed=1) for mine in hands))


def test_H1_tickets_are_secret() -> None:
    same_to_others(
        *(
            Game.setup(USA, row=ROW, tickets=[[mine], ["helena-los_angeles"]], seed=1)
            for mine in ("boston-miami", "toronto-miami")
        )
    )


def test_H1_cards_drawn_blind_are_secret() -> None:
    same_to_others(*(play(script(USA, card, row=ROW), "draw blind") for card in ("red", "blue", "wild")))


def test_H1_offered_tickets_are_secret() -> None:
    games = [play(script(USA, offer, row=ROW), "tickets") for offer in OFFERS]
    same_to_others(*games)
    assert not games[0].view(1).offer
    assert not games[0].view(None).offer


def test_H1_kept_and_refused_tickets_are_secret() -> None:
    games = []
    for offer in OFFERS:
        game = play(script(USA, offer, row=ROW), "tickets", f"keep {offer.split()[0]}")
        games.append(game)
    games.append(play(script(USA, OFFERS[0], row=ROW), "tickets", "keep boston-miami"))
    same_to_others(*games)


@pytest.mark.parametrize("seat", [0, 1])
def test_H1_the_deal_is_secret(seat: int) -> None:
    """Other cards and tickets to one seat: nobody else can tell, not even from the log."""
    hands = [["blue", "wild"], ["pink", "pink"], ["green", "black"]]
    tickets = [[ticket.id for ticket in LONDON.tickets[n : n + 2]] for n in (0, 2, 4)]
    games = []
    for dealt in (seat, 2):
        other = {0: (dealt, 1), 1: (0, dealt)}[seat]
        lying = ["yellow", "orange", "yellow", "orange", "blue"]
        outcomes = [*hands[other[0]], *hands[other[1]], *lying, *tickets[other[0]], *tickets[other[1]]]
        games.append(Game(LONDON, seats=2, first=0, dealer=ScriptedDealer(outcomes)))
    for viewer in (1 - seat, None):
        assert games[0].view(viewer) == games[1].view(viewer)
    assert games[0].view(seat) != games[1].view(seat)


def test_H1_starting_tickets_are_secret() -> None:
    first, second = (Game(LONDON, seats=2, seed=9, first=0) for _ in range(2))
    choices = [str(move) for move in first.legal() if len(str(move).split()) == 2]
    play(first, choices[0])
    play(second, choices[1])
    same_to_others(first, second)


def test_H1_another_seats_moves_are_not_listed() -> None:
    game = Game.setup(USA, hands=[{"red": 4}, {}], row=ROW, seed=1)
    assert {str(move) for move in game.view(0).legal} == {str(move) for move in game.legal()}
    assert not game.view(1).legal
    assert not game.view(None).legal


def test_H2_sizes_counts_and_scores_are_public() -> None:
    game = Game.setup(
        EUROPE,
        hands=[{"red": 2}, {"blue": 5, "wild": 1}],
        row=ROW,
        discards={"white": 3},
        routes={0: ["berlin-essen"], 1: ["rostov-sevastopol"]},
        stations={1: ["wien"]},
        tickets=[["berlin-roma", "paris-wien"], ["kyiv-sochi"]],
        seed=1,
    )
    for viewer in (0, 1, None):
        view = game.view(viewer)
        assert list(view.row) == ROW
        assert (view.pile, view.tickets_left) == (110 - 2 - 6 - 5 - 3, 37)
        assert [(s.cars, s.cards, s.tickets, s.stations, s.score) for s in view.seats] == [
            (43, 2, 2, 3, 2),
            (41, 6, 1, 2, 7),
        ]
        assert (view.routes, view.stations) == ({"berlin-essen": 0, "rostov-sevastopol": 1}, {"wien": 1})
        assert (view.actor, view.phase, view.last_turns) == (0, "turn", None)


def known(game: Game, seat: int) -> list[dict[str, int]]:
    """What each viewer is told about the cards that a seat is known to hold."""
    views = [game.view(viewer) for viewer in (0, 1, None)]
    return [{card: n for card, n in view.seats[seat].known.items() if n} for view in views]


def test_H2_cards_taken_face_up_are_public() -> None:
    game = play(script(USA, "yellow yellow", row=ROW), "draw red", "draw blind")
    assert known(game, 0) == [{"red": 1}] * 3
    assert known(game, 1) == [{}] * 3


def test_H2_cards_paid_are_public_and_no_longer_known() -> None:
    outcomes = "yellow yellow white white"  # two replacements, two blind cards for seat 1
    game = script(USA, outcomes, hands=[{"red": 3}, {}], row=ROW)
    play(game, "draw red", "draw blue", "draw blind", "draw blind")
    assert known(game, 0) == [{"red": 1, "blue": 1}] * 3
    game.play("claim chicago-duluth with 3 red")
    assert (known(game, 0), discards(game)) == ([{"blue": 1}] * 3, {"red": 3})


def test_H2_a_tunnel_shows_what_was_laid_and_revealed() -> None:
    game = script(EUROPE, "purple red blue", hands=[{"purple": 3, "wild": 1}, {}], row=ROW)
    game.play("claim marseille-zurich with 1 purple 1 wild")
    assert len({str(game.view(viewer).tunnel) for viewer in (0, 1, None)}) == 1
    game.play("withdraw")
    assert known(game, 0) == [{"purple": 1, "wild": 1}] * 3  # everybody saw them go back


def test_H2_how_many_tickets_were_kept_is_public() -> None:
    left = OFFERS[0].split()
    for kept in range(1, 4):
        game = script(USA, OFFERS[0], row=ROW, tickets=[[], other_tickets(USA, *left)], hands=[{}, {}])
        play(game, "tickets", f"keep {' '.join(left[:kept])}")
        for viewer in (0, 1, None):
            view = game.view(viewer)
            assert (view.seats[0].tickets, view.tickets_left) == (kept, 3 - kept)


def test_H2_how_many_starting_tickets_were_kept_is_public() -> None:
    game = Game(EUROPE, seats=3, seed=1)
    for kept in (2, 4, 3):
        actor = game.actor
        assert actor is not None
        game.play(f"keep {' '.join(game.view(actor).offer[:kept])}")
    for viewer in (0, 1, 2, None):
        seats = game.view(viewer).seats
        assert [(seat.tickets, seat.kept, seat.offered) for seat in seats] == [
            (2, 2, 0),
            (4, 4, 0),
            (3, 3, 0),
        ]


def test_H2_from_how_many_tickets_somebody_chooses_is_public() -> None:
    game = play(Game.setup(USA, seed=1), "tickets")
    assert [seat.offered for seat in game.view(1).seats] == [3, 0]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_H2_the_log_tells_what_was_done_in_the_open(viewer: int | None) -> None:
    game = script(USA, "yellow white", hands=[{}, {"red": 4}], row=ROW)
    play(game, "draw green", "draw blind", "claim dallas-el_paso with 4 red")
    log = " ".join(map(str, game.view(viewer).log))
    assert "draw green" in log
    assert "claim dallas-el_paso with 4 red" in log
    assert row(game) == ["red", "blue", "yellow", "black", "white"]
