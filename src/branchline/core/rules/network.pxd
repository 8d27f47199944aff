cimport cython
from branchline.core.bits cimport Members, bit, has_next, lowest, next_member, u8, u64
from branchline.core.constants cimport *
from .tables cimport Tables

@cython.locals(seen=u64, todo=u64, near=u64, city=int)
cdef u64 flood(Tables t, u64 low, u64 high, int start) noexcept nogil
@cython.locals(found=u64, rest=Members)
cdef u64 neighbours(Tables t, u64 low, u64 high, int city) noexcept nogil
@cython.locals(city=int)
cdef void part_cities(Tables t, Parts parts) noexcept nogil
@cython.locals(start=int)
cdef void join_part(Parts parts, u64 cities) noexcept nogil

@cython.final
cdef class Parts:
    cdef u8 label[64]
