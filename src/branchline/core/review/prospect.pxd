cimport cython
from branchline.core.bits cimport u64
from branchline.core.constants cimport *
from branchline.core.policies.plans cimport evaluate_plan
from branchline.core.policies.workspace cimport Workspace
from branchline.core.rules.state cimport State
from branchline.core.rules.step cimport step
from branchline.core.rules.tables cimport Tables
from branchline.core.value.features cimport plan

@cython.final
cdef class Prospect:
    cdef readonly Tables tables
    cdef Workspace workspace
    cdef State state
    cdef readonly double turns, turns_left
    cdef readonly int tickets
    cpdef void look(self, State s, int seat)
    cpdef void look_after(self, State s, int action)
    @cython.locals(low=u64, high=u64, i=int)
    cdef void _plan(self, int seat)
