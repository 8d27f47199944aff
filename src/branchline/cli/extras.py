"""Extras: packages that some commands need, and that `pip install branchline` alone does not bring."""

from __future__ import annotations

from importlib import import_module

from branchline.errors import BranchlineError

#: What each extra brings, by the names under which it is imported.
MODULES = {"arena": ("choix", "numpy", "scipy")}


def require(extra: str) -> None:
    """Import what an extra brings; if that fails, say in one line what to install."""
    for module in MODULES[extra]:
        try:
            import_module(module)
        except ImportError:
            raise BranchlineError(
                f'this command needs the package {module}: pip install "branchline[{extra}]"'
            ) from None
