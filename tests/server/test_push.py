"""Web push: who is called back to a table, what the message says, and where this server never connects to."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from branchline.cli import main
from branchline.server.keys import digest
from branchline.server.push import calls, client
from branchline.server.push.client import PushClient, is_public, is_service
from branchline.server.push.encryption import Vapid, encrypt, new_private_key
from branchline.server.settings import PushSettings, Settings
from branchline.server.storage.migrate import migrate
from branchline.server.storage.store import Store
from branchline.server.storage.subscriptions import Subscription, Subscriptions

from .players import Player, keep, play_on, settle
from .push_service import PushBrowser, PushService, coded, plain, push_service
from .running import Server, running, until

QUICK = PushSettings(services=("127.0.0.1",), private=True, delay=0.05)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as here:
        yield here


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, push=QUICK) as here:
        yield here


def subscribe(server: Server, player: Player, browser: PushBrowser) -> None:
    answer = server.post(f"/api/tables/{player.game}/push", browser.form, player.key)
    assert (answer.status_code, answer.json()) == (200, {"subscribed": True}), answer.text


def started(server: Server, board: str = "london") -> list[Player]:
    """Two players at whose table the first tickets are chosen."""
    _, players = server.play(board=board)
    keep(players)
    return players


def on_turn(players: list[Player]) -> tuple[Player, Player]:
    """Who is to move, and the other."""
    mover = players[players[0].to_move[0]]
    return mover, players[1 - players.index(mover)]


def take_turn(players: list[Player]) -> None:
    """Draw two cards from the pile."""
    mover, _ = on_turn(players)
    for _ in range(2):
        assert mover.move("draw blind")["type"] == "ack"


def test_the_encryption_is_that_of_the_standard() -> None:
    """The example of RFC 8291, appendix A."""
    number = int.from_bytes(plain("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    receiver = plain(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        receiver,
        plain("BTBZMqHH6r4Tts7J_aSIgg"),
        ec.derive_private_key(number, ec.SECP256R1()),
        plain("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert coded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru"
        "3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_who_is_to_move_and_has_no_page_open_is_called_once_for_each_turn(
    server: Server, service: PushService
) -> None:
    players = started(server)
    first, second = on_turn(players)
    here, away = service.browser("here"), service.browser("away")
    subscribe(server, first, here)
    subscribe(server, second, away)
    second.close()
    for _ in range(2):
        first.move("draw blind")
    message = service.message(1, away)
    assert message == {
        "kind": "turn",
        "table": first.game,
        "board": "london",
        "name": "London",
        "who": f"player {second.seat}",
        "language": "es",
    }
    back = server.player(first.game, second.key, second.seat)
    back.hello()
    players = [back, first] if back.seat == 0 else [first, back]
    assert back.move("draw blind")["type"] == "ack"  # the same turn goes on: no second call
    assert back.move("draw blind")["type"] == "ack"
    settle(players)
    take_turn(players)  # the first has had the page open all the time
    settle(players)
    back.close()
    until(lambda: not [one for one in server.services.hub.watched() if len(one.listeners) > 1])
    again = server.player(first.game, second.key, second.seat)
    again.hello()
    again.move("draw blind")
    again.move("draw blind")
    again.close()
    first.reach(again.number)
    take_turn([first, first])
    service.message(2, away)
    assert service.paths() == ["away", "away"]


def test_a_message_is_signed_replaces_the_one_before_and_tells_no_secrets(
    server: Server, service: PushService
) -> None:
    first, second = on_turn(started(server))
    browser = service.browser("one")
    subscribe(server, second, browser)
    second.close()
    for _ in range(2):
        first.move("draw blind")
    headers = service.headers(1)
    token, _, key = headers["authorization"].removeprefix("vapid t=").partition(", k=")
    assert key == server.get("/api/push").json()["key"]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    claims = jwt.decode(token, public, algorithms=["ES256"], audience=service.url)
    assert claims["sub"].startswith("https://")
    assert 0 < claims["exp"] - time.time() <= 86_400
    assert headers["topic"] == first.game
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
    assert set(service.message(1, browser)) == {"kind", "table", "board", "name", "who", "language"}


def test_the_end_and_a_rematch_call_those_who_are_away(server: Server, service: PushService) -> None:
    players = started(server)
    browsers = [service.browser("a"), service.browser("b")]
    play_on(players)
    for player, browser in zip(players, browsers, strict=True):
        subscribe(server, player, browser)
    # nobody looks: the end came before the subscriptions, and is not new when the server starts again
    game, keys = players[0].game, [player.key for player in players]
    players[1].close()
    answer = server.post(f"/api/tables/{game}/rematch", {}, keys[0])
    assert answer.status_code == 200
    message = service.message(1, browsers[1])
    assert (message["kind"], message["table"]) == ("rematch", answer.json()["table"]["id"])
    assert service.paths() == ["b"]


def test_the_end_of_a_game_names_the_winner(server: Server, service: PushService) -> None:
    players = started(server)
    winner_or_not = service.browser("end")
    subscribe(server, players[1], winner_or_not)
    # the end is reached by a bot for the one who has left
    assert server.post(f"/api/tables/{players[0].game}/leave", None, players[1].key).status_code == 200
    players[1].close()
    play_on(players[:1])
    message = service.message(service.count or 1, winner_or_not)
    while message["kind"] != "over":
        message = service.message(service.count + 1, winner_or_not)
    winners = players[0].hear("over")["winners"]
    assert message["who"] == ", ".join(f"player {seat}" for seat in winners)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_forgotten(server: Server, service: PushService, status: int) -> None:
    first, second = on_turn(started(server))
    subscribe(server, second, service.browser("old"))
    second.close()
    service.status = status
    for _ in range(2):
        first.move("draw blind")
    service.wait(1)
    kept = server.services.calls.subscriptions
    until(lambda: not kept.of([digest(str(second.key))]))


def test_a_push_service_out_of_order_disturbs_nobody_and_is_asked_again(
    server: Server, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "WITHIN", 0.2)
    monkeypatch.setattr(calls, "RETRIES", (0.05, 0.05))
    first, second = on_turn(started(server))
    subscribe(server, second, service.browser("slow"))
    service.held.clear()
    second.close()
    for _ in range(2):
        assert first.move("draw blind")["type"] == "ack"
    service.wait(2)  # it has not answered the first time
    service.status = 503
    service.held.set()
    service.wait(3)
    again = server.player(first.game, second.key, second.seat)
    again.hello()
    assert again.move("draw blind")["type"] == "ack"


def test_a_restart_keeps_key_and_subscriptions_and_makes_good_what_it_missed(
    tmp_path: Path, service: PushService
) -> None:
    slow = PushSettings(services=QUICK.services, private=True, delay=3_600.0)
    with running(tmp_path, push=slow) as server:
        first, second = on_turn(started(server))
        key = server.get("/api/push").json()["key"]
        browser = service.browser("kept")
        subscribe(server, second, browser)
        for _ in range(2):
            first.move("draw blind")
    with running(tmp_path, push=QUICK) as server:
        assert server.get("/api/push").json()["key"] == key
        assert service.message(1, browser)["kind"] == "turn"


def test_only_a_seated_player_subscribes_and_only_at_a_push_service(
    server: Server, service: PushService
) -> None:
    _, players = server.play()
    path, browser = f"/api/tables/{players[0].game}/push", service.browser("x")
    assert server.post(path, browser.form).json()["code"] == "no_such_table"
    for change in (
        {"endpoint": "https://push.example.org/x"},
        {"endpoint": "ftp://127.0.0.1/x"},
        {"p256dh": coded(bytes(65))},
    ):
        answer = server.post(path, {**browser.form, **change}, players[0].key)
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_subscription"), change


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://127.0.0.1/" + "x" * 2_000},
        {"p256dh": "B" * 86 + "\n"},
        {"auth": "A" * 21 + "\n"},
        {"language": "en\n"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_subscription_of_another_form_is_refused(
    server: Server, service: PushService, change: dict[str, str]
) -> None:
    _, players = server.play()
    form = {**service.browser("x").form, **change}
    answer = server.post(f"/api/tables/{players[0].game}/push", form, players[0].key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_who_unsubscribes_is_not_called_any_more(server: Server, service: PushService) -> None:
    first, second = on_turn(started(server))
    old, new = service.browser("old"), service.browser("new")
    subscribe(server, second, old)
    subscribe(server, second, new)
    ended = server.post("/api/push/end", {"endpoint": old.endpoint}, second.key)
    assert ended.json() == {"subscribed": False}
    second.close()
    for _ in range(2):
        first.move("draw blind")
    service.message(1, new)
    assert service.paths() == ["new"]


def test_a_host_may_switch_it_off(tmp_path: Path, service: PushService) -> None:
    with running(tmp_path, push=PushSettings(on=False)) as server:
        _, players = server.play()
        assert server.get("/api/push").json() == {"key": None}
        path = f"/api/tables/{players[0].game}/push"
        assert server.post(path, service.browser("x").form, players[0].key).json()["code"] == "no_push"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com:8443/fcm/send/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://evilfcm.googleapis.com.example.org/x",
        "https://notfcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com:port/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_other_addresses_are_no_push_services(endpoint: str) -> None:
    assert not is_service(endpoint, PushSettings())


def test_the_push_services_of_browsers_are_known() -> None:
    for endpoint in (
        "https://fcm.googleapis.com/fcm/send/x:y",
        "https://updates.push.services.mozilla.com/wpush/v2/x",
        "https://web.push.apple.com/x",
        "https://wns2-am3p.notify.windows.com/w/?token=x",
    ):
        assert is_service(endpoint, PushSettings())


def test_only_addresses_of_the_public_network_are_connected_to() -> None:
    private = (
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:10.0.0.1", "2002:0a00:0001::1", "224.0.0.1", "::"),
    )
    assert [address for address in private if is_public(address)] == []
    assert is_public("142.250.1.1")
    assert is_public("2a00:1450:4001::1")


def test_a_name_that_leads_into_the_own_network_is_not_followed() -> None:
    """Even if it is allowed by its name: the address counts to which it leads when a message is sent."""
    with closing(socket.create_server(("127.0.0.1", 0))) as inside:
        inside.settimeout(0.0)

        async def send() -> str:
            settings = PushSettings(services=("localhost",))
            sender = PushClient(settings, Vapid(new_private_key(), "https://play.example.org"))
            sender.settings = PushSettings(
                services=("localhost",), private=True
            )  # any port, but no other network
            try:
                return await sender.send(f"https://localhost:{inside.getsockname()[1]}/x", b"x", "x")
            finally:
                await sender.close()

        assert asyncio.run(send()) == "refused"
        with pytest.raises(BlockingIOError):
            inside.accept()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_database_has_one_key_and_the_latest_browsers_of_each_player(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("database") if kind == "postgresql" else ""
    store = Store(Settings(data=str(tmp_path), database=url).url)
    migrate(store.engine)
    one, other = Subscriptions(store.engine), Subscriptions(store.engine)
    assert one.key(lambda: b"first") == other.key(lambda: b"second") == b"first"

    def of(number: int) -> Subscription:
        return Subscription("h", f"https://push/{number}", b"r", b"a", "pt-BR", float(number))

    for number in range(5):
        one.save(of(number), most=3)
    one.save(of(4), most=3)
    assert sorted(other.of(["h", "nobody"]), key=lambda found: found.at) == [of(2), of(3), of(4)]
    one.remove("h", "https://push/3")
    one.remove_before(3.0)
    assert other.of(["h"]) == [of(4)]
    store.close()


def test_fsck_finds_subscriptions_and_keys_that_cannot_be_used(
    tmp_path: Path, service: PushService, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, push=QUICK) as server:
        _, players = server.play()
        subscribe(server, players[0], service.browser("x"))
    assert main(["fsck", str(tmp_path)]) == 0
    with closing(sqlite3.connect(tmp_path / "branchline.db")) as connection, connection:
        connection.execute("UPDATE subscriptions SET receiver = x'00'")
        connection.execute("UPDATE push_keys SET private = x'00'")
    assert main(["fsck", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert "push_keys: the key can't be read" in said
    assert "it can't be used; its browser makes a new one" in said
    with running(tmp_path, push=QUICK) as server:  # games go on
        assert server.get("/api/push").json() == {"key": None}
