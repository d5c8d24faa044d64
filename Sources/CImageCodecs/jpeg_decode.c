#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "jpeg_scans.h"

#define INPUT_BUFFER_SIZE 65536
static const char exif_signature[6] = "Exif\0";
static const char profile_signature[12] = "ICC_PROFILE";

// A segment of an ICC profile: 255 of them at most, 16 MB in all.
struct segment {
  uint8_t *bytes;
  size_t count;
};

struct cic_jpeg {
  struct jpeg_decompress_struct library;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  jmp_buf escape;
  cic_input input;
  cic_report report;
  uint8_t *exif;
  size_t exif_count;
  struct segment segments[256];  // by their number, from 1
  int segment_total;             // what the first one says; 0 before it
  bool segments_broken;
  uint8_t *profile;
  size_t profile_count;
  // The input is the whole one, and report.bytes_read says where in it the next byte stands.
  bool reads_by_offset;
  // The header is being read again: what was kept of it is there.
  bool reads_again;
  // Parts of the input that the library does not get to see: see leave_out_idle_scans.
  struct cic_range left_out[CIC_MAX_RANGES];
  int left_out_count;
  int left_out_next;
  uint8_t buffer[INPUT_BUFFER_SIZE];
};

static struct cic_jpeg *owner(j_common_ptr library) {
  return (struct cic_jpeg *)library->client_data;
}

// MARK: errors and warnings

// A decoder warning is a decision. These cost no pixel: the decoder goes on with everything it needs.
static bool costs_no_pixel(int code) {
  switch (code) {
    case JWRN_ADOBE_XFORM:       // an unknown colour transform code is read as YCC or YCCK
    case JWRN_BOGUS_ICC:         // the profile is broken, not the picture
    case JWRN_EXTRANEOUS_DATA:   // bytes before a marker are passed over
    case JWRN_JFIF_MAJOR:        // an unknown JFIF revision is read as the known one
    case JWRN_MUST_RESYNC:       // one wrong restart number; lost data shows as JWRN_HIT_MARKER
    case JWRN_NOT_SEQUENTIAL:    // a baseline scan with progressive values
    case JWRN_TOO_MUCH_DATA:     // more rows than the header says
      return true;
    default:
      return false;
  }
}

static bool is_unsupported(int code) {
  switch (code) {
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_J_COLORSPACE:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:  // 65,500 on a side, where the format has 65,535
    case JERR_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
      return true;
    default:
      return false;
  }
}

static void on_error(j_common_ptr library) {
  struct cic_jpeg *decoder = owner(library);
  char words[JMSG_LENGTH_MAX];
  library->err->format_message(library, words);
  cic_set_words(decoder->report.message, words);
  decoder->report.unsupported = is_unsupported(library->err->msg_code);
  longjmp(decoder->escape, 1);
}

static const char premature_end[] = "premature end of JPEG file";

static void add_damage(struct cic_jpeg *decoder, const char *words) {
  if (decoder->report.damage_count++ == 0) cic_set_words(decoder->report.damage, words);
}

static void on_message(j_common_ptr library, int level) {
  if (level >= 0) return;  // a trace
  struct cic_jpeg *decoder = owner(library);
  char words[JMSG_LENGTH_MAX];
  library->err->format_message(library, words);
  library->err->num_warnings++;
  int code = library->err->msg_code;
  if (code == JWRN_JPEG_EOF) {
    // Only the end marker may be missing. Where data is, the decoder finds the end that was put in its
    // place too early (JWRN_HIT_MARKER), or scans are missing (see judge_scans).
    if (decoder->report.note_count++ == 0) cic_set_words(decoder->report.note, premature_end);
  } else if (costs_no_pixel(code)) {
    if (decoder->report.note_count++ == 0) cic_set_words(decoder->report.note, words);
  } else {
    bool ended = code == JWRN_HIT_MARKER && decoder->report.input_ended;
    add_damage(decoder, ended ? premature_end : words);
  }
}

// After a picture of several scans has been read to its end: did the file end before the last one?
static void judge_scans(struct cic_jpeg *decoder) {
  const struct jpeg_decompress_struct *library = &decoder->library;
  if (!decoder->report.input_ended || decoder->report.damage_count > 0) return;
  // Only progressive pictures keep account, and only of scans that began. What a cut-off scan lacks, the
  // Huffman decoder reports as it misses it; the arithmetic decoder takes it for zeros without a word.
  bool complete = library->coef_bits != NULL && !library->arith_code;
  for (int component = 0; complete && component < library->num_components; component++) {
    for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++) {
      if (library->coef_bits[component][coefficient] != 0) complete = false;
    }
  }
  if (!complete) add_damage(decoder, premature_end);
}

static void on_output(j_common_ptr library) { (void)library; }

// MARK: source

static void source_init(j_decompress_ptr library) { (void)library; }
static void source_term(j_decompress_ptr library) { (void)library; }

// Ends the buffer where a part begins that is left out.
static void cut_buffer(struct cic_jpeg *decoder) {
  if (decoder->left_out_next == decoder->left_out_count) return;
  uint64_t start = decoder->left_out[decoder->left_out_next].start;
  if (start >= decoder->report.bytes_read) return;
  decoder->source.bytes_in_buffer -= (size_t)(decoder->report.bytes_read - start);
  decoder->report.bytes_read = start;
}

// The bytes after the last ones, but for those that are left out; 0 at the end and on a read error.
static size_t read_kept(struct cic_jpeg *decoder) {
  cic_report *report = &decoder->report;
  while (decoder->left_out_next < decoder->left_out_count &&
         decoder->left_out[decoder->left_out_next].start == report->bytes_read) {
    report->bytes_read = decoder->left_out[decoder->left_out_next++].end;
  }
  size_t got = cic_input_read_at(&decoder->input, report->bytes_read, decoder->buffer,
                                 INPUT_BUFFER_SIZE, &report->read_errno);
  report->bytes_read += got;
  return got;
}

static boolean source_fill(j_decompress_ptr library) {
  static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};
  struct cic_jpeg *decoder = owner((j_common_ptr)library);
  size_t got = decoder->reads_by_offset
                   ? read_kept(decoder)
                   : cic_input_read(&decoder->input, decoder->buffer, INPUT_BUFFER_SIZE,
                                    &decoder->report);
  if (got > 0) {
    decoder->source.next_input_byte = decoder->buffer;
    decoder->source.bytes_in_buffer = got;
    cut_buffer(decoder);
  } else {
    // As the library's own sources do: warn, and end the picture so that what came can be used.
    decoder->report.input_ended = true;
    WARNMS(library, JWRN_JPEG_EOF);
    decoder->source.next_input_byte = end_of_image;
    decoder->source.bytes_in_buffer = 2;
  }
  return TRUE;
}

static void source_skip(j_decompress_ptr library, long count) {
  if (count <= 0) return;
  size_t rest = (size_t)count;
  while (rest > library->src->bytes_in_buffer) {
    rest -= library->src->bytes_in_buffer;
    source_fill(library);
    if (owner((j_common_ptr)library)->report.input_ended) return;
  }
  library->src->next_input_byte += rest;
  library->src->bytes_in_buffer -= rest;
}

static int next_byte(j_decompress_ptr library) {
  if (library->src->bytes_in_buffer == 0) source_fill(library);
  library->src->bytes_in_buffer--;
  return *library->src->next_input_byte++;
}

// Reads `count` bytes of a segment into fresh memory.
static uint8_t *read_bytes(j_decompress_ptr library, size_t count) {
  uint8_t *bytes = malloc(count > 0 ? count : 1);
  if (bytes == NULL) ERREXIT1(library, JERR_OUT_OF_MEMORY, 0);
  for (size_t i = 0; i < count; i++) bytes[i] = (uint8_t)next_byte(library);
  return bytes;
}

// Reads a segment's length and up to `size` bytes of its head; `rest` is what follows them.
static size_t read_head(j_decompress_ptr library, uint8_t *head, size_t size, long *rest) {
  long length = next_byte(library) << 8;
  length += next_byte(library);
  length -= 2;
  size_t count = 0;
  while (count < size && length > 0) {
    head[count++] = (uint8_t)next_byte(library);
    length--;
  }
  *rest = length;
  return count;
}

// Keeps the segments of an ICC profile and passes over every other APP2. jpeg_save_markers would hold
// whatever else stands there as well, without a bound.
static boolean read_app2(j_decompress_ptr library) {
  struct cic_jpeg *decoder = owner((j_common_ptr)library);
  uint8_t head[sizeof profile_signature + 2];
  long rest;
  size_t count = read_head(library, head, sizeof head, &rest);
  if (count < sizeof head || memcmp(head, profile_signature, sizeof profile_signature) != 0 ||
      rest < 0 || decoder->reads_again) {
    source_skip(library, rest);
    return TRUE;
  }
  int number = head[sizeof profile_signature];
  int total = head[sizeof profile_signature + 1];
  if (decoder->segment_total == 0) decoder->segment_total = total;
  if (number == 0 || number > total || total != decoder->segment_total ||
      decoder->segments[number].bytes != NULL) {
    decoder->segments_broken = true;
    source_skip(library, rest);
    return TRUE;
  }
  decoder->segments[number].bytes = read_bytes(library, (size_t)rest);
  decoder->segments[number].count = (size_t)rest;
  return TRUE;
}

// Keeps the first EXIF segment and passes over every other APP1 (megabytes of extended XMP are common),
// which jpeg_save_markers would hold in memory.
static boolean read_app1(j_decompress_ptr library) {
  struct cic_jpeg *decoder = owner((j_common_ptr)library);
  uint8_t head[sizeof exif_signature];
  long rest;
  size_t count = read_head(library, head, sizeof head, &rest);
  bool is_exif = count == sizeof head && memcmp(head, exif_signature, sizeof head) == 0;
  if (is_exif && decoder->exif == NULL && rest > 0) {
    decoder->exif = read_bytes(library, (size_t)rest);
    decoder->exif_count = (size_t)rest;
  } else {
    source_skip(library, rest);
  }
  return TRUE;
}

// MARK: the decoder

cic_jpeg *cic_jpeg_create(cic_input input) {
  struct cic_jpeg *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return NULL;
  decoder->input = input;
  decoder->library.err = jpeg_std_error(&decoder->errors);
  decoder->errors.error_exit = on_error;
  decoder->errors.emit_message = on_message;
  decoder->errors.output_message = on_output;
  decoder->library.client_data = decoder;
  if (setjmp(decoder->escape) != 0) {
    jpeg_destroy_decompress(&decoder->library);
    free(decoder);
    return NULL;
  }
  jpeg_create_decompress(&decoder->library);
  decoder->library.client_data = decoder;
  decoder->source.init_source = source_init;
  decoder->source.fill_input_buffer = source_fill;
  decoder->source.skip_input_data = source_skip;
  decoder->source.resync_to_restart = jpeg_resync_to_restart;
  decoder->source.term_source = source_term;
  decoder->library.src = &decoder->source;
  jpeg_set_marker_processor(&decoder->library, JPEG_APP0 + 1, read_app1);
  jpeg_set_marker_processor(&decoder->library, JPEG_APP0 + 2, read_app2);
  return decoder;
}

void cic_jpeg_destroy(cic_jpeg *decoder) {
  if (setjmp(decoder->escape) == 0) jpeg_destroy_decompress(&decoder->library);
  free(decoder->exif);
  for (int number = 0; number < 256; number++) free(decoder->segments[number].bytes);
  free(decoder->profile);
  free(decoder);
}

const cic_report *cic_jpeg_report(const cic_jpeg *decoder) { return &decoder->report; }

const uint8_t *cic_jpeg_exif(const cic_jpeg *decoder, size_t *count) {
  *count = decoder->exif_count;
  return decoder->exif;
}

const uint8_t *cic_jpeg_profile(cic_jpeg *decoder, size_t *count, cic_profile_state *state) {
  *count = 0;
  *state = CIC_PROFILE_NONE;
  if (decoder->segment_total == 0 && !decoder->segments_broken) return NULL;
  *state = CIC_PROFILE_BROKEN;
  if (decoder->segments_broken) return NULL;
  if (decoder->profile == NULL) {
    size_t size = 0;
    for (int number = 1; number <= decoder->segment_total; number++) {
      if (decoder->segments[number].bytes == NULL) return NULL;
      size += decoder->segments[number].count;
    }
    decoder->profile = malloc(size > 0 ? size : 1);
    if (decoder->profile == NULL) return NULL;
    for (int number = 1; number <= decoder->segment_total; number++) {
      struct segment segment = decoder->segments[number];
      memcpy(decoder->profile + decoder->profile_count, segment.bytes, segment.count);
      decoder->profile_count += segment.count;
    }
  }
  *state = CIC_PROFILE_WHOLE;
  *count = decoder->profile_count;
  return decoder->profile;
}

static cic_status failure(const struct cic_jpeg *decoder) {
  return decoder->errors.msg_code == JERR_OUT_OF_MEMORY ? CIC_NO_MEMORY : CIC_FAILED;
}

static bool is_cmyk(const struct jpeg_decompress_struct *library) {
  return library->jpeg_color_space == JCS_CMYK || library->jpeg_color_space == JCS_YCCK;
}

cic_status cic_jpeg_read_header(cic_jpeg *decoder, cic_jpeg_header *header) {
  if (setjmp(decoder->escape) != 0) return failure(decoder);
  struct jpeg_decompress_struct *library = &decoder->library;
  jpeg_read_header(library, TRUE);
  header->width = library->image_width;
  header->height = library->image_height;
  header->precision = library->data_precision;
  header->components = library->num_components;
  header->progressive = library->progressive_mode;
  header->several_scans = jpeg_has_multiple_scans(library);
  header->arithmetic = library->arith_code;
  header->coefficient_bytes = 0;
  for (int component = 0; component < library->num_components; component++) {
    const jpeg_component_info *info = &library->comp_info[component];
    header->coefficient_bytes +=
        (uint64_t)info->width_in_blocks * info->height_in_blocks * sizeof(JBLOCK);
  }
  header->cmyk = is_cmyk(library);
  header->cmyk_inverted = library->saw_Adobe_marker;
  return CIC_OK;
}

// MARK: for another decoder

static bool is_usable(const JHUFF_TBL *table, bool is_dc) {
  if (table == NULL || !cic_jpeg_is_prefix_code(table->bits + 1)) return false;
  int symbols = 0;
  for (int length = 1; length <= 16; length++) symbols += table->bits[length];
  if (symbols > 256) return false;
  for (int index = 0; is_dc && index < symbols; index++) {
    if (table->huffval[index] > 15) return false;
  }
  return true;
}

static bool is_usable_quantization(const JQUANT_TBL *table) {
  if (table == NULL || table->quantval[0] == 0) return false;
  for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++) {
    if (table->quantval[coefficient] > INT16_MAX) return false;  // the library's factors have 16 bits
  }
  return true;
}

bool cic_jpeg_get_layout(const cic_jpeg *decoder, cic_jpeg_layout *layout) {
  const struct jpeg_decompress_struct *library = &decoder->library;
  int components = library->num_components;
  bool is_gray = components == 1 && library->jpeg_color_space == JCS_GRAYSCALE;
  bool is_color = components == 3 && library->jpeg_color_space == JCS_YCbCr;
  if ((!is_gray && !is_color) || library->progressive_mode || library->arith_code ||
      library->data_precision != 8 || library->comps_in_scan != components || library->Ss != 0 ||
      library->Se != DCTSIZE2 - 1 || library->Ah != 0 || library->Al != 0 ||
      decoder->report.damage_count > 0 || decoder->report.input_ended) {
    return false;
  }
  for (int component = 0; component < components; component++) {
    const jpeg_component_info *info = &library->comp_info[component];
    int quantization = info->quant_tbl_no, dc = info->dc_tbl_no, ac = info->ac_tbl_no;
    if (library->cur_comp_info[component] != info || quantization < 0 ||
        quantization >= NUM_QUANT_TBLS || dc < 0 || dc >= NUM_HUFF_TBLS || ac < 0 ||
        ac >= NUM_HUFF_TBLS || !is_usable_quantization(library->quant_tbl_ptrs[quantization]) ||
        !is_usable(library->dc_huff_tbl_ptrs[dc], true) ||
        !is_usable(library->ac_huff_tbl_ptrs[ac], false)) {
      return false;
    }
    bool is_chroma = component > 0;
    if (is_color && (info->h_samp_factor > (is_chroma ? 1 : 2) ||
                     info->v_samp_factor > (is_chroma ? 1 : 2))) {
      return false;
    }
  }
  layout->components = components;
  layout->horizontal = is_color ? library->comp_info[0].h_samp_factor : 1;
  layout->vertical = is_color ? library->comp_info[0].v_samp_factor : 1;
  layout->restart_interval = library->restart_interval;
  layout->data_offset = decoder->report.bytes_read - decoder->source.bytes_in_buffer;
  return true;
}

cic_jpeg_tables cic_jpeg_get_tables(const cic_jpeg *decoder, int component) {
  const struct jpeg_decompress_struct *library = &decoder->library;
  const jpeg_component_info *info = &library->comp_info[component];
  const JHUFF_TBL *dc = library->dc_huff_tbl_ptrs[info->dc_tbl_no];
  const JHUFF_TBL *ac = library->ac_huff_tbl_ptrs[info->ac_tbl_no];
  return (cic_jpeg_tables){library->quant_tbl_ptrs[info->quant_tbl_no]->quantval, dc->bits + 1,
                           dc->huffval, ac->bits + 1, ac->huffval};
}

// MARK: rows

// From here on the input is read by offset: see struct cic_jpeg.
static void read_by_offset(struct cic_jpeg *decoder) {
  if (decoder->reads_by_offset) return;
  decoder->reads_by_offset = true;
  if (decoder->input.descriptor >= 0) return;
  decoder->input.bytes -= decoder->report.bytes_read;
  decoder->input.count += (size_t)decoder->report.bytes_read;
}

static void choose_output(struct jpeg_decompress_struct *library, int eighths) {
  library->out_color_space = is_cmyk(library) ? JCS_CMYK : JCS_EXT_RGBA;
  library->scale_num = (unsigned)eighths;
  library->scale_denom = 8;
  library->dct_method = JDCT_ISLOW;
}

// Keeps scans from the library that it would decode and never look at. What such a scan hides is not seen,
// as what stands below the last row that is wanted is not; but all that markers tell is known to be right.
static void leave_out_idle_scans(struct cic_jpeg *decoder) {
  struct jpeg_decompress_struct *library = &decoder->library;
  if (!library->progressive_mode || library->arith_code || decoder->report.damage_count > 0) return;
  jpeg_calc_output_dimensions(library);
  uint64_t offset = decoder->report.bytes_read - decoder->source.bytes_in_buffer;
  read_by_offset(decoder);
  decoder->left_out_count =
      cic_jpeg_find_idle_scans(decoder->input, offset, library, decoder->left_out);
  if (decoder->left_out_count == 0) return;
  cut_buffer(decoder);
  // The library would guess the coefficients that it now lacks from their neighbours. The picture is
  // complete, so that it would not have guessed.
  library->do_block_smoothing = FALSE;
}

int cic_jpeg_parts_left_out(const cic_jpeg *decoder) { return decoder->left_out_count; }

// Goes back to where the header has been read, with all of the input before the library.
static cic_status begin_again(struct cic_jpeg *decoder) {
  if (setjmp(decoder->escape) != 0) return failure(decoder);
  jpeg_abort_decompress(&decoder->library);
  decoder->left_out_count = decoder->left_out_next = 0;
  decoder->reads_again = true;
  decoder->source.bytes_in_buffer = 0;
  memset(&decoder->report, 0, sizeof decoder->report);
  jpeg_read_header(&decoder->library, TRUE);
  return CIC_OK;
}

// Reads all scans of a picture that has several.
static cic_status start(struct cic_jpeg *decoder, int eighths, bool leaves_out_scans) {
  if (setjmp(decoder->escape) != 0) return failure(decoder);
  choose_output(&decoder->library, eighths);
  if (leaves_out_scans) leave_out_idle_scans(decoder);
  jpeg_start_decompress(&decoder->library);
  if (jpeg_has_multiple_scans(&decoder->library)) judge_scans(decoder);
  return CIC_OK;
}

cic_status cic_jpeg_start(cic_jpeg *decoder, int eighths, bool leaves_out_scans, uint32_t *width,
                          uint32_t *height) {
  int notes = decoder->report.note_count;
  cic_status status = start(decoder, eighths, leaves_out_scans);
  if (decoder->left_out_count > 0 && (status != CIC_OK || decoder->report.note_count > notes ||
                                      decoder->report.damage_count > 0)) {
    // What there is to say depends on the scans that were left out, too.
    status = begin_again(decoder);
    if (status == CIC_OK) status = start(decoder, eighths, false);
  }
  *width = decoder->library.output_width;
  *height = decoder->library.output_height;
  return status;
}

cic_status cic_jpeg_read_rows(cic_jpeg *decoder, uint8_t *pixels, size_t stride,
                              uint32_t row_count, uint64_t *rows_read) {
  *rows_read = 0;
  if (setjmp(decoder->escape) != 0) return failure(decoder);
  while (*rows_read < row_count &&
         decoder->library.output_scanline < decoder->library.output_height) {
    JSAMPROW row = pixels + *rows_read * stride;
    *rows_read += jpeg_read_scanlines(&decoder->library, &row, 1);
  }
  // The arithmetic decoder takes missing data for zeros without a word.
  if (decoder->library.arith_code) judge_scans(decoder);
  return CIC_OK;
}

cic_status cic_jpeg_finish(cic_jpeg *decoder) {
  if (setjmp(decoder->escape) != 0) return failure(decoder);
  jpeg_finish_decompress(&decoder->library);
  return CIC_OK;
}
