// child_copy.c: cudaMemcpyAsync and cudaMemsetAsync in kernels.
//
// They are launches of the kernels that the linker has added (link/copy_kernels.c): so they keep their place between the kernel's
// other launches, and the checks, the counters and the stepper see them.

#include "link/link.h"
#include "machine/child.h"

#include <string.h>

u32 child_copy(const SimWorker *w, Warp *warp, int lane, const ChildCopy *c, u64 stream)
{
    u64 bytes, blocks;
    if (c->width == 0 || c->height == 0)
        return SUCCESS;
    if (c->height > 1 && (c->width > c->to_pitch || (!c->fills && c->width > c->from_pitch)))
        return c->fills ? INVALID_VALUE : INVALID_PITCH;
    if (__builtin_mul_overflow(c->width, c->height, &bytes) ||
        (blocks = bytes / COPY_THREADS + (bytes % COPY_THREADS != 0)) > sim_most_grid[0])
        return INVALID_VALUE;
    const SimFunction *f = w->module->functions;
    while (strcmp(f->name, c->fills ? "cudaMemsetInKernel" : "cudaMemcpyInKernel") != 0)
        f = f->next;
    const u64 args[] = {
        c->to, c->to_pitch, c->width, c->height, c->fills ? c->value : c->from, c->from_pitch};
    SimChild child = {.grid = {(u32)blocks, 1, 1}, .block = {COPY_THREADS, 1, 1}};
    u64 buffer;
    u32 error = child_kernel(w, CODE_WINDOW + 16 * (u64)f->id, &child);
    if (!error)
        error = child_buffer(w, &child, sizeof args, &buffer);
    if (error)
        return error;
    memcpy(sim_pointer(w->launch->memory, buffer, sizeof args), args, sizeof args);
    return child_launch(w, warp, lane, buffer, NULL, stream);
}
