"""Compares the speed of this tree with another revision's: python -m bench.compare REVISION

Both run the measures of `python -m bench`, each its own, by turns on the same machine. What is printed are ratios:
the median over the rounds, so that it hardly matters what else the machine does.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[1]
#: Where other revisions are compiled; one of them finds the others beside itself.
BUILDS = ROOT.parent if ROOT.parent.name == "compare" else ROOT / "build/compare"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=__doc__.splitlines()[0])
    parser.add_argument("revision", help="a commit, branch or tag of this repository")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (default: 5)")
    options = parser.parse_args()
    other = checked_out(options.revision)
    rounds = [(measured(other), measured(ROOT)) for _ in range(options.rounds)]
    print(f"{'':60} {options.revision[:10]:>12} {'this tree':>12}  this tree's speed")
    for name, line in rounds[0][1].items():
        if name in rounds[0][0]:
            show(name, line, [(before[name], after[name]) for before, after in rounds])


def checked_out(revision: str) -> Path:
    """That revision in a folder of its own, with its core compiled."""
    folder = BUILDS / revision.replace("/", "-")
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        run("git", "clone", "--quiet", "--no-checkout", ROOT, folder)
        run("git", "-C", folder, "checkout", "--quiet", revision)
        print(f"compiling {revision}", file=sys.stderr, flush=True)
        run(sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", cwd=folder)
        (folder / "ready").touch()
    return folder


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def measured(tree: Path) -> dict[str, dict[str, Any]]:
    """What `python -m bench` measures in a tree, by name; lines that belong to the one above carry its name."""
    print(f"measuring {tree.name}", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "bench", "--json", "--runs", "1"]
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    printed = subprocess.run(command, cwd=tree, env=environment, check=True, capture_output=True).stdout
    lines, above = {}, ""
    for line in json.loads(printed):
        name = f"{above}:{line['name'][3:]}" if line["name"].startswith(" ") else line["name"]
        above = above if line["name"].startswith(" ") else line["name"]
        lines[name] = line
    return lines


def show(name: str, line: dict[str, Any], pairs: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    """One line: both medians, and how many times as fast this tree is."""
    before, after = ([pair[i]["measured"] for pair in pairs] for i in (0, 1))
    faster = line["unit"] not in ("ms", "µs", "%", "bytes")  # of all others more is better
    ratio = median(
        (b / a if faster else a / b) if a and b else 1.0 for a, b in zip(before, after, strict=True)
    )
    print(f"{name:60} {median(before):>12,.3g} {median(after):>12,.3g} {line['unit']:<8} × {ratio:.2f}")


if __name__ == "__main__":
    main()
