"""What was found by the fuzz and by attacks on it: each is refused with a sentence, and never reaches the core."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from branchline import (
    Action,
    BoardError,
    BranchlineError,
    Game,
    NotationError,
    PositionError,
    RecordError,
    SeededDealer,
    View,
    load_board,
)
from branchline.arena.results import ResultStore
from branchline.bots import make_bot
from branchline.drawing.layout import Layout
from branchline.drawing.layout_files import check_layout
from branchline.game.action import Cards
from branchline.game.record import LONGEST, seal
from branchline.server.run import read_settings

EUROPE = load_board("europe")


def middle(seats: int = 3, moves: int = 60) -> Game:
    """A game in its middle, at the start of a turn."""
    game, random = Game(EUROPE, seats, seed=5, first=0), Random(5)
    while game.moves < moves or game.phase != "turn":
        game.play(random.choice(game.legal()))
    return game


def tampered(change: Callable[[dict[str, Any]], object]) -> bytes:
    game = middle()
    plain = msgspec.json.decode(game.view(game.actor).to_json())
    change(plain)
    return msgspec.json.encode(plain)


def other_seat(plain: dict[str, Any]) -> dict[str, Any]:
    public: dict[str, Any] = plain["seats"][(plain["seat"] + 1) % 3]
    return public


VIEWS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no seat": (lambda v: v.update(seat=99), r"seat is 99, and seats are 0 to 2"),
    "a negative seat": (lambda v: v.update(actor=-1), r"actor is -1; it must be 0 to 255"),
    "cards of nothing": (lambda v: v["hand"].update(red=-3), r"hand\.red is -3; it must be 1 to 12"),
    "too many cards": (lambda v: v["hand"].update(red=12, green=12), r"the cards don't add up"),
    "a card that is text": (lambda v: v["hand"].update(red="1"), r"hand\.red is 1; it must be"),
    "an unknown card": (lambda v: v["row"].__setitem__(0, "pink"), r"there is no card 'pink'"),
    "a huge pile": (lambda v: v.update(pile=10**30), r"pile is 1000+…?0*; it must be 0 to 255"),
    "a pile of one more": (lambda v: v.update(pile=v["pile"] + 1), r"the cards don't add up"),
    "cards of another seat": (lambda v: other_seat(v).update(cards=200), r"the cards don't add up"),
    "cars": (lambda v: other_seat(v).update(cars=61), r"cars"),
    "a score": (lambda v: other_seat(v).update(score=-5), r"score is -5, and should be \d+"),
    "stations": (lambda v: other_seat(v).update(stations=0), r"stations is 0, and should be \d"),
    "many tickets": (lambda v: other_seat(v).update(tickets=60), r"the tickets don't add up"),
    "an unknown ticket": (lambda v: v["tickets"].append("a-b"), r"there is no ticket 'a-b'"),
    "a ticket twice": (
        lambda v: v["tickets"].append(v["tickets"][0]),
        r"tickets is .*, and should be|2 places",
    ),
    "a ticket the other way round": (
        lambda v: v["tickets"].__setitem__(0, "-".join(reversed(v["tickets"][0].split("-")))),
        r"there is no ticket",
    ),
    "an unknown route": (lambda v: v["routes"].update({"a-b": 0}), r"there is no route 'a-b'"),
    "a route of nobody": (lambda v: v["routes"].update({EUROPE.routes[0].id: 7}), r"is 7|there is no seat 7"),
    "all routes": (lambda v: v.update(routes={route.id: 1 for route in EUROPE.routes}), r"cars"),
    "many stations": (
        lambda v: v.update(stations={city.id: 1 for city in EUROPE.cities[:9]}),
        r"more stations than it has",
    ),
    "an unknown phase": (lambda v: v.update(phase="lunch"), r"there is no phase 'lunch'; there are keep"),
    "a tunnel": (lambda v: v.update(phase="tunnel"), r"tunnel"),
    "an offer": (lambda v: v.update(phase="keep"), r"can't choose from 0 tickets"),
    "no second card": (
        lambda v: v.update(phase="second_card", row=[None] * 5, discards={}),
        r"the cards don't add up",
    ),
    "a bottom": (lambda v: v.update(bottom=[None] * 300), r"tickets"),
    "many seats": (lambda v: v.update(seats=v["seats"] * 100), r"Europe is for 2 to 5 seats, not for 300"),
    "no seats": (lambda v: v.update(seats=[]), r"Europe is for 2 to 5 seats, not for 0"),
    "a turn": (lambda v: v.update(turn=2**31 - 1), r"turn is 2147483647; it must be 0 to"),
    "a legal move": (lambda v: v["legal"].pop(), r"legal is .*, and should be"),
    "a line in the log": (lambda v: v["log"][3].update(move="pass\nend 1 over"), r"log\[3\] has"),
    "scores": (lambda v: v.update(scores=[]), r"scores must have an entry for each"),
    "another board": (lambda v: v.update(board="/dev/zero"), r"there is no such board"),
}


@pytest.mark.parametrize("case", VIEWS)
def test_a_view_that_no_game_has_is_refused_by_its_field(case: str) -> None:
    change, message = VIEWS[case]
    with pytest.raises(PositionError, match=f"this is no view: .*(?:{message})"):
        View.from_json(tampered(change))


@pytest.mark.parametrize("data", [b"", b"[]", b"\xff\xfe", b"{}", b'{"board": {}}', b"[" * 100_000, "\ud800"])
def test_what_is_no_view_at_all_is_refused(data: bytes | str) -> None:
    with pytest.raises(PositionError, match="this is no view"):
        View.from_json(data)


def spoilt_views() -> list[View]:
    """Views that somebody has made in Python, where nothing checks them."""
    game = middle()
    view = game.view(game.actor)
    public = view.seats[0]
    return [
        replace(view, seat=254),
        replace(view, actor=-1, seat=-1),
        replace(view, hand=Cards(red=255)),
        replace(view, hand=Cards(red=-1)),
        replace(view, pile=32767),
        replace(view, pile=10**30),
        replace(view, tickets_left=128),
        replace(view, turn=2**31 - 1),
        replace(view, seats=view.seats * 2),
        replace(view, first=40),
        replace(view, phase="second_card", row=[None] * 5),
        replace(view, starting=True),
        replace(view, stations={city.id: 0 for city in EUROPE.cities}),
        replace(view, routes={route.id: 0 for route in EUROPE.routes}),
        replace(view, seats=[replace(public, tickets=100), *view.seats[1:]], seat=1),
        replace(view, seats=[replace(public, cars=255), *view.seats[1:]]),
        replace(view, seats=[replace(seat, cards=2**31 - 1) for seat in view.seats]),
        replace(view, seats=[replace(seat, tickets=2**31 - 1) for seat in view.seats]),
        replace(view, seats=[replace(public, cards=0, known=Cards(red=3)), *view.seats[1:]], seat=1),
    ]


@pytest.mark.parametrize("number", range(19))
def test_a_view_made_in_python_never_harms_the_core(number: int) -> None:
    view = spoilt_views()[number]
    with pytest.raises(PositionError):
        view.determinise(Random(1))
    with pytest.raises(PositionError):
        view.knowledge()
    with make_bot("hybrid") as hybrid, make_bot("search:rollouts=4,threads=1") as search:
        for bot in (hybrid, search):
            with pytest.raises(BranchlineError):
                bot.choose(view)


def test_the_routes_open_to_a_seat_that_is_none_are_refused() -> None:
    with pytest.raises(PositionError, match="there is no seat 254"):
        spoilt_views()[0].open_routes()


def test_a_bot_is_not_asked_out_of_turn() -> None:
    """In the state of what a spectator knows, C would look for the points of unknown tickets."""
    game = Game("europe", 3, seed=1)
    for viewer in (None, 1, 2):
        with make_bot("greedy") as bot, pytest.raises(BranchlineError, match="it is the move of 0"):
            bot.choose(game.view(viewer))


def test_seats_are_compared_with_the_board_before_anything_is_made() -> None:
    tracemalloc.start()
    try:
        for seats in (10**6, 10**30, -1, 0, "3", None, 2.5):
            with (
                pytest.raises(PositionError, match="Europe is for 2 to 5 seats")
                if seats is not None
                else nothing()
            ):
                Game.setup(EUROPE, seats=seats)  # type: ignore[arg-type]
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
    with pytest.raises(PositionError, match="not for 1000000"):
        Game.setup(EUROPE, hands={10**6 - 1: {"red": 1}})


def nothing() -> Any:
    import contextlib

    return contextlib.nullcontext()


@pytest.mark.parametrize(
    "given",
    [
        {"hands": [{"red": 10**30}]},
        {"hands": [{"red": -1}]},
        {"hands": [["red"]]},
        {"hands": ["red"]},
        {"pile": 5},
        {"discards": [["red", 1]]},
        {"cars": [300, 3]},
        {"cars": [-1, 3]},
        {"actor": 10**30},
        {"actor": 5},
        {"first": -1},
        {"last_turns": 2**40},
        {"last_turns": 0},
        {"row": ["red"] * 10**6},
        {"returned": [(EUROPE.tickets[-1].id, 99)]},
        {"returned": [ticket.id for ticket in EUROPE.tickets if ticket.long][:1]},
        {"known": [{"red": 5}]},
    ],
)
def test_a_set_up_that_no_game_has_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as found:
        Game.setup(EUROPE, **given)
    assert len(str(found.value)) < 300


def test_a_position_is_checked_wherever_a_game_begins_from_it() -> None:
    position = middle().position()
    spoilt: list[dict[str, Any]] = [
        {"actor": 7},
        {"turns": 2**31 - 1},
        {"phase": "keep"},
        {"phase": "second_card", "pile": {}, "row": (None,) * 5},
        {"starting": True},
        {"passes": 3},
        {"kept_start": (200, 1, 1)},
        {"kept_start": (10**30, 1, 1)},
        {"cars": (46, 1, 1)},
        {"known": ({"red": 1000}, {}, {})},
    ]
    for change in spoilt:
        with pytest.raises(PositionError):
            Game.from_position(EUROPE, replace(position, **change), SeededDealer(1))


RECORD = middle().record()


def changed_record(line: int, new: str) -> str:
    lines = [each.rpartition(" #")[0] for each in RECORD.splitlines()]
    lines[line] = new
    return seal(lines)


@pytest.mark.parametrize(
    ("line", "new", "message"),
    [
        (1, "board /dev/zero 0000", "which is not built in"),
        (1, "board ../../etc/europe.toml 0000", "which is not built in"),
        (2, "seats " + "9" * 5000, "must be given as a number, not '999"),
        (2, "seats ٣", "must be given as a number"),
        (2, "seats 3\x00", "must be given as a number"),
        (3, "first 99", "is no seat"),
        (4, "x" * 100_000, "is not expected here"),
        (6, "0 claim " + "9" * 100_000 + " with 1 red", "can't be played"),
        (6, "999999999 pass", "can't be played"),
        (4, "setup " + "[" * 100_000, "can't be started|is missing|breaks off|before 'moves'"),
    ],
)
def test_a_record_that_was_tampered_with_is_refused_in_one_line(line: int, new: str, message: str) -> None:
    with pytest.raises(RecordError, match=message) as found:
        Game.replay(changed_record(line, new))
    assert "\n" not in str(found.value)
    assert len(str(found.value)) < 600


def test_a_check_with_a_line_end_in_it_is_told_in_one_line() -> None:
    with pytest.raises(RecordError, match=r"line 3: its check says #") as found:
        Game.replay(RECORD.replace("seats 3 #", "seats 3 #1\r", 1))
    assert "\r" not in str(found.value)


def test_a_record_has_a_greatest_size() -> None:
    with pytest.raises(RecordError, match="at most 10,000,000 characters"):
        Game.replay(RECORD + "\n" * LONGEST)


LANTERN = (Path(__file__).parents[2] / "examples/boards/lantern.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a." * 3000 + "a = 1", r"line 1: a key has at most 8 parts"),
        ("x = 1\n" + "'a'." * 90_000 + "a = 1", r"larger than|line 2: a key has at most 8 parts"),
        ("[" + "a . " * 3000 + "a]", r"line 1: a key has at most 8 parts"),
        ("x = { " + '"a".' * 3000 + "a = 1 }", r"line 1: a key has at most 8 parts"),
        ("x = " + "[" * 50_000, "is nested too deeply"),
        ("x = " + "{ a = " * 20_000, "is nested too deeply"),
        ("x = " + "9" * 5000, "is not TOML"),
        ("# " + "x" * 300_000, "larger than 200,000 bytes"),
        (LANTERN.replace("cars = 32", f"cars = {'9' * 4000}"), "cars"),
        (LANTERN.replace("cars = 32", "cars = nan"), "cars: must be a whole number, not nan"),
        (LANTERN.replace('"gullhaven"', f'"{"g" * 5000}"'), "at most 60 letters"),
    ],
)
def test_a_board_file_that_nobody_would_write_gets_a_sentence(
    tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError, match=message) as found:
        load_board(file)
    assert "\n" not in str(found.value)
    assert len(str(found.value)) < 600


def test_a_board_file_may_begin_with_a_mark_of_its_encoding(tmp_path: Path) -> None:
    file = tmp_path / "lantern.toml"
    file.write_bytes(b"\xef\xbb\xbf" + LANTERN.encode())
    assert load_board(file).name == "The Lantern Isles"


def test_a_device_is_no_board() -> None:
    if Path("/dev/zero").exists():
        with pytest.raises(BoardError, match="larger than 200,000 bytes"):
            load_board("/dev/zero")


@pytest.mark.parametrize("seat", [-1, 5, 10**30, "0", 0.5, [], {}])
def test_a_seat_may_be_anything_and_is_refused(seat: Any) -> None:
    game = Game("usa", 2, seed=1)
    before = game.position()
    move = game.legal()[0]
    for ask in (game.play, game.why_not):
        with pytest.raises(BranchlineError, match="there is no seat"):
            ask(move, seat)
    with pytest.raises(BranchlineError, match="there is no seat"):
        game.view(seat)
    assert game.position() == before


@pytest.mark.parametrize(
    "action",
    [
        None,
        5,
        {"kind": "pass"},
        Action("claim", "atlanta-miami", "red", -5, 300),
        Action("claim", "atlanta-miami", "red", 10**400, 0),
        Action("keep", tickets=5),  # type: ignore[arg-type]
        Action("keep", tickets=([],)),  # type: ignore[arg-type]
        Action("draw", colour=["red"], count=1),  # type: ignore[arg-type]
        Action("x" * 5000),
        Action("\n"),
        Action("claim", "x" * 5000, "red", 1),
    ],
)
def test_an_action_made_by_hand_is_refused_and_changes_nothing(action: Any) -> None:
    game = middle()
    before = game.position()
    with pytest.raises(BranchlineError) as found:
        game.play(action)
    assert len(str(found.value)) < 600
    assert "\n" not in str(found.value)
    assert game.why_not(action) is not None
    assert game.position() == before


def test_what_is_no_action_is_a_notation_error() -> None:
    with pytest.raises(NotationError, match="a move is an Action or its text, not None"):
        Game("usa", 2, seed=1).play(None)  # type: ignore[arg-type]


def test_other_files_that_are_not_what_they_should_be_get_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for data in (b"\xff", b"[" * 100_000, b"{", b"7"):
        file.write_bytes(data)
        with pytest.raises(BoardError, match="this is no layout"):
            Layout.from_json(data)
        with pytest.raises(BranchlineError, match="the settings can't be read"):
            read_settings(file)
        file.write_bytes(data + b"\n")
        with pytest.raises(BranchlineError, match="this is no result of a game"):
            ResultStore(file)


def test_a_result_without_a_winner_is_refused(tmp_path: Path) -> None:
    """The share of each seat in the victory is divided by the winners."""
    line = (Path(__file__).parents[1] / "arena/results_0_1.jsonl").read_bytes().splitlines()[0]
    file = tmp_path / "results.jsonl"
    file.write_bytes(line.replace(b'"rank":1', b'"rank":2') + b"\n")
    with pytest.raises(BranchlineError, match="line 1: this is no result of a game: nobody has won"):
        ResultStore(file)


def test_a_layout_without_a_city_of_its_board_is_refused() -> None:
    lantern = load_board(Path(__file__).parents[2] / "examples/boards/lantern.toml")
    layout = Layout.from_json(
        (Path(__file__).parents[2] / "examples/boards/lantern.layout.json").read_bytes()
    )
    check_layout(layout, lantern)
    for name in ("cities", "routes"):
        less = dict(list(getattr(layout, name).items())[1:])
        with pytest.raises(BoardError, match="the layout has no"):
            check_layout(replace(layout, **{name: less}), lantern)


def test_a_layout_with_endless_measures_is_refused() -> None:
    good = (Path(__file__).parents[2] / "examples/boards/lantern.layout.json").read_text(encoding="utf-8")
    plain = json.loads(good)
    next(iter(plain["routes"].values()))["spaces"][0][0] = 1e308
    with pytest.raises(BoardError, match=r"this is no layout: .*<= 100000"):
        Layout.from_json(json.dumps(plain).encode())


def test_a_record_of_another_board_is_refused_in_one_line() -> None:
    lines = [line.rpartition(" #")[0] for line in Game("london", 2, seed=1).record().splitlines()]
    lines[1] = lines[1].replace("board london", "board lon\rdon")
    with pytest.raises(RecordError, match="the record is of the board") as found:
        Game.replay(seal(lines), load_board("london"))
    assert "\r" not in str(found.value)
