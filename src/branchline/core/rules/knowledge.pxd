cimport cython
from branchline.core.bits cimport bit, size
from .chance cimport pick
from branchline.core.constants cimport *
from branchline.core.rng cimport Rng
from .state cimport State
from .tables cimport Tables

@cython.final
cdef class Knowledge:
    cdef readonly State state
    cdef readonly int viewer
    cdef int hidden_cards[5]
    cdef int hidden_tickets[5]
    cdef int unseen[9]
    cdef int longs_due, places
    cpdef void fill(self, Tables t, Rng rng, State out) noexcept nogil

@cython.locals(place=int)
cdef void determinise(Tables t, Knowledge k, Rng rng, State out) noexcept nogil
@cython.locals(left=int, kind=int, seat=int, pile_first=bint)
cdef void deal_cards(Tables t, Knowledge k, Rng rng, State out) noexcept nogil
@cython.locals(n=int, kind=int)
cdef int take_card(Knowledge k, Rng rng, int left) noexcept nogil
@cython.locals(wilds=int, spare=int, slot=int)
cdef int spare_others(State s) noexcept nogil
@cython.locals(wilds=int, others=int, total=double, mark=double)
cdef bint deal_pile(Knowledge k, Rng rng, State out, int left, int spare) noexcept nogil
@cython.locals(found=double, i=int)
cdef double ways(int n, int count) noexcept nogil
@cython.locals(left=int, kind=int, seat=int)
cdef int count_unseen(Tables t, Knowledge k, State s) noexcept nogil
@cython.locals(due=int, seat=int)
cdef int count_longs_due(Tables t, Knowledge k, State out) noexcept nogil
@cython.locals(seat=int)
cdef void count_circulating(Tables t, Knowledge k, State out) noexcept nogil
@cython.locals(longs=int)
cdef int count_longs_seen(Tables t, Knowledge k, State out) noexcept nogil
@cython.locals(hidden=int, longs=int, offered=int, chosen=bint)
cdef void deal_held(Tables t, Knowledge k, Rng rng, State out, int seat) noexcept nogil
cdef void deal_offer(Tables t, Knowledge k, Rng rng, State out, int seat) noexcept nogil
cdef int take_hidden(Tables t, Knowledge k, Rng rng, State out) noexcept nogil
cdef void give_ticket(State out, int seat, int ticket) noexcept nogil
@cython.locals(ticket=int)
cdef int take_regular(Rng rng, State out) noexcept nogil
@cython.locals(ticket=int)
cdef int take_long(Rng rng, State out) noexcept nogil
