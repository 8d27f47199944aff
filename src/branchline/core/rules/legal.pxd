cimport cython
from branchline.core.bits cimport Members, add_sizes, bit, has_next, lowest, next_member, nth_member, set_size, size, smaller, u64
from branchline.core.constants cimport *
from .state cimport Moves, State
from .stations cimport count_stations, list_stations, station_at
from .tables cimport Tables
from .tickets cimport least_to_keep
from .tunnels cimport list_extra_payments

@cython.locals(n=int)
cdef int legal_into(Tables t, State s, Moves out, bint canonical) noexcept nogil
cdef bint is_legal(Tables t, State s, Moves out, int action) noexcept nogil
@cython.locals(n=int)
cdef int list_turn(Tables t, State s, Moves out, bint canonical) noexcept nogil
@cython.locals(n=int, draws=u64)
cdef int list_draws(State s, Moves out) noexcept nogil
@cython.locals(seen=u64, slot=int)
cdef u64 drawable(State s) noexcept nogil
@cython.locals(wilds=int, kind=int)
cdef int list_claims(Tables t, State s, Moves out, int n, bint canonical) noexcept nogil
@cython.locals(cars=int, word=int)
cdef void note_routes(Tables t, State s, Moves out, int wilds) noexcept nogil
cdef int capped(int count) noexcept nogil
@cython.locals(low=u64, high=u64, kind=int, i=int)
cdef int list_plain_claims(Tables t, State s, Moves out, int n) noexcept nogil
cdef int list_single_claims(Tables t, Moves out, int n, u64 routes, int first) noexcept nogil
@cython.locals(i=int, rest=Members, route=int, fewest=int, most=int, first=int, used=int)
cdef int list_mixed_claims(
    Tables t, Moves out, int n, int kind, int count, int wilds, bint canonical) noexcept nogil
cdef int ferry_wilds(Tables t, int route, int wilds) noexcept nogil
cdef int most_wilds(Tables t, int route, int wilds) noexcept nogil
@cython.locals(i=int, rest=Members, route=int)
cdef int list_wild_claims(Tables t, State s, Moves out, int n, int wilds, bint canonical) noexcept nogil
cdef bint needs_all_wilds(Tables t, State s, int route) noexcept nogil
@cython.locals(n=int, i=int)
cdef int list_keeps(Tables t, State s, Moves out) noexcept nogil
cdef int count_keeps(Tables t, State s) noexcept nogil
cdef int keep_at(Tables t, State s, int n) noexcept nogil

cdef int count_legal(Tables t, State s, Moves out) noexcept nogil
cdef int legal_at(Tables t, State s, Moves out, int n) noexcept nogil
@cython.locals(wilds=int, i=int, used=int, n=int)
cdef int count_turn(Tables t, State s, Moves out) noexcept nogil
@cython.locals(kind=int, i=int)
cdef void count_claims(Tables t, State s, Moves out, int wilds) noexcept nogil
@cython.locals(i=int)
cdef void count_wild_claims(Tables t, Moves out, int wilds) noexcept nogil
@cython.locals(kind=int)
cdef int turn_at(Tables t, State s, Moves out, int n) noexcept nogil
@cython.locals(wilds=int, count=int, route=int)
cdef int claim_at(Tables t, State s, Moves out, int kind, int n) noexcept nogil
@cython.locals(i=int, rest=Members, route=int, fewest=int, ways=int)
cdef int mixed_claim_at(Tables t, Moves out, int kind, int count, int wilds, int n) noexcept nogil
