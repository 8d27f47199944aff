cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, next_member, set_size, u64
from branchline.core.constants cimport *
from branchline.core.rules.network cimport flood
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

ctypedef long long longlong

cdef enum:
    SHARE = 60
    MAX_GROUPS = 8
    N_SEAT = 22
    N_TICKET = 9
    N_ROUTE = 3
    N_PLACE = 4
    N_GAME = 12
    MARGINS = 128
    SCORES = 512
    SCORE_ZERO = 128
    ROUNDS = 256

@cython.final
cdef class Collector:
    cdef readonly Tables tables
    cdef Scores final
    cdef int endless, decisions, round, mover, leader, changes
    cdef u64 visited
    cdef bint bare, sold_out
    cdef int group[5]
    cdef u64 owned[10]
    cdef u64 held[10]
    cdef u64 done[10]
    cdef int claimed_at[128]
    cdef int done_at[640]
    cdef int draws[5]
    cdef int blind[5]
    cdef int face_up[5]
    cdef int wilds[5]
    cdef int won[5]
    cdef int turns[5]
    cdef long long game[12]
    cdef long long seat[176]
    cdef long long place[160]
    cdef long long ticket[1152]
    cdef long long ticket_held[1024]
    cdef long long ticket_wins[1024]
    cdef long long ticket_done[1024]
    cdef long long ticket_done_wins[1024]
    cdef long long route[384]
    cdef long long route_claims[1024]
    cdef long long route_wins[1024]
    cdef long long city[64]
    cdef long long met[64]
    cdef long long ahead[64]
    cdef long long margins[3200]
    cdef long long scores[4096]
    cdef long long winning[512]
    cdef long long rounds[256]
    cpdef seat_group(self, int seat, int group)
    @cython.locals(i=int, seat=int)
    cpdef void begin(self) noexcept nogil
    @cython.locals(seat=int, kind=int)
    cpdef void note(self, State s, int action) noexcept nogil
    @cython.locals(first=int, i=int, at=int)
    cdef void _note_offer(self, State s, int kept) noexcept nogil
    @cython.locals(seat=int, low=int, high=int, claimed=bint, rest=Members, route=int)
    cdef void _look_back(self, State s) noexcept nogil
    @cython.locals(best=int, leader=int, seat=int)
    cdef void _watch_lead(self, State s) noexcept nogil
    @cython.locals(low=int, high=int, rest=Members, ticket=int)
    cdef void _watch_tickets(self, int seat) noexcept nogil
    cpdef void finish(self, State s) noexcept nogil
    @cython.locals(winners=int, seat=int, city=int, rounds=int)
    cpdef void end(self, State s, Scores scores) noexcept nogil
    @cython.locals(total=longlong, at=int)
    cdef void _sum_seat(self, State s, Scores scores, int seat) noexcept nogil
    @cython.locals(low=u64, high=u64, i=int, route=int, rest=Members, ticket=int, at=int, by_group=int, own=bint)
    cdef void _sum_tickets(self, State s, Scores scores, int seat) noexcept nogil
    @cython.locals(rounds=int, rest=Members, route=int, at=int)
    cdef void _sum_routes(self, State s, int seat) noexcept nogil
    @cython.locals(second=int, other=int, pair=int, margin=int, places=int)
    cdef void _sum_others(self, State s, Scores scores, int seat) noexcept nogil
    @cython.locals(groups=int, pairs=int, tickets=int, routes=int)
    cpdef dict sums(self)

cdef int place_of(State s, int seat) noexcept nogil
cdef bint joins(Tables t, u64 low, u64 high, int ticket) noexcept nogil
