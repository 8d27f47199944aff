cimport cython
from branchline.core.bits cimport bit, i16, lowest, u8, u64
from branchline.core.constants cimport *
from branchline.core.rules.tables cimport Tables

cdef enum:
    BUCKETS = 256
    MAX_COST = 250

@cython.final
cdef class Paths:
    cdef i16 cost[128]
    cdef i16 via[64]
    cdef int distance[64]
    cdef u64 bucket[256]
    cdef u64 filled[4]
    cdef u64 found[2]
    cdef u64 starts
    cdef int waiting
    @cython.locals(now=int, here=int, city=int)
    cdef int search(self, Tables t, u64 low, u64 high, u64 starts, u64 goals) noexcept nogil
    @cython.locals(city=int)
    cdef void _begin(self, u64 starts) noexcept nogil
    @cython.locals(route=int, other=int, total=int, here=int)
    cdef void _relax(self, Tables t, u64 routes, int offset, int city, int now) noexcept nogil
    @cython.locals(ahead=u64)
    cdef int _empty_from(self, int here) noexcept nogil
    @cython.locals(word=int)
    cdef void _clear(self) noexcept nogil
    @cython.locals(route=int)
    cdef void trace(self, Tables t, int goal) noexcept nogil
