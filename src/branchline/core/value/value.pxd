cimport cython
from libc.math cimport tanh
from branchline.core.constants cimport *
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables
from .features cimport Features
from .network cimport UNIT, WHOLE, Network

cdef extern from *:
    """
    #define BRANCHLINE_VALUE_MARGIN 40.0
    """
    double MARGIN "BRANCHLINE_VALUE_MARGIN"

@cython.final
cdef class Value:
    cdef readonly Tables tables
    cdef readonly Network network
    cdef readonly Features features
    cdef Scores scores
    cdef readonly int win, points, ahead
    cdef readonly double share
    cpdef double estimate(self, State s, int seat) noexcept nogil
    @cython.locals(winners=int, best=int, other=int, won=double)
    cpdef double result(self, State s, int seat) noexcept nogil
    cpdef int logit(self, State s, int seat) noexcept nogil
