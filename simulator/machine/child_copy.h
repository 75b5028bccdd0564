// child_copy.h: copies and fills that kernels ask for (child_copy.c), and the errors of device code's calls. Part of machine.h.

#ifndef CHILD_COPY_H
#define CHILD_COPY_H

#include "machine/machine.h"

// What device code's calls return: cudaError_t, driver_types.h.
enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_CONFIGURATION = 9,
    INVALID_PITCH = 12,
    INVALID_DIRECTION = 21,
    TOO_MANY_PENDING = 69,
    INVALID_DEVICE_FUNCTION = 98,
};

// Rows of bytes, as the kernels of child_copy.c take them. `value` is for a fill; else `from` and its pitch are for a copy.
typedef struct {
    u64 to, to_pitch, width, height, from, from_pitch;
    u32 value;
    bool fills;
} ChildCopy;

// Adds the kernels to a module that calls such functions. False, and *err, if the host has no memory.
bool child_copy_kernels(SimModule *m, SimError *err);
// Launches the copy or fill into a stream of the device. Returns a cudaError_t.
u32 child_copy(const SimWorker *w, const Warp *warp, int lane, const ChildCopy *c, u64 stream);

#endif
