# Short rows of small numbers, inlined in C; lanes.py says what each function does.
from .bits cimport i16, u8, u64

cdef extern from *:
    """
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #define BRANCHLINE_LOAD(numbers) _mm_loadu_si128((const __m128i *) (numbers))
    #endif
    static inline void branchline_fill(short *numbers, int value, int blocks) {
        int i, j;
        for (i = 0; i < blocks; i++) for (j = 0; j < 8; j++) numbers[8 * i + j] = (short) value;
    }
    static inline void branchline_lower(short *numbers, const short *others, int start, int more, int blocks) {
        int i;
        others += start;
    #if defined(__SSE2__)
        __m128i all = _mm_set1_epi16((short) more);
        for (i = 0; i < 8 * blocks; i += 8)
            _mm_storeu_si128((__m128i *) (numbers + i), _mm_min_epi16(
                BRANCHLINE_LOAD(numbers + i), _mm_add_epi16(all, BRANCHLINE_LOAD(others + i))));
    #else
        for (i = 0; i < 8 * blocks; i++) {
            short sum = (short) (more + others[i]);
            numbers[i] = sum < numbers[i] ? sum : numbers[i];
        }
    #endif
    }
    static inline int branchline_least_above(const short *numbers, int start, int limit, int blocks) {
        int i;
        numbers += start;
    #if defined(__SSE2__)
        /* What is not above the limit becomes positive, and what is above it negative: the less, the nearer to it. */
        __m128i base = _mm_set1_epi16((short) (limit - 32767)), least = _mm_set1_epi16(32767);
        for (i = 0; i < 8 * blocks; i += 8)
            least = _mm_min_epi16(least, _mm_sub_epi16(BRANCHLINE_LOAD(numbers + i), base));
        least = _mm_min_epi16(least, _mm_srli_si128(least, 8));
        least = _mm_min_epi16(least, _mm_srli_si128(least, 4));
        least = _mm_min_epi16(least, _mm_srli_si128(least, 2));
        return (short) _mm_cvtsi128_si32(least) + 32768 + limit + 1;
    #else
        int least = 32767;
        for (i = 0; i < 8 * blocks; i++) if (numbers[i] > limit && numbers[i] < least) least = numbers[i];
        return least;
    #endif
    }
    static inline double branchline_pick_within(
            double *numbers, const double *picked, const double *needs, double limit, int count) {
        int i;
    #if defined(__SSE2__)
        double both[2];
        __m128d worst = _mm_set1_pd(-1e9), all = _mm_set1_pd(limit), most = worst, least;
        for (i = 0; i < count; i += 2) {
            least = _mm_cmple_pd(_mm_loadu_pd(needs + i), all);
            least = _mm_or_pd(_mm_and_pd(least, _mm_loadu_pd(picked + i)), _mm_andnot_pd(least, worst));
            _mm_storeu_pd(numbers + i, least);
            most = _mm_max_pd(most, least);
        }
        _mm_storeu_pd(both, most);
        return both[0] > both[1] ? both[0] : both[1];
    #else
        double most = -1e9;
        for (i = 0; i < count; i++) {
            numbers[i] = needs[i] <= limit ? picked[i] : -1e9;
            most = numbers[i] > most ? numbers[i] : most;
        }
        return most;
    #endif
    }
    static inline unsigned long long branchline_places_above(
            const double *numbers, int start, double limit, int count) {
        unsigned long long found = 0;
        int i;
        numbers += start;
    #if defined(__SSE2__)
        __m128d all = _mm_set1_pd(limit);
        for (i = 0; i < count; i += 2)
            found |= (unsigned long long) _mm_movemask_pd(_mm_cmpgt_pd(_mm_loadu_pd(numbers + i), all)) << i;
    #else
        for (i = 0; i < count; i++) found |= (unsigned long long) (numbers[i] > limit) << i;
    #endif
        return found;
    }
    static inline unsigned long long branchline_places_of_sum(
            const short *numbers, const short *others, int start, int value, int blocks) {
        unsigned long long found = 0;
        int i;
        others += start;
    #if defined(__SSE2__)
        __m128i all = _mm_set1_epi16((short) value);
        for (i = 0; i < 8 * blocks; i += 8) {
            __m128i sum = _mm_add_epi16(BRANCHLINE_LOAD(numbers + i), BRANCHLINE_LOAD(others + i));
            __m128i same = _mm_packs_epi16(_mm_cmpeq_epi16(sum, all), _mm_setzero_si128());
            found |= (unsigned long long) _mm_movemask_epi8(same) << i;
        }
    #else
        for (i = 0; i < 8 * blocks; i++) found |= (unsigned long long) (numbers[i] + others[i] == value) << i;
    #endif
        return found;
    }
    static inline unsigned long long branchline_places_of(const short *numbers, int value, int blocks) {
        unsigned long long found = 0;
        int i;
    #if defined(__SSE2__)
        __m128i all = _mm_set1_epi16((short) value);
        for (i = 0; i < 8 * blocks; i += 8) {
            __m128i same = _mm_packs_epi16(_mm_cmpeq_epi16(BRANCHLINE_LOAD(numbers + i), all), _mm_setzero_si128());
            found |= (unsigned long long) _mm_movemask_epi8(same) << i;
        }
    #else
        for (i = 0; i < 8 * blocks; i++) found |= (unsigned long long) (numbers[i] == value) << i;
    #endif
        return found;
    }
    /* Eight bits become eight bytes: each byte takes all bits, keeps its own, and becomes 0 or 1. */
    static inline void branchline_spread_word(unsigned char *numbers, unsigned long long word, int count) {
        int i;
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        for (i = 0; i < count; i += 8) {
            unsigned long long bytes = ((word >> i & 255) * 0x0101010101010101ULL) & 0x8040201008040201ULL;
            bytes = ((bytes + 0x7f7f7f7f7f7f7f7fULL) >> 7) & 0x0101010101010101ULL;
            memcpy(numbers + i, &bytes, 8);
        }
    #else
        for (i = 0; i < count; i++) numbers[i] = (unsigned char) (word >> i & 1);
    #endif
    }
    static inline void branchline_spread(
            unsigned char *numbers, int start, unsigned long long low, unsigned long long high, int count) {
        branchline_spread_word(numbers + start, low, count < 64 ? count : 64);
        if (count > 64) branchline_spread_word(numbers + start + 64, high, count - 64);
    }
    #define branchline_clear(numbers, start, count) memset((numbers) + (start), 0, (size_t) (count))
    """
    void spread "branchline_spread" (u8* numbers, int start, u64 low, u64 high, int count) noexcept nogil
    void clear "branchline_clear" (u8* numbers, int start, int count) noexcept nogil
    void fill "branchline_fill" (i16* numbers, int value, int blocks) noexcept nogil
    void lower "branchline_lower" (i16* numbers, i16* others, int start, int more, int blocks) noexcept nogil
    int least_above "branchline_least_above" (i16* numbers, int start, int limit, int blocks) noexcept nogil
    double pick_within "branchline_pick_within" (double* numbers, double* picked, double* needs, double limit, int count) noexcept nogil
    u64 places_above "branchline_places_above" (double* numbers, int start, double limit, int count) noexcept nogil
    u64 places_of "branchline_places_of" (i16* numbers, int value, int blocks) noexcept nogil
    u64 places_of_sum "branchline_places_of_sum" (i16* numbers, i16* others, int start, int value, int blocks) noexcept nogil
