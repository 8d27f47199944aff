cimport cython
from branchline.core.rules.legal cimport ferry_wilds
from branchline.core.rules.stations cimport station_cost
from branchline.core.constants cimport *
from .workspace cimport Workspace
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

@cython.locals(best=int, best_price=double, kind=int, wilds=int, price=double)
cdef int claim(Tables t, Workspace w, int route) noexcept nogil
cdef double set_price(Workspace w, int kind, int count, int wilds) noexcept nogil
@cython.locals(best=int, best_price=double, cost=int, kind=int, wilds=int, price=double)
cdef int station(Tables t, State s, Workspace w, int city) noexcept nogil
@cython.locals(colour=int, extra=int, count=int)
cdef int pay_tunnel(State s, Workspace w) noexcept nogil
