#include "input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

size_t cic_input_read(cic_input *input, uint8_t *buffer, size_t count, cic_report *report) {
  size_t got = 0;
  if (input->descriptor < 0) {
    got = input->count < count ? input->count : count;
    if (got > 0) memcpy(buffer, input->bytes, got);
    input->bytes += got;
    input->count -= got;
  } else {
    ssize_t result;
    do {
      result = read(input->descriptor, buffer, count);
    } while (result < 0 && errno == EINTR);
    if (result < 0) {
      report->read_errno = errno;
      return 0;
    }
    got = (size_t)result;
  }
  report->bytes_read += got;
  return got;
}

size_t cic_input_read_at(const cic_input *input, uint64_t offset, uint8_t *buffer, size_t count,
                         int *error) {
  if (input->descriptor < 0) {
    if (offset >= input->count) return 0;
    size_t left = input->count - (size_t)offset;
    size_t got = left < count ? left : count;
    memcpy(buffer, input->bytes + offset, got);
    return got;
  }
  ssize_t got;
  do {
    got = pread(input->descriptor, buffer, count, (off_t)offset);
  } while (got < 0 && errno == EINTR);
  if (got < 0) *error = errno;
  return got > 0 ? (size_t)got : 0;
}

void cic_set_words(char field[CIC_MESSAGE_SIZE], const char *words) {
  snprintf(field, CIC_MESSAGE_SIZE, "%s", words);
}
