"""The core compiled with all checks: Cython's, and gcc's AddressSanitizer and UndefinedBehaviorSanitizer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build/sanitized"
READY = FOLDER / "ready"


def sanitized_environment() -> dict[str, str] | None:
    """The environment in which Python uses the sanitized core; None if it can't be built here.

    The core is compiled anew if one of its files has changed.
    """
    libraries = [library(name) for name in ("libasan.so", "libubsan.so")]
    if sys.platform != "linux" or None in libraries:
        return None
    if not _fresh():
        _build()
    return os.environ | {
        "PYTHONPATH": os.pathsep.join((str(FOLDER / "src"), str(ROOT))),
        "LD_PRELOAD": " ".join(str(found) for found in libraries),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:abort_on_error=1:handle_segv=0",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1:abort_on_error=1",
        "PYTHONMALLOC": "malloc",
    }


def library(name: str) -> Path | None:
    """A library of gcc, if there is a gcc that has it."""
    if shutil.which("gcc") is None:
        return None
    found = subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    path = Path(found.stdout.strip())
    return path.resolve() if path.is_absolute() else None


def _sources() -> list[Path]:
    core = (ROOT / "src/branchline/core").rglob("*.p[yx]*")
    return [ROOT / "setup.py", *(path for path in core if path.suffix in (".py", ".pxd"))]


def _fresh() -> bool:
    built = READY.stat().st_mtime if READY.exists() else 0.0
    return all(path.stat().st_mtime <= built for path in _sources())


def _build() -> None:
    """Compile in a folder of its own, and show the rest of the package there as it is."""
    print("compiling the core with sanitizers: a minute or two", file=sys.stderr, flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / "src/branchline").mkdir(parents=True)
    for path in (ROOT / "src/branchline").iterdir():
        if path.name not in ("core", "__pycache__"):
            (FOLDER / "src/branchline" / path.name).symlink_to(path)
    shutil.copytree(
        ROOT / "src/branchline/core",
        FOLDER / "src/branchline/core",
        ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"),
    )
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, FOLDER)
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    environment = os.environ | {"BRANCHLINE_CHECKED": "sanitized"}
    done = subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True, text=True, check=False)
    if done.returncode or not list((FOLDER / "src/branchline/core").rglob("engine*.so")):
        raise SystemExit(f"the core could not be compiled with sanitizers:\n{done.stderr[-2000:]}")
    READY.touch()
