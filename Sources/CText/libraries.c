#include "libraries.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

ctext_functions ctext_library;

static ctext_status status;
static char message[512];

enum { GOBJECT, FONTCONFIG, CAIRO, PANGO, PANGOCAIRO, LIBRARY_COUNT };

// The names that go with the versions of the interfaces declared here.
static const char *const names[LIBRARY_COUNT] = {
#ifdef __APPLE__
  [GOBJECT] = "libgobject-2.0.0.dylib",
  [FONTCONFIG] = "libfontconfig.1.dylib",
  [CAIRO] = "libcairo.2.dylib",
  [PANGO] = "libpango-1.0.0.dylib",
  [PANGOCAIRO] = "libpangocairo-1.0.0.dylib",
#else
  [GOBJECT] = "libgobject-2.0.so.0",
  [FONTCONFIG] = "libfontconfig.so.1",
  [CAIRO] = "libcairo.so.2",
  [PANGO] = "libpango-1.0.so.0",
  [PANGOCAIRO] = "libpangocairo-1.0.so.0",
#endif
};

static void *open_library(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *words = dlerror();
    snprintf(message, sizeof message, "%s", words == NULL ? name : words);
  }
#ifdef __APPLE__
  // Homebrew's folders are not among those that the loader looks into.
  static const char *const folders[] = {"/opt/homebrew/lib", "/usr/local/lib"};
  for (size_t i = 0; library == NULL && i < sizeof folders / sizeof *folders; i++) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folders[i], name);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  }
#endif
  return library;
}

static bool find(void *const libraries[LIBRARY_COUNT], int library, const char *name, void *function) {
  void *symbol = dlsym(libraries[library], name);
  if (symbol == NULL) {
    snprintf(message, sizeof message, "%s has no %s", names[library], name);
    return false;
  }
  // ISO C knows no cast from a data pointer to a function pointer; POSIX says they are alike.
  memcpy(function, &symbol, sizeof symbol);
  return true;
}

// Which font is taken for a script would depend on LANG, LC_ALL, LANGUAGE and the like: fontconfig adds their
// languages to whatever is looked for, and Pango prefers them for the scripts they are written in. Both keep
// them in lists that are made at first use and handed out; these are emptied before anything is looked for.
static void forget_environment(void) {
  FcStrSet *languages = ctext_library.FcGetDefaultLangs();
  while (languages != NULL) {
    FcStrList *list = ctext_library.FcStrListCreate(languages);
    if (list == NULL) break;
    unsigned char language[256];
    const unsigned char *first = ctext_library.FcStrListNext(list);
    if (first != NULL) snprintf((char *)language, sizeof language, "%s", (const char *)first);
    ctext_library.FcStrListDone(list);
    if (first == NULL || !ctext_library.FcStrSetDel(languages, language)) break;
  }
  if (languages != NULL) {
    ctext_library.FcStrSetAdd(languages, (const unsigned char *)"en");
    ctext_library.FcStrSetDestroy(languages);
  }
  PangoLanguage **preferred = ctext_library.pango_language_get_preferred();
  if (preferred != NULL) *preferred = NULL;
}

static bool has_font(void) {
#ifndef __APPLE__
  for (FcSetName set = CTEXT_FC_SET_SYSTEM; set <= CTEXT_FC_SET_APPLICATION; set++) {
    const FcFontSet *fonts = ctext_library.FcConfigGetFonts(NULL, set);
    if (fonts != NULL && fonts->nfont > 0) return true;
  }
  return false;
#else
  return true;  // Core Text's, and there are always some
#endif
}

static void open_all(void) {
  status = CTEXT_NOT_OPENED;
  void *libraries[LIBRARY_COUNT];
  // The last one needs the others: where it cannot be opened, its name says most.
  for (int i = LIBRARY_COUNT - 1; i >= 0; i--) {
    libraries[i] = open_library(names[i]);
    if (libraries[i] == NULL) return;
  }
#define CTEXT_FUNCTION(library, result, name, arguments) \
  if (!find(libraries, library, #name, &ctext_library.name)) return;
  CTEXT_FUNCTIONS
#undef CTEXT_FUNCTION
  message[0] = '\0';
  forget_environment();
  status = has_font() ? CTEXT_OK : CTEXT_NO_FONT;
}

ctext_status ctext_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_all);
  return status;
}

const char *ctext_message(void) { return message; }
