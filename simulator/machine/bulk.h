// bulk.h: bulk copies, which one thread issues and the SM does by itself (bulk.c). Part of machine.h.

#ifndef BULK_H
#define BULK_H

#include "machine/machine.h"
#include "warpsim_tensor.h"

// A place in global memory, or in the shared memory of a block.
typedef struct {
    SimWorker *owner; // the block; NULL: global memory
    u64 address;
} BulkSide;

// A bulk copy in flight. Its bytes move when somebody sees that it is complete.
struct Bulk {
    Bulk *next; // one that was issued later
    const Insn *in;
    SimWorker *issuer;
    int warp, lane; // that issued it
    i32 pc;
    BulkSide from, to; // the global one's address is not used with a tensor
    u64 bytes;         // that move
    u64 room;          // that they take in shared memory, gaps between rows included
    SimTensorMap map;
    i32 at[5];        // the box's first element
    u16 offset[3];    // im2col: how far from each pixel of the box lies the one that is copied
    BulkSide barrier; // the mbarrier that it completes at; owner NULL: it belongs to a group
    u32 group;        // how many groups the lane had committed at the issue
    u64 ready;        // modelled cycle at which it is complete
};

// Returns the side of the copy that is in shared memory; of a copy between two blocks the one that is written.
static inline const BulkSide *bulk_shared(const Bulk *b)
{
    return b->to.owner ? &b->to : &b->from;
}

// Calls `part` for each stretch of bytes of the copy that lies in one piece in global memory; `at`: of it in the copy. Elements outside
// of the tensor are in none. False if `part` returns false.
bool bulk_parts(const Bulk *b, bool (*part)(void *to, const Bulk *b, u64 global, u64 at, u64 bytes),
                void *to);

// Returns a copy in flight that uses bytes [from, end) of the block's shared memory; NULL: none does.
// *writes: it writes them.
const Bulk *bulk_using(const SimWorker *owner, u64 from, u64 end, bool *writes);

// tensor.c: what bulk.c does with a tensor.
enum { BULK_ROW = 256 * 8 };                                // bytes of a box's row, at most
enum { SWIZZLE_PIECE = 16 };                                // bytes that a swizzle leaves together
void tensor_element(const SimTensorMap *map, Insn *update); // sets the type of an atomic
u64 tensor_bytes(const SimTensorMap *map);                  // that move
u64 tensor_room(const SimTensorMap *map);                   // that they take in shared memory
bool tensor_parts(const Bulk *b,
                  bool (*part)(void *to, const Bulk *b, u64 global, u64 at, u64 bytes), void *to);
u64 tensor_rows(const SimTensorMap *map); // of the box, in shared memory
u64 tensor_place(const Bulk *b,
                 u64 at); // the byte of shared memory at which byte `at` of the box lies
// Moves bytes from `at` on of the box in shared memory, from a row or to it.
void tensor_scatter(const Bulk *b, u64 at, u8 *row, u64 bytes);
void tensor_gather(const Bulk *b, u64 at, u8 *row, u64 bytes);
void tensor_fill(const Bulk *b); // fills the box as if all of it were outside of the tensor

#endif
