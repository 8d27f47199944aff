"""Ask the public feeds whether a weakness is known in what the lock files name: `make audit`.

Exit code 0: all were asked about, and none has a known weakness. 1: something has one. 2: a feed could not be reached.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bundle

ROOT = Path(__file__).parents[1]
LOCKS = (
    ROOT / "requirements.lock",
    ROOT / "requirements-dev.lock",
    *sorted(Path(__file__).parent.glob("*.lock")),
)
UNREACHABLE = "no feed could be reached, so nothing is known"


def answer_of(command: list[str | Path], folder: Path) -> dict[str, Any]:
    """What a command answers in JSON; nothing if it answers in another way."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {}
    return found if isinstance(found, dict) else {}


def python_packages(lock: Path) -> tuple[list[str], bool]:
    """The weaknesses of a lock's packages, and whether every package was asked about."""
    options = ("--format", "json", "--disable-pip", "--progress-spinner", "off", "--requirement")
    packages = answer_of([sys.executable, "-m", "pip_audit", *options, lock], ROOT).get("dependencies", [])
    return list(python_weaknesses(packages)), bool(packages) and all("vulns" in one for one in packages)


def python_weaknesses(packages: list[dict[str, Any]]) -> Iterator[str]:
    for package in packages:
        for weakness in package.get("vulns", ()):
            fixed = ", ".join(weakness["fix_versions"]) or "no version"
            yield f"{package['name']} {package['version']}: {weakness['id']}, mended in {fixed}"


def page_packages() -> tuple[list[str], bool]:
    """The same for what the page is made of and with."""
    answer = answer_of([*bundle.npm_command(), "audit", "--json"], bundle.WEB)
    weak = answer.get("vulnerabilities", {})
    return [
        f"{name} {one['range']}: {one['severity']}" for name, one in weak.items()
    ], "vulnerabilities" in answer


def main() -> int:
    found, complete = [], True
    asked = [(lock.relative_to(ROOT), *python_packages(lock)) for lock in LOCKS]
    for name, weaknesses, reached in (*asked, (Path("web/package-lock.json"), *page_packages())):
        said = "no known weakness" if reached else UNREACHABLE
        print(f"{name}: {'; '.join(weaknesses) or said}", flush=True)
        found += weaknesses
        complete = complete and reached
    return 1 if found else 0 if complete else 2


if __name__ == "__main__":
    sys.exit(main())
