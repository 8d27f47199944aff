"""Limits and small numbers of the core; those that board files share come from `board.limits`.

`constants.pxd` gives C the same numbers. A test compares the two.
"""

from typing import Final

from branchline.board import limits

MAX_SEATS: Final = limits.MAX_SEATS
MAX_COLOURS: Final = limits.MAX_COLOURS
MAX_ROUTES: Final = limits.MAX_ROUTES
MAX_CITIES: Final = limits.MAX_CITIES
MAX_TICKETS: Final = limits.MAX_TICKETS
MAX_LENGTH: Final = limits.MAX_LENGTH
MAX_OFFER: Final = limits.MAX_OFFER
MAX_STATIONS: Final = limits.MAX_STATIONS
MAX_DISTRICTS: Final = limits.MAX_DISTRICTS
MAX_CARDS: Final = limits.MAX_CARDS
MAX_CARS: Final = limits.MAX_CARS
TURN_LIMIT: Final = limits.TURN_LIMIT
MAX_TIES: Final = 3
MAX_ACTIONS: Final = 16384
MAX_TRACE: Final = 2048

# Kinds of card: 0..7 are the board's colours. A route of colour GRAY takes any one of them.
WILD: Final = 8
GRAY: Final = 8
KINDS: Final = 9
NOTHING: Final = -1

# Numbers that all boards share.
ROW: Final = limits.ROW  # D1
ROW_WILDS: Final = 3  # D6
REVEAL: Final = limits.REVEAL  # U1
LAST_CARS: Final = 2  # E1

# Phases: what the game waits for, when a seat is to move.
KEEP: Final = 0
TURN: Final = 1
SECOND_CARD: Final = 2
TUNNEL: Final = 3
OVER: Final = 4

# What the game waits for, when chance is to move.
NO_CHANCE: Final = 0
HAND_CARD: Final = 1
ROW_CARD: Final = 2
BLIND_CARD: Final = 3
TUNNEL_CARD: Final = 4
LONG_TICKET: Final = 5
TICKET: Final = 6

# Where the game goes on once pile and row are in order.
AFTER_DEAL: Final = 0
AFTER_CARD: Final = 1
AFTER_TURN: Final = 2
AFTER_SETUP: Final = 3

# Action ids: DRAW + kind, KEEP_MASK + set of offered tickets, PAY + 16 kind + 4 cards + wilds;
# the claims and stations of a board follow from CLAIM on.
DRAW: Final = 0
BLIND: Final = 9
TICKETS: Final = 10
PASS: Final = 11
WITHDRAW: Final = 12
KEEP_MASK: Final = 16
PAY: Final = 144
CLAIM: Final = 288

# Kinds of action, as in `Tables.action_kind`.
NO_ACTION: Final = 0
A_DRAW: Final = 1
A_BLIND: Final = 2
A_TICKETS: Final = 3
A_PASS: Final = 4
A_WITHDRAW: Final = 5
A_KEEP: Final = 6
A_PAY: Final = 7
A_CLAIM: Final = 8
A_STATION: Final = 9

# Tie-breaks (E5).
TIE_TICKETS: Final = 0
TIE_STATIONS: Final = 1
TIE_LONGEST: Final = 2

UNKNOWN: Final = 255  # a ticket that a viewer cannot name
