#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "CTestCodecs.h"

struct guard {
  struct jpeg_error_mgr errors;
  jmp_buf escape;
};

static void on_error(j_common_ptr library) {
  longjmp(((struct guard *)library->err)->escape, 1);
}

uint8_t *ctc_jpeg_encode(const uint8_t *pixels, const ctc_jpeg_settings *settings, size_t *count) {
  struct jpeg_compress_struct library;
  struct guard guard;
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  library.err = jpeg_std_error(&guard.errors);
  guard.errors.error_exit = on_error;
  if (setjmp(guard.escape) != 0) {
    jpeg_destroy_compress(&library);
    return NULL;
  }
  jpeg_create_compress(&library);
  jpeg_mem_dest(&library, &bytes, &size);
  library.image_width = (JDIMENSION)settings->width;
  library.image_height = (JDIMENSION)settings->height;
  library.input_components = settings->components;
  library.in_color_space =
      settings->components == 1 ? JCS_GRAYSCALE : settings->components == 4 ? JCS_CMYK : JCS_RGB;
  jpeg_set_defaults(&library);
  if (settings->stored_as_rgb) jpeg_set_colorspace(&library, JCS_RGB);
  if (settings->stored_as_ycck) jpeg_set_colorspace(&library, JCS_YCCK);
  if (settings->without_adobe_marker) library.write_Adobe_marker = FALSE;
  jpeg_set_quality(&library, settings->quality, TRUE);
  library.arith_code = settings->arithmetic;
  library.optimize_coding = settings->optimized;
  library.restart_interval = (unsigned)settings->restart_interval;
  if (settings->components == 3 && settings->horizontal_sampling > 0) {
    library.comp_info[0].h_samp_factor = settings->horizontal_sampling;
    library.comp_info[0].v_samp_factor = settings->vertical_sampling;
  }
  if (settings->progressive) jpeg_simple_progression(&library);
  jpeg_scan_info scans[32];
  if (settings->scans != NULL) {
    if (settings->scan_count > 32) return NULL;
    for (int i = 0; i < settings->scan_count; i++) {
      const ctc_jpeg_scan *scan = &settings->scans[i];
      scans[i] = (jpeg_scan_info){
          scan->count,
          {scan->components[0], scan->components[1], scan->components[2], scan->components[3]},
          scan->first, scan->last, scan->high, scan->low};
    }
    library.scan_info = scans;
    library.num_scans = settings->scan_count;
  }
  jpeg_start_compress(&library, TRUE);
  if (settings->app1 != NULL) {
    jpeg_write_marker(&library, JPEG_APP0 + 1, settings->app1, (unsigned)settings->app1_count);
  }
  if (settings->profile != NULL) {
    jpeg_write_icc_profile(&library, settings->profile, (unsigned)settings->profile_count);
  }
  size_t stride = (size_t)settings->width * (size_t)settings->components;
  while (library.next_scanline < library.image_height) {
    JSAMPROW row = (JSAMPROW)(pixels + library.next_scanline * stride);
    jpeg_write_scanlines(&library, &row, 1);
  }
  jpeg_finish_compress(&library);
  jpeg_destroy_compress(&library);
  *count = size;
  return bytes;
}
