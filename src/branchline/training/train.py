"""Training from nothing to the file of a network, in steps whose results are kept: stopped, it goes on where it was."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from branchline.board import Board
from branchline.core.search.belief import CLASSES, HEAVIEST, Belief
from branchline.core.search.recorder import Recorder
from branchline.core.value.features import FEATURES_VERSION, Features
from branchline.game.codec import board_codec
from branchline.value.network_file import Making, Measures, NetworkFile, pack, read_network, write_network

from . import measures
from .fit import fit
from .games import CHUNK, FIRST_ROUND, MEASURED, MIXED, Lineup, Rows, Source, make_chunks
from .progress import Progress
from .quantise import Whole, quantise


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done: games of the first round, of the second, and for the measures; epochs of the fit."""

    first: int
    second: int
    held_out: int
    epochs: int
    seed: int
    threads: int


class Training:
    """The training of one network. Chunks of games and the network of the first round are kept in a folder."""

    def __init__(
        self,
        board: Board,
        seats: int,
        weights: Mapping[str, float],
        plan: Plan,
        folder: Path,
        command: str,
        progress: Progress,
    ) -> None:
        self.board, self.seats, self.weights, self.plan = board, seats, dict(weights), plan
        self.folder, self.command, self.progress = folder, command, progress

    def run(self) -> NetworkFile:
        """The trained network."""
        first = self._first_round()
        if not self.plan.second:
            return first
        played = self._games(MIXED, self.plan.second, self.plan.seed + 1, "second", first)
        rows = Rows.join([self._games(FIRST_ROUND, self.plan.first, self.plan.seed, "first"), played])
        return self._network(rows, first, (self.plan.first, self.plan.second))

    def _first_round(self) -> NetworkFile:
        path = self.folder / "first.json"
        if not path.exists():
            rows = self._games(FIRST_ROUND, self.plan.first, self.plan.seed, "first")
            write_network(path, self._network(rows, None, (self.plan.first,)))
        return read_network(path, self.board)

    def _games(
        self, lineup: Lineup, games: int, seed: int, name: str, network: NetworkFile | None = None
    ) -> Rows:
        """The rows of some games."""
        source = Source(self.board, self.seats, self.weights, lineup, seed, network)
        parts = []
        chunks = -(-games // CHUNK)
        with self.progress.games(f"games of the {name} round", chunks * CHUNK) as bar:
            for part in make_chunks(source, self.folder / name, chunks, self.plan.threads):
                parts.append(part)
                bar.advance(CHUNK)
        return Rows.join(parts)

    def _network(self, rows: Rows, players: NetworkFile | None, games: tuple[int, ...]) -> NetworkFile:
        """Fit, make whole, calibrate and measure a network. `players` sat among those of the measured games."""
        routes, tickets = len(self.board.routes), len(self.board.tickets)
        with self.progress.steps("training") as tell:
            weights, loss = fit(rows, routes, tickets, self.plan.epochs, self.plan.seed, tell)
        dense = rows.inputs.shape[1]
        lineup = MEASURED if players else FIRST_ROUND
        held_out = self._games(
            lineup, self.plan.held_out, self.plan.seed + 2, f"held-out-{len(games)}", players
        )
        odds, won = self._odds(quantise(weights, dense), held_out), measures.shares(held_out)
        count = len(np.unique(held_out.fact("game")))
        alone, together = measures.cross_fitted(odds, won, held_out.fact("game"), self.seats)
        factor, offset = measures.calibrate(odds, won)
        weights["w3"][:, 0] *= factor
        weights["b3"][0] = factor * weights["b3"][0] + offset
        whole = quantise(weights, dense)
        right = factor * odds + offset
        bend, scale = measures.Bend.fit(right, won), measures.open_scale(right, won, self.seats)
        making = Making(
            command=self.command,
            seed=self.plan.seed,
            games=games,
            rows=rows.count,
            epochs=self.plan.epochs,
            loss=round(loss, 4),
            held_out=measures.measure(alone, won, count),
            open_cards=measures.measure(together, won, count),
        )
        return self._file(whole, dense, bend, scale, making, players)

    def _odds(self, whole: Whole, rows: Rows) -> np.ndarray:
        """The log-odds of all rows by the whole network."""
        return measures.log_odds(whole, rows, self.board)

    def _file(
        self,
        whole: Whole,
        dense: int,
        bend: measures.Bend,
        scale: float,
        making: Making,
        players: NetworkFile | None,
    ) -> NetworkFile:
        return NetworkFile(
            board=self.board.id,
            digest=self.board.digest,
            seats=self.seats,
            features=FEATURES_VERSION,
            dense=dense,
            shifts=whole.shifts,
            biases=whole.biases(),
            plan=self.weights,
            belief=players.belief if players else self._belief(),
            open_scale=round(scale, 4),
            made=making,
            weights=pack(array("h", whole.weights())),
            known_scale=bend.scale,
            known_bend=bend.bend,
            known_offset=bend.offset,
        )

    def _belief(self) -> tuple[int, ...]:
        """The weights of others' tickets: of those in a class, how many are held, against how many are not."""
        source = Source(self.board, self.seats, self.weights, FIRST_ROUND, self.plan.seed + 3)
        tables = board_codec(self.board).tables
        recorder = Recorder(tables, Features(tables, self.weights), source.player("hybrid"), self.seats)
        belief = Belief(tables, [1] * CLASSES)
        counts = array("i", bytes(8 * CLASSES))
        for index in range(BELIEF_GAMES):
            recorder.begin(source.seed, index)
            recorder.play_until(1 + index % source.span)
            belief.count(recorder.state, index % self.seats, counts)
        odds = [(counts[2 * i] + 0.3) / (counts[2 * i + 1] - counts[2 * i] + 1.0) for i in range(CLASSES)]
        unit = HEAVIEST / max(odds)
        return tuple(max(1, round(unit * one)) for one in odds)


BELIEF_GAMES = 6000


def summary(made: Making) -> str:
    """What there is to say of a trained network."""

    def line(name: str, found: Measures) -> str:
        return (
            f"{name}: Brier {found.brier:.3f}, log loss {found.log_loss:.3f}, "
            f"largest gap of a decile {100 * found.largest_gap:.1f} points ({found.games} games)"
        )

    return "\n".join(
        [line("from one seat's knowledge", made.held_out), line("all cards open", made.open_cards)]
    )
