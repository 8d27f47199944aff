cimport cython
from branchline.core.bits cimport bit, u64
from branchline.core.constants cimport *
from branchline.core.policies.policy cimport Policy
from branchline.core.rules.knowledge cimport Knowledge, Refused
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables
from branchline.core.value.value cimport Value
from .belief cimport Belief
from .candidates cimport Candidates
from .duels cimport Duels
from .rollout cimport Rollout
from .widening cimport is_certain, widen

cdef enum:
    ROUND = 16

@cython.final
cdef class Player:
    cdef readonly Policy policy
    cdef readonly int worlds, rollouts
    cdef public int claims, draws, stations, extras
    cdef Candidates candidates
    cdef Duels duels
    cdef bint believes
    cdef Belief belief
    cdef readonly Rollout rollout
    cdef u64 seed_now, moves
    cdef double values[64]
    cpdef void seed(self, u64 seed, u64 stream) noexcept nogil
    cpdef int choose(self, Tables t, State s, Refused refused) noexcept nogil
    @cython.locals(world=int, i=int)
    cdef void _compare(self, Tables t, u64 seed) noexcept nogil
    @cython.locals(used=int, worlds=int, world=int, i=int)
    cdef void _search(self, u64 seed) noexcept nogil

@cython.locals(fair=int, left=int, worlds=int)
cpdef int round_of(int budget, int used, int live) noexcept nogil
