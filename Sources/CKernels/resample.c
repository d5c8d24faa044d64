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

// MARK: down, 16 bits

// The multiply-add takes numbers with a sign, so what it is given is a sample less 2¹⁵, and 2¹⁵ times the sum of
// the weights is there from the beginning.
static inline int32_t bias(const int16_t *weights, size_t count) {
  uint32_t sum = 0;
  for (size_t tap = 0; tap < count; tap++) sum += (uint32_t)weights[tap];
  return (int32_t)(sum << 15);
}

static void add_rows_16_sse2(
    ck_ring ring, size_t first, const int16_t *weights, size_t count, const int32_t *before,
    int32_t *after, int16_t *halfway) {
  const uint16_t *samples = ring.samples;
  const __m128i sign = _mm_set1_epi16(-0x8000);
  const __m128i start = _mm_set1_epi32(bias(weights, count));
  for (size_t x = 0; x < ring.stride; x += 16) {
    __m128i sums[4] = {start, start, start, start};
    if (before)
      for (int i = 0; i < 4; i++)
        sums[i] = _mm_add_epi32(start, _mm_loadu_si128((const __m128i *)(before + x) + i));
    size_t row = first;
    for (size_t tap = 0; tap < count; tap += 2) {
      size_t below = tap + 1 < count ? next_row(ring, row) : row;
      __m128i weight = _mm_set1_epi32(weight_pair(weights, tap, count));
      for (int i = 0; i < 2; i++) {
        __m128i a = _mm_loadu_si128((const __m128i *)(samples + row * ring.stride + x) + i);
        __m128i b = _mm_loadu_si128((const __m128i *)(samples + below * ring.stride + x) + i);
        a = _mm_xor_si128(a, sign);
        b = _mm_xor_si128(b, sign);
        sums[2 * i] =
            _mm_add_epi32(sums[2 * i], _mm_madd_epi16(_mm_unpacklo_epi16(a, b), weight));
        sums[2 * i + 1] =
            _mm_add_epi32(sums[2 * i + 1], _mm_madd_epi16(_mm_unpackhi_epi16(a, b), weight));
      }
      row = next_row(ring, below);
    }
    if (after) {
      for (int i = 0; i < 4; i++) _mm_storeu_si128((__m128i *)(after + x) + i, sums[i]);
    } else {
      const __m128i rounding = _mm_set1_epi32(128), low = _mm_set1_epi32(511);
      for (int i = 0; i < 4; i++) {
        __m128i value = _mm_srai_epi32(_mm_add_epi32(sums[i], rounding), 8);
        _mm_storeu_si128(
            (__m128i *)(halfway + 2 * x) + i,
            _mm_packs_epi32(_mm_srai_epi32(value, 9), _mm_and_si128(value, low)));
      }
    }
  }
}

AVX2 static void add_rows_16_avx2(
    ck_ring ring, size_t first, const int16_t *weights, size_t count, const int32_t *before,
    int32_t *after, int16_t *halfway) {
  const uint16_t *samples = ring.samples;
  const __m256i sign = _mm256_set1_epi16(-0x8000);
  const __m256i start = _mm256_set1_epi32(bias(weights, count));
  for (size_t x = 0; x < ring.stride; x += 32) {
    __m256i sums[4] = {start, start, start, start};
    if (before)
      for (int i = 0; i < 4; i++)
        sums[i] = _mm256_add_epi32(start, _mm256_loadu_si256((const __m256i *)(before + x) + i));
    size_t row = first;
    for (size_t tap = 0; tap < count; tap += 2) {
      size_t below = tap + 1 < count ? next_row(ring, row) : row;
      __m256i weight = _mm256_set1_epi32(weight_pair(weights, tap, count));
      for (int i = 0; i < 2; i++) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(samples + row * ring.stride + x) + i);
        __m256i b = _mm256_loadu_si256((const __m256i *)(samples + below * ring.stride + x) + i);
        a = _mm256_xor_si256(a, sign);
        b = _mm256_xor_si256(b, sign);
        sums[2 * i] =
            _mm256_add_epi32(sums[2 * i], _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), weight));
        sums[2 * i + 1] =
            _mm256_add_epi32(sums[2 * i + 1], _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), weight));
      }
      row = next_row(ring, below);
    }
    if (after) {
      for (int i = 0; i < 4; i++) _mm256_storeu_si256((__m256i *)(after + x) + i, sums[i]);
    } else {
      const __m256i rounding = _mm256_set1_epi32(128), low = _mm256_set1_epi32(511);
      for (int i = 0; i < 4; i++) {
        __m256i value = _mm256_srai_epi32(_mm256_add_epi32(sums[i], rounding), 8);
        sums[i] = _mm256_packs_epi32(_mm256_srai_epi32(value, 9), _mm256_and_si256(value, low));
      }
      // Pixels 0 and 2, 1 and 3; and so on.
      __m256i *target = (__m256i *)(halfway + 2 * x);
      _mm256_storeu_si256(target, _mm256_permute2x128_si256(sums[0], sums[1], 0x20));
      _mm256_storeu_si256(target + 1, _mm256_permute2x128_si256(sums[0], sums[1], 0x31));
      _mm256_storeu_si256(target + 2, _mm256_permute2x128_si256(sums[2], sums[3], 0x20));
      _mm256_storeu_si256(target + 3, _mm256_permute2x128_si256(sums[2], sums[3], 0x31));
    }
  }
}

void ck_add_rows_16(
    ck_level level, ck_ring ring, size_t first, const int16_t *weights, size_t count,
    const int32_t *before, int32_t *after, int16_t *halfway) {
  if (level == CK_AVX2)
    add_rows_16_avx2(ring, first, weights, count, before, after, halfway);
  else
    add_rows_16_sse2(ring, first, weights, count, before, after, halfway);
}

// MARK: across, 16 bits

static void across_16_sse2(
    const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps, size_t width,
    uint16_t *pixels) {
  for (size_t x = 0; x < width; x++) {
    const __m128i *source = (const __m128i *)(halfway + 8 * (size_t)firsts[x]);
    const int16_t *row = weights + x * taps;
    __m128i high = _mm_setzero_si128(), low = _mm_set1_epi32(1 << 19);
    for (size_t tap = 0; tap < taps; tap += 2) {
      __m128i weight = _mm_set1_epi32(weight_pair(row, tap, taps));
      __m128i a = _mm_loadu_si128(source + tap), b = _mm_loadu_si128(source + tap + 1);
      high = _mm_add_epi32(high, _mm_madd_epi16(_mm_unpacklo_epi16(a, b), weight));
      low = _mm_add_epi32(low, _mm_madd_epi16(_mm_unpackhi_epi16(a, b), weight));
    }
    int32_t values[4];
    _mm_storeu_si128(
        (__m128i *)values, _mm_srai_epi32(_mm_add_epi32(high, _mm_srai_epi32(low, 9)), 11));
    int32_t most = 65025;
    for (int channel = 3; channel >= 0; channel--) {
      int32_t value = values[channel] < 0 ? 0 : values[channel] > most ? most : values[channel];
      pixels[4 * x + (size_t)channel] = (uint16_t)value;
      if (channel == 3) most = value;
    }
  }
}

AVX2 static void across_16_avx2(
    const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps, size_t width,
    uint16_t *pixels) {
  const __m256i pairs = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
  for (size_t x = 0; x < width; x++) {
    const int16_t *source = halfway + 8 * (size_t)firsts[x];
    const int16_t *row = weights + x * taps;
    __m256i highs = _mm256_setzero_si256(), lows = highs;
    for (size_t tap = 0; tap < taps; tap += 4) {
      __m256i weight = _mm256_permutevar8x32_epi32(
          _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)(row + tap))), pairs);
      __m256i a = _mm256_loadu_si256((const __m256i *)(source + 8 * tap));
      __m256i b = _mm256_loadu_si256((const __m256i *)(source + 8 * tap) + 1);
      // Pixels 0 and 2, 1 and 3.
      __m256i even = _mm256_permute2x128_si256(a, b, 0x20), odd = _mm256_permute2x128_si256(a, b, 0x31);
      highs = _mm256_add_epi32(highs, _mm256_madd_epi16(_mm256_unpacklo_epi16(even, odd), weight));
      lows = _mm256_add_epi32(lows, _mm256_madd_epi16(_mm256_unpackhi_epi16(even, odd), weight));
    }
    __m128i high = _mm_add_epi32(_mm256_castsi256_si128(highs), _mm256_extracti128_si256(highs, 1));
    __m128i low = _mm_add_epi32(_mm256_castsi256_si128(lows), _mm256_extracti128_si256(lows, 1));
    low = _mm_srai_epi32(_mm_add_epi32(low, _mm_set1_epi32(1 << 19)), 9);
    __m128i value = _mm_srai_epi32(_mm_add_epi32(high, low), 11);
    value = _mm_min_epi32(_mm_max_epi32(value, _mm_setzero_si128()), _mm_set1_epi32(65025));
    value = _mm_min_epi32(value, _mm_shuffle_epi32(value, 0xFF));
    _mm_storel_epi64((__m128i *)(pixels + 4 * x), _mm_packus_epi32(value, value));
  }
}

void ck_across_16(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint16_t *pixels) {
  if (level == CK_AVX2)
    across_16_avx2(halfway, firsts, weights, taps, width, pixels);
  else
    across_16_sse2(halfway, firsts, weights, taps, width, pixels);
}

// MARK: premultiply

void ck_premultiply(const uint8_t *straight, size_t count, uint16_t *samples) {
  const __m128i zero = _mm_setzero_si128();
  const __m128i full = _mm_set1_epi64x((int64_t)0x00FF000000000000);
  size_t pixel = 0;
  for (; pixel + 4 <= count; pixel += 4) {
    __m128i four = _mm_loadu_si128((const __m128i *)(straight + 4 * pixel));
    __m128i two[2] = {_mm_unpacklo_epi8(four, zero), _mm_unpackhi_epi8(four, zero)};
    for (int i = 0; i < 2; i++) {
      __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(two[i], 0xFF), 0xFF);
      _mm_storeu_si128(
          (__m128i *)(samples + 4 * pixel) + i, _mm_mullo_epi16(_mm_or_si128(two[i], full), alpha));
    }
  }
  for (; pixel < count; pixel++) {
    uint16_t alpha = straight[4 * pixel + 3];
    for (size_t channel = 0; channel < 3; channel++)
      samples[4 * pixel + channel] = (uint16_t)(straight[4 * pixel + channel] * alpha);
    samples[4 * pixel + 3] = (uint16_t)(255 * alpha);
  }
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

void ck_add_rows_16(
    ck_level level, ck_ring ring, size_t first, const int16_t *weights, size_t count,
    const int32_t *before, int32_t *after, int16_t *halfway) {
  (void)level, (void)ring, (void)first, (void)weights, (void)count, (void)before, (void)after;
  (void)halfway;
  __builtin_trap();
}

void ck_across_16(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint16_t *pixels) {
  (void)level, (void)halfway, (void)firsts, (void)weights, (void)taps, (void)width, (void)pixels;
  __builtin_trap();
}

void ck_premultiply(const uint8_t *straight, size_t count, uint16_t *samples) {
  (void)straight, (void)count, (void)samples;
  __builtin_trap();
}

#endif
