cimport cython
from .claims cimport station_cost
from .constants cimport *
from .mind cimport Mind
from .state cimport State
from .tables cimport Tables

@cython.locals(best=int, best_price=double, kind=int, wilds=int, price=double)
cdef int claim(Tables t, Mind m, int route) noexcept nogil
cdef double set_price(Mind m, int kind, int count, int wilds) noexcept nogil
@cython.locals(best=int, best_price=double, cost=int, kind=int, wilds=int, price=double)
cdef int station(Tables t, State s, Mind m, int city) noexcept nogil
@cython.locals(colour=int, extra=int, count=int)
cdef int pay_tunnel(State s, Mind m) noexcept nogil
