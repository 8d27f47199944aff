cimport cython
from .chance cimport sample
from .constants cimport *
from .legal cimport is_legal, legal_into
from .rng cimport Rng
from .scoring cimport Scores, score_game
from .state cimport Moves, State
from .step cimport advance, apply_chance, step
from .tables cimport Tables
from .tickets cimport seat_dealt_to

@cython.final
cdef class Engine:
    cdef readonly Tables tables
    cdef readonly State state
    cdef Moves moves
    cpdef bint is_legal(self, int action)
    cpdef int event(self, int outcome)
