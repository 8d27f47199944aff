cimport cython
from branchline.core.bits cimport bit
from branchline.core.constants cimport *
from .state cimport State
from .tables cimport Tables

cdef void deal_next_ticket(Tables t, State s) noexcept nogil
cdef int seat_dealt_to(Tables t, State s) noexcept nogil
cdef void receive_ticket(Tables t, State s, int ticket) noexcept nogil
cdef void add_offer(State s, int seat, int ticket) noexcept nogil
cdef void draw_tickets(Tables t, State s) noexcept nogil
cdef void draw_next_ticket(State s) noexcept nogil
cdef int least_to_keep(Tables t, State s) noexcept nogil
@cython.locals(seat=int, kept=int, ticket=int)
cdef bint keep_tickets(Tables t, State s, int mask) noexcept nogil
cdef void put_under(State s, int ticket, int seat) noexcept nogil
cdef void next_to_keep(State s) noexcept nogil
