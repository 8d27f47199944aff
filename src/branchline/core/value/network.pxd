cimport cython
from branchline.core.bits cimport Members, has_next, i16, next_member, u64
from branchline.core.constants cimport *
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables
from .features cimport MAX_DENSE, Features

cdef enum:
    MAX_INPUTS = 640
    FIRST = 64
    SECOND = 32
    OUTPUTS = 2
    HIGHEST = 32767
    SET = 64
    UNIT = 4096
    STEPS = 64
    SPAN = 8
    WHOLE = 65536

@cython.final
cdef class Network:
    cdef readonly int dense, routes, tickets, inputs, win, logit, margin
    cdef int first_shift, second_shift, last_shift
    cdef i16 weights1[40960]
    cdef int bias1[64]
    cdef i16 weights2[2048]
    cdef int bias2[32]
    cdef i16 weights3[64]
    cdef int bias3[2]
    cdef int sums1[64]
    cdef int sums2[32]
    cdef int logistic[1026]
    @cython.locals(at=int, i=int)
    cdef _read(self, weights, biases)
    @cython.locals(i=int, j=int, low=u64, high=u64, other=int)
    cdef void evaluate(self, Features f, State s, int seat) noexcept nogil
    @cython.locals(i=int, j=int, value=int, cut=i16)
    cdef void _second_layer(self) noexcept nogil
    @cython.locals(i=int, first=int, second=int, value=int)
    cdef void _outputs(self) noexcept nogil
    @cython.locals(place=int, step=int, part=int, low=int, high=int)
    cpdef int chance(self, int logit) noexcept nogil

@cython.locals(j=int)
cdef void add_row(Network n, int row, i16 value) noexcept nogil
@cython.locals(rest=Members)
cdef void add_set(Network n, int row, u64 low, u64 high) noexcept nogil
