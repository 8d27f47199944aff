"""Bots' dice: nobody can foretell them, everybody can check them once the game is over."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from branchline import Game
from branchline.bots import make_bot
from branchline.bots.registry import VERSION, plain_spec
from branchline.bots.verify import check_bots
from branchline.game.dealer import decision_seed
from branchline.game.record import read_record
from branchline.game.verify import verify
from branchline.server.live.automation import position_of

from .players import Player, keep, play_on
from .running import Clock, Server, running
from .test_old_database import OLD, copy_database, name_of

BOTS = ("random", "medium", "hard", "expert", "master")


def verified(server: Server, game: str) -> tuple[str, list[str]]:
    """The record of a game, and what is said of it."""
    text = server.get(f"/api/games/{game}/record").text
    record = read_record(text)
    results = verify(record) + check_bots(record)
    assert [result.text for result in results if not result.passed] == []
    return text, [result.text for result in results]


def watch(server: Server, bots: tuple[str, ...]) -> Player:
    seats = [{"kind": "bot", "bot": bot} for bot in bots]
    opening = server.post("/api/tables", {"board": "london", "seats": seats, "public": True}).json()
    watcher = server.player(opening["table"]["id"], None)
    watcher.hello()
    watcher.hear("over")
    return watcher


@pytest.mark.parametrize("bots", [BOTS[:4], ("master", "random")])
def test_every_move_of_a_bot_can_be_checked_after_the_game(
    tmp_path: Path, bots: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # no more than a game's masters need: the least time, as under the heaviest load
    monkeypatch.setattr("branchline.server.live.fair_queue.AIM", 0.001)
    with running(tmp_path) as server:
        text, said = verified(server, watch(server, bots).game)
        moves = Game.replay(text).moves
        assert f"{moves} of {moves} moves of bots follow from the secret" in said
        assert ("by search:worlds=" in text) == ("master" in bots)


def test_the_moves_of_an_away_seat_are_checked_and_those_of_people_are_not(server: Server) -> None:
    game, players = server.play()
    keep(players)
    play_on(players, 8)
    leaver = players[players[0].to_move[0]]
    (stayer,) = (player for player in players if player is not leaver)
    assert server.post(f"/api/tables/{game}/leave", {}, leaver.key).is_success
    stayer.hear("away")
    stayer.ask(type="chat", text="numbers of the log are not plies")
    play_on([stayer])
    text, said = verified(server, game)
    lines = text.splitlines()
    by_bot = [line for line in lines if f" by {plain_spec('medium')}@{VERSION}" in line]
    assert by_bot
    assert {line[0] for line in by_bot} == {str(leaver.seat)}
    assert f"{len(by_bot)} of {len(by_bot)} moves of bots follow from the secret" in said
    assert not any(" by " in line for line in lines[: lines.index(by_bot[0])])


def test_a_game_that_began_before_bots_were_named_goes_on_and_can_be_checked_from_then_on(
    tmp_path: Path,
) -> None:
    with running(copy_database(tmp_path), now=Clock(OLD["now"])) as server:
        (table,) = (one for one in OLD["tables"] if name_of(one) == "playing-london")
        ((seat, key),) = table["keys"]["seats"].items()
        player = server.player(table["id"], key, int(seat))
        player.hello()
        play_on([player])
        text, said = verified(server, table["id"])
        moves = text[text.index("- deal") :].splitlines()[1:-1]
        named = [line for line in moves if f" by random@{VERSION}" in line]
        assert 0 < len(named) < sum(line[0] != seat for line in moves)
        assert f"{len(named)} of {len(named)} moves of bots follow from the secret" in said


def test_a_move_that_was_changed_in_the_database_is_found_out(server: Server) -> None:
    """A forger who lets his bot play something else, whatever he says of the rest."""
    watcher = watch(server, ("random", "random"))
    table = server.services.hub._live[watcher.game].table
    ply, (seat, move, _) = next((n, one) for n, one in enumerate(table.moves) if one[1] == "draw blind")
    game = table.deal()
    for who, text, _ in table.moves[:ply]:
        game.play(text, who)
    game.play(next(other for other in map(str, game.legal()) if other != move and other != "tickets"))
    record = read_record(game.record(table.bots))
    # the secret is known, though this game is not over
    head = {**record.head, "secret": table.secret.hex()}
    forged: Any = type(record)(
        **{name: getattr(record, name) for name in record.__struct_fields__} | {"head": head}
    )
    wrong = [result.text for result in check_bots(forged) if not result.passed]
    assert len(wrong) == 1
    assert f"ply {ply + 1}: seat {seat} played " in wrong[0]
    assert wrong[0].endswith(f"plays {move!r}")


def test_the_dice_depend_on_the_secret_and_on_nothing_that_is_public(server: Server) -> None:
    watcher = watch(server, ("random", "random"))
    live = server.services.hub._live[watcher.game]
    table = live.table
    game = table.deal()
    public: list[int] = []
    told: list[bool] = []
    for number, (seat, move, _) in enumerate(table.moves):
        at = table.deal().at_first_choice(seat) if number < 2 else game
        right = decision_seed(table.secret, "", "bot", seat, number)
        assert str(make_bot("random", right).choose(at.view(seat))) == move
        # as it was: from the id of the table, a number of its log, and the seat
        for guess in range(number, number + 8):
            digest = hashlib.sha256(f"{table.id} {guess} {seat}".encode()).digest()
            public.append(int.from_bytes(digest[:7], "big"))
        told.append(str(make_bot("random", public[-4]).choose(at.view(seat))) == move)
        assert right not in public
        game.play(move, seat)
    assert sum(told) < 0.8 * len(told)


def test_a_hint_has_dice_of_its_own(server: Server) -> None:
    _, players = server.play(hints=True)
    keep(players)
    live = server.services.hub._live[players[0].game]
    seat = players[0].to_move[0]
    seeds = {position_of(live, seat, use)[0] for use in ("bot", "hint")}
    assert len(seeds) == 2
    before = position_of(live, seat, "bot")[0]
    players[0].ask(type="chat", text="hello")
    assert position_of(live, seat, "bot")[0] == before
