// element.h: where shared arrays lie, and how the source names what lies at an address. Uses base/, memory/ and ptx/.

#ifndef ELEMENT_H
#define ELEMENT_H

#include "ptx/ptx.h"

// Bytes [start, start + size) of a block's shared memory.
typedef struct {
    u64 start, size;
} Stretch;

// Returns where a block's dynamic shared memory begins.
static inline u64 dynamic_start(const SimLaunch *l)
{
    return round_up(l->kernel->shared_bytes, 16);
}

// Returns where a shared array lies. Dynamic ones all have what the launch gives.
static inline Stretch stretch_of(const SimLaunch *l, const Var *array)
{
    return array->dynamic ? (Stretch){dynamic_start(l), l->shared}
                          : (Stretch){array->offset, array->size};
}

// Returns the shared array, static or dynamic, that holds an address; the last array if the address is behind them all.
const Var *shared_array(const SimLaunch *l, u64 address);

typedef struct {
    const char *name; // of an array
    i64 index;        // may be out of bounds
    u64 count;        // elements of the array
    u32 columns;      // in a row, of an array with two dimensions; 0: it has one
} Element;

// Adds "x[5]", or "tile[3][1]".
void append_element(char *out, size_t size, const Element *e);

// These find the element at an address. False if the array's name in the source, or its elements, are not known.
bool element_of(const SimLaunch *l, const Var *array, u64 address, Element *out);
// a: the allocation there, or near it; of shared memory NULL
bool element_at(const SimLaunch *l, SimSpace space, u64 address, const SimAlloc *a, Element *out);

#endif
