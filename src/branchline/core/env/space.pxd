cimport cython
from branchline.core.bits cimport bit, i16, size, u8
from branchline.core.constants cimport *
from branchline.core.rules.legal cimport drawable, ferry_wilds, legal_into, needs_all_wilds
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.stations cimport station_cost
from branchline.core.rules.tables cimport Tables
from branchline.core.rules.tickets cimport least_to_keep

cdef enum:
    FULL = 0
    CANONICAL = 1
    ANY = 9
    PAY_EXTRA = 13

@cython.final
cdef class Space:
    cdef readonly Tables tables
    cdef readonly str name
    cdef readonly int number, size
    cdef Moves moves
    cdef i16 ids[16384]
    cdef u8 kind[16384]
    cdef u8 target[16384]
    cdef u8 colour[16384]
    @cython.locals(action=int)
    cdef void _number_all(self)
    cdef void _describe(self, int number, int action)
    @cython.locals(offer=int, action=int, mask=int)
    cdef void _number_common(self)
    @cython.locals(route=int, first=int, gray=bint)
    cdef void _number_claims(self)
    @cython.locals(city=int, first=int)
    cdef void _number_stations(self)
    cdef void _add(self, int kind, int target, int colour)
    @cython.locals(colour=int)
    cdef void _add_colours(self, int kind, int target)
    @cython.locals(colours=bint, wild=int, action=int, colour=int)
    cdef void _note_ids(self, int kind, int target, int first)
    cpdef int id_of(self, int action) except -2
    cpdef int find(self, State s, int number)

@cython.locals(action=int)
cdef int resolve(Tables t, Space space, State s, Moves moves, int number) noexcept nogil
@cython.locals(kind=int, target=int, colour=int)
cdef int concrete(Tables t, Space space, State s, Moves moves, int number) noexcept nogil
@cython.locals(have=int, wilds=int)
cdef int canonical_claim(Tables t, State s, int route, int colour) noexcept nogil
@cython.locals(cost=int, best=int, have=int, fewest=int)
cdef int canonical_station(Tables t, State s, int city, int colour) noexcept nogil
@cython.locals(best=int, most=int, kind=int)
cdef int fullest(Tables t, State s) noexcept nogil
@cython.locals(kind=int)
cdef bint allowed(Tables t, State s, Moves moves, int action) noexcept nogil
cdef bint may_keep(Tables t, State s, int mask) noexcept nogil
@cython.locals(colour=int)
cdef bint can_spend(Tables t, State s, int action) noexcept nogil
cdef bint may_pay(Tables t, State s, int action) noexcept nogil
@cython.locals(route=int)
cdef bint may_claim(Tables t, State s, int action) noexcept nogil
cdef bint may_build(Tables t, State s, int action) noexcept nogil
