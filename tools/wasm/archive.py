"""The archive of compiled modules, whether it is up to date, and the wheel that is made with it."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
ARCHIVE = Path(__file__).with_name("core.tar.xz")
STAMP = Path(__file__).with_name("core.sha256")
LOCK = ROOT / "tools/wasm.lock"
PAGE_LOCK = ROOT / "web/package-lock.json"
PACKAGE = ROOT / "src/branchline"
#: Which Python loads the modules: CPython 3.14 on the platform that Pyodide 314 calls its own (PEP 783).
TAG = "cp314-cp314-pyemscripten_2026_0_wasm32"
PURE = "py3-none-any"
#: Modules of the core for learners and for training: they are neither compiled for browsers nor in the wheel.
OTHER_MODULES = (
    *("branchline.core.env.batch", "branchline.core.env.decisions", "branchline.core.env.observation"),
    "branchline.core.search.recorder",
)
#: What else Python in a browser has no use for: C declarations, modules of other systems, learning, the page, fonts.
LEFT_OUT = (
    *("*.pxd", "*.so", "*.pyd", "*.c", "*/__pycache__/*"),
    *(f"{name.replace('.', '/')}.py" for name in OTHER_MODULES),
    *("branchline/data/*", "branchline/env/*", "branchline/training/*", "branchline/drawing/solver/*"),
    *("branchline/drawing/fonts/*.ttf", "branchline/drawing/fonts/sans.woff2"),
    *("branchline/server/static/*", "branchline/server/storage/migrations/*"),
)


def tools() -> dict[str, str]:
    """The versions of what the modules are made with and for, as they are locked."""
    locked = dict(re.findall(r"^(\S+)==(\S+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE))
    packages = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    pyodide = packages["node_modules/pyodide"]["version"]
    return {"cython": locked["cython"], "ziglang": locked["ziglang"], "pyodide": pyodide}


def sources() -> str:
    """A digest of everything that the modules are made from."""
    others = {PACKAGE.parent / name.replace(".", "/") for name in OTHER_MODULES}
    core = [path for path in (PACKAGE / "core").rglob("*") if path.suffix in {".py", ".pxd"}]
    core = [path for path in core if path.with_suffix("") not in others]
    here = [Path(__file__).parent / name for name in ("compile.py", "headers.py", "include/emmintrin.h")]
    digest = hashlib.sha256(json.dumps(tools(), sort_keys=True).encode())
    for path in sorted([*core, *here, ROOT / "setup.py"]):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).digest())
    return digest.hexdigest()


def problem() -> str:
    """What is wrong with the archive, and what to do about it; empty if it is that of the sources."""
    if not (ARCHIVE.exists() and STAMP.exists()):
        return f"there is no {ARCHIVE.relative_to(ROOT)}, the core for browsers: make wasm"
    if STAMP.read_text(encoding="ascii").strip() != sources():
        return f"{ARCHIVE.relative_to(ROOT)}, the core for browsers, is older than src/branchline/core: make wasm"
    return ""


def write(modules: Mapping[str, bytes]) -> None:
    """Keep compiled modules: the same ones give the same bytes."""
    with tarfile.open(ARCHIVE, "w:xz", preset=9, format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(modules.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    STAMP.write_text(sources() + "\n", encoding="ascii")


def modules() -> dict[str, bytes]:
    """The files with the compiled modules by their path, `branchline/core/…`, one for each package of the core."""
    with tarfile.open(ARCHIVE) as archive:
        files = ((entry.name, archive.extractfile(entry)) for entry in archive)
        return {name: file.read() for name, file in files if file is not None}


def replaced(compiled: Mapping[str, bytes]) -> set[str]:
    """The Python files for which these stand: each file says which modules it can start."""
    return {
        f"{path.rpartition('/')[0]}/{name.decode()}.py"
        for path, content in compiled.items()
        for name in re.findall(rb"PyInit_(\w+)", content)
    }


def python_files(left_out: Iterable[str] = LEFT_OUT) -> dict[str, bytes]:
    """The files of the package by their path in it, without those that match a pattern."""
    patterns = tuple(left_out)
    files = {
        path.relative_to(PACKAGE.parent).as_posix(): path for path in PACKAGE.rglob("*") if path.is_file()
    }
    return {
        name: path.read_bytes()
        for name, path in sorted(files.items())
        if not any(fnmatch(name, pattern) for pattern in patterns)
    }


def wheel(folder: Path, left_out: Iterable[str] = LEFT_OUT) -> Path:
    """Write the package as a wheel for Pyodide into a folder: compiled if the archive is that of the sources."""
    files, compiled = python_files(left_out), {}
    if wrong := problem():
        print(f"{wrong}; without it the wheel is uncompiled", file=sys.stderr)
    else:
        compiled = modules()
        without = replaced(compiled)
        files = {name: content for name, content in files.items() if name not in without} | compiled
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return write_wheel(folder, project["version"], TAG if compiled else PURE, files)


def write_wheel(folder: Path, version: str, tag: str, files: Mapping[str, bytes]) -> Path:
    """Write files and what says what they are (PEP 427) into a wheel; the same files give the same bytes."""
    info = f"branchline-{version}.dist-info"
    pure = "true" if tag == PURE else "false"
    texts = {
        "METADATA": f"Metadata-Version: 2.1\nName: branchline\nVersion: {version}\n",
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: tools.wasm\nRoot-Is-Purelib: {pure}\nTag: {tag}\n",
    }
    everything = {**files, **{f"{info}/{name}": text.encode() for name, text in texts.items()}}
    record = "".join(f"{name},{fingerprint(one)},{len(one)}\n" for name, one in everything.items())
    everything[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"branchline-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in everything.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)  # dated 1980
    return path


def fingerprint(content: bytes) -> str:
    """A digest in the way of a wheel's RECORD."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return f"sha256={digest.rstrip(b'=').decode()}"
