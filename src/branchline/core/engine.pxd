cimport cython
from branchline.core.rules.chance cimport sample
from branchline.core.constants cimport *
from branchline.core.rules.legal cimport count_legal, is_legal, legal_at, legal_into
from .rng cimport Rng
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.step cimport advance, apply_chance, step
from branchline.core.rules.tables cimport Tables
from branchline.core.rules.tickets cimport seat_dealt_to

@cython.final
cdef class Engine:
    cdef readonly Tables tables
    cdef readonly State state
    cdef Moves moves
    cpdef int count_legal(self)
    cpdef int legal_at(self, int n) except -1
    cpdef bint is_legal(self, int action)
    cpdef int event(self, int outcome)
