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

// A place in bytes that are read one after the other.
typedef struct {
    Bytes in;
    u64 at;
} Reader;

static inline u64 take(Reader *r, unsigned width)
{
    u64 n = number(r->in, r->at, width);
    r->at += width;
    return n;
}

// Steps over bytes, at most to the end: a damaged file may name more than there are.
static inline void skip(Reader *r, u64 count)
{
    r->at += count < r->in.size ? count : r->in.size;
}

// Reads a number that DWARF stores as seven bits in each byte, the low ones first (LEB128).
static inline u64 take_leb(Reader *r, bool is_signed)
{
    u64 n = 0, byte;
    unsigned shift = 0;
    do {
        byte = take(r, 1);
        n |= shift < 64 ? (byte & 127) << shift : 0;
        shift += 7;
    } while (byte & 128 && r->at < r->in.size);
    if (is_signed && byte & 64 && shift < 64)
        n |= ~(u64)0 << shift;
    return n;
}

#endif
