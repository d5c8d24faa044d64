// Which parts of a progressive JPEG no pixel needs.

#ifndef CIC_JPEG_SCANS_H
#define CIC_JPEG_SCANS_H

#include <stdio.h>

#include <jpeglib.h>

#include "input.h"

/// Bytes of an input, the end excluded.
struct cic_range {
  uint64_t start;
  uint64_t end;
};

#define CIC_MAX_RANGES 64

/// Finds the scans of a progressive picture, Huffman-coded, that carry AC coefficients of components
/// which are decoded to one sample a block: the library never looks at what they hold.
///
/// - `offset`: where the coded data of the first scan begins; `library` has read everything before it, and
///   has calculated its output dimensions.
/// - Returns how many ranges there are, in their order; 0 where the picture is not plainly complete, from
///   its first scan to its end marker: then every byte is for the library to judge.
int cic_jpeg_find_idle_scans(cic_input input, uint64_t offset,
                             const struct jpeg_decompress_struct *library,
                             struct cic_range ranges[CIC_MAX_RANGES]);

/// Whether codes of 1…16 bits can be as many as `counts` says, by the library's own rule: none may be all
/// ones.
bool cic_jpeg_is_prefix_code(const uint8_t counts[16]);

#endif
