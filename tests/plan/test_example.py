"""The example bot that plans: with `branchline.plan` it takes less than half the lines."""

from pathlib import Path

from branchline import Game
from branchline.bots import make_bot

WITH, WITHOUT = Path("examples/ticket_bot.py"), Path("tests/plan/plain_ticket_bot.py")
ROOT = Path(__file__).parents[2]


def lines(path: Path) -> int:
    """Lines that are not empty."""
    return sum(1 for line in (ROOT / path).read_text(encoding="utf-8").splitlines() if line.strip())


def test_with_plan_it_takes_less_than_half_the_lines_and_decides_the_same() -> None:
    """What differs are ties between equal ways and payments."""
    assert 2 * lines(WITH) < lines(WITHOUT)
    one, other = (make_bot(f"python:{ROOT / path}:Builder") for path in (WITH, WITHOUT))
    same = decisions = done = 0
    for seed in range(2):
        game = Game("usa", 2, seed=seed)
        while game.actor is not None:
            view = game.view(game.actor)
            move = one.choose(view)
            same += move == other.choose(view)
            decisions += 1
            game.play(move)
        done += sum(score.tickets_done for score in game.scores())
    assert one.problems == other.problems == []
    assert same > 0.9 * decisions, (same, decisions)
    assert done >= 6, "it builds for its tickets"
