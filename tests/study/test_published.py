"""The replay of the published program (docs/studies/styles.md): legal moves, and the slips that decide its results."""

from pathlib import Path

from branchline.study import study_board

FOLDER = Path(__file__).parents[2] / "tools/studies"
PROGRAM = tuple(
    f"python:{FOLDER / name}" for name in ("published.py:Path", "published.py:OneStep", "hungry.py:Hungry")
)
LONG_ROUTE = f"python:{FOLDER / 'published.py'}:LongRoute"


def test_the_replay_plays_by_the_rules_and_slips_where_the_program_does() -> None:
    study = study_board("usa", (*PROGRAM, LONG_ROUTE), 4, 4)
    assert study.failures.faults == ()
    path, one_step, hungry, long_route = study.figures
    assert path.means["face_up"] == 0, "it draws all cards blind"
    assert (path.means["tickets_held"], path.means["ticket_draws"]) == (3, 0)
    assert hungry.means["ticket_draws"] <= 2
    assert long_route.means["tickets_held"] == 2
    assert long_route.parts["routes"] > path.parts["routes"]
    assert one_step.means["tickets_held"] >= 3
