#include <string.h>

#include "jpeg_scans.h"

// A walk over the markers of a JPEG that leaves the descriptor's offset alone.
struct walk {
  cic_input input;
  uint64_t offset;  // of what follows the buffer
  size_t position;
  size_t count;
  uint8_t buffer[65536];
};

static void walk_from(struct walk *walk, cic_input input, uint64_t offset) {
  walk->input = input;
  walk->offset = offset;
  walk->position = walk->count = 0;
}

// Where the next byte stands in the input.
static uint64_t place(const struct walk *walk) {
  return walk->offset - (walk->count - walk->position);
}

static bool refill(struct walk *walk) {
  int error = 0;
  walk->position = 0;
  walk->count =
      cic_input_read_at(&walk->input, walk->offset, walk->buffer, sizeof walk->buffer, &error);
  walk->offset += walk->count;
  return walk->count > 0;
}

static int next_byte(struct walk *walk) {
  if (walk->position == walk->count && !refill(walk)) return -1;
  return walk->buffer[walk->position++];
}

static void skip(struct walk *walk, size_t count) {
  size_t left = walk->count - walk->position;
  if (count <= left) {
    walk->position += count;
  } else {
    walk->offset += count - left;
    walk->position = walk->count = 0;
  }
}

// Passes over everything up to the next 0xFF.
static bool find_marker(struct walk *walk) {
  for (;;) {
    if (walk->position == walk->count && !refill(walk)) return false;
    const uint8_t *start = walk->buffer + walk->position;
    const uint8_t *found = memchr(start, 0xFF, walk->count - walk->position);
    if (found != NULL) {
      walk->position += (size_t)(found - start) + 1;
      return true;
    }
    walk->position = walk->count;
  }
}

int cic_jpeg_count_scans(cic_input input, int limit) {
  struct walk walk;
  walk_from(&walk, input, 0);
  int scans = 0;
  while (scans <= limit && find_marker(&walk)) {
    int marker = next_byte(&walk);
    while (marker == 0xFF) marker = next_byte(&walk);
    if (marker < 0 || marker == 0xD9) break;
    // Stuffed zeros, restarts and the start have no length. Nor have the markers that do not exist: where
    // a restart is due, libjpeg passes over them and reads on, and scans must not hide behind them.
    if (marker < 0xC0 || (marker >= 0xD0 && marker <= 0xD8)) continue;
    if (marker == 0xDA) scans++;
    int high = next_byte(&walk);
    int low = next_byte(&walk);
    if (low < 0) break;
    int length = high << 8 | low;
    if (length > 2) skip(&walk, (size_t)length - 2);
  }
  return scans;
}

// MARK: scans that reach no pixel

// What is known of a progressive picture as its scans pass.
struct progress {
  const struct jpeg_decompress_struct *library;
  // As libjpeg's: the bits that a coefficient still lacks; -1 before its first scan.
  int bits[MAX_COMPONENTS][DCTSIZE2];
  // A Huffman table for AC coefficients is there and could be used.
  bool has_table[NUM_HUFF_TBLS];
  unsigned restart_interval;
};

static bool takes_one_sample(const jpeg_component_info *info) {
#if JPEG_LIB_VERSION >= 70
  return info->DCT_h_scaled_size == 1 && info->DCT_v_scaled_size == 1;
#else
  return info->DCT_scaled_size == 1;
#endif
}

bool cic_jpeg_is_prefix_code(const uint8_t counts[16]) {
  long code = 0;
  for (int length = 1; length <= 16; length++) {
    code += counts[length - 1];
    if (counts[length - 1] > 0 && code >= 1L << length) return false;
    code <<= 1;
  }
  return true;
}

// Takes account of a scan, as the library does when it begins; false where that would warn or stop.
static bool begin_scan(struct progress *progress, int component, int first, int last, int high,
                       int low, int components) {
  bool is_dc = first == 0;
  if (is_dc ? last != 0 : last < first || last >= DCTSIZE2 || components != 1) return false;
  if (low > 13 || (high != 0 && low != high - 1)) return false;
  int *bits = progress->bits[component];
  if (!is_dc && bits[0] < 0) return false;
  for (int coefficient = first; coefficient <= last; coefficient++) {
    if (high != (bits[coefficient] < 0 ? 0 : bits[coefficient])) return false;
    bits[coefficient] = low;
  }
  return true;
}

static bool is_complete(const struct progress *progress) {
  for (int component = 0; component < progress->library->num_components; component++) {
    for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++) {
      if (progress->bits[component][coefficient] != 0) return false;
    }
  }
  return true;
}

// Passes over coded data up to the 0xFF of a marker that is no restart, and returns the marker; -1 where
// the input ends before it, or has what no encoder writes. `restarts` counts those that come in their order.
static int pass_data(struct walk *walk, uint64_t *restarts) {
  *restarts = 0;
  while (find_marker(walk)) {
    int marker = next_byte(walk);
    if (marker == 0) continue;
    if (marker < 0xC0 || marker == 0xFF) return -1;
    if (marker < JPEG_RST0 || marker > JPEG_RST0 + 7) return marker;
    if (marker != JPEG_RST0 + (int)(*restarts & 7)) return -1;
    ++*restarts;
  }
  return -1;
}

// Reads a whole segment after its marker; false where it is larger than `size` or cut off.
static bool read_segment(struct walk *walk, uint8_t *bytes, size_t size, size_t *count) {
  int high = next_byte(walk);
  int low = next_byte(walk);
  if (low < 0 || (high << 8 | low) < 2) return false;
  *count = (size_t)(high << 8 | low) - 2;
  if (*count > size) return false;
  for (size_t i = 0; i < *count; i++) {
    int byte = next_byte(walk);
    if (byte < 0) return false;
    bytes[i] = (uint8_t)byte;
  }
  return true;
}

static bool note_tables(struct progress *progress, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    if (count < 17) return false;
    size_t symbols = 0;
    for (int length = 0; length < 16; length++) symbols += bytes[1 + length];
    int number = bytes[0] & 0x0F;
    if (number >= NUM_HUFF_TBLS || symbols > 256 || count < 17 + symbols) return false;
    if (bytes[0] & 0x10) progress->has_table[number] = cic_jpeg_is_prefix_code(bytes + 1);
    bytes += 17 + symbols;
    count -= 17 + symbols;
  }
  return true;
}

// The header of a scan: its number of components, the first of them, and whether it may go.
static bool note_scan(struct progress *progress, const uint8_t *bytes, size_t count,
                      const jpeg_component_info **info, bool *can_go) {
  const struct jpeg_decompress_struct *library = progress->library;
  int components = count > 0 ? bytes[0] : 0;
  if (components < 1 || components > MAX_COMPS_IN_SCAN || count != 4 + 2 * (size_t)components) {
    return false;
  }
  const uint8_t *tail = bytes + 1 + 2 * components;
  int table = 0;
  for (int number = 0; number < components; number++) {
    int index = 0;
    while (index < library->num_components &&
           library->comp_info[index].component_id != bytes[1 + 2 * number]) {
      index++;
    }
    if (index == library->num_components) return false;
    *info = &library->comp_info[index];
    table = bytes[2 + 2 * number] & 0x0F;
    if (!begin_scan(progress, index, tail[0], tail[1], tail[2] >> 4, tail[2] & 0x0F, components)) {
      return false;
    }
  }
  *can_go = tail[0] > 0 && takes_one_sample(*info);
  return !*can_go || (table < NUM_HUFF_TBLS && progress->has_table[table]);
}

int cic_jpeg_find_idle_scans(cic_input input, uint64_t offset,
                             const struct jpeg_decompress_struct *library,
                             struct cic_range ranges[CIC_MAX_RANGES]) {
  struct progress progress;
  memset(&progress, 0, sizeof progress);
  progress.library = library;
  progress.restart_interval = library->restart_interval;
  for (int component = 0; component < library->num_components; component++) {
    for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++) {
      progress.bits[component][coefficient] = -1;
    }
  }
  for (int number = 0; number < NUM_HUFF_TBLS; number++) {
    const JHUFF_TBL *table = library->ac_huff_tbl_ptrs[number];
    progress.has_table[number] = table != NULL && cic_jpeg_is_prefix_code(table->bits + 1);
  }
  for (int number = 0; number < library->comps_in_scan; number++) {
    if (!begin_scan(&progress, library->cur_comp_info[number]->component_index, library->Ss,
                    library->Se, library->Ah, library->Al, library->comps_in_scan)) {
      return 0;
    }
  }

  struct walk walk;
  walk_from(&walk, input, offset);
  uint64_t restarts;
  int marker = pass_data(&walk, &restarts);
  int count = 0;
  for (;;) {
    uint64_t start = place(&walk) - 2;
    uint8_t segment[2048];
    size_t size;
    switch (marker) {
      case JPEG_EOI:
        return is_complete(&progress) ? count : 0;
      case 0xDA: {  // SOS
        const jpeg_component_info *info = NULL;
        bool can_go = false;
        if (!read_segment(&walk, segment, sizeof segment, &size) ||
            !note_scan(&progress, segment, size, &info, &can_go)) {
          return 0;
        }
        marker = pass_data(&walk, &restarts);
        if (marker < 0) return 0;
        if (!can_go) continue;
        uint64_t blocks = (uint64_t)info->width_in_blocks * info->height_in_blocks;
        unsigned interval = progress.restart_interval;
        if (restarts != (interval > 0 ? (blocks - 1) / interval : 0)) return 0;
        uint64_t end = place(&walk) - 2;
        if (count > 0 && ranges[count - 1].end == start) {
          ranges[count - 1].end = end;
        } else if (count < CIC_MAX_RANGES) {
          ranges[count++] = (struct cic_range){start, end};
        }
        continue;
      }
      case 0xC4:  // DHT
        if (!read_segment(&walk, segment, sizeof segment, &size) ||
            !note_tables(&progress, segment, size)) {
          return 0;
        }
        break;
      case 0xDD:  // DRI
        if (!read_segment(&walk, segment, sizeof segment, &size) || size != 2) return 0;
        progress.restart_interval = (unsigned)(segment[0] << 8 | segment[1]);
        break;
      default:
        if (marker != JPEG_COM && (marker < JPEG_APP0 || marker > JPEG_APP0 + 15)) return 0;
        int high = next_byte(&walk);
        int low = next_byte(&walk);
        if (low < 0 || (high << 8 | low) < 2) return 0;
        skip(&walk, (size_t)(high << 8 | low) - 2);
        break;
    }
    // Whatever stands between two segments is for the library to judge.
    if (next_byte(&walk) != 0xFF) return 0;
    marker = next_byte(&walk);
  }
}
