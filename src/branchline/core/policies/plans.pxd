cimport cython
from branchline.core.bits cimport Members, bit, has_next, lowest, next_member, u64
from branchline.core.constants cimport *
from .workspace cimport MAX_GOALS, Workspace
from branchline.core.rules.stations cimport station_cost
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

@cython.locals(rest=Members)
cdef void list_tickets(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(i=int)
cdef void list_districts(Tables t, Workspace w) noexcept nogil
cdef void add_ticket(Tables t, Workspace w, int ticket) noexcept nogil
cdef void add_goal(Tables t, Workspace w, u64 cities, double value) noexcept nogil
cdef u64 joined_with(Tables t, Workspace w, int city) noexcept nogil
@cython.locals(city=int, rest=Members, route=int, both=u64, todo=u64)
cdef void find_parts(Tables t, Workspace w) noexcept nogil
@cython.locals(joined=u64, city=int, word=int, rest=u64)
cdef bint join_cities(Tables t, Workspace w, u64 cities) noexcept nogil
@cython.locals(rest=Members)
cdef void make_free(Workspace w, u64 low, u64 high) noexcept nogil
@cython.locals(
    kind=int, claims=int, cars=int, stations=int, net=double, extra=double, rest=Members, route=int, cards=double, i=int)
cdef bint evaluate_plan(Tables t, State s, Workspace w, u64 low, u64 high, double value) noexcept nogil
cdef bint pays_station(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(kind=int, other=int)
cdef void add_demand(Tables t, Workspace w, int route) noexcept nogil
@cython.locals(cards=int, kind=int)
cdef int lacking(Workspace w) noexcept nogil
