from branchline.core.bits cimport bit
from .cards cimport discard, receive_openly, restock, spend, take_from_pile
from branchline.core.constants cimport *
from .state cimport State
from .tables cimport Tables

cdef bint lay_cards(Tables t, State s, int route, int colour, int count, int wilds) noexcept nogil
cdef bint reveal(Tables t, State s, int kind) noexcept nogil
cdef void pay_extra(Tables t, State s, int colour, int count, int wilds) noexcept nogil
cdef void withdraw(State s) noexcept nogil
cdef void complete_claim(Tables t, State s) noexcept nogil
cdef void close_route(Tables t, State s, int owner, int route) noexcept nogil
cdef void leave_tunnel(State s) noexcept nogil
cdef void pay(State s, int colour, int count, int wilds) noexcept nogil
cdef int station_cost(Tables t, State s) noexcept nogil
cdef void build_station(State s, int city, int colour, int count, int wilds) noexcept nogil
