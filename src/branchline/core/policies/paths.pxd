cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, lowest, next_member, u8, u64
from branchline.core.constants cimport *
from branchline.core.lanes cimport fill, least_above, lower, places_of, places_of_sum
from branchline.core.rules.tables cimport Tables

cdef enum:
    MAX_COST = 250
    FAR = 16200

@cython.final
cdef class Paths:
    cdef u64 low, high, starts, visited, cities
    cdef i16 cost[128]
    cdef i16 matrix[4096]
    cdef i16 distance[64]
    cdef u8 number[64]
    cdef u64 free_ways[64]
    cdef u64 found[2]
    cdef u64 later[2]
    cdef int blocks, board
    @cython.locals(city=int, rest=Members, route=int)
    cdef void lay(self, Tables t, u64 low, u64 high) noexcept nogil
    @cython.locals(rest=Members, route=int)
    cdef void _take(self, Tables t, u64 low, u64 high) noexcept nogil
    cdef void _lay(self, Tables t, int route) noexcept nogil
    @cython.locals(rest=u64, here=u64, now=int, count=int, city=int, goal=int, last=int, blocks=int, visited=u64)
    cdef int search(self, u64 starts, u64 goals) noexcept nogil
    @cython.locals(city=int, rest=Members, route=int)
    cdef void trace(self, Tables t, int goal) noexcept nogil
    @cython.locals(near=u64, best=int)
    cdef int _before(self, int city) noexcept nogil
