cimport cython
from branchline.core.bits cimport u64
from branchline.core.constants cimport *
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables
from .candidates cimport Candidates
from .rollout cimport Rollout

cdef enum:
    WORLDS = 4
    FIRST_WORLD = 1 << 30

@cython.locals(world=int, i=int, depth=int)
cpdef void widen(Tables t, State s, Candidates candidates, Rollout rollout, u64 seed, int wanted) noexcept nogil
@cython.locals(action=int)
cdef void value_rest(Tables t, Candidates candidates, Rollout rollout, int i, u64 seed, int world) noexcept nogil
cdef bint is_certain(Tables t, int action) noexcept nogil
