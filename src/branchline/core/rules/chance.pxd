cimport cython
from branchline.core.bits cimport Members, has_next, next_member, nth_member, set_size, u64
from branchline.core.constants cimport *
from branchline.core.rng cimport Rng
from .state cimport State
from .step cimport apply_chance
from .tables cimport Tables

@cython.locals(rest=Members)
cpdef list outcomes(State s)
@cython.locals(n=int, found=int, kind=int)
cdef int sample(State s, Rng rng) noexcept nogil
cdef int pick(u64 low, u64 high, Rng rng) noexcept nogil
cdef void deal_all(Tables t, State s, Rng rng) noexcept nogil
