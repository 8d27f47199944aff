cimport cython
from libc.math cimport exp, log1p, sqrt
from branchline.core.bits cimport u64
from branchline.core.buffers cimport doubles
from branchline.core.constants cimport *
from branchline.core.policies.policy cimport Policy
from branchline.core.rng cimport Rng
from branchline.core.rules.chance cimport deal_all, sample
from branchline.core.rules.knowledge cimport Knowledge, determinise
from branchline.core.rules.state cimport State
from branchline.core.rules.step cimport apply_chance, step
from branchline.core.rules.tables cimport Tables
from branchline.core.value.value cimport Value

cdef enum:
    WHOLE = 65536
    UNIT = 4096
    MOST = 64

@cython.final
cdef class Outlook:
    cdef readonly Tables tables
    cdef readonly Value value
    cdef readonly Policy policy
    cdef Policy zero
    cdef Policy one
    cdef Policy two
    cdef Policy three
    cdef Policy four
    cdef readonly double scale
    cdef readonly double known_scale
    cdef readonly double known_bend
    cdef readonly double known_offset
    cdef State dealt
    cdef State state
    cdef Rng rng
    cdef Rng cards
    cdef Rng pool
    cdef u64 luck
    cdef int actions[64]
    cdef double chances[5]
    cdef double errors[5]
    cdef double later[5]
    cdef double sums[5]
    cdef double squares[5]
    cpdef int choose(self, State s) noexcept nogil
    @cython.locals(found=cython.p_double, seat=int)
    cpdef before_deal(self, int seats, int first, int stop, int deals, u64 seed, object out)
    @cython.locals(i=int)
    cdef void deal_often(self, int seats, int first, int stop, int deals, u64 seed) noexcept nogil
    @cython.locals(found=cython.p_double, seat=int)
    cpdef follow(self, State s, int action, int near, int far, int rollouts, u64 seed, object out)
    @cython.locals(seat=int, i=int)
    cdef void play_often(self, State s, int action, int near, int far, int rollouts, u64 seed) noexcept nogil
    @cython.locals(found=cython.p_double, seat=int)
    cpdef known_to(self, Knowledge k, int worlds, u64 seed, object out)
    @cython.locals(seat=int, world=int, own=double, others=double, chance=double)
    cdef void _know(self, Knowledge k, int worlds, u64 seed) noexcept nogil
    @cython.locals(found=cython.p_double, world=int, i=int, count=int)
    cpdef compare(self, Knowledge k, list actions, int first, int worlds, int stop, u64 seed, object out)
    cdef double _try(self, int action, int stop, int viewer) noexcept nogil
    @cython.locals(odds=double)
    cdef double _known(self, int viewer) noexcept nogil
    cpdef int chance_after(self, State s, int action)
    @cython.locals(seat=int)
    cdef void _clear(self, int seats) noexcept nogil
    @cython.locals(seat=int)
    cdef void _add(self, int seats) noexcept nogil
    @cython.locals(seat=int, mean=double, spread=double)
    cdef void _average(self, int seats, int count) noexcept nogil
    cdef void _begin(self, u64 luck, int action) noexcept nogil
    cdef void _play_to(self, int stop) noexcept nogil
    cdef void _play(self, int action) noexcept nogil
    @cython.locals(seat=int, total=double)
    cdef void look(self, State s) noexcept nogil
