cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, lowest, next_member, u64
from branchline.core.constants cimport *
from .longest_path cimport LongestPath
from .network cimport flood
from .state cimport State
from .stations cimport StationSearch, best_station_use, unbuilt_points
from .tables cimport Tables

@cython.final
cdef class Scores:
    cdef readonly LongestPath longest_path
    cdef StationSearch search
    cdef int routes[5]
    cdef int tickets[5]
    cdef int longest[5]
    cdef int stations[5]
    cdef int districts[5]
    cdef int most_tickets[5]
    cdef int total[5]
    cdef int tickets_done[5]
    cdef int longest_length[5]
    cdef int stations_used[5]
    cdef int rank[5]
    cdef i16 borrowed[15]
    cdef readonly int steps

@cython.locals(seat=int)
cdef void score_game(Tables t, State s, Scores out) noexcept nogil
@cython.locals(longest=int, seat=int)
cdef void score_longest_path(Tables t, State s, Scores out) noexcept nogil
@cython.locals(most=int, seat=int)
cdef void score_most_tickets(Tables t, State s, Scores out) noexcept nogil
@cython.locals(points=int, cities=u64, joined=u64)
cdef int district_points(Tables t, State s, int seat) noexcept nogil
cdef void score_tickets(Tables t, State s, int seat, Scores out) noexcept nogil
@cython.locals(points=int, rest=Members)
cdef int ticket_sum(Tables t, State s, int seat) noexcept nogil
cdef void rank_seats(Tables t, State s, Scores out) noexcept nogil
@cython.locals(difference=int)
cdef bint ahead(Tables t, Scores out, int one, int other) noexcept nogil
