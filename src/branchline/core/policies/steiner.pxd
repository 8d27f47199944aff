cimport cython
from branchline.core.bits cimport bit, i16, u64
from branchline.core.constants cimport *
from branchline.core.rules.tables cimport Tables

cdef enum:
    MAX_TERMINALS = 12
    FAR = 268435456

@cython.final
cdef class SteinerTrees:
    cdef readonly Tables tables
    cdef int count
    cdef int distance[4096]
    cdef i16 by[4096]
    cdef int best[262144]
    cdef int terminals[12]
    cdef u64 found[2]
    @cython.locals(t=Tables, i=int, city=int, route=int, cost=int)
    cpdef load(self, object costs)
    @cython.locals(middle=int, start=int, goal=int, first=int, cost=int)
    cdef void _measure(self, Tables t) noexcept nogil
    @cython.locals(i=int)
    cpdef solve(self, object cities)
    @cython.locals(i=int, city=int, some=int)
    cdef void _solve(self, int n) noexcept nogil
    @cython.locals(at=int, city=int, part=int, one=int, other=int, cost=int)
    cdef void _split(self, int n, int some) noexcept nogil
    @cython.locals(at=int, middle=int, city=int, first=int, cost=int)
    cdef void _extend(self, int n, int some) noexcept nogil
    @cython.locals(found=int)
    cpdef int cost(self, int some) except? -2
    @cython.locals(last=int, i=int)
    cdef int _last(self, int some) except -2
    @cython.locals(i=int)
    cpdef list routes(self, int some)
    @cython.locals(n=int, at=int, cost=int, i=int, middle=int, part=int)
    cdef void _trace(self, int some, int city) noexcept nogil
    @cython.locals(part=int, parts=int)
    cdef int _part_at(self, int some, int city) noexcept nogil
    @cython.locals(route=int)
    cdef void _add_path(self, int start, int goal) noexcept nogil
