"""Programs as bots: a good one plays, a bad one forfeits its decision and the game goes on."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from branchline import BranchlineError, Game
from branchline.arena.referee import time_limit
from branchline.bots import make_bot
from branchline.bots.exec_bot import ExecBot

EXAMPLE = Path(__file__).parents[2] / "examples" / "stdio_bot.py"


def program(body: str) -> str:
    """A spec of a program that greets well and then does something else with each question `m`."""
    code = f"""
import json, sys, time
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({{"type": "ready", "name": "test"}}), flush=True)
    elif m["type"] == "choose":
        {body}
"""
    return f"exec:{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def test_the_example_plays_a_game_and_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40
    game = Game("usa", seats=2, seed=1)
    with make_bot(f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}") as bot:
        while game.actor is not None:
            game.play(bot.choose(game.view(game.actor)))
        assert bot.forfeits == 0
        assert isinstance(bot, ExecBot)
        assert bot.name == "longest first"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("sys.exit()", "has ended"),
        ("time.sleep(60)", "no answer in time"),
        ("print('red', flush=True)", "not a JSON object"),
        ("print(json.dumps({'id': m['id'], 'move': 'dance'}), flush=True)", "NotationError"),
        ("print(json.dumps({'id': m['id'], 'move': 'pass'}), flush=True)", "not legal"),
        ("print(json.dumps({'id': m['id'] - 1, 'move': 'pass'}), flush=True)", "no answer in time"),
    ],
)
def test_a_bad_program_forfeits_and_the_game_goes_on(body: str, problem: str) -> None:
    game = Game("london", seats=2, seed=1)
    with make_bot(program(body) + ",time=0.3") as bot:
        for n in (1, 2):
            assert game.actor is not None
            game.play(bot.choose(game.view(game.actor)))
            assert bot.forfeits == n
            assert problem in bot.problems[-1]


@pytest.mark.parametrize(
    ("greeting", "problem"),
    [
        ("print(json.dumps({'type': 'hello'}), flush=True)", "not with"),
        ("sys.stdout.write('x' * 2_000_000); sys.stdout.flush(); time.sleep(60)", "longer than"),
    ],
)
def test_a_program_that_does_not_greet_is_not_asked(greeting: str, problem: str) -> None:
    code = f"import json, sys, time; {greeting}; time.sleep(60)"
    game = Game("london", seats=2, seed=1)
    with make_bot(f"exec:{shlex.quote(sys.executable)} -c {shlex.quote(code)}") as bot:
        assert bot.choose(game.view(game.actor)) in game.legal()
        assert problem in bot.problems[0]


DEAF = """
import fcntl, sys, time
sys.stdin.readline()
fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)
print('{"type": "ready"}', flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no small pipes")
def test_a_program_that_does_not_read_is_not_waited_for() -> None:
    """A question may be longer than what a pipe holds."""
    game = Game("europe", seats=2, seed=1)
    with make_bot(f"exec:{shlex.quote(sys.executable)} -c {shlex.quote(DEAF)},time=0.3") as bot:
        with time_limit(20):
            assert bot.choose(game.view(game.actor)) in game.legal()
        assert "no answer in time" in bot.problems[0]


def test_a_program_that_goes_away_is_given_up(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(f"#!{sys.executable}\n", encoding="utf-8")
    script.chmod(0o700)
    game = Game("london", seats=2, seed=1)
    with make_bot(f"exec:{shlex.quote(str(script))}") as bot:
        script.unlink()
        for _ in range(7):
            assert bot.choose(game.view(game.actor)) in game.legal()
        assert bot.forfeits == 7
        assert "can't start" in bot.problems[0]
        assert "gave up" in bot.problems[-1]


def test_what_is_no_program_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("no program", encoding="utf-8")
    for name in ("./no-such-program", "no-such-program", str(tmp_path), str(tmp_path / "plain.txt")):
        with pytest.raises(BranchlineError, match="can't be started"):
            make_bot(f"exec:{shlex.quote(name)} --deep,time=2")


NOTES = """
import json, sys
log, sizes = [], []
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        print(json.dumps({"type": "ready", "log": WANTED}), flush=True)
    elif m["type"] == "choose":
        view = m["view"]
        if "log_from" in m:
            del log[m["log_from"]:]
            log += view["log"]
        seen = len(view["log"]) if "log" in view else -1
        with open(NOTES, "a") as notes:
            notes.write(json.dumps([seen, m.get("log_from", -1), log]) + "\\n")
        print(json.dumps({"id": m["id"], "move": view["legal"][0]}), flush=True)
"""


def asking(folder: Path, wanted: str) -> tuple[str, Path]:
    """A program that asks for so much of the log, and the file in which it notes what it gets."""
    notes = folder / "notes"
    code = NOTES.replace("WANTED", repr(wanted)).replace("NOTES", repr(str(notes)))
    (folder / "program.py").write_text(code, encoding="utf-8")
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(folder / 'program.py'))}", notes


@pytest.mark.parametrize("wanted", ["none", "new", "full"])
def test_the_log_is_sent_as_the_program_asks_for_it(tmp_path: Path, wanted: str) -> None:
    spec, notes = asking(tmp_path, wanted)
    seen = []
    with make_bot(spec) as bot:
        for seed in (1, 2):  # the second game begins anew
            game = Game("london", seats=2, seed=seed)
            while game.actor is not None and game.moves < 12:
                view = game.view(game.actor)
                if game.actor == 0:
                    bot.choose(view)
                    seen += [json.loads(view.to_json())["log"]] * 2
                game.play(bot.choose(view) if game.actor == 0 else view.legal[-1])
        assert bot.forfeits == 0
    lines = [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()]
    starts = [start for _, start, _ in lines]
    if wanted == "none":
        assert {(sent, start) for sent, start, _ in lines} == {(-1, -1)}
    elif wanted == "full":
        assert ([sent for sent, _, _ in lines], set(starts)) == ([len(log) for log in seen], {0})
    else:
        assert [log for _, _, log in lines] == seen, "what it was sent bit by bit is the whole log"
        assert starts.count(0) == 2, "all of it once in every game"
        assert [sent for sent, _, _ in lines[1::2]] == [0] * (len(lines) // 2), (
            "nothing new for the same question"
        )


def test_a_program_that_asks_for_another_log_is_not_asked(tmp_path: Path) -> None:
    spec, _ = asking(tmp_path, "all")
    game = Game("london", seats=2, seed=1)
    with make_bot(spec) as bot:
        bot.choose(game.view(game.actor))
        assert "asks for the log 'all'; there are none, new, full" in bot.problems[0]
