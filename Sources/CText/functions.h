// The functions that are used, and the numbers that are given to them.

#ifndef CTEXT_FUNCTIONS_H
#define CTEXT_FUNCTIONS_H

enum {
  CTEXT_FC_MATCH_PATTERN = 0,
  CTEXT_FC_SET_SYSTEM = 0,
  CTEXT_FC_SET_APPLICATION = 1,
  CTEXT_FC_RESULT_MATCH = 0,
  CTEXT_CAIRO_STATUS_SUCCESS = 0,
  CTEXT_CAIRO_FORMAT_ARGB32 = 0,
  CTEXT_CAIRO_ANTIALIAS_GRAY = 2,
  CTEXT_CAIRO_HINT_STYLE_NONE = 1,
  CTEXT_CAIRO_HINT_METRICS_OFF = 1,
  CTEXT_PANGO_SCALE = 1024,
  CTEXT_PANGO_DIRECTION_LTR = 0,
  CTEXT_PANGO_WEIGHT_NORMAL = 400,
  CTEXT_PANGO_WEIGHT_BOLD = 700,
  CTEXT_PANGO_GLYPH_UNKNOWN_FLAG = 0x10000000,
};

// CTEXT_FUNCTION(library, result, name, arguments)
#define CTEXT_FUNCTIONS                                                                                    \
  CTEXT_FUNCTION(GOBJECT, void, g_object_unref, (void *))                                                  \
  CTEXT_FUNCTION(FONTCONFIG, FcStrSet *, FcGetDefaultLangs, (void))                                        \
  CTEXT_FUNCTION(FONTCONFIG, int, FcStrSetAdd, (FcStrSet *, const unsigned char *))                        \
  CTEXT_FUNCTION(FONTCONFIG, int, FcStrSetDel, (FcStrSet *, const unsigned char *))                        \
  CTEXT_FUNCTION(FONTCONFIG, void, FcStrSetDestroy, (FcStrSet *))                                          \
  CTEXT_FUNCTION(FONTCONFIG, FcStrList *, FcStrListCreate, (FcStrSet *))                                   \
  CTEXT_FUNCTION(FONTCONFIG, unsigned char *, FcStrListNext, (FcStrList *))                                \
  CTEXT_FUNCTION(FONTCONFIG, void, FcStrListDone, (FcStrList *))                                           \
  CTEXT_FUNCTION(FONTCONFIG, FcFontSet *, FcConfigGetFonts, (FcConfig *, FcSetName))                       \
  CTEXT_FUNCTION(FONTCONFIG, FcPattern *, FcPatternCreate, (void))                                         \
  CTEXT_FUNCTION(FONTCONFIG, void, FcPatternDestroy, (FcPattern *))                                        \
  CTEXT_FUNCTION(FONTCONFIG, int, FcPatternAddString, (FcPattern *, const char *, const unsigned char *))  \
  CTEXT_FUNCTION(FONTCONFIG, FcResult, FcPatternGetString,                                                 \
                 (const FcPattern *, const char *, int, unsigned char **))                                 \
  CTEXT_FUNCTION(FONTCONFIG, int, FcConfigSubstitute, (FcConfig *, FcPattern *, FcMatchKind))              \
  CTEXT_FUNCTION(FONTCONFIG, void, FcDefaultSubstitute, (FcPattern *))                                     \
  CTEXT_FUNCTION(FONTCONFIG, FcPattern *, FcFontMatch, (FcConfig *, FcPattern *, FcResult *))              \
  CTEXT_FUNCTION(FONTCONFIG, int, FcStrCmpIgnoreCase, (const unsigned char *, const unsigned char *))      \
  CTEXT_FUNCTION(CAIRO, cairo_surface_t *, cairo_image_surface_create_for_data,                            \
                 (unsigned char *, cairo_format_t, int, int, int))                                         \
  CTEXT_FUNCTION(CAIRO, void, cairo_surface_flush, (cairo_surface_t *))                                    \
  CTEXT_FUNCTION(CAIRO, void, cairo_surface_destroy, (cairo_surface_t *))                                  \
  CTEXT_FUNCTION(CAIRO, cairo_t *, cairo_create, (cairo_surface_t *))                                      \
  CTEXT_FUNCTION(CAIRO, cairo_status_t, cairo_status, (cairo_t *))                                         \
  CTEXT_FUNCTION(CAIRO, void, cairo_destroy, (cairo_t *))                                                  \
  CTEXT_FUNCTION(CAIRO, void, cairo_set_source_rgb, (cairo_t *, double, double, double))                   \
  CTEXT_FUNCTION(CAIRO, void, cairo_move_to, (cairo_t *, double, double))                                  \
  CTEXT_FUNCTION(CAIRO, cairo_font_options_t *, cairo_font_options_create, (void))                         \
  CTEXT_FUNCTION(CAIRO, void, cairo_font_options_destroy, (cairo_font_options_t *))                        \
  CTEXT_FUNCTION(CAIRO, void, cairo_font_options_set_antialias,                                            \
                 (cairo_font_options_t *, cairo_antialias_t))                                              \
  CTEXT_FUNCTION(CAIRO, void, cairo_font_options_set_hint_style,                                           \
                 (cairo_font_options_t *, cairo_hint_style_t))                                             \
  CTEXT_FUNCTION(CAIRO, void, cairo_font_options_set_hint_metrics,                                         \
                 (cairo_font_options_t *, cairo_hint_metrics_t))                                           \
  CTEXT_FUNCTION(PANGO, PangoLanguage *, pango_language_from_string, (const char *))                       \
  CTEXT_FUNCTION(PANGO, PangoLanguage **, pango_language_get_preferred, (void))                            \
  CTEXT_FUNCTION(PANGO, PangoContext *, pango_font_map_create_context, (PangoFontMap *))                   \
  CTEXT_FUNCTION(PANGO, void, pango_context_set_language, (PangoContext *, PangoLanguage *))               \
  CTEXT_FUNCTION(PANGO, void, pango_context_set_base_dir, (PangoContext *, PangoDirection))                \
  CTEXT_FUNCTION(PANGO, void, pango_context_set_round_glyph_positions, (PangoContext *, int))              \
  CTEXT_FUNCTION(PANGO, PangoFontDescription *, pango_font_description_new, (void))                        \
  CTEXT_FUNCTION(PANGO, void, pango_font_description_free, (PangoFontDescription *))                       \
  CTEXT_FUNCTION(PANGO, void, pango_font_description_set_family, (PangoFontDescription *, const char *))   \
  CTEXT_FUNCTION(PANGO, void, pango_font_description_set_weight, (PangoFontDescription *, PangoWeight))    \
  CTEXT_FUNCTION(PANGO, void, pango_font_description_set_absolute_size, (PangoFontDescription *, double))  \
  CTEXT_FUNCTION(PANGO, PangoLayout *, pango_layout_new, (PangoContext *))                                 \
  CTEXT_FUNCTION(PANGO, void, pango_layout_context_changed, (PangoLayout *))                               \
  CTEXT_FUNCTION(PANGO, void, pango_layout_set_font_description,                                           \
                 (PangoLayout *, const PangoFontDescription *))                                            \
  CTEXT_FUNCTION(PANGO, void, pango_layout_set_text, (PangoLayout *, const char *, int))                   \
  CTEXT_FUNCTION(PANGO, void, pango_layout_set_single_paragraph_mode, (PangoLayout *, int))                \
  CTEXT_FUNCTION(PANGO, int, pango_layout_get_unknown_glyphs_count, (PangoLayout *))                       \
  CTEXT_FUNCTION(PANGO, PangoLayoutLine *, pango_layout_get_line_readonly, (PangoLayout *, int))           \
  CTEXT_FUNCTION(PANGO, void, pango_layout_line_get_extents,                                               \
                 (PangoLayoutLine *, PangoRectangle *, PangoRectangle *))                                  \
  CTEXT_FUNCTION(PANGO, PangoLayoutIter *, pango_layout_get_iter, (PangoLayout *))                         \
  CTEXT_FUNCTION(PANGO, PangoGlyphItem *, pango_layout_iter_get_run_readonly, (PangoLayoutIter *))         \
  CTEXT_FUNCTION(PANGO, int, pango_layout_iter_next_run, (PangoLayoutIter *))                              \
  CTEXT_FUNCTION(PANGO, int, pango_layout_iter_next_cluster, (PangoLayoutIter *))                          \
  CTEXT_FUNCTION(PANGO, int, pango_layout_iter_get_index, (PangoLayoutIter *))                             \
  CTEXT_FUNCTION(PANGO, void, pango_layout_iter_get_cluster_extents,                                       \
                 (PangoLayoutIter *, PangoRectangle *, PangoRectangle *))                                  \
  CTEXT_FUNCTION(PANGO, void, pango_layout_iter_free, (PangoLayoutIter *))                                 \
  CTEXT_FUNCTION(PANGOCAIRO, PangoFontMap *, pango_cairo_font_map_new, (void))                             \
  CTEXT_FUNCTION(PANGOCAIRO, void, pango_cairo_font_map_set_resolution, (PangoCairoFontMap *, double))     \
  CTEXT_FUNCTION(PANGOCAIRO, void, pango_cairo_context_set_font_options,                                   \
                 (PangoContext *, const cairo_font_options_t *))                                           \
  CTEXT_FUNCTION(PANGOCAIRO, void, pango_cairo_show_layout_line, (cairo_t *, PangoLayoutLine *))

#endif
