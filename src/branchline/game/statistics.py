"""Statistics of a finished game by seat, and sums over many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from branchline.game.game import Game

#: Moves with which a turn begins; a draw may also be a turn's second card.
TURN_MOVES = ("draw", "claim", "tickets", "station", "pass")


class SeatStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat did in a game.

    `tickets_drawn` were offered to it, the first ones included; of those it held at the end some are `tickets_done`,
    the others `tickets_failed` and cost `points_lost`. `wilds_taken` lay face up, `wilds_blind` came from the pile;
    both are among the cards. `routes` is length → how many.
    """

    turns: int
    tickets_drawn: int
    tickets_kept: int
    tickets_done: int
    tickets_failed: int
    points_lost: int
    cards_blind: int
    cards_face_up: int
    wilds_taken: int
    wilds_blind: int
    routes: dict[int, int]
    stations_built: int
    tunnels_withdrawn: int
    longest_path: int
    cars_left: int
    score: int
    rank: int


class Totals(msgspec.Struct, frozen=True):
    """Sums over several games, of a bot, a player or a seat; `mean` gives the average of a figure."""

    games: int = 0
    wins: int = 0
    sums: dict[str, int] = {}
    routes: dict[int, int] = {}

    def mean(self, name: str) -> float:
        """The average of a figure of `SeatStatistics`, e.g. `mean("turns")`."""
        return self.sums[name] / self.games if self.games else 0.0


def game_statistics(game: Game) -> list[SeatStatistics]:
    """The statistics of a finished game in seat order, from its log and its last position.

    A game that began in the middle (`Game.setup`) is counted from there, except for what it holds at the end.
    """
    scores, end = game.scores(), game.position()
    counts = _count_moves(game)
    offered = _count_offers(game)
    board = game.board
    found = []
    for seat, score in enumerate(scores):
        held = end.tickets[seat]
        worth = sum(board.ticket(ticket).points for ticket in held)
        lengths = Counter(board.route(route).length for route in end.routes[seat])
        found.append(
            SeatStatistics(
                turns=counts[seat]["turns"],
                tickets_drawn=offered[seat],
                tickets_kept=len(held),
                tickets_done=score.tickets_done,
                tickets_failed=len(held) - score.tickets_done,
                points_lost=(worth - score.tickets) // 2,
                cards_blind=counts[seat]["blind"],
                cards_face_up=counts[seat]["face_up"],
                wilds_taken=counts[seat]["wilds_taken"],
                wilds_blind=counts[seat]["wilds_blind"],
                routes=dict(sorted(lengths.items())),
                stations_built=len(end.stations[seat]),
                tunnels_withdrawn=counts[seat]["withdraw"],
                longest_path=score.longest_length,
                cars_left=end.cars[seat],
                score=score.total,
                rank=score.rank,
            )
        )
    return found


def sum_up(games: Iterable[SeatStatistics]) -> Totals:
    """Add up statistics: those of one seat in many games, or of all seats in one."""
    count = wins = 0
    sums: Counter[str] = Counter()
    routes: Counter[int] = Counter()
    for one in games:
        count += 1
        wins += one.rank == 1
        figures = msgspec.structs.asdict(one)
        routes.update(figures.pop("routes"))
        for name, value in figures.items():
            sums[name] += value
    return Totals(count, wins, dict(sums), dict(sorted(routes.items())))


def _moves(game: Game) -> Iterator[tuple[int, str, list[str], tuple[str, ...]]]:
    """The seats' moves: who, what kind, the other words of the move, and what chance then dealt."""
    for entry in game.log:
        if entry.seat is not None:
            kind, *words = entry.move.split()
            yield entry.seat, kind, words, entry.chance


def _count_moves(game: Game) -> list[Counter[str]]:
    """Turns, withdrawn tunnels and cards drawn of each seat."""
    counts: list[Counter[str]] = [Counter() for _ in range(game.seats)]
    before = (-1, "")
    for seat, kind, words, chance in _moves(game):
        mine = counts[seat]
        # Between two turns of a seat another seat moves. So a draw right after its own draw is the second card.
        mine["turns"] += kind in TURN_MOVES and before != (seat, "draw")
        mine["withdraw"] += kind == "withdraw"
        if kind == "draw":
            blind = words == ["blind"]
            mine["blind" if blind else "face_up"] += 1
            mine["wilds_taken"] += words == ["wild"]
            mine["wilds_blind"] += blind and chance[0] == "wild"
        before = (seat, kind)
    return counts


def _count_offers(game: Game) -> list[int]:
    """How many tickets each seat was offered: as many as the deck then had, so the deck is counted along the way."""
    board, start = game.board, game.start
    if start is None:
        first = board.deal_long + board.deal_regular
        open_offers = [first] * game.seats
        deck = sum(not ticket.long for ticket in board.tickets) - board.deal_regular * game.seats
    else:
        open_offers = [len(offer) for offer in start.offers]
        deck = len(start.pool) + len(start.returned)
    starting = start is None or start.starting
    offered = open_offers[:]
    for seat, kind, words, _ in _moves(game):
        if kind == "tickets":
            starting = False
            open_offers[seat] = min(board.draw_tickets, deck)
            offered[seat] += open_offers[seat]
            deck -= open_offers[seat]
        elif kind == "keep":
            if not starting or board.refused == "under":
                deck += open_offers[seat] - len(words)
            open_offers[seat] = 0
    return offered
