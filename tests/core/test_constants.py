"""The constants and array lengths in the .pxd files are the same as in the .py files."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import branchline.core
from branchline.core import constants

CORE = Path(branchline.core.__file__).parent
SIZES = """
import json
from branchline import load_board
from branchline.core.env import space
from branchline.core.rules import knowledge
from branchline.core.rules import network
from branchline.core.rules import reduced_graph
from branchline.core import playout
from branchline.core.rules import scoring
from branchline.core.rules import state
from branchline.core.rules import stations
from branchline.core.rules import tables
from branchline.core.rules import longest_path
europe = tables.Tables(load_board("europe"))
known = knowledge.Knowledge(state.State(), 0, [], [])
made = [europe, known, state.State(), state.Moves(), scoring.Scores(), network.Parts(), longest_path.LongestPath()]
made += [reduced_graph.ReducedGraph(), stations.StationSearch(), playout.Tally(), space.Space(europe, 'full')]
print(json.dumps({type(x).__name__: {k: len(v) for k, v in vars(x).items() if isinstance(v, list)} for x in made}))
"""


def test_constants_pxd_says_what_constants_py_says() -> None:
    text = (CORE / "constants.pxd").read_text()
    in_c = {name: int(value) for name, value in re.findall(r"^ +([A-Z_]+) = (-?\d+)$", text, re.MULTILINE)}
    assert in_c == {name: value for name, value in vars(constants).items() if name.isupper()}


def test_arrays_in_c_are_as_long_as_the_lists_of_the_uncompiled_core() -> None:
    lists = json.loads(
        subprocess.run(
            [sys.executable, "-c", SIZES],
            env=os.environ | {"BRANCHLINE_UNCOMPILED": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )
    arrays: dict[str, dict[str, int]] = {}
    for path in CORE.rglob("*.pxd"):
        for name, body in re.findall(
            r"^cdef class (\w+):\n((?:    .*\n|\n)+)", path.read_text(), re.MULTILINE
        ):
            found = re.findall(r"^    cdef (?:readonly )?[\w ]+ (\w+)\[(\d+)\]", body, re.MULTILINE)
            arrays[name] = {array: int(size) for array, size in found}
    assert len(lists["Tables"]) > 20
    assert {name: arrays[name] for name in lists} == lists
