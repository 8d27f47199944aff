"""Games inside the core and through views: the same deals, and where bots have no dice the same games."""

from __future__ import annotations

import msgspec
import pytest

from branchline import Board, load_board
from branchline.arena import GameResult
from branchline.arena.jobs import GamesJob, MatchDealer, deal_game, play_game
from branchline.arena.native import play_native, self_play
from branchline.core.search.self_play import SelfPlay

BOARDS = ("usa", "europe", "london")


def plain(game: GameResult) -> GameResult:
    """A result without how it came about."""
    seats = tuple(msgspec.structs.replace(seat, cpu=None) for seat in game.seats)
    return msgspec.structs.replace(game, native=False, seats=seats)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("seats", [2, 4])
def test_both_paths_play_the_same_game(name: str, seats: int) -> None:
    board, bots = load_board(name), ("rush", "planner", "greedy", "hybrid")[:seats]
    for deal in range(3):
        (native,) = play_native(board, 9, ((deal, bots),))
        through_views = play_game(board, 9, deal, bots, limit=60)
        assert native.native
        assert not through_views.native
        assert plain(native) == plain(through_views)


@pytest.mark.parametrize("name", BOARDS)
def test_both_paths_deal_alike(name: str) -> None:
    board = load_board(name)
    for deal in range(20):
        core = self_play(board, ("random", "random"))
        core.play(4, deal)
        assert deal_game(board, 2, 4, deal).first == core.state.first


def test_a_copied_dealer_goes_on_alike() -> None:
    board: Board = load_board("london")
    game = deal_game(board, 2, 1, 0)
    twin = game.copy()
    assert isinstance(twin.dealer, MatchDealer)
    for one in (game, twin):
        while one.actor is not None:
            one.play(one.legal()[0])
    assert game.record() == twin.record()


def test_a_game_without_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The core ends it as `play_game` does, and the result names the fault."""
    whole = SelfPlay
    monkeypatch.setattr(
        "branchline.arena.native.core.SelfPlay",
        lambda tables, policies, **rest: whole(tables, policies, endless=10, **rest),
    )
    (game,) = play_native(load_board("london"), 1, ((0, ("rush", "greedy")),))
    assert [seat.fault for seat in game.seats] == ["would play for ever"] * 2
    assert sum(seat.forfeits for seat in game.seats) == sum(seat.decisions for seat in game.seats) - 10


def test_a_job_is_played_in_the_core_only_if_all_its_bots_live_there() -> None:
    board = load_board("london")
    (inside,) = GamesJob(board, 1, ((0, ("rush", "greedy")),)).play()
    (outside,) = GamesJob(board, 1, ((0, ("rush", "search:worlds=2,threads=1")),)).play()
    assert inside.native
    assert not outside.native
    assert inside.seats[0].cpu is not None
    assert outside.bots == ("rush", "search:worlds=2,threads=1")
    assert [(seat.forfeits, seat.fault) for seat in outside.seats] == [(0, "")] * 2
