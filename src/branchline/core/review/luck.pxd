cimport cython
from branchline.core.bits cimport u64
from branchline.core.constants cimport *
from branchline.core.rules.state cimport State
from .outlook cimport Outlook

@cython.final
cdef class LuckMeter:
    cdef readonly Outlook outlook
    cdef readonly int rounds, rollouts, deals
    cdef bint whole
    cdef u64 seed
    cdef int horizon
    cdef double expected[5]
    cdef double total[5]
    @cython.locals(seat=int)
    cpdef void begin(self, int seats, int first, u64 seed) noexcept nogil
    @cython.locals(own=bint, near=int, seat=int)
    cpdef void note(self, State s, int action) noexcept nogil
    @cython.locals(count=int, same=int, seat=int)
    cpdef void note_dice(self, State s, int action, list others)
    @cython.locals(horizon=int)
    cdef void _try(self, State s, int action) noexcept nogil
    @cython.locals(seat=int)
    cpdef void end(self, State s) noexcept nogil
    cpdef double luck_of(self, int seat) noexcept nogil
