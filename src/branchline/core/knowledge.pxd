cimport cython
from .bits cimport bit, size
from .chance cimport pick
from .constants cimport *
from .rng cimport Rng
from .state cimport State
from .tables cimport Tables

@cython.final
cdef class Knowledge:
    cdef readonly State state
    cdef readonly int viewer
    cdef int hidden_cards[5]
    cdef int hidden_tickets[5]
    cdef int unseen[9]
    cdef int longs_due
    cpdef void fill(self, Tables t, Rng rng, State out) noexcept nogil

@cython.locals(place=int)
cdef void determinise(Tables t, Knowledge k, Rng rng, State out) noexcept nogil
@cython.locals(left=int, n=int, kind=int, seat=int)
cdef void deal_cards(Tables t, Knowledge k, Rng rng, State out) noexcept nogil
@cython.locals(left=int, kind=int, seat=int)
cdef int count_unseen(Tables t, Knowledge k, State s) noexcept nogil
@cython.locals(due=int, seat=int)
cdef int count_longs_due(Tables t, Knowledge k, State out) noexcept nogil
@cython.locals(hidden=int, longs=int, offered=int, chosen=bint)
cdef void deal_held(Tables t, Knowledge k, Rng rng, State out, int seat) noexcept nogil
cdef void deal_offer(Rng rng, State out, int seat) noexcept nogil
cdef void give_ticket(State out, int seat, int ticket) noexcept nogil
@cython.locals(ticket=int)
cdef int take_regular(Rng rng, State out) noexcept nogil
@cython.locals(ticket=int)
cdef int take_long(Rng rng, State out) noexcept nogil
