cimport cython
from .cards cimport discard, receive_openly, restock, take_from_pile
from .claims cimport complete_claim, end_claim, pay
from branchline.core.constants cimport *
from .state cimport Moves, State
from .tables cimport Tables

cdef bint begin_tunnel(Tables t, State s) noexcept nogil
cdef bint reveal(Tables t, State s, int kind) noexcept nogil
cdef int extra_cost(State s, int kind) noexcept nogil
@cython.locals(n=int, have=int, count=int, wilds=int)
cdef int list_extra_payments(State s, Moves out, bint canonical) noexcept nogil
cdef void pay_extra(Tables t, State s, int colour, int count, int wilds) noexcept nogil
cdef void withdraw(State s) noexcept nogil
cdef void discard_revealed(State s) noexcept nogil
