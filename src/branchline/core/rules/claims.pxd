from branchline.core.bits cimport bit
from .cards cimport discard, spend
from branchline.core.constants cimport *
from .state cimport State
from .tables cimport Tables

cdef void lay_cards(State s, int route, int colour, int count, int wilds) noexcept nogil
cdef void complete_claim(Tables t, State s) noexcept nogil
cpdef void close_route(Tables t, State s, int owner, int route) noexcept nogil
cdef void end_claim(State s) noexcept nogil
cdef void pay(State s, int colour, int count, int wilds) noexcept nogil
