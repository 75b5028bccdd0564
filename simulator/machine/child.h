// child.h: what kernels launch (child.c), copy and fill (child_copy.c), and the errors of device code's calls. Part of machine.h.

#ifndef CHILD_H
#define CHILD_H

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

// Launches, child.c. These functions return a cudaError_t.
// Sets what a child runs, by its address, when the grid, block and shared memory are set; checks all of it.
u32 child_kernel(const SimWorker *w, u64 kernel, SimChild *child);
// Gives a buffer for so many bytes of arguments, of a child that may have no kernel yet.
u32 child_buffer(const SimWorker *w, const SimChild *child, u64 bytes, u64 *buffer);
// Launches what the buffer is for, or a child that was not known then.
u32 child_launch(const SimWorker *w, Warp *warp, int lane, u64 buffer, const SimChild *child,
                 u64 stream);

// Rows of bytes, as the kernels of link/copy_kernels.c take them. `value` is for a fill; else `from` and its pitch are for a copy.
typedef struct {
    u64 to, to_pitch, width, height, from, from_pitch;
    u32 value;
    bool fills;
} ChildCopy;

// Launches the copy or fill into a stream of the device. Returns a cudaError_t.
u32 child_copy(const SimWorker *w, Warp *warp, int lane, const ChildCopy *c, u64 stream);

#endif
