"""Reviews: chances, errors and luck add up, and do not depend on threads, stops or stores."""

from __future__ import annotations

from array import array
from pathlib import Path

import msgspec
import pytest

from branchline import BranchlineError, Game, load_board
from branchline.errors import RecordError
from branchline.review import FileStore, Review, review
from branchline.review.analysis import Analysis, claims_of_halves
from branchline.review.judge import accuracy, make_luck
from branchline.review.levels import LEVELS, TO_THE_END, deeper, find_level
from branchline.review.result import VERSION
from branchline.review.review import judge_moves
from branchline.review.walk import walk

from .games import played

LANTERN = Path(__file__).parents[2] / "examples" / "boards" / "lantern.toml"


@pytest.fixture(scope="module")
def quick() -> Review:
    return review(played(), "quick")


def test_there_is_a_point_for_every_position_with_chances_that_add_up(quick: Review) -> None:
    assert [point.ply for point in quick.points] == list(range(len(quick.moves) + 1))
    for point in quick.points:
        assert sum(point.open.chance) == pytest.approx(1, abs=1e-4)
        assert point.known is None or sum(point.known.chance) == pytest.approx(1, abs=1e-4)
        assert all(margin >= 0 for margin in point.open.margin)
    assert quick.points[-1].open.chance == tuple(seat.won for seat in quick.seats)


def with_the_other_half(game: Game) -> tuple[Game, int]:
    """The same game until somebody claims a half of a free double route of one colour: then the other half, and on."""
    moves = [entry for entry in game.log if entry.seat is not None]
    for ply, entry in enumerate(moves):
        other = entry.move.replace("/1 ", "/2 ")
        before = Game.replay(game.record(), ply=ply)
        if entry.move.startswith("claim ") and other != entry.move and before.why_not(other) is None:
            before.play(other)
            while before.actor is not None:
                before.play(before.legal()[0])
            return before, ply
    raise AssertionError("nobody claims a double route of one colour")


def test_both_halves_of_a_double_route_of_one_colour_are_one_candidate(quick: Review) -> None:
    changed, ply = with_the_other_half(played())
    other = review(changed, "quick")
    parts = [
        next(part for one in found.decisions for part in one.parts if part.ply == ply)
        for found in (quick, other)
    ]
    assert "/1 " in parts[0].candidates[parts[0].played].move
    assert "/2 " in parts[1].candidates[parts[1].played].move
    assert (parts[0].loss, parts[0].error) == (parts[1].loss, parts[1].error)
    assert [one.value for one in parts[0].candidates] == [one.value for one in parts[1].candidates]


def test_halves_of_a_double_route_that_differ_in_more_than_colour_stay_two_candidates(tmp_path: Path) -> None:
    file = tmp_path / "isles.toml"
    text = LANTERN.read_text(encoding="utf-8")
    half = next(line for line in text.splitlines() if "double = true" in line and '"gray"' in line)
    assert text.count(half) == 2
    assert "ferry" not in half
    assert claims_of_halves(load_board(LANTERN))
    file.write_text(
        text.replace(half, half.replace("double = true", "ferry = 1, double = true"), 1), encoding="utf-8"
    )
    assert claims_of_halves(load_board(file)) == {}


def test_a_review_is_short_where_it_is_printed(quick: Review) -> None:
    assert repr(quick) == f"<Review london, 2 seats, {len(quick.moves)} moves, level quick>"


def test_a_ledger_is_a_sum(quick: Review) -> None:
    for seat in quick.seats:
        book = seat.ledger
        parts = book.start + book.luck + book.own + book.others + book.residual
        assert parts == pytest.approx(book.result, abs=1e-4)
        assert seat.adjusted == pytest.approx(book.result - book.luck, abs=1e-4)
    for part in ("start", "luck", "residual", "result"):
        total = sum(getattr(seat.ledger, part) for seat in quick.seats)
        assert total == pytest.approx(1 if part in ("start", "result") else 0, abs=1e-3)


def test_luck_is_shared_by_all_seats_and_belongs_to_what_was_dealt(quick: Review) -> None:
    game = played()
    dealt = {ply: entry.chance for ply, entry in enumerate(game.log, -1) if entry.chance}
    assert {one.ply: one.dealt for one in quick.luck} == dealt
    for one in quick.luck:
        assert sum(one.luck) == pytest.approx(0, abs=1e-4)
    assert quick.luck[0].kind == "deal"
    assert {one.kind for one in quick.luck} <= {"deal", "blind", "row", "tunnel", "tickets"}


def test_rollouts_to_the_end_explain_games_of_the_reference_player_by_luck_alone() -> None:
    """Its moves are those of the rollouts, so nothing but chance changes what they expect."""
    game = played("london", ("hard", "hard"))
    level = deeper(msgspec.structs.replace(find_level("quick"), rollouts=3, deals=20))
    found = Analysis(walk(game)).run(level)
    luck = make_luck(walk(game), found)
    for seat in range(2):
        total = found.start[seat] + sum(one.luck[seat] for one in luck)
        assert total == pytest.approx(found.end[seat], abs=1e-3)


def test_a_large_residual_is_looked_into_to_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played()
    for name in ("quick", "standard"):
        shallow = msgspec.structs.replace(find_level("quick"), name=name, rounds=1)
        monkeypatch.setitem(LEVELS, name, shallow)
    once, twice = review(game, "quick"), review(game, "standard")
    assert any(seat.large_residual for seat in once.seats)
    assert (once.budget.refined, once.budget.rounds) == (False, 1), "quick only says so"
    assert (twice.budget.refined, twice.budget.rounds) == (True, TO_THE_END)
    for seat in twice.seats:
        assert seat.ledger.residual == pytest.approx(0, abs=1e-3)
        assert not seat.large_residual
    assert [one.loss for one in twice.decisions] == [one.loss for one in once.decisions], (
        "errors need no second look"
    )


def test_a_ledger_that_explains_the_game_needs_no_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        LEVELS, "standard", msgspec.structs.replace(deeper(find_level("quick")), name="standard")
    )
    found = review(played(), "standard")
    assert found.budget.refined is False
    assert not any(seat.large_residual for seat in found.seats)


def test_the_move_played_is_always_among_the_candidates(quick: Review) -> None:
    plies = []
    for decision in quick.decisions:
        for part in decision.parts:
            assert part.candidates[part.played].move == quick.moves[part.ply]
            assert part.candidates[part.played].gain == 0
            assert list(part.candidates) == sorted(part.candidates, key=lambda one: -one.gain)
            plies.append(part.ply)
        assert decision.loss >= 0
        assert decision.loss <= sum(part.loss for part in decision.parts) + 1e-4
    assert plies == list(range(len(quick.moves)))


def test_both_cards_of_a_turn_are_one_decision(quick: Review) -> None:
    second = [point.ply for point in quick.points if point.phase == "second_card"]
    assert second
    assert [one.parts[1].ply for one in quick.decisions if len(one.parts) == 2] == second


def test_labels_go_by_clear_losses(quick: Review) -> None:
    least = {"blunder": 0.08, "mistake": 0.04, "inaccuracy": 0.02}
    for one in quick.decisions:
        if one.label in least:
            assert one.loss >= least[one.label]
            assert one.loss > 2 * one.error
            assert one.explanations
        assert one.unclear == (0 < one.loss <= 2 * one.error)


def test_the_weaker_bot_errs_more(quick: Review) -> None:
    novice, hard = quick.seats
    assert novice.rating > hard.rating
    assert novice.accuracy < hard.accuracy


def test_errors_are_the_same_when_moves_alone_are_judged(quick: Review) -> None:
    for errors, seat in zip(judge_moves(played(), find_level("quick")), quick.seats, strict=True):
        for name, figure in errors._asdict().items():
            assert max(0, figure) == getattr(seat, name), name


def test_means_are_taken_of_losses_before_they_are_cut_off_at_zero(quick: Review) -> None:
    """Otherwise noise alone would make every player look worse, and good players most."""
    for seat in quick.seats:
        counted = [one for one in quick.decisions if one.seat == seat.seat and one.counted]
        assert all(one.estimate <= one.loss for one in counted)
        assert min(one.estimate for one in counted) < 0
        mean = sum(one.estimate for one in counted) / len(counted)
        assert seat.rating == pytest.approx(max(0, 1000 * mean), abs=0.02)


def test_nothing_is_dealt_after_a_claim_so_the_next_position_is_the_expected_one() -> None:
    """What is then read off the next position is what rollouts after the move would have said."""
    steps = walk(played())
    level = find_level("quick")
    work = Analysis(steps, threads=1)
    courses = work.run(level).courses
    thinker, out = work.idle.get(), array("d", [0.0] * 6)
    found = 0
    for step, course in zip(steps.steps[:-1], courses, strict=False):
        if not course.chance and course.expected != course.policy:
            far = step.state.turns + 1 + 2 * level.rounds
            thinker.outlook.follow(step.state, step.action, far, far, level.rollouts, work.seed, out)
            assert course.expected == pytest.approx(tuple(out[:2]))
            found += 1
    assert found


def test_accuracy_falls_from_100() -> None:
    assert accuracy(0) == 100
    assert 100 > accuracy(0.02) > accuracy(0.1) > accuracy(0.5) >= 0


def test_json_gives_the_review_back(quick: Review) -> None:
    assert Review.from_json(quick.to_json()) == quick
    with pytest.raises(BranchlineError, match="this is no review"):
        Review.from_json(b'{"version": 1}')
    other = quick.to_json().replace(f'"version":{VERSION}'.encode(), b'"version":99', 1)
    with pytest.raises(BranchlineError, match="version 99"):
        Review.from_json(other)


def test_threads_change_nothing(quick: Review) -> None:
    assert review(played(), "quick", threads=1) == quick
    assert review(played(), "quick", threads=3) == quick


def test_a_stopped_review_goes_on_from_its_store(quick: Review, tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done == total // 2:
            raise Enough

    with FileStore(tmp_path / "reviews.sqlite") as store:
        with pytest.raises(Enough):
            review(played(), "quick", stop, store)
        kept = len(store)
        assert kept >= len(quick.moves) // 2
        seen: list[tuple[int, int]] = []
        assert review(played(), "quick", lambda *step: seen.append(step), store) == quick
        assert seen[-1][0] == seen[-1][1]
        assert len(store) > kept


def test_a_review_from_a_store_computes_nothing(quick: Review) -> None:
    class Memory(dict[str, bytes]):
        def put(self, key: str, value: bytes) -> None:
            assert key not in self
            self[key] = value

    memory = Memory()
    assert review(played(), "quick", store=memory) == quick
    assert review(played(), "quick", store=memory) == quick


def test_the_text_of_a_record_will_do(quick: Review) -> None:
    assert review(played().record(), "quick") == quick


def test_what_can_not_be_reviewed_says_why() -> None:
    with pytest.raises(BranchlineError, match="not over: after 0 moves seat 0 is to move"):
        review(Game("london", seats=2, seed=1))
    with pytest.raises(BranchlineError, match="there is no level 'slow': there are quick, standard, deep"):
        review(played(), "slow")
    with pytest.raises(RecordError, match="line 1"):
        review("nonsense")


def test_a_board_without_a_network_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.review.analysis.find_network", lambda board, seats: None)
    with pytest.raises(BranchlineError, match="`branchline train` makes it"):
        review(played(), "quick")


def test_a_game_that_began_in_a_position_has_no_luck_of_the_deal() -> None:
    game = Game.setup("london", hands=({"blue": 2}, {"green": 2}), cars=(3, 17), seats=2, seed=4)
    while not game.over:
        legal = game.legal()
        game.play(next((one for one in legal if one.kind == "claim"), legal[0]))
    found = review(game, "quick")
    assert all(one.kind != "deal" for one in found.luck)
    for seat in found.seats:
        assert seat.ledger.start == pytest.approx(found.points[0].open.chance[seat.seat], abs=1e-3)


def test_levels_grow() -> None:
    quick, standard, deep = LEVELS.values()
    assert quick.rollouts < standard.rollouts < deep.rollouts
    assert quick.worlds < standard.worlds + standard.more < deep.worlds + deep.more


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_it_works_on_other_boards_with_more_seats(name: str) -> None:
    game = played(name, ("easy", "hard", "easy"))
    found = review(game, "quick")
    assert found.board == load_board(name).id
    assert len(found.seats) == 3
