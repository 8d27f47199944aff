"""Local processes: the same results however many there are, and what happens when one dies."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from branchline import BranchlineError
from branchline.arena import Lineup, Match, ResultStore, executors, make_lineups, play_match
from branchline.arena.executors import Inline, Processes, local_executor
from branchline.processes import usable_cores

from .fakes import LONDON, play_fakes, play_for_ever
from .test_match import Watch, timeless


@pytest.fixture(autouse=True)
def workers_know_the_fakes(fakes: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "play_guarded", play_fakes)


def match(*bots: str, deals: int = 5) -> Match:
    return Match(LONDON, tuple(make_lineups(bots, 2)), deals, seed=2)


def test_two_processes_give_the_results_of_one() -> None:
    one, two = ResultStore(), ResultStore()
    play_match(match("guess", "builder", "crash"), one, Inline())
    play_match(match("guess", "builder", "crash"), two, Processes(2))
    assert len(one.games) == 30
    assert timeless(one) == timeless(two)


def test_a_match_can_be_left_while_bots_are_thinking() -> None:
    store = ResultStore()
    watch = Watch(stop=3)
    play_match(match("guess", "builder", deals=10**6), store, Processes(2), watch)
    assert len(store.games) == watch.games == 6


def test_a_bot_that_ends_its_process_is_named_and_the_others_results_are_kept() -> None:
    found = Match(LONDON, (Lineup(("guess", "builder")), Lineup(("guess", "quit"))), 3, seed=2)
    store = ResultStore()
    with pytest.raises(BranchlineError, match=r"ended the process it played in: .*quit"):
        play_match(found, store, Processes(2))
    assert all("quit" not in game.bots for game in store.games.values())


def test_a_game_that_the_core_never_ends_is_played_outside_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "play_guarded", play_for_ever)
    store, alone = ResultStore(), ResultStore()
    play_match(match("rush", "planner", deals=1), store, Processes(1))
    assert [game.native for game in store.games.values()] == [False, False]
    play_match(match("rush", "planner", deals=1), alone, Inline())
    assert [game.shares for game in timeless(store)] == [game.shares for game in timeless(alone)]


def test_no_more_jobs_run_at_once_than_there_are_cores_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def until_broken(self: Processes, jobs: object, workers: int) -> executors.Results[object]:
        asked.append(workers)
        yield from ()

    monkeypatch.setattr(Processes, "_until_broken", until_broken)
    for count, cores in itertools.product((1, 4), (1, 2, 8)):
        list(Processes(count).run(iter(()), cores))
    assert asked == [1, 1, 1, 4, 2, 1]


def test_processes_by_default_as_many_as_cores() -> None:
    for asked, count in ((1, 1), (3, 3), (None, usable_cores())):
        found = local_executor(asked)
        assert isinstance(found, Processes)
        assert found.count == count >= 1


#: The example of docs/arena.md.
(SCRIPT,) = re.findall(
    r"```python\n(.*?)```", (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8"), re.DOTALL
)


def run_script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, env=os.environ, check=False
    )


def test_the_example_of_the_page_is_a_script_that_runs(tmp_path: Path) -> None:
    told = run_script(tmp_path, SCRIPT)
    assert (told.returncode, told.stderr) == (0, "")
    assert [line.split()[0] for line in told.stdout.splitlines()] == ["planner", "rush"]
    with ResultStore(tmp_path / "london.jsonl") as store:
        assert len(store.games) == 100


def test_a_script_that_would_run_again_in_its_workers_is_told_so(tmp_path: Path) -> None:
    told = run_script(tmp_path, SCRIPT.replace('if __name__ == "__main__":', "if True:"))
    assert told.returncode == 1
    assert 'if __name__ == "__main__":' in told.stderr.splitlines()[-1]
    assert "a bot ended" not in told.stderr
