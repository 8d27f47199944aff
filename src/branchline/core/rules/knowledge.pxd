cimport cython
from branchline.core.bits cimport Members, bit, has_next, next_member, size, u16, u64
from .chance cimport pick
from branchline.core.constants cimport *
from branchline.core.rng cimport Rng
from .state cimport State
from .tables cimport Tables

@cython.final
cdef class Refused:
    cdef u64 tickets[10]
    cpdef void clear(self) noexcept nogil
    cpdef add(self, int seat, int ticket)
    @cython.locals(i=int)
    cdef void copy_from(self, Refused other) noexcept nogil
    @cython.locals(i=int, ticket=int)
    cpdef void note(self, State s, int kept) noexcept nogil

@cython.final
cdef class Knowledge:
    cdef readonly State state
    cdef readonly int viewer
    cdef int hidden_cards[5]
    cdef int hidden_tickets[5]
    cdef int unseen[9]
    cdef int longs_due, places
    cdef bint weighted
    cdef u16 weights[640]
    @cython.locals(seen=u64, i=int, place=int, kind=int, seat=int, word=int)
    cpdef void see(self, Tables t, State s, int viewer, Refused refused) noexcept nogil
    @cython.locals(kind=int, hidden=int, i=int)
    cdef void _hide(self, State s, int seat) noexcept nogil
    cpdef void fill(self, Tables t, Rng rng, State out) noexcept nogil

cdef void locate(State known, int ticket) noexcept nogil
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
@cython.locals(ticket=int)
cdef int take_held(Tables t, Knowledge k, Rng rng, State out, int seat) noexcept nogil
@cython.locals(ticket=int)
cdef int take_long_of(Knowledge k, Rng rng, State out, int seat) noexcept nogil
@cython.locals(total=int, rest=Members, mark=int, ticket=int)
cdef int pick_weighted(Knowledge k, Rng rng, u64 low, u64 high, int seat) noexcept nogil
cdef int take_hidden(Tables t, Knowledge k, Rng rng, State out) noexcept nogil
cdef void give_ticket(State out, int seat, int ticket) noexcept nogil
@cython.locals(ticket=int)
cdef int take_regular(Rng rng, State out) noexcept nogil
@cython.locals(ticket=int)
cdef int take_long(Rng rng, State out) noexcept nogil
