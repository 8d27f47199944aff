"""Settings of a server, with their defaults."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

VARIABLE = "BRANCHLINE_SERVER"


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much a client may ask for. Rates are per second; a burst may exceed them."""

    connections: int = 10_000
    connections_per_address: int = 256
    connect_rate: float = 20.0
    connect_burst: int = 200
    idle_seconds: float = 5.0
    head_seconds: float = 10.0
    body_seconds: float = 15.0
    answer_seconds: float = 60.0
    body: int = 16_384
    record: int = 131_072
    message: int = 4_096
    queue: int = 256
    queue_bytes: int = 262_144
    sockets_per_address: int = 64
    tables_per_address: int = 60
    tables_period: float = 3_600.0
    request_rate: float = 20.0
    request_burst: int = 240
    socket_rate: float = 5.0
    socket_burst: int = 100
    message_rate: float = 40.0
    message_burst: int = 120
    own_message_rate: float = 2.0
    own_message_burst: int = 10
    pause: float = 5.0
    chat_rate: float = 0.5
    chat_burst: int = 6
    address_chat_rate: float = 3.0
    address_chat_burst: int = 40
    hint_rate: float = 0.2
    hint_burst: int = 5
    subscribe_rate: float = 0.1
    subscribe_burst: int = 20
    review_rate: float = 0.05
    review_burst: int = 60
    reviews: int = 200
    live_tables: int = 2_000


class TableLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much one table stores. `chat` is for each seat and for all spectators, `chat_after` after the end of the game
    and for `chat_for` seconds; `changes` is how often a seat may be left, returned to or given a new link, `undos`
    how many moves it may take back; a game of more `moves` is closed.
    """

    chat: int = 300
    chat_after: int = 50
    chat_for: float = 86_400.0
    changes: int = 200
    undos: int = 50
    moves: int = 2_000


class PushSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Calling people back by web push. `contact` is where push services find the host: mailto:… or https://….

    `services` are the names of push services, with all below them; `delay` are the seconds between a turn and the call;
    `most` is how many browsers of one player are kept. `private` lets the server connect to any address, also without
    TLS: for tests alone.
    """

    on: bool = True
    contact: str = ""
    services: tuple[str, ...] = (
        "android.googleapis.com",
        "fcm.googleapis.com",
        "notify.windows.com",
        "push.apple.com",
        "push.services.mozilla.com",
    )
    delay: float = 15.0
    most: int = 8
    private: bool = False


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings. `boards` are files of additional boards, `bots` specs of additional bots, `origins` other sites
    that may send requests.

    Every page shows moves one after the other at the speed that its viewer has chosen. So bots need not wait
    (`bot_delay`), except where the server sets the pace (`bot_pace`): at tables with a clock or of bots alone; and for
    `undo_grace` seconds after a move that its player may take back.

    A review is made as long as somebody has asked within the last `review_patience` seconds how far it is; a deep one
    also if nobody waits.

    `host_names` are names of the server besides those of the machine; `metrics` shows `/metrics` to everybody.
    """

    database: str = ""
    data: str = ""
    boards: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    workers: int = 1
    origins: tuple[str, ...] = ()
    host_names: tuple[str, ...] = ()
    metrics: bool = False
    bot_workers: int = 1
    bot_delay: float = 0.0
    bot_pace: float = 1.2
    undo_grace: float = 2.0
    bot_patience: float = 30.0
    unwatched_share: float = 0.1
    away_bot: str = "medium"
    hint_bot: str = "expert"
    review_patience: float = 15.0
    patience: float = 60.0
    open_for: float = 86_400.0
    sweep: float = 1.0
    grace: float = 10.0
    probe: float = 5.0
    link_wait: float = 180.0
    limits: Limits = Limits()
    tables: TableLimits = TableLimits()
    push: PushSettings = PushSettings()

    @property
    def url(self) -> str:
        """The URL of the database for SQLAlchemy; by default SQLite in the data folder."""
        if not self.database:
            return f"sqlite:///{Path(self.data or default_data()) / 'branchline.db'}"
        for short in ("postgresql://", "postgres://"):
            if self.database.startswith(short):
                return "postgresql+psycopg://" + self.database.removeprefix(short)
        return self.database

    @property
    def postgresql(self) -> bool:
        return self.url.startswith("postgresql")


def database_url(place: str) -> str:
    """The URL of a database that is given by its folder, its file or its address."""
    if "://" in place:
        return Settings(database=place).url
    return f"sqlite:///{place}" if Path(place).is_file() else Settings(data=place).url


def default_data() -> str:
    """The data folder of this user."""
    from platformdirs import user_data_dir

    return user_data_dir("branchline", appauthor=False)


def to_environment(settings: Settings) -> None:
    """Put the settings into the environment, for worker processes."""
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    """The settings that the parent process put there."""
    return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=Settings)
