// Everything that includes jpeglib.h and png.h, and so everything that can longjmp, is behind this
// header. The rules that keep Swift safe from it:
//
// - Every function that can reach a library's error exit arms setjmp itself and returns a status;
//   nothing jumps over a Swift frame, and no Swift callback runs below a library call.
// - State that changes after setjmp lives in the heap struct, never in a local variable.
// - Pixel memory is the caller's; a function never writes more than it says.
// - A handle is used by one thread at a time and is released by its _destroy function.

#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// What a call came to.
typedef enum {
  CIC_OK = 0,
  /// The library stopped with an error: the words are in the report's `message`.
  CIC_FAILED = 1,
  /// Memory ran out.
  CIC_NO_MEMORY = 2,
} cic_status;

/// Where the bytes come from: a file descriptor read from its current offset, or memory.
typedef struct {
  /// The descriptor, or -1 to read `bytes`. It stays the caller's and is never closed here.
  int descriptor;
  /// Must outlive the decoder.
  const uint8_t *_Nullable bytes;
  size_t count;
} cic_input;

#define CIC_MESSAGE_SIZE 224

/// What a decoder has to say about its input so far.
typedef struct {
  /// The words of the error that stopped it; empty while it runs.
  char message[CIC_MESSAGE_SIZE];
  /// The error is about a kind of file that the library does not decode, not about damage.
  bool unsupported;
  /// The error says that no row that came can be trusted: the first pixels fail their checksum.
  bool untrusted;
  /// Warnings that cost no pixel, and the words of the first.
  int note_count;
  char note[CIC_MESSAGE_SIZE];
  /// Warnings after which pixels are missing or wrong, and the words of the first.
  int damage_count;
  char damage[CIC_MESSAGE_SIZE];
  /// errno of a failed read, or 0. A read error is not the end of the file.
  int read_errno;
  /// Bytes taken from the input so far.
  uint64_t bytes_read;
  /// The input ended before the decoder had what it needed.
  bool input_ended;
} cic_report;

// MARK: JPEG in

typedef struct cic_jpeg cic_jpeg;

typedef struct {
  uint32_t width;
  uint32_t height;
  /// Bits of a sample.
  int precision;
  /// Colour components: 1 grey, 3 colour, 4 CMYK.
  int components;
  bool progressive;
  /// The pixels are spread over several scans, all of which are read before the first row: progressive
  /// pictures, and others whose first scan lacks a component.
  bool several_scans;
  /// The pixels are coded arithmetically, not by Huffman codes.
  bool arithmetic;
  /// Memory for all coefficients, which a picture of several scans takes.
  uint64_t coefficient_bytes;
  /// The rows will be CMYK, not RGB.
  bool cmyk;
  /// CMYK only: 255 means no ink, as Adobe writes it.
  bool cmyk_inverted;
} cic_jpeg_header;

cic_jpeg *_Nullable cic_jpeg_create(cic_input input);
void cic_jpeg_destroy(cic_jpeg *decoder);
const cic_report *cic_jpeg_report(const cic_jpeg *decoder);

/// Reads up to the first scan.
cic_status cic_jpeg_read_header(cic_jpeg *decoder, cic_jpeg_header *header);

/// The first EXIF segment, without its "Exif\0\0"; NULL where there is none. Valid until destroy.
const uint8_t *_Nullable cic_jpeg_exif(const cic_jpeg *decoder, size_t *count);

/// Counts the scans of a JPEG by its markers, without decoding and without moving the descriptor's
/// offset; stops counting above `limit`.
int cic_jpeg_count_scans(cic_input input, int limit);

/// What the ICC segments of a JPEG come to.
typedef enum {
  CIC_PROFILE_NONE = 0,
  CIC_PROFILE_WHOLE = 1,
  /// Segments are missing, doubled, or disagree about their number.
  CIC_PROFILE_BROKEN = 2,
} cic_profile_state;

/// The ICC profile joined from its segments, in their numbered order; NULL unless the state is whole.
/// Valid until destroy.
const uint8_t *_Nullable cic_jpeg_profile(cic_jpeg *decoder, size_t *count,
                                          cic_profile_state *state);

/// Starts decoding at so many eighths (1, 2, 3, 4 or 8) of the stored size; call after `cic_jpeg_read_header`.
/// Rows are 4 bytes a pixel: R, G, B, 255 or C, M, Y, K.
///
/// - `leaves_out_scans`: scans of a progressive picture that reach no pixel of this size are passed over,
///   where all that its markers tell is in order and the rest of it gives no cause for a remark. Damage in
///   their coded data goes unseen. A descriptor must be at its file's beginning when the decoder is made.
cic_status cic_jpeg_start(cic_jpeg *decoder, int eighths, bool leaves_out_scans, uint32_t *width,
                          uint32_t *height);

/// Stretches of scans that `cic_jpeg_start` left out; 0 where none could be.
int cic_jpeg_parts_left_out(const cic_jpeg *decoder);

/// Reads up to `row_count` rows of `stride` bytes; `rows_read` says how many came, also on failure.
cic_status cic_jpeg_read_rows(cic_jpeg *decoder, uint8_t *pixels, size_t stride,
                              uint32_t row_count, uint64_t *rows_read);

/// Reads what follows the last row, up to the end marker, so that the report is about the whole file.
cic_status cic_jpeg_finish(cic_jpeg *decoder);

/// What a decoder of another making needs of a sequential JPEG whose header has been read.
typedef struct {
  /// 1 grey, 3 YCbCr.
  int components;
  /// Blocks of luma in an MCU, across and down, each 1 or 2; there is one of Cb and one of Cr.
  int horizontal;
  int vertical;
  /// MCUs between restart markers; 0 for none.
  uint32_t restart_interval;
  /// Where in the input the coded data begins.
  uint64_t data_offset;
} cic_jpeg_layout;

/// The tables of a component; valid until the decoder reads on.
typedef struct {
  /// 64 factors in natural order, each below 32,768, the first above 0.
  const uint16_t *quantization;
  /// Huffman tables as in DHT: how many codes have 1…16 bits, and their symbols, 256 at most. They are
  /// prefix codes without one of all ones, and the symbols of `dc` are below 16.
  const uint8_t *dc_counts;
  const uint8_t *dc_symbols;
  const uint8_t *ac_counts;
  const uint8_t *ac_symbols;
} cic_jpeg_tables;

/// After `cic_jpeg_read_header`, before `cic_jpeg_start`: false unless the picture is an ordinary one of 8
/// bits, Huffman-coded in one scan of all components, in grey or in YCbCr of a sampling as above, and its
/// header gives no cause for damage. Of grey there is one block in an MCU.
bool cic_jpeg_get_layout(const cic_jpeg *decoder, cic_jpeg_layout *layout);
cic_jpeg_tables cic_jpeg_get_tables(const cic_jpeg *decoder, int component);

// MARK: PNG in

typedef struct cic_png cic_png;

typedef struct {
  uint32_t width;
  uint32_t height;
  /// Bits of a stored sample.
  int bit_depth;
  /// 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha.
  int color_type;
  bool interlaced;
  /// An alpha channel or a transparent colour.
  bool has_alpha;
} cic_png_header;

cic_png *_Nullable cic_png_create(cic_input input);
void cic_png_destroy(cic_png *decoder);
const cic_report *cic_png_report(const cic_png *decoder);

/// Sets the bytes that an ICC profile may have; 0 for any number.
void cic_png_limit_profile(cic_png *decoder, size_t limit);
/// What a profile above that limit says its size is; 0 where there was none.
uint32_t cic_png_refused_profile_size(const cic_png *decoder);

/// Reads up to the first pixel chunk.
cic_status cic_png_read_header(cic_png *decoder, cic_png_header *header);

/// Where in the input the first pixel chunk begins; call right after `cic_png_read_header`.
uint64_t cic_png_first_pixel_chunk(const cic_png *decoder);

/// Writes the palette, straight RGBA, and returns how many colours it has: up to 256, 0 where there is none.
/// Call before `cic_png_start`, which may leave it changed.
int cic_png_palette(cic_png *decoder, uint8_t entries[_Nonnull 1024]);

/// The ICC profile that libpng found sound; NULL where there is none. Valid until destroy.
const uint8_t *_Nullable cic_png_profile(cic_png *decoder, size_t *count);

/// Starts decoding to straight RGBA; call after `cic_png_read_header`.
///
/// - `keep_16_bits`: stored samples of 16 bits stay so, the high byte first: 8 bytes a pixel. Else, and
///   for all other pictures, rows are 4 bytes a pixel.
cic_status cic_png_start(cic_png *decoder, bool keep_16_bits);

/// Reads up to `row_count` rows of `stride` bytes of a picture that is not interlaced.
cic_status cic_png_read_rows(cic_png *decoder, uint8_t *pixels, size_t stride, uint32_t row_count,
                             uint64_t *rows_read);

/// Reads an interlaced picture whole, each pass filling the blocks it stands for, so that after a
/// failure `pixels` holds the best of what came and is untouched where nothing did.
/// `rows_read` counts the rows of all passes.
cic_status cic_png_read_interlaced(cic_png *decoder, uint8_t *pixels, size_t stride,
                                   uint64_t *rows_read);

/// Reads what follows the last row: the checksum of the pixels, chunks, the end. A missing end is a note.
cic_status cic_png_finish(cic_png *decoder);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
