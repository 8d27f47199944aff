cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, next_member, size, u64
from branchline.core.constants cimport *
from branchline.core.policies.hybrid cimport find_best_plan, price_routes, set_prices
from branchline.core.policies.plans cimport evaluate_plan, lacking, list_districts, list_tickets
from branchline.core.policies.weights cimport Weights
from branchline.core.policies.workspace cimport Workspace, count_unseen, reach, read_hand, read_map
from branchline.core.rules.longest_path cimport LongestPath
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

cdef enum:
    MAX_DENSE = 256
    LIMIT = 1000
    MEMO = 4096
    TICKETS_SHOWN = 4
    LONGEST = 6

cdef extern from *:
    """
    #define BRANCHLINE_FAR 12.0
    """
    double FAR "BRANCHLINE_FAR"

@cython.final
cdef class Features:
    cdef readonly Tables tables
    cdef readonly Workspace workspace
    cdef LongestPath longest_path
    cdef readonly int count
    cdef double best, second, third, payable
    cdef i16 values[256]
    cdef u64 key_low[4096]
    cdef u64 key_high[4096]
    cdef i16 length[4096]
    cdef int hand[9]
    cdef u64 rest[2]
    cdef int open_by_length[7]
    cdef int payable_by_length[7]
    cdef int one_short[7]
    cdef int two_short[7]
    cdef double need[9]
    cdef double soonest[3]
    @cython.locals(actor=int, i=int)
    cdef void write(self, State s, int seat) noexcept nogil
    cpdef list to_list(self, State s, int seat)
    @cython.locals(slot=int)
    cdef int longest(self, u64 low, u64 high) noexcept nogil

cdef void put(Features f, int value) noexcept nogil
cdef void put_real(Features f, double value) noexcept nogil
@cython.locals(i=int)
cdef void plan(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(first=int, second=int, third=int, total=int, kind=int, count=int)
cdef void add_hand(Features f, Workspace w) noexcept nogil
@cython.locals(
    points=int, undone=int, districts=int, rest=Members, i=int, j=int, low=u64, high=u64, shown=u64,
    sure=int, best=int)
cdef void add_tickets(Features f, Tables t, State s, Workspace w) noexcept nogil
cdef int goal_points(Workspace w, int goal) noexcept nogil
cdef bint add_plan(Features f, Tables t, State s, Workspace w, u64 low, u64 high, int points) noexcept nogil
@cython.locals(length=int, i=int, best=double, second=double, need=double, wilds=int, slot=int, kind=int)
cdef void add_routes(Features f, Tables t, State s, Workspace w) noexcept nogil
@cython.locals(length=int, kind=int, floor=double, rest=Members, route=int)
cdef void survey(Features f, Tables t, Workspace w) noexcept nogil
cdef void note_need(Features f, int kind, double pull) noexcept nogil
cdef void note_score(Features f, double score) noexcept nogil
cdef void note_turns(Features f, int length, double turns) noexcept nogil
@cython.locals(kind=int, cars=int, points=int, claims=int, route=int)
cdef void add_claims_at_once(Features f, Tables t, State s, Workspace w) noexcept nogil
@cython.locals(
    best=int, best_kind=int, best_wilds=int, rest=Members, route=int, length=int, kind=int, other=int, wilds=int)
cdef int longest_payable(Features f, Tables t, int cars) noexcept nogil
@cython.locals(cards=int, known=int, best=int, kind=int, own=int, other=int, length=int, ahead=int)
cdef void add_public(Features f, Tables t, State s, int seat) noexcept nogil
@cython.locals(kind=int, count=int, slot=int)
cdef void add_table(Features f, State s) noexcept nogil
