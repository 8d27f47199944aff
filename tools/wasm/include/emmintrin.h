/* SSE2 for WebAssembly: what the core uses of it (src/branchline/core/lanes.pxd), each as one or two instructions. */
#pragma once
#include <wasm_simd128.h>

typedef v128_t __m128i;
typedef v128_t __m128d;

#define _mm_loadu_si128(numbers) wasm_v128_load(numbers)
#define _mm_storeu_si128(numbers, all) wasm_v128_store(numbers, all)
#define _mm_setzero_si128() wasm_i64x2_const(0, 0)
#define _mm_set1_epi16(value) wasm_i16x8_splat(value)
#define _mm_add_epi16(one, other) wasm_i16x8_add(one, other)
#define _mm_sub_epi16(one, other) wasm_i16x8_sub(one, other)
#define _mm_min_epi16(one, other) wasm_i16x8_min(one, other)
#define _mm_cmpeq_epi16(one, other) wasm_i16x8_eq(one, other)
#define _mm_packs_epi16(one, other) wasm_i8x16_narrow_i16x8(one, other)
#define _mm_movemask_epi8(all) ((int) wasm_i8x16_bitmask(all))
#define _mm_cvtsi128_si32(all) wasm_i32x4_extract_lane(all, 0)
#define _mm_srli_si128(all, bytes) branchline_shift_##bytes(all)
#define branchline_shift_8(all) wasm_i64x2_shuffle(all, wasm_i64x2_const(0, 0), 1, 2)
#define branchline_shift_4(all) wasm_i32x4_shuffle(all, wasm_i32x4_const(0, 0, 0, 0), 1, 2, 3, 4)
#define branchline_shift_2(all) wasm_i16x8_shuffle(all, wasm_i64x2_const(0, 0), 1, 2, 3, 4, 5, 6, 7, 8)

#define _mm_loadu_pd(numbers) wasm_v128_load(numbers)
#define _mm_storeu_pd(numbers, all) wasm_v128_store(numbers, all)
#define _mm_set1_pd(value) wasm_f64x2_splat(value)
#define _mm_max_pd(one, other) wasm_f64x2_pmax(other, one)
#define _mm_cmple_pd(one, other) wasm_f64x2_le(one, other)
#define _mm_cmpgt_pd(one, other) wasm_f64x2_gt(one, other)
#define _mm_and_pd(one, other) wasm_v128_and(one, other)
#define _mm_or_pd(one, other) wasm_v128_or(one, other)
#define _mm_andnot_pd(one, other) wasm_v128_andnot(other, one)
#define _mm_movemask_pd(all) ((int) wasm_i64x2_bitmask(all))
