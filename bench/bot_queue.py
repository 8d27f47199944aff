"""How long a bystander waits for a bot while one address has many tables of strong bots.

    python -m bench.bot_queue                 50 tables of five masters, against one table with a medium bot

A server with its usual settings runs in a process of its own. Somebody plays against a `medium` bot from 127.0.0.1:
first alone, then while 50 tables of bots opened from 127.0.0.2 are watched by nobody, then while they are watched from
there. The wait is from the update after which the bot is to move until the update with its move; it includes the
delay so that people can follow (0.7 to 1.7 s, or `--bot-delay`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import connect

from bench.load import serving

HERE, ATTACKER = "127.0.0.1", "127.0.0.2"


@dataclass
class Bystander:
    """A player who moves at random, and how long each move of the bot took."""

    port: int
    bot: str
    waits: list[float] = field(default_factory=list)
    hurried: int = 0

    async def play(self, moves: int) -> list[float]:
        """Play, game after game, until the bot has made so many moves; the waits for them."""
        self.waits = []
        while len(self.waits) < moves:
            await self.play_game(moves)
        return self.waits

    async def play_game(self, moves: int) -> None:
        body = {"board": "usa", "name": "Ann", "seats": [{"kind": "me"}, {"kind": "bot", "bot": self.bot}]}
        game, key = await open_table(self.port, HERE, body)
        async with socket(self.port, HERE, game) as web:
            await web.send(json.dumps({"type": "hello", "key": key}))
            since, number = 0.0, 0
            async for text in web:
                message = json.loads(text)
                if message["type"] not in ("update", "welcome"):
                    continue
                now = time.perf_counter()
                self.hurried += sum(item["type"] == "hurried" for item in message.get("news", ()))
                if since:
                    self.waits.append(now - since)
                since = now if message["to_move"] == [1] else 0.0
                view = message["view"]
                if len(self.waits) >= moves or (view and view["phase"] == "over"):
                    return
                if view and view["legal"]:
                    number += 1
                    move = random.Random(number).choice(view["legal"])
                    await web.send(json.dumps({"type": "move", "id": str(number), "move": move}))


@dataclass
class Attack:
    """Tables of bots that one address has opened, and what those who watch them are told."""

    port: int
    tables: int
    bot: str
    games: list[str] = field(default_factory=list)
    news: Counter[str] = field(default_factory=Counter)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self) -> None:
        body = {"board": "usa", "public": True, "seats": [{"kind": "bot", "bot": self.bot}] * 5}
        for _ in range(self.tables):
            self.games.append((await open_table(self.port, ATTACKER, body))[0])

    def watch(self) -> None:
        self.tasks = [asyncio.create_task(self._watch(game)) for game in self.games]

    async def _watch(self, game: str) -> None:
        async with socket(self.port, ATTACKER, game) as web:
            await web.send('{"type": "hello"}')
            async for text in web:
                for item in json.loads(text).get("news", ()):
                    self.news[item["type"] + " " + item.get("how", "")] += 1


async def open_table(port: int, address: str, body: dict[str, Any]) -> tuple[str, str]:
    transport = httpx.AsyncHTTPTransport(local_address=address)
    async with httpx.AsyncClient(transport=transport, timeout=60) as http:
        opening = (
            (await http.post(f"http://127.0.0.1:{port}/api/tables", json=body)).raise_for_status().json()
        )
    return opening["table"]["id"], opening["key"]


def socket(port: int, address: str, game: str) -> connect:
    url = f"ws://127.0.0.1:{port}/api/tables/{game}/socket"
    return connect(url, compression=None, max_size=None, open_timeout=60, local_addr=(address, 0))


def line(name: str, waits: list[float], alone: list[float]) -> str:
    median, worst = statistics.median(waits), max(waits)
    times = statistics.median(waits) / statistics.median(alone)
    return f"{name:<34}{len(waits):>4} moves  median {median:5.2f} s  longest {worst:5.2f} s  {times:4.1f} × alone"


async def measure(port: int, arguments: argparse.Namespace) -> None:
    bystander = Bystander(port, arguments.bystander)
    await bystander.play(3)  # the first move of all starts the processes
    alone = list(await bystander.play(arguments.moves))
    print(line("alone", alone, alone), flush=True)
    attack = Attack(port, arguments.tables, arguments.bot)
    await attack.open()
    print(
        line(f"{arguments.tables} tables that nobody watches", await bystander.play(arguments.moves), alone)
    )
    attack.watch()
    await asyncio.sleep(2)
    attack.news.clear()
    begun = time.perf_counter()
    print(
        line(
            f"{arguments.tables} tables watched by one address", await bystander.play(arguments.moves), alone
        )
    )
    moved, less, quick = (attack.news[name] for name in ("moved ", "hurried less", "hurried quick"))
    seconds = time.perf_counter() - begun
    print(f"there {moved} moves in {seconds:.0f} s: {less} with less time, {quick} by the quick bot")
    print(f"at the bystander's table {bystander.hurried} moves with less time or by the quick bot")
    for task in attack.tasks:
        task.cancel()
    await asyncio.gather(*attack.tasks, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--bot", default="master", help="the bots of these tables")
    parser.add_argument("--bystander", default="medium", help="the bot of the bystander")
    parser.add_argument("--moves", type=int, default=25, help="moves of that bot in each of the three parts")
    parser.add_argument("--bot-delay", type=float, default=1.2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(folder, bot_delay=arguments.bot_delay) as (port, _):
        asyncio.run(measure(port, arguments))


if __name__ == "__main__":
    main()
