"""Bots as classes in a file of one's own: `python:FILE.py:CLASS`."""

from pathlib import Path

import pytest

from branchline import BranchlineError, Game
from branchline.bots import make_bot
from branchline.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLE = f"python:{ROOT / 'examples' / 'python_bot.py'}:Builder"
HEAD = "from branchline.bots import Bot\nimport helper\n"


def written(folder: Path, body: str, name: str = "mine.py") -> str:
    (folder / "helper.py").write_text("FIRST = 0\n", encoding="utf-8")
    (folder / name).write_text(HEAD + body, encoding="utf-8")
    return f"python:{folder / name}:Mine"


def test_the_example_is_checked_and_plays_in_other_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot-check", EXAMPLE, "--positions", "220"]) == 0
    options = "--board london --games 4 --processes 2"
    assert main(["arena", EXAMPLE, "random", *options.split()]) == 0
    told = capsys.readouterr().out
    assert EXAMPLE in told
    assert "forfeited" not in told


def test_a_class_may_answer_with_text_and_import_what_lies_beside_it(tmp_path: Path) -> None:
    spec = written(
        tmp_path,
        "class Mine(Bot):\n    def think(self, view, legal):\n        return str(legal[helper.FIRST])\n",
    )
    game = Game("london", seats=2, seed=1)
    with make_bot(spec, seed=5) as bot:
        assert bot.choose(game.view(game.actor)) == game.legal()[0]
        assert (bot.forfeits, bot.seed, bot.spec) == (0, 5, spec)


def test_two_files_of_one_name_are_two_bots(tmp_path: Path) -> None:
    specs = []
    for place in (0, 1):
        folder = tmp_path / str(place)
        folder.mkdir()
        body = f"class Mine(Bot):\n    def think(self, view, legal):\n        return legal[{place}]\n"
        specs.append(written(folder, body))
    game = Game("london", seats=2, seed=1)
    assert [make_bot(spec).choose(game.view(0)) for spec in specs] == game.legal()[:2]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("class Other(Bot):\n    pass\n", "has no class Mine made from branchline.bots.Bot; it has Other"),
        ("class Mine:\n    pass\n", "has no class Mine made from branchline.bots.Bot; it has none"),
        ("class Mine(Bot):\n    pass\n", "can't be made: .*think"),
        (
            "class Mine(Bot):\n    def think(self, view, legal): ...\n    def __init__(self): ...\n",
            "can't be made",
        ),
        (
            "class Mine(Bot):\n    def think(self, view, legal): ...\n    def __init__(self, seed): ...\n",
            r"call super\(\).__init__\(seed\)",
        ),
        ("import no_such_module\n", "can't be loaded: ModuleNotFoundError"),
        ("class Mine(\n", "can't be loaded: SyntaxError"),
    ],
)
def test_what_is_no_bot_is_told_what_would_be(body: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BranchlineError, match=said):
        make_bot(written(tmp_path, body))


def test_a_wrong_spec_is_told_what_would_be_right(tmp_path: Path) -> None:
    for spec in ("python:", "python:mine.py", "python::Mine", "python:mine:Mine"):
        with pytest.raises(BranchlineError, match=r"write python:FILE.py:CLASS"):
            make_bot(spec)
    with pytest.raises(BranchlineError, match=r"nowhere\.py can't be read: No such file"):
        make_bot("python:nowhere.py:Mine")
