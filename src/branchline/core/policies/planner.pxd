cimport cython
from branchline.core.bits cimport Members, bit, has_next, next_member
from branchline.core.constants cimport *
from .workspace cimport Workspace, read_hand
from .payments cimport pay_tunnel
from .plans cimport add_demand
from .keep cimport choose_keep
from .simple cimport draw_or_any, longest_payable, value_route_cards
from .styles cimport claim_or_draw, best_by_score, fewest_cars, join_goals, read_position, tickets_left
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

cdef enum:
    ENOUGH_CARS = 18

@cython.locals(route=int)
cdef int choose_planner(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(rest=Members, route=int)
cdef void set_costs_by_turns(Tables t, Workspace w) noexcept nogil
@cython.locals(kind=int, rest=Members)
cdef void value_plan_cards(Tables t, Workspace w) noexcept nogil
