#include <ctype.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "input.h"

#define INPUT_BUFFER_SIZE 65536

struct cic_png {
  png_structp library;
  png_infop info;
  jmp_buf escape;
  cic_input input;
  cic_report report;
  int passes;
  uint32_t refused_profile_size;
  // Rows that came out so far, those of all passes; and of them those from pixel chunks whose checksum
  // was right: what was read when the checksum before the last one was.
  uint64_t row_count;
  uint64_t row_count_at_checksum;
  uint64_t proven_row_count;
  // What libpng read of pixel chunks since the row it is at was asked for, the most that a row can need,
  // and whether that is all of the picture: libpng inflates whatever follows it in the same chunks, up to
  // a thousand bytes for each.
  uint64_t row_bytes_read;
  uint64_t row_bytes_needed;
  uint64_t row_total;
  bool has_surplus;
  // libpng asks for a few bytes at a time; the buffer keeps that from becoming a system call each.
  size_t buffer_position;
  size_t buffer_count;
  uint8_t buffer[INPUT_BUFFER_SIZE];
};

static void on_error(png_structp library, png_const_charp words) {
  struct cic_png *decoder = png_get_error_ptr(library);
  cic_set_words(decoder->report.message, words);
  decoder->report.untrusted =
      strcmp(words, "IDAT: CRC error") == 0 && decoder->proven_row_count == 0;
  longjmp(decoder->escape, 1);
}

// Text and time chunks are not read, and what is wrong with a profile is the caller's to say, once; so a
// warning is about the container: a wrong checksum or order of a chunk that carries no pixel. Lost pixels
// are errors, not warnings, in libpng. But where all rows are out before the checksum of their bytes is
// compared, that it is wrong is only a warning.
static void on_warning(png_structp library, png_const_charp words) {
  struct cic_png *decoder = png_get_error_ptr(library);
  if (strcmp(words, "IDAT: incorrect data check") == 0) {
    if (decoder->report.damage_count++ == 0) cic_set_words(decoder->report.damage, words);
    return;
  }
  if (strncmp(words, "iCCP", 4) == 0) {
    // The words are "iCCP: profile 'NAME': SIZEh: exceeds application limits".
    const char *end = strstr(words, "h: exceeds application limits");
    if (end != NULL) {
      while (end > words && isxdigit((unsigned char)end[-1])) end--;
      decoder->refused_profile_size = (uint32_t)strtoul(end, NULL, 16);
    }
    return;
  }
  if (decoder->report.note_count++ == 0) cic_set_words(decoder->report.note, words);
}

// The checksum of a pixel chunk is about to be read.
static bool is_at_pixel_checksum(png_structp library) {
  const png_uint_32 pixel_chunk = 0x49444154;  // IDAT
  return (png_get_io_state(library) & PNG_IO_MASK_LOC) == PNG_IO_CHUNK_CRC &&
         png_get_io_chunk_type(library) == pixel_chunk;
}

static void on_read(png_structp library, png_bytep buffer, size_t count) {
  struct cic_png *decoder = png_get_io_ptr(library);
  if (is_at_pixel_checksum(library)) {
    decoder->proven_row_count = decoder->row_count_at_checksum;
    decoder->row_count_at_checksum = decoder->row_count;
  }
  if ((png_get_io_state(library) & PNG_IO_MASK_LOC) == PNG_IO_CHUNK_DATA) {
    decoder->row_bytes_read += count;
  }
  if (decoder->row_total > 0 && decoder->row_count == decoder->row_total - 1 &&
      decoder->row_bytes_read > decoder->row_bytes_needed) {
    decoder->has_surplus = true;
    longjmp(decoder->escape, 1);
  }
  while (count > 0) {
    if (decoder->buffer_position == decoder->buffer_count) {
      decoder->buffer_position = 0;
      decoder->buffer_count =
          cic_input_read(&decoder->input, decoder->buffer, INPUT_BUFFER_SIZE, &decoder->report);
      if (decoder->buffer_count == 0) {
        decoder->report.input_ended = true;
        png_error(library, "premature end of PNG file");
      }
    }
    size_t available = decoder->buffer_count - decoder->buffer_position;
    size_t part = count < available ? count : available;
    memcpy(buffer, decoder->buffer + decoder->buffer_position, part);
    decoder->buffer_position += part;
    buffer += part;
    count -= part;
  }
}

cic_png *cic_png_create(cic_input input) {
  struct cic_png *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->input = input;
  if (setjmp(decoder->escape) != 0) {
    png_destroy_read_struct(&decoder->library, &decoder->info, NULL);
    free(decoder);
    return NULL;
  }
  decoder->library = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, on_error, on_warning);
  if (decoder->library != NULL) decoder->info = png_create_info_struct(decoder->library);
  if (decoder->info == NULL) {
    png_destroy_read_struct(&decoder->library, NULL, NULL);
    free(decoder);
    return NULL;
  }
  png_set_read_fn(decoder->library, decoder, on_read);
  // The sides are limited by the caller, in pixels; libpng's own limit of a million would speak first.
  png_set_user_limits(decoder->library, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Only what the pixels need is read; -1 stands for every chunk but IHDR, PLTE, tRNS, IDAT and IEND.
  // The profile is compressed and so is left to libpng, which also limits its size; the other colour
  // chunks are a few bytes that the caller reads itself, so that libpng does not judge between them.
  png_set_keep_unknown_chunks(decoder->library, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(decoder->library, PNG_HANDLE_CHUNK_AS_DEFAULT,
                              (png_const_bytep) "iCCP", 1);
  // libpng takes compressed bytes in portions of this size, and all of a portion that the file's end
  // cuts off is lost: a small one keeps more rows of a truncated picture.
  png_set_compression_buffer_size(decoder->library, 512);
  png_set_crc_action(decoder->library, PNG_CRC_DEFAULT, PNG_CRC_WARN_DISCARD);
  return decoder;
}

void cic_png_destroy(cic_png *decoder) {
  if (setjmp(decoder->escape) == 0) {
    png_destroy_read_struct(&decoder->library, &decoder->info, NULL);
  }
  free(decoder);
}

const cic_report *cic_png_report(const cic_png *decoder) { return &decoder->report; }

void cic_png_limit_profile(cic_png *decoder, size_t limit) {
  png_set_chunk_malloc_max(decoder->library, limit);
}

uint32_t cic_png_refused_profile_size(const cic_png *decoder) {
  return decoder->refused_profile_size;
}

cic_status cic_png_read_header(cic_png *decoder, cic_png_header *header) {
  if (setjmp(decoder->escape) != 0) return CIC_FAILED;
  png_read_info(decoder->library, decoder->info);
  header->width = png_get_image_width(decoder->library, decoder->info);
  header->height = png_get_image_height(decoder->library, decoder->info);
  header->bit_depth = png_get_bit_depth(decoder->library, decoder->info);
  header->color_type = png_get_color_type(decoder->library, decoder->info);
  header->interlaced =
      png_get_interlace_type(decoder->library, decoder->info) != PNG_INTERLACE_NONE;
  header->has_alpha = (header->color_type & PNG_COLOR_MASK_ALPHA) != 0 ||
                      png_get_valid(decoder->library, decoder->info, PNG_INFO_tRNS) != 0;
  return CIC_OK;
}

uint64_t cic_png_first_pixel_chunk(const cic_png *decoder) {
  return decoder->report.bytes_read - (decoder->buffer_count - decoder->buffer_position) - 8;
}

int cic_png_palette(cic_png *decoder, uint8_t entries[1024]) {
  if (setjmp(decoder->escape) != 0) return 0;
  png_colorp colors = NULL;
  int count = 0;
  if (png_get_PLTE(decoder->library, decoder->info, &colors, &count) == 0) return 0;
  png_bytep alphas = NULL;
  int alpha_count = 0;
  png_get_tRNS(decoder->library, decoder->info, &alphas, &alpha_count, NULL);
  for (int index = 0; index < count && index < 256; index++) {
    entries[4 * index] = colors[index].red;
    entries[4 * index + 1] = colors[index].green;
    entries[4 * index + 2] = colors[index].blue;
    entries[4 * index + 3] = index < alpha_count ? alphas[index] : 255;
  }
  return count < 256 ? count : 256;
}

const uint8_t *cic_png_profile(cic_png *decoder, size_t *count) {
  *count = 0;
  if (setjmp(decoder->escape) != 0) return NULL;
  png_charp name;
  int compression;
  png_bytep profile = NULL;
  png_uint_32 size = 0;
  if (png_get_iCCP(decoder->library, decoder->info, &name, &compression, &profile, &size) == 0) {
    return NULL;
  }
  *count = size;
  return profile;
}

cic_status cic_png_start(cic_png *decoder, bool keep_16_bits) {
  if (setjmp(decoder->escape) != 0) return CIC_FAILED;
  bool deep = keep_16_bits && png_get_bit_depth(decoder->library, decoder->info) == 16;
  png_set_expand(decoder->library);
  if (!deep) png_set_scale_16(decoder->library);  // value / 257, rounded
  png_set_gray_to_rgb(decoder->library);
  png_set_add_alpha(decoder->library, deep ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
  decoder->passes = png_set_interlace_handling(decoder->library);
  png_read_update_info(decoder->library, decoder->info);
  if (png_get_rowbytes(decoder->library, decoder->info) !=
      (deep ? 8 : 4) * (size_t)png_get_image_width(decoder->library, decoder->info)) {
    png_error(decoder->library, "rows are not RGBA after expansion");
  }
  uint64_t height = png_get_image_height(decoder->library, decoder->info);
  decoder->row_total = (uint64_t)decoder->passes * height;
  // Stored, not compressed, with room for empty blocks and for chunks of other kinds in between.
  decoder->row_bytes_needed =
      2 * 8 * (uint64_t)png_get_image_width(decoder->library, decoder->info) + 65536;
  return CIC_OK;
}

// After an escape from the rows. Where only what follows the last one was left, every row is there.
static cic_status stop(cic_png *decoder, uint64_t *rows_read) {
  if (!decoder->has_surplus) return CIC_FAILED;
  if (decoder->report.note_count++ == 0) {
    cic_set_words(decoder->report.note, "more pixel data than the picture has rows");
  }
  decoder->row_count++;
  (*rows_read)++;
  return CIC_OK;
}

cic_status cic_png_read_rows(cic_png *decoder, uint8_t *pixels, size_t stride, uint32_t row_count,
                             uint64_t *rows_read) {
  *rows_read = 0;
  if (setjmp(decoder->escape) != 0) return stop(decoder, rows_read);
  while (*rows_read < row_count) {
    decoder->row_bytes_read = 0;
    png_read_row(decoder->library, pixels + *rows_read * stride, NULL);
    (*rows_read)++;
    decoder->row_count++;
  }
  return CIC_OK;
}

cic_status cic_png_read_interlaced(cic_png *decoder, uint8_t *pixels, size_t stride,
                                   uint64_t *rows_read) {
  *rows_read = 0;
  if (setjmp(decoder->escape) != 0) return stop(decoder, rows_read);
  uint32_t height = png_get_image_height(decoder->library, decoder->info);
  for (int pass = 0; pass < decoder->passes; pass++) {
    for (uint32_t row = 0; row < height; row++) {
      decoder->row_bytes_read = 0;
      png_read_row(decoder->library, NULL, pixels + row * stride);
      (*rows_read)++;
      decoder->row_count++;
    }
  }
  return CIC_OK;
}

cic_status cic_png_finish(cic_png *decoder) {
  if (decoder->has_surplus) return CIC_OK;  // what follows is not looked at
  if (setjmp(decoder->escape) != 0) {
    if (decoder->report.input_ended) {
      // Every row is there; browsers do not ask for more.
      if (decoder->report.note_count++ == 0) {
        cic_set_words(decoder->report.note, decoder->report.message);
      }
      decoder->report.message[0] = 0;
      return CIC_OK;
    }
    return CIC_FAILED;
  }
  png_read_end(decoder->library, NULL);
  return CIC_OK;
}
