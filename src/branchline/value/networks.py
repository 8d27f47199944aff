"""Networks by board and number of seats: ours are in the package, others lie beside their board file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from branchline.board import Board, is_known, own_boards
from branchline.core.policies.policy import Policy
from branchline.core.search.belief import Belief
from branchline.core.value.network import Network
from branchline.core.value.value import Value
from branchline.game.codec import board_codec

from .network_file import NetworkFile, read_network

HERE = Path(__file__).parent / "networks"


def network_path(board: Board, seats: int, source: Path | None = None) -> Path:
    """Where the network of a board is or would be."""
    source = source or own_boards().get(board.id)
    if source is not None:
        return source.with_name(f"{board.id}.{seats}.value.json")
    home = HERE if is_known(board.id) else Path.cwd()
    return home / f"{board.id}.{seats}.value.json"


def has_network(board: Board, seats: int) -> bool:
    """Whether there is a network for a board and a number of seats."""
    return find_network(board, seats) is not None


def find_network(board: Board, seats: int) -> NetworkFile | None:
    """The network of a board and a number of seats, or None. One that is for another board is an error."""
    path = network_path(board, seats)
    return _read(path, board, path.stat().st_mtime_ns) if path.exists() else None


@lru_cache(maxsize=64)
def _read(path: Path, board: Board, changed: int) -> NetworkFile:
    return read_network(path, board)


class Estimator:
    """A network made ready for one thread: the value, the policy that plays on, and what is believed about tickets."""

    def __init__(self, board: Board, file: NetworkFile) -> None:
        tables = board_codec(board).tables
        network = Network(
            file.dense,
            len(board.routes),
            len(board.tickets),
            file.numbers(),
            file.biases,
            file.shifts,
        )
        self.file = file
        self.value = Value(tables, file.plan, network)
        self.policy = Policy("hybrid", file.plan)
        self.belief = Belief(tables, file.belief)


def belief_weights(board: Board, seats: int) -> tuple[int, ...]:
    """The weights of what is believed about others' tickets on a board; none if it has no network."""
    file = find_network(board, seats)
    return file.belief if file else ()


def ticket_belief(board: Board, seats: int) -> Belief | None:
    """What is believed about others' tickets on a board, for `View.determinise`; None if it has no network."""
    weights = belief_weights(board, seats)
    return Belief(board_codec(board).tables, weights) if weights else None
