cimport cython
from libc.math cimport exp, sqrt
from branchline.core.bits cimport u64
from branchline.core.buffers cimport doubles
from branchline.core.constants cimport *
from branchline.core.policies.policy cimport Policy
from branchline.core.rng cimport Rng
from branchline.core.rules.chance cimport deal_all, sample
from branchline.core.rules.knowledge cimport Knowledge, determinise, ways
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
    cdef readonly double scale
    cdef public int samples, rollouts, depth
    cdef State before
    cdef State dealt
    cdef State state
    cdef State last
    cdef Rng rng
    cdef Rng cards
    cdef Rng pool
    cdef u64 seed_now, luck
    cdef int actions[64]
    cdef double chances[5]
    cdef double errors[5]
    cdef double expected[5]
    cdef double sums[5]
    cdef double squares[5]
    @cython.locals(found=cython.p_double, seat=int)
    cpdef worth_of(self, State s, u64 seed, object out)
    @cython.locals(found=cython.p_double, seat=int, kind=int)
    cpdef int expect_after(self, State s, int action, u64 seed, object out) except -1
    cpdef int chance_after(self, State s, int action)
    @cython.locals(found=cython.p_double, seat=int)
    cpdef expect_start(self, int seats, int first, u64 seed, object out)
    @cython.locals(found=cython.p_double, seat=int)
    cpdef known_to(self, Knowledge k, int worlds, u64 seed, object out)
    @cython.locals(seat=int, world=int, own=double, others=double, chance=double)
    cdef void _known(self, Knowledge k, int worlds) noexcept nogil
    cdef void begin(self, u64 seed) noexcept nogil
    @cython.locals(kind=int, i=int)
    cdef void expect(self, State s) noexcept nogil
    @cython.locals(seat=int)
    cdef void _add_dealt(self, int seats, double weight) noexcept nogil
    @cython.locals(matching=int, others=int, extra=int, share=double, i=int)
    cdef void _expect_tunnel(self, State s, int matching) noexcept nogil
    @cython.locals(left=int, kind=int, chosen=int)
    cdef int _card(self, State s, bint matching) noexcept nogil
    @cython.locals(found=cython.p_double, world=int, count=int, width=int)
    cpdef compare(self, Knowledge k, list actions, int first, int worlds, int stop, u64 seed, object out)
    @cython.locals(i=int, seat=int)
    cdef void _try_all(self, int count, int stop, int viewer, double* found, int at) noexcept nogil
    @cython.locals(found=cython.p_double, seat=int, i=int)
    cpdef follow(self, State s, int action, int near, int far, u64 seed, object out)
    @cython.locals(seat=int)
    cdef void worth(self, State s) noexcept nogil
    @cython.locals(kind=int, seat=int)
    cdef void _average_cards(self) noexcept nogil
    @cython.locals(i=int, seat=int, stop=int)
    cdef void _play_on(self, State s) noexcept nogil
    @cython.locals(seat=int, mean=double, spread=double)
    cdef void _average(self, int seats, int count) noexcept nogil
    cdef void _roll(self, int stop, u64 luck) noexcept nogil
    cdef void _start_roll(self, u64 luck, int action) noexcept nogil
    cdef void _roll_on(self, int stop) noexcept nogil
    cdef void _play(self, int action) noexcept nogil
    @cython.locals(seat=int, total=double)
    cdef void look(self, State s) noexcept nogil

cdef bint matches(State s, int kind) noexcept nogil
