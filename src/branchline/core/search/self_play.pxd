cimport cython
from branchline.core.bits cimport i16, size, u64
from branchline.core.buffers cimport integers
from branchline.core.rules.chance cimport sample
from branchline.core.constants cimport *
from branchline.core.rules.legal cimport legal_into
from branchline.core.policies.policy cimport Policy
from branchline.core.review.luck cimport LuckMeter
from branchline.core.rng cimport Rng
from branchline.core.rules.knowledge cimport Refused
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.step cimport apply_chance, step
from branchline.core.rules.tables cimport Tables
from branchline.core.study.collector cimport Collector
from .player cimport Player

cdef enum:
    CARDS = 1
    TICKETS_STREAM = 2
    FIRST_SEAT = 3
    ENDING = 4
    LUCK = 6
    SEATS_STREAM = 8
    N_FIELDS = 19
    TRACE = 4096

@cython.final
cdef class SelfPlay:
    cdef readonly Tables tables
    cdef readonly int seats
    cdef Player zero
    cdef Player one
    cdef Player two
    cdef Player three
    cdef Player four
    cdef readonly State state
    cdef readonly Scores scores
    cdef readonly Refused refused
    cdef Rng cards
    cdef Rng pool
    cdef Rng dice
    cdef Rng luck_rng
    cdef Moves moves
    cdef bint measures
    cdef readonly LuckMeter meter
    cdef bint collects
    cdef readonly Collector collector
    cdef int endless, played
    cdef int turns[5]
    cdef int decisions[5]
    cdef int ticket_draws[5]
    cdef int blind[5]
    cdef int face_up[5]
    cdef int wilds[5]
    cdef int forfeits[5]
    cdef int figures[95]
    cdef i16 trace[4096]
    cdef int choose(self, int seat) noexcept nogil
    cpdef void play(self, u64 seed, u64 index, int first=*) noexcept nogil
    cpdef play_on(self, State s, Refused refused, u64 seed, u64 index)
    @cython.locals(seat=int)
    cdef void _begin(self, u64 seed, u64 index) noexcept nogil
    @cython.locals(seat=int, action=int)
    cdef void _finish(self) noexcept nogil
    cdef void _seed(self, u64 seed, u64 index) noexcept nogil
    cdef void _deal(self) noexcept nogil
    @cython.locals(seat=int, kind=int)
    cdef void _count(self, int action) noexcept nogil
    cdef void _note(self, int seat, int at) noexcept nogil
    @cython.locals(game=int, i=int, results=cython.p_int)
    cpdef run(self, u64 seed, u64 index, int count, int first, object out)
