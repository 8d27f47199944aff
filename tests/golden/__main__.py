"""Write anew what the golden records must come out as: `python -m tests.golden`.

With `--anew` the records themselves are played anew as well. Look at the diff before committing it.
"""

from __future__ import annotations

import json
import sys
from random import Random

from branchline import CommittedDealer, Game
from tests.bots.games import play_bots
from tests.reference.scripts import pick

from .playthrough import EXPECTED, RECORDS, play_through

GAMES = {"usa": 5, "europe": 4, "london": 3}
BOT_GAMES = {
    "usa": ("long-route", "planner", "rush:min=5", "hybrid"),
    "europe": ("random", "greedy", "path", "hungry", "one-step"),
    "london": ("search:worlds=12", "search:rollouts=60", "hybrid:ticket=1.5"),
}


def play_anew(name: str, seats: int) -> str:
    """A whole game of players who like to build."""
    random = Random(name)
    game = Game(name, seats, dealer=CommittedDealer(f"the golden game of {name}".encode(), "golden"))
    while not game.over:
        game.play(pick(random, [str(move) for move in game.legal()], "builder"))
    return game.record()


def main() -> None:
    if "--anew" in sys.argv:
        for name, seats in GAMES.items():
            (RECORDS / f"{name}.record").write_text(play_anew(name, seats), encoding="utf-8")
        for name, specs in BOT_GAMES.items():
            dealer = CommittedDealer(f"the golden bots of {name}".encode(), "golden")
            (RECORDS / f"bots-{name}.record").write_text(play_bots(name, specs, dealer), encoding="utf-8")
    for record in sorted(RECORDS.glob("*.record")):
        told = play_through(record.read_text(encoding="utf-8"))
        (EXPECTED / f"{record.stem}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        print(f"{record.stem}: {told['moves']} moves")


main()
