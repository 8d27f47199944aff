"""`branchline watch`: bots play in the terminal, and keys set the pace."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from branchline import Game
from branchline.bots import make_bot
from branchline.cli import main
from branchline.terminal.keys import NoKeys
from branchline.terminal.watch import Watch

if sys.platform != "win32":
    import fcntl
    import pty
    import struct
    import termios

BROKEN = """
from branchline.bots import Bot

class Broken(Bot):
    def think(self, view, legal):
        raise RuntimeError("out of ideas")
"""
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def test_where_nobody_looks_the_moves_are_printed_and_then_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    words = ["watch", "hybrid", "rush", "--board", "london", "--seed", "3"]
    assert main([*words, "--record", str(record)]) == 0
    told = capsys.readouterr().out
    game = Game.replay(record.read_text(encoding="utf-8"))
    assert (game.over, game.seats) == (True, 2)
    moves = [line for line in told.splitlines() if re.match(r" *\d+ [●▲]", line)]
    assert len(moves) == game.moves
    assert f"{game.moves} " in moves[-1]
    assert "hybrid  keep" in told
    assert re.search(r"draw blind \((blue|green|black|pink|yellow|orange|wild)\)", told), "all cards are open"
    assert f"Seat {game.winners()[0]} wins." in told
    assert main(words) == 0
    assert capsys.readouterr().out == told.replace(f"; the record: {record}", "")


def test_a_bot_that_fails_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.py").write_text(BROKEN, encoding="utf-8")
    assert (
        main(["watch", f"python:{tmp_path / 'b.py'}:Broken", "hybrid", "--board", "london", "--seed", "1"])
        == 0
    )
    assert "Broken  failed: RuntimeError: out of ideas" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("hybrit", "did you mean hybrid?"),
        ("hybrid --seats 9 --board london", "seats"),
        ("hybrid rush greedy --seats 2", "3 bots are named for 2 seats"),
        ("hybrid --pace -1", "--pace takes seconds"),
    ],
)
def test_what_cannot_be_watched_is_refused(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", *words.split()]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
class TestOnATerminal:
    """The command on a real terminal of 100 × 30."""

    @pytest.fixture(autouse=True)
    def terminal(self) -> None:
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        self.seen = ""

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "TERM": "xterm-256color"}
        return subprocess.Popen(
            [sys.executable, "-m", "branchline", "watch", *words],
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            env=environment,
            start_new_session=True,
        )

    def wait_for(self, text: str) -> None:
        """Read what is shown until it has this text; what came before is forgotten."""
        end = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < end, self.seen[-2000:]
            if select.select([self.ours], [], [], 1)[0]:
                self.seen += CODES.sub("", os.read(self.ours, 65536).decode(errors="replace"))
        self.seen = self.seen[self.seen.index(text) + len(text) :]

    def press(self, key: str) -> None:
        os.write(self.ours, key.encode())

    def test_keys_stop_step_and_leave(self) -> None:
        run = self.start("hybrid", "rush", "--board", "london", "--seed", "3", "--pace", "3600")
        self.wait_for("London · move 1")
        self.wait_for("q: leave")
        self.press(" ")
        self.wait_for("stopped")
        self.press("n")
        self.wait_for("London · move 2")
        self.wait_for("Row")
        self.press("\n")
        self.wait_for("London · move 3")
        self.press("+")
        self.press("q")
        self.wait_for("left after 3 moves")
        assert run.wait(30) == 0

    def test_it_goes_on_to_the_end_by_itself(self) -> None:
        run = self.start("hybrid", "rush", "--board", "london", "--seed", "3", "--pace", "0")
        self.wait_for("wins.")
        assert run.wait(30) == 0


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_all_hands_and_tickets_are_open(width: int, height: int) -> None:
    game = Game("europe", seats=3, seed=5)
    bots = [make_bot("hybrid", seed=seat) for seat in range(3)]
    while game.moves < 90:
        assert game.actor is not None
        game.play(bots[game.actor].choose(game.view(game.actor)))
    console = Console(file=StringIO(), width=width, height=height)
    console.print(Watch(game, bots, console, NoKeys()).picture())
    assert isinstance(console.file, StringIO)
    lines = console.file.getvalue().splitlines()
    assert (len(lines) <= height, max(map(len, lines)) <= width) == (True, True)
    told = " ".join(" ".join(lines).split())
    for seat in range(3):
        view = game.view(seat)
        assert all(f"{card} {count}" in told for card, count in view.hand.items() if count)
        for name in view.tickets:
            ticket = view.board.ticket(name)
            cities = f"{view.board.city(ticket.a).name} – {view.board.city(ticket.b).name}"
            assert f"{cities} {ticket.points}" in told
    assert sum(not line.strip() for line in lines) >= 6, "there is room for the last moves"


def test_a_low_terminal_shows_the_hand_of_the_seat_to_move_alone() -> None:
    game = Game("europe", seats=5, seed=5)
    console = Console(file=StringIO(), width=80, height=16)
    console.print(Watch(game, [make_bot("hybrid")] * 5, console, NoKeys()).picture())
    assert isinstance(console.file, StringIO)
    lines = console.file.getvalue().splitlines()
    assert len(lines) <= 16
    assert [line[0] for line in lines if re.match(r"[●▲■◆★]  ", line)] == ["●▲■◆★"[game.actor or 0]]
