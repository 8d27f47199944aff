cimport cython
from libc.math cimport tanh
from branchline.core.bits cimport u64
from branchline.core.buffers cimport doubles
from branchline.core.rules.chance cimport sample
from branchline.core.constants cimport *
from branchline.core.rules.knowledge cimport Knowledge, determinise
from .policy cimport Policy
from branchline.core.rng cimport Rng
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport State
from branchline.core.rules.step cimport apply_chance, step
from branchline.core.rules.tables cimport Tables

cdef extern from *:
    """
    #define BRANCHLINE_MARGIN 40.0
    """
    double MARGIN "BRANCHLINE_MARGIN"

cdef enum:
    MAX_CANDIDATES = 64
    MAX_TURNS = 1000

@cython.final
cdef class Rollout:
    cdef readonly Tables tables
    cdef readonly Knowledge knowledge
    cdef Policy policy
    cdef State world
    cdef State state
    cdef Scores scores
    cdef Rng cards
    cdef Rng pool
    cdef u64 luck
    cdef int actions[64]
    cdef readonly int count
    @cython.locals(world=int, i=int, values=cython.p_double)
    cpdef run(self, u64 seed, int first, int worlds, u64 active, object out)
    cdef double play_out(self, int action, u64 seed, u64 world) noexcept nogil
    cdef void _play(self, int action) noexcept nogil
    @cython.locals(winners=int, best=int, other=int, won=double)
    cdef double _value(self, int seat) noexcept nogil
