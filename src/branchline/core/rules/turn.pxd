from .cards cimport row_has_colour
from branchline.core.constants cimport *
from .state cimport State

cdef void go_on_to_second_card(State s) noexcept nogil
cdef void end_turn(State s) noexcept nogil
