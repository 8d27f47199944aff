"""Python in WebAssembly without a browser: runs code in Pyodide under Node, with our package as a browser gets it."""

from __future__ import annotations

import json
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools import bundle
from tools.wasm import packages
from tools.wasm.archive import ROOT

PYODIDE = ROOT / "web/node_modules/pyodide"
#: Before any code: tests and measures can be imported, and so can pytest, from the native Python's packages.
PATHS = "import os, sys; os.chdir('/repository'); sys.path += ['/repository', '/packages']\n"


def is_available() -> bool:
    """Whether there are Node and Pyodide; `make browser` gets both."""
    return bundle.node() is not None and PYODIDE.exists()


def run(wheel: Path, code: str, seconds: float) -> str:
    """What code prints in Pyodide with a wheel of ours. It must end well, within so many seconds."""
    wheels = [wheel, packages.fetch("msgspec"), packages.fetch("hypothesis")]
    folders = {"/repository": ROOT, "/packages": Path(sysconfig.get_path("purelib"))}
    return run_code(PATHS + code, folders, seconds, wheels)


def run_code(code: str, folders: Mapping[str, Path], seconds: float, wheels: Sequence[Path] = ()) -> str:
    """What code prints in Pyodide, which has some folders of this machine under other names."""
    job = {
        "pyodide": str(PYODIDE),
        "wheels": list(map(str, wheels)),
        "folders": {name: str(folder) for name, folder in folders.items()},
        "code": code,
    }
    command = [str(bundle.node()), str(Path(__file__).with_name("run.mjs")), json.dumps(job)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-8000:]
    return done.stdout
