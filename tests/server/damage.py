"""Damage: what can be wrong with the rows of one table, done by hand to a SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from branchline.server.table.log import chain_next, chain_start

Break = Callable[[sqlite3.Connection, str], object]


def change(statement: str) -> Break:
    """One statement, with the id of the table as its parameter."""
    return lambda connection, game: connection.execute(statement, {"game": game})


def replace_last(payload: str) -> Break:
    """Another payload for the last entry, with a digest that fits."""

    def run(connection: sqlite3.Connection, game: str) -> None:
        (secret,) = connection.execute("SELECT secret FROM games WHERE id = ?", (game,)).fetchone()
        rows = connection.execute(
            "SELECT number, at, payload FROM events WHERE game = ? ORDER BY number", (game,)
        )
        head, entries = chain_start(game, secret), rows.fetchall()
        for number, at, text in entries[:-1]:
            head = chain_next(head, number, at, text)
        number, at, _ = entries[-1]
        connection.execute(
            "UPDATE events SET payload = ?, digest = ? WHERE game = ? AND number = ?",
            (payload, chain_next(head, number, at, payload), game, number),
        )

    return run


LAST = "game = :game AND number = (SELECT max(number) FROM events WHERE game = :game)"
#: Each kind of damage, the number of the entry that is named, and the words of the reason. The logs have two entries.
KINDS: dict[str, tuple[Break, int, str]] = {
    "changed": (change(f'UPDATE events SET payload = \'{{"kind":"closed"}}\' WHERE {LAST}'), 2, "digest"),
    "no-json": (change(f"UPDATE events SET payload = '{{' || payload WHERE {LAST}"), 2, "digest"),
    "no-text": (change(f"UPDATE events SET payload = CAST(x'ff00fe' AS TEXT) WHERE {LAST}"), 2, "digest"),
    "a-blob": (change(f"UPDATE events SET payload = x'ff00fe' WHERE {LAST}"), 2, "can't be read"),
    "moved-time": (change("UPDATE events SET at = at + 1 WHERE game = :game AND number = 1"), 1, "digest"),
    "no-time": (
        change("UPDATE events SET at = 'noon' WHERE game = :game AND number = 1"),
        1,
        "can't be read",
    ),
    "other-digest": (change(f"UPDATE events SET digest = zeroblob(16) WHERE {LAST}"), 2, "digest"),
    "digest-a-text": (change(f"UPDATE events SET digest = 'sixteen bytes' WHERE {LAST}"), 2, "digest"),
    "gap": (change("DELETE FROM events WHERE game = :game AND number = 1"), 1, "missing"),
    "empty": (change("DELETE FROM events WHERE game = :game"), 1, "missing"),
    "other-secret": (change("UPDATE games SET secret = zeroblob(32) WHERE id = :game"), 1, "digest"),
    "secret-a-text": (change("UPDATE games SET secret = 'a secret' WHERE id = :game"), 1, "digest"),
    "unknown-event": (replace_last('{"kind":"teleported","seat":1}'), 2, "no event"),
    "no-such-seat": (replace_last('{"kind":"left","seat":9}'), 2, "can't happen"),
    "impossible": (replace_last('{"kind":"moved","seat":0,"move":"draw blind"}'), 2, "can't happen"),
}


def break_rows(file: Path, kinds: dict[str, str]) -> None:
    """Do each table the damage of its kind."""
    with closing(sqlite3.connect(file)) as connection, connection:
        for game, kind in kinds.items():
            KINDS[kind][0](connection, game)
