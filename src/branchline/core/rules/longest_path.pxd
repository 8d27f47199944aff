cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, lowest, next_member, size, u64
from branchline.core.constants cimport *
from .network cimport Parts, join_part, part_cities
from .reduced_graph cimport ReducedGraph
from .tables cimport Tables

cdef int FAR

@cython.final
cdef class LongestPath:
    cdef ReducedGraph graph
    cdef Parts parts
    cdef i16 shortest[64]
    cdef readonly long long steps
    cdef readonly int best
    cdef u64 smallest
    cdef int bridge, gate, chosen
    @cython.locals(left=u64, part=u64, rest=Members)
    cpdef int longest(self, Tables t, u64 low, u64 high) noexcept nogil
    cdef void solve(self, u64 part) noexcept nogil
    @cython.locals(length=int)
    cdef bint is_solved(self, u64 part) noexcept nogil
    @cython.locals(low=u64, high=u64, cities=u64, city=int, rest=Members)
    cdef bint solve_bridge(self, u64 part) noexcept nogil
    @cython.locals(other=int, side=u64, gate=int, across=u64)
    cdef void try_bridge(self, u64 low, u64 high, int city, int route) noexcept nogil
    @cython.locals(low=u64, high=u64, bridge_low=u64, bridge_high=u64, odd=u64, length=int, span=int, best=int, far=u64)
    cdef void solve_side(self, u64 side, int bridge, int gate) noexcept nogil
    @cython.locals(city=int)
    cdef void note_shortest(self, u64 cities) noexcept nogil
    @cython.locals(best=int, bound=int)
    cdef void search(self, u64 low, u64 high, u64 kept_low, u64 kept_high, int left, u64 odd, u64 ends) noexcept nogil
    @cython.locals(odd_left=u64, city=int, route=int)
    cdef void leave_out(
        self, u64 low, u64 high, u64 kept_low, u64 kept_high, int left, u64 odd, u64 ends) noexcept nogil
    @cython.locals(
        lost=int, dearest=int, second=int, fewest=int, cities=u64, city=int, count=int, way=int, rest=Members, route=int, other=int, length=int)
    cdef int least_loss(self, u64 low, u64 high, u64 odd, int free_ends) noexcept nogil
    @cython.locals(found=int, best=int, rest=Members, route=int, rank=int)
    cdef int next_route(self, u64 low, u64 high, int city, u64 odd) noexcept nogil
    @cython.locals(other=int, side=u64)
    cdef void leave_out_route(
        self, u64 low, u64 high, u64 kept_low, u64 kept_high, int left, u64 odd, u64 ends, int city, int route
    ) noexcept nogil
    cdef void one_side(
        self, u64 low, u64 high, u64 kept_low, u64 kept_high, u64 odd, u64 ends, u64 side) noexcept nogil
