cimport cython
from branchline.core.bits cimport bit, i16, lowest, u8, u64
from branchline.core.constants cimport *
from .network cimport Parts, flood, label_parts
from .state cimport State
from .tables cimport Tables
from .longest_path cimport LongestPath

@cython.final
cdef class Scores:
    cdef readonly LongestPath longest_path
    cdef Parts parts
    cdef int routes[5]
    cdef int tickets[5]
    cdef int longest[5]
    cdef int stations[5]
    cdef int districts[5]
    cdef int total[5]
    cdef int tickets_done[5]
    cdef int longest_length[5]
    cdef int stations_used[5]
    cdef int rank[5]
    cdef i16 borrowed[15]
    cdef u8 level[256]
    cdef int gain[64]
    cdef i16 choice[3]
    cdef i16 best_choice[3]
    cdef int best_value
    cdef readonly int steps

@cython.locals(longest=int, has_longest=bint, seat=int)
cdef void score_game(Tables t, State s, Scores out) noexcept nogil
@cython.locals(points=int, cities=u64, joined=u64)
cdef int district_points(Tables t, State s, int seat) noexcept nogil
cdef void score_tickets(Tables t, State s, int seat, Scores out) noexcept nogil
@cython.locals(points=int, mask=u64, word=int)
cdef int ticket_sum(Tables t, State s, int seat) noexcept nogil
@cython.locals(
    city=int, later=u64, own=int, tried=u64, value=int, other=int, word=int, mask=u64, route=int, part=int)
cdef void try_stations(Tables t, State s, int seat, Scores out, u64 cities, int depth) noexcept nogil
cdef void try_value(Scores out, int value) noexcept nogil
@cython.locals(mask=u64, word=int, ticket=int, one=int, other=int)
cdef void note_gains(Tables t, State s, int seat, Scores out, int first, int own) noexcept nogil
@cython.locals(part=int)
cdef void merge(Tables t, Scores out, int depth, int one, int other) noexcept nogil
@cython.locals(value=int, mask=u64, ticket=int, word=int)
cdef int completed(Tables t, State s, int seat, Scores out, int first) noexcept nogil
cdef void rank_seats(Tables t, State s, Scores out) noexcept nogil
@cython.locals(difference=int)
cdef bint ahead(Tables t, Scores out, int one, int other) noexcept nogil
