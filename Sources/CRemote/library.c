#include "include/CRemote.h"
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

crem_library crem_curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_open;
static char reason[CREM_MESSAGE_SIZE];

#ifdef __APPLE__
static const char *const names[] = {"libcurl.4.dylib", "/usr/lib/libcurl.4.dylib"};
#define ADVICE "it belongs to macOS"
#else
static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
#define ADVICE "install libcurl4"
#endif

/// Stores the address of a function; a pointer to data may not be cast to one to a function.
static bool find(void *library, const char *name, void *function, size_t size) {
  void *symbol = dlsym(library, name);
  if (symbol != NULL) memcpy(function, &symbol, size);
  if (symbol == NULL) {
    snprintf(reason, sizeof reason, "libcurl is too old: it has no %s; " ADVICE, name);
  }
  return symbol != NULL;
}

#define FIND(name) \
  find(library, "curl_" #name, &crem_curl.name, sizeof crem_curl.name)

static void open_library(void) {
  void *library = NULL;
  for (size_t index = 0; library == NULL && index < sizeof names / sizeof *names; index++) {
    library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    // What is wrong with the first one is what is worth telling.
    if (library == NULL && index == 0) {
      const char *words = dlerror();
      snprintf(reason, sizeof reason, "libcurl cannot be opened: %.150s; " ADVICE,
               words != NULL ? words : "no reason given");
    }
  }
  if (library == NULL) return;
  bool found = FIND(global_init) && FIND(slist_append) &&
               FIND(slist_free_all) && FIND(easy_init) && FIND(easy_cleanup) &&
               FIND(easy_setopt) && FIND(easy_getinfo) && FIND(easy_strerror) &&
               FIND(multi_init) && FIND(multi_cleanup) && FIND(multi_setopt) &&
               FIND(multi_add_handle) && FIND(multi_remove_handle) && FIND(multi_perform) &&
               FIND(multi_info_read) && FIND(multi_poll);
  if (!found) return;
  CURLcode code = crem_curl.global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) {
    snprintf(reason, sizeof reason, "libcurl cannot be used: %.150s",
             crem_curl.easy_strerror(code));
    return;
  }
  is_open = true;
}

bool crem_open(char *message) {
  pthread_once(&once, open_library);
  if (!is_open) memcpy(message, reason, sizeof reason);
  return is_open;
}
