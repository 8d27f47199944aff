"""Matches: played, stopped, continued, and what goes wrong with bots."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from branchline import BranchlineError
from branchline.arena import GameResult, Match, ResultStore, make_lineups, play_match
from branchline.arena.executors import Inline
from branchline.arena.jobs import GamesJob, turns_of
from branchline.arena.players import cores_for
from branchline.arena.reports.summary import bot_summaries, cross, faults, lineup_summaries

from .fakes import LONDON, result

pytestmark = pytest.mark.usefixtures("fakes")


def pairs(*bots: str, deals: int = 6, limit: float = 5.0) -> Match:
    return Match(LONDON, tuple(make_lineups(bots, 2)), deals, seed=3, limit=limit)


def timeless(store: ResultStore) -> list[GameResult]:
    """The results in order, without the time they took."""
    return [
        msgspec.structs.replace(
            game, seats=tuple(msgspec.structs.replace(seat, cpu=None) for seat in game.seats)
        )
        for game in sorted(store.games.values(), key=lambda game: game.key)
    ]


class Watch:
    """Adds up what comes in; stops a match after so many batches."""

    def __init__(self, stop: int = 10**6) -> None:
        self.stop, self.batches, self.games = stop, 0, 0

    def __call__(self, games: int) -> bool:
        self.batches += 1
        self.games += games
        return self.batches == self.stop


def test_every_game_of_a_match_is_played_once() -> None:
    match, store = pairs("guess", "builder", "guess2"), ResultStore()
    watch = Watch()
    play_match(match, store, Inline(), watch)
    assert len(store.games) == match.games == watch.games == 3 * 6 * 2
    for lineup in match.lineups:
        for games in match.results(store, lineup):
            assert {game.bots for game in games} == {lineup.bots, lineup.bots[::-1]}
            assert len({game.first for game in games}) == 1
    play_match(match, store, Inline(), watch)
    assert watch.games == match.games  # nothing was left to play


def test_the_same_match_gives_the_same_results() -> None:
    stores = [ResultStore(), ResultStore()]
    for store in stores:
        play_match(pairs("guess", "builder"), store, Inline())
    assert timeless(stores[0]) == timeless(stores[1])


def test_a_run_that_was_stopped_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    match = pairs("guess", "builder", "guess2")
    whole = ResultStore()
    play_match(match, whole, Inline())
    for stop in (1, 4, 9):
        with ResultStore(tmp_path / "games.jsonl") as store:
            play_match(match, store, Inline(), Watch(stop))
    with (tmp_path / "games.jsonl").open("ab") as file:
        file.write(b'{"board":"london","dig')  # killed while writing
    with ResultStore(tmp_path / "games.jsonl") as store:
        assert len(store.games) == 2 * (1 + 4 + 9)
        play_match(match, store, Inline())
    lines = (tmp_path / "games.jsonl").read_bytes().splitlines()
    assert len(lines) == match.games  # nothing twice
    with ResultStore(tmp_path / "games.jsonl") as store:
        assert timeless(store) == timeless(whole)
        for make in (bot_summaries, lineup_summaries):
            strip = [msgspec.structs.replace(line, cpu_ms=None) for line in make(match, store)]
            assert strip == [msgspec.structs.replace(line, cpu_ms=None) for line in make(match, whole)]


def test_a_deal_counts_once_all_its_seatings_are_played() -> None:
    match, store = pairs("guess", "builder", deals=2), ResultStore()
    store.add([result({"guess": 1, "builder": 2}, 0, 3), result({"builder": 1, "guess": 2}, 0, 3)])
    store.add([result({"guess": 1, "builder": 2}, 1, 3)])
    (lineup,) = match.lineups
    assert [len(games) for games in match.results(store, lineup)] == [2]
    line, _ = bot_summaries(match, store)
    assert (line.games, line.win.value) == (2, 0.5)
    missing = [job.games for job in match.jobs(store, 1)]
    assert missing == [((1, ("builder", "guess")),)]


def test_more_games_use_those_that_are_there() -> None:
    store = ResultStore()
    play_match(pairs("guess", "builder", deals=2), store, Inline())
    watch = Watch()
    play_match(pairs("guess", "builder", deals=5), store, Inline(), watch)
    assert watch.games == 6


def test_tables_outside_the_core_may_have_fewer_games() -> None:
    match = pairs("rush", "greedy", "guess", deals=50)._replace(slow_deals=4)
    assert [match.deals_for(lineup) for lineup in match.lineups] == [50, 4, 4]
    assert match.games == 2 * (50 + 4 + 4)
    jobs = list(match.jobs(ResultStore(), 1))
    assert sum(len(job.games) for job in jobs) == match.games
    assert [len(job.games) for job in jobs if "guess" in job.games[0][1]] == [2] * 8


def test_tables_with_a_search_may_have_fewer_games() -> None:
    match = pairs("rush", "greedy", "search:rollouts=20", deals=50)._replace(slow_deals=4)
    assert [match.deals_for(lineup) for lineup in match.lineups] == [50, 4, 4]


def test_two_runs_cannot_share_a_file(tmp_path: Path) -> None:
    with ResultStore(tmp_path / "games.jsonl"), pytest.raises(BranchlineError, match="another run"):
        ResultStore(tmp_path / "games.jsonl")


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(msgspec.json.encode(result({"a": 1, "b": 2})) + b"\nhello\n")
    with pytest.raises(BranchlineError, match="line 2: this is no result"):
        ResultStore(tmp_path / "games.jsonl")


def test_only_the_beginning_of_a_result_is_taken_for_a_torn_one(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("what I always wanted to say")
    with pytest.raises(BranchlineError, match="line 1: this is no result of a game"):
        ResultStore(path)
    assert path.read_text() == "what I always wanted to say"
    for torn in ('{"bo', '{"board":"london","digest":"2bf'):
        path.write_text(torn)
        with ResultStore(path) as store:
            assert not store.games
        assert path.read_text() == ""


def test_alone_against_a_table_only_the_one_is_measured() -> None:
    match = Match(LONDON, tuple(make_lineups(["builder", "guess"], 3)), 4, seed=1)
    store = ResultStore()
    play_match(match, store, Inline())
    lines = {line.bot: line for line in bot_summaries(match, store)}
    assert {bot: line.games for bot, line in lines.items()} == {"builder": 12, "guess": 12}
    assert set(cross(match, store)) == {("builder", "guess"), ("guess", "builder")}
    assert lines["builder"].win.value > lines["guess"].win.value


def test_the_figures_of_a_bot_add_up() -> None:
    match = Match(LONDON, tuple(make_lineups(["builder", "guess", "guess2"], 3, "mixed")), 5)
    store = ResultStore()
    play_match(match, store, Inline())
    lines = bot_summaries(match, store)
    assert sum(line.win.value for line in lines) == pytest.approx(1)
    for line in lines:
        parts = line.routes + line.tickets + line.longest + line.stations + line.districts
        assert parts == pytest.approx(line.total)
        assert line.points_per_turn == pytest.approx(line.total / line.turns)
        assert line.cpu_ms is not None
        assert line.games == 15


WHY_NOT_PASS = "pass is not possible now; tickets are to be chosen: keep …"


@pytest.mark.parametrize(
    ("bot", "said"),
    [("crash", "RuntimeError: off the rails"), ("nonsense", f"not legal: pass ({WHY_NOT_PASS})")],
)
def test_a_bot_that_fails_forfeits_its_decision_and_the_result_says_so(bot: str, said: str) -> None:
    match, store = pairs(bot, "guess", deals=2), ResultStore()
    play_match(match, store, Inline())
    (found,) = faults(store.games.values())
    assert (found.bot, found.games, found.first) == (bot, 4, said)
    lines = {line.bot: line for line in bot_summaries(match, store)}
    assert lines[bot].forfeits == found.decisions > 0
    assert lines["guess"].forfeits == 0


def test_a_bot_that_hangs_is_interrupted_and_soon_not_asked_any_more() -> None:
    (game,) = GamesJob(LONDON, 1, ((0, ("hang", "guess")),), limit=0.05).play()
    assert game.seats[0].fault == "took more than 0.05 s"
    assert game.seats[0].forfeits == game.seats[0].decisions > 10


def test_a_game_without_end_is_ended_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.arena.jobs.ENDLESS", 10)
    (game,) = GamesJob(LONDON, 1, ((0, ("guess", "builder")),)).play()
    assert [seat.fault for seat in game.seats] == ["would play for ever"] * 2
    assert sum(seat.forfeits for seat in game.seats) == sum(seat.decisions for seat in game.seats) - 10


def test_turns_go_round_from_the_first_seat() -> None:
    assert [turns_of(seat, 7, 1, 3) for seat in range(3)] == [2, 3, 2]
    assert [turns_of(seat, 0, 1, 3) for seat in range(3)] == [0, 0, 0]


def test_a_table_needs_the_cores_of_its_widest_bot() -> None:
    assert cores_for(("rush", "guess")) == 1
    assert cores_for(("guess", "wide")) == 4
    match = pairs("guess", "wide", "builder", deals=1)
    assert {job.games[0][1] for job in match.jobs(ResultStore(), 1)} == {("guess", "builder")}
    assert len(list(match.jobs(ResultStore(), 4))) == 2


def test_a_file_of_results_from_before_the_renaming_is_read_and_added_to(tmp_path: Path) -> None:
    """tests/arena/results_0_1.jsonl was written by `branchline arena rush greedy exec:false` of an earlier version."""
    file = tmp_path / "games.jsonl"
    file.write_bytes((Path(__file__).parent / "results_0_1.jsonl").read_bytes())
    before = file.read_bytes()
    match = Match(LONDON, tuple(make_lineups(["rush", "greedy", "exec:false"], 2)), 1)
    watch = Watch()
    with ResultStore(file) as store:
        assert len(store.games) == 6
        play_match(match, store, Inline(), watch)  # the same deals are not played again
        assert watch.games == 0
        assert [one.bot for one in faults(store.games.values())] == ["exec:false"]
        for game in store.games.values():  # and are the games that would be played today
            if game.native:
                (again,) = GamesJob(LONDON, game.seed, ((game.deal, game.bots),)).play()
                assert [seat.total for seat in again.seats] == [seat.total for seat in game.seats]
        play_match(match._replace(deals=2), store, Inline(), watch)
    assert watch.games == 6
    assert file.read_bytes().startswith(before)
