"""One game: `Game`, what a seat can do and may know, and a game as text. Everything above this package uses it."""

from branchline.game.action import Action, Cards
from branchline.game.dealer import CommittedDealer, Dealer, ScriptedDealer, SeededDealer
from branchline.game.game import Game
from branchline.game.view import LogEntry, Score, SeatView, TunnelView, View

__all__ = [
    "Action",
    "Cards",
    "CommittedDealer",
    "Dealer",
    "Game",
    "LogEntry",
    "Score",
    "ScriptedDealer",
    "SeatView",
    "SeededDealer",
    "TunnelView",
    "View",
]
