"""Watching bots play, move by move: their tickets and cards are open, and keys set the pace."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.rule import Rule
from rich.text import Text

from branchline.bots import Bot
from branchline.bots.own import short_name
from branchline.game.action import Action
from branchline.game.dealer import ScriptedDealer
from branchline.game.game import Game
from branchline.game.view import View

from . import formatting, screen
from .keys import KeySource

#: The shortest and the longest pause after a move that keys can set, in seconds.
FASTEST, SLOWEST = 0.0625, 16.0
#: How long a look at the keyboard takes while a bot thinks.
GLANCE = 0.05
#: The title, the keys, and as many lines of moves.
LEAST = 2 + 4
HELP = "space: stop, go · enter: one move · + −: pace · q: leave"


class Left(Exception):
    """Whoever watches leaves."""


class Watch:
    """A game of bots on a console. `pace` are the seconds after each move."""

    def __init__(
        self, game: Game, bots: Sequence[Bot], console: Console, keys: KeySource, pace: float = 1.0
    ) -> None:
        self.game, self.bots, self.console, self.keys, self.pace = game, bots, console, keys, pace
        self.names = [short_name(bot.spec) for bot in bots]
        self.paused = False
        self._told: list[Text] = []
        self._live: Live | None = None

    def run(self) -> bool:
        """Show the game to its end; False if whoever watches left before. Without a terminal, just its moves."""
        self.console.print(self._title(), self._who())
        try:
            if self.console.is_terminal:
                with Live(console=self.console, screen=True, auto_refresh=False) as self._live:
                    self._play()
            else:
                self._play()
        except (Left, KeyboardInterrupt):
            return False
        finally:
            self._live = None
        self.console.print(screen.final(self.game.view(None), self.game.borrowed()))
        return True

    def _play(self) -> None:
        while self.game.actor is not None:
            seat = self.game.actor
            self._show()
            action = self._let_think(seat)
            self.game.play(action)
            self._tell(seat)
            self._show()
            self._pause()

    def _let_think(self, seat: int) -> Action:
        """The bot's move. Keys count while it thinks; a bot that is left alone thinks on and is not waited for."""
        answers: SimpleQueue[Action | BaseException] = SimpleQueue()
        bot, view = self.bots[seat], self.game.view(seat)

        def think() -> None:
            try:
                answers.put(bot.choose(view, view.legal))
            except BaseException as error:
                answers.put(error)

        self._failed = bot.forfeits
        Thread(target=think, daemon=True).start()
        while True:
            try:
                answer = answers.get(timeout=GLANCE)
            except Empty:
                self._heed(self.keys.wait(0))
                continue
            if isinstance(answer, BaseException):
                raise answer
            return answer

    def _tell(self, seat: int) -> None:
        """A line about the move that was just made, and one about a bot that did not make it itself."""
        bot = self.bots[seat]
        lines = []
        if bot.forfeits > self._failed:
            lines.append(self._seat(seat).append(f"  failed: {bot.problems[-1]}", "bold red"))
        (entry,) = self.game.latest()
        drawn = f" ({entry.chance[0]})" if entry.move == "draw blind" and entry.chance else ""
        told = f"  {screen.told(self.game.board, entry)}{drawn}"
        lines.append(self._seat(seat).append(told, "not bold default"))
        self._told += lines
        if self._live is None:
            for line in lines:
                self.console.print(Text(f"{self.game.moves:>4} ").append_text(line), soft_wrap=True)

    def _pause(self) -> None:
        """Wait as long as the pace says, or until a key goes on."""
        if self._live is None:
            return
        if not self.paused:
            self._heed(self.keys.wait(self.pace))
        while self.paused:
            self._show()
            if self._heed(self.keys.wait(SLOWEST)):
                return

    def _heed(self, key: str) -> bool:
        """Do what a key says; True if it asks for the next move."""
        if key in ("q", "Q", "\x03", "\x04"):
            raise Left
        if key == " ":
            self.paused = not self.paused
        elif key in ("+", "="):
            self.pace = max(FASTEST, self.pace / 2)
        elif key in ("-", "_"):
            self.pace = min(SLOWEST, max(FASTEST, self.pace * 2))
        elif key in ("\r", "\n", "n", "\x1b[C"):
            self.paused = True
            return True
        return False

    def _show(self) -> None:
        if self._live is not None:
            self._live.update(self.picture(), refresh=True)

    def picture(self) -> RenderableType:
        """The table as it is now: the last moves, all seats, their hands and tickets.

        Where there is no room for all hands, only that of the seat to move.
        """
        game, console = self.game, self.console
        views = [game.view(seat) for seat in range(game.seats)]
        table = screen.seats(views[0], console.width, self.names, known=False)
        for shown in (views, views if game.actor is None else [views[game.actor]]):
            things = screen.open_things(views[0], shown, console.width)
            parts: list[RenderableType] = [Text(), table, Text(), things]
            below = len(console.render_lines(Group(*parts)))
            if below <= console.height - LEAST:
                break
        pace = "stopped" if self.paused else f"{self.pace:g} s a move"
        foot = Text(f"{pace} · {HELP}", "dim", no_wrap=True, overflow="ellipsis")
        room = max(1, console.height - below - 2)
        told = self._told[-room:]
        filler = [Text() for _ in range(room - len(told))]
        for line in told:
            line.no_wrap, line.overflow = True, "ellipsis"
        return Group(self._title(), *told, *filler, *parts, foot)

    def _title(self) -> Rule:
        game = self.game
        what = f"move {game.moves}" if game.moves else "the start"
        return Rule(Text(f"{game.board.name} · {what}", "bold"), style="dim")

    def _who(self) -> Text:
        return Text("   ").join(self._seat(seat) for seat in range(len(self.bots)))

    def _seat(self, seat: int) -> Text:
        name = self.names[seat]
        return formatting.seat(seat, None).append(f" {name}" if name else "")


class Replayed(Bot):
    """A seat of a game that was played before: it makes the same moves again."""

    def __init__(self, moves: Iterable[str], name: str) -> None:
        super().__init__()
        self._moves, self.spec = iter(moves), name

    def think(self, view: View, legal: Sequence[Action]) -> str:
        return next(self._moves)


def again(game: Game, names: Sequence[str]) -> tuple[Game, list[Bot]]:
    """The start of a game that was played before, and players who make its moves again; it has the same luck."""
    log = game.log
    dealer = ScriptedDealer([name for entry in log for name in entry.chance])
    if game.start is None:
        start = Game(game.board, game.seats, first=game.first, dealer=dealer)
    else:
        start = Game.from_position(game.board, game.start, dealer)
    seats = range(game.seats)
    return start, [
        Replayed([entry.move for entry in log if entry.seat == seat], names[seat]) for seat in seats
    ]
