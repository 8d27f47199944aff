cimport cython
from libc.string cimport memcpy, memset
from branchline.core.bits cimport bit, i8, i16, size, u8, u64
from branchline.core.constants cimport *
from .tables cimport Tables

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
    cdef u8 offers[30]
    cdef u8 n_offer[5]
    cdef u8 revealed[3]
    cdef public i16 seats, first, actor, phase, chance, after, starting, dealt, wanted, passes, last_turns
    cdef public i16 n_pile, n_discards, n_pool, returned_head, n_returned
    cdef public i16 tunnel_route, tunnel_colour, tunnel_count, tunnel_wilds, tunnel_extra, n_revealed
    cdef public int turns
    cdef char end
    cpdef void copy_from(self, State other) noexcept nogil
    cpdef void reset(self, Tables tables, int seats, int first) noexcept nogil

cdef inline void copy_block(State to, State source) noexcept nogil:
    memcpy(&to.owned[0], &source.owned[0], <char*>&to.end - <char*>&to.owned[0])

cdef inline void clear_block(State block) noexcept nogil:
    memset(&block.owned[0], 0, <char*>&block.end - <char*>&block.owned[0])

@cython.final
cdef class Moves:
    cdef i16 items[16384]
    cdef u64 routes[2]
    cdef int count
