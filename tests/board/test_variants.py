"""Variants: boards that extend another one. The numbers of ours, and what a file of one's own may say."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import branchline.board
from branchline import Board, BoardError, board_names, load_board
from branchline.board import is_known, known_board, variant_names
from branchline.board.file import BoardFile
from branchline.board.loading import problems_of
from branchline.board.schema_check import schema_problems
from branchline.board.stand_ins import further_problems

VARIANTS = ("europe-1912", "europe-big-cities", "europe-mega", "usa-1910", "usa-big-cities", "usa-mega")

#: For each variant: base, tickets, long ones, sum of their points, dealt (long, regular, at least to be kept), drawn
#: later (and to be kept), points for the longest path, for the most completed tickets, for a station.
NUMBERS = {
    "usa-1910": ("usa", 35, 0, 391, (0, 3, 2), (3, 1), 0, 15, 0),
    "usa-mega": ("usa", 69, 0, 754, (0, 5, 3), (4, 1), 10, 15, 0),
    "usa-big-cities": ("usa", 35, 0, 389, (0, 4, 2), (4, 1), 0, 0, 0),
    "europe-1912": ("europe", 65, 6, 607, (1, 3, 2), (3, 1), 10, 0, 4),
    "europe-mega": ("europe", 101, 12, 1087, (2, 5, 3), (3, 1), 10, 0, 4),
    "europe-big-cities": ("europe", 45, 0, 502, (0, 5, 2), (4, 1), 10, 0, 4),
}


def test_all_variants_are_known_but_are_no_boards_of_their_own() -> None:
    assert variant_names() == VARIANTS
    assert not set(variant_names()) & set(board_names())
    assert all(is_known(name) and known_board(name).id == name for name in VARIANTS)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_table_of_numbers_holds(name: str) -> None:
    board = load_board(name)
    assert NUMBERS[name] == (
        board.base,
        len(board.tickets),
        sum(ticket.long for ticket in board.tickets),
        sum(ticket.points for ticket in board.tickets),
        (board.deal_long, board.deal_regular, board.keep_start),
        (board.draw_tickets, board.keep_later),
        board.longest_bonus,
        board.most_tickets_bonus,
        board.station_bonus,
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_the_map_and_all_other_numbers_are_those_of_the_base(name: str) -> None:
    board, base = load_board(name), load_board(load_board(name).base)
    for same in ("cities", "routes", "districts", "card_counts", "cars", "stations", "hand", "points"):
        assert getattr(board, same) == getattr(base, same), same
    for same in ("min_seats", "max_seats", "refused", "closed_doubles", "words"):
        assert getattr(board, same) == getattr(base, same), same
    assert board.digest != base.digest
    assert board != base


def points(name: str) -> dict[frozenset[str], int]:
    return {frozenset((ticket.a, ticket.b)): ticket.points for ticket in load_board(name).tickets}


def test_usa_1910_has_no_ticket_of_the_base_and_mega_has_both_with_four_new_values() -> None:
    base, new, mega = points("usa"), points("usa-1910"), points("usa-mega")
    assert not base.keys() & new.keys()
    assert new.items() <= mega.items()
    changed = {ends: (base[ends], mega[ends]) for ends in base if base[ends] != mega[ends]}
    assert changed == {
        frozenset(("los_angeles", "miami")): (20, 19),
        frozenset(("los_angeles", "new_york")): (21, 20),
        frozenset(("sault_st_marie", "oklahoma_city")): (9, 8),
        frozenset(("seattle", "new_york")): (22, 20),
    }
    mystery = {ends: mega[ends] for ends in mega.keys() - base.keys() - new.keys()}
    assert mystery == {
        frozenset(("boston", "washington")): 4,
        frozenset(("montreal", "chicago")): 7,
        frozenset(("vancouver", "portland")): 2,
        frozenset(("winnipeg", "omaha")): 6,
    }


def test_europe_1912_adds_19_regular_tickets_and_mega_30_of_big_cities_and_6_long_ones() -> None:
    base, expanded, mega = points("europe"), points("europe-1912"), points("europe-mega")
    assert base.items() < expanded.items() < mega.items()
    assert Counter(ticket.long for ticket in load_board("europe-mega").tickets) == {False: 89, True: 12}
    big = set(load_board("europe-big-cities").big_cities)
    more = {ends for ends in mega.keys() - expanded.keys() if len(ends & big) == 2}
    assert len(more) == 30


@pytest.mark.parametrize(
    ("name", "of", "cities"),
    [
        ("usa-big-cities", "usa-mega", "chicago dallas houston los_angeles miami new_york seattle"),
        ("europe-big-cities", "europe-mega", "angora athina berlin london madrid moskva paris roma wien"),
    ],
)
def test_big_cities_has_every_regular_ticket_of_a_big_city(name: str, of: str, cities: str) -> None:
    board = load_board(name)
    assert board.big_cities == tuple(cities.split())
    wanted = {
        ticket
        for ticket in load_board(of).tickets
        if {ticket.a, ticket.b} & set(board.big_cities) and not ticket.long
    }
    assert set(board.tickets) == wanted


# A variant of one's own.

Load = Callable[[str], Board]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def load(text: str) -> Board:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return load_board(path)

    return load


def test_what_a_variant_does_not_say_stays_as_it_is(load: Load) -> None:
    mine, london = load('extends = "london"\nname = "Mine"\n'), load_board("london")
    assert (mine.id, mine.name, mine.base) == ("mine", "Mine", "london")
    assert mine.digest == london.digest


def test_the_name_stays_too(load: Load) -> None:
    assert load('extends = "london"\n').name == "London"


def test_a_table_in_braces_changes_only_what_it_names(load: Load) -> None:
    text = 'extends = "europe"\ncars = 20\ndeal = { keep = 1 }\nbonus = { most_tickets = 5 }\ncards = { wild = 20 }\n'
    mine = load(text)
    assert (mine.cars, mine.deal_long, mine.deal_regular, mine.keep_start) == (20, 1, 3, 1)
    assert (mine.longest_bonus, mine.station_bonus, mine.most_tickets_bonus) == (10, 4, 5)
    assert dict(mine.card_counts) == {**load_board("europe").card_counts, "wild": 20}


def test_tickets_replace_all_and_add_tickets_adds_or_gives_another_value(load: Load) -> None:
    base = load_board("usa")
    added = load(
        'extends = "usa"\nadd_tickets = [\n    { a = "miami", b = "boston", points = 30 },\n'
        '    { a = "boston", b = "omaha", points = 9 },\n]\n'
    )
    assert len(added.tickets) == len(base.tickets) + 1
    assert added.ticket("boston-miami").points == 30
    assert added.ticket("boston-omaha").points == 9
    rows = "".join(f'    {{ a = "omaha", b = "{end}", points = 2 }},\n' for end in FAR)
    alone = load(f'extends = "usa"\ntickets = [\n{rows}]\n')
    assert {ticket.b for ticket in alone.tickets} == set(FAR)


FAR = [city.id for city in load_board("usa").cities if city.id != "omaha"][:15]


def test_a_variant_may_extend_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "london"\nhand = 3\n', encoding="utf-8")
    (tmp_path / "two.toml").write_text('extends = "one"\ncars = 18\n', encoding="utf-8")
    two = load_board(tmp_path / "two.toml")
    assert (two.base, two.hand, two.cars) == ("london", 3, 18)


FAULTS = {
    "unknown base": (
        'extends = "mars"',
        "extends",
        "there is no board mars that comes with Branchline or lies beside",
    ),
    "nearly a name": (
        'extends = "usaa"',
        "extends",
        "there is no board usaa that comes with Branchline or lies beside; did you mean usa?",
    ),
    "itself": ('extends = "mine"', "extends", "mine extends this board in turn; one must be a whole board"),
    "no name": ("extends = 3", "extends", "must be a text in quotes, not a whole number"),
    "another map": (
        'extends = "usa"\nroutes = []',
        "routes",
        "a variant has the map of the board that it extends",
    ),
    "unknown key": ('extends = "usa"\ntiket = 3', "", "there is no key tiket; did you mean tickets?"),
    "city of another board": (
        'extends = "usa"\nonly_tickets = { cities = ["paris"] }',
        "only_tickets.cities",
        "the city paris is unknown; it must be one of the board usa",
    ),
    "ticket without points": (
        'extends = "usa"\nadd_tickets = [{ a = "boston", b = "omaha" }]',
        "add_tickets[0] boston-omaha",
        "points is missing",
    ),
    "nothing left": (
        'extends = "usa"\nonly_tickets = { cities = ["duluth"] }',
        "deal.regular",
        "5 players take 15 regular tickets, but there are 2",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_file_and_place(fault: str, load: Load, tmp_path: Path) -> None:
    text, place, problem = FAULTS[fault]
    with pytest.raises(BoardError) as caught:
        load(text)
    error = caught.value
    assert (error.file, error.place, error.problem) == (str(tmp_path / "mine.toml"), place, problem)


def test_a_fault_of_the_extended_file_is_told_of_that_file(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "london"\nhand = "three"\n', encoding="utf-8")
    (tmp_path / "two.toml").write_text('extends = "one"\n', encoding="utf-8")
    with pytest.raises(BoardError, match=r"one\.toml: hand: must be a whole number"):
        load_board(tmp_path / "two.toml")


# All mistakes at once.

MANY = """
name = "Triangle"
players = { least = 3, most = 2 }
cars = 5
hand = 1
cards = { red = 6, blue = 6 }
deal = { regular = 1, keep = 2, refused = "under" }
draw = { tickets = 1, keep = 1 }
closed_doubles = 2
points = { 1 = 1, 2 = 2 }
cities = [{ id = "north", name = "North" }, { id = "east", name = "East" }, { id = "west", name = "West" }]
routes = [
    { a = "north", b = "eest", length = 2, colour = "red" },
    { a = "east", b = "west", length = 1, colour = "pink" },
    { a = "east", b = "north", length = 2, colour = "gray", ferry = 1 },
]
tickets = [{ a = "north", b = "wast", points = 3 }, { a = "east", b = "east", points = 1 }]
districts = [{ number = 1, points = 1, colour = "red", cities = ["north", "sud"] }]
"""


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "many.toml").write_text(MANY, encoding="utf-8")
    assert [(error.place, error.problem) for error in problems_of(tmp_path / "many.toml")] == [
        ("cards", "wild is missing; write wild = 0 if there are none"),
        ("players", "least is 3, which is more than most, 2"),
        ("routes[0] north-eest", "the city eest is unknown; it must be the id of an entry of cities"),
        ("routes[1] east-west", "the colour pink is unknown; known are gray, red, blue"),
        ("deal.keep", "2 must be kept, but only 1 are dealt"),
        ("tickets[0] north-wast", "the city wast is unknown; it must be the id of an entry of cities"),
        ("tickets[1] east-east", "leads from east to itself; the two ends must differ"),
        ("districts[0] 1", "the city sud is unknown; it must be the id of an entry of cities"),
    ]


def test_so_are_all_values_of_the_wrong_type(tmp_path: Path) -> None:
    text = (
        MANY.replace("cars = 5", 'cars = "five"').replace("length = 1,", "").replace("hand = 1", "hand = 99")
    )
    (tmp_path / "many.toml").write_text(text, encoding="utf-8")
    assert [error.place for error in problems_of(tmp_path / "many.toml")] == [
        "cars",
        "hand",
        "routes[1] east-west",
        "cards",
        "players",
        "routes[0] north-eest",
        "deal.keep",
        "tickets[0] north-wast",
        "tickets[1] east-east",
        "districts[0] 1",
    ]


def damaged(name: str) -> Iterator[dict[str, Any]]:
    """A board that comes with Branchline with one thing after the other of a wrong type, or missing."""
    text = (Path(branchline.board.__file__).parent / f"data/{name}.toml").read_text(encoding="utf-8")
    good = tomllib.loads(text)
    for field in msgspec.structs.fields(BoardFile):
        if field.name in good and field.name not in ("cities", "routes", "tickets"):
            yield {**good, field.name: False}
            if field.required:
                yield {other: value for other, value in good.items() if other != field.name}
    for table in ("cities", "routes", "tickets", "districts"):
        for key in {key for entry in good.get(table, ()) for key in entry} - {"id", "a", "b", "cities"}:
            entries = [dict(entry) for entry in good[table]]
            next(entry for entry in entries if key in entry)[key] = {}
            yield {**good, table: entries}


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_one_wrong_type_is_one_mistake(name: str) -> None:
    tried = 0
    for raw in damaged(name):
        known = list(schema_problems(raw, BoardFile))
        assert list(further_problems(raw, known)) == []
        tried += len(known)
    assert tried > 25


def test_a_variant_tells_of_its_map_beside_all_else(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "usa"\nroutes = []\ncar = 3\nhand = 99\n', encoding="utf-8")
    assert [(error.place, error.problem.partition(";")[0]) for error in problems_of(file)] == [
        ("routes", "a variant has the map of the board that it extends"),
        ("hand", "must be at most 20, not 99"),
        ("", "there is no key car"),
    ]
    tickets = 'add_tickets = [{ a = "boston", b = "omha", points = 3 }]'
    file.write_text(f'extends = "usa"\nroutes = []\n{tickets}\n', encoding="utf-8")
    assert [error.place for error in problems_of(file)] == ["routes", "tickets[30] boston-omha"]


def test_a_good_file_has_no_problems_and_needs_no_words(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "reference/pocket.toml").read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("words"))
    assert bare != text.rstrip("\n")
    (tmp_path / "bare.toml").write_text(bare, encoding="utf-8")
    assert problems_of(tmp_path / "bare.toml") == []
    words = load_board(tmp_path / "bare.toml").words
    assert (words["car"], words["cars"], words["wild"], words["wilds"]) == (
        "train",
        "trains",
        "locomotive",
        "locomotive",
    )
