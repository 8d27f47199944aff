"""Runs the core as ordinary Python: without its extensions, and without Cython if that is not installed.

Cython replaces `import cython` when it compiles a module. Uncompiled modules import it at run time, for two names.
They get a stand-in while they are imported, so that nobody has to install a compiler to run Python.
"""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from types import ModuleType


class CythonStandIn(ModuleType):
    """What the core uses of the module `cython`."""

    compiled = False
    nogil = nullcontext()


class _Loader(SourceFileLoader):
    def exec_module(self, module: ModuleType) -> None:
        if "cython" in sys.modules or find_spec("cython") is not None:
            super().exec_module(module)
            return
        sys.modules["cython"] = CythonStandIn("cython")
        try:
            super().exec_module(module)
        finally:  # other packages ask for Cython too, and must not find ours
            del sys.modules["cython"]


class SourceFinder:
    """Finds the modules of a package among its `.py` files, and ignores the extensions."""

    def __init__(self, package: str) -> None:
        self.prefix = f"{package}."

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.prefix):
            return None
        specs = (FileFinder(folder, (_Loader, [".py"])).find_spec(fullname, target) for folder in path or ())
        return next((spec for spec in specs if spec is not None), None)
