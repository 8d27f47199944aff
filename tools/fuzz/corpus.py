"""What is right to begin with: games on many boards, with any number of seats, at all their stages."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from branchline import Board, Game, board_names, load_board
from tests.odd_boards import odd_board
from tests.reference.grand import grand

ROOT = Path(__file__).parents[2]
OWN_FILES = {"lantern": ROOT / "examples/boards/lantern.toml", "pocket": ROOT / "tests/reference/pocket.toml"}
ODD = {f"odd{seed}": seed for seed in (2, 5, 7, 11, 13, 17)}
BOARDS = (*sorted(board_names()), *OWN_FILES, "grand", *ODD)
DEALS = 2  # games for each board and number of seats
STAGES = 24  # positions kept of each game


@cache
def board(name: str) -> Board:
    """A board of the corpus: ours, the example, and boards made for tests, some as odd as boards can be."""
    if name in ODD:
        return odd_board(ODD[name], Path(mkdtemp(prefix="branchline-fuzz-")))
    return grand() if name == "grand" else load_board(OWN_FILES.get(name, name))


@cache
def board_file(name: str) -> str:
    """The text of a board that is a file."""
    folder = ROOT / "src/branchline/board/data"
    return OWN_FILES.get(name, folder / f"{name}.toml").read_text(encoding="utf-8")


@cache
def stages(name: str, seats: int, deal: int) -> tuple[Game, ...]:
    """One game at some of its stages: its start, its end, and whenever it waits for something unusual."""
    random = Random(f"{name} {seats} {deal}")
    game = Game(board(name), seats, seed=deal)
    found = [game.copy()]
    while not game.over and game.moves < 1500:
        legal = game.legal()
        claims = [move for move in legal if move.kind in ("claim", "station", "pay")]
        game.play(random.choice(claims if claims and random.random() < 0.6 else legal))
        if game.phase not in ("turn", "second_card") or random.random() < 0.1:
            found.append(game.copy())
    kept = found if len(found) <= STAGES else random.sample(found[:-1], STAGES - 1)
    return (*kept, game)


def any_game(random: Random, names: tuple[str, ...] = BOARDS) -> tuple[str, Game]:
    """A game of the corpus and the name of its board. Don't change it: copy it."""
    name = random.choice(names)
    here = board(name)
    seats = random.randint(here.min_seats, here.max_seats)
    return name, random.choice(stages(name, seats, random.randrange(DEALS)))
