cimport cython
from .bits cimport bit, lowest, size, u64
from .cards cimport row_has_colour
from .claims cimport station_cost
from .constants cimport *
from .state cimport Moves, State
from .tables cimport Tables
from .tickets cimport least_to_keep

cdef int legal_into(Tables t, State s, Moves out, bint canonical) noexcept nogil
cdef bint is_legal(Tables t, State s, Moves out, int action) noexcept nogil
cdef void add(Moves out, int action) noexcept nogil
@cython.locals(seen=u64)
cdef void list_draws(State s, Moves out) noexcept nogil
@cython.locals(hand=int, wilds=int, cars=int, kind=int, count=int, i=int, word=int, mask=u64, route=int)
cdef void list_claims(Tables t, State s, Moves out, bint canonical) noexcept nogil
cdef int capped(int count) noexcept nogil
@cython.locals(route=int, fewest=int, most=int, first=int, wilds=int)
cdef void list_coloured_claims(
    Tables t, Moves out, u64 routes, int offset, int kind, int count, int most_wilds) noexcept nogil
cdef bint needs_all_wilds(Tables t, State s, int route) noexcept nogil
@cython.locals(hand=int, wilds=int, cost=int, before=int, count=int, fewest=int, most=int, cities=u64, first=int, wild=int)
cdef void list_stations(Tables t, State s, Moves out, bint canonical) noexcept nogil
@cython.locals(least=int, mask=int)
cdef void list_keeps(Tables t, State s, Moves out) noexcept nogil
@cython.locals(have=int, count=int, wilds=int)
cdef void list_payments(State s, Moves out, bint canonical) noexcept nogil
