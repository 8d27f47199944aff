cimport cython
from .bits cimport bit, lowest, u8, u64
from .constants cimport *
from .tables cimport Tables

@cython.locals(seen=u64, todo=u64, near=u64, city=int)
cdef u64 flood(Tables t, u64 low, u64 high, int start) noexcept nogil
@cython.locals(found=u64, mask=u64)
cdef u64 neighbours(Tables t, u64 low, u64 high, int city) noexcept nogil
@cython.locals(left=u64, cities=u64, start=int)
cdef void label_parts(Tables t, u64 low, u64 high, Parts part) noexcept nogil

@cython.final
cdef class Parts:
    cdef u8 label[64]

@cython.final
cdef class Trail:
    cdef u8 least[64]
    cdef public long long steps
    cdef public int best
    @cython.locals(seen=u64, part=u64, start=int)
    cpdef int longest(self, Tables t, u64 low, u64 high) noexcept nogil
    @cython.locals(
        twice=int, odd=u64, odd_sum=int, n_odd=int, dearest=int, cities=u64, city=int, weight=int, total=int, starts=u64,
        start=int)
    cdef void search_part(self, Tables t, u64 low, u64 high, u64 part) noexcept nogil
    @cython.locals(found=int, word=int, mask=u64, length=int)
    cdef int look_around(self, Tables t, u64 low, u64 high, int city) noexcept nogil
    @cython.locals(must_stay=int, word=int, mask=u64, route=int, member=u64, other=int, length=int, change=int)
    cdef void extend(
        self, Tables t, u64 low, u64 high, int city, int done, int left, u64 odd, int odd_sum, int dearest
    ) noexcept nogil
