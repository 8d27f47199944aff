"""A layout and a map without the solver, by Python alone: for boards that have no layout yet.

`branchline layout` finds better ones, but needs numpy, scipy and shapely. These are made within a second or two,
wherever a board is shown: in a browser without a server, too.
"""

from .layout import plain_layout
from .map import plain_map

__all__ = ["plain_layout", "plain_map"]
