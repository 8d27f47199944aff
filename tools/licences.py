"""The licences of all packages that the lock files name, as the packages themselves state them.

`python -m tools.licences` writes the table in docs/dependencies.md. Packages that are not installed here (for another
system, or in an environment of their own) keep the line that they have; without one they have to be installed first.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/dependencies.md"
BEGIN, END = "<!-- licences: begin -->\n", "<!-- licences: end -->\n"
HEAD = "| package | licence | locked in |\n|---|---|---|\n"
LOCKS = (
    "requirements.lock",
    "requirements-dev.lock",
    *(f"tools/{one.name}" for one in sorted(ROOT.glob("tools/*.lock"))),
)
#: SPDX identifiers for what older packages write in their classifiers and in the field `License`.
SPDX = {
    "apache software license": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache 2": "Apache-2.0",
    "apache": "Apache-2.0",
    "bsd license": "BSD",
    "bsd 3-clause": "BSD-3-Clause",
    "3-clause bsd license": "BSD-3-Clause",
    "bsd-2-clause license": "BSD-2-Clause",
    "gnu lesser general public license v3 (lgplv3)": "LGPL-3.0-only",
    "isc license (iscl)": "ISC",
    "mit license": "MIT",
    "mit no attribution license (mit-0)": "MIT-0",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "python software foundation license": "PSF-2.0",
}


def normal(name: str) -> str:
    """A package's name as lock files write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: str) -> dict[str, str]:
    """The packages of a lock file with their versions (for the oldest Python, where there are several)."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", text, re.MULTILINE)[::-1])


def installed(*folders: str) -> dict[str, Distribution]:
    """The packages in these folders, or in this environment."""
    return {normal(one.name): one for one in distributions(path=list(folders or sys.path)) if one.name}


def licence_of(package: Distribution) -> str:
    """What a package states: an SPDX expression if it has one, else its classifiers, else its field."""
    facts = package.metadata
    for expression in facts.get_all("License-Expression", []):
        return str(expression)
    classes = [
        one.rpartition(" :: ")[2] for one in facts.get_all("Classifier", []) if one.startswith("License ::")
    ]
    classes = [one for one in classes if one != "OSI Approved"]
    fields = [one.strip().partition("\n")[0] for one in facts.get_all("License", [])]
    precise = classes == ["BSD License"] and any("clause" in one.lower() for one in fields)
    stated = fields if precise or not classes else classes
    return " AND ".join(SPDX.get(one.lower(), one) for one in stated if one) or "not stated"


def written() -> dict[str, str]:
    """The licences in the table as it stands."""
    _, _, lines = PAGE.read_text(encoding="utf-8").partition(BEGIN + HEAD)
    return dict(re.findall(r"^\| ([a-z0-9-]+) \| ([^|]+) \|", lines.partition(END)[0], re.MULTILINE))


def table() -> str:
    """The table, from what is installed and what was written before."""
    here, before = installed(), written()
    places: dict[str, list[str]] = {}
    for lock in LOCKS:
        for name in locked(lock):
            places.setdefault(name, []).append(lock)
    missing = [name for name in places if name not in here and name not in before]
    if missing:
        raise SystemExit(f"install these first, or write their lines: {', '.join(sorted(missing))}")
    lines = [
        f"| {name} | {licence_of(here[name]) if name in here else before[name]} | {', '.join(places[name])} |\n"
        for name in sorted(places)
    ]
    return HEAD + "".join(lines)


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    PAGE.write_text(before + BEGIN + table() + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
