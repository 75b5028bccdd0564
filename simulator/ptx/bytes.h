// bytes.h: reads files that may be damaged. Every size is compared with the bytes that are left; nothing outside is read.

#ifndef BYTES_H
#define BYTES_H

#include "base/base.h"

typedef struct {
    const u8 *at;
    u64 size;
} Bytes;

// Returns the little-endian number of `width` bytes at `offset`; 0 if it is not all inside.
static inline u64 number(Bytes b, u64 offset, unsigned width)
{
    if (offset > b.size || b.size - offset < width)
        return 0;
    u64 n = 0;
    for (unsigned i = 0; i < width; i++)
        n |= (u64)b.at[offset + i] << 8 * i;
    return n;
}

// Returns `size` bytes at `offset`; none if they aren't all there.
static inline Bytes part(Bytes b, u64 offset, u64 size)
{
    if (offset > b.size || size > b.size - offset)
        return (Bytes){b.at, 0};
    return (Bytes){b.at + offset, size};
}

// Returns the bytes after the first `size`.
static inline Bytes after(Bytes b, u64 size)
{
    return size > b.size ? (Bytes){b.at, 0} : (Bytes){b.at + size, b.size - size};
}

// ---- cubin.c: what ptxas made of a kernel --------------------------------------------------------------------------------

int cubin_registers(Bytes elf, const char *mangled); // per thread of a kernel; 0 if it is not there
// Adds what ptxas made of a kernel's PTX lines to *out, which is empty; false if the host has no memory. Nothing is added
// if the cubin does not tell lines, or was made from another PTX text.
bool cubin_lines(Bytes elf, const char *mangled, Bytes ptx, SimAssembled *out);

#endif
