"""Bots on variants: the weights of the base, and no network of another board."""

from __future__ import annotations

import pytest

from branchline import BranchlineError, Game, cli, load_board
from branchline.board import variant_names
from branchline.bots import make_bot
from branchline.bots.policy_bot import make_policy, tuned_weights
from branchline.bots.search_bot import find_candidates
from branchline.value import find_network, read_network
from branchline.value.networks import HERE


@pytest.mark.parametrize("name", variant_names())
def test_hybrid_has_the_weights_of_the_base(name: str) -> None:
    board = load_board(name)
    weights = tuned_weights("hybrid", board, 3)
    assert weights
    assert weights == tuned_weights("hybrid", load_board(board.base), 3)


def test_the_network_of_the_base_is_for_another_board() -> None:
    assert find_network(load_board("usa-1910"), 2) is None
    with pytest.raises(BranchlineError, match="another board"):
        read_network(HERE / "usa.2.value.json", load_board("usa-1910"))


def test_value_plays_as_hybrid_does_and_search_plays_its_rollouts_to_the_end() -> None:
    game = Game("europe-mega", seats=2, seed=2)
    value, hybrid = make_bot("value", seed=1), make_bot("hybrid", seed=1)
    while game.actor is not None and game.moves < 40:
        view = game.view(game.actor)
        move = value.choose(view)
        assert move == hybrid.choose(view)
        game.play(move)
    assert make_bot("search:worlds=2", seed=1).choose(game.view(game.actor)) in game.legal()


def test_the_list_of_bots_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["bots"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "On other boards and on variants value plays as hybrid does" in told
    assert "hybrid has the weights of the board that it extends" in told


def test_search_ranks_every_choice_of_a_large_offer() -> None:
    """The first offer of Europe Mega has 99 choices (S5)."""
    beyond = 0
    for seed in range(8):
        view = Game("europe-mega", seats=2, seed=seed).view(0)
        assert len(view.legal) == 99
        policy = make_policy("hybrid", view.board, 2)
        found = find_candidates(view, view.knowledge(), policy, seed)
        beyond += len({int(number) for number in view.legal_ids[64:]} & set(found[1:]))
    assert beyond
