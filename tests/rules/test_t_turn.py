"""T: a turn."""
# ruff: noqa: N802

from pathlib import Path

import pytest

from branchline import Game, load_board

from .helpers import EUROPE, LONDON, legal, other_tickets, pile, play, refused, rest, script

TURNS = {
    "two cards": ["draw blind", "draw blind"],
    "a wild": ["draw wild"],
    "a route": ["claim berlin-essen with 2 blue"],
    "tickets": ["tickets", "keep berlin-roma"],
    "a station": ["station wien with 1 red"],
    "a tunnel given up": ["claim marseille-zurich with 2 purple", "withdraw"],
}
CHANCE = {
    "two cards": "red red",
    "a wild": "red",
    "a route": "",
    "tickets": "berlin-roma paris-wien kyiv-sochi",
    "a station": "",
    "a tunnel given up": "purple red red",
}


@pytest.mark.parametrize("turn", TURNS)
def test_T1_a_turn_is_exactly_one_action(turn: str) -> None:
    game = script(
        EUROPE,
        CHANCE[turn],
        hands=[{"blue": 4, "red": 2, "purple": 2}, {}],
        row=["wild", "red", "blue", "green", "black"],
    )
    *before, last = TURNS[turn]
    for move in before:
        game.play(move)
        assert game.actor == 0
    game.play(last)
    assert (game.actor, game.phase) == (1, "turn")


@pytest.mark.parametrize("move", ["claim berlin-essen with 2 blue", "tickets", "station wien with 1 blue"])
def test_T1_no_other_action_after_the_first_card(move: str) -> None:
    game = script(EUROPE, "red", hands=[{"blue": 4}, {}])
    game.play("draw blind")
    refused(game, move, "wrong_phase")


def test_T1_all_four_kinds_are_open_at_the_start_of_a_turn() -> None:
    game = Game.setup(EUROPE, hands=[{"red": 1}, {}], seed=1)
    assert {text.split()[0] for text in legal(game)} == {"draw", "claim", "tickets", "station"}


def test_T2_nobody_may_pass_while_a_move_exists() -> None:
    refused(Game.setup(LONDON, seed=1), "pass", "must_pass_last")


def test_T2_a_player_who_can_do_nothing_passes() -> None:
    game = Game.setup(
        LONDON,
        hands=[{}, rest(LONDON)],
        row=[],
        pile={},
        tickets=[[], other_tickets(LONDON)],
    )
    assert legal(game) == {"pass"}
    game.play("pass")
    assert game.actor == 1
    refused(game, "pass", "must_pass_last")  # seat 1 has all the cards


def test_T2_a_single_ticket_in_the_deck_is_something_to_do() -> None:
    game = Game.setup(
        LONDON,
        hands=[{}, rest(LONDON)],
        row=[],
        pile={},
        tickets=[[], other_tickets(LONDON, "hyde_park-st_pauls")],
    )
    assert legal(game) == {"tickets"}


DEAD_END = """
name = "Dead end"
players = { least = 2, most = 3 }
cars = 6
hand = 1
cards = { red = 6, blue = 6, wild = 2 }
deal = { regular = 1, keep = 1, refused = "under" }
draw = { tickets = 1, keep = 1 }
closed_doubles = 3
points = { 3 = 4 }
words = { car = "train", cars = "trains", wild = "locomotive" }
cities = [{ id = "north", name = "North" }, { id = "south", name = "South" }, { id = "west", name = "West" }]
routes = [
    { a = "north", b = "south", length = 3, colour = "red", double = true },
    { a = "north", b = "south", length = 3, colour = "blue", double = true },
    { a = "west", b = "south", length = 3, colour = "blue" },
]
tickets = [
    { a = "north", b = "south", points = 3 },
    { a = "west", b = "south", points = 3 },
    { a = "north", b = "west", points = 3 },
]
"""


def dead_end(folder: Path, hands: list[dict[str, int]], *routes: list[str]) -> Game:
    """All cards in these hands, all tickets held: only routes can still be claimed."""
    file = folder / "dead_end.toml"
    file.write_text(DEAD_END, encoding="utf-8")
    return Game.setup(
        load_board(file),
        hands=hands,
        row=[],
        pile={},
        routes=dict(enumerate(routes)),
        tickets=[["north-south"], ["west-south", "north-west"], []][: len(hands)],
        seed=1,
    )


def test_T3_the_game_ends_when_every_player_passes_in_a_row(tmp_path: Path) -> None:
    game = dead_end(tmp_path, [{"red": 6, "wild": 2}, {"blue": 6}], ["north-south/red"], ["west-south"])
    game.play("pass")
    assert (game.actor, game.over) == (1, False)
    game.play("pass")
    assert (game.actor, game.over, game.phase) == (None, True, "over")
    assert [score.total for score in game.scores()] == [4 + 3, 4 + 3 - 3]
    assert list(game.winners()) == [0]


def test_T3_a_move_between_the_passes_starts_the_count_again(tmp_path: Path) -> None:
    hands = [{"red": 2}, {"red": 4, "blue": 2}, {"blue": 4, "wild": 2}]
    game = dead_end(tmp_path, hands, ["north-south/red"], [], [])
    play(game, "pass", "pass", "claim west-south with 3 blue")
    assert not game.over
    assert game.actor == 0
    assert pile(game) + len([card for card in game.view(None).row if card]) == 3
    assert "pass" not in legal(game)
