cimport cython
from .cards cimport gap, receive_openly, settled, slot_of, take_from_pile
from .claims cimport build_station, lay_cards, pay_extra, reveal, withdraw
from branchline.core.constants cimport *
from .state cimport State
from .tables cimport Tables
from .tickets cimport deal_next_ticket, draw_tickets, keep_tickets, receive_ticket
from .turn cimport end_turn, go_on_to_second_card

@cython.locals(kind=int, target=int, colour=int, count=int, wilds=int)
cdef void step(Tables t, State s, int action) noexcept nogil
cdef void draw_face_up(Tables t, State s, int kind) noexcept nogil
cdef void apply_chance(Tables t, State s, int outcome) noexcept nogil
cdef void advance(Tables t, State s) noexcept nogil
