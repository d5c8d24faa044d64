// Bytes from a descriptor or from memory, the same for every decoder.

#ifndef CIC_INPUT_H
#define CIC_INPUT_H

#include "CImageCodecs.h"

/// Copies up to `count` bytes to `buffer`; returns how many, 0 at the end of the input or on a read
/// error (then `report->read_errno` is set).
size_t cic_input_read(cic_input *input, uint8_t *buffer, size_t count, cic_report *report);

/// The same from `offset` of the whole input, which for a descriptor is its file, whose own offset stays as
/// it is; `error` becomes errno where a read failed.
size_t cic_input_read_at(const cic_input *input, uint64_t offset, uint8_t *buffer, size_t count,
                         int *error);

/// Copies `words` into a report field, cut to fit.
void cic_set_words(char field[CIC_MESSAGE_SIZE], const char *words);

#endif
