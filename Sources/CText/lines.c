#include <stdio.h>
#include <stdlib.h>

#include "libraries.h"

struct ctext_context {
  PangoFontMap *fonts;
  PangoContext *pango;
  PangoLayout *layout;
  PangoFontDescription *description;
};

void ctext_context_free(ctext_context *context) {
  if (context->description) ctext_library.pango_font_description_free(context->description);
  if (context->layout) ctext_library.g_object_unref(context->layout);
  if (context->pango) ctext_library.g_object_unref(context->pango);
  if (context->fonts) ctext_library.g_object_unref(context->fonts);
  free(context);
}

ctext_context *ctext_context_new(void) {
  ctext_context *context = calloc(1, sizeof *context);
  if (context == NULL) return NULL;
  context->fonts = ctext_library.pango_cairo_font_map_new();
  if (context->fonts != NULL) {
    ctext_library.pango_cairo_font_map_set_resolution((PangoCairoFontMap *)context->fonts, 96);
    context->pango = ctext_library.pango_font_map_create_context(context->fonts);
  }
  if (context->pango != NULL) context->layout = ctext_library.pango_layout_new(context->pango);
  context->description = ctext_library.pango_font_description_new();
  if (context->layout == NULL || context->description == NULL) {
    ctext_context_free(context);
    return NULL;
  }
  // Whatever the settings of the desktop are: shapes as the font has them, in shades of grey.
  cairo_font_options_t *options = ctext_library.cairo_font_options_create();
  ctext_library.cairo_font_options_set_antialias(options, CTEXT_CAIRO_ANTIALIAS_GRAY);
  ctext_library.cairo_font_options_set_hint_style(options, CTEXT_CAIRO_HINT_STYLE_NONE);
  ctext_library.cairo_font_options_set_hint_metrics(options, CTEXT_CAIRO_HINT_METRICS_OFF);
  ctext_library.pango_cairo_context_set_font_options(context->pango, options);
  ctext_library.cairo_font_options_destroy(options);
  ctext_library.pango_context_set_round_glyph_positions(context->pango, 1);
  ctext_library.pango_context_set_base_dir(context->pango, CTEXT_PANGO_DIRECTION_LTR);
  ctext_library.pango_layout_set_single_paragraph_mode(context->layout, 1);
  return context;
}

static int floor_pixels(int units) {
  return units >= 0 ? units / CTEXT_PANGO_SCALE : -((-units + CTEXT_PANGO_SCALE - 1) / CTEXT_PANGO_SCALE);
}

static int ceil_pixels(int units) { return -floor_pixels(-units); }

ctext_extents ctext_lay_out(ctext_context *context, const char *text, const ctext_style *style) {
  PangoFontDescription *description = context->description;
  ctext_library.pango_font_description_set_family(
      description, style->family == NULL ? "sans-serif" : style->family);
  ctext_library.pango_font_description_set_weight(
      description, style->is_bold ? CTEXT_PANGO_WEIGHT_BOLD : CTEXT_PANGO_WEIGHT_NORMAL);
  ctext_library.pango_font_description_set_absolute_size(
      description, (double)style->size * CTEXT_PANGO_SCALE);
  ctext_library.pango_context_set_language(
      context->pango, ctext_library.pango_language_from_string(style->language));
  PangoLayout *layout = context->layout;
  ctext_library.pango_layout_context_changed(layout);
  ctext_library.pango_layout_set_font_description(layout, description);
  ctext_library.pango_layout_set_text(layout, text, -1);

  ctext_extents extents = {0};
  PangoLayoutLine *line = ctext_library.pango_layout_get_line_readonly(layout, 0);
  if (line == NULL) return extents;
  PangoRectangle ink, logical;
  ctext_library.pango_layout_line_get_extents(line, &ink, &logical);
  extents.width = ceil_pixels(logical.x + logical.width);
  if (ink.width > 0 && ink.height > 0) {
    extents.ink_left = floor_pixels(ink.x);
    extents.ink_right = ceil_pixels(ink.x + ink.width);
  }
  extents.unknown_count = ctext_library.pango_layout_get_unknown_glyphs_count(layout);
  return extents;
}

bool ctext_draw(ctext_context *context, uint32_t *pixels, int width, int height, int left, int baseline,
                int level) {
  PangoLayoutLine *line = ctext_library.pango_layout_get_line_readonly(context->layout, 0);
  if (line == NULL) return false;
  cairo_surface_t *surface = ctext_library.cairo_image_surface_create_for_data(
      (unsigned char *)pixels, CTEXT_CAIRO_FORMAT_ARGB32, width, height, 4 * width);
  cairo_t *cairo = ctext_library.cairo_create(surface);
  const double grey = (double)level / 255;
  ctext_library.cairo_set_source_rgb(cairo, grey, grey, grey);
  ctext_library.cairo_move_to(cairo, left, baseline);
  ctext_library.pango_cairo_show_layout_line(cairo, line);
  const bool is_content = ctext_library.cairo_status(cairo) == CTEXT_CAIRO_STATUS_SUCCESS;
  ctext_library.cairo_destroy(cairo);
  ctext_library.cairo_surface_flush(surface);
  ctext_library.cairo_surface_destroy(surface);
  return is_content;
}

size_t ctext_clusters(ctext_context *context, int *starts, int *widths, size_t count) {
  PangoLayoutIter *iterator = ctext_library.pango_layout_get_iter(context->layout);
  if (iterator == NULL) return 0;
  size_t found = 0;
  do {
    if (found == count) break;
    if (ctext_library.pango_layout_iter_get_run_readonly(iterator) == NULL) continue;
    PangoRectangle logical;
    ctext_library.pango_layout_iter_get_cluster_extents(iterator, NULL, &logical);
    starts[found] = ctext_library.pango_layout_iter_get_index(iterator);
    widths[found] = logical.width;
    found++;
  } while (ctext_library.pango_layout_iter_next_cluster(iterator));
  ctext_library.pango_layout_iter_free(iterator);
  return found;
}

size_t ctext_unknown(ctext_context *context, uint32_t *characters, size_t count) {
  PangoLayoutIter *iterator = ctext_library.pango_layout_get_iter(context->layout);
  if (iterator == NULL) return 0;
  size_t found = 0;
  do {
    const PangoGlyphItem *run = ctext_library.pango_layout_iter_get_run_readonly(iterator);
    if (run == NULL) continue;  // the end of the line
    for (int i = 0; i < run->glyphs->num_glyphs && found < count; i++) {
      const uint32_t glyph = run->glyphs->glyphs[i].glyph;
      if (glyph & CTEXT_PANGO_GLYPH_UNKNOWN_FLAG) {
        characters[found] = glyph & ~(uint32_t)CTEXT_PANGO_GLYPH_UNKNOWN_FLAG;
        found++;
      }
    }
  } while (ctext_library.pango_layout_iter_next_run(iterator));
  ctext_library.pango_layout_iter_free(iterator);
  return found;
}

bool ctext_stand_in(const char *family, char *stand_in, size_t count) {
#ifdef __APPLE__
  // Core Text chooses there, not fontconfig.
  (void)family, (void)stand_in, (void)count;
  return false;
#else
  FcPattern *pattern = ctext_library.FcPatternCreate();
  if (pattern == NULL) return false;
  FcPattern *match = NULL;
  if (ctext_library.FcPatternAddString(pattern, "family", (const unsigned char *)family) &&
      ctext_library.FcConfigSubstitute(NULL, pattern, CTEXT_FC_MATCH_PATTERN)) {
    ctext_library.FcDefaultSubstitute(pattern);
    FcResult result;
    match = ctext_library.FcFontMatch(NULL, pattern, &result);
  }
  bool is_other = match != NULL;
  stand_in[0] = '\0';
  for (int i = 0; is_other; i++) {  // a font has a name in each of several languages
    unsigned char *name;
    if (ctext_library.FcPatternGetString(match, "family", i, &name) != CTEXT_FC_RESULT_MATCH) break;
    if (i == 0) snprintf(stand_in, count, "%s", (const char *)name);
    if (ctext_library.FcStrCmpIgnoreCase(name, (const unsigned char *)family) == 0) is_other = false;
  }
  if (match != NULL) ctext_library.FcPatternDestroy(match);
  ctext_library.FcPatternDestroy(pattern);
  return is_other && stand_in[0] != '\0';
#endif
}
