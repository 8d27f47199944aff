cimport cython
from branchline.core.bits cimport Members, has_next, next_member, size
from .cards cimport row_has_colour
from branchline.core.constants cimport *
from .knowledge cimport Knowledge, count_circulating, count_longs_due, count_unseen
from .state cimport State
from .tables cimport Tables

cpdef str why_impossible(Tables t, Knowledge k)
cpdef str wrong_state(Tables t, State s)
cdef str wrong_numbers(State s)
@cython.locals(rest=Members, placed=int, seat=int)
cdef str wrong_pieces(Tables t, State s)
cdef str wrong_phase(State s)
@cython.locals(route=int, extra=int, i=int)
cdef str wrong_tunnel(Tables t, State s)
@cython.locals(i=int, kind=int, seat=int, places=int, left=int)
cdef str wrong_cards(Tables t, Knowledge k)
@cython.locals(seat=int, least=int, most=int)
cdef str wrong_offers(Tables t, State s)
@cython.locals(seat=int, lacking=int)
cdef str wrong_tickets(Tables t, Knowledge k)
@cython.locals(seat=int, lacking=int)
cdef int lacking_regular(Tables t, Knowledge k, State s)
@cython.locals(seat=int, found=int)
cdef int most_longs(Tables t, Knowledge k)
@cython.locals(seat=int, found=int)
cdef int needed_longs(Tables t, Knowledge k)
@cython.locals(found=int, ticket=int)
cdef int longs_offered(Tables t, Knowledge k)
