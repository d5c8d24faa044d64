#include "CKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2"), always_inline)) static inline

// A number of each of 8 MCUs.
typedef int32_t lanes __attribute__((vector_size(32), aligned(4)));

#define LANES 8
// 1/8192 each: √½, √1.5 and (√3 − 1) / 2.
enum { C0707 = 5793, C1225 = 10033, C0366 = 2998 };

// jpeg_idct_3x3, as JPEGLowTransform.makeThree has it.
AVX2 void three(lanes a, lanes b, lanes c, lanes sums[3]) {
  lanes even = c * C0707, odd = b * C1225;
  sums[0] = a + even + odd;
  sums[1] = a - even - even;
  sums[2] = a + even - odd;
}

AVX2 void make_three(const lanes *numbers, lanes *samples, size_t row_gap) {
  lanes columns[3][3];
  for (int column = 0; column < 3; column++) {
    three((numbers[column] << 13) + (1 << 10), numbers[3 + column], numbers[6 + column], columns[column]);
    for (int row = 0; row < 3; row++) columns[column][row] >>= 11;
  }
  for (int row = 0; row < 3; row++) {
    lanes sums[3];
    three((columns[0][row] + (1 << 4)) << 13, columns[1][row], columns[2][row], sums);
    for (int column = 0; column < 3; column++) samples[(size_t)row * row_gap + column] = sums[column] >> 18;
  }
}

// jpeg_idct_6x6, as JPEGLowTransform.makeSix has it.
typedef struct {
  lanes outer, middle, inner, odd0, odd1, odd2;
} six_sums;

AVX2 six_sums six(lanes a, lanes b, lanes c, lanes d, lanes e, lanes f) {
  lanes c4 = e * C0707, c2 = c * C1225, c5 = (b + f) * C0366;
  return (six_sums){a + c4 + c2, a - c4 - c4, a + c4 - c2, c5 + ((b + d) << 13), b - d - f, c5 + ((f - d) << 13)};
}

AVX2 void make_six(const lanes *numbers, lanes *samples) {
  lanes halfway[36];
  for (int column = 0; column < 6; column++) {
    const lanes *in = numbers + column;
    six_sums s = six((in[0] << 13) + (1 << 10), in[6], in[12], in[18], in[24], in[30]);
    lanes *out = halfway + column, middle = s.middle >> 11, odd1 = s.odd1 << 2;
    out[0] = (s.outer + s.odd0) >> 11;
    out[30] = (s.outer - s.odd0) >> 11;
    out[6] = middle + odd1;
    out[24] = middle - odd1;
    out[12] = (s.inner + s.odd2) >> 11;
    out[18] = (s.inner - s.odd2) >> 11;
  }
  for (int row = 0; row < 6; row++) {
    const lanes *in = halfway + 6 * row;
    six_sums s = six((in[0] + (1 << 4)) << 13, in[1], in[2], in[3], in[4], in[5]);
    lanes *out = samples + 6 * row, odd1 = s.odd1 << 13;
    out[0] = (s.outer + s.odd0) >> 18;
    out[5] = (s.outer - s.odd0) >> 18;
    out[1] = (s.middle + odd1) >> 18;
    out[4] = (s.middle - odd1) >> 18;
    out[2] = (s.inner + s.odd2) >> 18;
    out[3] = (s.inner - s.odd2) >> 18;
  }
}

AVX2 lanes limited(lanes value, int32_t low, int32_t high) {
  __m256i raised = _mm256_max_epi32((__m256i)value, _mm256_set1_epi32(low));
  return (lanes)_mm256_min_epi32(raised, _mm256_set1_epi32(high));
}

// jdcolor.c, as JPEGLowTransform.color has it.
AVX2 lanes color(lanes luma, lanes blue, lanes red) {
  lanes y = limited(luma + 128, 0, 255);
  lanes cb = limited(blue, -128, 127), cr = limited(red, -128, 127);
  lanes r = limited(y + ((cr * 91881 + 32768) >> 16), 0, 255);
  lanes g = limited(y + ((32768 - cb * 22554 - cr * 46802) >> 16), 0, 255);
  lanes b = limited(y + ((cb * 116130 + 32768) >> 16), 0, 255);
  return r | g << 8 | b << 16 | (lanes){} + (int32_t)0xFF000000;
}

AVX2 lanes gray(lanes luma) {
  return limited(luma + 128, 0, 255) * 0x010101 | (lanes){} + (int32_t)0xFF000000;
}

AVX2 bool is_within(const lanes *samples, int count) {
  lanes excess = {};
  for (int i = 0; i < count; i++) excess |= (samples[i] + 512) & ~1023;
  int32_t any = 0;
  for (int lane = 0; lane < LANES; lane++) any |= excess[lane];
  return any == 0;
}

AVX2 bool make_pixels(const int32_t *numbers, int blocks, bool is_color, uint32_t *pixels, size_t stride) {
  const lanes *next = (const lanes *)numbers;
  const int width = 3 * blocks, count = width * width;
  lanes samples[3][36];
  for (int row = 0; row < blocks; row++)
    for (int column = 0; column < blocks; column++, next += 10)
      make_three(next, samples[0] + 3 * (row * width + column), (size_t)width);
  if (!is_within(samples[0], count)) return false;
  for (int chroma = 1; is_color && chroma < 3; chroma++, next += count + 1) {
    if (blocks == 2) make_six(next, samples[chroma]);
    else make_three(next, samples[chroma], 3);
    if (!is_within(samples[chroma], count)) return false;
  }
  for (int y = 0; y < width; y++) {
    uint32_t *row = pixels + (size_t)y * stride;
    lanes colors[6];
    for (int x = 0; x < width; x++) {
      int i = y * width + x;
      colors[x] = is_color ? color(samples[0][i], samples[1][i], samples[2][i]) : gray(samples[0][i]);
    }
    for (int lane = 0; lane < LANES; lane++)
      for (int x = 0; x < width; x++) row[lane * width + x] = (uint32_t)colors[x][lane];
  }
  return true;
}

__attribute__((target("avx2"))) bool ck_low_pixels(
    const int32_t *numbers, int blocks, bool is_color, uint32_t *pixels, size_t stride) {
  if (blocks == 2) return make_pixels(numbers, 2, is_color, pixels, stride);
  return make_pixels(numbers, 1, is_color, pixels, stride);
}

#else

// Never called.
bool ck_low_pixels(const int32_t *numbers, int blocks, bool is_color, uint32_t *pixels, size_t stride) {
  (void)numbers, (void)blocks, (void)is_color, (void)pixels, (void)stride;
  __builtin_trap();
}

#endif
