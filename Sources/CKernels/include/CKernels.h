// Loops over samples for the processor at hand. Each has a twin in Swift, which is the judge: they give the same,
// bit for bit, and where a processor has none of these the twin is what runs.
//
// - Memory is the caller's. A function reads and writes no more than it says.
// - Sums wrap in 32 bits, as the twins' do; what bounds them stands there.

#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// Which instructions a loop is made of.
typedef enum {
  /// There are no loops for this processor.
  CK_NONE = 0,
  CK_SSE2 = 1,
  CK_AVX2 = 2,
} ck_level;

/// The best that this processor can do; whatever is below it can be asked for as well.
ck_level ck_best_level(void);

/// Samples of a row go in blocks of this many; rows are padded to whole blocks.
#define CK_BLOCK 32

/// Rows of samples, each `stride` samples after the one before it, and after the last the first again.
typedef struct {
  const void *samples;
  /// A multiple of CK_BLOCK.
  size_t stride;
  size_t capacity;
} ck_ring;

/// Weighs `count` rows of a ring, from row `first` on, and adds them up.
///
/// Each sum is `before` (0 where that is NULL) + the samples of the rows, each times its weight. It goes into
/// `after`, or where that is NULL into `halfway`, as (sum + 128) >> 8. All four have `stride` values.
void ck_add_rows_8(
    ck_level level, ck_ring ring, size_t first, const int16_t *weights, size_t count,
    const int32_t *_Nullable before, int32_t *_Nullable after, int16_t *halfway);

/// Resamples halfway samples across, to one row of `width` pixels.
///
/// Pixel x is the sum of `taps` pixels of `halfway`, 4 samples each, from pixel `firsts[x]` on, times the
/// weights from x · `taps` on; then (sum + 2¹⁹) >> 20, within 0…255.
///
/// - taps: a multiple of 4; `halfway` has as many pixels after any of the firsts.
/// - pixels: takes 4 samples for each, times 255.
void ck_across_8(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint16_t *pixels);

/// The same, but each pixel becomes the 3 bytes of its first samples.
void ck_across_8_packed(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint8_t *bytes);

/// As ck_add_rows_8 for samples of 0…65,025. A halfway sample takes 23 bits and a sign, too many to multiply two
/// side by side: for each pixel there are its four samples without their low 9 bits, then those bits.
void ck_add_rows_16(
    ck_level level, ck_ring ring, size_t first, const int16_t *weights, size_t count,
    const int32_t *_Nullable before, int32_t *_Nullable after, int16_t *halfway);

/// As ck_across_8 for such pixels: alpha within 0…65,025, and the colours before it within 0…alpha.
void ck_across_16(
    ck_level level, const int16_t *halfway, const int32_t *firsts, const int16_t *weights, size_t taps,
    size_t width, uint16_t *pixels);

/// Premultiplies `count` pixels of straight RGBA: colour · alpha, and 255 · alpha. For CK_SSE2 and better.
void ck_premultiply(const uint8_t *straight, size_t count, uint16_t *samples);

/// Pixels, RGBA, of the lowest frequencies of 8 MCUs of a JPEG; for CK_AVX2.
///
/// - numbers: of each MCU the first one, then of each the second one: 3 × 3 dequantised coefficients and one that
///   does not count of each block of luma, then as many of Cb and of Cr, or where luma has four blocks
///   6 × 6 and one.
/// - blocks: of luma, across as down: 1 or 2.
/// - pixels: of each MCU a square of 3 · `blocks` across and down, each to the right of the one before it, with
///   `stride` pixels from row to row.
///
/// Returns false, and the pixels are of no meaning, where a sample is not within −512…511 before it is limited.
bool ck_low_pixels(
    const int32_t *numbers, int blocks, bool is_color, uint32_t *pixels, size_t stride);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
