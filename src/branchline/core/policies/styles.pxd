cimport cython
from branchline.core.bits cimport Members, bit, has_next, lowest, next_member, size, u64
from branchline.core.constants cimport *
from .workspace cimport Workspace, count_missing, read_hand, read_map
from .payments cimport claim, pay_tunnel
from .plans cimport join_cities, joined_with, list_tickets, make_free
from .keep cimport keep_all, keep_cheapest, offered_points
from .simple cimport draw_or_any, longest_payable
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables
from branchline.core.rules.tickets cimport least_to_keep

cdef enum:
    LOW_CARS = 8
    SPARE_CARS = 5

@cython.locals(route=int)
cdef void read_position(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(kind=int)
cdef int claim_or_draw(Tables t, State s, Workspace w, int route) noexcept nogil
@cython.locals(route=int, i=int)
cdef int choose_path(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(rest=Members, route=int)
cdef void raise_scores(Tables t, Workspace w, double value) noexcept nogil
@cython.locals(best=int, rest=Members, route=int)
cdef int best_by_score(Workspace w, bint payable) noexcept nogil
@cython.locals(goal=int)
cdef int choose_one_step(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(best=int, fewest=int, i=int, kept=int, routes=int, ticket=int)
cdef int keep_nearest(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(best=int, i=int)
cdef int best_goal(Tables t, Workspace w) noexcept nogil
@cython.locals(here=u64, rest=Members, route=int)
cdef int first_missing(Tables t, Workspace w, int goal) noexcept nogil
cdef bint tickets_left(State s) noexcept nogil
@cython.locals(fewest=int, seat=int)
cdef int fewest_cars(State s) noexcept nogil
@cython.locals(word=int, goal=int, route=int)
cdef int choose_long_route(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(cars=int, route=int)
cdef int choose_hungry(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(rest=Members, route=int)
cdef void set_costs_by_length(Tables t, Workspace w) noexcept nogil
@cython.locals(planned_low=u64, planned_high=u64, left=u64, goal=int, i=int)
cdef int join_goals(Tables t, Workspace w) noexcept nogil
@cython.locals(cars=int, rest=Members)
cdef int cars_of(Tables t, u64 low, u64 high) noexcept nogil
@cython.locals(best=int, best_ratio=double, i=int, ticket=int, found=bint, mask=int, ratio=double)
cdef int keep_by_ratio(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(low=u64, high=u64, points=int, i=int, cars=int)
cdef double keep_ratio(Tables t, State s, Workspace w, int mask) noexcept nogil
