"""How long the messages are that programs get: views for a bot and over a socket, with more or less of the log.

python -m bench.messages
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from statistics import fmean

import msgspec

from branchline import Game, View
from branchline.bots import make_bot
from branchline.bots.exec_bot import LOGS, Told
from branchline.server.wire.present import wire_view

GAMES = (("usa", 2), ("europe", 2), ("europe", 4), ("london", 3))


def views(board: str, seats: int, count: int = 5) -> Iterator[View]:
    """What the seat to move sees, in each position of some games of hybrid."""
    for seed in range(count):
        game = Game(board, seats=seats, seed=seed)
        with make_bot("hybrid", seed) as bot:
            while game.actor is not None:
                view = game.view(game.actor)
                yield view
                game.play(bot.choose(view))


def sizes(board: str, seats: int) -> dict[str, list[int]]:
    """The bytes of every message, by its kind."""
    told = [Told() for _ in range(seats)]
    found = defaultdict(list)
    for view in views(board, seats):
        starts = {"none": None, "new": told[view.seat or 0].tell(view), "full": 0}
        for name, start in starts.items():
            found[name].append(len(view.to_json(start)))
        for name, log in (("update", []), ("welcome", view.log)):
            found[name].append(len(msgspec.json.encode(wire_view(view, log))))
    return found


def main() -> None:
    print("Bytes of a view, on average, and the part of the log in a whole one")
    print(f"{'':20} {'program asks for the log':^26}  {'socket':^17}  part of the log")
    print(f"{'':20} {'none':>8} {'new':>8} {'full':>8}  {'update':>8} {'welcome':>8}  mean  most")
    for board, seats in GAMES:
        found = sizes(board, seats)
        row = {name: fmean(lengths) for name, lengths in found.items()}
        most = max(1 - none / full for none, full in zip(found["none"], found["full"], strict=True))
        cells = " ".join(f"{row[name]:8,.0f}" for name in LOGS)
        socket = " ".join(f"{row[name]:8,.0f}" for name in ("update", "welcome"))
        mean = 1 - row["none"] / row["full"]
        print(f"{f'{board}, {seats} seats':20} {cells}  {socket}  {mean:4.0%}  {most:4.0%}", flush=True)


if __name__ == "__main__":
    main()
