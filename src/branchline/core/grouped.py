"""Finds compiled modules where all those of a package are in one file, as they are for browsers (`tools/wasm`).

A browser would take longer to load a file for each module. A module that has no file of its own is in that one.
"""

from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

#: The name of such a file, without its suffix.
GROUP = "compiled"


class GroupFinder:
    """Asked last, when Python has found no file for a module."""

    def __init__(self, package: str) -> None:
        self.prefix = f"{package}."

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.prefix):
            return None
        files = (Path(folder, GROUP + suffix) for folder in path or () for suffix in EXTENSION_SUFFIXES)
        found = next((str(file) for file in files if file.exists()), None)
        if found is None:
            return None
        return spec_from_file_location(fullname, found, loader=ExtensionFileLoader(fullname, found))
