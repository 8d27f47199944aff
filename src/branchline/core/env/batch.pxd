cimport cython
from cpython cimport array
from libc.string cimport memcpy
from branchline.core.bits cimport Members, has_next, i16, next_member, u8, u64
from branchline.core.buffers cimport floats, integers, octets, shorts, words
from branchline.core.constants cimport *
from branchline.core.lanes cimport clear
from branchline.core.policies.policy cimport Policy
from branchline.core.rng cimport Rng
from branchline.core.rules.chance cimport sample
from branchline.core.rules.legal cimport legal_into
from branchline.core.rules.scoring cimport Scores, score_game
from branchline.core.rules.state cimport Moves, State
from branchline.core.rules.step cimport apply_chance, step
from branchline.core.rules.tables cimport Tables
from .observation cimport Layout, done_of, write_row
from .space cimport Space, resolve

cdef enum:
    CARDS = 1
    TICKETS_STREAM = 2
    FIRST_SEAT = 3
    DICE = 4
    SEATS_STREAM = 8
    N_STREAMS = 8
    WIN = 0
    RANK = 1
    MARGIN = 2
    SHAPED = 3

cdef extern from *:
    """
    #define BRANCHLINE_POINTS 100.0
    """
    double POINTS "BRANCHLINE_POINTS"

cdef inline int slot_size(State s) noexcept nogil:
    return <int>(<char*>&s.end - <char*>&s.owned[0])

cdef inline object make_slots(int count):
    return array.array("B", bytes(count * slot_size(State())))

cdef inline u8* slots_in(object memory) except NULL:
    return octets(memory)

cdef inline void load_slot(State s, u8* slots, int i) noexcept nogil:
    memcpy(&s.owned[0], slots + i * slot_size(s), slot_size(s))

cdef inline void save_slot(State s, u8* slots, int i) noexcept nogil:
    memcpy(slots + i * slot_size(s), &s.owned[0], slot_size(s))

@cython.final
cdef class Arrays:
    cdef readonly int envs, seats
    cdef readonly Layout layout
    cdef readonly Space space
    cdef readonly object observations, masks, legal, counts, actors, actions, rewards, points, done, truncated

@cython.final
cdef class Batch:
    cdef readonly Arrays arrays
    cdef readonly Tables tables
    cdef Layout layout
    cdef Space space
    cdef readonly int first, count, seats
    cdef int envs, reward, longest, illegal
    cdef u64 seed
    cdef bint versus
    cdef Policy one
    cdef Policy two
    cdef Policy three
    cdef Policy four
    cdef State state
    cdef Moves moves
    cdef Scores scores
    cdef Rng cards
    cdef Rng pool
    cdef Rng dice
    cdef u8* observations
    cdef u8* masks
    cdef i16* legal
    cdef int* counts
    cdef int* actors
    cdef int* actions
    cdef float* rewards
    cdef int* points
    cdef u8* done
    cdef u8* truncated
    cdef object slot_memory, stream_memory, ticket_memory, game_memory, played_memory
    cdef u8* slots
    cdef u64* streams
    cdef u64* completed
    cdef u64* games
    cdef int* played
    @cython.locals(i=int)
    cpdef reset(self, u64 seed)
    @cython.locals(i=int)
    cpdef int step(self, bint at_random=*)
    @cython.locals(i=int)
    cpdef sample(self)
    @cython.locals(row=int, n=int)
    cdef void choose_at_random(self, int i) noexcept nogil
    @cython.locals(row=int, number=int, action=int)
    cdef void play(self, int i) noexcept nogil
    @cython.locals(row=int, seat=int)
    cdef void clear_results(self, int i) noexcept nogil
    @cython.locals(index=u64, begins=int, seat=int, word=int)
    cdef void begin(self, int i) noexcept nogil
    cdef void deal(self) noexcept nogil
    cdef void answer(self, int i) noexcept nogil
    @cython.locals(action=int)
    cdef int choose(self, int stream) noexcept nogil
    @cython.locals(seat=int, low=u64, high=u64, score=int, kept=bint, before=int, word=int, at=int, gain=int)
    cdef void apply(self, int i, int action) noexcept nogil
    @cython.locals(points=int, word=int, done=u64, rest=Members, member=int, value=int)
    cdef int worth(self, int i, int seat) noexcept nogil
    @cython.locals(row=int, seat=int)
    cdef void finish(self, int i) noexcept nogil
    @cython.locals(rank=int, same=int, others=int, best=int, other=int, share=double)
    cdef double final_reward(self, int seat) noexcept nogil
    @cython.locals(row=int, seat=int, at=int)
    cdef void observe(self, int i) noexcept nogil
    @cython.locals(n=int, count=int, k=int, number=int)
    cdef void list_legal(self, int row, int start) noexcept nogil
