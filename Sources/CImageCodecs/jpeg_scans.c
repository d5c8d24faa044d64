#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "input.h"

// A walk over the markers of a JPEG that leaves the descriptor's offset alone.
struct walk {
  cic_input input;
  off_t offset;
  size_t position;
  size_t count;
  uint8_t buffer[65536];
};

static bool refill(struct walk *walk) {
  ssize_t got;
  if (walk->input.descriptor < 0) {
    size_t left = (uint64_t)walk->offset < walk->input.count
                      ? walk->input.count - (size_t)walk->offset : 0;
    got = (ssize_t)(left < sizeof walk->buffer ? left : sizeof walk->buffer);
    if (got > 0) memcpy(walk->buffer, walk->input.bytes + walk->offset, (size_t)got);
  } else {
    do {
      got = pread(walk->input.descriptor, walk->buffer, sizeof walk->buffer, walk->offset);
    } while (got < 0 && errno == EINTR);
  }
  walk->position = 0;
  walk->count = got > 0 ? (size_t)got : 0;
  walk->offset += (off_t)walk->count;
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
    walk->offset += (off_t)(count - left);
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
  walk.input = input;
  walk.offset = 0;
  walk.position = walk.count = 0;
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
