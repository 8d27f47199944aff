cimport cython
from libc.math cimport sqrt
from branchline.core.bits cimport bit, u64
from branchline.core.buffers cimport doubles

cdef enum:
    MAX_CANDIDATES = 64
    MIN_WORLDS = 8

cdef extern from *:
    """
    #define BRANCHLINE_BEHIND 1.0
    #define BRANCHLINE_GATE 1.5
    #define BRANCHLINE_FEW 10.0
    """
    double BEHIND "BRANCHLINE_BEHIND"
    double GATE "BRANCHLINE_GATE"
    double FEW "BRANCHLINE_FEW"

@cython.final
cdef class Duels:
    cdef readonly double margin
    cdef readonly bint gated
    cdef readonly int count, worlds, live
    cdef readonly u64 active
    cdef double total[64]
    cdef double squares[64]
    @cython.locals(i=int)
    cpdef void begin(self, int count) noexcept nogil
    @cython.locals(world=int, i=int, numbers=cython.p_double)
    cpdef add(self, object values, int first, int worlds)
    cdef void count_worlds(self, int worlds) noexcept nogil
    cdef void note(self, int i, double difference) noexcept nogil
    cpdef double mean(self, int i) noexcept nogil
    @cython.locals(mean=double, spread=double)
    cpdef double error(self, int i) noexcept nogil
    @cython.locals(i=int)
    cpdef void drop(self) noexcept nogil
    @cython.locals(best=int, top=double, i=int, mean=double, doubt=double)
    cpdef int best(self) noexcept nogil
