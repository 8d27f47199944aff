"""The event log: tables and migrations agree, numbers are unique, batches commit together, states are rebuilt."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from branchline import load_board
from branchline.server.errors import RequestError
from branchline.server.live.hub import Hub
from branchline.server.settings import Limits, Settings
from branchline.server.storage.migrate import migrate
from branchline.server.storage.schema import metadata
from branchline.server.storage.store import Conflict, Listing, NewGame, Store
from branchline.server.storage.writer import Writer
from branchline.server.table import events
from branchline.server.table.apply import apply
from branchline.server.table.log import StoredEvent, chain_start, entry
from branchline.server.table.table import Table

from .players import keep, play_on
from .running import running


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store on each kind of database."""
    folder = tmp_path_factory.mktemp("store")
    if request.param == "sqlite":
        found = Store(Settings(data=str(folder / "new" / "folder")).url)
        migrate(found.engine)
        yield found
        found.close()
        return
    found = Store(Settings(database=request.getfixturevalue("database")).url)
    migrate(found.engine)
    yield found
    found.close()


OPENED = events.Opened(
    "london", load_board("london").digest, (events.SeatPlan(), events.SeatPlan()), "h", "w", public=True
)


def create(store: Store, game: str) -> bytes:
    """A table with one entry; the digest of that."""
    first = entry(chain_start(game, bytes(32)), game, 1, 5.0, OPENED)
    store.create(NewGame(bytes(32), True, first, Listing(game, "open", None, f'"{game}"')))
    return first.digest


def chained(head: bytes, game: str, at: float, *given: events.AnyEvent) -> list[StoredEvent]:
    """Entries from number 2 on."""
    found: list[StoredEvent] = []
    for number, event in enumerate(given, 2):
        found.append(entry(head, game, number, at, event))
        head = found[-1].digest
    return found


def test_the_migrations_make_the_tables_that_the_code_uses(store: Store) -> None:
    migrate(store.engine)  # a second time changes nothing
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_of_two_entries_with_one_number_only_one_is_stored(store: Store) -> None:
    head = create(store, "twice")
    store.write(chained(head, "twice", 6.0, events.Left(0)))
    with pytest.raises(Conflict):
        store.write(chained(head, "twice", 6.0, events.Left(1)))
    assert [stored.event for stored in store.read("twice", 1)] == [events.Left(0)]


def test_a_batch_is_stored_whole_or_not_at_all(store: Store) -> None:
    head = create(store, "whole")
    with pytest.raises(Conflict):
        store.write(
            [*chained(head, "whole", 6.0, events.Left(0)), entry(head, "whole", 1, 6.0, events.Left(0))]
        )
    assert len(store.read("whole")) == 1


def test_an_entry_makes_its_table_due_until_the_listing_says_otherwise(store: Store) -> None:
    head = create(store, "due")
    assert "due" not in store.due(1e9)
    (second,) = chained(head, "due", 7.0, events.Left(0))
    store.write([second])
    assert "due" in store.due(7.0)
    assert "due" not in store.due(6.9)
    store.write([], [Listing("due", "playing", None, '"due"')])
    assert "due" not in store.due(1e9)
    third = entry(second.digest, "due", 3, 8.0, events.Left(0))
    store.write([third], [Listing("due", "playing", None, '"newer"')])
    assert "due" in store.due(8.0)
    assert ("due", '"newer"') in store.public_tables(100)
    store.set_aside("due")
    assert "due" not in store.due(1e9)


def test_every_event_comes_back_from_the_log_as_it_was(store: Store) -> None:
    head = create(store, "all")
    given: list[events.AnyEvent] = [
        events.Joined(0, "Ann", "d"),
        events.Renewed(1, "i"),
        events.Filled(1, "random"),
        events.Started(),
        events.Kept(0, "keep a-b", "x"),
        events.Moved(1, "draw red", "y"),
        events.Away(0, "clock"),
        events.Back(0),
        events.Voted(0, 1),
        events.Said("häí 🚂 'quoted\"", None, "Eve"),
        events.Reacted(0, "wow"),
        events.Rematched("z"),
        events.Closed(),
    ]
    store.write(chained(head, "all", 9.0, *given))
    assert [stored.event for stored in store.read("all", 1)] == given
    assert store.secret("all") == bytes(32)
    assert store.secret("nothing") is None


def test_errors_of_the_database_never_quote_what_was_to_be_stored(store: Store) -> None:
    head = chain_start("nowhere", bytes(32))
    with pytest.raises(Conflict) as raised:
        store.write([entry(head, "nowhere", 1, 9.0, events.Said("a hidden word", None, "Eve"))])
    assert "events" in str(raised.value.__cause__)
    assert "hidden word" not in str(raised.value.__cause__)


def test_what_waits_is_committed_together_and_a_conflict_hurts_only_its_own(store: Store) -> None:
    head, other = create(store, "one"), create(store, "two")

    async def write() -> list[BaseException | None]:
        writer = Writer(store, asyncio.get_running_loop())
        entries = [
            *chained(head, "one", 9.0, events.Left(0), events.Left(0)),
            entry(other, "two", 1, 9.0, events.Left(0)),
        ]
        found = await asyncio.gather(*(writer.write(entry) for entry in entries), return_exceptions=True)
        await writer.close()
        return found

    first, second, third = asyncio.run(write())
    assert first is None
    assert second is None
    assert isinstance(third, Conflict)
    assert len(store.read("one")) == 3


def test_a_table_forgotten_or_restarted_is_rebuilt_as_it_was(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game, players = server.play(board="europe", seats=2)
        keep(players)
        play_on(players, 30)
        view, number, notices = players[0].view, players[0].number, players[0].notices
    with running(tmp_path) as server:
        again = server.player(game, players[0].key, 0)
        again.hello()
        assert again.number == number
        assert again.notices == notices
        assert again.view is not None
        assert view is not None
        assert {**again.view, "log": []} == view


def test_tables_that_nobody_uses_are_let_go_of(tmp_path: Path) -> None:
    async def fill() -> int:
        store = Store(Settings(data=str(tmp_path)).url)
        migrate(store.engine)
        hub = Hub(Settings(limits=Limits(live_tables=20)), store)
        for n in range(60):
            await hub.open(f"t{n}", bytes(32), OPENED)
        assert (await hub.live("t0")).table.id == "t0"
        with pytest.raises(RequestError):
            await hub.live("nowhere")
        count = len(hub._live)
        await hub.close()
        store.close()
        return count

    assert asyncio.run(fill()) <= 21


def test_a_board_that_has_changed_since_is_not_played_on() -> None:
    table = Table("t", bytes(32))
    with pytest.raises(RequestError, match="board_changed"):
        apply(table, 1, 0.0, events.Opened("london", "0" * 64, (), "", ""))
    with pytest.raises(ValueError, match="can't be applied next"):
        apply(table, 5, 0.0, events.Started())


def test_a_log_that_cannot_be_played_is_set_aside_and_holds_up_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        game, _ = server.play()
    with sqlite3.connect(tmp_path / "branchline.db") as connection:
        connection.execute("UPDATE events SET payload = replace(payload, ?, ?)", (OPENED.digest, "0" * 64))
        connection.execute("UPDATE games SET due = 1")
    connection.close()
    with running(tmp_path) as server:
        assert server.get(f"/api/tables/{game}").status_code == 500
        other, players = server.play()
        assert other != game
        assert players[0].move(players[0].legal[0])["type"] == "ack"
