"""Environments for learners: many games at once, PettingZoo, Gymnasium and OpenSpiel (docs/env.md).

Importing this package makes `Branchline-v0` known to Gymnasium, if that is installed.
"""

from importlib.util import find_spec

from branchline.env.encoding import encode, parts
from branchline.env.vector import Snapshot, VectorEnv

if find_spec("gymnasium") is not None:
    from branchline.env.gym import register

    register()

__all__ = ["Snapshot", "VectorEnv", "encode", "parts"]
