cimport cython
from branchline.core.bits cimport bit, lowest, u64
from branchline.core.constants cimport *
from .workspace cimport Mind, read_hand
from .payments cimport pay_tunnel
from .plans cimport demand
from .keep cimport choose_keep
from .simple cimport draw_or_any, longest_payable, want_cards
from .styles cimport aim, best_by_score, fewest_cars, join_goals, look, tickets_left
from branchline.core.rules.state cimport State
from branchline.core.rules.tables cimport Tables

cdef enum:
    ENOUGH_CARS = 18

@cython.locals(route=int)
cdef int choose_planner(Tables t, State s, Mind m) noexcept nogil
@cython.locals(word=int, mask=u64, route=int)
cdef void by_turns(Tables t, Mind m) noexcept nogil
@cython.locals(kind=int, word=int, mask=u64)
cdef void need_cards(Tables t, Mind m) noexcept nogil
