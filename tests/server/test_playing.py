"""Playing over the socket: whole games, numbered notices, acks, resuming."""
# ruff: noqa: N802

import hashlib
import json

import pytest

from branchline import CommittedDealer, Game

from .players import Player, keep, play_on, settle
from .running import Server


@pytest.mark.parametrize(("board", "seats"), [("london", 2), ("usa", 3), ("europe", 4), ("usa-mega", 2)])
def test_a_whole_game_over_the_socket_is_the_game_of_its_record(
    server: Server, board: str, seats: int
) -> None:
    game, players = server.play(board=board, seats=seats)
    committed = players[0].table["commitment"]
    keep(players)
    play_on(players)
    over = players[0].hear("over")
    record = server.get(f"/api/games/{game}/record", players[0].key).text
    replayed = Game.replay(record)
    assert replayed.over
    assert list(over["winners"]) == replayed.winners()
    assert [score["total"] for score in over["scores"]] == [score.total for score in replayed.scores()]
    assert hashlib.sha256(bytes.fromhex(over["secret"])).hexdigest() == committed
    # the deal can be checked by anyone: the same moves with the revealed secret give the same record
    again = Game(board, seats, dealer=CommittedDealer(bytes.fromhex(over["secret"])))
    for entry in replayed.view(None).log[1:]:
        assert entry.seat == again.actor
        mine = replayed.view(entry.seat).log[again.moves + 1]
        again.play(mine.move)
    assert again.record() == record


def test_every_viewer_hears_numbered_news_of_every_move(server: Server) -> None:
    game, players = server.play(board="london")
    watcher = server.player(game, players[0].key)  # the same seat twice: both hear everything
    watcher.hello()
    keep(players)
    made = play_on(players, 20)
    watcher.reach(players[0].number)
    plies = [item["ply"] for item in watcher.notices if item["type"] == "moved"]
    assert plies == list(range(made + 3))  # the deal, two choices, the moves
    for player in (*players, watcher):
        numbers = numbers_of(player)
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def numbers_of(player: Player) -> list[int]:
    return [m["number"] for m in map(json.loads, player.raw) if m["type"] == "update"]


def test_S5_first_tickets_are_chosen_at_the_same_time_and_in_secret(server: Server) -> None:
    _, players = server.play(board="usa", seats=3)
    assert all(player.to_move == [0, 1, 2] for player in players)
    assert all(player.view and player.view["actor"] == player.seat and player.legal for player in players)
    last, first = players[2], players[0]
    choice = last.legal[0]
    last.move(choice)
    assert last.legal == []
    assert last.view
    assert (last.view["tickets"], last.view["chosen"]) == ([], choice.split()[1:])
    assert last.move("keep a-b")["code"] == "already_chosen"
    first.reach(last.number)
    assert first.notices[-1] == {"type": "chosen", "seat": 2}
    assert first.to_move == [0, 1]
    assert first.view
    assert first.view["seats"][2]["tickets"] == first.view["seats"][2]["kept"] == 0
    assert first.view["chosen"] == []
    for player in players[:2]:
        player.move(player.legal[-1])
    settle(players)
    kept = [item for item in last.notices if item["type"] == "moved" and item["move"].startswith("keep")]
    assert [item["seat"] for item in kept] == [0, 1, 2]
    assert set(kept[0]["move"].split()[1:]) == {"?"}
    assert "?" not in kept[2]["move"]
    assert last.view["chosen"] == []


def test_offers_tunnels_last_round_and_scoring_are_news_of_their_own(server: Server) -> None:
    _, players = server.play(board="europe", seats=2)
    offered = [item for item in players[0].notices if item["type"] == "offered"]
    assert [item["tickets"] is None for item in offered] == [False, True]
    assert [item["count"] for item in offered] == [4, 4]
    keep(players)
    play_on(players)
    for player in players:
        kinds = {item["type"] for item in player.notices}
        assert {"tunnel", "last_round", "over"} <= kinds
        tunnels = [item for item in player.notices if item["type"] == "tunnel"]
        assert all(len(item["revealed"]) == 3 and item["extra"] <= 3 for item in tunnels)


def test_a_move_can_be_given_by_its_index_in_the_view_of_that_number(server: Server) -> None:
    _, (one, _) = server.play()
    answer = one.ask(type="move", index=0, number=one.number - 1)
    assert (answer["code"], answer["data"]) == ("stale", {"number": one.number})
    assert one.ask(type="move", index=99, number=one.number)["code"] == "not_a_move"
    assert one.ask(type="move", index=0)["code"] == "bad_request"
    assert one.ask(type="move", index=0, number=one.number)["type"] == "ack"


def test_the_same_id_twice_is_one_move(server: Server) -> None:
    _, players = server.play()
    keep(players)
    mover = players[players[0].to_move[0]]
    first = mover.move("draw blind", id="once")
    again = mover.move("draw blind", id="once")
    assert first == again
    settle(players)
    assert mover.view
    assert mover.view["phase"] == "second_card"


def test_whoever_reconnects_gets_exactly_what_was_missed(server: Server) -> None:
    game, players = server.play(board="europe", seats=2)
    keep(players)
    play_on(players, 10)
    away = players[1]
    known, heard = away.number, len(away.notices)
    away.close()
    stayed = players[0]
    play_on_alone(server, stayed, players, 8)
    back = server.player(game, away.key, 1)
    back.hello(last=known)
    assert [missed["number"] for missed in back.welcome["missed"]] == list(range(known + 1, back.number + 1))
    complete = server.player(game, away.key, 1)
    complete.hello()
    assert complete.notices[-len(back.notices) :] == back.notices
    assert complete.notices[:heard] == away.notices
    assert complete.view == back.view


def play_on_alone(server: Server, stayed: Player, players: list[Player], moves: int) -> None:
    """Moves of both seats, while one of the sockets is closed: it reconnects only to move."""
    for _ in range(moves):
        seat = stayed.to_move[0]
        if seat == stayed.seat:
            stayed.move(stayed.legal[0])
            continue
        short = server.player(stayed.game, players[seat].key, seat)
        short.hello(last=0)
        short.move(short.legal[0])
        short.close()
        stayed.reach(short.number)


def test_illegal_moves_are_refused_with_the_engines_codes(server: Server) -> None:
    _, players = server.play(board="usa")
    keep(players)
    mover, other = (players[players[0].to_move[0]], players[1 - players[0].to_move[0]])
    for text, code in (
        ("claim nowhere-else with 1 red", "no_such_route"),
        ("claim calgary-helena with 4 red", "not_enough_cards"),
        ("keep boston-miami", "wrong_phase"),
        ("dance", "not_a_move"),
        ("", "not_a_move"),
        ("pass", "must_pass_last"),
    ):
        answer = mover.move(text)
        assert answer["type"] == "error"
        assert answer["code"] == code, text
    assert other.move("draw blind")["code"] == "not_your_turn"
    assert mover.move("draw blind")["type"] == "ack"
