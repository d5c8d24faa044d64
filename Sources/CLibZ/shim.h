// Z_SOLO leaves out zlib's functions for files and with them <sys/types.h>: whoever is first to include the
// types of threads owns them, and Swift asks for that module's import wherever they are used.
#define Z_SOLO
#include <zlib.h>
