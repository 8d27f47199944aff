cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, lowest, next_member, nth_member, size, u8, u64
from .claims cimport pay
from branchline.core.constants cimport *
from .network cimport Parts
from .state cimport Moves, State
from .tables cimport Tables

cdef int station_cost(Tables t, State s) noexcept nogil
@cython.locals(hand=int, wilds=int, cost=int, before=int, kind=int, count=int, fewest=int, most=int)
cdef int list_stations(Tables t, State s, Moves out, int n, bint canonical) noexcept nogil
cdef int most_station_wilds(int cost, int wilds) noexcept nogil
@cython.locals(hand=int, wilds=int, cost=int, cities=int, n=int, kind=int, count=int, fewest=int)
cdef int count_stations(Tables t, State s, Moves out) noexcept nogil
@cython.locals(kind=int, cost=int, ways=int, count=int, fewest=int, first=int, city=int)
cdef int station_at(Tables t, State s, Moves out, int n) noexcept nogil
@cython.locals(cities=u64, first=int, wilds=int)
cdef int list_cities(State s, Moves out, int n, int base, int ways, int fewest, int most) noexcept nogil
cdef void build_station(State s, int city, int colour, int count, int wilds) noexcept nogil
cdef int unbuilt_points(Tables t, State s, int seat) noexcept nogil

@cython.final
cdef class StationSearch:
    cdef u8 level[256]
    cdef int gain[64]
    cdef i16 choice[3]
    cdef i16 best_choice[3]
    cdef int best_value, steps

@cython.locals(city=int, i=int)
cdef void best_station_use(Tables t, State s, int seat, Parts parts, StationSearch search) noexcept nogil
@cython.locals(
    city=int, later=u64, own=int, tried=u64, value=int, other=int, rest=Members, route=int, part=int)
cdef void try_stations(Tables t, State s, int seat, StationSearch search, u64 cities, int depth) noexcept nogil
cdef void try_value(StationSearch search, int value) noexcept nogil
@cython.locals(rest=Members, ticket=int, one=int, other=int)
cdef void note_gains(Tables t, State s, int seat, StationSearch search, int first, int own) noexcept nogil
@cython.locals(part=int)
cdef void merge(Tables t, StationSearch search, int depth, int one, int other) noexcept nogil
@cython.locals(value=int, rest=Members, ticket=int)
cdef int completed(Tables t, State s, int seat, StationSearch search, int first) noexcept nogil
