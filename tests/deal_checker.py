"""A checker of committed deals written from docs/dealing.md alone: it imports nothing of Branchline.

It needs the text of a record and of its board file, and follows nothing but the cards on the table and the ticket deck.
"""

from __future__ import annotations

import hashlib
import hmac
import tomllib
from collections import Counter


class Mismatch(Exception):
    """What the record tells is not what the secret says."""


class Checker:
    """Goes through a record and asks the secret for every outcome before reading it."""

    def __init__(self, record: str, board: str) -> None:
        self.board = tomllib.loads(board)
        lines = [line.rpartition(" #")[0] for line in record.splitlines()]
        at = lines.index("moves")
        self.head = dict(line.split(" ", 1) for line in lines[2:at])
        self.lines = lines[at + 1 : -1]
        self.secret = bytes.fromhex(self.head["secret"])
        self.seats = int(self.head["seats"])
        self.number = 1
        self.told: list[str] = []

        self.colours = [colour for colour in self.board["cards"] if colour != "wild"]
        self.pile = Counter(self.board["cards"])
        self.discards: Counter[str] = Counter()
        self.row: list[str | None] = [None] * 5
        tickets = [(f"{one['a']}-{one['b']}", one.get("long", False)) for one in self.board["tickets"]]
        self.longs = [name for name, long in tickets if long]
        self.pool = [name for name, long in tickets if not long]
        self.under = 0
        self.tunnel: tuple[Counter[str], list[str]] | None = None  # laid, revealed
        self.offered = 0
        self.dice: dict[int, tuple[str, int, int]] = {}

    def check(self) -> int:
        """How many outcomes were checked. `dice` has bot, seat and seed of each bot's move, by the moves before."""
        if hashlib.sha256(self.secret).hexdigest() != self.head["commitment"]:
            raise Mismatch("the secret does not fit the commitment")
        made = 0
        for line in self.lines:
            what, _, dealt = line.partition(" > ")
            self.told = dealt.split()
            seat, *words = what.split()
            if seat == "-":
                self.deal()
            else:
                if words[-2:-1] == ["by"] and "@" in words[-1]:
                    self.dice[made] = (words[-1], int(seat), self.seed(seat, made))
                    words = words[:-2]
                self.play(words)
                made += 1
            if self.told:
                raise Mismatch(f"{line}: too many outcomes")
        return self.number - 1

    # ---- the numbers ----

    def draw(self, weights: list[tuple[str, int]]) -> str:
        message = f"{self.head.get('salt', '')}:{self.number}".encode()
        number = int.from_bytes(hmac.new(self.secret, message, hashlib.sha256).digest(), "big")
        places = [name for name, weight in weights for _ in range(weight)]
        name = places[number % len(places)]
        if not self.told or self.told[0] != name:
            raise Mismatch(f"number {self.number} says {name}, the record {self.told[:1]}")
        self.number += 1
        return self.told.pop(0)

    def seed(self, seat: str, made: int) -> int:
        message = f"{self.head.get('salt', '')}:bot {seat} {made}".encode()
        return int.from_bytes(hmac.new(self.secret, message, hashlib.sha256).digest()[:8], "big")

    def card(self) -> str:
        name = self.draw([(c, self.pile[c]) for c in (*self.colours, "wild")])
        self.pile[name] -= 1
        return name

    def ticket(self, deck: list[str]) -> None:
        deck.remove(self.draw([(name, 1) for name in deck]))

    # ---- the table ----

    def deal(self) -> None:
        for _ in range(self.seats * self.board["hand"]):
            self.card()
        self.settle()
        deal = self.board["deal"]
        for _ in range(self.seats * deal.get("long", 0)):
            self.ticket(self.longs)
        for _ in range(self.seats * deal["regular"]):
            self.ticket(self.pool)

    def settle(self) -> None:
        while True:
            self.restock()
            if None in self.row and self.pile.total():
                self.row[self.row.index(None)] = self.card()
                continue
            about = self.pile + self.discards + Counter(card for card in self.row if card)
            if self.row.count("wild") < 3 or about.total() - about["wild"] < 3:
                return
            swept = Counter(card for card in self.row if card)
            if self.pile.total() == 5 and not self.discards.total():
                self.pile += swept
            else:
                self.discards += swept
            self.row = [None] * 5

    def restock(self) -> None:
        if not self.pile.total():
            self.pile, self.discards = self.discards, Counter()

    # ---- the moves ----

    def play(self, words: list[str]) -> None:
        verb, rest = words[0], words[1:]
        if verb == "draw":
            if rest == ["blind"]:
                self.card()
            else:
                self.row[self.row.index(rest[0])] = None
        elif verb == "tickets":
            self.draw_tickets()
        elif verb == "keep":
            self.keep(len(rest))
        elif verb == "claim" and self.is_tunnel(rest[0]):
            self.reveal(paid(rest[2:]))
        elif verb in ("claim", "station"):
            self.discards += paid(rest[2:])
        elif verb in ("pay", "withdraw"):
            assert self.tunnel is not None
            laid, revealed = self.tunnel
            self.leave_tunnel(laid + paid(rest) if verb == "pay" else Counter(), revealed)
        if self.tunnel is None and verb not in ("tickets", "keep", "pass"):
            self.settle()

    def is_tunnel(self, route: str) -> bool:
        ends, _, which = route.partition("/")
        parallel = [r for r in self.board["routes"] if {r["a"], r["b"]} == set(ends.split("-"))]
        if which.isdigit():
            parallel = parallel[int(which) - 1 :]
        elif which:
            parallel = [r for r in parallel if r["colour"] == which]
        return bool(parallel[0].get("tunnel", False))

    def reveal(self, laid: Counter[str]) -> None:
        revealed: list[str] = []
        while len(revealed) < 3 and self.pile.total():
            revealed.append(self.card())
            self.restock()
        if any(card == "wild" or card in laid for card in revealed):
            self.tunnel = laid, revealed
        else:
            self.leave_tunnel(laid, revealed)

    def leave_tunnel(self, paid_cards: Counter[str], revealed: list[str]) -> None:
        self.discards += paid_cards + Counter(revealed)
        self.tunnel = None

    def draw_tickets(self) -> None:
        self.offered = min(self.board["draw"]["tickets"], len(self.pool) + self.under)
        for _ in range(self.offered):
            if self.pool:
                self.ticket(self.pool)
            else:
                self.under -= 1

    def keep(self, kept: int) -> None:
        deal = self.board["deal"]
        if self.offered:
            self.under += self.offered - kept
        elif deal["refused"] == "under":
            self.under += deal.get("long", 0) + deal["regular"] - kept
        self.offered = 0


def paid(words: list[str]) -> Counter[str]:
    return Counter({name: int(count) for count, name in zip(words[::2], words[1::2], strict=True)})
