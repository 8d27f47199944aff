cimport cython
from branchline.core.bits cimport Members, bit, has_next, larger, lowest, next_member, set_size, smaller, u64
from branchline.core.constants cimport *
from .draws cimport choose_draw
from .workspace cimport FEW_CARDS, LAST_POWER, MAX_GOALS, NEVER, Workspace, count_missing_among, count_wilds, reach, read_hand, read_map
from branchline.core.lanes cimport pick_within, places_above
from branchline.core.rules.legal cimport capped
from branchline.core.rules.stations cimport station_cost
from .paths cimport MAX_COST
from .payments cimport claim, pay_tunnel, station
from .plans cimport evaluate_plan, join_cities, joined_with, list_districts, list_tickets, make_free, pays_station
from .keep cimport choose_keep
from .simple cimport any_move, price_wild
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

cdef extern from *:
    """
    #define BRANCHLINE_WORST (-1e9)
    #define BRANCHLINE_FINE 4.0
    """
    double WORST "BRANCHLINE_WORST"
    double FINE "BRANCHLINE_FINE"

@cython.locals(action=int)
cdef int choose_hybrid(Tables t, State s, Workspace w) noexcept nogil
cdef void set_prices(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(others=int, own=int, kind=int, slot=int, least=double, seat=int, cars=int, cards=int, turns=double)
cdef double turns_to_end(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(rest=Members, seat=int)
cdef void price_routes(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(odd=u64, changed=u64, rivals=int, seat=int, cities=u64, colour=int, have=int, paid=int, early=bint, city=int)
cdef void keep_prices(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(low=u64, high=u64, others=bint)
cdef bint owns_others(Tables t, State s, Workspace w, int seat, int place) noexcept nogil
@cython.locals(rest=Members)
cdef void forget_prices(Workspace w, u64 low, u64 high) noexcept nogil
cdef void score_routes(Tables t, Workspace w) noexcept nogil
@cython.locals(best=int)
cdef void plan_single_route(Workspace w) noexcept nogil
@cython.locals(odd=u64, rest=Members, route=int)
cdef u64 odd_cities(Tables t, State s) noexcept nogil
@cython.locals(length=int, ends=u64, worth=double, cost=int, i=int, net=double)
cdef void price_route(Tables t, Workspace w, int route) noexcept nogil
cdef void set_cost(Workspace w, int route, int cost) noexcept nogil
@cython.locals(cost=int, rest=Members)
cdef void offer_stations(Tables t, State s, Workspace w, int seat) noexcept nogil
@cython.locals(i=int, j=int)
cdef void find_best_plan(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(word=int)
cdef void keep_paths(Tables t, Workspace w) noexcept nogil
@cython.locals(place=int)
cdef bint find_path(Tables t, Workspace w, int goal) noexcept nogil
@cython.locals(late=bint, i=int, rest=Members, route=int)
cdef void try_quick_paths(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(station_turns=double, rest=Members, route=int, cost=int)
cdef void cost_turns(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(score=double, rest=Members, route=int, routes=int)
cdef double score_plan(Tables t, State s, Workspace w, u64 low, u64 high, double value) noexcept nogil
@cython.locals(floor=double, first=int, low=u64, high=u64, rest=Members, route=int, pull=double)
cdef void price_cards(Tables t, Workspace w) noexcept nogil
@cython.locals(slot=int)
cdef double sharpened(Workspace w, double share) noexcept nogil
cdef void raise_card_value(Workspace w, int kind, double pull) noexcept nogil
@cython.locals(chosen=int, stations=int, rest=Members, route=int)
cdef int carry_out_best_plan(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(cars=int, whole=double)
cdef bint gathers_cards(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(rest=Members, route=int)
cdef int build_planned_station(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(done=int, cards=int, points=int, ticket=int, chance=double)
cdef bint wants_tickets(Tables t, State s, Workspace w) noexcept nogil
