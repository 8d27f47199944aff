"""A client of any Branchline server: a bot of this machine takes a seat there by an invitation, and plays."""

from .link import Link, read_link
from .player import Ended, RemotePlayer
from .seat import Seat, take_seat

__all__ = ["Ended", "Link", "RemotePlayer", "Seat", "read_link", "take_seat"]
