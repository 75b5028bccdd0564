// region.h: the marks of regions in a source, `// [begin NAME]` and `// [end NAME]`.
//
// A mark is a line of its own, with nothing but spaces around it. NAME is of letters, digits and the characters _ . - alone.
// notes/filters/regions.lua reads the same marks; tests/book/regions.t holds both to it with the same lines.

#ifndef LAB_REGION_H
#define LAB_REGION_H

#include "lab/core/span.h"

#include <stddef.h>

typedef enum { REGION_NONE, REGION_BEGIN, REGION_END } RegionMark;

// Tells which mark a line is, and for which region.
RegionMark region_mark(const char *line, size_t length, Span *name);

#endif
