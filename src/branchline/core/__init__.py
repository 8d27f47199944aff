"""The rules and policies at C speed: typed Python, compiled by Cython where that is possible.

If BRANCHLINE_UNCOMPILED is set, the `.py` files are used even if there are compiled extensions.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec


def _is_extension(module: str) -> bool:
    spec = find_spec(f"{__name__}.{module}")
    return spec is not None and (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


if sys.platform == "emscripten":
    from .grouped import GroupFinder

    sys.meta_path.append(GroupFinder(__name__))

#: Whether the rules run as C: the core was compiled, and BRANCHLINE_UNCOMPILED is not set.
COMPILED: bool = not os.environ.get("BRANCHLINE_UNCOMPILED") and _is_extension("rules.state")

if not COMPILED:
    from .uncompiled import SourceFinder

    sys.meta_path.insert(0, SourceFinder(__name__))
