"""`view.rollouts` and `game.play_out`: what comes of moves and games, played inside the core."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from branchline import Action, BranchlineError, Game, View
from branchline.bots import Bot
from branchline.core.rng import Rng


def last_turn() -> Game:
    """Seat 0 has the very last turn and is two points behind; one claim is enough."""
    return Game.setup(
        "usa",
        hands=[{"green": 2}, {}],
        routes=[[], ["seattle-vancouver/1", "dallas-houston/1"]],
        tickets=[[], []],
        last_turns=1,
    )


def test_the_move_that_wins_is_first_and_the_others_do_not_win() -> None:
    view = last_turn().view(0)
    found = view.rollouts(n=20, moves=["draw blind", "claim duluth-omaha/1 with 2 green"], policy="greedy")
    assert [str(one.move) for one in found] == ["claim duluth-omaha/1 with 2 green", "draw blind"]
    assert (found[0].n, found[0].points, found[1].win, found[1].points) == (20, 12, 0.0, 0)
    assert found[0].win == 1.0
    assert found[0].error == 0.0


def test_the_same_seed_gives_the_same_and_all_legal_moves_can_be_tried() -> None:
    view = Game("london", seats=3, seed=4).view(0)
    assert view.rollouts(n=8) == view.rollouts(n=8)
    assert view.rollouts(n=8) != view.rollouts(n=8, seed=1)
    found = view.rollouts("rush:min=3", n=2, moves=view.legal)
    assert {one.move for one in found} == set(view.legal)
    assert [one.win for one in found] == sorted((one.win for one in found), reverse=True)
    game = Game.setup("usa", hands=[dict.fromkeys(("red", "blue", "green", "white", "wild"), 8), {}])
    legal = game.view(0).legal
    assert len(legal) > 64
    assert {one.move for one in game.view(0).rollouts("random", n=1, moves=legal)} == set(legal)


def test_rollouts_of_random_moves_agree_with_games_in_python() -> None:
    """The mean of what comes of a move is that of random games in worlds of the view, within four errors."""
    view = Game.setup("london", seed=1).view(0)
    (inside,) = view.rollouts("random", n=2000, moves=["draw blind"])
    dice, wins, points = Rng(5), 0.0, 0.0
    for _ in range(150):
        world = view.determinise(dice)
        world.play("draw blind")
        while world.actor is not None:
            world.play(world.legal()[dice.below(len(world.legal()))])
        wins += (0 in world.winners()) / len(world.winners()) / 150
        points += world.scores()[0].total / 150
    assert abs(wins - inside.win) < 4 * 0.5 / 150**0.5
    assert abs(points - inside.points) < 6


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"policy": "search"}, "'search' is no policy of the core, like hybrid"),
        ({"n": 0}, "n must be 1 or more worlds, not 0"),
        ({"moves": ["claim duluth-omaha/1 with 2 red"]}, "not legal: claim duluth-omaha/1 with 2 red"),
        ({"moves": "draw blind"}, r'moves must be a list, such as \["draw blind"\]'),
        ({"policy": "hybird"}, "no bot 'hybird'.*did you mean hybrid"),
    ],
)
def test_wrong_questions_are_refused(arguments: dict[str, object], problem: str) -> None:
    with pytest.raises(BranchlineError, match=problem):
        last_turn().view(0).rollouts(**arguments)  # type: ignore[arg-type]


def test_rollouts_are_for_the_seat_to_move() -> None:
    with pytest.raises(BranchlineError, match="the seat to move, which is 0, not 1"):
        last_turn().view(1).rollouts()


class First(Bot):
    """Plays the first legal move: a bot that the core can not play."""

    def think(self, view: View, legal: Sequence[Action]) -> Action:
        return legal[0]


@pytest.mark.parametrize(
    "bots", [["hybrid", "rush:min=4"], ["hard", "search:rollouts=8"], ["greedy", First()]]
)
@pytest.mark.parametrize("board", ["london", "europe"])
def test_a_game_is_played_out_without_changing_it(board: str, bots: list[str | Bot]) -> None:
    game = Game(board, seats=2, seed=3)
    for _ in range(6):
        game.play(game.legal()[0])
    before = game.record()
    scores = game.play_out(bots, seed=2)
    assert game.record() == before
    assert scores == game.play_out(bots, seed=2)
    assert min(score.rank for score in scores) == 1
    parts = [s.routes + s.tickets + s.longest + s.stations + s.districts for s in scores]
    assert parts == [score.total for score in scores]


def test_a_game_that_is_over_gives_its_scores_and_bots_must_fill_the_seats() -> None:
    game = last_turn()
    with pytest.raises(BranchlineError, match="2 bots are needed, one for each seat, not 1"):
        game.play_out(["hybrid"])
    game.play("claim duluth-omaha/1 with 2 green")
    assert game.over
    assert game.play_out(["hybrid", "rush"]) == game.scores()
