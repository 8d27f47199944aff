"""Matches: played, stopped, continued, and what goes wrong with bots."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from branchline import BranchlineError
from branchline.arena import GameResult, Match, Store, Table, play_match, tables
from branchline.arena.executors import Inline
from branchline.arena.job import Job
from branchline.arena.match import table_cores
from branchline.arena.play import play_job, turns_of
from branchline.arena.summary import bot_lines, cross, faults, table_lines

from .fakes import LONDON, result

pytestmark = pytest.mark.usefixtures("fakes")


def pairs(*bots: str, deals: int = 6, limit: float = 5.0) -> Match:
    return Match(LONDON, tuple(tables(bots, 2)), deals, seed=3, limit=limit)


def timeless(store: Store) -> list[GameResult]:
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
    match, store = pairs("guess", "builder", "guess2"), Store()
    watch = Watch()
    play_match(match, store, Inline(), watch)
    assert len(store.games) == match.games == watch.games == 3 * 6 * 2
    for table in match.tables:
        for games in match.results(store, table):
            assert {game.bots for game in games} == {table.bots, table.bots[::-1]}
            assert len({game.first for game in games}) == 1
    play_match(match, store, Inline(), watch)
    assert watch.games == match.games  # nothing was left to play


def test_the_same_match_gives_the_same_results() -> None:
    stores = [Store(), Store()]
    for store in stores:
        play_match(pairs("guess", "builder"), store, Inline())
    assert timeless(stores[0]) == timeless(stores[1])


def test_a_run_that_was_stopped_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    match = pairs("guess", "builder", "guess2")
    whole = Store()
    play_match(match, whole, Inline())
    for stop in (1, 4, 9):
        with Store(tmp_path / "games.jsonl") as store:
            play_match(match, store, Inline(), Watch(stop))
    with (tmp_path / "games.jsonl").open("ab") as file:
        file.write(b'{"board":"london","dig')  # killed while writing
    with Store(tmp_path / "games.jsonl") as store:
        assert len(store.games) == 2 * (1 + 4 + 9)
        play_match(match, store, Inline())
    lines = (tmp_path / "games.jsonl").read_bytes().splitlines()
    assert len(lines) == match.games  # nothing twice
    with Store(tmp_path / "games.jsonl") as store:
        assert timeless(store) == timeless(whole)
        for make in (bot_lines, table_lines):
            strip = [msgspec.structs.replace(line, cpu_ms=None) for line in make(match, store)]
            assert strip == [msgspec.structs.replace(line, cpu_ms=None) for line in make(match, whole)]


def test_a_deal_counts_once_all_its_seatings_are_played() -> None:
    match, store = pairs("guess", "builder", deals=2), Store()
    store.add([result({"guess": 1, "builder": 2}, 0, 3), result({"builder": 1, "guess": 2}, 0, 3)])
    store.add([result({"guess": 1, "builder": 2}, 1, 3)])
    (table,) = match.tables
    assert [len(games) for games in match.results(store, table)] == [2]
    line, _ = bot_lines(match, store)
    assert (line.games, line.win.value) == (2, 0.5)
    missing = [job.games for job in match.jobs(store, 1)]
    assert missing == [((1, ("builder", "guess")),)]


def test_more_games_use_those_that_are_there() -> None:
    store = Store()
    play_match(pairs("guess", "builder", deals=2), store, Inline())
    watch = Watch()
    play_match(pairs("guess", "builder", deals=5), store, Inline(), watch)
    assert watch.games == 6


def test_tables_outside_the_core_may_have_fewer_games() -> None:
    match = pairs("rush", "greedy", "guess", deals=50)._replace(slow_deals=4)
    assert [match.deals_at(table) for table in match.tables] == [50, 4, 4]
    assert match.games == 2 * (50 + 4 + 4)
    jobs = list(match.jobs(Store(), 1))
    assert sum(len(job.games) for job in jobs) == match.games
    assert [len(job.games) for job in jobs if "guess" in job.games[0][1]] == [2] * 8


def test_two_runs_cannot_share_a_file(tmp_path: Path) -> None:
    with Store(tmp_path / "games.jsonl"), pytest.raises(BranchlineError, match="another run"):
        Store(tmp_path / "games.jsonl")


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(msgspec.json.encode(result({"a": 1, "b": 2})) + b"\nhello\n")
    with pytest.raises(BranchlineError, match="line 2: this is no result"):
        Store(tmp_path / "games.jsonl")


def test_only_the_beginning_of_a_result_is_taken_for_a_torn_one(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("what I always wanted to say")
    with pytest.raises(BranchlineError, match="line 1: this is no result of a game"):
        Store(path)
    assert path.read_text() == "what I always wanted to say"
    for torn in ('{"bo', '{"board":"london","digest":"2bf'):
        path.write_text(torn)
        with Store(path) as store:
            assert not store.games
        assert path.read_text() == ""


def test_alone_against_a_table_only_the_one_is_measured() -> None:
    match = Match(LONDON, tuple(tables(["builder", "guess"], 3)), 4, seed=1)
    store = Store()
    play_match(match, store, Inline())
    lines = {line.bot: line for line in bot_lines(match, store)}
    assert {bot: line.games for bot, line in lines.items()} == {"builder": 12, "guess": 12}
    assert set(cross(match, store)) == {("builder", "guess"), ("guess", "builder")}
    assert lines["builder"].win.value > lines["guess"].win.value


def test_the_figures_of_a_bot_add_up() -> None:
    match = Match(LONDON, tuple(tables(["builder", "guess", "guess2"], 3, "mixed")), 5)
    store = Store()
    play_match(match, store, Inline())
    lines = bot_lines(match, store)
    assert sum(line.win.value for line in lines) == pytest.approx(1)
    for line in lines:
        parts = line.routes + line.tickets + line.longest + line.stations + line.districts
        assert parts == pytest.approx(line.total)
        assert line.points_per_turn == pytest.approx(line.total / line.turns)
        assert line.cpu_ms is not None
        assert line.games == 15


@pytest.mark.parametrize(
    ("bot", "said"),
    [("crash", "RuntimeError: off the rails"), ("nonsense", "not legal: pass")],
)
def test_a_bot_that_fails_forfeits_its_decision_and_the_result_says_so(bot: str, said: str) -> None:
    match, store = pairs(bot, "guess", deals=2), Store()
    play_match(match, store, Inline())
    (found,) = faults(store.games.values())
    assert (found.bot, found.games, found.first) == (bot, 4, said)
    lines = {line.bot: line for line in bot_lines(match, store)}
    assert lines[bot].forfeits == found.decisions > 0
    assert lines["guess"].forfeits == 0


def test_a_bot_that_hangs_is_interrupted_and_soon_not_asked_any_more() -> None:
    (game,) = play_job(Job(LONDON, 1, ((0, ("hang", "guess")),), limit=0.05))
    assert game.seats[0].fault == "took more than 0.05 s"
    assert game.seats[0].forfeits == game.seats[0].decisions > 10


def test_a_game_without_end_is_ended_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.arena.play.ENDLESS", 10)
    (game,) = play_job(Job(LONDON, 1, ((0, ("guess", "builder")),)))
    assert [seat.fault for seat in game.seats] == ["would play for ever"] * 2
    assert sum(seat.forfeits for seat in game.seats) == sum(seat.decisions for seat in game.seats) - 10


def test_turns_go_round_from_the_first_seat() -> None:
    assert [turns_of(seat, 7, 1, 3) for seat in range(3)] == [2, 3, 2]
    assert [turns_of(seat, 0, 1, 3) for seat in range(3)] == [0, 0, 0]


def test_a_table_needs_the_cores_of_its_widest_bot() -> None:
    assert table_cores(Table(("rush", "guess"))) == 1
    assert table_cores(Table(("guess", "wide"))) == 4
    match = pairs("guess", "wide", "builder", deals=1)
    assert {job.games[0][1] for job in match.jobs(Store(), 1)} == {("guess", "builder")}
    assert len(list(match.jobs(Store(), 4))) == 2
