cimport cython
from branchline.core.constants cimport *
from .workspace cimport Workspace, count_unseen
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

@cython.locals(best=int, best_gain=double, second_gain=double, wild=bint, slot=int, kind=int, blind=double)
cdef int choose_draw(Tables t, State s, Workspace w) noexcept nogil
@cython.locals(cards=int, total=double, kind=int)
cdef double blind_gain(Tables t, State s, Workspace w) noexcept nogil
