"""The engine: canonical actions, chance with weights, whole games, and what it refuses."""

import dataclasses
import itertools
import random

import pytest

from branchline import BranchlineError, Game, Ticket, load_board
from branchline.core.engine import Engine
from branchline.core.playout import Playout, Tally
from branchline.core.rng import Rng
from branchline.core.rules.state import State
from branchline.core.rules.tables import Tables
from branchline.game.codec import board_codec

BOARDS = [("usa", 2), ("europe", 5), ("london", 4)]


def started(board: str, seats: int, seed: int) -> tuple[Engine, Rng]:
    engine, rng = Engine(board_codec(load_board(board)).tables), Rng(seed)
    engine.start(seats, 0)
    engine.deal_random(rng)
    return engine, rng


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_canonical_actions_are_the_legal_ones_with_the_fewest_wilds_of_each_colour(
    board: str, seats: int
) -> None:
    engine, rng = started(board, seats, 5)
    tables = engine.tables
    choose = random.Random(3)
    while engine.state.phase != 4:
        legal = engine.legal()
        fewest: dict[tuple[int, int, int], int] = {}
        paid_in_colour = set()
        for action in legal:
            kind, target, colour, count, wilds = tables.action(action)
            if kind in (7, 8, 9):
                key = (kind, target, colour)
                fewest[key] = min(wilds, fewest.get(key, 99))
                if count:
                    paid_in_colour.add((kind, target))
        expected = []
        for action in legal:
            kind, target, colour, count, wilds = tables.action(action)
            plain = kind not in (7, 8, 9)
            cheapest = not plain and wilds == fewest[kind, target, colour]
            if plain or (cheapest and (count or (kind, target) not in paid_in_colour)):
                expected.append(action)
        canonical = engine.legal(canonical=True)
        if engine.state.phase == 3:  # a tunnel: one payment in all
            assert canonical == expected[: len(canonical)]
            assert len(canonical) == min(2, len(expected))
        else:
            assert canonical == expected
        assert engine.play(choose.choice(legal))
        engine.deal_random(rng)


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_outcomes_of_chance_are_what_the_pile_or_the_pool_holds(board: str, seats: int) -> None:
    facts = load_board(board)
    engine = Engine(Tables(facts))
    assert engine.outcomes() == []
    engine.start(seats, 0)
    assert dict(engine.outcomes()) == {
        **{i: facts.card_counts[colour] for i, colour in enumerate(facts.colours)},
        8: facts.card_counts["wild"],
    }
    while not engine.deals_ticket():
        engine.deal(engine.outcomes()[0][0])
    tickets = [i for i, ticket in enumerate(facts.tickets) if ticket.long == bool(facts.deal_long)]
    assert engine.outcomes() == [(i, 1) for i in tickets]


@pytest.mark.parametrize(("board", "seats"), BOARDS)
@pytest.mark.parametrize("patience", [0.0, 0.8])
def test_counting_legal_actions_finds_the_same_ones_as_listing_them(
    board: str, seats: int, patience: float
) -> None:
    """Patient players draw more often, so that their hands pay in many ways."""
    engine, rng = started(board, seats, 7)
    choose = random.Random(5)
    while engine.state.phase != 4:
        legal = engine.legal()
        assert engine.count_legal() == len(legal)
        for n in {0, len(legal) - 1, choose.randrange(len(legal)), choose.randrange(len(legal))}:
            assert engine.legal_at(n) == legal[n]
        draws = [action for action in legal if engine.tables.action(action)[0] in (1, 2)]
        engine.play(choose.choice(draws if draws and choose.random() < patience else legal))
        engine.deal_random(rng)
    assert engine.count_legal() == 0
    with pytest.raises(IndexError):
        engine.legal_at(0)


def test_the_only_action_of_who_can_do_nothing_is_a_pass_counted_or_listed() -> None:
    for board in ("usa", "europe"):
        engine = Engine(board_codec(load_board(board)).tables)
        state = State()
        state.reset(engine.tables, 2, 0)
        state.phase, state.chance = 1, 0
        state.set_piles([0] * 9, [0] * 9)
        state.set_deck([], [], [])
        engine.resume(state)
        assert engine.legal() == [11]
        assert [engine.legal_at(n) for n in range(engine.count_legal())] == [11]


def test_what_chance_cannot_deal_and_what_is_not_legal_is_refused() -> None:
    engine, _ = started("usa", 2, 1)
    with pytest.raises(ValueError, match="chance cannot deal 3 now"):
        engine.deal(3)
    assert not engine.play(0)
    assert engine.legal() == engine.copy().legal()
    engine.start(2, 0)
    assert engine.legal() == []
    assert not engine.play(0)
    with pytest.raises(IndexError, match="no action 99999"):
        engine.tables.action(99999)


@pytest.mark.parametrize(("board", "seats"), BOARDS)
def test_whole_random_games_end_and_add_up(board: str, seats: int) -> None:
    playout, tally = Playout(), Tally()
    playout.run(Tables(load_board(board)), seats, 11, 0, 12, tally)
    sums = tally.to_dict()
    assert sums["games"] == 12
    shares = sums["win_shares"]
    assert isinstance(shares, list)
    assert sum(shares) == 12 * 60


def test_portions_of_a_simulation_add_up_to_the_whole() -> None:
    tables = Tables(load_board("london"))
    whole, parts = Tally(), Tally()
    Playout().run(tables, 3, 2, 0, 10, whole)
    Playout().run(tables, 3, 2, 0, 4, parts)
    Playout().run(tables, 3, 2, 4, 6, parts)
    assert whole.to_dict() == parts.to_dict()


def test_the_flat_action_table_names_every_legal_action_of_a_game() -> None:
    game = Game("europe", 4, seed=9)
    codec = board_codec(game.board)
    choose = random.Random(4)
    while not game.over:
        for action in game.legal():
            number = codec.number(action, tuple(game.view(game.actor).offer))
            assert number is not None
            assert codec.action(number, tuple(game.view(game.actor).offer)) == action
            if choose.random() < 0.9:
                break
        game.play(choose.choice(game.legal()))


def test_a_board_with_more_tickets_than_one_word_holds_is_played_to_the_end() -> None:
    usa = load_board("usa")
    pairs = itertools.islice(itertools.combinations([city.id for city in usa.cities], 2), 128)
    many = dataclasses.replace(usa, tickets=tuple(Ticket(f"{a}-{b}", a, b, 5, False) for a, b in pairs))
    tally = Tally()
    Playout().run(Tables(many), 5, 1, 0, 20, tally)
    assert tally.to_dict()["games"] == 20


def test_the_route_that_each_station_borrows_can_be_asked_for() -> None:
    game = Game.setup(
        "europe",
        routes={0: ["brest-paris"], 1: ["marseille-paris", "frankfurt-paris/white"]},
        stations={0: ["paris", "wien"]},
        tickets=[["brest-marseille"], []],
        last_turns=2,
        seed=4,
    )
    with pytest.raises(BranchlineError, match="not over"):
        game.borrowed()
    while not game.over:
        game.play(game.legal()[0])
    assert game.borrowed() == [{"paris": "marseille-paris"}, {}]
