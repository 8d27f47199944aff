# Sets as machine words, inlined in C; bits.py says what each function does.
ctypedef signed char i8
ctypedef unsigned char u8
ctypedef short i16
ctypedef unsigned short u16
ctypedef unsigned long long u64

cdef struct Members:
    u64 low
    u64 high

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int branchline_lowest(unsigned long long m) { unsigned long i; _BitScanForward64(&i, m); return (int) i; }
    static __inline int branchline_size(unsigned long long m) { return (int) __popcnt64(m); }
    #else
    static inline int branchline_lowest(unsigned long long m) { return __builtin_ctzll(m); }
    static inline int branchline_size(unsigned long long m) {
    #if defined(__x86_64__) && !defined(__POPCNT__)  /* else a call into a library */
        m -= m >> 1 & 0x5555555555555555ULL;
        m = (m & 0x3333333333333333ULL) + (m >> 2 & 0x3333333333333333ULL);
        return (int) (((m + (m >> 4)) & 0x0f0f0f0f0f0f0f0fULL) * 0x0101010101010101ULL >> 56);
    #else
        return __builtin_popcountll(m);
    #endif
    }
    #endif
    /* Nearly every processor counts bits by itself, but a program for x86-64 must ask first. The result is the same. */
    static inline void branchline_add_sizes(const unsigned long long *sets, int *sizes) {
        int i;
        for (i = 0; i < 8; i++) sizes[i] += branchline_size(sets[2 * i]) + branchline_size(sets[2 * i + 1]);
    }
    #if defined(__x86_64__) && !defined(__POPCNT__) && defined(__GNUC__)
    __attribute__((target("popcnt"), unused))
    static void branchline_popcnt_sizes(const unsigned long long *sets, int *sizes) {
        int i;
        for (i = 0; i < 8; i++)
            sizes[i] += __builtin_popcountll(sets[2 * i]) + __builtin_popcountll(sets[2 * i + 1]);
    }
    #define branchline_sizes(sets, sizes) \
        (__builtin_cpu_supports("popcnt") ? branchline_popcnt_sizes : branchline_add_sizes)(sets, sizes)
    #else
    #define branchline_sizes branchline_add_sizes
    #endif
    static inline int branchline_nth(unsigned long long low, unsigned long long high, int n) {
        int first = branchline_size(low), offset = 0;
        if (n >= first) { n -= first; low = high; offset = 64; }
        for (; n; n--) low &= low - 1;
        return offset + branchline_lowest(low);
    }
    static inline int branchline_take(unsigned long long *low, unsigned long long *high) {
        int member;
        if (*low) { member = branchline_lowest(*low); *low &= *low - 1; }
        else { member = 64 + branchline_lowest(*high); *high &= *high - 1; }
        return member;
    }
    #if defined(__GNUC__)
    #define branchline_likely(condition) __builtin_expect(!!(condition), 1)
    #else
    #define branchline_likely(condition) (condition)
    #endif
    #define branchline_has_next(members) (branchline_likely((members).low) || (members).high)
    /* A macro, so that it can change its argument: a variable of type Members. */
    #define branchline_next_member(members) branchline_take(&(members).low, &(members).high)
    """
    int lowest "branchline_lowest" (u64 mask) noexcept nogil
    int size "branchline_size" (u64 mask) noexcept nogil
    void add_sizes "branchline_sizes" (u64* sets, int* sizes) noexcept nogil
    int nth_member "branchline_nth" (u64 low, u64 high, int n) noexcept nogil
    bint has_next "branchline_has_next" (Members members) noexcept nogil
    int next_member "branchline_next_member" (Members members) noexcept nogil

cdef inline u64 bit(int i) noexcept nogil:
    return <u64>1 << i

cdef inline int set_size(u64 low, u64 high) noexcept nogil:
    return size(low) + size(high)

cdef inline int smaller(int one, int other) noexcept nogil:
    return other + ((one - other) & ((one - other) >> 31))

cdef inline int larger(int one, int other) noexcept nogil:
    return one - ((one - other) & ((one - other) >> 31))
