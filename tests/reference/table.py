"""One game on a table of plain dicts and lists, written from the numbered rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypedDict

from branchline import Board

Chance = Callable[[Mapping[str, int]], str]
"""Names one of the things that may happen; the numbers say how many of each there are."""

Cards = Counter[str]
WILD = "wild"
ROW = 5


def cards_text(paid: Mapping[str, int]) -> str:
    """`2 red 1 wild`: the colour first, wilds last."""
    return " ".join(f"{n} {card}" for card, n in sorted(paid.items(), key=lambda p: p[0] == WILD) if n)


def cards_of(words: Sequence[str]) -> Cards:
    return Counter({card: int(n) for n, card in zip(words[::2], words[1::2], strict=True)})


def sets(hand: Cards, size: int, colours: Iterable[str], least_wilds: int = 0) -> Iterator[Cards]:
    """Every set of `size` cards of one of these colours and wilds that the hand can pay (R1, R2, R7, F1)."""
    for wilds in range(least_wilds, min(size, hand[WILD]) + 1):
        if wilds == size:
            yield Counter({WILD: wilds})
            continue
        for colour in colours:
            if hand[colour] >= size - wilds:
                yield Counter({colour: size - wilds, WILD: wilds})


@dataclass
class Tunnel:
    """A tunnel between laying the cards and paying what the revealed ones cost."""

    route: str
    laid: Cards
    revealed: list[str]

    @property
    def colour(self) -> str | None:
        return next((card for card, n in self.laid.items() if card != WILD and n), None)

    @property
    def extra(self) -> int:  # U2, U3: without a colour only wilds count
        return sum(card in (WILD, self.colour) for card in self.revealed)


class Position(TypedDict):
    """What `Game.setup` is given to start anywhere."""

    hands: list[dict[str, int]]
    row: list[str]
    pile: dict[str, int]
    discards: dict[str, int]
    routes: dict[int, list[str]]
    stations: dict[int, list[str]]
    tickets: list[list[str]]
    cars: list[int]
    actor: int


class Table:
    """The whole position, nothing hidden. `legal` lists move texts, `play` makes one."""

    def __init__(self, board: Board, seats: int, chance: Chance, first: int = 0) -> None:
        self.board = board
        self.seats = seats
        self.chance = chance
        self.first = first
        self.routes = {route.id: route for route in board.routes}
        self.hands = [Counter[str]() for _ in range(seats)]
        self.known = [Counter[str]() for _ in range(seats)]
        self.row: list[str | None] = [None] * ROW
        self.pile = Counter(board.card_counts)
        self.discards = Counter[str]()
        self.cars = [board.cars] * seats  # S1
        self.stations_left = [board.stations] * seats
        self.score = [0] * seats
        self.owner: dict[str, int] = {}
        self.station_at: dict[str, int] = {}
        self.tickets: list[list[str]] = [[] for _ in range(seats)]
        self.offers: list[list[str]] = [[] for _ in range(seats)]
        self.pool = [ticket.id for ticket in board.tickets if not ticket.long]
        self.under: list[str] = []  # the known bottom of the ticket deck, in order
        self.phase = "turn"
        self.actor: int | None = first
        self.last_turns: int | None = None
        self.passes = 0
        self.tunnel: Tunnel | None = None
        self.starting = False
        self._moves: list[str] | None = None  # found once for each position

    # --- set-up -------------------------------------------------------------------------------------

    def deal(self) -> Table:
        """S2-S4: hands, row, tickets; then every seat is to keep some."""
        for hand in self.hands:
            for _ in range(self.board.hand):
                hand[self._from_pile()] += 1
        self._settle()  # turns up the first five and applies S3
        if self.board.deal_long:
            long = [ticket.id for ticket in self.board.tickets if ticket.long]
            for offer in self.offers:
                offer += [self._from_pool(long) for _ in range(self.board.deal_long)]
        for offer in self.offers:
            offer += [self._from_pool(self.pool) for _ in range(self.board.deal_regular)]
        self.phase, self.actor, self.starting = "keep", 0, True
        return self

    @classmethod
    def at(cls, board: Board, chance: Chance, position: Position) -> Table:
        """A table in the middle of a game, as `Game.setup` understands it."""
        table = cls(board, len(position["hands"]), chance)
        table.hands = [Counter(hand) for hand in position["hands"]]
        table.row = [*position["row"], *[None] * (ROW - len(position["row"]))]
        table.pile, table.discards = Counter(position["pile"]), Counter(position["discards"])
        for seat, names in position["routes"].items():
            for name in names:
                table.owner[name] = seat
                table.score[seat] += board.points[table.routes[name].length]
        for seat, cities in position["stations"].items():
            table.station_at.update(dict.fromkeys(cities, seat))
            table.stations_left[seat] -= len(cities)
        table.tickets = [list(held) for held in position["tickets"]]
        table.pool = [ticket for ticket in table.pool if not any(ticket in held for held in table.tickets)]
        table.cars = list(position["cars"])
        table.actor = position["actor"]
        return table

    # --- cards --------------------------------------------------------------------------------------

    def _from_pile(self) -> str:
        card = self.chance({card: n for card, n in self.pile.items() if n})
        assert self.pile[card] > 0, f"no {card} in the pile"
        self.pile[card] -= 1
        return card

    def _from_pool(self, pool: list[str]) -> str:
        ticket = self.chance(dict.fromkeys(pool, 1))
        pool.remove(ticket)
        return ticket

    def _reshuffle(self) -> None:  # D7
        if not self.pile.total():
            self.pile, self.discards = self.discards, Counter()

    def _settle(self) -> None:
        """D6-D8: new pile, gaps filled from the left, no three wilds while that can be mended."""
        while True:
            self._reshuffle()
            for slot, card in enumerate(self.row):
                if card is None and self.pile.total():
                    self.row[slot] = self._from_pile()
                    self._reshuffle()
            lying = Counter(card for card in self.row if card is not None)
            others = sum(n for card, n in (lying + self.pile + self.discards).items() if card != WILD)
            if lying[WILD] < 3 or others < 3:
                return
            # Five on the row and five in the pile would only change places for ever: they are shuffled together.
            swapping = self.pile.total() == ROW and not self.discards.total()
            self.discards += lying
            self.row = [None] * ROW
            if swapping:
                self.pile, self.discards = self.pile + self.discards, Counter()

    def _pay(self, seat: int, paid: Cards) -> None:
        """Take the cards out of the hand; everybody sees which."""
        for card, n in paid.items():
            assert self.hands[seat][card] >= n
            self.hands[seat][card] -= n
            self.known[seat][card] = max(0, self.known[seat][card] - n)

    # --- what is allowed ----------------------------------------------------------------------------

    def legal(self) -> list[str]:
        if self._moves is None:
            self._moves = self._find_moves()
        return self._moves

    def _find_moves(self) -> list[str]:
        if self.phase == "over":
            return []
        assert self.actor is not None
        hand = self.hands[self.actor]
        if self.phase == "keep":
            return self._keeps(self.offers[self.actor])
        if self.phase == "second_card":
            return self._draws(second=True)
        if self.phase == "tunnel":
            assert self.tunnel is not None
            colours = [self.tunnel.colour] if self.tunnel.colour else []
            pays = [f"pay {cards_text(paid)}" for paid in sets(hand, self.tunnel.extra, colours)]
            return [*pays, "withdraw"]
        moves = self._draws(second=False) + self._claims() + self._stations()
        if self.pool or self.under:
            moves.append("tickets")
        return moves or ["pass"]  # T2

    def _draws(self, second: bool) -> list[str]:
        lying = {card for card in self.row if card is not None}
        if second:
            lying -= {WILD}  # D4
        blind = ["draw blind"] if self.pile.total() else []  # D8
        return [f"draw {card}" for card in sorted(lying)] + blind

    def _claims(self) -> list[str]:
        assert self.actor is not None
        moves = []
        payments: dict[tuple[int, str, int], list[str]] = {}  # many routes cost the same
        for route in self.board.routes:
            if not self._open_to(self.actor, route.id) or route.length > self.cars[self.actor]:
                continue
            cost = (route.length, route.colour, route.ferry)
            if cost not in payments:
                colours = self.board.colours if route.colour == "gray" else [route.colour]
                paid = sets(self.hands[self.actor], route.length, colours, route.ferry)
                payments[cost] = [cards_text(cards) for cards in paid]
            moves += [f"claim {route.id} with {text}" for text in payments[cost]]
        return moves

    def _open_to(self, seat: int, route: str) -> bool:  # R6
        if route in self.owner:
            return False
        twin = self.routes[route].twin
        if twin is None or twin not in self.owner:
            return True
        return self.owner[twin] != seat and self.seats > self.board.closed_doubles

    def _stations(self) -> list[str]:
        assert self.actor is not None
        if not self.stations_left[self.actor]:
            return []
        price = self.board.stations - self.stations_left[self.actor] + 1  # B2
        payments = [cards_text(paid) for paid in sets(self.hands[self.actor], price, self.board.colours)]
        return [
            f"station {city.id} with {paid}"
            for city in self.board.cities
            if city.id not in self.station_at
            for paid in payments
        ]

    def _keeps(self, offer: list[str]) -> list[str]:
        least = self.board.keep_start if self.starting else self.board.keep_later
        sizes = range(min(least, len(offer)), len(offer) + 1)
        return [f"keep {' '.join(kept)}" for size in sizes for kept in combinations(offer, size)]

    # --- what happens -------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        assert move in self.legal(), f"{move} is not legal"
        self._moves = None
        verb, *words = move.split()
        if verb != "pass":
            self.passes = 0
        getattr(self, f"_play_{verb}")(words)

    def _play_draw(self, words: list[str]) -> None:
        assert self.actor is not None
        wanted = words[0]
        only = self.phase == "second_card" or wanted == WILD  # D3
        if wanted == "blind":
            self.hands[self.actor][self._from_pile()] += 1
        else:
            self.row[self.row.index(wanted)] = None
            self.hands[self.actor][wanted] += 1
            self.known[self.actor][wanted] += 1
        self._settle()
        if only or not self._draws(second=True):
            self._end_turn()
        else:
            self.phase = "second_card"

    def _play_claim(self, words: list[str]) -> None:
        assert self.actor is not None
        route, laid = words[0], cards_of(words[2:])
        self._pay(self.actor, laid)
        if not self.routes[route].tunnel:
            self._place(route, laid)
            return
        self.tunnel = Tunnel(route, laid, [])
        while len(self.tunnel.revealed) < 3 and self.pile.total():  # U1
            self.tunnel.revealed.append(self._from_pile())
            self._reshuffle()
        if self.tunnel.extra:
            self.phase = "tunnel"
        else:
            self._play_pay([])

    def _place(self, route: str, spent: Cards) -> None:
        assert self.actor is not None
        length = self.routes[route].length
        self.owner[route] = self.actor
        self.cars[self.actor] -= length
        self.score[self.actor] += self.board.points[length]
        self.discards += spent
        self._settle()
        self._end_turn()

    def _play_pay(self, words: list[str]) -> None:
        assert self.actor is not None
        assert self.tunnel is not None
        paid = cards_of(words)
        self._pay(self.actor, paid)
        tunnel, self.tunnel = self.tunnel, None
        self._place(tunnel.route, tunnel.laid + paid + Counter(tunnel.revealed))

    def _play_withdraw(self, words: list[str]) -> None:
        assert self.actor is not None
        assert self.tunnel is not None
        self.hands[self.actor] += self.tunnel.laid
        self.known[self.actor] += self.tunnel.laid  # everybody saw them
        self.discards += Counter(self.tunnel.revealed)  # U5
        self.tunnel = None
        self._settle()
        self._end_turn()

    def _play_tickets(self, words: list[str]) -> None:
        assert self.actor is not None
        offer = self.offers[self.actor]
        while len(offer) < self.board.draw_tickets and (self.pool or self.under):  # K1
            offer.append(self._from_pool(self.pool) if self.pool else self.under.pop(0))
        self.phase = "keep"

    def _play_keep(self, words: list[str]) -> None:
        assert self.actor is not None
        offer, self.offers[self.actor] = self.offers[self.actor], []
        self.tickets[self.actor] += words
        if not self.starting or self.board.refused == "under":  # K2, S6
            self.under += [ticket for ticket in offer if ticket not in words]
        if not self.starting:
            self._end_turn()
        elif self.actor + 1 < self.seats:
            self.actor += 1
        else:
            self.phase, self.actor, self.starting = "turn", self.first, False

    def _play_station(self, words: list[str]) -> None:
        assert self.actor is not None
        paid = cards_of(words[2:])
        self._pay(self.actor, paid)
        self.discards += paid
        self.station_at[words[0]] = self.actor
        self.stations_left[self.actor] -= 1
        self._settle()
        self._end_turn()

    def _play_pass(self, words: list[str]) -> None:
        self.passes += 1
        self._end_turn()

    def _end_turn(self) -> None:
        assert self.actor is not None
        if self.last_turns is not None:
            self.last_turns -= 1
        elif self.cars[self.actor] <= 2:  # E1
            self.last_turns = self.seats
        if self.last_turns == 0 or self.passes == self.seats:  # T3
            self.phase, self.actor = "over", None
        else:
            self.phase, self.actor = "turn", (self.actor + 1) % self.seats
