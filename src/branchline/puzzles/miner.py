"""Mining: games of strong bots, the decisions in them with one clearly best move, and a choice among these.

A decision is looked at several times, each time in other worlds: a few candidates in few worlds; the best of them in
more; then as `compare.examine` does; and what is chosen for a collection once more in many worlds. What a game gives
follows from board, seed and number alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from queue import SimpleQueue

import msgspec
from msgspec.structs import replace

from branchline.board import Board
from branchline.bots import LEVELS, Bot, make_bot
from branchline.bots.native import make_player
from branchline.core.engine import engine_at
from branchline.core.rules.knowledge import Refused
from branchline.errors import BranchlineError
from branchline.game.action import Action
from branchline.game.codec import board_codec
from branchline.game.game import Game
from branchline.game.grammar import parse
from branchline.game.view import View, ViewData
from branchline.review.analysis import CLAIMS, DRAWS, STATIONS, Thinker, find_file
from branchline.review.store import Store
from branchline.review.walk import Step, walk

from .compare import Clear, Comparison, Look, examine
from .explain import Explainer
from .puzzle import Puzzle, check_themes, choice_of, decode_cards, make_view
from .themes import is_longest, may_have, theme_of

#: The first looks at every decision: hybrid's candidates, then the best few choices of them.
FIRST, SECOND, BEST = Look(12, 4), Look(96, 8), 4
FIRST_CLEAR, SECOND_CLEAR = Clear(0.04, 1.5), Clear(0.04, 3.0)
#: A look before these when only some themes are wanted, and how many of its best choices may have one of them.
GLANCE, AMONG = Look(6, 1), 3
#: Who plays the games: each seat has one of these. Rare themes need many games, so there it is the quickest of them.
STRONG, QUICK = ("search:rollouts=100", "search:rollouts=40", "value"), ("value",)
#: Numbers of seats, in turn.
SEATS = (2, 3, 4)
#: The bot that stands for a level whose own thinks by the clock.
BY_CLOCK = {"master": "search:worlds=400"}
#: Levels that misjudge at random find an answer if they do in most of so many tries.
MISJUDGING, TRIES = ("novice", "easy", "medium"), 5
#: Of what there is much, one game in so many is looked at: first tickets, cards, tunnels that hybrid decides rightly.
STARTS, CARDS, EASY_TUNNELS = 2, 2, 2
#: Parts of a game by the mover's cars: each gives one puzzle at most.
PARTS = 6
#: The part of a game in which its first tickets are chosen.
START = -1
#: The last moves that a position shows, for each seat.
SHOWN = 4
#: Raised whenever the same game would give other puzzles.
VERSION = 1

Progress = Callable[[int, int, int], object]


class Miner:
    """Looks for puzzles in the games of one board, `threads` at once; what it finds does not depend on these.

    With `themes` only decisions that may have one of these are looked at: a rare theme needs many games.
    """

    def __init__(
        self,
        board: Board,
        seed: int,
        store: Store | None = None,
        threads: int = 1,
        themes: Sequence[str] = (),
    ) -> None:
        self.board, self.seed, self.store, self.threads = board, seed, store, threads
        self.themes = tuple(sorted(check_themes(themes)))
        self.networks = {str(seats): network_name(board, seats) for seats in _seats(board)}
        self._idle: SimpleQueue[Digger] = SimpleQueue()
        for _ in range(threads):
            self._idle.put(Digger(board, seed, self.themes))

    def mine(self, games: int, progress: Progress | None = None, first: int = 0) -> list[Puzzle]:
        """The puzzles in so many games from a number on.

        `progress` hears of games done, all games, and puzzles found.
        """
        found: list[Puzzle] = []
        with ThreadPoolExecutor(self.threads, "puzzles") as pool:
            futures = [pool.submit(self._game, number) for number in range(first, first + games)]
            try:
                for done, future in enumerate(futures, 1):
                    found += future.result()
                    if progress is not None:
                        progress(done, games, len(found))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        return found

    def finish(
        self,
        pool: Sequence[Puzzle],
        count: int,
        progress: Progress | None = None,
        finished: Sequence[Puzzle] = (),
    ) -> list[Puzzle]:
        """So many puzzles of those found, each confirmed in many worlds and explained; or of those `finished` before.

        `progress` hears of those done, all that are wanted, and those that were tried.
        """
        chosen: list[Puzzle] = []
        ready = {puzzle.id: puzzle for puzzle in finished}
        for tried, puzzle in enumerate(in_turn([*finished, *pool], chosen), 1):
            confirmed = ready.get(puzzle.id) or self._finished(puzzle)
            if confirmed is not None:
                chosen.append(confirmed)
            if progress is not None:
                progress(len(chosen), count, tried)
            if len(chosen) == count:
                return sorted(chosen, key=lambda one: (one.difficulty, one.id))
        raise BranchlineError(
            f"{len(chosen)} puzzles were found in these games, not {count}: look through more of them"
        )

    def _game(self, number: int) -> list[Puzzle]:
        return self._kept(("game", number, *self.themes), lambda digger: digger.dig(number))

    def _finished(self, puzzle: Puzzle) -> Puzzle | None:
        found = self._kept(
            ("chosen", puzzle.id), lambda digger: [one for one in [digger.finish(puzzle)] if one]
        )
        return found[0] if found else None

    def _kept(self, key: tuple[object, ...], find: Callable[[Digger], list[Puzzle]]) -> list[Puzzle]:
        """Puzzles from the store, or found now and then kept."""
        networks = ":".join(self.networks.values())
        text = ":".join(map(str, ("puzzles", VERSION, self.board.digest, networks, self.seed, *key)))
        name = hashlib.sha256(text.encode()).hexdigest()
        kept = None if self.store is None else self.store.get(name)
        if kept is not None:
            return msgspec.json.decode(kept, type=list[Puzzle], dec_hook=decode_cards)
        digger = self._idle.get()
        try:
            found = find(digger)
        finally:
            self._idle.put(digger)
        if self.store is not None:
            self.store.put(name, msgspec.json.encode(found))
        return found


def _seats(board: Board) -> list[int]:
    """The numbers of seats that games have on a board."""
    return [seats for seats in SEATS if board.min_seats <= seats <= board.max_seats]


def network_name(board: Board, seats: int) -> str:
    """A short name of the network that values positions: any change to it changes this."""
    return hashlib.sha256(find_file(board, seats).weights.encode()).hexdigest()[:12]


class Digger:
    """What one thread needs to look through games."""

    def __init__(self, board: Board, seed: int, themes: Sequence[str] = ()) -> None:
        self.board, self.seed, self.themes, self.codec = board, seed, themes, board_codec(board)
        self.thinker = cache(lambda seats: Thinker(board, find_file(board, seats)))
        self.player = cache(lambda spec, seats, seat: make_player(make_bot(spec), board, seats))
        self.levels = {level.name: _tries(level.name) for level in LEVELS}

    def dig(self, number: int) -> list[Puzzle]:
        """The puzzles of the game with this number, at most one in each part of the game."""
        found: dict[int, Puzzle] = {}
        game = self.play(number)
        for step in walk(game).steps:
            part = _part_of(self.board, step)
            if part in found or (part == START and number % STARTS):
                continue
            if self._promises(number, step):
                view = Game.replay(game.record(), self.board, ply=step.ply).view(step.state.actor)
                puzzle = self._puzzle(_shortened(view), number, step.ply)
                if puzzle is not None and (not self.themes or puzzle.theme in self.themes):
                    found[part] = puzzle
        return list(found.values())

    def play(self, number: int) -> Game:
        """A game among strong bots."""
        seats = _seats(self.board)[number % len(_seats(self.board))]
        seed, strong = mixed(self.seed, number), QUICK if self.themes else STRONG
        game = Game(self.board, seats, seed)
        players = []
        for seat in range(seats):
            spec = strong[mixed(self.seed, number, "seat", seat) % len(strong)]
            players.append(self.player(spec, seats, seat))
            players[-1].seed(seed, seat)
        refused, tables = Refused(), self.codec.tables
        refused.clear()
        while not game.over:
            state = game.state()
            choice = players[state.actor].choose(tables, state, refused)
            action = self.codec.action(choice, self.codec.ticket_ids(state.offer_of(state.actor)))
            if action.kind == "keep":
                refused.note(state, tables.action(choice)[1])
            game.play(action)
        return game

    def _promises(self, number: int, step: Step) -> bool:
        """The first looks: whether one of a few candidates is ahead, and it is not of what there is much."""
        legal = [self._action(one, step) for one in engine_at(self.codec.tables, step.state).legal()]
        if len({choice_of(one, self.board) for one in legal}) < 2 or not self._may_be_wanted(step, legal):
            return False
        thinker = self.thinker(step.state.seats)
        policy = thinker.estimator.policy
        thinker.candidates.find(self.codec.tables, step.known.state, policy, CLAIMS, DRAWS, STATIONS)
        actions = list(dict.fromkeys(thinker.candidates.to_list()))
        found = Comparison(self.board, step.known, thinker, step.offer)
        if self.themes and not self._glance(found, actions, mixed(self.seed, number, step.ply, "glance")):
            return False
        for look, asked in ((FIRST, FIRST_CLEAR), (SECOND, SECOND_CLEAR)):
            if len(actions) < 2:
                return False
            found.look(actions, look, mixed(self.seed, number, step.ply, look.worlds))
            best = found.action(found.best)
            if not found.is_clear(asked) or is_longest(self.board, legal, best):
                return False
            theme = theme_of(self.board, step.known.state, best, found.action(found.rival))
            if self.themes and theme not in self.themes:
                return False
            actions = found.firsts()[:BEST]
        easy = theme == "tunnel" and found.best == thinker.candidates.to_list()[0]
        return not (easy and number % EASY_TUNNELS) and not (theme == "card" and number % CARDS)

    def _glance(self, found: Comparison, actions: Sequence[int], seed: int) -> bool:
        """Whether the best choice and one of the next may make a wanted theme, by a quick look."""
        if len(actions) < 2:
            return False
        found.look(actions, GLANCE, seed)
        best, *others = map(found.action, found.firsts()[:AMONG])
        state = found.known.state
        return any(
            theme_of(self.board, state, *pair) in self.themes
            for other in others
            for pair in ((best, other), (other, best))
        )

    def _may_be_wanted(self, step: Step, legal: Sequence[Action]) -> bool:
        """Whether a decision may have one of the wanted themes."""
        state = step.known.state
        return not self.themes or any(may_have(theme, self.board, state, legal) for theme in self.themes)

    def _action(self, number: int, step: Step) -> Action:
        return self.codec.action(number, step.offer)

    def _puzzle(self, view: View, number: int, ply: int) -> Puzzle | None:
        """The puzzle that a position makes, if it makes one."""
        found = examine(self.thinker(len(view.seats)), view, mixed(self.seed, number, ply, "examine"))
        if found is None:
            return None
        best, second = found.action(found.best), found.action(found.rival)
        if is_longest(self.board, view.legal, best):
            return None
        position = ViewData(**{name: getattr(view, name) for name in ViewData.__struct_fields__})
        digest = hashlib.sha256(msgspec.json.encode(position)).hexdigest()
        puzzle = Puzzle(
            id=f"{self.board.id}-{digest[:6]}",
            board=self.board.id,
            theme=theme_of(self.board, view.knowledge().state, best, second),
            difficulty=0,
            position=position,
            answers=found.answers(),
            candidates=found.candidates(),
            reasons=(),
            solvers=(),
            game=number,
            ply=ply,
        )
        solvers = self._solvers(puzzle, view)
        return replace(puzzle, solvers=solvers, difficulty=difficulty(len(solvers)))

    def _solvers(self, puzzle: Puzzle, view: View) -> tuple[str, ...]:
        """The levels that find the answer."""
        found = []
        for name, bots in self.levels.items():
            right = sum(str(bot.choose(view, view.legal)) in puzzle.answers for bot in bots)
            if 2 * right > len(bots):
                found.append(name)
        return tuple(found)

    def finish(self, puzzle: Puzzle) -> Puzzle | None:
        """The puzzle with values from many other worlds and with its reasons; None if it does not hold there."""
        view, seed = make_view(puzzle.position, self.board), mixed(self.seed, puzzle.id)
        thinker = self.thinker(puzzle.seats)
        found = Comparison(self.board, view.knowledge(), thinker, view.offer)
        found.best = self._number(puzzle.answers[0], view)
        if not found.confirm(engine_at(self.codec.tables, found.known.state).legal(canonical=True), seed):
            return None
        found.behind |= {
            self._number(one.move, view): (one.behind, one.error)
            for one in puzzle.candidates
            if choice_of(one.move, self.board) == choice_of(puzzle.answers[0], self.board)
        }
        best, second = found.action(found.best), found.action(found.rival)
        reasons = Explainer(view, thinker, seed).reasons(best, second, found.behind[found.rival][0])
        return replace(puzzle, candidates=found.candidates(), reasons=reasons)

    def _number(self, move: str, view: View) -> int:
        number = self.codec.number(parse(move, self.board), view.offer)
        assert number is not None
        return number


def difficulty(solvers: int) -> int:
    """How hard a puzzle is that so many of the levels solve: 1 if all or all but one do, 5 if at most one does."""
    return min(5, max(1, len(LEVELS) - solvers))


def _tries(level: str) -> list[Bot]:
    """The bots that try for a level."""
    if level in MISJUDGING:
        return [make_bot(level, seed=seed) for seed in range(1, TRIES + 1)]
    return [make_bot(BY_CLOCK.get(level, level), seed=1)]


def _part_of(board: Board, step: Step) -> int:
    """The part of a game that a decision is in: the first tickets, or by the cars that the mover has left."""
    return START if step.state.starting else PARTS * step.state.cars_of(step.state.actor) // (board.cars + 1)


def _shortened(view: View) -> View:
    """The view with the last moves of its log alone."""
    moves = [entry for entry in view.log if entry.seat is not None]
    return make_view(replace(view, log=moves[-SHOWN * len(view.seats) :]), view.board)


def mixed(*parts: object) -> int:
    """A seed that follows from numbers and names."""
    return int.from_bytes(hashlib.sha256(":".join(map(str, parts)).encode()).digest()[:6], "big")


def in_turn(pool: Sequence[Puzzle], chosen: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Puzzles as evenly over themes, difficulties and numbers of seats as there are such, by what was `chosen` so far.

    The next one is of the theme that has the fewest, then of the difficulty with the fewest.
    """
    left = sorted({one.id: one for one in pool}.values(), key=lambda one: one.id)
    while left:
        best = min(
            left,
            key=lambda one: (
                *(sum(getattr(old, name) == getattr(one, name) for old in chosen) for name in EVEN),
                one.id,
            ),
        )
        left.remove(best)
        yield best


#: What a collection has about as much of each of, the most important first.
EVEN = ("theme", "difficulty", "seats")
