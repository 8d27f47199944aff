"""`branchline play`: whole games through the loop, and every kind of line that a person may type."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from branchline import Game, ScriptedDealer, SeededDealer
from branchline.cli.play import make_opponents
from branchline.terminal.session import QUESTIONS, Session
from tests.rules.helpers import EUROPE, LONDON, USA, rest
from tests.strategies import board

COMMAND = [sys.executable, "-c", "import sys; from branchline.cli import main; sys.exit(main())", "play"]
ROW = ["red", "blue", "green", "wild", "white"]


class Table:
    """A session whose lines are scripted and whose screen is a text."""

    def __init__(self, game: Game, lines: Iterable[str], seat: int = 0) -> None:
        self.screen = io.StringIO()
        self.lines: Iterator[str] = iter(lines)
        others = [other for other in range(game.seats) if other != seat]
        bots = make_opponents(["random"], len(others), 1)
        console = Console(file=self.screen, width=80, highlight=False)
        self.session = Session(game, seat, dict(zip(others, bots, strict=True)), console, self.read, bots[0])

    def read(self, prompt: str) -> str:
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.screen.write(f"{prompt}{line}\n")
        return line

    def run(self) -> str:
        self.session.run()
        return self.screen.getvalue()


def answer(game: Game, *lines: str) -> str:
    """What the screen shows after the last of these lines."""
    printed = Table(game, lines).run()
    return printed.rpartition(f"> {lines[-1]}\n")[2]


def typist(table: Table, style: Callable[[Game, Random], str], seed: int) -> Iterator[str]:
    random = Random(seed)
    while True:
        yield style(table.session.game, random)


def whole_moves(game: Game, random: Random) -> str:
    return str(random.choice(game.legal()))


def questions_between(game: Game, random: Random) -> str:
    if random.random() < 0.3:
        asked = random.choice([name for name in QUESTIONS if name not in ("quit", "save")])
        return f"{asked} {random.choice(['', '5', 'all', 'wien', 'big', game.board.cities[0].name])}"
    return whole_moves(game, random)


@pytest.mark.parametrize(("name", "seats"), [("usa", 5), ("europe", 3), ("london", 2), ("pocket", 4)])
@pytest.mark.parametrize("style", [whole_moves, questions_between])
def test_a_whole_game(name: str, seats: int, style: Callable[[Game, Random], str]) -> None:
    table = Table(Game(board(name), seats, seed=3), [], seat=seats - 1)
    table.lines = typist(table, style, 5)
    printed = table.run()
    game = table.session.game
    assert game.over
    assert max(len(line) for line in printed.splitlines() if not line.startswith("> ")) <= 80
    end = printed[printed.index("the end") :]
    for score in game.scores():
        assert f" {score.total} " in end or f" {score.total}\n" in end
    assert end.count("✓") == sum(score.tickets_done for score in game.scores())
    assert ("You win!" in end) == (game.winners() == [seats - 1])


@settings(max_examples=60)
@given(st.lists(st.text(max_size=30), max_size=6), st.integers(0, 30))
def test_no_line_does_any_harm(lines: list[str], moves: int) -> None:
    """Whatever is typed gets an answer; what is no legal move changes nothing."""
    game, random = Game(LONDON, 2, seed=8), Random(moves)
    for _ in range(moves):
        game.play(random.choice(game.legal()))
    while game.actor != 0 and not game.over:
        game.play(random.choice(game.legal()))
    if not game.over:
        Table(game, [line.replace("save", "") for line in lines]).run()


WRONG = """claim|c|c x|c paris|draw|d|d zz|keep|keep 9|k 0|pay|p|s|s nowhere|why|why why|save|²|1|0|-1|c - -|.,|
c a-b-c with|claim big_ben-waterloo with 1|map nowhere|routes nowhere|log -3|log x|log|with|all|?? help|
station big_ben with 1 blue"""


@pytest.mark.parametrize("line", [*WRONG.replace("\n", "").split("|"), "9" * 5000])
def test_lines_that_go_wrong_say_so_and_change_nothing(line: str) -> None:
    game = Game.setup(LONDON, hands=[{"blue": 2}, {}], seed=1)
    before = game.record()
    assert answer(game, line).strip()
    assert game.record() == before


def at_turn(**more: object) -> Game:
    given: dict[str, object] = {"hands": [{"black": 3, "orange": 2, "wild": 1}, {}], "row": ROW, "seed": 1}
    return Game.setup(EUROPE, **(given | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("d red", "draw red"),
        ("red", "draw red"),
        ("d r", "draw red"),
        ("wild", "draw wild"),
        ("b", "draw blind"),
        ("D BLIND", "draw blind"),
        ("claim brest-dieppe with 2 orange", "claim brest-dieppe with 2 orange"),
        ("c brest dieppe orange", "claim brest-dieppe with 2 orange"),
        ("c DIEPPE brest 1 orange 1 wild", "claim brest-dieppe with 1 orange 1 wild"),
        ("c bre-par", "claim brest-paris with 3 black"),
        ("c paris brest with 2 black 1 wild", "claim brest-paris with 2 black 1 wild"),
        ("s zür black", "station zurich with 1 black"),
        ("station münchen wild", "station munchen with 1 wild"),
        ("t", "tickets"),
    ],
)
def test_short_forms(line: str, move: str) -> None:
    game = at_turn()
    Table(game, [line] if line != "c bre-par" else [line, "1"]).run()
    moved = next(entry for entry in game.view(0).log if entry.seat == 0)
    assert moved.move == move


def test_several_ways_to_pay_are_listed_and_chosen_by_number() -> None:
    game = at_turn()
    assert "Which one?" in answer(game, "c brest paris")
    Table(game, ["c brest paris", "2"]).run()
    assert game.view(0).routes == {"brest-paris": 0}
    assert game.view(0).hand == {"black": 1, "orange": 2}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("d b", "can be blue, black or blind"),
        ("c madrid", "two cities"),
        ("c paris wien", "no route joins Paris and Wien"),
        ("c par bruxels", "did you mean bruxelles"),
        ("c madrid lisboa", "that takes 3 purple, and you have 0 purple and 1 wild"),
        ("c brest paris red", "takes black cards or wilds, not red"),
        ("why draw black", "no black card lies face up"),
        ("why b", "you may"),
        ("s ankara", "no city"),
        ("dance", "help says"),
        ("draw mauve", "no colour 'mauve'"),
        ("keep 1", "there is no ticket 1"),
        ("w", "not possible now"),
        ("pass", "nobody may pass"),
    ],
)
def test_helpful_answers(line: str, says: str) -> None:
    game = at_turn()
    assert says in " ".join(answer(game, line).split())
    assert game.moves == 0


def test_tickets_are_kept_by_number() -> None:
    game = Game(EUROPE, 2, seed=2)
    offer = game.view(0).offer
    printed = Table(game, ["2", "5", "2 4"]).run()
    assert "at least 2 of the 4 must be kept" in printed
    assert "numbered 1 to 4" in printed
    assert set(game.view(0).tickets) == {offer[1], offer[3]}


def test_a_tunnel_asks_and_lists() -> None:
    game = Game.setup(
        EUROPE,
        hands=[{"purple": 3, "wild": 1}, {}],
        row=ROW,
        dealer=ScriptedDealer(["purple", "red", "blue"], then=SeededDealer(1)),
    )
    printed = Table(game, ["c marseille zurich purple", "p 1 purple", "q"]).run()
    assert "the tunnel takes 1 more card" in printed
    assert game.view(0).routes == {"marseille-zurich": 0}


def test_the_table_shows_what_one_needs() -> None:
    game = at_turn(
        tickets=[["berlin-roma", "paris-wien"], ["kyiv-sochi"]],
        routes={0: ["berlin-essen"], 1: ["munchen-venezia"]},
        known=[{}, {}],
    )
    printed = Table(game, []).run()
    for words in (
        "black 3",
        "orange 2",
        "wild 1",
        "Paris – Wien",
        "8 trains to go",
        "You",
        "Seat 1",
        "pile",
        "stations",
    ):
        assert words in printed
    assert "kyiv" not in printed.lower()  # not the player's
    way = ["berlin-wien", "wien-zagrab", "venezia-zagrab", "roma-venezia"]
    done = at_turn(tickets=[["berlin-roma"], []], routes={0: way})
    assert "done" in Table(done, []).run()


def test_goals_routes_and_map() -> None:
    game = at_turn(tickets=[["paris-wien"], []], stations={1: ["wien"]}, routes={1: ["budapest-wien/red"]})
    assert "paris" in answer(game, "goals")
    routes = answer(game, "routes brest")
    assert "brest-paris" in routes
    assert "brest-pamplona" in routes
    assert "2 black 1 wild" in answer(game, "routes") or "3 black" in answer(game, "routes")
    around = answer(game, "map wien")
    assert "station of ■ Seat 1" in around or "station of ▲ Seat 1" in around
    assert "Budapest 1 ▲ Seat 1" in around
    assert "closed" in around  # its twin, with two seats
    assert len(answer(game, "map").splitlines()) > len(EUROPE.cities)


def test_others_turns_are_told() -> None:
    game = Game(LONDON, 3, seed=4, first=1)
    printed = Table(game, ["all", "b", "b"]).run()
    assert "▲ Seat 1" in printed
    assert "You drew" in printed


def test_a_blocked_player_is_told_to_pass() -> None:
    row: list[str] = []
    tickets = [[], [ticket.id for ticket in USA.tickets]]
    game = Game.setup(USA, hands=[{}, rest(USA)], row=row, pile={}, discards={}, tickets=tickets, seed=1)
    assert "nothing but pass" in Table(game, []).run()


def test_hint_and_help_and_log() -> None:
    game = at_turn()
    assert "  1 " in answer(game, "hint")
    for name in QUESTIONS:
        assert name in answer(game, "help")
    Table(game, ["b", "b"]).run()
    assert "draw blind" in answer(game, "log")


# ---- the command ----


def run(lines: str, home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key != "MAKELEVEL"}
    return subprocess.run(
        [*COMMAND, *arguments],
        input=lines,
        env=clean | {"XDG_STATE_HOME": str(home), "COLUMNS": "80", "PYTHONUTF8": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_leaving_keeps_the_game_and_resume_goes_on(tmp_path: Path) -> None:
    left = run("all\nb\n", tmp_path, "--seed", "3")  # and then the end of the input, as by Ctrl-D
    assert (left.returncode, left.stderr) == (0, "")
    assert "branchline play --resume" in left.stdout
    kept = Game.replay((tmp_path / "branchline" / "last.record").read_text(encoding="utf-8"))
    assert (kept.board.id, kept.seats) == ("europe", 3)
    assert kept.view(0).tickets
    on = run("b\nquit\n", tmp_path, "--resume", MAKELEVEL="1")
    assert on.returncode == 0
    assert 'make terminal ARGS="--resume"' in on.stdout
    again = Game.replay((tmp_path / "branchline" / "last.record").read_text(encoding="utf-8"))
    assert again.moves > kept.moves


def test_the_command_to_resume_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "my game.record"
    left = run("q\n", tmp_path, "--board", "usa", "--seats", "2", "--seat", "1", "--record", str(file))
    assert f"branchline play --resume '{file}' --seat 1" in left.stdout.replace("\n", " ").replace("  ", " ")
    assert Game.replay(file.read_text(encoding="utf-8")).board.id == "usa"


def test_a_position_of_a_record_is_played_on_as_a_new_game(tmp_path: Path) -> None:
    first, other = tmp_path / "first.record", tmp_path / "other.record"
    game, random = Game(LONDON, 3, seed=6), Random(6)
    while not game.over:
        game.play(random.choice(game.legal()))
    first.write_text(game.record(), encoding="utf-8")
    for anew in ([], ["--deal-anew"]):
        half = Game.replay(game.record(), ply=15)
        on = run("b\nq\n", tmp_path, "--from", str(first), "--ply", "15", "--record", str(other), *anew)
        assert (on.returncode, on.stderr) == (0, "")
        assert "from a position after 15 moves" in on.stdout
        again = Game.replay(other.read_text(encoding="utf-8"))
        assert again.origin is not None
        assert (again.origin.ply, again.origin.anew) == (15, half.actor if anew else None)
        assert again.log[1].seat == half.actor  # the seat to move is the player's, unless another is named
    as_other = run("q\n", tmp_path, "--from", str(first), "--ply", "15", "--seat", "2", "--deal-anew")
    assert as_other.returncode == 0
    kept = Game.replay((tmp_path / "branchline" / "last.record").read_text(encoding="utf-8"))
    assert kept.origin is not None
    assert kept.origin.anew == 2
    assert kept.origin.belief
    over = run("", tmp_path, "--from", str(first))
    assert over.returncode == 2
    assert "is over after" in over.stderr


def test_save_writes_a_record(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "one.record"
    assert "saved in" in run(f"save {file}\nsave /dev/null/x\nq\n", tmp_path, "--seed", "1").stdout
    assert Game.replay(file.read_text(encoding="utf-8")).moves == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--seats 9", "Europe is for 2 to 5 seats"),
        ("--seat 3", "there is no seat 3"),
        ("--seat -1", "there is no seat -1"),
        ("--bots nobody", "nobody"),
        ("--bots random random random", "3 bots are named for 2 seats"),
        ("--board atlantis", "no such board"),
        ("--resume nowhere.record", "no game to go on with"),
        ("--from nowhere.record", "no game to go on with"),
        ("--ply 3", "go with --from"),
        ("--deal-anew", "go with --from"),
        ("--from a.record --resume b.record", "give one of them"),
        ("--from a.record --record a.record", "name a file with --record"),
    ],
)
def test_bad_arguments_get_one_clear_line(arguments: str, says: str, tmp_path: Path) -> None:
    done = run("", tmp_path, *arguments.split())
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_home_that_cannot_be_written_is_no_disaster(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    done = run("all\nq\n", blocked)
    assert done.returncode == 0
    assert "can't save" in done.stdout
