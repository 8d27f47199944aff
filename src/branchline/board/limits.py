"""What a board may have at most, and the numbers that all boards of the family share.

A board file is checked against these limits, and the core has room for exactly as much.
"""

from typing import Final

MAX_SEATS: Final = 5
MAX_COLOURS: Final = 8
MAX_ROUTES: Final = 128
MAX_CITIES: Final = 64
MAX_TICKETS: Final = 128
MAX_LENGTH: Final = 8
MAX_OFFER: Final = 7
MAX_STATIONS: Final = 3
MAX_DISTRICTS: Final = 16
MAX_CARDS: Final = 255
MAX_CARS: Final = 60
MAX_POINTS: Final = 100  # of a route, a ticket or a bonus
TURN_LIMIT: Final = 100_000_000  # turns of a game; four times as many fit into an int of C

ROW: Final = 5  # face-up cards (D1)
REVEAL: Final = 3  # cards revealed for a tunnel (U1)
