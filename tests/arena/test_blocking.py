"""What counts as blocking, on the small board of the tests, and how it is measured."""

from __future__ import annotations

from typing import Any

import pytest

from branchline import Game, load_board
from branchline.arena.blocking import Claim, claims_of, figure, measure, rows
from branchline.arena.executors import Inline
from tests.strategies import POCKET

RICH = {"red": 4, "blue": 4, "green": 3}


def first_claim(move: str, seats: int = 2, **position: Any) -> Claim:
    """The claim that seat 0 makes with this move, where it holds all that it could pay with."""
    game = Game.setup(POCKET, seats=seats, hands=[RICH], seed=1, **position)
    game.play(move)
    return next(claims_of(game))


def test_a_claim_blocks_if_another_seat_has_no_way_as_quick_without_the_route() -> None:
    """North to West: a turn and three cards, or over Middle two turns and three cards."""
    claim = first_claim("claim west-north with 3 blue", tickets=[[], ["north-west"]])
    assert claim.blocks
    assert (claim.turns, claim.died, claim.own, claim.points) == (1.0, (), False, 4)


def test_a_route_beside_the_quickest_way_is_no_block() -> None:
    claim = first_claim("claim middle-north with 2 red", tickets=[[], ["north-west"]])
    assert not claim.blocks
    assert claim.chance == pytest.approx(1 / 13)  # of all routes only west-north was needed


@pytest.mark.parametrize(("seats", "blocks"), [(2, True), (4, False)])
def test_the_other_half_of_a_double_serves_as_well_unless_it_is_closed(seats: int, blocks: bool) -> None:
    """R6: with few seats the second half is closed to all."""
    claim = first_claim("claim middle-east/1 with 2 red", seats, tickets=[[], ["east-west"]])
    assert claim.blocks is blocks


def test_a_finished_ticket_needs_nothing() -> None:
    claim = first_claim(
        "claim west-north with 3 blue",
        routes=[[], ["middle-north", "middle-west"]],
        tickets=[[], ["north-west"]],
    )
    assert not claim.blocks


def test_a_ticket_dies_when_the_cars_do_not_suffice_for_any_other_way() -> None:
    """North to Middle over another city takes four cars."""
    claim = first_claim("claim middle-north with 2 red", cars=[9, 3], tickets=[[], ["north-middle"]])
    assert claim.blocks
    assert (claim.turns, claim.died) == (0.0, ("north-middle",))


@pytest.mark.parametrize(("answer", "claims"), [("withdraw", 0), ("pay 1 blue", 1)])
def test_a_tunnel_counts_when_it_is_paid_for(answer: str, claims: int) -> None:
    """U4: one that is withdrawn is no claim."""
    for seed in range(100):
        game = Game.setup(POCKET, hands=[{"blue": 4}, {}], tickets=[[], ["east-west"]], seed=seed)
        game.play("claim middle-west with 1 blue")
        if answer in map(str, game.legal()):
            break
    game.play(answer)
    assert len(list(claims_of(game))) == claims


def test_the_claimer_may_need_the_route_as_well() -> None:
    claim = first_claim("claim west-north with 3 blue", tickets=[["north-west"], ["east-west"]])
    assert claim.own


def test_only_the_claims_of_the_bot_in_question_are_measured_and_it_need_not_be_native() -> None:
    board = load_board("london")
    games = measure(board, 2, "search:rollouts=8,threads=1", "hybrid", 2, 5, Inline())
    assert [{claim.seat for claim in game} for game in games] == [{0}, {1}]
    head, row = rows({"search": games})
    assert len(head) == len(row)
    assert row[:2] == ["search", "2"]


def test_figures_are_means_over_claims() -> None:
    block = Claim(0, "a-b", 4, 1.5, (), own=True, chance=0.25)
    other = Claim(1, "b-c", 1, 0.0, (), own=False, chance=0.75)
    games = [[block, other], [block, other]]
    assert figure(games, "blocks, % of claims").startswith("50.0 ±")
    assert figure(games, "points of a block") == "4.0"
    assert figure([[block], [block, block]] * 60, "on its own way too, % of blocks") == "100.0 ± 1.5"
    assert figure(games, "if any open route, %").startswith("50.0 ±")
    assert figure([[other]], "points of a block") == ""
