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
