cimport cython
from branchline.core.bits cimport Members, has_next, next_member
from branchline.core.constants cimport *
from .draws cimport choose_draw
from branchline.core.rules.legal cimport count_legal, legal_at, legal_into
from .workspace cimport Workspace, count_missing, read_hand, read_map
from .payments cimport claim, pay_tunnel
from .keep cimport keep_cheapest
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

cdef int choose_random(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(found=int, i=int)
cdef int any_move(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(route=int, kind=int)
cdef int choose_greedy(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(best=int, rest=Members, route=int)
cdef int longest_payable(Tables t, Workspace w, int least) noexcept nogil
cdef bint touches(Tables t, Workspace w, int route) noexcept nogil
@cython.locals(most=double, kind=int)
cdef void price_wild(Tables t, Workspace w) noexcept nogil
@cython.locals(action=int)
cdef int draw_or_any(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(least=int, route=int, rest=Members)
cdef int choose_rush(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(longest=int, least=int, rest=Members)
cdef int rush_length(Tables t, State s, Workspace w) noexcept nogil
cdef void value_route_cards(Tables t, Workspace w, int route, int least) noexcept nogil
