// source_names.h: names of the PTX as the source has them.

#ifndef LAB_SOURCE_NAMES_H
#define LAB_SOURCE_NAMES_H

#include "writer.h"

// Writes a text of the simulator, with functions and what is in them named as in the source: sum where the PTX says _Z3sumPKii.
void write_source_names(Writer *out, const char *key, const char *text);

// Adds the name that an array has in the source: tile for _ZZ4tailPfE4tile.
void write_own_name(Writer *out, const char *mangled);
// Tells whether the PTX's name of an array is that name in the source: tile for _ZZ4tailPfE4tile.
bool is_source_name(const char *mangled, const char *name);

#endif
