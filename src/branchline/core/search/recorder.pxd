cimport cython
from branchline.core.bits cimport i16, u64
from branchline.core.buffers cimport integers, shorts, words
from branchline.core.constants cimport *
from branchline.core.rng cimport Rng
from branchline.core.rules.chance cimport sample
from branchline.core.rules.knowledge cimport Refused
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport State
from branchline.core.rules.step cimport apply_chance, step
from branchline.core.rules.tables cimport Tables
from branchline.core.value.features cimport Features
from .candidates cimport Candidates
from .player cimport Player

ctypedef i16* i16_array
ctypedef u64* u64_array

cdef enum:
    ENDLESS = 3000
    N_WORDS = 6
    N_FACTS = 5
    WIN = 60

@cython.final
cdef class Recorder:
    cdef readonly Tables tables
    cdef readonly Features features
    cdef Player explorer
    cdef readonly int seats
    cdef Player zero
    cdef Player one
    cdef Player two
    cdef Player three
    cdef Player four
    cdef readonly State state
    cdef Scores scores
    cdef Refused refused
    cdef Rng cards
    cdef Rng pool
    cdef Rng dice
    cdef Candidates candidates
    cdef int rows, dense
    @cython.locals(room=int, values=i16_array, members=u64_array, notes=cython.p_int, row=int)
    cpdef int play(
        self, u64 seed, u64 index, int span, double explore, double rate, object inputs, object sets, object facts) except -1
    @cython.locals(first=int)
    cpdef begin(self, u64 seed, u64 index)
    cpdef play_until(self, int turn)
    cdef void _play_until(self, int turn) noexcept nogil
    @cython.locals(start=int, last=int, armed=bint, random=bint, row=int)
    cdef void _play(
        self, int span, double explore, double rate, int room, i16* inputs, u64* sets, int* facts) noexcept nogil
    cdef int choose(self, int seat) noexcept nogil
    cdef int _random_candidate(self) noexcept nogil
    cdef void _step(self, int action) noexcept nogil
    cdef void deal(self) noexcept nogil
    @cython.locals(seat=int, i=int, at=int, word=int, other=int)
    cdef void _record(self, i16* inputs, u64* sets, int* facts) noexcept nogil
    @cython.locals(seat=int, winners=int, best=int, other=int)
    cdef void _label(self, int* facts, int row) noexcept nogil
