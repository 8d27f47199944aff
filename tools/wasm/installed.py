"""Packages as they are installed in a browser: with bytecode, in one archive that is unpacked faster than wheels."""

from __future__ import annotations

import gzip
import io
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from tools.wasm import node

#: Compiles the packages in /installed as the browser's Python would, and imports them once. The bytecode is never
#: compared with its source: both come from the same archive.
CODE = """
import compileall, py_compile, sys
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
assert compileall.compile_dir("/installed", quiet=1, invalidation_mode=unchecked, stripdir="/installed")
sys.path.insert(0, "/installed")
import branchline.local.server, branchline.local.thinking
"""


def installed(wheels: Iterable[Path], seconds: float = 600) -> bytes:
    """Wheels as they are installed for Pyodide: a compressed archive. The same wheels give the same bytes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as files:
                files.extractall(folder)
        node.run_code(CODE, {"/installed": folder}, seconds)
        return archived(folder)


def archived(folder: Path) -> bytes:
    """All files of a folder as a compressed tar archive, without dates and owners."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            entry.size = path.stat().st_size
            archive.addfile(entry, io.BytesIO(path.read_bytes()))
    return gzip.compress(plain.getvalue(), 9, mtime=0)
