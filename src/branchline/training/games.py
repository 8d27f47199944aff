"""Games to learn from, in numbered chunks: a chunk is the same however many threads play, and is kept on the disk."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from branchline.board import Board
from branchline.core.policies.policy import Policy
from branchline.core.search.duels import Duels
from branchline.core.search.player import Player
from branchline.core.search.recorder import FACTS, Recorder
from branchline.core.value.features import Features
from branchline.game.codec import board_codec
from branchline.value.network_file import NetworkFile
from branchline.value.networks import Estimator

CHUNK = 2500
#: Before its random turn, how often a player's move is random; after it, how often a turn is recorded.
EXPLORE, RATE = 0.08, 0.08
#: The levels that misjudge routes, by up to so many points (bots/registry.py).
MISJUDGING = {"novice": 12.0, "easy": 7.5, "medium": 4.0}
STYLES = ("rush", "one-step", "long-route", "planner", "path", "hungry", "greedy")
#: How the bot `value` decides (bots/value_bot.py), and how far the searchers of the pool look.
VALUE_WORLDS, VALUE_MARGIN = 4, 0.03
ROLLOUTS, DEPTH = 60, 4
#: How many positions of one game are recorded at most.
MOST = 24
WORDS = 6
SET = 64  # the input of a member of a set, as in core/value/network.py


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who plays the games of a round: in some of them only hybrid, in the others each seat is drawn from a pool."""

    pool: Mapping[str, int]
    alone: float

    def draw(self, seats: int, dice: random.Random) -> list[str]:
        """The players of one game."""
        if dice.random() < self.alone:
            return ["hybrid"] * seats
        return dice.choices(list(self.pool), list(self.pool.values()), k=seats)


#: The first round knows no network.
FIRST_ROUND = Lineup({"hybrid": 8, **dict.fromkeys(STYLES, 1)}, alone=0.5)
#: In later rounds the network's own players sit among the others.
MIXED = Lineup({"value": 8, "search": 1, "hybrid": 5, **dict.fromkeys(STYLES, 1)}, alone=0.1)
#: Networks are measured on games of all kinds of players, weak levels too.
MEASURED = Lineup({**MIXED.pool, **dict.fromkeys(MISJUDGING, 1)}, alone=0.1)


@dataclass(frozen=True, slots=True)
class Rows:
    """Recorded positions: dense inputs, sets as words, and FACTS."""

    inputs: np.ndarray
    sets: np.ndarray
    facts: np.ndarray

    @property
    def count(self) -> int:
        return len(self.facts)

    def fact(self, name: str) -> np.ndarray:
        return self.facts[:, FACTS.index(name)]

    @staticmethod
    def join(parts: Sequence[Rows]) -> Rows:
        return Rows(
            np.concatenate([part.inputs for part in parts]),
            np.concatenate([part.sets for part in parts]),
            np.concatenate([part.facts for part in parts]),
        )


class Source:
    """Makes the chunks of one round. `network` is that of the round before, or None."""

    def __init__(
        self,
        board: Board,
        seats: int,
        plan: Mapping[str, float],
        lineup: Lineup,
        seed: int,
        network: NetworkFile | None = None,
    ) -> None:
        self.board, self.seats, self.plan, self.lineup, self.seed = board, seats, plan, lineup, seed
        self.network = network
        self.tables = board_codec(board).tables
        features = Features(self.tables, plan)
        recorder = Recorder(self.tables, features, Player(Policy("hybrid", plan)), seats)
        recorder.begin(0, 0)
        self.dense = len(features.to_list(recorder.state, 0))
        self.span = self._span(recorder)

    def _span(self, recorder: Recorder) -> int:
        """About how many turns a game of hybrid has, less a few."""
        room = self._room()
        turns = []
        for index in range(40):
            recorder.play(7, index, 1, 0.0, 0.0, *room)
            turns.append(recorder.state.turns)
        return max(1, int(0.92 * sum(turns) / len(turns)))

    def _room(self) -> tuple[array[int], array[int], array[int]]:
        rows = MOST * self.seats
        return (
            array("h", bytes(2 * rows * self.dense)),
            array("Q", bytes(8 * rows * WORDS)),
            array("i", bytes(4 * rows * len(FACTS))),
        )

    def player(self, name: str) -> Player:
        """A player of the pool."""
        if name in MISJUDGING:
            return Player(Policy("hybrid", {**self.plan, "misjudge": MISJUDGING[name]}))
        if name not in ("value", "search"):
            return Player(Policy(name, self.plan if name == "hybrid" else None))
        assert self.network is not None
        ready = Estimator(self.board, self.network)
        if name == "value":
            duels = Duels(VALUE_MARGIN, gated=False)
            return Player(ready.policy, ready.value, None, duels, worlds=VALUE_WORLDS, depth=0)
        return Player(ready.policy, ready.value, None, Duels(), rollouts=ROLLOUTS, depth=DEPTH)

    def chunk(self, number: int) -> Rows:
        """Play the games of a chunk."""
        players = {name: [self.player(name) for _ in range(self.seats)] for name in self._names()}
        features = Features(self.tables, self.plan)
        recorder = Recorder(self.tables, features, self.player("hybrid"), self.seats)
        room = self._room()
        inputs, sets, facts = array("h"), array("Q"), array("i")
        for index in range(CHUNK * number, CHUNK * (number + 1)):
            names = self.lineup.draw(self.seats, random.Random(f"{self.seed} {index}"))
            recorder.seat_players([players[name][seat] for seat, name in enumerate(names)])
            rows = recorder.play(self.seed, index, self.span, EXPLORE, RATE, *room)
            inputs += room[0][: rows * self.dense]
            sets += room[1][: rows * WORDS]
            facts += room[2][: rows * len(FACTS)]
        return Rows(
            np.array(inputs, dtype=np.int16).reshape(-1, self.dense),
            np.array(sets, dtype=np.uint64).reshape(-1, WORDS),
            np.array(facts, dtype=np.int32).reshape(-1, len(FACTS)),
        )

    def _names(self) -> list[str]:
        return list(dict.fromkeys(["hybrid", *self.lineup.pool]))


def make_chunks(source: Source, folder: Path, count: int, threads: int) -> Iterator[Rows]:
    """The first chunks of a source, in order. What is on the disk is not played again."""
    folder.mkdir(parents=True, exist_ok=True)

    def one(number: int) -> Rows:
        path = folder / f"{number:05}.npz"
        if path.exists():
            with np.load(path) as stored:
                return Rows(stored["inputs"], stored["sets"], stored["facts"])
        rows = source.chunk(number)
        part = path.with_suffix(".part.npz")
        np.savez(part, inputs=rows.inputs, sets=rows.sets, facts=rows.facts)
        part.rename(path)
        return rows

    with ThreadPoolExecutor(threads, "games") as pool:
        try:
            yield from pool.map(one, range(count))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def unpack(sets: np.ndarray, routes: int, tickets: int) -> np.ndarray:
    """Members of the three sets of each row as zeros and ones."""
    octets = np.ascontiguousarray(sets).view(np.uint8).reshape(len(sets), 3, 16)
    bits = np.unpackbits(octets, axis=2, bitorder="little")
    return np.concatenate([bits[:, 0, :routes], bits[:, 1, :routes], bits[:, 2, :tickets]], axis=1)


def whole_inputs(rows: Rows, at: np.ndarray, routes: int, tickets: int) -> np.ndarray:
    """All inputs of some rows, as the network gets them."""
    members = unpack(rows.sets[at], routes, tickets).astype(np.int32) * SET
    return np.concatenate([rows.inputs[at].astype(np.int32), members], axis=1)
