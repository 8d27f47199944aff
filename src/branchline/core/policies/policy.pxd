cimport cython
from branchline.core.bits cimport u64
from .workspace cimport Workspace
from .hybrid cimport choose_hybrid
from .planner cimport choose_planner
from .simple cimport choose_greedy, choose_random, choose_rush
from .styles cimport choose_hungry, choose_long_route, choose_one_step, choose_path
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables
from .weights cimport Weights

@cython.final
cdef class Policy:
    cdef readonly str name
    cdef readonly int number
    cdef readonly Workspace workspace
    cpdef void seed(self, u64 seed, u64 stream) noexcept nogil
    cpdef int choose(self, Tables t, State s) noexcept nogil
