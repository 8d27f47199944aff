cimport cython
from branchline.core.constants cimport *
from .draws cimport blind_gain
from branchline.core.rules.legal cimport legal_into
from .payments cimport claim
from .policy cimport Policy
from .keep cimport keep_value
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

cdef extern from *:
    """
    #define BRANCHLINE_NEVER (-1e18)
    """
    double NEVER "BRANCHLINE_NEVER"

@cython.locals(base=int, action=int, kind=int, score=double)
cpdef list candidates(Tables t, State s, Policy policy, int claims, int draws)
@cython.locals(kind=int, route=int)
cdef double prior(Tables t, State s, Policy policy, int action)
