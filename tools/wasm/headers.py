"""The headers that the core's C code asks for: Python's, with the configuration of Pyodide's Python, and a C library's.

Any CPython 3.14 has the same headers, so it does not matter where they come from: from a folder that is named, from a
Python 3.14 on this machine, or from Debian's package, which apt fetches and which is never installed.
"""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

VERSION = "3.14"
PACKAGE = f"libpython{VERSION}-dev"
#: What of Pyodide's sysconfig data belongs into pyconfig.h.
CONFIGURED = ("HAVE_", "SIZEOF_", "ALIGNOF_", "WITH_", "Py_", "PY", "DOUBLE_IS_")
MISSING = (
    f"there are no headers of Python {VERSION} here: install Python {VERSION} with its headers, or name their folder "
    'with make wasm ARGS="--headers FOLDER", or use Debian, where apt fetches them'
)


def find_python_headers(named: Path | None, work: Path) -> Path:
    """The folder with the `Python.h` of CPython 3.14."""
    folder = named or installed()
    if folder is not None and (folder / "Python.h").exists():
        return folder
    if named is not None:
        raise SystemExit(f"{named} has no Python.h; it should be the folder of headers of Python {VERSION}")
    return from_debian(work)


def installed() -> Path | None:
    """Where the headers of this machine's Python 3.14 belong, if it has one."""
    python = shutil.which(f"python{VERSION}")
    if python is None:
        return None
    code = "import sysconfig; print(sysconfig.get_path('include'))"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return Path(found.stdout.strip())


def from_debian(work: Path) -> Path:
    """Fetch Debian's package from the machine's own mirror, out of the release that has it, and unpack it."""
    folder = work / "debian"
    headers = folder / "unpacked/usr/include" / f"python{VERSION}"
    if headers.exists():
        return headers
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        raise SystemExit(MISSING)
    print(f"Fetching {PACKAGE} with apt", flush=True)
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(f"deb {mirror()} sid main\n", encoding="utf-8")
    settings = {
        "Dir::Etc::SourceList": folder / "sources.list",
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "APT::Sandbox::User": "root",  # the folder need not be open to others
    }
    options = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
    for command in (["update"], ["download", PACKAGE]):
        subprocess.run(["apt-get", "-qq", *options, *command], cwd=folder, check=True)
    (package,) = folder.glob("*.deb")
    subprocess.run(["dpkg", "-x", package, folder / "unpacked"], check=True)
    return headers


def mirror() -> str:
    """The mirror of Debian that this machine uses."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Identifier: Packages"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    for address in found:
        if address.endswith("/debian/"):
            return address
    raise SystemExit(MISSING)


def sysconfig_data(pyodide: Path) -> dict[str, Any]:
    """How Pyodide's Python was built."""
    names: dict[str, Any] = {}
    with zipfile.ZipFile(pyodide / "python_stdlib.zip") as library:
        exec(library.read("_sysconfigdata__emscripten_wasm32-emscripten.py"), names)  # one dictionary
    data: dict[str, Any] = names["build_time_vars"]
    return data


def configuration(data: dict[str, Any]) -> str:
    """The `pyconfig.h` of Pyodide's Python."""
    numbers = {
        name: one for name, one in data.items() if isinstance(one, int) and name.startswith(CONFIGURED)
    }
    lines = [f"#define {name} {one}" for name, one in sorted(numbers.items()) if one]
    return "\n".join(["#pragma once", "#define _GNU_SOURCE 1", *lines, ""])


def without_patch_level(text: str) -> str:
    """`patchlevel.h` as of the first 3.14: which later one gave the headers must not show in what is compiled."""
    kept = (
        line for line in text.splitlines() if not line.startswith(("#define PY_MICRO", "#define PY_VERSION "))
    )
    return "\n".join([*kept, "#define PY_MICRO_VERSION 0", f'#define PY_VERSION "{VERSION}.0"', ""])


def gather(target: Path, python: Path, libc: Path, data: dict[str, Any]) -> tuple[Path, Path]:
    """Put the headers together in a folder: those of the C library, and Python's."""
    for_c, for_python = target / "libc", target / "python"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(libc, for_c)
    shutil.copytree(python, for_python)
    types = for_c / "bits/alltypes.h"  # Emscripten's size_t is an unsigned long
    types.write_text(types.read_text().replace("#define _Addr int", "#define _Addr long"))
    level = for_python / "patchlevel.h"
    level.write_text(without_patch_level(level.read_text()))
    (for_python / "pyconfig.h").write_text(configuration(data))
    return for_c, for_python
