"""Games of all boards for a comparison of machines: sums of random games, records of bots, messages of tables."""

import hashlib
import json
import sys

from branchline import CommittedDealer, load_board
from branchline.bots import make_bot
from branchline.server.table import commands, events
from branchline.server.table.apply import apply
from branchline.server.table.table import Table
from branchline.server.wire.messages import encode
from branchline.server.wire.present import update, welcome
from tests.bots.games import play_bots
from tests.core.games import TABLES, play

BOTS = ("rush", "hybrid", "value", "search:rollouts=40")


def record(board: str, seats: int, deal: int) -> str:
    """The record of a game of all bots by turns."""
    salt = f"{board} {seats} {deal}"
    bots = [BOTS[(deal + seat) % len(BOTS)] for seat in range(seats)]
    return play_bots(board, bots, CommittedDealer(hashlib.sha256(salt.encode()).digest(), salt))


def messages(board: str, seats: int) -> str:
    """A digest of all that the viewers of a table of bots are told."""
    table, told = Table(board, bytes(range(32))), hashlib.sha256()
    plan = tuple(events.SeatPlan(bot="hybrid", name=f"bot {n}") for n in range(seats))
    event: events.Event = events.Opened(board, load_board(board).digest, plan, "host", "watch", first=0)
    apply(table, 1, 0.0, event)
    event = events.Started()
    with make_bot("hybrid", seed=1) as bot:
        while True:
            apply(table, table.number + 1, 0.0, event)
            for viewer in (None, *range(seats)):
                told.update(encode(update(table, viewer)).encode())
            if table.stage == "over":
                break
            seat = table.to_move()[0]
            move = bot.choose(table.game_at_turn_of(seat).view(seat))
            event = commands.move(table, seat, str(move), "m", bot=True)
    told.update(encode(welcome(table, 0, False, None)).encode())
    return told.hexdigest()


def games(random_games: int, deals: int, step: int = 1) -> dict[str, object]:
    """For each board and number of seats: sums of random games, and digests of the bots' records and of messages.

    With a `step` bots play at some of these tables alone: one of so many.
    """
    records = {
        f"{board} {seats} {deal}": hashlib.sha256(record(board, seats, deal).encode()).hexdigest()
        for board, seats in TABLES[::step]
        for deal in range(deals)
    }
    told = {f"{board} {seats}": messages(board, seats) for board, seats in TABLES[::step] if deals}
    return {"random": play(random_games, 17), "bots": records, "messages": told}


if __name__ == "__main__":
    print(json.dumps(games(int(sys.argv[1]), int(sys.argv[2]))))
