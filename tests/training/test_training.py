"""Training: rows are repeatable, whole weights say what real ones say, and a stopped training goes on."""

from pathlib import Path

import numpy as np
import pytest

from branchline import load_board
from branchline.bots.policy_bot import full_weights
from branchline.core import COMPILED
from branchline.core.policies.policy import Policy
from branchline.core.search.player import Player
from branchline.core.search.recorder import Recorder
from branchline.core.value.features import Features
from branchline.core.value.network import Network
from branchline.core.value.value import Value
from branchline.game.codec import board_codec
from branchline.training import beliefs, calibration, depths, games, measures, widths
from branchline.training.games import FIRST_ROUND, Source
from branchline.training.progress import Progress
from branchline.training.quantise import quantise
from branchline.value.network_file import read_network
from branchline.value.networks import find_network

pytestmark = pytest.mark.skipif(not COMPILED, reason="games want C")


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Source:
    monkeypatch.setattr(games, "CHUNK", 12)
    board = load_board("london")
    return Source(board, 3, full_weights("hybrid", board, 3), FIRST_ROUND, 7)


def test_a_chunk_is_the_same_whenever_it_is_played(source: Source) -> None:
    one, again, next_one = source.chunk(1), source.chunk(1), source.chunk(2)
    assert (one.inputs == again.inputs).all()
    assert (one.facts == again.facts).all()
    assert one.count != next_one.count or (one.inputs != next_one.inputs).any()


def test_the_rows_of_a_position_share_one_win(source: Source) -> None:
    rows = source.chunk(0)
    assert rows.count % 3 == 0
    assert (rows.fact("win").reshape(-1, 3).sum(axis=1) == 60).all()
    assert (rows.fact("seat").reshape(-1, 3) == [0, 1, 2]).all()
    assert np.abs(rows.inputs).max() <= 1000


def test_whole_weights_say_what_real_ones_say_and_the_core_says_the_same() -> None:
    """The sums in NumPy are those of the core, and close to those of the real weights."""
    board = load_board("usa")
    tables = board_codec(board).tables
    plan = full_weights("hybrid", board, 2)
    features = Features(tables, plan)
    recorder = Recorder(tables, features, Player(Policy("hybrid", plan)), 2)
    recorder.begin(1, 1)
    recorder.play_until(20)
    dense = len(features.to_list(recorder.state, 0))
    routes, tickets = len(board.routes), len(board.tickets)
    dice = np.random.default_rng(3)
    size = dense + 2 * routes + tickets
    real = {
        "w1": dice.normal(0, 0.01, (size, 64)),
        "b1": dice.normal(0, 0.1, 64),
        "w2": dice.normal(0, 0.2, (64, 32)),
        "b2": dice.normal(0, 0.1, 32),
        "w3": dice.normal(0, 0.2, (32, 2)),
        "b3": dice.normal(0, 0.1, 2),
    }
    whole = quantise(real, dense)
    network = Network(dense, routes, tickets, whole.weights(), whole.biases(), whole.shifts)
    value = Value(tables, plan, network)
    state = recorder.state
    for seat in range(2):
        members = np.zeros(2 * routes + tickets, dtype=np.int64)
        members[state.routes_of(seat)] = 64
        members[[routes + route for route in state.routes_of(1 - seat)]] = 64
        members[[2 * routes + ticket for ticket in state.tickets_of(seat)]] = 64
        inputs = np.concatenate([features.to_list(state, seat), members])
        said = whole.outputs(inputs[None])[0]
        assert value.logit(state, seat) == said[0]
        hidden = np.maximum(inputs @ real["w1"] + real["b1"], 0)
        hidden = np.maximum(hidden @ real["w2"] + real["b2"], 0)
        assert said[0] / 4096 == pytest.approx((hidden @ real["w3"] + real["b3"])[0], abs=0.05)


def test_weights_that_are_too_large_are_refused() -> None:
    real = {"w1": np.full((10, 64), 1e6), "b1": np.zeros(64)}
    with pytest.raises(ValueError, match="too large"):
        quantise(real, 5)


def test_measures_find_a_gap() -> None:
    chances = np.repeat([0.15, 0.85], 1000)
    won = np.concatenate([np.arange(1000) < 150, np.arange(1000) < 700]).astype(float)
    found = measures.measure(chances, won, 10)
    assert found.largest_gap == pytest.approx(0.15)
    assert [one.rows for one in found.deciles] == [1000, 1000]


def test_what_a_belief_about_tickets_gains_is_measured_on_the_same_positions() -> None:
    gain = beliefs.measure(load_board("london"), 3, 2, 5, Progress())
    assert gain.rows > 0
    assert gain == beliefs.measure(load_board("london"), 3, 2, 5, Progress())
    assert gain.even != gain.believed


def test_depths_are_judged_on_the_same_positions() -> None:
    found = depths.measure(load_board("london"), 2, 3, (0, 4), 5, Progress())
    assert [gain.depth for gain in found] == [0, 4]
    assert found == depths.measure(load_board("london"), 2, 3, (0, 4), 5, Progress())
    assert 0 < found[0].spread < found[1].spread


def test_widths_are_judged_on_the_same_positions_by_worlds_that_did_not_choose() -> None:
    found = widths.measure(load_board("london"), 2, 3, (0, 8), 5, Progress())
    assert [gain.width for gain in found] == [0, 8]
    assert found == widths.measure(load_board("london"), 2, 3, (0, 8), 5, Progress())
    assert (found[0].more, found[0].half) == (0.0, 0.0)


def test_a_calibration_is_fitted_on_other_games_than_it_is_measured_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is said changes, and so do the measures in the file; the weights by which bots play do not."""
    monkeypatch.setattr(calibration, "CHUNK", 120)
    monkeypatch.setattr(games, "CHUNK", 120)
    board = load_board("london")
    before, path = find_network(board, 2), tmp_path / "london.2.value.json"
    assert before is not None
    calibration.main(
        ["london", "2", "--games", "120", "--fitted", "120", "--threads", "1", "--recalibrate", str(path)]
    )
    after = read_network(path, board)
    assert (after.weights, after.biases, after.plan) == (before.weights, before.biases, before.plan)
    assert (after.known_scale, after.known_offset) != (1.0, 0.0)
    assert after.made.recalibrated.endswith("--seed 99 --fitted 120 --recalibrate london.2.value.json")
    assert after.made.held_out.games <= 120
    printed = capsys.readouterr().out
    assert printed.count("one seat's knowledge") == 2
    assert f"Brier {after.made.held_out.brier:.3f}" in printed


def test_a_bend_mends_what_a_line_cannot() -> None:
    """Too sure below even chances and not sure enough above: no factor and offset help both."""
    odds = np.linspace(-4, 4, 8001)
    true = measures.logistic(np.where(odds > 0, 2.0, 0.6) * odds)
    factor, offset = measures.calibrate(odds, true)
    straight = measures.measure(measures.logistic(factor * odds + offset), true, 1)
    bend = measures.Bend.fit(odds, true)
    bent = measures.measure(measures.logistic(bend.apply(odds)), true, 1)
    assert bend.bend > 0.5
    assert bent.largest_gap < straight.largest_gap / 4


def test_a_calibration_is_printed_as_rows_of_one_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(calibration, "CHUNK", 120)
    monkeypatch.setattr(games, "CHUNK", 120)
    file = find_network(load_board("london"), 2)
    assert file is not None
    calibration.main(["london", "2", "--games", "120", "--threads", "1", "--rows"])
    head, ruler, known, together = (
        line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[:4]
    )
    assert head[:3] == ["board", "seats", "view"]
    assert head[-1] == "90–100"
    assert len(ruler) == len(head)
    assert known[:3] == ["london", "2", "one seat's knowledge"]
    assert together[2] == "all cards open"
    calibration.main(["london", "2", "--rows", "--stored"])
    assert f" | {100 * file.made.held_out.largest_gap:.1f} | " in capsys.readouterr().out
    for tenth, cell in enumerate(known[6:]):
        said, _seen = map(float, cell.split(" → "))
        assert 10 * tenth <= said <= 10 * tenth + 10
