cimport cython
from branchline.core.bits cimport Members, bit, has_next, lowest, next_member, u64
from branchline.core.constants cimport *
from branchline.core.policies.draws cimport blind_gain
from branchline.core.policies.keep cimport keep_value
from branchline.core.policies.payments cimport claim, station
from branchline.core.policies.policy cimport Policy
from branchline.core.policies.workspace cimport Workspace
from branchline.core.rules.legal cimport legal_into
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.tables cimport Tables

cdef enum:
    MAX_CANDIDATES = 64
    MAX_RANKED = 512

@cython.final
cdef class Candidates:
    cdef readonly int count
    cdef int n_claims, n_draws, n_others, n_rest
    cdef int actions[64]
    cdef int claims[512]
    cdef double claim_scores[512]
    cdef int draws[512]
    cdef double draw_scores[512]
    cdef int others[64]
    cdef int rest[512]
    cdef double rest_values[512]
    @cython.locals(i=int)
    cpdef void find(self, Tables t, State s, Policy policy, int claims, int draws, int stations) noexcept nogil
    @cython.locals(i=int, action=int, kind=int)
    cdef void _list(self, Tables t, State s, Workspace w) noexcept nogil
    @cython.locals(i=int, j=int, best=int)
    cdef void _add_best(self, int* actions, double* scores, int count, int wanted) noexcept nogil
    @cython.locals(cities=u64, rest=Members, route=int, action=int, i=int)
    cdef void _add_stations(self, Tables t, State s, Workspace w, int wanted) noexcept nogil
    @cython.locals(i=int)
    cdef void list_rest(self, Tables t, State s, Moves moves) noexcept nogil
    cdef void add_rest(self, int wanted) noexcept nogil
    @cython.locals(i=int)
    cdef bint _has(self, int action) noexcept nogil
    cdef void _add(self, int action) noexcept nogil

@cython.locals(kind=int)
cdef double draw_score(Tables t, State s, Workspace w, int action) noexcept nogil
