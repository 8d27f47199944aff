cimport cython
from branchline.core.bits cimport Members, bit, has_next, next_member, size, smaller, u8, u64
from branchline.core.buffers cimport octets
from branchline.core.constants cimport *
from branchline.core.lanes cimport clear, spread
from branchline.core.rules.network cimport flood
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

ctypedef u8* u8_p

cdef enum:
    MOST = 255
    SEAT_WIDTH = 16
    PHASE_WIDTH = 4
    TABLE_WIDTH = 8
    TUNNEL_WIDTH = 22

@cython.final
cdef class Layout:
    cdef readonly Tables tables
    cdef readonly int seats, size
    cdef int cities, offer, done, open, routes, stations, hand, row, discards, others, phase, table, tunnel

@cython.locals(found=u64, rest=u64, members=Members, i=int, ticket=int)
cdef u64 done_of(Tables t, State s, int seat, int word, u64 known) noexcept nogil
@cython.locals(routes=int, cities=int, other=int, i=int, slot=int, kind=int)
cdef void write_row(Tables t, Layout at, State s, int seat, u64 low, u64 high, u8* out, int start) noexcept nogil
@cython.locals(cards=int, kind=int)
cdef void write_seat(State s, int seat, u8* out, int start) noexcept nogil
cdef void write_table(State s, int seat, u8* out, int start) noexcept nogil
@cython.locals(i=int)
cdef void write_tunnel(State s, u8* out, int start) noexcept nogil
