"""Subscriptions: where browsers want to be called, and the server's key for it. All of this blocks, as `Store` does."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .schema import push_keys, subscriptions

#: The one key of a database.
ONLY = 1


class Subscription(msgspec.Struct, frozen=True):
    """A browser of the one who has the key with the digest `holder`. `at` is when the browser last said so."""

    holder: str
    endpoint: str
    receiver: bytes
    auth: bytes
    language: str
    at: float


class Subscriptions:
    """The subscriptions of one database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def key(self, make: Callable[[], bytes]) -> bytes:
        """The key of this database, which is made at its first use; of several processes the first makes it."""
        found = self._key()
        if found is None:
            try:
                with self._engine.begin() as connection:
                    connection.execute(sa.insert(push_keys), {"id": ONLY, "private": make()})
            except IntegrityError:
                pass
            found = self._key()
        assert found is not None
        return found

    def _key(self) -> bytes | None:
        with self._engine.connect() as connection:
            wanted = sa.select(push_keys.c.private).where(push_keys.c.id == ONLY)
            return connection.execute(wanted).scalar_one_or_none()

    def save(self, new: Subscription, most: int) -> None:
        """Keep a subscription, and of its holder no more than the latest ones."""
        columns = subscriptions.c
        row = {**msgspec.structs.asdict(new), "id": id_of(new.endpoint)}
        mine = sa.select(columns.id).where(columns.holder == new.holder).order_by(columns.at.desc())
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.delete(subscriptions).where(*_one(new.holder, new.endpoint)))
                connection.execute(sa.insert(subscriptions), row)
                for old in list(connection.execute(mine).scalars())[most:]:
                    connection.execute(
                        sa.delete(subscriptions).where(columns.holder == new.holder, columns.id == old)
                    )
        except IntegrityError:
            pass  # the same browser has just said the same to another process

    def of(self, holders: Collection[str]) -> list[Subscription]:
        """The subscriptions of some holders."""
        fields = (subscriptions.c[name] for name in Subscription.__struct_fields__)
        wanted = sa.select(*fields).where(subscriptions.c.holder.in_(holders))
        with self._engine.connect() as connection:
            return [Subscription(*row) for row in connection.execute(wanted)]

    def remove(self, holder: str, endpoint: str) -> None:
        """Forget a subscription."""
        with self._engine.begin() as connection:
            connection.execute(sa.delete(subscriptions).where(*_one(holder, endpoint)))

    def remove_before(self, at: float) -> None:
        """Forget those of which the browser has said nothing since."""
        with self._engine.begin() as connection:
            connection.execute(sa.delete(subscriptions).where(subscriptions.c.at < at))


def id_of(endpoint: str) -> str:
    """The id of an endpoint, which may be long."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _one(holder: str, endpoint: str) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return subscriptions.c.holder == holder, subscriptions.c.id == id_of(endpoint)
