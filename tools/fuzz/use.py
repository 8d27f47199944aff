"""Using what was accepted, as programs would: worlds, bots, legal moves, views, records. What it promises must hold."""

from __future__ import annotations

from functools import cache
from random import Random

from branchline import Action, BranchlineError, Game, View
from branchline.bots import make_bot
from branchline.bots.bot import Bot
from branchline.game.position_check import check_position

BOTS = ("random", "greedy", "path", "one-step", "long-route", "hungry", "planner", "rush", "hybrid")
SEARCH = "search:rollouts=6,threads=1"


class Broken(Exception):
    """The library accepted something and then did not keep what it promises."""


@cache
def bot(spec: str) -> Bot:
    return make_bot(spec, seed=1)


def use_game(game: Game, random: Random) -> None:
    """Look at a game from all sides, and play on: mostly a few moves, sometimes to the end."""
    check_position(game.board, game.position())
    use_view(game.view(random.choice((None, *range(game.seats)))), random, search=random.random() < 0.1)
    if not game.over and random.random() < 0.2:
        seat = random.randrange(game.seats)
        again = game.play_on(seat, seed=1)
        promise(again.view(seat).hand == game.view(seat).hand, "a seat keeps its hand where a game goes on")
    moves = 2000 if random.random() < 0.03 else random.randint(0, 12)
    while not game.over and moves:
        moves -= 1
        game.play(random.choice(legal_moves(game)))
    check_position(game.board, game.position())
    if game.over:
        promise(len(game.scores()) == game.seats and len(game.winners()) >= 1, "a finished game has winners")
        promise(not game.legal(), "nothing is legal once a game is over")
    if random.random() < 0.1:
        again = Game.replay(game.record(), game.board)
        promise(again.position() == game.position(), "a record gives the same game back")


def legal_moves(game: Game) -> list[Action]:
    """The legal moves, of which there must be one."""
    legal = game.legal()
    promise(bool(legal), f"somebody can move in phase {game.phase}")
    return legal


def use_view(view: View, random: Random, search: bool = False) -> None:
    """Fill in what a view hides, and let bots decide on it."""
    again = View.from_json(view.to_json(), view.board)
    promise(again == view, "a view survives its text")
    view.open_routes()
    if view.phase == "over":
        return
    for _ in range(2):
        world = view.determinise(random)
        check_position(view.board, world.position())
        promise(world.view(view.seat) == view, "a world looks as its view says")
    if view.seat == view.actor and view.seat is not None:
        choose(view, SEARCH if search else random.choice(BOTS))


def choose(view: View, spec: str) -> None:
    """A bot's move must be legal and its own."""
    asked = bot(spec)
    move = asked.choose(view)
    problems, asked.problems = asked.problems, []
    promise(not problems, f"{spec} moves itself: {problems[:1]}")
    promise(move in view.legal, f"{spec} makes a legal move, not {move}")


def use_unchecked(view: View, random: Random) -> None:
    """A view that somebody made in Python and nobody checked: it may be refused anywhere, and must not do harm."""
    uses = (
        lambda: view.open_routes(),
        lambda: view.knowledge(),
        lambda: play_a_little(view.determinise(random), random),
        lambda: bot(random.choice(BOTS)).choose(view),
        lambda: bot(SEARCH).choose(view),
    )
    for action in uses:
        try:
            action()
        except BranchlineError as error:
            check_message(error)
    for spec in (*BOTS, SEARCH):
        bot(spec).problems.clear()


def play_a_little(game: Game, random: Random) -> None:
    for _ in range(5):
        if game.over or not (legal := game.legal()):
            return
        game.play(random.choice(legal))


def promise(kept: bool, what: str) -> None:
    if not kept:
        raise Broken(f"not so: {what}")


def check_message(error: Exception) -> None:
    """An error must say something, in one line that a person can read."""
    text = str(error)
    if not text.strip() or "\n" in text or "\r" in text or len(text) > 1000:
        raise Broken(f"this is no message for people: {type(error).__name__}: {text[:300]!r}") from error
