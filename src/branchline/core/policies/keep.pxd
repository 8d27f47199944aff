cimport cython
from branchline.core.bits cimport Members, bit, has_next, next_member, size, u64
from branchline.core.constants cimport *
from .workspace cimport Workspace
from .plans cimport join_cities
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables
from branchline.core.rules.tickets cimport least_to_keep

cdef int keep_all(State s) noexcept nogil
@cython.locals(kept=int, best=int, i=int)
cdef int keep_cheapest(Tables t, State s) noexcept nogil
cdef int offered_points(Tables t, State s, int i) noexcept nogil
@cython.locals(best=int, best_value=double, mask=int, value=double)
cdef int choose_keep(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(ticket=int, i=int)
cdef void find_offer_paths(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(best=double, points=int, chosen=int, value=double, i=int)
cdef double keep_value(Tables t, State s, Workspace w, int kept) noexcept nogil
@cython.locals(low=u64, high=u64, value=double, i=int, cars=int, rest=Members, route=int)
cdef double pursuit_value(Tables t, State s, Workspace w, int chosen) noexcept nogil
