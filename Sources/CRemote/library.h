#ifndef CREMOTE_LIBRARY_H
#define CREMOTE_LIBRARY_H

// Options that older libraries need are called old by newer headers.
#define CURL_DISABLE_DEPRECATION
// The checks are macros with the names of functions that are members here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

/// The functions of libcurl that are used, each with its own name without the `curl_`.
typedef struct {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_cleanup) multi_cleanup;
  __typeof__(&curl_multi_setopt) multi_setopt;
  __typeof__(&curl_multi_add_handle) multi_add_handle;
  __typeof__(&curl_multi_remove_handle) multi_remove_handle;
  __typeof__(&curl_multi_perform) multi_perform;
  __typeof__(&curl_multi_info_read) multi_info_read;
  __typeof__(&curl_multi_poll) multi_poll;
} crem_library;

/// Filled once `crem_open` has returned true.
extern crem_library crem_curl;

#endif
