"""Matches in the core: the deal belongs to seed and index, whoever plays."""

from array import array

import pytest

from branchline import load_board
from branchline.core import COMPILED
from branchline.core.policies.policy import POLICIES, Policy
from branchline.core.rules.tables import Tables
from branchline.core.search.self_play import FIELDS, SelfPlay

USA = Tables(load_board("usa"))


def figures(names: tuple[str, ...], games: int, first: int = -1, seed: int = 1) -> list[dict[str, int]]:
    match = SelfPlay(USA, [Policy(name) for name in names])
    out = array("i", bytes(4 * games * len(names) * len(FIELDS)))
    match.run(seed, 0, games, first, out)
    n = len(FIELDS)
    return [dict(zip(FIELDS, out[i : i + n], strict=True)) for i in range(0, len(out), n)]


def wins(name: str, other: str, games: int) -> float:
    """Win share over both seatings of each deal."""
    won = 0.0
    for mine, names in ((0, (name, other)), (1, (other, name))):
        rows = figures(names, games // 2)
        for own, rival in zip(rows[mine::2], rows[1 - mine :: 2], strict=True):
            won += 1.0 if own["rank"] < rival["rank"] else 0.5 if own["rank"] == rival["rank"] else 0.0
    return won / games


def test_a_game_repeats_by_seed_and_index_alone() -> None:
    whole = figures(("random", "hybrid"), 6)
    match = SelfPlay(USA, [Policy("random"), Policy("hybrid")])
    match.play(1, 4)
    assert [match.result(0), match.result(1)] == whole[8:10]
    assert figures(("random", "hybrid"), 6, seed=2) != whole


def test_the_deal_does_not_depend_on_the_players() -> None:
    """The same starting hands, row and tickets, and the same first seat."""
    seen = set()
    for names in (("random", "greedy"), ("hybrid", "rush")):
        match = SelfPlay(USA, [Policy(name) for name in names])
        for index in range(5):
            match.play(7, index)
            seen.add((index, match.state.first))
    assert len(seen) == 5


def test_the_figures_add_up() -> None:
    for row in figures(("hybrid", "planner", "rush"), 5):
        assert row["total"] == sum(
            row[part] for part in ("routes", "tickets", "longest", "stations", "districts")
        )
        assert 0 <= row["tickets_done"] <= row["tickets_held"]
        assert row["decisions"] > row["turns"] > 10


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
@pytest.mark.parametrize("name", POLICIES)
def test_every_game_ends(name: str) -> None:
    """U4: five seats that hoard the cards must not try the same tunnels in vain for ever."""
    europe = Tables(load_board("europe"))
    match = SelfPlay(europe, [Policy(name) for _ in range(5)])
    match.run(5, 0, 400, -1, array("i", bytes(4 * 400 * 5 * len(FIELDS))))
    assert max(match.result(seat)["decisions"] for seat in range(5)) < 200


def test_a_game_without_end_is_ended_by_chance_and_told() -> None:
    """No policy is known to play for ever; here one is taken to, as soon as it has made ten moves."""
    match = SelfPlay(USA, [Policy("hybrid"), Policy("rush")], endless=10)
    match.play(1, 0)
    ended = [match.result(seat) for seat in range(2)]
    assert sum(seat["forfeits"] for seat in ended) == sum(seat["decisions"] for seat in ended) - 10
    assert sorted(seat["rank"] for seat in ended) == [1, 2]
    match.play(1, 0)
    assert [match.result(seat) for seat in range(2)] == ended
    assert all(row["forfeits"] == 0 for row in figures(("hybrid", "rush"), 3))


def test_results_need_room() -> None:
    with pytest.raises(ValueError, match="room"):
        SelfPlay(USA, [Policy("greedy")] * 2).run(1, 0, 2, -1, array("i", [0]))


@pytest.mark.skipif(not COMPILED, reason="hundreds of games")
@pytest.mark.parametrize(
    ("name", "other", "least"),
    [
        ("greedy", "random", 0.97),
        ("rush", "planner", 0.65),
        ("hybrid", "rush", 0.55),
        ("hybrid", "one-step", 0.65),
    ],
)
def test_the_ladder_stands(name: str, other: str, least: float) -> None:
    """Far below the measured rates (docs/bots.md), so that only a real loss of strength fails."""
    assert wins(name, other, 400) >= least
