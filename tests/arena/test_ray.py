"""The arena and studies on a Ray cluster, one node of which dies in the middle (`make raytest` installs Ray for it)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from branchline.arena import Match, ResultStore, make_lineups, play_match
from branchline.arena.executors import Inline, RayExecutor
from branchline.study import study_board

from .fakes import LONDON
from .test_match import timeless

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.fixture
def cluster() -> Iterator[Any]:
    ray = pytest.importorskip(
        "ray", reason="Ray is not installed: `make raytest` installs it and runs this test"
    )
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def test_a_node_that_dies_in_the_middle_changes_nothing(cluster: Any) -> None:
    # through views, so that a game is under way on the node that dies; no clock, so that it can be repeated
    match = Match(LONDON, tuple(make_lineups(["greedy", "search:rollouts=50,threads=1"], 2)), 40, seed=5)
    second = cluster.add_node(num_cpus=1)
    executor = RayExecutor(cluster.address)
    assert cluster.wait_for_nodes() is None
    store, seen = ResultStore(), 0

    def watch(games: int) -> bool:
        nonlocal seen
        seen += games
        if seen - games < 20 <= seen:
            cluster.remove_node(second, allow_graceful=False)
        return False

    play_match(match, store, executor, watch)
    alone = ResultStore()
    play_match(match, alone, Inline())
    assert len(store.games) == match.games == 80
    assert timeless(store) == timeless(alone)
    assert not any(seat.forfeits for game in store.games.values() for seat in game.seats)


def test_a_study_on_a_cluster_says_the_same_as_in_one_process(cluster: Any) -> None:
    cluster.add_node(num_cpus=1)
    pool, seen = ("hybrid", "rush"), 0

    def watch(games: int) -> bool:
        nonlocal seen
        seen += games
        return False

    there = study_board(LONDON, pool, 2, 900, executor=RayExecutor(cluster.address), watch=watch)
    assert seen == 900
    assert there == study_board(LONDON, pool, 2, 900)
