#ifndef CTEXT_LIBRARIES_H
#define CTEXT_LIBRARIES_H

#include "CText.h"
#include "functions.h"
#include "types.h"

/// The libraries' functions, each under its own name; valid when ctext_open has returned CTEXT_OK.
typedef struct {
#define CTEXT_FUNCTION(library, result, name, arguments) result(*name) arguments;
  CTEXT_FUNCTIONS
#undef CTEXT_FUNCTION
} ctext_functions;

extern ctext_functions ctext_library;

#endif
