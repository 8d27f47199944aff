"""Compiles the core to WebAssembly: Cython makes C of it, and zig, a C compiler that comes from PyPI, side modules.

Pyodide's Python loads a side module as any Python loads an extension.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from setuptools import Extension

from tools.wasm import headers
from tools.wasm.archive import OTHER_MODULES, ROOT

#: The name of a file with all modules of a package, as `src/branchline/core/grouped.py` looks for it.
GROUP = "compiled"
WORK = ROOT / "build/wasm/work"
PYODIDE = ROOT / "web/node_modules/pyodide"
#: What Node 20 and browsers since 2023 can do. Not extended_const: Node 20 refuses it.
CPU = "mvp+bulk_memory+mutable_globals+nontrapping_fptoint+sign_ext+simd128"
#: The core's vectors are written for SSE2; a header here says what its functions are in WebAssembly.
INCLUDE = Path(__file__).with_name("include")
COMPILE = (
    *("cc", "-c", "-target", "wasm32-emscripten", f"-mcpu={CPU}", "-D__SSE2__", "-fPIC", "-DNDEBUG"),
    "-fno-sanitize=all",
)
LINK = (
    *("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--unresolved-symbols=import-dynamic"),
    *("--strip-all", "--gc-sections", "-O2"),
)


class Compiler:
    """zig, with the headers of Pyodide's Python."""

    def __init__(self, python_headers: Path) -> None:
        found = find_spec("ziglang")
        if found is None or found.origin is None:
            raise SystemExit("there is no ziglang here: make wasm installs it")
        self.zig = Path(found.origin).parent
        data = headers.sysconfig_data(PYODIDE)
        self.suffix = data["EXT_SUFFIX"]
        libc = self.zig / "lib/libc/include/generic-musl"
        gathered = headers.gather(WORK / "headers", python_headers, libc, data)
        folders = (self.zig / "lib/include", *gathered)
        self.includes = [
            "-nostdinc",
            "-I",
            INCLUDE,
            *(part for folder in folders for part in ("-isystem", folder)),
        ]

    def run(self, *arguments: str | Path) -> None:
        cache = str(WORK / "cache")
        environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        subprocess.run([self.zig / "zig", *arguments], cwd=WORK / "tree", env=environment, check=True)

    def compile(self, extension: Extension) -> tuple[str, Path]:
        """Compile one module; its name and the object file."""
        target = WORK / "out" / f"{extension.name}.o"
        # -O1 stands for modules that are not worth a long optimisation: they become small here.
        flags = ["-Os" if flag == "-O1" else flag for flag in extension.extra_compile_args]
        self.run(*COMPILE, *self.includes, *flags, extension.sources[0], "-o", target)
        return extension.name, target

    def link(self, objects: Mapping[str, Path]) -> bytes:
        """The modules of a package as one side module."""
        starts = [f"--export=PyInit_{name.rpartition('.')[2]}" for name in objects]
        target = WORK / "out/linked.so"
        self.run(*LINK, *starts, *objects.values(), "-o", target)
        return target.read_bytes()


def to_c() -> list[Extension]:
    """The core as C, by setup.py, in a folder of its own: so nothing of another build is taken, and no path differs."""
    from distutils.core import run_setup  # setuptools, which is imported by now, brings it

    tree = WORK / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    others = shutil.ignore_patterns("*.so", "*.c", "__pycache__")
    shutil.copytree(ROOT / "src/branchline/core", tree / "src/branchline/core", ignore=others)
    (tree / "src/branchline/__init__.py").touch()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    before = Path.cwd()
    os.chdir(tree)
    try:
        with redirect_stdout(StringIO()):  # a line for each module
            extensions: list[Extension] = run_setup("setup.py", stop_after="init").ext_modules
    finally:
        os.chdir(before)
    return [extension for extension in extensions if extension.name not in OTHER_MODULES]


def compiled_modules(python_headers: Path | None) -> dict[str, bytes]:
    """The modules of the core for Pyodide, one file for each package of it, by its path."""
    compiler = Compiler(headers.find_python_headers(python_headers, WORK))
    extensions = to_c()
    shutil.rmtree(WORK / "out", ignore_errors=True)
    (WORK / "out").mkdir()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = dict(pool.map(compiler.compile, extensions))
    packages = sorted({name.rpartition(".")[0] for name in objects})
    return {
        f"{package.replace('.', '/')}/{GROUP}{compiler.suffix}": compiler.link(
            {name: path for name, path in objects.items() if name.rpartition(".")[0] == package}
        )
        for package in packages
    }
