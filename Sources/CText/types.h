// The types of GObject, fontconfig, cairo and Pango that are used, in our own words: their headers are not
// needed to build. scripts/check-declarations compares them with the real ones.

#ifndef CTEXT_TYPES_H
#define CTEXT_TYPES_H

#include <stdint.h>

typedef struct _FcStrSet FcStrSet;
typedef struct _FcStrList FcStrList;
typedef struct _FcPattern FcPattern;
typedef struct _FcConfig FcConfig;
typedef struct _FcFontSet {
  int nfont;
  int sfont;
  FcPattern **fonts;
} FcFontSet;
typedef unsigned FcSetName;
typedef unsigned FcMatchKind;
typedef unsigned FcResult;

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef unsigned cairo_status_t;
typedef int cairo_format_t;
typedef unsigned cairo_antialias_t;
typedef unsigned cairo_hint_style_t;
typedef unsigned cairo_hint_metrics_t;

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoCairoFontMap PangoCairoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLanguage PangoLanguage;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutIter PangoLayoutIter;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoItem PangoItem;
typedef unsigned PangoDirection;
typedef unsigned PangoWeight;

// In units of 1/1024 pixel.
typedef struct _PangoRectangle {
  int x;
  int y;
  int width;
  int height;
} PangoRectangle;

typedef struct _PangoGlyphInfo {
  uint32_t glyph;
  int32_t width;
  int32_t x_offset;
  int32_t y_offset;
  uint32_t attributes;
} PangoGlyphInfo;

typedef struct _PangoGlyphString {
  int num_glyphs;
  PangoGlyphInfo *glyphs;
} PangoGlyphString;

typedef struct _PangoGlyphItem {
  PangoItem *item;
  PangoGlyphString *glyphs;
} PangoGlyphItem;

#endif
