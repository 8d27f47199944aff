"""Compiles `core/` with Cython where that is possible; everything else is in pyproject.toml.

Each `core/*.py` with a `.pxd` beside it becomes a C extension. Without Cython or a C compiler the
install still succeeds, and the same files run as ordinary Python.
"""

import os
import shutil
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel

CORE = Path("src/branchline/core")
#: Made by `make sbom`.
SBOM = Path("sbom.cdx.json")
# Their .pxd gives C the same names (an enum, inline functions); their .py serves Python.
PXD_ONLY = {"__init__", "bits", "buffers", "constants", "lanes"}
CHECKED = bool(os.environ.get("BRANCHLINE_CHECKED"))
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": CHECKED,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": CHECKED,
    # Classes that can be pickled say how themselves; what Cython would add costs the C compiler time.
    "auto_pickle": False,
    # Functions as plain built-ins, like those of C modules: an eighth less for the compilers to do.
    "binding": False,
    "emit_code_comments": False,
}
# Python adds -g, -O3 and -fwrapv itself. Debug symbols take a third of the compiler's time, and nobody looks at them.
# No number of the core may overflow (the fuzz watches that), so -fwrapv only costs: a sign to extend at every index.
FAST = ["-O3", "-g0", "-fno-wrapv"]
# Modules that run once for each board or each Python call: not worth a long optimisation.
COLD = {"engine", "policy", "state", "tables", "weights"}
# Cython checks lists, but not C arrays: the C compiler does that. What it finds stops the program and says where.
# BRANCHLINE_CHECKED=sanitized, for the fuzz, watches all memory too; Python must then be started with gcc's libraries.
SANITISE = ["-fsanitize=bounds,shift,integer-divide-by-zero", "-fno-sanitize-recover=all"]
if os.environ.get("BRANCHLINE_CHECKED") == "sanitized":
    SANITISE = ["-fsanitize=address,undefined", "-fno-wrapv", "-fno-sanitize-recover=all"]


def build_mode() -> str:
    """A file that is new whenever the mode of the build changes, so that all is compiled again."""
    mode = Path("build/mode")
    text = "checked\n" if CHECKED else "fast\n"
    if not mode.exists() or mode.read_text() != text:
        mode.parent.mkdir(exist_ok=True)
        mode.write_text(text)
    return mode.as_posix()


def compile_flags(module: str) -> list[str]:
    if sys.platform == "win32":
        return []
    if CHECKED:
        return ["-O1", "-g", "-fno-omit-frame-pointer", *SANITISE]
    return ["-O1", "-g0"] if module in COLD else FAST


def core_extensions() -> list[Extension]:
    sources = sorted(
        p for p in CORE.rglob("*.py") if p.stem not in PXD_ONLY and p.with_suffix(".pxd").exists()
    )
    if not sources:
        return []
    try:
        from Cython.Build import cythonize
    except ImportError as error:
        print(f"branchline: Cython is missing ({error}); the core stays uncompiled", file=sys.stderr)
        return []
    # Any .pxd may be cimported by any module, so a change to one rebuilds them all.
    depends = [build_mode(), *(p.as_posix() for p in sorted(CORE.rglob("*.pxd")))]
    modules = [
        Extension(
            ".".join(p.relative_to("src").with_suffix("").parts),
            [p.as_posix()],
            depends=depends,
            extra_compile_args=compile_flags(p.stem),
            extra_link_args=SANITISE if CHECKED else [],
        )
        for p in sources
    ]
    extensions: list[Extension] = cythonize(
        modules,
        compiler_directives=DIRECTIVES,
        build_dir="build/checked" if CHECKED else "build/cython",
        nthreads=0,  # other processes would parse every .pxd again
    )
    for extension in extensions:
        extension.optional = True  # cythonize drops it: no C compiler must not stop the install
    return extensions


class WheelWithSbom(bdist_wheel):
    """A wheel that brings the list of what is in it and comes with it, where PEP 770 wants it."""

    def egg2dist(self, egginfo_path: str, distinfo_path: str) -> None:
        super().egg2dist(egginfo_path, distinfo_path)
        if not SBOM.exists():
            return
        folder = Path(distinfo_path) / "sboms"
        folder.mkdir()
        shutil.copy(SBOM, folder / "branchline.cdx.json")


setup(
    ext_modules=core_extensions(),
    cmdclass={"bdist_wheel": WheelWithSbom},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
