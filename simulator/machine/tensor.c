// tensor.c: the box of a tensor that a bulk copy moves: its rows in global memory, and where they lie in shared memory.
//
// In shared memory the box's rows of dimension 0 follow each other without gaps; with a swizzle each begins a span of 32, 64 or 128
// bytes. The swizzle exchanges pieces of 16 bytes, so that a column of the box lies in different banks: it adds the number of a
// 128-byte line, modulo 2, 4 or 8, to that of the piece in the line, without carry (PTX ISA, "Swizzling modes"). An element outside of
// the tensor is filled in by a load and left out by a store, which writes whole pieces of 16 bytes, though, at the end of dimension 0.
//
// What the manual leaves open was found on an H200 (tests/simulator/bulk/h200-tensors.txt): all this, what NaN is filled in, how TF32
// is rounded, and that types with FTZ keep subnormals.

#include "machine/alu/alu.h"
#include "machine/bulk.h"

#include <string.h>

size_t sim_tensor_bytes(int type)
{
    static const u8 bytes[SIM_TENSOR_TYPES] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return type >= 0 && type < SIM_TENSOR_TYPES ? bytes[type] : 0;
}

void tensor_element(const SimTensorMap *map, Insn *update)
{
    static const u8 types[SIM_TENSOR_TYPES] = {
        [SIM_TENSOR_S32] = ELEMENT_SIGNED,    [SIM_TENSOR_S64] = ELEMENT_SIGNED,
        [SIM_TENSOR_F16] = ELEMENT_F16,       [SIM_TENSOR_F32] = ELEMENT_FLOAT,
        [SIM_TENSOR_F64] = ELEMENT_FLOAT,     [SIM_TENSOR_BF16] = ELEMENT_BF16,
        [SIM_TENSOR_F32_FTZ] = ELEMENT_FLOAT, [SIM_TENSOR_TF32] = ELEMENT_FLOAT,
        [SIM_TENSOR_TF32_FTZ] = ELEMENT_FLOAT};
    update->access.type = types[map->type];
    update->access.bytes = (u8)sim_tensor_bytes(map->type);
}

// Returns how many elements of the box a copy moves in a dimension. In dimension 0 it leaves none out.
static u64 moved(const SimTensorMap *map, int i)
{
    return i == 0 ? map->box[0] : (map->box[i] + (u64)map->step[i] - 1) / map->step[i];
}

u64 tensor_rows(const SimTensorMap *map)
{
    u64 rows = 1;
    for (int i = 1; i < map->rank && !map->im2col; i++)
        rows *= moved(map, i);
    return map->im2col ? map->pixels : rows;
}

static u64 element_bytes(const SimTensorMap *map)
{
    size_t bytes = sim_tensor_bytes(map->type);
    return bytes ? bytes : 1; // a map that was encoded has a type
}

static u64 row_bytes(const SimTensorMap *map)
{
    return (map->im2col ? map->channels : moved(map, 0)) * element_bytes(map);
}

// Returns how far apart the rows lie in shared memory.
static u64 row_pitch(const SimTensorMap *map)
{
    return map->swizzle ? (u64)SWIZZLE_PIECE << map->swizzle : row_bytes(map);
}

u64 tensor_room(const SimTensorMap *map)
{
    return tensor_rows(map) * row_pitch(map);
}

u64 tensor_bytes(const SimTensorMap *map)
{
    return tensor_rows(map) * row_bytes(map);
}

// Sets the coordinates of row `r` of a box from dimension 1 on.
static void place_row(const Bulk *b, u64 r, i64 *at)
{
    for (int i = 1; i < b->map.rank; r /= moved(&b->map, i), i++)
        at[i] = b->at[i] + (i64)(r % moved(&b->map, i) * b->map.step[i]);
}

// Moves on to the next pixel: along dimension 1, and at its end to the next line. Such a line begins and ends where the map says it.
static void next_pixel(const SimTensorMap *map, i64 *pixel)
{
    for (int i = 1; i < map->rank; i++) {
        bool picture = i < map->rank - 1; // else it is the picture's number
        pixel[i] += map->step[i];
        if (!picture || pixel[i] < (i64)map->size[i] + map->upper[i - 1])
            return;
        pixel[i] = map->lower[i - 1];
    }
}

// Tells whether all these bytes of global memory are in one allocation.
static bool is_there(const Bulk *b, u64 global, u64 bytes)
{
    const SimAlloc *a = memory_find(b->issuer->launch->memory, global, bytes);
    return a && global >= a->base && global + bytes <= a->base + a->size;
}

bool tensor_parts(const Bulk *b,
                  bool (*part)(void *to, const Bulk *b, u64 global, u64 at, u64 bytes), void *to)
{
    const SimTensorMap *map = &b->map;
    u64 size = element_bytes(map), row = row_bytes(map);
    i64 first = b->at[0] < 0 ? -(i64)b->at[0] : 0, end = (i64)map->size[0] - b->at[0],
        pixel[5] = {0};
    end = end < (i64)(row / size) ? end : (i64)(row / size);
    for (int i = 0; i < map->rank; i++)
        pixel[i] = b->at[i];
    for (u64 r = 0; r < tensor_rows(map) && first < end; r++) {
        u64 global = map->address + (u64)(b->at[0] + first) * size;
        if (!map->im2col)
            place_row(b, r, pixel);
        bool inside = true;
        for (int i = 1; i < map->rank; i++) {
            i64 at = pixel[i] + (map->im2col && i < map->rank - 1 ? b->offset[i - 1] : 0);
            inside = inside && at >= 0 && at < (i64)map->size[i];
            global += (u64)at * map->stride[i - 1];
        }
        u64 at = r * row + (u64)first * size, bytes = (u64)(end - first) * size,
            whole = round_up(bytes, SWIZZLE_PIECE);
        if (!b->to.owner && (u64)first * size + whole <= row && is_there(b, global, whole))
            bytes = whole;
        if (inside && !part(to, b, global, at, bytes))
            return false;
        if (map->im2col)
            next_pixel(map, pixel);
    }
    return true;
}

// Returns how many of `left` bytes from `at` on lie in one piece.
static u64 in_piece(u64 at, u64 left)
{
    u64 piece = SWIZZLE_PIECE - at % SWIZZLE_PIECE;
    return left < piece ? left : piece;
}

u64 tensor_place(const Bulk *b, u64 at)
{
    u64 row = at / row_bytes(&b->map),
        address = bulk_shared(b)->address + row * row_pitch(&b->map) + at % row_bytes(&b->map),
        line = address >> 7 & ((1u << b->map.swizzle) - 1);
    return address ^ line << 4;
}

static u8 *swizzled(const Bulk *b, u64 at)
{
    return bulk_shared(b)->owner->shared + tensor_place(b, at);
}

// Rounds a 32-bit float to TF32, which has 13 bits less, to the nearest and in the middle to the even one.
static u32 rounded(u32 v)
{
    bool finite = (v & 0x7f800000) != 0x7f800000;
    return finite ? (v + 0xfff + (v >> 13 & 1)) & ~0x1fffu : v;
}

void tensor_scatter(const Bulk *b, u64 at, u8 *row, u64 bytes)
{
    for (u64 k = 0; k < bytes && b->map.type >= SIM_TENSOR_TF32; k += 4) {
        u32 v;
        memcpy(&v, row + k, 4);
        v = rounded(v);
        memcpy(row + k, &v, 4);
    }
    for (u64 k = 0, n; k < bytes; k += n) {
        n = in_piece(at + k, bytes - k);
        memcpy(swizzled(b, at + k), row + k, n);
    }
}

void tensor_gather(const Bulk *b, u64 at, u8 *row, u64 bytes)
{
    for (u64 k = 0, n; k < bytes; k += n) {
        n = in_piece(at + k, bytes - k);
        memcpy(row + k, swizzled(b, at + k), n);
    }
}

void tensor_fill(const Bulk *b)
{
    u16 piece[SWIZZLE_PIECE / 2];
    for (int i = 0; i < SWIZZLE_PIECE / 2; i++)
        piece[i] = b->map.fill_nan ? 0x7ff7 : 0;
    for (u64 at = 0; at < b->bytes; at += SWIZZLE_PIECE)
        memcpy(swizzled(b, at), piece, in_piece(at, b->bytes - at));
}
