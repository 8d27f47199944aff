"""What the repository promises around the code."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import branchline
from tools import licences

ROOT = Path(__file__).parents[1]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


LOCKS = (
    "requirements.lock",
    "requirements-dev.lock",
    *(f"tools/{p.name}" for p in ROOT.glob("tools/*.lock")),
)


def project() -> dict[str, Any]:
    facts: dict[str, Any] = tomllib.loads(read("pyproject.toml"))["project"]
    return facts


def locked(name: str) -> dict[str, str]:
    """Packages of a lock file with their versions (for the oldest Python, where there are several)."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", read(name), re.MULTILINE)[::-1])


def wanted(*extras: str) -> set[str]:
    """The packages that the project itself asks for, with some extras."""
    groups = [project()["dependencies"], *(project()["optional-dependencies"][extra] for extra in extras)]
    names = {re.split(r"[^A-Za-z0-9-]", one)[0].lower() for group in groups for one in group}
    return names - {"branchline"}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_every_version_by_its_hashes_and_names_no_index(name: str) -> None:
    lines = [line for line in read(name).splitlines() if not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[^\s;]+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line), (
            line
        )
    assert "://" not in read(name)


def test_the_lock_of_the_page_has_hashes_and_names_no_registry() -> None:
    packages = json.loads(read("web/package-lock.json"))["packages"]
    for name, package in packages.items():
        assert "resolved" not in package, name
        assert not name or package.get("integrity", "").startswith("sha512-"), name


def test_the_locks_hold_every_dependency_of_the_project() -> None:
    assert wanted("server", "build") <= set(locked("requirements.lock"))
    assert wanted("dev", "server", "build", "arena", "layout", "png", "rl", "spiel") <= set(
        locked("requirements-dev.lock")
    )
    everything = {package for name in LOCKS for package in locked(name)}
    assert wanted(*project()["optional-dependencies"]) <= everything


def test_the_locks_agree_on_versions() -> None:
    versions = locked("requirements-dev.lock")
    for name in LOCKS:
        for package, version in locked(name).items():
            assert versions.get(package, version) == version, f"{name}: {package}"


def test_playing_installs_nothing_that_only_developers_need() -> None:
    assert not {"pytest", "mypy", "numpy", "playwright"} & set(locked("requirements.lock"))


def test_every_dependency_has_its_reason() -> None:
    reasons = read("docs/dependencies.md").lower()
    names = sorted(wanted(*project()["optional-dependencies"]))
    assert [name for name in names if f"**{name}**" not in reasons] == []


def test_every_locked_package_has_its_licence_in_the_docs() -> None:
    everything = {package for name in LOCKS for package in locked(name)}
    assert everything == set(licences.written()), "make sbom"


def test_the_licences_are_those_that_the_packages_state() -> None:
    here, stated = licences.installed(), licences.written()
    known = {name: licences.licence_of(here[name]) for name in stated if name in here}
    assert known
    assert {name: stated[name] for name in known} == known, "make sbom"


def test_the_list_for_the_wheel_has_what_is_locked_bundled_and_drawn_with() -> None:
    parts = json.loads(read("sbom.cdx.json"))["components"]
    found = {(part["name"], part.get("version")) for part in parts}
    bundled = json.loads(read("src/branchline/server/static/licenses.json"))
    fonts = [path.stem.removeprefix("OFL-") for path in ROOT.glob("src/branchline/drawing/fonts/OFL-*.txt")]
    assert found == {
        *locked("requirements.lock").items(),
        *((part["name"], part["version"]) for part in bundled),
        *((font, None) for font in fonts),
    }, "make sbom"
    assert all(part["licenses"] for part in parts)
    assert json.loads(read("sbom.cdx.json"))["metadata"]["component"]["version"] == branchline.__version__


def test_the_bundle_has_nothing_of_others_but_what_the_page_asks_for() -> None:
    bundled = {part["name"]: part for part in json.loads(read("src/branchline/server/static/licenses.json"))}
    wanted_by_page = {*json.loads(read("web/package.json"))["dependencies"], "svelte"}
    assert wanted_by_page <= set(bundled)
    assert all(part["text"] for part in bundled.values()), "a licence that asks for its text to go with it"
    assert [name for name in bundled if f"**{name}**" not in read("docs/dependencies.md")] == ["clsx"]


YAML = sorted([*ROOT.glob(".github/**/*.yml"), ROOT / ".pre-commit-config.yaml", ROOT / "CITATION.cff"])


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_yaml_files_can_be_read(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def _commands() -> list[str]:
    """Every command of the workflows, of the hooks and of .ci/run."""
    workflows = [yaml.safe_load(path.read_text()) for path in ROOT.glob(".github/workflows/*.yml")]
    steps = [step for flow in workflows for job in flow["jobs"].values() for step in job["steps"]]
    hooks = yaml.safe_load(read(".pre-commit-config.yaml"))["repos"][0]["hooks"]
    return [
        *(step["run"] for step in steps if "run" in step),
        *(hook["entry"] for hook in hooks),
        *read(".ci/run").splitlines(),
    ]


def test_commands_of_the_workflows_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    for command in _commands():
        if made := re.search(r"\bmake((?: [a-z]+)+)", command):
            assert set(made[1].split()) <= targets, command
        for path in re.findall(r"(?:^|\s)((?:tools|\.ci)/\S+)", command):
            assert (ROOT / path).exists(), command


def test_the_makefile_explains_every_command_it_offers() -> None:
    (phony,) = re.findall(r"^\.PHONY: (.*)$", read("Makefile"), re.MULTILINE)
    explained = re.findall(r"^([a-z]+):.*## ", read("Makefile"), re.MULTILINE)
    assert sorted(phony.split()) == sorted(explained)


def test_the_version_stands_in_the_project_file_too() -> None:
    assert f'\nversion = "{branchline.__version__}"\n' in read("pyproject.toml")
    assert f"\nversion: {branchline.__version__}\n" in read("CITATION.cff")


def test_every_public_name_exists_and_is_documented() -> None:
    assert branchline.__all__ == sorted(branchline.__all__)
    for name in branchline.__all__:
        assert hasattr(branchline, name)
        assert name == "__version__" or getattr(branchline, name).__doc__, name


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", read("README.md"), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert "won by" in capsys.readouterr().out
