cimport cython
from libc.string cimport memcpy, memset
from branchline.core.bits cimport bit, i8, i16, size, u8, u64
from branchline.core.constants cimport *
from .tables cimport Tables, members

@cython.final
cdef class State:
    cdef u64 owned[10]
    cdef u64 open[10]
    cdef u64 tickets[10]
    cdef u64 pool[2]
    cdef u64 longs[2]
    cdef u64 stations_at[5]
    cdef public u64 free_cities
    cdef u8 hands[45]
    cdef u8 known[45]
    cdef u8 pile[9]
    cdef u8 discards[9]
    cdef i8 row[5]
    cdef u8 cars[5]
    cdef u8 stations[5]
    cdef u8 kept_start[5]
    cdef i16 score[5]
    cdef u8 returned[128]
    cdef u8 returned_by[128]
    cdef u8 offers[35]
    cdef u8 n_offer[5]
    cdef u8 revealed[3]
    cdef public i16 seats, first, actor, phase, chance, after, starting, dealt, wanted, passes, last_turns
    cdef public i16 n_pile, n_discards, n_pool, returned_head, n_returned
    cdef public i16 tunnel_route, tunnel_colour, tunnel_count, tunnel_wilds, tunnel_extra, n_revealed
    cdef public int turns
    cdef char end
    cpdef void copy_from(self, State other) noexcept nogil
    cpdef void reset(self, Tables tables, int seats, int first) noexcept nogil
    cpdef list hand(self, int seat)
    cpdef list known_cards(self, int seat)
    cpdef list routes_of(self, int seat)
    cpdef list open_to(self, int seat)
    cpdef list stations_of(self, int seat)
    cpdef list tickets_of(self, int seat)
    cpdef list offer_of(self, int seat)
    @cython.locals(count=int)
    cpdef int cards_in_hand(self, int seat) noexcept nogil
    cpdef int count_tickets(self, int seat) noexcept nogil
    cpdef int count_offered(self, int seat) noexcept nogil
    cpdef int cars_of(self, int seat) noexcept nogil
    cpdef int stations_left(self, int seat) noexcept nogil
    cpdef int points_of(self, int seat) noexcept nogil
    cpdef int kept_at_start(self, int seat) noexcept nogil
    cpdef bint is_open(self, int seat, int route) noexcept nogil
    cpdef list row_cards(self)
    cpdef list pile_cards(self)
    cpdef list discarded_cards(self)
    cpdef list revealed_cards(self)
    cpdef list pool_tickets(self)
    cpdef list returned_tickets(self)
    cdef _check_seat(self, int seat)
    cpdef set_hand(self, int seat, list cards, list known)
    cpdef set_seat(self, int seat, int cars, int kept_start)
    cpdef add_route(self, int seat, int route, int points)
    cpdef add_station(self, int seat, int city)
    cpdef add_ticket(self, int seat, int ticket)
    cpdef set_offer(self, int seat, list tickets)
    cpdef hide_offer(self, int seat, int count)
    cpdef set_row(self, list row)
    cpdef set_piles(self, list pile, list discards)
    @cython.locals(ticket=int)
    cpdef set_deck(self, list pool, list longs, list returned)
    cpdef set_tunnel(self, int route, int colour, int count, int wilds, int extra, list revealed)

cdef inline void copy_block(State to, State source) noexcept nogil:
    memcpy(&to.owned[0], &source.owned[0], <char*>&to.end - <char*>&to.owned[0])

cdef inline void clear_block(State block) noexcept nogil:
    memset(&block.owned[0], 0, <char*>&block.end - <char*>&block.owned[0])

@cython.final
cdef class Moves:
    cdef i16 items[16384]
    cdef u64 routes[2]
    cdef u64 sets[19]
    cdef int ways[19]
    cdef int count
