cimport cython
from branchline.core.bits cimport bit, u64
from branchline.core.buffers cimport doubles
from branchline.core.constants cimport *
from branchline.core.policies.policy cimport Policy
from branchline.core.rng cimport Rng
from branchline.core.rules.chance cimport sample
from branchline.core.rules.knowledge cimport Knowledge, determinise
from branchline.core.rules.state cimport State
from branchline.core.rules.step cimport apply_chance, step
from branchline.core.rules.tables cimport Tables
from branchline.core.value.value cimport Value

cdef enum:
    MAX_CANDIDATES = 64
    MAX_TURNS = 1000

@cython.final
cdef class Rollout:
    cdef readonly Tables tables
    cdef readonly Knowledge knowledge
    cdef readonly Policy policy
    cdef readonly Value value
    cdef readonly State world
    cdef readonly State state
    cdef Rng cards
    cdef Rng pool
    cdef u64 luck
    cdef bint fixed
    cdef int actions[64]
    cdef readonly int count
    cdef public int depth
    @cython.locals(world=int, i=int, values=cython.p_double)
    cpdef run(self, u64 seed, int first, int worlds, u64 active, object out)
    @cython.locals(world=int, i=int, place=int, values=cython.p_double)
    cpdef outcomes(self, u64 seed, int first, int worlds, object out)
    cpdef void fix(self, State world) noexcept
    cpdef void deal(self, u64 seed, u64 world) noexcept nogil
    @cython.locals(stop=int)
    cdef double play_out(self, int action, u64 seed, u64 world) noexcept nogil
    cpdef void finish_turn(self, u64 seed, u64 world) noexcept nogil
    cdef void _play(self, int action) noexcept nogil
