cimport cython
from .bits cimport u64
from .mind cimport Mind
from .policy_hybrid cimport choose_hybrid
from .policy_planner cimport choose_planner
from .policy_simple cimport choose_greedy, choose_random, choose_rush
from .policy_styles cimport choose_hungry, choose_long_route, choose_one_step, choose_path
from .state cimport State
from .tables cimport Tables
from .weights cimport Weights

@cython.final
cdef class Policy:
    cdef readonly str name
    cdef readonly int number
    cdef readonly Mind mind
    cpdef void seed(self, u64 seed, u64 stream) noexcept nogil
    cpdef int choose(self, Tables t, State s) noexcept nogil
