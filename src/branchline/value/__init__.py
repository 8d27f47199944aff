"""How likely each seat is to win: a learned value of positions, for bots, reviews and players' pages."""

from .chances import win_chances
from .network_file import NetworkFile, read_network, write_network
from .networks import Estimator, belief_weights, find_network, has_network, ticket_belief

__all__ = [
    "Estimator",
    "NetworkFile",
    "belief_weights",
    "find_network",
    "has_network",
    "read_network",
    "ticket_belief",
    "win_chances",
    "write_network",
]
