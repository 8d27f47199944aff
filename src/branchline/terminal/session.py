"""One game at the terminal: reads lines, plays moves and answers questions until the game is over or left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from branchline.bots import Bot
from branchline.errors import BranchlineError
from branchline.game.action import Action
from branchline.game.game import Game
from branchline.game.view import LogEntry, View

from . import formatting, screen
from .rules import rules_text
from .shorthand import is_number, one_city, understand

Read = Callable[[str], str]

MOVES = (
    ("red, d red", "take a face-up card of that colour"),
    ("b", "draw blind from the pile"),
    ("c paris brest", "claim that route: parts of names will do; add a colour or cards to say how you pay"),
    ("t", "draw tickets; then the numbers of those you keep, or all"),
    ("s wien", "build a station (where the board has them)"),
    ("p …, w", "pay for a tunnel, or withdraw from it"),
    ("3", "number 3 of the list shown last"),
)
#: What can be asked: each has a method `ask_…`, whose docstring is its help.
QUESTIONS = ("look", "routes", "map", "goals", "legal", "log", "why", "hint", "rules", "save", "help", "quit")
SHORT = {
    "r": "routes",
    "m": "map",
    "g": "goals",
    "l": "legal",
    "h": "help",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}
VERBS = ("draw", "claim", "station", "keep", "pay", "d", "c", "s", "k", "p")
WHOLE = "Whole moves work too: claim paris-brest with 2 black 1 wild."


class Quit(Exception):
    """The player leaves."""


class Session:
    """A person at one seat, opponents at the others."""

    def __init__(
        self,
        game: Game,
        seat: int,
        opponents: Mapping[int, Bot],
        console: Console,
        read: Read,
        adviser: Bot | None = None,
        file: Path | None = None,
    ) -> None:
        self.game, self.seat, self.opponents = game, seat, opponents
        self.console, self.read, self.adviser, self.file = console, read, adviser, file
        self._listed: list[Action] = []

    def run(self) -> bool:
        """Play until the end; False if the player left before it."""
        try:
            while not self.game.over:
                actor = self.game.actor or 0
                if actor == self.seat:
                    self._ask()
                else:
                    self._let_play(actor)
        except (Quit, EOFError, KeyboardInterrupt):
            return False
        self._finish()
        return True

    def _let_play(self, seat: int) -> None:
        view = self.game.view(seat)
        self.game.play(self.opponents[seat].choose(view, view.legal))

    def _ask(self) -> None:
        """Show what is new, then answer lines until one of them is a move."""
        view = self.view()
        if view.phase == "turn" or view.starting:
            self.ask_look()
        elif view.phase == "second_card":
            self.console.print(screen.own_things(view))
        else:
            self._show_choice(view)
        moves = self.game.moves
        while self.game.moves == moves:
            line = self.read("> ").strip()
            try:
                self.do(line or "look")
            except BranchlineError as error:
                self.say(str(error))

    def do(self, line: str) -> None:
        """One line: a question or a move."""
        word, _, rest = line.partition(" ")
        question = SHORT.get(word.lower(), word.lower())
        if question in QUESTIONS:
            getattr(self, f"ask_{question}")(rest.strip())
        elif is_number(line) and self._listed:
            self._play_listed(int(line))
        else:
            self._play_text(line)

    def _play_listed(self, number: int) -> None:
        if not 1 <= number <= len(self._listed):
            raise BranchlineError(f"the list has the numbers 1 to {len(self._listed)}")
        self._play(self._listed[number - 1])

    def _play_text(self, line: str) -> None:
        if is_number(line) and self.game.phase != "keep":
            raise BranchlineError("no list is shown that has numbers: try routes or legal")
        try:
            found = understand(line, self.game.view(self.seat))
        except BranchlineError as error:
            word = line.split()[0].lower()
            if word in VERBS:
                raise
            raise BranchlineError(f"{error}\nhelp says what can be typed here.") from None
        if len(found) == 1:
            self._play(found[0])
        else:
            self.say("Which one?")
            self._list(found)

    def _play(self, action: Action) -> None:
        self.game.play(action, self.seat)
        self._listed = []
        if self.file:
            with suppress(BranchlineError):  # it will be said when the game is left
                self.keep(self.file)
        view = self.view()
        mine = next(entry for entry in reversed(view.log) if entry.seat == self.seat)
        news = screen.own_news(view, mine)
        if news:
            self.console.print(news)

    def _list(self, actions: Sequence[Action]) -> None:
        """Moves to choose from by number; but where tickets are offered, numbers are theirs."""
        self._listed = [] if self.game.phase == "keep" else list(actions)
        self.console.print(screen.moves(actions, self.console.width, bool(self._listed)))

    def say(self, text: str) -> None:
        self.console.print(Text(text))

    def ask_look(self, _: str = "") -> None:
        """the whole table again (or an empty line)"""
        view = self.view()
        screen.show_table(self.console, view, self._news(view))
        self._show_choice(view)

    def _show_choice(self, view: View) -> None:
        """What there is to choose from, where the move is not free."""
        if view.phase == "keep":
            self.console.print(screen.offer(view))
        elif view.phase == "tunnel":
            self.console.print(screen.tunnel(view))
            self._list(view.legal)
        elif [action.kind for action in view.legal] == ["pass"]:
            self.say("You can do nothing but pass.")

    def view(self) -> View:
        return self.game.view(self.seat)

    def _news(self, view: View) -> list[LogEntry]:
        """What has happened since the player's last move before this one."""
        mine = [i for i, entry in enumerate(view.log) if entry.seat == self.seat]
        return list(view.log[mine[-1] + 1 if mine else 0 :])

    def ask_routes(self, city: str) -> None:
        """open routes and how you can pay for them now; routes CITY, routes all"""
        view = self.view()
        choices: dict[str, list[Action]] = {}
        for action in view.legal:
            if action.kind == "claim":
                choices.setdefault(action.target, []).append(action)
        for ways in choices.values():
            ways.sort(key=lambda action: action.wilds)
        there = [route for route in view.board.routes if screen.is_open(view, route)]
        if city and city != "all":
            end = one_city(city, view.board).id
            there = [route for route in there if end in (route.a, route.b)]
        shown = there if city else [route for route in there if route.id in choices]
        self._listed = [choices[route.id][0] for route in shown if route.id in choices]
        if shown:
            self.console.print(screen.routes(view, shown, choices))
        if len(shown) < len(there):
            more = len(there) - len(shown)
            self.say(f"{more} more are open that you can't pay for now: routes all, or routes CITY")
        elif not shown:
            self.say("no route is open there")

    def ask_map(self, city: str) -> None:
        """the board city by city, with who has what; map CITY"""
        view = self.view()
        cities = [one_city(city, view.board).id] if city else [city.id for city in view.board.cities]
        self.console.print(screen.overview(view, cities, self.console.width))

    def ask_goals(self, _: str) -> None:
        """your tickets, with the routes of the shortest way still open"""
        self.console.print(screen.goals(self.view()))

    def ask_legal(self, _: str) -> None:
        """all moves that you may make, numbered"""
        self._list(self.view().legal)

    def ask_log(self, count: str) -> None:
        """what happened so far, as you saw it; log 20 for the last twenty moves"""
        view = self.view()
        if count and not is_number(count):
            raise BranchlineError("say how many moves: log 20")
        moves = [(entry.seat, entry) for entry in view.log if entry.seat is not None]
        if not moves:
            self.say("nobody has moved yet")
        for seat, entry in moves[-int(count) :] if count else moves:
            self.console.print(formatting.seat(seat, self.seat).append(f"  {screen.told(view.board, entry)}"))

    def ask_why(self, text: str) -> None:
        """why MOVE: whether you may make that move, and if not, why"""
        if not text:
            raise BranchlineError("say which move: why claim paris-brest with 3 black")
        for action in understand(text, self.view()):
            reason = self.game.why_not(action, self.seat)
            self.say(f"{action}: {'you may' if reason is None else reason}")

    def ask_hint(self, _: str) -> None:
        """what a bot would do in your place"""
        view = self.view()
        if self.adviser is None:
            raise BranchlineError("there is nobody here to ask")
        self._list([self.adviser.choose(view, view.legal)])

    def ask_rules(self, language: str) -> None:
        """what this board changes, if it is a variant of another one; rules es and rules pt in those languages"""
        for line in rules_text(self.game.board, language or "en"):
            self.say(line)

    def ask_help(self, _: str) -> None:
        """this list"""
        table = screen.grid("to play", "")
        for form, meaning in MOVES:
            table.add_row(Text(form, "bold"), meaning)
        self.console.print(table)
        self.say(WHOLE)
        table = screen.grid("to ask", "")
        for name in QUESTIONS:
            table.add_row(Text(name, "bold"), getattr(self, f"ask_{name}").__doc__)
        self.console.print(table)

    def ask_save(self, file: str) -> None:
        """save FILE: write the game so far; play --resume FILE goes on from there"""
        if not file:
            raise BranchlineError("say where: save FILE")
        self.keep(Path(file).expanduser())
        self.say(f"saved in {file}")

    def ask_quit(self, _: str) -> None:
        """leave (also Ctrl-D); the game is kept"""
        raise Quit

    def keep(self, file: Path) -> None:
        """Write the record of the game so far into a file."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.game.record(), encoding="utf-8")
        except OSError as error:
            raise BranchlineError(f"can't save in {file}: {error.strerror}") from None

    def _finish(self) -> None:
        view = self.view()
        self.console.rule(Text(f"{view.board.name} · the end", "bold"), style="dim")
        screen.show_news(self.console, view, self._news(view))
        self.console.print(screen.final(view, self.game.borrowed()))
