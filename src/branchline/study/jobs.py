"""Jobs of a study: some of its games, played by one worker and summed up there."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, NamedTuple

from branchline.arena.jobs import DECISION_SECONDS, deal_game, pickled_board, seat_seed, unpickle_job
from branchline.arena.players import all_native, core_player
from branchline.arena.referee import ENDLESS_FAULT, Referee
from branchline.board import Board
from branchline.bots import make_bot
from branchline.core.search.self_play import ENDLESS, SelfPlay
from branchline.core.study.collector import Collector
from branchline.game.codec import board_codec
from branchline.study.seating import arrangements
from branchline.study.sums import Sums


class Portion(NamedTuple):
    """The sums over the games from an index on."""

    first: int
    sums: Sums


class StudyJob(NamedTuple):
    """The games first … first + games - 1 of a study: each has the deal of its number, and its own seating."""

    board: Board
    bots: tuple[str, ...]
    seats: int
    seed: int
    first: int
    games: int
    limit: float = DECISION_SECONDS
    native: bool = True

    @property
    def in_core(self) -> bool:
        return self.native and all_native(self.bots)

    def play(self) -> Portion:
        orders = arrangements(self.bots, self.seats)
        seatings = [orders[index % len(orders)] for index in range(self.first, self.first + self.games)]
        collector = Collector(board_codec(self.board).tables, ENDLESS)
        sums = self._inside(seatings, collector) if self.in_core else self._outside(seatings, collector)
        sums.values = collector.sums()
        return Portion(self.first, sums)

    def _inside(self, seatings: list[tuple[str, ...]], collector: Collector) -> Sums:
        """Play the games inside the core. A bot is the same player in all games in which it has the same seat."""
        tables = board_codec(self.board).tables
        wanted = sorted({(seat, bot) for order in set(seatings) for seat, bot in enumerate(order)})
        players = {key: core_player(key[1], self.board, self.seats) for key in wanted}
        tables_of = {
            order: SelfPlay(tables, [players[key] for key in enumerate(order)], collector=collector)
            for order in set(seatings)
        }
        endless = 0
        for index, order in enumerate(seatings, self.first):
            self._seat(collector, order)
            tables_of[order].play(self.seed, index)
            endless += tables_of[order].result(0)["forfeits"] > 0
        return Sums(faults={"": ENDLESS_FAULT} if endless else {})

    def _outside(self, seatings: list[tuple[str, ...]], collector: Collector) -> Sums:
        """Play the games outside the core, where every bot sees its own view and nothing else."""
        sums = Sums()
        for index, order in enumerate(seatings, self.first):
            self._seat(collector, order)
            for referee in self._play_outside(index, order, collector):
                if referee.forfeits:
                    bot = referee.bot.spec
                    sums.forfeits[bot] = sums.forfeits.get(bot, 0) + referee.forfeits
                    sums.faults.setdefault(bot, referee.fault)
        return sums

    def _play_outside(self, index: int, order: tuple[str, ...], collector: Collector) -> list[Referee]:
        game, codec = deal_game(self.board, self.seats, self.seed, index), board_codec(self.board)
        collector.begin()
        with ExitStack() as stack:
            referees = [
                Referee(
                    stack.enter_context(make_bot(bot, seed=seat_seed(self.seed, index, seat))), self.limit
                )
                for seat, bot in enumerate(order)
            ]
            while game.actor is not None:
                view = game.view(game.actor)
                action = referees[game.actor].decide(view, game.moves >= ENDLESS)
                number = codec.number(action, view.offer)
                assert number is not None, f"the board has no action {action}"
                collector.note(game.state(), number)
                game.play(action)
        collector.finish(game.state())
        return referees

    def _seat(self, collector: Collector, order: tuple[str, ...]) -> None:
        for seat, bot in enumerate(order):
            collector.seat_group(seat, self.bots.index(bot))

    def outside_core(self) -> StudyJob | None:
        return self._replace(native=False) if self.in_core else None

    def __str__(self) -> str:
        last = self.first + self.games - 1
        return f"{', '.join(self.bots)} on {self.board.id}, seed {self.seed}, games {self.first} to {last}"

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_job, (type(self), pickled_board(self.board), *self[1:])
