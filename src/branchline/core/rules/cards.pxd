cimport cython
from branchline.core.bits cimport lowest, u64
from branchline.core.constants cimport *
from .state cimport State

cdef void restock(State s) noexcept nogil
cdef void shuffle_in(State s) noexcept nogil
cdef void take_from_pile(State s, int kind) noexcept nogil
cdef void discard(State s, int kind, int count) noexcept nogil
cdef void spend(State s, int seat, int kind, int count) noexcept nogil
cdef void receive_openly(State s, int seat, int kind, int count) noexcept nogil
@cython.locals(gaps=u64)
cdef int gap(State s) noexcept nogil
cdef int slot_of(State s, int kind) noexcept nogil
@cython.locals(places=u64, slot=int)
cdef u64 places_of(State s, int kind) noexcept nogil
cdef bint row_has_colour(State s) noexcept nogil
@cython.locals(wilds=int, others=int, slot=int)
cdef bint too_many_wilds(State s) noexcept nogil
@cython.locals(only_swaps=bint)
cdef void sweep_row(State s) noexcept nogil
cdef bint settled(State s) noexcept nogil
