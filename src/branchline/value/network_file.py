"""The file of a network: its weights, what it was made for, and how it was made."""

from __future__ import annotations

import zlib
from array import array
from base64 import b64decode, b64encode
from pathlib import Path

import msgspec

from branchline.board import Board
from branchline.core.value.features import FEATURES_VERSION
from branchline.errors import BranchlineError, first_line

#: Weights take little room; a file with more is no network of ours.
LARGEST = 400_000


class Decile(msgspec.Struct, frozen=True):
    """Positions whose chance was said to be in one tenth: how many, what was said on average, and what came true."""

    rows: int
    said: float
    seen: float


class Measures(msgspec.Struct, frozen=True):
    """How good the chances are, on games that were not trained on."""

    games: int
    rows: int
    log_loss: float
    brier: float
    largest_gap: float
    deciles: tuple[Decile, ...]


class Making(msgspec.Struct, frozen=True):
    """How a network was made: enough to make it again.

    `recalibrated` is the command that fitted `open_scale` and what is `known_…` later, on other games; then the
    measures are of that time.
    """

    command: str
    seed: int
    games: tuple[int, ...]
    rows: int
    epochs: int
    loss: float
    held_out: Measures
    open_cards: Measures
    recalibrated: str = ""


class NetworkFile(msgspec.Struct, frozen=True):
    """Everything about a network.

    `plan` are the weights of hybrid by which its inputs were computed; `belief` the weights of others' tickets;
    `open_scale` what the log-odds of all seats count when their cards are open. Those of one seat are
    calibrated before its chance is said, to `known_scale` · x + `known_bend` · log(1 + exp(x)) + `known_offset`: the
    bend makes them count more or less above even chances than below (beta calibration). Players compare without it.
    """

    board: str
    digest: str
    seats: int
    features: int
    dense: int
    shifts: tuple[int, int, int]
    biases: tuple[int, ...]
    plan: dict[str, float]
    belief: tuple[int, ...]
    open_scale: float
    made: Making
    weights: str
    known_scale: float = 1.0
    known_bend: float = 0.0
    known_offset: float = 0.0

    def numbers(self) -> array[int]:
        """The weights as an array of 16-bit numbers."""
        found = array("h")
        found.frombytes(zlib.decompress(b64decode(self.weights), bufsize=LARGEST))
        return found


def pack(numbers: array[int]) -> str:
    """Weights as the text of a file. Files are written on machines that put the low byte first, as nearly all do."""
    return b64encode(zlib.compress(numbers.tobytes(), 9)).decode()


def write_network(path: Path, file: NetworkFile) -> None:
    """Write a network as JSON, for people to read but for its weights."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")


def read_network(path: Path, board: Board) -> NetworkFile:
    """A network from its file. One that was made for another board is refused."""
    try:
        file = msgspec.json.decode(path.read_bytes(), type=NetworkFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BranchlineError(f"{path.name} is no network: {first_line(error)}") from None
    if file.digest != board.digest:
        raise BranchlineError(
            f"{path.name} was trained for another board, or for {board.id} as it was before a change; "
            f"`branchline train` makes it anew"
        )
    if file.features != FEATURES_VERSION:
        raise BranchlineError(
            f"{path.name} is for other inputs (version {file.features}; this program has {FEATURES_VERSION}); "
            f"`branchline train` makes it anew"
        )
    return file
