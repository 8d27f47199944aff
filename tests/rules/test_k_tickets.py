"""K: tickets."""
# ruff: noqa: N802

import pytest

from branchline import Board, Game

from .helpers import (
    BOARDS,
    EUROPE,
    LONDON,
    USA,
    VARIANTS,
    ended,
    legal,
    other_tickets,
    play,
    refused,
    script,
    shortest_path,
)

THREE = ["denver-el_paso", "duluth-houston", "boston-miami"]


def few_left(board: Board, *left: str, outcomes: str = "") -> Game:
    """Only these regular tickets are left in the deck; seat 1 holds all others."""
    return script(board, outcomes, hands=[{}, {}], tickets=[[], other_tickets(board, *left)])


@pytest.mark.parametrize(("board", "drawn"), [(USA, 3), (EUROPE, 3), (LONDON, 2)])
def test_K1_so_many_are_drawn_and_at_least_one_is_kept(board: Board, drawn: int) -> None:
    game = Game.setup(board, seed=1)
    regular = game.view(None).tickets_left
    game.play("tickets")
    assert (game.actor, game.phase) == (0, "keep")
    assert len(game.view(0).offer) == drawn
    assert game.view(None).tickets_left == regular - drawn
    sizes = [len(text.split()) - 1 for text in legal(game)]
    assert (min(sizes), max(sizes), len(sizes)) == (1, drawn, 2**drawn - 1)


def test_K1_fewer_if_fewer_are_left() -> None:
    game = few_left(USA, *THREE[:2], outcomes=" ".join(THREE[:2]))
    game.play("tickets")
    assert set(game.view(0).offer) == set(THREE[:2])
    assert len(legal(game)) == 3
    game.play(f"keep {THREE[1]}")
    assert game.view(0).tickets_left == 1


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_K1_a_single_last_ticket_must_be_kept(board: Board) -> None:
    last = board.tickets[3].id
    game = few_left(board, last, outcomes=last)
    game.play("tickets")
    assert legal(game) == {f"keep {last}"}
    game.play(f"keep {last}")
    assert list(game.view(0).tickets) == [last]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_K1_with_none_left_the_action_is_not_legal(board: Board) -> None:
    refused(few_left(board), "tickets", "no_tickets_left")


def test_K1_nothing_else_before_some_are_kept() -> None:
    game = few_left(USA, *THREE, outcomes=" ".join(THREE))
    game.play("tickets")
    for move in ("draw blind", "tickets"):
        refused(game, move, "wrong_phase")
    refused(game, "keep calgary-phoenix", "not_offered")
    refused(game, "keep miami-seattle", "no_such_ticket")


def test_K2_refused_tickets_go_under_the_deck_in_the_order_drawn() -> None:
    a, b, c = THREE
    d, e = "toronto-miami", "helena-los_angeles"
    game = few_left(USA, *THREE, d, e, outcomes=f"{a} {b} {c} {d} {e}")
    play(game, "tickets", f"keep {b}")  # under the deck: a, c
    play(game, "tickets")  # d, e from above, then a from below
    assert set(game.view(1).offer) == {d, e, a}
    play(game, f"keep {d}")  # under: c, e, a
    play(game, "tickets")
    assert set(game.view(0).offer) == {c, e, a}
    assert game.view(None).tickets_left == 0


def test_K2_what_lies_above_is_drawn_before_the_refused_ones() -> None:
    first, second, third = (ticket.id for ticket in LONDON.tickets[:3])
    game = few_left(LONDON, first, second, third, outcomes=f"{third} {first} {second}")
    play(game, "tickets", f"keep {first}", "tickets")
    assert set(game.view(1).offer) == {second, third}


def test_K3_kept_tickets_stay_and_are_secret_but_counted() -> None:
    game = few_left(USA, *THREE, outcomes=" ".join(THREE))
    play(game, "tickets", f"keep {THREE[0]} {THREE[2]}")
    assert set(game.view(0).tickets) == {THREE[0], THREE[2]}
    assert not set(game.view(1).tickets) & set(THREE)
    assert not game.view(None).tickets
    assert [seat.tickets for seat in game.view(None).seats] == [2, 27]


def test_K3_tickets_of_earlier_can_not_be_returned() -> None:
    held = "calgary-phoenix"
    game = script(USA, " ".join(THREE), tickets=[[held], other_tickets(USA, held, *THREE)], hands=[{}, {}])
    game.play("tickets")
    assert all(held not in text for text in legal(game))
    game.play(f"keep {THREE[0]}")
    assert set(game.view(0).tickets) == {held, THREE[0]}


def test_K4_a_ticket_scores_its_points_or_costs_them() -> None:
    game = ended(
        USA,
        routes={0: ["denver-santa_fe", "el_paso-santa_fe"], 1: ["dallas-houston/1"]},
        tickets=[["denver-el_paso", "boston-miami"], ["duluth-houston"]],
    )
    scores = game.scores()
    assert [(score.tickets, score.tickets_done) for score in scores] == [(4 - 12, 1), (-8, 0)]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_K4_every_ticket_is_done_by_a_path_and_by_no_part_of_one(board: Board) -> None:
    for ticket in board.tickets:
        path = shortest_path(board, ticket.id)
        assert ended(board, routes={0: path}, tickets=[[ticket.id], []]).scores()[0].tickets == ticket.points
        for missing in {path[0], path[len(path) // 2], path[-1]}:
            routes = {0: [route for route in path if route != missing]}
            assert (
                ended(board, routes=routes, tickets=[[ticket.id], []]).scores()[0].tickets == -ticket.points
            )


def test_K4_only_ones_own_routes_join() -> None:
    game = ended(
        USA,
        routes={0: ["denver-santa_fe"], 1: ["el_paso-santa_fe"]},
        tickets=[["denver-el_paso"], []],
    )
    assert game.scores()[0].tickets == -4


@pytest.mark.parametrize("board", VARIANTS, ids=lambda board: board.id)
def test_K1_so_many_are_drawn_later_and_one_is_kept_at_least(board: Board) -> None:
    game = play(Game.setup(board, seed=1), "tickets")
    drawn = board.draw_tickets
    assert len(game.view(0).offer) == drawn
    assert len(legal(game, "keep")) == 2**drawn - 1
