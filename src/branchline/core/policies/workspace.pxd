cimport cython
from branchline.core.bits cimport Members, has_next, lowest, next_member, smaller, u64
from branchline.core.constants cimport *
from branchline.core.rules.legal cimport capped
from .paths cimport Paths
from branchline.core.rng cimport Rng
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.tables cimport Tables
from .weights cimport Weights

cdef enum:
    MAX_GOALS = 64
    FEW_CARDS = 12
    LAST_POWER = 1023

cdef extern from *:
    """
    #define BRANCHLINE_NEVER 1e9
    """
    double NEVER "BRANCHLINE_NEVER"

@cython.final
cdef class Workspace:
    cdef readonly Weights weights
    cdef Paths paths
    cdef readonly Rng rng
    cdef Rng judgement
    cdef u64 mood
    cdef Moves moves
    cdef int hand[9]
    cdef int unseen[9]
    cdef int demand[9]
    cdef double gain[9]
    cdef int missing[128]
    cdef int hand_for[9]
    cdef int wilds_for[9]
    cdef double turns_for[9]
    cdef double price_for[9]
    cdef double turns[128]
    cdef double worth[128]
    cdef double score[128]
    cdef u64 open[2]
    cdef u64 free[2]
    cdef u64 usable[2]
    cdef u64 path[2]
    cdef u64 goal_cities[64]
    cdef double goal_value[64]
    cdef double goal_net[64]
    cdef u64 goal_path[128]
    cdef u64 cities, odd_cities
    cdef bint scarce
    cdef int n_goals, n_tickets, most_kind
    cdef double plan_turns, plan_net, turn_price, car_price, turns_left, best_score, face_up_wild
    cdef double longest_plan
    cdef u64 best_low, best_high
    cdef u64 part[64]
    cdef u64 part_low, part_high
    cdef int part_board
    cdef double alone[128]
    cdef double wait[128]
    cdef u64 priced[2]
    cdef u64 seen[10]
    cdef int priced_board, priced_wilds, priced_rivals
    cdef bint priced_scarce, priced_early
    cdef u64 priced_cities, priced_mood
    cdef double priced_car, priced_turn
    cdef bint laid, changed
    cdef int n_known, known_board
    cdef u64 known_free[2]
    cdef u64 known_usable[2]
    cdef bint known[64]
    cdef u64 known_cities[64]
    cdef u64 known_path[128]
    cdef double bonus[3]
    cdef double block[2]
    cdef u64 rival_cities[5]
    cdef double power_of[1024]
    cdef double power[1024]
    cdef int costs[128]

cdef void read_hand(State s, Workspace w) noexcept nogil
cdef void read_map(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(found=u64, rest=Members, route=int)
cdef u64 reach(Tables t, State s, int seat) noexcept nogil
@cython.locals(cities=u64, city=int)
cdef void borrow(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(colour=int)
cdef void count_missing(Tables t, Workspace w) noexcept nogil
@cython.locals(rest=Members, route=int)
cdef void count_missing_among(Tables t, Workspace w, u64 low, u64 high) noexcept nogil
@cython.locals(lacking=int)
cdef void count_wilds(Workspace w) noexcept nogil
@cython.locals(have=int, used=int, lacking=int, wilds=int, turns=double, spare=int, wanted=int)
cdef void count_missing_of(Tables t, Workspace w, int route) noexcept nogil
@cython.locals(kind=int, seat=int, slot=int)
cdef void count_unseen(Tables t, State s, Workspace w) noexcept nogil
