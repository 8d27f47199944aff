"""The schema of a board file (docs/board-format.md)."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from branchline.board.limits import (
    MAX_CARDS,
    MAX_CARS,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_POINTS,
    MAX_SEATS,
    MAX_STATIONS,
)

_ID, _WORD = "^[a-z0-9_]+$", "^[a-z]+$"
BoardId = Annotated[str, Meta(pattern="^[a-z0-9_-]+$", max_length=60)]
Id = Annotated[str, Meta(pattern=_ID, max_length=60)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Word = Annotated[str, Meta(pattern=_WORD, max_length=60)]
Seats = Annotated[int, Meta(ge=2, le=MAX_SEATS)]
Offer = Annotated[int, Meta(ge=0, le=MAX_OFFER)]
AtLeastOne = Annotated[int, Meta(ge=1, le=MAX_OFFER)]
Length = Annotated[int, Meta(ge=1, le=MAX_LENGTH)]
Points = Annotated[int, Meta(ge=0, le=MAX_POINTS)]
Share = Annotated[float, Meta(ge=0, le=1)]
Tie = Literal["tickets", "stations", "longest"]
Refused = Literal["under", "out"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the file; a key that is not in the schema is an error."""


class Players(_Table, frozen=True):
    least: Seats
    most: Seats


class Deal(_Table, frozen=True):
    """Tickets at the start (S4–S6)."""

    regular: Offer
    keep: AtLeastOne
    refused: Refused
    long: Offer = 0


class Draw(_Table, frozen=True):
    """Tickets later (K1)."""

    tickets: AtLeastOne
    keep: AtLeastOne


class Bonus(_Table, frozen=True):
    """Points at the end (E3, B4, E6); districts have their own."""

    longest: Points = 0
    station: Points = 0
    most_tickets: Points = 0


class Words(_Table, frozen=True):
    """What this board calls the things of the game."""

    car: Name = "train"
    cars: Name = "trains"
    wild: Name = "locomotive"
    wilds: Name | None = None


class CityEntry(_Table, frozen=True):
    id: Id
    name: Name
    lat: Annotated[float, Meta(ge=-90, le=90)] | None = None
    lon: Annotated[float, Meta(ge=-180, le=180)] | None = None
    x: Share | None = None
    y: Share | None = None


class RouteEntry(_Table, frozen=True):
    a: Id
    b: Id
    length: Length
    colour: Word
    double: bool = False
    tunnel: bool = False
    ferry: Length | None = None


class TicketEntry(_Table, frozen=True):
    a: Id
    b: Id
    points: Annotated[int, Meta(ge=1, le=MAX_POINTS)]
    long: bool = False


class DistrictEntry(_Table, frozen=True):
    number: Annotated[int, Meta(ge=1, le=99)]
    points: Points
    colour: Word
    cities: tuple[Id, ...]


class BoardFile(_Table, frozen=True):
    """A board file with the right types; `checks` checks everything else."""

    name: Name
    players: Players
    cars: Annotated[int, Meta(ge=1, le=MAX_CARS)]
    hand: Annotated[int, Meta(ge=0, le=20)]
    cards: dict[str, Annotated[int, Meta(ge=0, le=MAX_CARDS)]]
    deal: Deal
    draw: Draw
    closed_doubles: Annotated[int, Meta(ge=0, le=MAX_SEATS)]
    points: dict[Length, Points]
    cities: tuple[CityEntry, ...]
    routes: tuple[RouteEntry, ...]
    tickets: tuple[TicketEntry, ...]
    stations: Annotated[int, Meta(ge=0, le=MAX_STATIONS)] = 0
    bonus: Bonus = Bonus()
    ties: tuple[Tie, ...] = ()
    words: Words = Words()
    districts: tuple[DistrictEntry, ...] = ()


class OnlyTickets(_Table, frozen=True):
    """Which tickets stay in a variant: those with one of the cities at an end; without long ones if `long` is false."""

    cities: tuple[Id, ...] = ()
    long: bool = True


class VariantKeys(_Table, frozen=True):
    """The keys that only a variant has; its other keys are those of a board."""

    extends: BoardId
    add_tickets: tuple[TicketEntry, ...] = ()
    only_tickets: OnlyTickets = OnlyTickets()


# msgspec reads the fields of a struct at its first use, and crashes if two threads do that at once: use them now.
msgspec.json.Decoder(BoardFile)
msgspec.json.Decoder(VariantKeys)
