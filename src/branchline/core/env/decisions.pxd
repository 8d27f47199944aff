cimport cython
from branchline.core.bits cimport i16, u8, u64
from branchline.core.buffers cimport integers, octets, shorts
from branchline.core.constants cimport *
from branchline.core.rng cimport Rng
from branchline.core.rules.chance cimport sample
from branchline.core.rules.legal cimport legal_into
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.step cimport apply_chance, step
from branchline.core.rules.tables cimport Tables
from branchline.core.search.self_play cimport SelfPlay
from .observation cimport Layout, done_of, write_row
from .space cimport Space

cdef enum:
    CARDS = 1
    TICKETS_STREAM = 2
    TRACE = 4096

@cython.final
cdef class Decisions:
    cdef readonly Layout layout
    cdef readonly Space space
    cdef readonly Tables tables
    cdef readonly int room, id_room, rows, ids
    cdef readonly object observations, legal, counts, actions, seats
    cdef u8* observation_memory
    cdef i16* legal_memory
    cdef int* count_memory
    cdef i16* action_memory
    cdef u8* seat_memory
    cdef State state
    cdef Moves moves
    cdef Rng cards
    cdef Rng pool
    cdef u8 marked[16384]
    cdef u64 completed[10]
    cdef u64 owned[10]
    cdef u64 held[10]
    cpdef clear(self)
    @cython.locals(i=int)
    cpdef void begin(self) noexcept nogil
    cpdef bint note(self, State s, int action) except -1
    cpdef int play(self, SelfPlay game, u64 seed, u64 index) except -1
    @cython.locals(rows=int, ids=int, fits=bint)
    cpdef bint add(self, SelfPlay game, u64 seed, u64 index) except -1
    @cython.locals(i=int)
    cdef bint _replay(self, SelfPlay game, u64 seed, u64 index) noexcept nogil
    cdef void _deal(self) noexcept nogil
    @cython.locals(seat=int, row=int)
    cdef bint _note(self, State s, int action) noexcept nogil
    @cython.locals(at=int)
    cdef void _complete(self, State s, int seat) noexcept nogil
    @cython.locals(n=int, start=int, k=int, number=int, found=int, i=int)
    cdef int _list_legal(self, State s, int row, int chosen) noexcept nogil
