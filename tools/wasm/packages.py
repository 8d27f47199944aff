"""Packages that Python in the browser needs beside ours: wheels for Pyodide, by version and hash of the lock."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tools.wasm.archive import ROOT, TAG

LOCK = ROOT / "requirements-dev.lock"
CACHE = ROOT / "build/pyodide"


def requirement(name: str) -> str:
    """A package with its hashes, as it is locked."""
    found = re.search(rf"^{name}==.*\n(?: +--hash.*\n)+", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise LookupError(f"{LOCK.name} has no {name}")
    return found[0]


def fetch(name: str) -> Path:
    """The wheel of a package for Pyodide; it is fetched once."""
    wanted = requirement(name)
    version = wanted.partition("==")[2].split()[0]
    wheel = CACHE / f"{name}-{version}-{TAG}.whl"
    if not wheel.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        file = CACHE / f"{name}.txt"
        file.write_text(wanted.rstrip("\\\n ") + "\n", encoding="utf-8")
        python, abi, platform = TAG.split("-")
        options = ["--only-binary", ":all:", "--no-deps", "--require-hashes", "--python-version", python[2:]]
        options += ["--implementation", "cp", "--abi", abi, "--platform", platform, "--dest", str(CACHE)]
        subprocess.run(
            [sys.executable, "-m", "pip", "-qq", "download", *options, "-r", str(file)], check=True
        )
    return wheel
