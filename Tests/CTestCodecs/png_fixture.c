#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>
#include <zlib.h>

#include "CTestCodecs.h"

struct buffer {
  uint8_t *bytes;
  size_t count;
};

static void on_write(png_structp library, png_bytep bytes, size_t count) {
  struct buffer *buffer = png_get_io_ptr(library);
  buffer->bytes = realloc(buffer->bytes, buffer->count + count);
  memcpy(buffer->bytes + buffer->count, bytes, count);
  buffer->count += count;
}

static void on_flush(png_structp library) { (void)library; }

uint8_t *ctc_png_encode(const uint8_t *rows, size_t stride, const ctc_png_settings *settings,
                        size_t *count) {
  struct buffer *buffer = calloc(1, sizeof *buffer);
  png_structp library = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(library);
  if (setjmp(png_jmpbuf(library)) != 0) {
    png_destroy_write_struct(&library, &info);
    free(buffer->bytes);
    free(buffer);
    return NULL;
  }
  png_set_write_fn(library, buffer, on_write, on_flush);
  png_set_user_limits(library, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(library, info, (png_uint_32)settings->width, (png_uint_32)settings->height,
               settings->bit_depth, settings->color_type,
               settings->interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, 0, 0);
  if (settings->palette != NULL) {
    png_color colors[256];
    for (int i = 0; i < settings->palette_count; i++) {
      colors[i].red = settings->palette[3 * i];
      colors[i].green = settings->palette[3 * i + 1];
      colors[i].blue = settings->palette[3 * i + 2];
    }
    png_set_PLTE(library, info, colors, settings->palette_count);
  }
  if (settings->palette_alpha != NULL) {
    png_set_tRNS(library, info, settings->palette_alpha, settings->palette_alpha_count, NULL);
  } else if (settings->transparent != NULL) {
    png_color_16 color = {0};
    if (settings->color_type == PNG_COLOR_TYPE_GRAY) {
      color.gray = settings->transparent[0];
    } else {
      color.red = settings->transparent[0];
      color.green = settings->transparent[1];
      color.blue = settings->transparent[2];
    }
    png_set_tRNS(library, info, NULL, 0, &color);
  }
  png_write_info(library, info);
  int passes = png_set_interlace_handling(library);
  for (int pass = 0; pass < passes; pass++) {
    for (int row = 0; row < settings->height; row++) {
      png_write_row(library, rows + (size_t)row * stride);
    }
  }
  png_write_end(library, info);
  png_destroy_write_struct(&library, &info);
  uint8_t *bytes = buffer->bytes;
  *count = buffer->count;
  free(buffer);
  return bytes;
}

uint32_t ctc_crc32(const uint8_t *bytes, size_t count) {
  return (uint32_t)crc32(0, bytes, (unsigned)count);
}

uint8_t *ctc_deflate_zeros(size_t zeros, size_t *count) {
  static const uint8_t block[65536];
  z_stream stream = {0};
  if (deflateInit(&stream, Z_BEST_COMPRESSION) != Z_OK) return NULL;
  size_t capacity = zeros / 512 + 1024;  // deflate makes a thousandth of them
  uint8_t *bytes = malloc(capacity);
  int result = bytes == NULL ? Z_MEM_ERROR : Z_OK;
  stream.next_out = bytes;
  stream.avail_out = (uInt)capacity;
  while (result == Z_OK) {
    size_t part = zeros < sizeof block ? zeros : sizeof block;
    zeros -= part;
    stream.next_in = (Bytef *)block;
    stream.avail_in = (uInt)part;
    result = deflate(&stream, zeros == 0 ? Z_FINISH : Z_NO_FLUSH);
  }
  *count = stream.total_out;
  deflateEnd(&stream);
  if (result == Z_STREAM_END) return bytes;
  free(bytes);
  return NULL;
}

uint8_t *ctc_deflate(const uint8_t *bytes, size_t byte_count, int level, int window_bits, int strategy,
                     size_t *count) {
  z_stream stream = {0};
  if (deflateInit2(&stream, level, Z_DEFLATED, window_bits, 8, strategy) != Z_OK) return NULL;
  size_t capacity = deflateBound(&stream, byte_count);
  uint8_t *deflated = malloc(capacity);
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)byte_count;
  stream.next_out = deflated;
  stream.avail_out = (uInt)capacity;
  int result = deflated == NULL ? Z_MEM_ERROR : deflate(&stream, Z_FINISH);
  *count = stream.total_out;
  deflateEnd(&stream);
  if (result == Z_STREAM_END) return deflated;
  free(deflated);
  return NULL;
}

bool ctc_inflate(const uint8_t *bytes, size_t byte_count, uint8_t *inflated, size_t count) {
  uLongf got = count;
  uLong used = byte_count;
  return uncompress2(inflated, &got, bytes, &used) == Z_OK && got == count && used == byte_count;
}
