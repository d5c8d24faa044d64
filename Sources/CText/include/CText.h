// Lines of text drawn by Pango and cairo, which are opened when text is first drawn and never linked: what
// draws no text does not load them.
//
// - A context is used by one thread at a time and released by ctext_context_free; contexts are independent
//   of each other, because Pango's font maps are not safe for threads.
// - Texts are UTF-8 that is valid, one line, and end with a zero.
// - Pixel memory is the caller's; a function never writes more than it says.

#ifndef CTEXT_H
#define CTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CTEXT_OK = 0,
  /// A library or one of its functions is not there: ctext_message says which.
  CTEXT_NOT_OPENED = 1,
  /// The system has no font.
  CTEXT_NO_FONT = 2,
} ctext_status;

/// Opens the libraries at its first call; later ones, from any thread, return what that one came to.
ctext_status ctext_open(void);

/// Why they could not be opened, in words; empty where they could.
const char *ctext_message(void);

typedef struct ctext_context ctext_context;

/// A context with a font map of its own: its first line costs tens of milliseconds, when fonts are looked up.
/// NULL where memory ran out. ctext_open has to have returned CTEXT_OK.
ctext_context *_Nullable ctext_context_new(void);

void ctext_context_free(ctext_context *context);

/// How a line looks.
typedef struct {
  /// NULL for the system's sans-serif.
  const char *_Nullable family;
  /// Pixels of the em.
  int size;
  bool is_bold;
  /// A BCP 47 tag that decides between forms of ideographs, and nothing of the environment does.
  const char *language;
} ctext_style;

/// What a line needs, in pixels rounded outwards, from where its first letter starts.
typedef struct {
  /// How far it reaches; 0 is where it starts.
  int width;
  /// From the leftmost to the rightmost pixel with ink; equal where there is none.
  int ink_left;
  int ink_right;
  /// Glyphs that no font has.
  int unknown_count;
} ctext_extents;

/// Lays a line out, which it keeps for the functions below.
///
/// The direction of the line is that of its first letter that has one.
ctext_extents ctext_lay_out(ctext_context *context, const char *text, const ctext_style *style);

/// Clusters of the last layout, what is drawn as one, from left to right: where in the text each starts, and
/// its width in 1/1024 pixel. Returns how many there are, at most count.
size_t ctext_clusters(ctext_context *context, int *starts, int *widths, size_t count);

/// Draws the last layout over pixels that the caller has cleared: premultiplied ARGB of 8 bits, one 32-bit word
/// a pixel.
///
/// left: where its first letter starts. baseline: the row that letters stand on. level: grey of the letters,
/// 0 black, 255 white; pictures such as emoji have their own colours.
/// Returns whether cairo was content.
bool ctext_draw(ctext_context *context, uint32_t *pixels, int width, int height, int left, int baseline,
                int level);

/// Characters of the last layout that no font has, up to count of them; returns how many.
size_t ctext_unknown(ctext_context *context, uint32_t *characters, size_t count);

/// The family that stands in for one that is not there: up to count bytes with the 0 at the end; returns
/// false where the family is there or where it cannot be told.
bool ctext_stand_in(const char *family, char *stand_in, size_t count);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
