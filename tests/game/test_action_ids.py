"""Action ids: every legal move has one in each space, and playing it by id is playing it."""

import random
import re
from pathlib import Path

import pytest

from branchline import Action, BranchlineError, Game, IllegalMove, View, board_names, load_board

PAGE = Path(__file__).parents[2] / "docs/env.md"
SPACES = ("full", "canonical", "route")


def played(board: str, seats: int, seed: int, moves: int) -> Game:
    """A game after some random moves."""
    game, dice = Game(board, seats, seed), random.Random(seed)
    for _ in range(moves):
        if game.actor is None:
            break
        game.play(dice.choice(game.legal()))
    return game


@pytest.mark.parametrize("board", board_names())
def test_full_ids_are_those_of_the_legal_moves(board: str) -> None:
    for moves in range(0, 120, 7):
        game = played(board, 2, moves, moves)
        if game.actor is None:
            continue
        view = game.view(game.actor)
        assert [action.id for action in game.legal()] == game.legal_ids() == view.legal_ids
        assert View.from_json(view.to_json()).legal_ids == view.legal_ids
        for action in game.legal():
            assert action.id is not None
            if action.kind != "keep":
                assert game.board.actions.describe(action.id) == str(action)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("europe", 3), ("london", 2)])
def test_a_game_can_be_played_by_ids_alone(board: str, seats: int, space: str) -> None:
    game, dice = Game(board, seats, 5), random.Random(1)
    actions = getattr(game.board.actions, space)
    while game.actor is not None:
        ids = game.legal_ids(space)
        assert ids == sorted(set(ids))
        assert ids
        view = game.view(game.actor)
        assert actions.legal_ids(view) == ids
        chosen = dice.choice(ids)
        action = actions.action(view, chosen)
        assert action in view.legal
        twin = game.copy()
        game.play_id(chosen, space)
        twin.play(action)
        assert game.log == twin.log
    assert game.scores()


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("board", board_names())
def test_an_id_that_is_not_listed_is_refused_and_changes_nothing(board: str, space: str) -> None:
    for moves in (0, 9, 40, 90, 140):
        game = played(board, 2, moves, moves)
        if game.actor is None:
            continue
        before, legal = game.log, set(game.legal_ids(space))
        for number in {-1, *range(len(getattr(game.board.actions, space)) + 1)} - legal:
            with pytest.raises(IllegalMove):
                game.play_id(number, space)
        assert game.log == before


def test_the_small_spaces_pay_with_the_fewest_wilds() -> None:
    game = Game.setup("usa", hands=[{"red": 2, "blue": 3, "wild": 4}, {}])
    actions = game.board.actions
    gray = next(r for r in game.board.routes if r.colour == "gray" and r.length == 3)
    by_text = {actions.canonical.describe(i): i for i in game.legal_ids("canonical")}
    view = game.view(0)
    assert str(actions.canonical.action(view, by_text[f"claim {gray.id} with red"])).endswith("2 red 1 wild")
    assert str(actions.canonical.action(view, by_text[f"claim {gray.id} with blue"])).endswith("with 3 blue")
    assert f"claim {gray.id} with wild" not in by_text  # a colour can help
    by_route = {actions.route.describe(i): i for i in game.legal_ids("route")}
    assert str(actions.route.action(view, by_route[f"claim {gray.id}"])).endswith("with 3 blue")


def test_kept_tickets_are_masks_of_the_offer() -> None:
    game = Game("usa", 2, seed=3)
    offer = game.view(0).offer
    for space in SPACES:
        actions = getattr(game.board.actions, space)
        kept = {actions.describe(i): actions.action(game.view(0), i) for i in game.legal_ids(space)}
        assert kept["keep 1, 3 of the offer"] == Action("keep", tickets=(offer[0], offer[2]))
        assert "keep 1 of the offer" not in kept  # S5: two at least
        assert len(kept) == 4


def test_the_page_has_the_sizes_of_the_spaces() -> None:
    page = PAGE.read_text(encoding="utf-8")
    table = page.partition("| board | full |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (\w+) \| ([\d,]+) \| (\d+) \| (\d+) \|", table, re.MULTILINE)
    assert {name for name, *_ in rows} >= {"usa", "europe", "london"}
    for name, *sizes in rows:
        actions = load_board(name).actions
        found = [len(getattr(actions, space)) for space in SPACES]
        assert found == [int(size.replace(",", "")) for size in sizes], name


def test_unknown_space_and_id_say_what_there_is() -> None:
    board = load_board("usa")
    with pytest.raises(BranchlineError, match="full, canonical, route"):
        Game(board, 2, 1).legal_ids("small")
    with pytest.raises(IndexError, match="0 to 120"):
        board.actions.route.describe(121)
    with pytest.raises(IllegalMove, match="ids of route are 0 to 120"):
        Game(board, 2, 1).play_id(4000, "route")
    assert board.actions.describe(13) == "unused"
    assert repr(board.actions.canonical) == "<ActionSpace canonical of usa: 473 ids>"
