cimport cython
from .cards cimport gap, receive_openly, row_has_colour, settled, slot_of, take_from_pile
from .claims cimport complete_claim, lay_cards
from branchline.core.constants cimport *
from .state cimport State
from .stations cimport build_station
from .tables cimport Tables
from .tickets cimport deal_next_ticket, draw_tickets, keep_tickets, receive_ticket
from .tunnels cimport begin_tunnel, pay_extra, reveal, withdraw

@cython.locals(kind=int, target=int, colour=int, count=int, wilds=int)
cdef void step(Tables t, State s, int action) noexcept nogil
cdef void draw_face_up(Tables t, State s, int kind) noexcept nogil
cdef void apply_chance(Tables t, State s, int outcome) noexcept nogil
cdef void advance(Tables t, State s) noexcept nogil
cdef void begin_second_card(State s) noexcept nogil
cdef void end_turn(State s) noexcept nogil
