cimport cython
from branchline.core.bits cimport u64

cdef u64 GOLDEN, FIRST, SECOND, WORD

@cython.final
cdef class Rng:
    cdef u64 state
    @cython.locals(x=u64)
    cpdef u64 next(self) noexcept nogil
    cpdef u64 below(self, u64 n) noexcept nogil
    cpdef void seed(self, u64 seed, u64 index) noexcept nogil
    cpdef double random(self) noexcept nogil
