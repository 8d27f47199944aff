"""search: fair, repeatable by rollouts whatever the threads, punctual by time, and careful."""

import random
import time
from array import array
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from branchline import Game, board_names, load_board
from branchline.bots import clock_seconds, exact_spec, make_bot
from branchline.bots.registry import VERSION
from branchline.bots.search_bot import (
    STATIONS,
    Search,
    SearchBot,
    Style,
    find_candidates,
    find_more_candidates,
    make_thinker,
)
from branchline.core import COMPILED
from branchline.core.search.duels import Duels
from branchline.game.codec import board_codec

pytestmark = pytest.mark.skipif(not COMPILED, reason="rollouts want C")


def midgame(board: str, seats: int = 2, moves: int = 30) -> Game:
    game = Game(board, seats=seats, seed=9)
    bot = make_bot("hybrid")
    for _ in range(moves):
        if game.actor is not None:
            game.play(bot.choose(game.view(game.actor)))
    return game


@pytest.mark.parametrize("board", board_names())
def test_two_worlds_that_look_the_same_give_the_same_move(board: str) -> None:
    """H1, through `determinise`: the hidden cards and tickets differ, the view and so the move do not."""
    game = midgame(board, moves=20)
    seat = game.actor
    view = game.view(seat)
    worlds = [view.determinise(random.Random(n)).view(seat) for n in (1, 2)]
    with make_bot("search:rollouts=60", seed=5) as bot:
        assert bot.choose(worlds[0]) == bot.choose(worlds[1]) == bot.choose(view)
        assert bot.forfeits == 0


@pytest.mark.parametrize("board", board_names())
def test_with_many_rollouts_moves_are_compared_that_the_policy_does_not_think_of(board: str) -> None:
    """The policy's candidates stay first; the others are legal, and follow from what the seat knows alone (H1)."""
    thinker = make_thinker(load_board(board), 2, Style())
    game = midgame(board, moves=24)
    added = 0
    for _ in range(6):
        view = game.view(game.actor)
        usual = find_candidates(view, view.knowledge(), thinker.policy, 5)
        more = find_more_candidates(view, view.knowledge(), thinker, 5, STATIONS, 8)
        assert more[: len(usual)] == usual
        assert len(usual) <= len(more) <= len(usual) + 8
        assert len(set(more)) == len(more)
        assert {board_codec(view.board).action(number, view.offer) for number in more} <= set(view.legal)
        twin = view.determinise(random.Random(3)).view(game.actor)
        assert find_more_candidates(twin, twin.knowledge(), thinker, 5, STATIONS, 8) == more
        added += len(more) - len(usual)
        game.play(make_bot("hybrid").choose(view))
    assert added


def test_few_rollouts_are_kept_for_the_policys_candidates() -> None:
    assert [SearchBot(rollouts=rollouts).extras for rollouts in (40, 250)] == [0, 0]
    assert SearchBot(rollouts=400).extras == SearchBot(seconds=0.2).extras == SearchBot(worlds=40).extras > 0
    assert SearchBot(rollouts=400, extras=2).extras == 2


def test_rollouts_do_not_depend_on_the_threads() -> None:
    game = midgame("usa")
    for _ in range(6):
        view, moves = game.view(game.actor), set()
        for threads in (1, 2, 3):
            with make_bot(f"search:rollouts=300,threads={threads}", seed=2) as bot:
                moves.add(bot.choose(view))
        assert len(moves) == 1
        game.play(moves.pop())


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("pace", [0.0003, 0.002, 0.03])
def test_what_was_found_by_time_is_found_again_by_as_many_worlds(threads: int, pace: float) -> None:
    """However the clock divided the worlds into rounds, with whatever threads."""
    with ThreadPoolExecutor(3) as pool:
        ticks = random.Random(f"{threads} {pace}")
        now = 0.0

        def clock() -> float:
            nonlocal now
            now += pace * ticks.uniform(0.1, 3.0)
            return now

        search = Search([Oracle()] * threads, 1, pool)  # type: ignore[list-item]
        best = search.by_time(0.2, clock)
        again = Search([Oracle()], 1, pool)  # type: ignore[list-item]
        assert again.by_worlds(search.duels.worlds) == best
        assert (again.duels.worlds, again.duels.active) == (search.duels.worlds, search.duels.active)
        assert [again.duels.mean(i) for i in range(4)] == [search.duels.mean(i) for i in range(4)]


@pytest.mark.parametrize("board", board_names())
def test_a_search_by_time_has_an_exact_spec(board: str) -> None:
    game = midgame(board, seats=3)
    for seed in range(3):
        view = game.view(game.actor)
        with make_bot("search:time=0.03", seed) as bot:
            move = bot.choose(view)
            spec, _, version = exact_spec(bot).partition("@")
        assert (spec.partition("=")[0], version) == ("search:worlds", str(VERSION))
        with make_bot(spec, seed) as again:
            assert again.choose(view) == move
            assert exact_spec(again) == f"{spec}@{VERSION}"
        game.play(move)


def test_time_is_kept() -> None:
    """Within a tenth on an idle machine; here twice that, and the best of three, as others may be at work."""
    game = midgame("usa", moves=10)
    view = game.view(game.actor)
    taken = []
    with make_bot("search:time=0.3") as bot:
        for _ in range(3):
            before = time.perf_counter()
            bot.choose(view)
            taken.append(time.perf_counter() - before)
    assert min(taken) < 0.36


class Oracle:
    """Stands for a Rollout whose candidate 1 is better, 2 worse and 3 no different."""

    count = 4

    def run(self, seed: int, first: int, worlds: int, active: int, out: list[float]) -> None:
        for row in range(worlds):
            luck = random.Random(first + row).random()
            for i, edge in enumerate((0.0, 0.3, -0.3, 0.0)):
                out[row * 4 + i] = luck + edge + 0.2 * random.Random(10 * (first + row) + i).random()


def test_depth_grows_with_rollouts_with_seats_and_with_the_length_of_the_game() -> None:
    usa, london = load_board("usa"), load_board("london")
    depths = [SearchBot(rollouts=rollouts).rollout_depth(usa, 2) for rollouts in (40, 100, 400, 1600)]
    assert depths == sorted(depths)
    assert depths[0] < depths[1] < depths[2]
    by_time = SearchBot(seconds=0.2)
    assert by_time.rollout_depth(usa, 2) == depths[-1]
    assert by_time.rollout_depth(usa, 4) == 2 * depths[-1]
    assert by_time.rollout_depth(london, 2) < depths[-1]
    assert SearchBot(depth=3).rollout_depth(usa, 2) == 3


def test_the_gate_lets_only_the_better_move_through() -> None:
    with ThreadPoolExecutor(1) as pool:
        search = Search([Oracle()], 1, pool)  # type: ignore[list-item]
        assert search.by_rollouts(400) == 1
        assert not search.duels.active >> 2 & 1


def test_a_difference_without_certainty_keeps_the_policys_move() -> None:
    duels = Duels()
    duels.begin(2)
    duels.add(array("d", [0.0, 1.0, 0.0, -0.9, 0.0, 1.0, 0.0, -0.9]), 0, 4)
    assert duels.mean(1) > 0
    assert duels.best() == 0


@pytest.mark.parametrize("seed", [2**64 - 1, 2**63, -1, 10**40])
@pytest.mark.parametrize("spec", ["search:rollouts=30,threads=1", "hybrid", "random"])
def test_any_whole_number_is_a_seed(spec: str, seed: int) -> None:
    game = midgame("london", moves=12)
    with make_bot(spec, seed) as bot, make_bot(spec, seed) as twin:
        assert bot.choose(game.view(game.actor)) == twin.choose(game.view(game.actor))
        assert bot.problems == []


def test_cpu_time_counts_only_the_work_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long others have the processor meanwhile, so that searches can be compared on a busy machine."""
    seconds = count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(seconds)))
    game = midgame("usa", moves=10)
    view = game.view(game.actor)
    with make_bot("search:cpu=0.05") as bot, make_bot("search:time=0.05,threads=1") as interrupted:
        assert bot.choose(view) in view.legal
        interrupted.choose(view)
        assert isinstance(bot, SearchBot)
        assert isinstance(interrupted, SearchBot)
        assert bot.played > interrupted.played == 1
        assert bot.threads == 1
        assert exact_spec(bot) == f"search:worlds={bot.played}@{VERSION}"
    assert clock_seconds("search:cpu=0.05") == 0.05
