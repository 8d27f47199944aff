"""Makes a database with every kind of stored event, and writes down what the server answers about its tables.

`data/` holds what version 0.1.0 made with it; `test_old_database.py` opens that with the code of today.
To make another:

    python -m tests.server.make_database FOLDER
"""

from __future__ import annotations

import json
import lzma
import sqlite3
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from .players import Player, keep, play_on, settle
from .running import Clock, Server, running, until

BOARDS = ("usa", "europe", "london")
#: Nobody moves by itself while answers are compared.
NEVER = 1e6
#: The moments of a game that are written down, as shares of its plies.
SHARES = (0.0, 0.2, 0.5, 1.0)
START = 1_700_000_000.0
Json = dict[str, Any]


class Maker:
    """Fills a database, table by table, and collects the keys to them."""

    def __init__(self, server: Server, clock: Clock) -> None:
        self.server, self.clock = server, clock
        self.tables: list[Json] = []

    def note(self, opening: Json, what: str, players: list[Player]) -> str:
        seats = {str(player.seat): player.key for player in players}
        keys = {"host": opening["key"], "watch": opening["watch"]["key"], "seats": seats}
        self.tables.append({"id": opening["table"]["id"], "what": what, "keys": keys})
        return str(opening["table"]["id"])

    def sit(self, what: str, **more: Any) -> tuple[str, list[Player]]:
        """A table at which all sit and have their first offer."""
        opening = self.server.open(**more)
        players = self.server.sit(opening)
        for player in players:
            player.wait(lambda one: one.view is not None)
        return self.note(opening, what, players), players

    def closed(self, board: str, public: bool) -> None:
        game = self.note(self.server.open(board, public=public), "closed", [])
        self.clock.now += 90_000
        until(lambda: self.stage(game) == "closed")

    def stage(self, game: str) -> str:
        key = next(table["keys"]["host"] for table in self.tables if table["id"] == game)
        return str(self.server.get(f"/api/tables/{game}", key).json()["table"]["stage"])

    def open(self, board: str, public: bool) -> None:
        """One seat was left and taken by another, one link made anew, one seat is free, one is a bot's."""
        opening = self.server.open(board, 3, 1, public=public, clock=120.0, hints=True, first=1)
        game, invites = opening["table"]["id"], [one["key"] for one in opening["invitations"]]
        first = self.server.post(f"/api/tables/{game}/join", {"name": "Ann", "invite": invites[0]}).json()
        assert self.server.post(f"/api/tables/{game}/leave", None, first["key"]).status_code == 200
        link = self.server.post(f"/api/tables/{game}/seats/1/link", None, opening["key"]).json()["key"]
        second = self.server.post(f"/api/tables/{game}/join", {"name": "Bo 🚂", "invite": link}).json()
        self.note(opening, "open", [self.server.player(game, second["key"], 1)])

    def filled(self, board: str, public: bool) -> None:
        """The host sits down and fills the rest with bots; the first tickets are not chosen."""
        body = {"board": board, "name": "Cy", "public": public, "seats": [{"kind": "me"}, {"kind": "open"}]}
        opening = self.server.post("/api/tables", body).json()
        game = opening["table"]["id"]
        assert self.server.post(f"/api/tables/{game}/start", {"bot": "random"}, opening["key"]).is_success
        player = self.server.player(game, opening["key"], 0)
        player.hello()
        player.wait(lambda one: one.view is not None and one.to_move == [0])
        self.note(opening, "filled", [player])

    def playing(self, board: str, public: bool) -> None:
        """A person among bots, who talks; so does a spectator."""
        game, (player,) = self.sit("playing", board=board, seats=3, bots=2, public=public)
        keep([player])
        play_on([player], 12)
        player.ask(type="chat", text="well, well")
        player.ask(type="react", reaction="wow")
        watcher = self.server.player(game, self.tables[-1]["keys"]["watch"])
        watcher.hello()
        watcher.ask(type="chat", text="who will win?", name="Eve")
        player.wait(lambda one: one.to_move == [player.seat])

    def over(self, board: str, public: bool) -> None:
        """Played to the end, and a rematch of which one player knows."""
        game, players = self.sit("over", board=board, seats=2, public=public)
        keep(players)
        for step in range(1_000):
            self.clock.now += 7.25
            if not play_on(players, 1, seed=step):
                break
        again = self.server.post(f"/api/tables/{game}/rematch", {}, players[0].key).json()
        opening = {"table": again["table"], "key": players[0].key, "watch": {"key": None}}
        self.note(opening, "rematch", [])

    def away(self, board: str, public: bool) -> None:
        """Seats that a bot plays for: by the clock, by vote, because they left; one has come back."""
        _, players = self.sit("away", board=board, seats=3, clock=3_600.0, public=public)
        keep(players)
        for why in ("vote", "clock"):
            late = players[players[0].to_move[0]]
            self.clock.now += 61
            if why == "clock":
                self.clock.now += 3_600
            else:
                for other in players:
                    if other is not late:
                        assert other.ask(type="vote", seat=late.seat)["type"] == "ack"
            late.wait(lambda one: any(notice["type"] == "away" for notice in one.notices))
            late.wait(lambda one: one.to_move != [one.seat])
            assert late.ask(type="back")["type"] == "ack"
            late.notices.clear()
            settle(players)
        play_on(players, 4)
        gone = players[players[0].to_move[0] - 1]
        assert self.server.post(f"/api/tables/{gone.game}/leave", None, gone.key).status_code == 200
        play_on([player for player in players if player is not gone], 3)
        players[0].wait(lambda one: bool(one.to_move) and one.to_move != [gone.seat])

    def pending(self, board: str) -> None:
        """A bot is to move when the server stops."""
        _, (player,) = self.sit("pending", board=board, seats=2, bots=1, first=0)
        assert player.move(player.legal[0])["type"] == "ack"


def answers(server: Server, table: Json) -> Json:
    """All that a server says about a table, to each who may ask."""
    game, keys = table["id"], table["keys"]
    viewers = {"host": keys["host"], "watch": keys["watch"], **keys["seats"]}
    found: Json = {"table": {}, "welcome": {}, "moments": {}}
    for name, key in viewers.items():
        found["table"][name] = server.get(f"/api/tables/{game}", key).json()
        found["welcome"][name] = server.player(game, key).hello()
    own = next(iter(keys["seats"].items()), (None, keys["host"]))
    plies = server.get(f"/api/games/{game}/view", own[1]).json().get("plies", 0)
    for share in SHARES:
        for seat in (None, own[0], "0", "1"):
            query = {"ply": round(share * plies), **({} if seat is None else {"seat": seat})}
            name = f"{query['ply']} {seat}"
            found["moments"][name] = server.get(f"/api/games/{game}/view", own[1], **query).json()
    found["record"] = server.get(f"/api/games/{game}/record").text
    found["statistics"] = server.get(f"/api/games/{game}/statistics").json()
    return found


def make(folder: Path) -> Json:
    """Fill a database in a folder; the tables with their keys and answers."""
    clock = Clock(START)
    with running(folder, now=clock) as server:
        maker = Maker(server, clock)
        steps = (maker.closed, maker.open, maker.filled, maker.playing, maker.over, maker.away)
        for (i, step), (j, board) in product(enumerate(steps), enumerate(BOARDS)):
            step(board, public=(i + j) % 2 == 0)
    with running(folder, now=clock, bot_delay=NEVER) as server:
        maker.server = server
        for board in BOARDS:
            maker.pending(board)
    with running(folder, now=clock, bot_delay=NEVER) as server:
        for table in maker.tables:
            table["answers"] = answers(server, table)
        listed = server.get("/api/tables").json()
        boards = {board: server.get(f"/api/boards/{board}").json() for board in BOARDS}
    return {"now": clock.now, "tables": maker.tables, "listed": listed, "boards": boards}


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = make(Path(folder))
        with sqlite3.connect(Path(folder) / "branchline.db") as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            kinds = [kind for (kind,) in connection.execute("SELECT DISTINCT kind FROM events ORDER BY kind")]
            connection.execute("VACUUM")
        connection.close()
        database = (Path(folder) / "branchline.db").read_bytes()
    (target / "branchline.db.xz").write_bytes(lzma.compress(database, preset=9))
    (target / "answers.json.xz").write_bytes(lzma.compress(json.dumps(found).encode(), preset=9))
    print(len(kinds), "kinds of events:", *kinds)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
