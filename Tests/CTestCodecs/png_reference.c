#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "CTestCodecs.h"

struct reader {
  const uint8_t *bytes;
  size_t count;
  uint16_t *pixels;
  png_bytepp rows;
};

static void on_read(png_structp library, png_bytep bytes, size_t count) {
  struct reader *reader = png_get_io_ptr(library);
  if (count > reader->count) png_error(library, "the file ends");
  memcpy(bytes, reader->bytes, count);
  reader->bytes += count;
  reader->count -= count;
}

static void on_warning(png_structp library, png_const_charp words) {
  (void)library;
  (void)words;
}

static void on_error(png_structp library, png_const_charp words) {
  (void)words;
  png_longjmp(library, 1);
}

uint16_t *ctc_png_decode_reference(const uint8_t *bytes, size_t count, ctc_png_size *size) {
  struct reader *reader = calloc(1, sizeof *reader);
  reader->bytes = bytes;
  reader->count = count;
  png_structp library = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
  png_infop info = png_create_info_struct(library);
  if (setjmp(png_jmpbuf(library)) != 0) {
    png_destroy_read_struct(&library, &info, NULL);
    free(reader->rows);
    free(reader->pixels);
    free(reader);
    return NULL;
  }
  png_set_read_fn(library, reader, on_read);
  png_read_info(library, info);
  size->width = png_get_image_width(library, info);
  size->height = png_get_image_height(library, info);
  size->bit_depth = png_get_bit_depth(library, info);
  png_set_expand_16(library);
  png_set_gray_to_rgb(library);
  png_set_add_alpha(library, 0xFFFF, PNG_FILLER_AFTER);
  const uint16_t one = 1;
  if (*(const uint8_t *)&one == 1) png_set_swap(library);  // PNG stores the high byte first
  png_set_interlace_handling(library);
  png_read_update_info(library, info);
  size_t stride = 8 * (size_t)size->width;
  if (png_get_rowbytes(library, info) != stride) png_error(library, "rows are not RGBA");
  reader->pixels = malloc(stride * size->height);
  reader->rows = malloc(sizeof *reader->rows * size->height);
  if (reader->pixels == NULL || reader->rows == NULL) png_error(library, "no memory");
  for (size_t row = 0; row < size->height; row++) {
    reader->rows[row] = (png_bytep)reader->pixels + row * stride;
  }
  png_read_image(library, reader->rows);
  png_read_end(library, NULL);
  png_destroy_read_struct(&library, &info, NULL);
  uint16_t *pixels = reader->pixels;
  free(reader->rows);
  free(reader);
  return pixels;
}
