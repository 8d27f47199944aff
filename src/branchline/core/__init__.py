"""The rules and policies at C speed: typed Python, compiled by Cython where that is possible.

If BRANCHLINE_UNCOMPILED is set, the `.py` files are used even if there are compiled extensions.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from types import ModuleType


class _SourcesOnly:
    """Finds `branchline.core.*` among the `.py` files, and ignores the extensions."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(f"{__name__}."):
            return None
        specs = (
            FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(fullname, target)
            for folder in path or ()
        )
        return next((spec for spec in specs if spec is not None), None)


def _is_extension(module: str) -> bool:
    spec = find_spec(f"{__name__}.{module}")
    return spec is not None and (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


if os.environ.get("BRANCHLINE_UNCOMPILED"):
    sys.meta_path.insert(0, _SourcesOnly())

#: Whether the rules run as C: the core was compiled, and BRANCHLINE_UNCOMPILED is not set.
COMPILED: bool = _is_extension("rules.state")
