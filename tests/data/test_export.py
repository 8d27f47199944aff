"""`branchline export`: what a seat knew, might do and did, decision by decision, as Parquet files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from branchline import BranchlineError, Game, load_board
from branchline.arena import ResultStore
from branchline.arena.executors import Inline, Processes
from branchline.arena.jobs import native_game
from branchline.arena.lineups import make_lineups
from branchline.arena.match import Match, play_match
from branchline.arena.native import play_native
from branchline.cli import main
from branchline.data import export_games, from_bots, from_records, read_card
from branchline.env.encoding import encode
from branchline.review.walk import walk

MINE = """
from branchline.bots import Bot

class Mine(Bot):
    def think(self, view, legal):
        return legal[self.seed % len(legal)]
"""
#: Hears Ctrl-C even if these tests are run where it is ignored, as in the background of a shell.
INTERRUPTIBLE = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from branchline.cli import main
sys.exit(main())
"""


def read(folder: Path, table: str = "decisions") -> pl.DataFrame:
    return pl.read_parquet(folder / table / "*.parquet")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def replayed(game: Game) -> list[tuple[Game, int]]:
    """Every position of a finished game, with the action that was then chosen."""
    record = game.record()
    return [(Game.replay(record, ply=step.ply), step.action) for step in walk(game).steps]


@pytest.mark.parametrize(
    ("board", "seats", "space"), [("london", 3, "full"), ("europe", 2, "canonical"), ("usa", 2, "route")]
)
def test_a_row_is_what_the_seat_s_view_says_and_what_it_did(
    tmp_path: Path, board: str, seats: int, space: str
) -> None:
    export_games(tmp_path / "x", board, from_bots(["hybrid"], 3, seed=5), seats, space)
    rows, loaded = read(tmp_path / "x"), load_board(board)
    game = native_game(loaded, 5, 1, ("hybrid",) * seats)
    mine = rows.filter(pl.col("game") == 1)
    positions = replayed(game)
    assert mine["ply"].to_list() == list(range(len(positions)))
    ids = getattr(loaded.actions, space)
    for row, (at, action) in zip(mine.iter_rows(named=True), positions, strict=True):
        view = at.view(at.actor)
        assert row["seat"] == view.seat
        assert row["observation"] == encode(view).tolist()
        assert sorted(row["legal"]) == at.legal_ids(space)
        assert row["action"] == ids.core.id_of(action)
    for seat, score in enumerate(game.scores()):
        other = max(one.total for n, one in enumerate(game.scores()) if n != seat)
        found = mine.filter(pl.col("seat") == seat).select("rank", "win", "margin").unique().row(0)
        shared = sum(one.rank == 1 for one in game.scores())
        assert found == (score.rank, (score.rank == 1) / shared, score.total - other)


def test_the_table_of_games_says_how_each_ended_and_the_card_what_is_there(tmp_path: Path) -> None:
    card = export_games(tmp_path / "x", "europe-mega", from_bots(["hybrid", "rush"], 4), 3)
    games, rows = read(tmp_path / "x", "games"), read(tmp_path / "x")
    for row in games.iter_rows(named=True):
        game = native_game(load_board("europe-mega"), row["seed"], row["deal"], tuple(row["bots"]))
        scores = game.scores()
        assert (row["points"], row["ranks"]) == ([s.total for s in scores], [s.rank for s in scores])
        for part in ("routes", "tickets", "longest", "stations", "most_tickets", "tickets_done"):
            assert row[part] == [getattr(score, part) for score in scores]
        assert (row["first"], row["decisions"]) == (game.first, game.moves)
        assert (row["turns"], row["record"]) == (game.position().turns, None)
    assert {tuple(sorted(set(bots))) for bots in games["bots"]} == {("hybrid", "rush")}
    assert rows.group_by("game").len().sort("game")["len"].to_list() == games["decisions"].to_list()
    assert read_card(tmp_path / "x") == card
    assert (card.games, card.decisions, card.complete) == (4, len(rows), True)
    assert (card.board, card.digest) == ("europe-mega", load_board("europe-mega").digest)
    assert {name: set(columns) for name, columns in card.columns.items()} == {
        "decisions": set(rows.columns),
        "games": set(games.columns),
    }
    assert max(end for _, end in card.observation.values()) == rows.schema["observation"].shape[0]  # type: ignore[attr-defined]
    assert f"| decisions | {len(rows):,} |" in (tmp_path / "x/README.md").read_text(encoding="utf-8")


def test_the_files_are_the_same_for_any_number_of_processes_and_after_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("branchline.data.source.NATIVE_GAMES", 10)
    source = from_bots(["hybrid", "rush"], 23)
    whole = export_games(tmp_path / "whole", "london", source, 2)
    assert len(files(tmp_path / "whole")) == 6
    export_games(tmp_path / "two", "london", source, 2, executor=Processes(2))
    assert files(tmp_path / "two") == files(tmp_path / "whole")
    stopped = export_games(tmp_path / "stopped", "london", source, 2, watch=lambda games: True)
    assert (stopped.games, stopped.complete) == (10, False)
    assert read_card(tmp_path / "stopped") == stopped
    assert len(read(tmp_path / "stopped")) == stopped.decisions
    assert "stopped before the end of 23 games" in (tmp_path / "stopped/README.md").read_text(
        encoding="utf-8"
    )
    assert export_games(tmp_path / "stopped", "london", source, 2) == whole
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")
    more = export_games(tmp_path / "stopped", "london", from_bots(["hybrid", "rush"], 24), 2)
    assert (more.games, more.decisions) == (24, len(read(tmp_path / "stopped")))


@pytest.mark.skipif(os.name == "nt", reason="no signals to send")
def test_ctrl_c_leaves_whole_files_and_a_card_that_says_how_far_they_go(tmp_path: Path) -> None:
    words = ["export", str(tmp_path / "x"), "--board", "london", "--seats", "2", "--bots", "hybrid"]
    run = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *words, "--games", "1000000", "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    second = tmp_path / "x/games/00001.parquet"
    while run.poll() is None and not second.exists():
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=60)
    card = read_card(tmp_path / "x")
    assert run.returncode == 130, err
    assert f"{card.games:,} games, {card.decisions:,} decisions" in out
    assert "the same command goes on from here" in err
    assert (card.games % 1000, card.complete) == (0, False)
    assert len(read(tmp_path / "x")) == card.decisions
    assert len(read(tmp_path / "x", "games")) == card.games
    assert list((tmp_path / "x").rglob("*.part")) == []


def test_results_and_records_of_an_arena_give_the_same_decisions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    bots = ["rush", f"python:{tmp_path / 'mine.py'}:Mine"]
    (tmp_path / "records").mkdir()
    lineups = tuple(make_lineups([*bots, "greedy"], 2))
    match = Match(load_board("london"), lineups, 2, records=tmp_path / "records")
    with ResultStore(tmp_path / "r.jsonl") as store:
        play_match(match, store, Inline())
    assert (
        main(["export", str(tmp_path / "a"), "--results", str(tmp_path / "r.jsonl"), "--processes", "1"]) == 0
    )
    assert (
        main(["export", str(tmp_path / "b"), "--records", str(tmp_path / "records"), "--processes", "1"]) == 0
    )
    assert "12 games" in capsys.readouterr().out
    tables = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        games = [
            rows.drop("game")
            for _, rows in read(folder).sort("game", "ply").group_by("game", maintain_order=True)
        ]
        tables.append(sorted(str(rows.rows()) for rows in games))
    assert tables[0] == tables[1]
    from_results, from_files = read(tmp_path / "a", "games"), read(tmp_path / "b", "games")
    assert sorted(from_results["points"].to_list()) == sorted(from_files["points"].to_list())
    assert from_results["bots"].list.len().to_list() == [2] * 12
    assert from_files["record"].to_list() == sorted(path.name for path in (tmp_path / "records").iterdir())
    assert from_files["seed"].null_count() == 12


def test_a_payment_that_the_space_has_no_id_for_has_none(tmp_path: Path) -> None:
    """Wilds alone, where a card of a colour could have helped: only the full space can say it."""
    board = load_board("london")
    route = next(route.id for route in board.routes if route.colour == "gray" and route.length == 2)
    game = Game.setup(board, hands=[{"wild": 2, "blue": 2}, {}], last_turns=2, seed=1)
    game.play(f"claim {route} with 2 wild")
    while game.actor is not None:
        game.play("draw blind")
    (tmp_path / "one.txt").write_text(game.record(), encoding="utf-8")
    for space, known in (("full", True), ("route", True), ("canonical", False)):
        export_games(tmp_path / space, board, from_records([tmp_path / "one.txt"], "one"), 2, space)
        claimed, *drawn = read(tmp_path / space)["action"]
        assert (claimed >= 0, min(drawn) >= 0) == (known, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--actions fulll", "no action space 'fulll': there are full, canonical, route; did you mean full?"),
        ("--games 0", "games must be 1 to"),
        ("--seats 7", "seats"),
        ("--bots hybrit", "did you mean hybrid?"),
        ("--processes 0", "--processes must be more than 0"),
        ("--results r.jsonl --bots rush", "--bots is for games that are played anew"),
        ("--results r.jsonl --records x.txt", "give one of them"),
        ("--records empty", "no records there"),
        ("--records open.txt", "open.txt: this game is not over"),
        ("--records bad.txt", "bad.txt: "),
        ("--results mixed.jsonl", "mixed.jsonl has london with 2 seats (1), london with 3 seats (1)"),
    ],
)
def test_what_cannot_be_exported_is_refused_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("open.txt").write_text(Game("london", seats=2, seed=1).record(), encoding="utf-8")
    Path("bad.txt").write_text("nonsense", encoding="utf-8")
    with ResultStore(Path("mixed.jsonl")) as store:
        for bots in (("rush", "greedy"), ("rush", "greedy", "rush")):
            store.add(play_native(load_board("london"), 0, ((0, bots),)))
    assert main(["export", "out", *words.split()]) == 2
    assert said in capsys.readouterr().err
    assert not Path("out/card.json").exists() or not list(Path("out").rglob("*.parquet"))


def test_another_folder_is_never_written_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("precious", encoding="utf-8")
    assert main(["export", str(tmp_path), "--games", "1", "--board", "london"]) == 2
    assert "is not empty, and holds no export" in capsys.readouterr().err
    export_games(tmp_path / "x", "london", from_bots(["random"], 2), 2)
    with pytest.raises(BranchlineError, match="holds another export"):
        export_games(tmp_path / "x", "london", from_bots(["greedy"], 2), 2)
    with pytest.raises(BranchlineError, match="has 2 of these games already"):
        export_games(tmp_path / "x", "london", from_bots(["random"], 1), 2)


def test_without_its_packages_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyarrow'] = None; from branchline.cli import main; sys.exit(main())"
    told = subprocess.run(
        [sys.executable, "-c", code, "export", "x"], capture_output=True, text=True, check=False
    )
    assert told.returncode == 2
    assert 'pip install "branchline[data]"' in told.stderr
