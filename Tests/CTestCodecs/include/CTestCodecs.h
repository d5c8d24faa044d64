// Encoders for fixtures: every kind of JPEG and PNG that the tests need, made from pixels in memory.

#ifndef CTESTCODECS_H
#define CTESTCODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A scan of a progressive JPEG: of which components, which coefficients, from which bit down to which.
typedef struct {
  int count;
  int components[4];
  int first;
  int last;
  int high;
  int low;
} ctc_jpeg_scan;

typedef struct {
  int width;
  int height;
  /// 1 grey, 3 RGB, 4 CMYK: samples of each pixel.
  int components;
  int quality;
  bool progressive;
  /// The scans of a progressive JPEG, NULL for those that libjpeg makes by itself.
  const ctc_jpeg_scan *_Nullable scans;
  int scan_count;
  bool arithmetic;
  bool optimized;
  /// Sampling factors of the first component against the others, for colour.
  int horizontal_sampling;
  int vertical_sampling;
  /// MCUs between restart markers; 0 for none.
  int restart_interval;
  /// Colour stays RGB in the file.
  bool stored_as_rgb;
  /// CMYK becomes YCCK in the file.
  bool stored_as_ycck;
  /// Adobe's marker is left out where libjpeg would write it.
  bool without_adobe_marker;
  /// An APP1 segment's contents, or NULL.
  const uint8_t *_Nullable app1;
  size_t app1_count;
  /// An ICC profile, or NULL.
  const uint8_t *_Nullable profile;
  size_t profile_count;
} ctc_jpeg_settings;

/// Returns malloc'ed bytes, NULL on failure.
uint8_t *_Nullable ctc_jpeg_encode(const uint8_t *pixels, const ctc_jpeg_settings *settings,
                                   size_t *count);

typedef struct {
  int width;
  int height;
  int bit_depth;
  /// As in IHDR: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
  int color_type;
  bool interlaced;
  /// RGB triples, for palettes.
  const uint8_t *_Nullable palette;
  int palette_count;
  /// Alpha of palette entries, or NULL.
  const uint8_t *_Nullable palette_alpha;
  int palette_alpha_count;
  /// A transparent colour (one grey value or three), or NULL.
  const uint16_t *_Nullable transparent;
} ctc_png_settings;

/// - `rows`: packed as PNG stores them (big-endian 16-bit samples, several samples a byte below 8 bits).
uint8_t *_Nullable ctc_png_encode(const uint8_t *rows, size_t stride,
                                  const ctc_png_settings *settings, size_t *count);

typedef struct {
  uint32_t width;
  uint32_t height;
  /// Bits of a stored sample.
  int bit_depth;
} ctc_png_size;

/// Reads a whole PNG with libpng, by another way than the decoder under test: all at once, to straight
/// RGBA of 16 bits, however many bits are stored. malloc'ed, NULL on failure.
uint16_t *_Nullable ctc_png_decode_reference(const uint8_t *bytes, size_t count,
                                             ctc_png_size *size);

/// CRC-32 of a PNG chunk.
uint32_t ctc_crc32(const uint8_t *bytes, size_t count);

/// A zlib stream that inflates to `zeros` zeros; malloc'ed, NULL on failure.
uint8_t *_Nullable ctc_deflate_zeros(size_t zeros, size_t *count);

/// A zlib stream of bytes; malloc'ed, NULL on failure. Level, window bits and strategy as `deflateInit2` has them.
uint8_t *_Nullable ctc_deflate(const uint8_t *bytes, size_t byte_count, int level, int window_bits,
                               int strategy, size_t *count);

/// Inflates a whole zlib stream, its checksum included; false unless it has exactly `count` bytes.
bool ctc_inflate(const uint8_t *bytes, size_t byte_count, uint8_t *inflated, size_t count);

#pragma clang assume_nonnull end

#endif
