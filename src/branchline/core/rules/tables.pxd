cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, next_member, size, u8, u64
from branchline.core.constants cimport *

@cython.locals(rest=Members)
cpdef list members(u64 low, u64 high)

@cython.final
cdef class Tables:
    cdef readonly object board
    cdef int serial
    cdef int n_cities, n_routes, n_tickets, n_colours, n_districts, n_actions, n_ties
    cdef int cars, stations, hand, deal_long, deal_regular, keep_start, keep_later, draw_tickets
    cdef int closed_doubles, longest_bonus, station_bonus, most_tickets_bonus
    cdef bint refused_leave
    cdef u8 cards[9]
    cdef i16 points[9]
    cdef u8 ties[3]
    cdef u8 end_a[128]
    cdef u8 end_b[128]
    cdef u8 across[128]
    cdef u64 ends[128]
    cdef i16 cell[128]
    cdef i16 mirror[128]
    cdef u8 length[128]
    cdef u8 colour[128]
    cdef u8 ferry[128]
    cdef u8 tunnel[128]
    cdef i16 twin[128]
    cdef u64 all_routes[2]
    cdef u64 at[128]
    cdef u64 fits[18]
    cdef u64 of_colour[18]
    cdef u64 tunnels[2]
    cdef u64 payable[162]
    cdef u64 ferry_fits[18]
    cdef u64 mixed[1296]
    cdef u8 ticket_a[128]
    cdef u8 ticket_b[128]
    cdef i16 ticket_points[128]
    cdef u64 regular_tickets[2]
    cdef u64 long_tickets[2]
    cdef u64 district_cities[16]
    cdef i16 district_points[16]
    cdef u8 keeps[1024]
    cdef u8 n_keeps[64]
    cdef i16 claim_base[1152]
    cdef i16 station_base[36]
    cdef u8 action_kind[16384]
    cdef u8 action_target[16384]
    cdef u8 action_colour[16384]
    cdef u8 action_count[16384]
    cdef u8 action_wilds[16384]
    cdef bint _takes(self, int r, int kind)
    cdef void _list(self, int action, int kind, int target, int colour, int count, int wilds)
