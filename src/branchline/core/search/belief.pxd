cimport cython
from branchline.core.bits cimport bit, u64
from branchline.core.buffers cimport integers
from branchline.core.constants cimport *
from branchline.core.policies.paths cimport Paths
from branchline.core.rules.knowledge cimport Knowledge
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

cdef enum:
    STAGES = 4
    STEPS = 7

@cython.final
cdef class Belief:
    cdef readonly Tables tables
    cdef Paths paths
    cdef int weights[28]
    cdef int whole[128]
    @cython.locals(route=int, ticket=int, way=int)
    cdef void _measure(self) noexcept nogil
    @cython.locals(city=int)
    cdef int _way(self, int ticket) noexcept nogil
    @cython.locals(route=int, own=u64, low=u64, high=u64)
    cdef void look_at(self, State s, int seat) noexcept nogil
    @cython.locals(cars=int, third=int, stage=int, way=int, whole=int, step=int)
    cdef int progress(self, State s, int seat, int ticket) noexcept nogil
    @cython.locals(seat=int, ticket=int, weight=int)
    cpdef void weigh(self, Knowledge k) noexcept nogil
    @cython.locals(seat=int, ticket=int, place=int, found=cython.p_int)
    cpdef count(self, State s, int viewer, object counts)
