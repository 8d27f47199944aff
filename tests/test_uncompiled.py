"""BRANCHLINE_UNCOMPILED chooses the Python files of the core, compiled or not."""

import os
import subprocess
import sys

CHECK = """
import importlib, pathlib
import branchline.core
core = pathlib.Path(branchline.core.__file__).parent
files = [p.relative_to(core).with_suffix("") for p in core.rglob("*.py") if p.stem != "__init__"]
modules = [importlib.import_module(".".join(("branchline.core", *p.parts))) for p in files]
print(branchline.core.COMPILED, {m.__file__[-3:] for m in modules})
"""


def test_uncompiled_means_the_python_files() -> None:
    environment = os.environ | {"BRANCHLINE_UNCOMPILED": "1"}
    printed = subprocess.run(
        [sys.executable, "-c", CHECK], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert printed in ("False {'.py'}\n", "False set()\n")


WITHOUT_CYTHON = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        if fullname.lower() == "cython":
            raise ModuleNotFoundError(fullname, name=fullname)

import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "cython" else found(name, package)
sys.meta_path.insert(0, Missing())
import branchline
game = branchline.Game("usa", seed=1)
print(branchline.core.COMPILED, len(game.legal()) > 0, "cython" in sys.modules)
"""


def test_the_uncompiled_core_needs_no_cython() -> None:
    environment = os.environ | {"BRANCHLINE_UNCOMPILED": "1"}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_CYTHON], env=environment, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("False True False\n", "")
