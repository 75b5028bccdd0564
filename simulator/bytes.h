// bytes.h: reading what nobody vouches for. Every size is held against what is left, and nothing outside is read.

#ifndef BYTES_H
#define BYTES_H

#include "core.h"

typedef struct {
    const u8 *at;
    u64 size;
} Bytes;

// The little-endian number of `width` bytes at `offset`; 0 outside.
static inline u64 number(Bytes b, u64 offset, unsigned width)
{
    if (offset > b.size || b.size - offset < width)
        return 0;
    u64 n = 0;
    for (unsigned i = 0; i < width; i++)
        n |= (u64)b.at[offset + i] << 8 * i;
    return n;
}

// `size` bytes at `offset`; none if they aren't all there.
static inline Bytes part(Bytes b, u64 offset, u64 size)
{
    if (offset > b.size || size > b.size - offset)
        return (Bytes){b.at, 0};
    return (Bytes){b.at + offset, size};
}

// What is left behind the first `size` bytes.
static inline Bytes after(Bytes b, u64 size)
{
    return size > b.size ? (Bytes){b.at, 0} : (Bytes){b.at + size, b.size - size};
}

#endif
