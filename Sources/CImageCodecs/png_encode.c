#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

#include "input.h"

struct cic_png_writer {
  png_structp library;
  png_infop info;
  jmp_buf escape;
  char message[CIC_MESSAGE_SIZE];
  uint8_t *pending;
  size_t pending_count;
  size_t pending_capacity;
};

static void on_error(png_structp library, png_const_charp words) {
  struct cic_png_writer *writer = png_get_error_ptr(library);
  cic_set_words(writer->message, words);
  longjmp(writer->escape, 1);
}

static void on_warning(png_structp library, png_const_charp words) {
  (void)library;
  (void)words;
}

static void on_write(png_structp library, png_bytep bytes, size_t count) {
  struct cic_png_writer *writer = png_get_io_ptr(library);
  if (writer->pending_capacity - writer->pending_count < count) {
    size_t capacity = 2 * (writer->pending_count + count);
    uint8_t *grown = realloc(writer->pending, capacity);
    if (grown == NULL) png_error(library, "out of memory");
    writer->pending = grown;
    writer->pending_capacity = capacity;
  }
  memcpy(writer->pending + writer->pending_count, bytes, count);
  writer->pending_count += count;
}

static void on_flush(png_structp library) { (void)library; }

cic_png_writer *cic_png_writer_create(void) {
  struct cic_png_writer *writer = calloc(1, sizeof *writer);
  if (writer == NULL) return NULL;
  if (setjmp(writer->escape) != 0) {
    png_destroy_write_struct(&writer->library, &writer->info);
    free(writer);
    return NULL;
  }
  writer->library = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
  if (writer->library != NULL) writer->info = png_create_info_struct(writer->library);
  if (writer->info == NULL) {
    png_destroy_write_struct(&writer->library, NULL);
    free(writer);
    return NULL;
  }
  png_set_write_fn(writer->library, writer, on_write, on_flush);
  return writer;
}

void cic_png_writer_destroy(cic_png_writer *writer) {
  if (setjmp(writer->escape) == 0) png_destroy_write_struct(&writer->library, &writer->info);
  free(writer->pending);
  free(writer);
}

const char *cic_png_writer_message(const cic_png_writer *writer) { return writer->message; }

cic_status cic_png_writer_start(cic_png_writer *writer, const cic_png_settings *settings) {
  if (setjmp(writer->escape) != 0) return CIC_FAILED;
  png_structp library = writer->library;
  png_infop info = writer->info;
  png_set_user_limits(library, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(library, info, settings->width, settings->height, 8,
               settings->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(library, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_pHYs(library, info, settings->pixels_per_metre, settings->pixels_per_metre,
               PNG_RESOLUTION_METER);
  png_text text = {0};
  text.compression = PNG_TEXT_COMPRESSION_NONE;
  text.key = (png_charp) "Software";
  text.text = (png_charp)settings->software;
  png_set_text(library, info, &text, 1);
  png_set_filter(library, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
  png_set_compression_level(library, 6);
  png_set_compression_strategy(library, Z_DEFAULT_STRATEGY);
  png_set_compression_buffer_size(library, 65536);
  png_write_info(library, info);
  return CIC_OK;
}

cic_status cic_png_writer_write_rows(cic_png_writer *writer, const uint8_t *pixels, size_t stride,
                                     uint32_t row_count) {
  if (setjmp(writer->escape) != 0) return CIC_FAILED;
  for (uint32_t row = 0; row < row_count; row++) {
    png_write_row(writer->library, pixels + row * stride);
  }
  return CIC_OK;
}

cic_status cic_png_writer_finish(cic_png_writer *writer) {
  if (setjmp(writer->escape) != 0) return CIC_FAILED;
  png_write_end(writer->library, writer->info);
  return CIC_OK;
}

const uint8_t *cic_png_writer_pending(const cic_png_writer *writer, size_t *count) {
  *count = writer->pending_count;
  return writer->pending;
}

void cic_png_writer_take(cic_png_writer *writer) { writer->pending_count = 0; }
