"""What the repository promises around the code."""

import re
import tomllib
from pathlib import Path

import pytest

import branchline

ROOT = Path(__file__).parents[1]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_lock_pins_every_version_and_names_no_index() -> None:
    lines = [line for line in read("requirements.lock").splitlines() if not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[^\s;]+( ; .+)?", line), line
    assert "://" not in read("requirements.lock")


def test_the_locks_hold_every_dependency_of_the_project() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = [
        *project["dependencies"],
        *(d for extra in project["optional-dependencies"].values() for d in extra),
    ]
    names = {re.split(r"[^A-Za-z0-9-]", requirement)[0].lower() for requirement in wanted}
    # what only `make boards`, `docs`, `raytest` or `tune` needs is locked on its own: nobody else has to install it
    own = ("tools/docs.lock", "tools/layout.lock", "tools/ray.lock", "tools/tune.lock")
    locks = "".join(map(read, ("requirements.lock", *own)))
    locked = set(re.findall("^([a-z0-9-]+)==", locks, re.MULTILINE))
    assert names <= locked
    reasons = read("docs/dependencies.md").lower()
    assert [name for name in sorted(names) if f"**{name}**" not in reasons] == []


def test_the_version_stands_in_the_project_file_too() -> None:
    assert f'\nversion = "{branchline.__version__}"\n' in read("pyproject.toml")


def test_every_public_name_exists_and_is_documented() -> None:
    assert branchline.__all__ == sorted(branchline.__all__)
    for name in branchline.__all__:
        assert hasattr(branchline, name)
        assert name == "__version__" or getattr(branchline, name).__doc__, name


@pytest.mark.skipif(not hasattr(branchline, "Game"), reason="branchline.Game does not exist yet")
def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", read("README.md"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert "won by" in capsys.readouterr().out
