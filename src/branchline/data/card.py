"""The card of an export: what its files hold, where it comes from, and how far it goes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from branchline import __version__
from branchline.board import Board
from branchline.bots.registry import VERSION as BOTS_VERSION
from branchline.core.env.observation import PARTS, Layout
from branchline.errors import BranchlineError, first_line
from branchline.game.codec import board_codec

#: Raised whenever files of this version can't be read like those of the one before.
VERSION = 1
CARD, README = "card.json", "README.md"
#: The columns of both tables, with what is in them.
COLUMNS = {
    "decisions": {
        "game": "number of the game, as in the table of games",
        "ply": "number of the decision in its game, from 0 on",
        "seat": "the seat that decides",
        "observation": "what that seat knew, as numbers from 0 to 255 (docs/env.md)",
        "legal": "ids of what it might do, in no particular order",
        "action": "id of what it did; -1 if the space has none for what it paid",
        "rank": "its rank at the end of the game: 1 for a winner",
        "win": "its share of the victory: 1, or a part if several share it, or 0",
        "margin": "its points at the end less those of the best other seat",
    },
    "games": {
        "game": "number of the game, from 0 on",
        "seed": "seed of its deal; null if it comes from a record",
        "deal": "index of its deal among those of the seed; null if it comes from a record",
        "record": "file of its record; null if it was played from its deal",
        "bots": "who sat in each seat; empty if the record does not say so",
        "first": "the seat that began",
        "decisions": "how many rows it has in the table of decisions",
        "turns": "how many turns it had",
        "stalemate": "whether it ended because all seats passed in turn",
        "points": "points of each seat at the end",
        "ranks": "rank of each seat",
        "routes": "points of each seat for routes",
        "tickets": "points for tickets, those that were not completed subtracted",
        "longest": "points for the longest path",
        "stations": "points for stations that were not used",
        "districts": "points for districts",
        "most_tickets": "points for the most completed tickets",
        "tickets_done": "how many tickets each seat completed",
    },
}


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What an export holds. `games` and `decisions` count what is in its files; `wanted` games were asked for.

    `source` says where the games come from: bots that play them, records or results. `observation` has the place of
    each part in an observation, `actions` the space of the ids and `ids` how many there are.
    """

    version: int = VERSION
    branchline: str = __version__
    bots_version: int = BOTS_VERSION
    board: str
    digest: str
    seats: int
    actions: str
    ids: int
    observation: dict[str, tuple[int, int]]
    source: str
    bots: tuple[str, ...]
    seed: int | None
    command: str
    portion: int
    wanted: int
    games: int = 0
    decisions: int = 0
    columns: dict[str, dict[str, str]] = msgspec.field(default_factory=lambda: COLUMNS)

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for are there."""
        return self.games == self.wanted

    def same_games(self, other: Card) -> bool:
        """Whether two exports have the same games at the start, whatever their number."""
        alike = {"wanted": 0, "games": 0, "decisions": 0, "command": ""}
        return msgspec.structs.replace(self, **alike) == msgspec.structs.replace(other, **alike)

    def to_json(self) -> bytes:
        """The card as JSON; `complete` is in it too."""
        plain = {**msgspec.structs.asdict(self), "complete": self.complete}
        return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"

    def write(self, folder: Path) -> None:
        """Write the card into the folder of its export, as JSON and in words."""
        for name, text in ((CARD, self.to_json()), (README, describe(self).encode())):
            part = folder / f"{name}.part"
            part.write_bytes(text)
            part.replace(folder / name)


def read_card(folder: Path | str) -> Card:
    """The card of an export."""
    path = Path(folder) / CARD
    try:
        card = msgspec.json.decode(path.read_bytes(), type=Card)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BranchlineError(f"{path}: this is no card of an export: {first_line(error)}") from None
    if card.version != VERSION:
        raise BranchlineError(
            f"{path}: this export has version {card.version}, and this program reads {VERSION}"
        )
    return card


def observation_parts(board: Board, seats: int) -> dict[str, tuple[int, int]]:
    """Where each part of an observation begins and ends."""
    layout = Layout(board_codec(board).tables, seats)
    starts = [*layout.starts(), layout.size]
    return {name: (starts[i], starts[i + 1]) for i, name in enumerate(PARTS)}


def describe(card: Card) -> str:
    """The card in words."""
    who = ", ".join(card.bots) or "not said"
    reached = (
        "all games that were asked for"
        if card.complete
        else f"stopped before the end of {card.wanted:,} games"
    )
    width = max(end for _, end in card.observation.values())
    lines = [
        f"# {card.games:,} games on {card.board}",
        "",
        f"Made by Branchline {card.branchline}: `{card.command}`",
        "",
        "| | |",
        "|---|---|",
        f"| games | {card.games:,} ({reached}) |",
        f"| decisions | {card.decisions:,} |",
        f"| board | {card.board}, digest `{card.digest}` |",
        f"| seats | {card.seats} |",
        f"| source | {card.source} |",
        f"| bots | {who} (version {card.bots_version}) |",
        f"| seed | {'–' if card.seed is None else card.seed} |",
        f"| action ids | space `{card.actions}`, {card.ids} ids |",
        f"| observation | {width} numbers from 0 to 255 |",
        "",
        "`decisions/*.parquet` has a row for each decision, `games/*.parquet` one for each game.",
        f"File n has the games from {card.portion:,} n on. `{CARD}` has all of this for programs.",
    ]
    for table, columns in card.columns.items():
        lines += ["", f"## {table}", "", "| column | |", "|---|---|"]
        lines += [f"| `{name}` | {text} |" for name, text in columns.items()]
    lines += ["", "## Parts of an observation", "", "| part | from | to |", "|---|---:|---:|"]
    lines += [f"| `{name}` | {start} | {end} |" for name, (start, end) in card.observation.items()]
    return "\n".join(lines) + "\n"
