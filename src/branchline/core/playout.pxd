cimport cython
from branchline.core.bits cimport u64
from branchline.core.rules.chance cimport deal_all
from branchline.core.constants cimport *
from branchline.core.rules.legal cimport count_legal, legal_at
from .rng cimport Rng
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.step cimport step
from branchline.core.rules.tables cimport Tables

ctypedef long long longlong

cdef long long SHARE, DIGEST

@cython.final
cdef class Tally:
    cdef long long points[5]
    cdef long long squares[5]
    cdef long long win_shares[5]
    cdef readonly long long games, decisions, turns, stalemates, digest, starter_shares

@cython.final
cdef class Playout:
    cdef readonly State state
    cdef Moves moves
    cdef readonly Scores scores
    cdef Rng rng
    cdef readonly int decisions
    cpdef void random_game(self, Tables t, int seats, u64 seed, u64 index) noexcept nogil
    @cython.locals(n=int)
    cdef void finish(self, Tables t) noexcept nogil
    @cython.locals(index=u64)
    cpdef run(self, Tables t, int seats, u64 seed, u64 first, u64 count, Tally tally)

@cython.locals(seats=int, winners=int, mark=longlong, points=longlong, seat=int)
cdef void add_game(Playout p, Tally tally) noexcept nogil
