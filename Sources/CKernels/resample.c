#include "CKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define AVX2 __attribute__((target("avx2")))

ck_level ck_best_level(void) { return __builtin_cpu_supports("avx2") ? CK_AVX2 : CK_SSE2; }

/// Two weights side by side, as the multiply-add of pairs wants them.
static inline int weight_pair(const int16_t *weights, size_t index, size_t count) {
  uint16_t low = (uint16_t)weights[index];
  uint16_t high = index + 1 < count ? (uint16_t)weights[index + 1] : 0;
  return (int)((uint32_t)high << 16 | low);
}

/// The row after `row`.
static inline size_t next_row(ck_ring ring, size_t row) { return row + 1 == ring.capacity ? 0 : row + 1; }

// MARK: down, 8 bits

static void add_rows_8_sse2(
    ck_ring ring, size_t first, const int16_t *weights, size_t count, const int32_t *before,
    int32_t *after, int16_t *halfway) {
  const uint8_t *samples = ring.samples;
  const __m128i zero = _mm_setzero_si128();
  for (size_t x = 0; x < ring.stride; x += 16) {
    __m128i sums[4] = {zero, zero, zero, zero};
    if (before)
      for (int i = 0; i < 4; i++) sums[i] = _mm_loadu_si128((const __m128i *)(before + x) + i);
    size_t row = first;
    for (size_t tap = 0; tap < count; tap += 2) {
      size_t below = tap + 1 < count ? next_row(ring, row) : row;
      __m128i a = _mm_loadu_si128((const __m128i *)(samples + row * ring.stride + x));
      __m128i b = _mm_loadu_si128((const __m128i *)(samples + below * ring.stride + x));
      __m128i weight = _mm_set1_epi32(weight_pair(weights, tap, count));
      __m128i low = _mm_unpacklo_epi8(a, b), high = _mm_unpackhi_epi8(a, b);
      sums[0] = _mm_add_epi32(sums[0], _mm_madd_epi16(_mm_unpacklo_epi8(low, zero), weight));
      sums[1] = _mm_add_epi32(sums[1], _mm_madd_epi16(_mm_unpackhi_epi8(low, zero), weight));
      sums[2] = _mm_add_epi32(sums[2], _mm_madd_epi16(_mm_unpacklo_epi8(high, zero), weight));
      sums[3] = _mm_add_epi32(sums[3], _mm_madd_epi16(_mm_unpackhi_epi8(high, zero), weight));
      row = next_row(ring, below);
    }
    if (after) {
      for (int i = 0; i < 4; i++) _mm_storeu_si128((__m128i *)(after + x) + i, sums[i]);
    } else {
      const __m128i rounding = _mm_set1_epi32(128);
      for (int i = 0; i < 4; i++) sums[i] = _mm_srai_epi32(_mm_add_epi32(sums[i], rounding), 8);
      _mm_storeu_si128((__m128i *)(halfway + x), _mm_packs_epi32(sums[0], sums[1]));
      _mm_storeu_si128((__m128i *)(halfway + x) + 1, _mm_packs_epi32(sums[2], sums[3]));
    }
  }
}

// Unpacking works on the halves of a register, so a register of sums holds samples 0…3 and 16…19 of a block, and
// so on: what is stored as sums comes back in the same order, and packing undoes it.
AVX2 static void add_rows_8_avx2(
    ck_ring ring, size_t first, const int16_t *weights, size_t count, const int32_t *before,
    int32_t *after, int16_t *halfway) {
  const uint8_t *samples = ring.samples;
  const __m256i zero = _mm256_setzero_si256();
  for (size_t x = 0; x < ring.stride; x += 32) {
    __m256i sums[4] = {zero, zero, zero, zero};
    if (before)
      for (int i = 0; i < 4; i++) sums[i] = _mm256_loadu_si256((const __m256i *)(before + x) + i);
    size_t row = first;
    for (size_t tap = 0; tap < count; tap += 2) {
      size_t below = tap + 1 < count ? next_row(ring, row) : row;
      __m256i a = _mm256_loadu_si256((const __m256i *)(samples + row * ring.stride + x));
      __m256i b = _mm256_loadu_si256((const __m256i *)(samples + below * ring.stride + x));
      __m256i weight = _mm256_set1_epi32(weight_pair(weights, tap, count));
      __m256i low = _mm256_unpacklo_epi8(a, b), high = _mm256_unpackhi_epi8(a, b);
      sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), weight));
      sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), weight));
      sums[2] = _mm256_add_epi32(sums[2], _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), weight));
      sums[3] = _mm256_add_epi32(sums[3], _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), weight));
      row = next_row(ring, below);
    }
    if (after) {
      for (int i = 0; i < 4; i++) _mm256_storeu_si256((__m256i *)(after + x) + i, sums[i]);
    } else {
      const __m256i rounding = _mm256_set1_epi32(128);
      for (int i = 0; i < 4; i++) sums[i] = _mm256_srai_epi32(_mm256_add_epi32(sums[i], rounding), 8);
      // Samples 0…7 and 16…23; 8…15 and 24…31.
      __m256i low = _mm256_packs_epi32(sums[0], sums[1]), high = _mm256_packs_epi32(sums[2], sums[3]);
      _mm256_storeu_si256((__m256i *)(halfway + x), _mm256_permute2x128_si256(low, high, 0x20));
      _mm256_storeu_si256((__m256i *)(halfway + x) + 1, _mm256_permute2x128_si256(low, high, 0x31));
    }
  }
}

void ck_add_rows_8(
    ck_level level, ck_ring ring, size_t first, const int16_t *weights, size_t count,
    const int32_t *before, int32_t *after, int16_t *halfway) {
  if (level == CK_AVX2)
    add_rows_8_avx2(ring, first, weights, count, before, after, halfway);
  else
    add_rows_8_sse2(ring, first, weights, count, before, after, halfway);
}

// MARK: across, 8 bits

/// The four samples of one output pixel, as 32 bits each.
static inline __m128i across_8_sse2(const int16_t *source, const int16_t *weights, size_t taps) {
  __m128i sum = _mm_set1_epi32(1 << 19);
  for (size_t tap = 0; tap < taps; tap += 4) {
    __m128i weight = _mm_loadl_epi64((const __m128i *)(weights + tap));
    __m128i a = _mm_loadu_si128((const __m128i *)(source + 4 * tap));
    __m128i b = _mm_loadu_si128((const __m128i *)(source + 4 * tap) + 1);
    // Two pixels, sample by sample.
    a = _mm_unpacklo_epi16(a, _mm_unpackhi_epi64(a, a));
    b = _mm_unpacklo_epi16(b, _mm_unpackhi_epi64(b, b));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(a, _mm_shuffle_epi32(weight, 0x00)));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(b, _mm_shuffle_epi32(weight, 0x55)));
  }
  return _mm_srai_epi32(sum, 20);
}

AVX2 static inline __m128i across_8_avx2(const int16_t *source, const int16_t *weights, size_t taps) {
  const __m256i pairs = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
  const __m256i samples = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
  __m256i sums = _mm256_setzero_si256();
  for (size_t tap = 0; tap < taps; tap += 4) {
    __m256i weight = _mm256_permutevar8x32_epi32(
        _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(weights + tap))), pairs);
    __m256i four = _mm256_loadu_si256((const __m256i *)(source + 4 * tap));
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_shuffle_epi8(four, samples), weight));
  }
  __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << 19)), 20);
}

// `value` is a function's name, so that the loop around it is compiled for the same processor.
#define ACROSS_8(value)                                                                     \
  for (size_t x = 0; x < width; x++) {                                                      \
    __m128i sum = value(halfway + 4 * (size_t)firsts[x], weights + x * taps, taps);         \
    __m128i bytes = _mm_packus_epi16(_mm_packs_epi32(sum, sum), _mm_setzero_si128());       \
    __m128i wide = _mm_unpacklo_epi8(bytes, _mm_setzero_si128());                           \
    _mm_storel_epi64((__m128i *)(pixels + 4 * x), _mm_mullo_epi16(wide, _mm_set1_epi16(255))); \
  }

#define ACROSS_8_PACKED(value)                                                              \
  for (size_t x = 0; x < width; x++) {                                                      \
    __m128i sum = value(halfway + 4 * (size_t)firsts[x], weights + x * taps, taps);         \
    int pixel = _mm_cvtsi128_si32(_mm_packus_epi16(_mm_packs_epi32(sum, sum), sum));        \
    /* The fourth byte is where the next pixel goes; the last has none. */                  \
    if (x + 1 < width)                                                                      \
      memcpy(bytes + 3 * x, &pixel, 4);                                                     \
    else                                                                                    \
      memcpy(bytes + 3 * x, &pixel, 3);                                                     \
  }

static void across_8_row_sse2(
    const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps, size_t width,
    uint16_t *pixels) {
  ACROSS_8(across_8_sse2)
}

AVX2 static void across_8_row_avx2(
    const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps, size_t width,
    uint16_t *pixels) {
  ACROSS_8(across_8_avx2)
}

static void across_8_packed_sse2(
    const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps, size_t width,
    uint8_t *bytes) {
  ACROSS_8_PACKED(across_8_sse2)
}

AVX2 static void across_8_packed_avx2(
    const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps, size_t width,
    uint8_t *bytes) {
  ACROSS_8_PACKED(across_8_avx2)
}

void ck_across_8(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint16_t *pixels) {
  if (level == CK_AVX2)
    across_8_row_avx2(halfway, firsts, weights, taps, width, pixels);
  else
    across_8_row_sse2(halfway, firsts, weights, taps, width, pixels);
}

void ck_across_8_packed(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint8_t *bytes) {
  if (level == CK_AVX2)
    across_8_packed_avx2(halfway, firsts, weights, taps, width, bytes);
  else
    across_8_packed_sse2(halfway, firsts, weights, taps, width, bytes);
}

#else

ck_level ck_best_level(void) { return CK_NONE; }

// Never called.

void ck_add_rows_8(
    ck_level level, ck_ring ring, size_t first, const int16_t *weights, size_t count,
    const int32_t *before, int32_t *after, int16_t *halfway) {
  (void)level, (void)ring, (void)first, (void)weights, (void)count, (void)before, (void)after;
  (void)halfway;
  __builtin_trap();
}

void ck_across_8(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint16_t *pixels) {
  (void)level, (void)halfway, (void)firsts, (void)weights, (void)taps, (void)width, (void)pixels;
  __builtin_trap();
}

void ck_across_8_packed(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint8_t *bytes) {
  (void)level, (void)halfway, (void)firsts, (void)weights, (void)taps, (void)width, (void)bytes;
  __builtin_trap();
}

#endif
