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

void cic_set_words(char field[CIC_MESSAGE_SIZE], const char *words) {
  snprintf(field, CIC_MESSAGE_SIZE, "%s", words);
}
