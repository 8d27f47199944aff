cimport cython
from branchline.core.bits cimport Members, bit, has_next, i16, lowest, next_member, size, u8, u64
from branchline.core.constants cimport *
from .tables cimport Tables

@cython.final
cdef class ReducedGraph:
    cdef u64 at[128]
    cdef u8 across[128]
    cdef i16 length[128]
    cdef u64 low, high
    cdef int longest_seen
    @cython.locals(seen=u64, todo=u64, city=int, rest=Members, route=int, near=u64)
    cdef u64 load(self, Tables t, u64 low, u64 high, int start) noexcept nogil
    cdef int degree(self, int city) noexcept nogil
    @cython.locals(odd=u64, city=int)
    cdef u64 odd_cities(self, u64 cities) noexcept nogil
    @cython.locals(city=int)
    cdef void clear(self, u64 cities) noexcept nogil
    @cython.locals(city=int)
    cdef void collect(self, u64 cities) noexcept nogil
    @cython.locals(found=int, rest=Members)
    cdef int total_length(self, u64 low, u64 high) noexcept nogil
    @cython.locals(found=int, rest=Members, length=int)
    cdef int shortest_at(self, int city) noexcept nogil
    @cython.locals(seen=u64, todo=u64, city=int, rest=Members, near=u64)
    cdef u64 reach(self, u64 low, u64 high, int start) noexcept nogil
    @cython.locals(city=int, degree=int)
    cdef void reduce(self, u64 cities) noexcept nogil
    @cython.locals(first=int, second=int, one=int, other=int)
    cdef u64 merge(self, int city) noexcept nogil
    cdef int first_at(self, int city) noexcept nogil
    cdef void remove(self, int route, int city) noexcept nogil
    @cython.locals(shortest=int, longest=int, second=int, n_dead=int, rest=Members, route=int, length=int)
    cdef bint remove_dead_end(self, int city, int degree) noexcept nogil
