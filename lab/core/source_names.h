// source_names.h: names of the PTX as the source has them.

#ifndef LAB_SOURCE_NAMES_H
#define LAB_SOURCE_NAMES_H

#include "writer.h"

// Writes a text of the simulator, with functions and what is in them named as in the source: sum where the PTX says _Z3sumPKii.
void write_source_names(Writer *out, const char *key, const char *text);

#endif
