"""A bad board file is refused with its name, the place in it and what is wrong."""

import datetime as dt
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from branchline import Board, BoardError, load_board
from branchline.board.file import BoardFile
from branchline.board.schema_check import schema_problems

FORMAT = Path(__file__).parents[2] / "docs/board-format.md"
#: The small board of the documentation: what is documented is what is tested.
TRIANGLE: str = re.findall(r"```toml\n(.*?)```", FORMAT.read_text(encoding="utf-8"), re.DOTALL)[0]

Load = Callable[[str], Board]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def load(text: str) -> Board:
        path = tmp_path / "triangle.toml"
        path.write_text(text, encoding="utf-8")
        return load_board(path)

    return load


def swap(old: str, new: str) -> str:
    """The small board with one thing in it changed."""
    assert old in TRIANGLE, old
    return TRIANGLE.replace(old, new, 1)


def more(table: str, *entries: str) -> str:
    """The small board with further entries at the end of a table."""
    head, table_, tail = TRIANGLE.partition(f"{table} = [\n")
    assert table_
    body, end, rest = tail.partition("\n]\n")
    return head + table_ + body + "\n" + "\n".join(f"    {{ {entry} }}," for entry in entries) + end + rest


def cities(count: int) -> list[str]:
    return [f'id = "c{i}", name = "C{i}"' for i in range(count)]


TWO_DISTRICTS = """
districts = [
    { number = 1, points = 1, colour = "red", cities = ["north", "east"] },
    { number = 2, points = 2, colour = "blue", cities = ["west", "second"] },
]
"""


def districts(old: str = "", new: str = "") -> str:
    """The small board with two districts, one thing in them changed."""
    assert old in TWO_DISTRICTS, old
    return TRIANGLE + TWO_DISTRICTS.replace(old, new, 1)


NORTH_EAST = '{ a = "north", b = "east", length = 2, colour = "red", double = true }'
EAST_WEST = '{ a = "east", b = "west", length = 1, colour = "gray" }'
ISLANDS = ('id = "isle", name = "Isle"', 'id = "rock", name = "Rock"')
FERRY = 'a = "isle", b = "rock", length = 1, colour = "gray"'


def islands(*, tickets: str = "", end: str = "") -> str:
    """The small board with two cities far from the others."""
    text = more("cities", *ISLANDS).replace(EAST_WEST, f"{EAST_WEST},\n    {{ {FERRY} }}", 1)
    return text.replace("tickets = [\n", f"tickets = [\n{tickets}", 1) + end


#: What is wrong: the file's text, the place, the problem.
FAULTS = {
    # cities and their ids
    "duplicate city": (
        more("cities", 'id = "east", name = "Orient"'),
        "cities[3] east",
        "the id east belongs to cities[1] already",
    ),
    "bad city id": (
        swap('id = "west"', 'id = "Far West"'),
        "cities[2] Far West, id",
        "must be a word of a–z, 0–9 and _ only, not 'Far West'",
    ),
    "city without a route": (
        more("cities", 'id = "south", name = "South"'),
        "cities[3] south",
        "no route ends there",
    ),
    "half a place": (
        swap('name = "North"', 'name = "North", lat = 50.0'),
        "cities[0] north",
        "lat and lon come together: give both or neither",
    ),
    "place off the board": (
        swap('name = "North"', 'name = "North", x = 1.5, y = 0.5'),
        "cities[0] north, x",
        "must be at most 1, not 1.5",
    ),
    # routes
    "unknown city": (
        swap('b = "west", length', 'b = "wst", length'),
        "routes[2] east-wst",
        "the city wst is unknown; it must be the id of an entry of cities",
    ),
    "self-loop": (
        swap('a = "east", b = "west", length', 'a = "west", b = "west", length'),
        "routes[2] west-west",
        "leads from west to itself; the two ends must differ",
    ),
    "colour that is no word of the file": (
        swap('"gray"', '"Gray"'),
        "routes[2] east-west, colour",
        "must be a word of a–z only, not 'Gray'",
    ),
    "unknown colour": (
        swap('"gray"', '"mauve"'),
        "routes[2] east-west",
        "the colour mauve is unknown; known are gray, red, blue",
    ),
    "points missing for a length": (
        swap("points = { 1 = 1, 2 = 2 }", "points = { 1 = 1, 3 = 4 }"),
        "routes[0] north-east",
        "has length 2, for which points says nothing",
    ),
    "too long": (
        swap("length = 1", "length = 9"),
        "routes[2] east-west, length",
        "must be at most 8, not 9",
    ),
    "more spaces than cars": (
        swap("cars = 5", "cars = 1"),
        "routes[0] north-east",
        "takes 2 cars, but a player has 1",
    ),
    "more spaces than cards": (
        swap("red = 6, blue = 6, wild = 2", "red = 1, blue = 8, wild = 0"),
        "routes[0] north-east",
        "takes 2 cards, but no more than 1 can fit",
    ),
    "coloured ferry": (
        swap('colour = "gray"', 'colour = "red", ferry = 1'),
        "routes[2] east-west",
        "is a ferry, so its colour must be gray, not red",
    ),
    "ferry through a tunnel": (
        swap('colour = "gray"', 'colour = "gray", ferry = 1, tunnel = true'),
        "routes[2] east-west",
        "is a ferry and a tunnel; it can be one of them",
    ),
    "ferry longer than its route": (
        swap('colour = "gray"', 'colour = "gray", ferry = 2'),
        "routes[2] east-west",
        "asks for 2 wilds, but has only 1 spaces",
    ),
    "ferry without wilds": (
        swap("wild = 2", "wild = 0").replace('colour = "gray"', 'colour = "gray", ferry = 1'),
        "routes[2] east-west",
        "asks for 1 wilds, but cards has only 0",
    ),
    # doubles
    "twin of another length": (
        swap("length = 2", "length = 1"),
        "routes[0] north-east",
        "has length 1, but its twin has 2; they must be equal",
    ),
    "double without a twin": (
        swap(f"{NORTH_EAST},", ""),
        "routes[0] north-east",
        "is double, but no other double between these cities stands next to it",
    ),
    "third of a double": (
        swap(NORTH_EAST, f"{NORTH_EAST},\n    {NORTH_EAST}"),
        "routes[2] north-east",
        "is double, but no other double between these cities stands next to it",
    ),
    # tickets
    "ticket to an unknown city": (
        swap('b = "west", points = 3', 'b = "far", points = 3'),
        "tickets[0] north-far",
        "the city far is unknown; it must be the id of an entry of cities",
    ),
    "ticket to itself": (
        swap('b = "west", points = 3', 'b = "north", points = 3'),
        "tickets[0] north-north",
        "leads from north to itself; the two ends must differ",
    ),
    "ticket without a path": (
        islands(tickets='    { a = "rock", b = "west", points = 3 },\n'),
        "tickets[0] rock-west",
        "no path of routes leads from rock to west",
    ),
    "duplicate ticket": (
        more("tickets", 'a = "west", b = "north", points = 2'),
        "tickets[2] west-north",
        "tickets[0] joins the same cities already",
    ),
    "worthless ticket": (
        swap("points = 3", "points = 0"),
        "tickets[0] north-west, points",
        "must be at least 1, not 0",
    ),
    # cards
    "no word about wilds": (
        swap(", wild = 2", ""),
        "cards",
        "wild is missing; write wild = 0 if there are none",
    ),
    "reserved colour": (
        swap("red = 6", "blind = 6"),
        "cards.blind",
        "a colour is a word of a–z, and not one of gray, wild, blind",
    ),
    "colour that is no word": (
        swap("red = 6", "red2 = 6"),
        "cards.red2",
        "a colour is a word of a–z, and not one of gray, wild, blind",
    ),
    "colour without cards": (
        swap("red = 6", "red = 0"),
        "cards.red",
        "a colour needs at least one card",
    ),
    "too many colours": (
        swap("red = 6", ", ".join(f"{c} = 1" for c in ("red", "aa", "bb", "cc", "dd", "ee", "ff", "gg"))),
        "cards",
        "there are 9 colours; there must be 1 to 8",
    ),
    "no colours": (
        swap("red = 6, blue = 6, wild = 2", "wild = 20"),
        "cards",
        "there are 0 colours; there must be 1 to 8",
    ),
    "too many cards": (
        swap("red = 6", "red = 250"),
        "cards",
        "there are 258 cards in all; there is room for 255",
    ),
    "too few cards": (
        swap("hand = 1", "hand = 5"),
        "cards",
        "there are 14 cards in all; 2 hands and the row take 15",
    ),
    "count that is no number": (
        swap("blue = 6", 'blue = "6"'),
        "cards.blue",
        "must be a whole number, not a text in quotes",
    ),
    # numbers
    "fewest above most": (
        swap("least = 2", "least = 3"),
        "players",
        "least is 3, which is more than most, 2",
    ),
    "too many seats": (
        swap("most = 2", "most = 6"),
        "players.most",
        "must be at most 5, not 6",
    ),
    "too many cars": (
        swap("cars = 5", "cars = 61"),
        "cars",
        "must be at most 60, not 61",
    ),
    "bonus for stations that don't exist": (
        swap("hand = 1", "hand = 1\nbonus = { station = 4 }"),
        "bonus.station",
        "there are points for unbuilt stations, but stations is 0",
    ),
    "tie broken by stations that don't exist": (
        swap("hand = 1", 'hand = 1\nties = ["stations"]'),
        "ties",
        "stations can't break a tie where stations is 0",
    ),
    "tie broken twice": (
        swap("hand = 1", 'hand = 1\nties = ["tickets", "tickets"]'),
        "ties",
        "tickets stands there twice",
    ),
    "tie broken by luck": (
        swap("hand = 1", 'hand = 1\nties = ["luck"]'),
        "ties[0]",
        "must be tickets or stations or longest, not 'luck'",
    ),
    # the deal
    "offer too large": (
        swap("regular = 1", "regular = 4, long = 4"),
        "deal",
        "8 tickets are dealt to a player; there is room for 7",
    ),
    "more kept than dealt": (
        swap("regular = 1, keep = 1", "regular = 1, keep = 2"),
        "deal.keep",
        "2 must be kept, but only 1 are dealt",
    ),
    "more kept than drawn": (
        swap("tickets = 1, keep = 1", "tickets = 1, keep = 2"),
        "draw.keep",
        "2 must be kept, but only 1 are drawn",
    ),
    "too few tickets": (
        swap("regular = 1", "regular = 2"),
        "deal.regular",
        "2 players take 4 regular tickets, but there are 2",
    ),
    "too few long tickets": (
        swap("regular = 1", "regular = 1, long = 1"),
        "deal.long",
        "2 players take 2 long tickets, but there are 0",
    ),
    "long tickets that are never dealt": (
        more("tickets", 'a = "north", b = "east", points = 2, long = true'),
        "deal.long",
        "is 0, so the 1 long tickets would never be seen",
    ),
    "refused tickets go nowhere": (
        swap('"under"', '"away"'),
        "deal.refused",
        "must be under or out, not 'away'",
    ),
    # districts
    "district of an unknown city": (
        districts(),
        "districts[1] 2",
        "the city second is unknown; it must be the id of an entry of cities",
    ),
    "city in two districts": (
        districts("second", "east"),
        "districts[1] 2",
        "the city east is in district 1 already",
    ),
    "city twice in a district": (
        districts("second", "west"),
        "districts[1] 2",
        "the city west stands there twice",
    ),
    "district of one city": (
        districts(', "second"', ""),
        "districts[1] 2",
        "a district needs at least two cities",
    ),
    "duplicate district": (
        districts("number = 2", "number = 1"),
        "districts[1] 1",
        "another district has the number 1 already",
    ),
    "district that can't be joined": (
        islands(end='districts = [{ number = 1, points = 1, colour = "red", cities = ["west", "isle"] }]'),
        "districts[0] 1",
        "no path of routes joins all its cities",
    ),
    # room
    "too many cities": (
        more("cities", *cities(62)),
        "cities",
        "there are 65; there is room for 64",
    ),
    "too many routes": (
        more("routes", *(['a = "east", b = "west", length = 1, colour = "gray"'] * 126)),
        "routes",
        "there are 129; there is room for 128",
    ),
    "too many tickets": (
        more("tickets", *(['a = "east", b = "north", points = 1'] * 127)),
        "tickets",
        "there are 129; there is room for 128",
    ),
    "too many districts": (
        TRIANGLE + "districts = [" + '{ number = 1, points = 1, colour = "red", cities = [] },' * 17 + "]",
        "districts",
        "there are 17; there is room for 16",
    ),
    # the schema
    "unknown key": (
        swap('colour = "gray"', 'color = "gray"'),
        "routes[2] east-west",
        "there is no key color; did you mean colour?",
    ),
    "unknown key like no other": (
        swap("hand = 1", "hand = 1\nbonus = { weather = 4 }"),
        "bonus",
        "there is no key weather; there are longest, station, most_tickets",
    ),
    "nothing in the quotes": (
        swap('name = "North"', 'name = ""'),
        "cities[0] north, name",
        "must not be empty",
    ),
    "colour with too many cards": (
        swap("blue = 6", "blue = 600"),
        "cards.blue",
        "must be at most 255, not 600",
    ),
    "city without an id": (
        swap('id = "north", ', ""),
        "cities[0] North",
        "id is missing",
    ),
    "half a car": (
        swap("cars = 5", "cars = 5.5"),
        "cars",
        "must be a whole number, not 5.5",
    ),
    "missing key": (
        swap("length = 1, ", ""),
        "routes[2] east-west",
        "length is missing",
    ),
    "missing end": (
        swap('a = "east", b = "west", length', 'b = "west", length'),
        "routes[2] ?-west",
        "a is missing",
    ),
    "missing key at the top": (
        swap("cars = 5\n", ""),
        "",
        "cars is missing",
    ),
    "entry that is no table": (
        swap(EAST_WEST, '"east-west"'),
        "routes[2]",
        "must be a table in { }, not a text in quotes",
    ),
    "length that is no number": (
        swap("length = 1", 'length = "one"'),
        "routes[2] east-west, length",
        "must be a whole number, not a text in quotes",
    ),
    "points for a length that is no number": (
        swap("2 = 2", "two = 2"),
        "key in points",
        "must be a whole number, not a text in quotes",
    ),
    "not TOML": (
        swap("cars = 5", "cars 5"),
        "",
        "is not TOML: Expected '=' after a key in a key/value pair (at line 3, column 6)",
    ),
}


def test_the_small_board_itself_is_good(load: Load) -> None:
    triangle = load(TRIANGLE)
    assert [route.id for route in triangle.routes] == ["north-east/red", "north-east/blue", "east-west"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_file_and_place(fault: str, load: Load) -> None:
    text, place, problem = FAULTS[fault]
    with pytest.raises(BoardError) as refusal:
        load(text)
    error = refusal.value
    assert Path(error.file).name == "triangle.toml"
    assert (error.place, error.problem) == (place, problem)
    assert str(error) == ": ".join(part for part in (error.file, place, problem) if part)


def test_a_mark_of_byte_order_is_no_fault(load: Load) -> None:
    assert load("\ufeff" + TRIANGLE).name == "Triangle"


def test_r6_parallel_routes_that_are_not_double_are_no_twins(load: Load) -> None:
    board = load(TRIANGLE.replace(", double = true", ""))
    assert [(route.id, route.twin) for route in board.routes_between("north", "east")] == [
        ("north-east/red", None),
        ("north-east/blue", None),
    ]


def test_parallel_routes_of_one_colour_are_numbered(load: Load) -> None:
    board = load(more("routes", 'a = "west", b = "east", length = 1, colour = "gray"'))
    assert [route.id for route in board.routes_between("east", "west")] == ["east-west/1", "west-east/2"]
    assert board.route("east-west/2").id == "west-east/2"


def test_a_double_may_be_written_from_either_end(load: Load) -> None:
    board = load(swap('a = "north", b = "east", length = 2, colour = "blue"',
                      'a = "east", b = "north", length = 2, colour = "blue"'))  # fmt: skip
    assert board.route("north-east/red").twin == "east-north/blue"


ODD_VALUES: list[Any] = [
    -1, 0, 1, 7, 10**12, 0.5, 5.0, float("nan"), True, "", "x", "Far West", "x" * 61, "under", [], ["x"], {}, {"x": 1},
    dt.date(1900, 1, 1), {"01": 1}, {"-1": 1}, {"9": 1}, {"²": 1},
]  # fmt: skip


def spoilt(raw: Any, random: Random) -> Any:
    """The data of a file with something in it exchanged, added or left out."""
    if isinstance(raw, dict) and random.random() < 0.9:
        keys = [*raw, "zzz"]
        key = random.choice(keys)
        if key in raw and random.random() < 0.1:
            return {other: value for other, value in raw.items() if other != key}
        return raw | {key: spoilt(raw.get(key), random)}
    if isinstance(raw, list) and raw and random.random() < 0.9:
        i = random.randrange(len(raw))
        return [*raw[:i], spoilt(raw[i], random), *raw[i + 1 :]]
    return random.choice(ODD_VALUES)


def test_what_is_said_of_a_file_is_what_the_schema_demands() -> None:
    """A file passes if and only if msgspec can make a `BoardFile` of it."""
    whole = tomllib.loads(TRIANGLE + TWO_DISTRICTS)
    random, passed = Random(1), 0
    for _ in range(4000):
        raw = spoilt(whole, random)
        try:
            msgspec.convert(raw, BoardFile, str_keys=True)
            fits = True
        except msgspec.ValidationError:
            fits = False
        assert (not list(schema_problems(raw, BoardFile))) == fits, raw
        passed += fits
    assert 200 < passed < 3000


def test_an_unknown_name_lists_the_known_ones_and_guesses() -> None:
    with pytest.raises(
        BoardError, match=r"^Europ: .* known are europe, london, usa, .* did you mean europe\?"
    ):
        load_board("Europ")
    with pytest.raises(BoardError) as refusal:
        load_board("narnia")
    assert "did you mean" not in str(refusal.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"gone\.toml: can't be read \(No such file"):
        load_board(tmp_path / "gone.toml")
    with pytest.raises(BoardError, match=r"can't be read \(Is a directory"):
        load_board(tmp_path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes('name = "Zürich"'.encode("latin-1"))
    with pytest.raises(BoardError, match=r"latin\.toml: byte 9: is no UTF-8 text"):
        load_board(path)


def test_the_name_of_the_file_must_serve_as_an_id(tmp_path: Path) -> None:
    path = tmp_path / "My Board.toml"
    path.write_text(TRIANGLE, encoding="utf-8")
    with pytest.raises(BoardError, match="the file's name is the board's id"):
        load_board(path)
