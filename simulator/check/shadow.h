// shadow.h: the records of the words of memory: their last accesses, and which of their bytes have a value. Uses base/ and memory/.
//
//     Shadow ── Line, Line, …   an allocation's, or a block's shared memory's; a line is 32 words, 128 bytes
//                 └─ Track      four: the last plain write, the last write by a signal, the last read, and one more read
//                      ├─ all   one record for all 32 words, while the track is in one piece
//                      └─ each  or a row of 32 records, one for each word
//
// A line is as much as one request of a warp touches. Most requests access whole lines, and their threads follow one another. So
// most tracks stay in one piece: a word costs 5 bytes, and one comparison checks all lanes of a request. A track gets a row when other
// threads access some of its words. It is in one piece again when a request accesses all of them. Once a launch on trial has stored to
// a line, its words cost 5 bytes more.

#ifndef SHADOW_H
#define SHADOW_H

#include "memory/memory.h"

#include <stdatomic.h>

// How an access was done. STRONG: an atomic, or a load or store with an order. WATCHED: a volatile load that a spin
// loop waits for. BLOCK_SCOPE: an atomic for threads of the block only. ASYNC: a bulk copy. ISSUED: a cp.async
// that its thread has not waited for. ARRIVES: it completes at an mbarrier.
enum {
    STRONG = 1,
    VOLATILE = 2,
    WATCHED = 4,
    BLOCK_SCOPE = 8,
    ASYNC = 16,
    ISSUED = 32,
    ARRIVES = 64,
    SIGNAL = STRONG | VOLATILE
};

// An access to a word.
typedef struct {
    u32 when;
    u32 block; // + 1; 0: none
    i32 pc;
    u16 thread; // in the block
    u8 bytes;   // which of the word's four
    u8 how;
} Access;

// The last accesses of one kind to a line's words. In one piece, word i was accessed as in `all`, by the thread
// all.thread + (i >> shift).
typedef struct {
    Access all;
    Access *each; // (LANES) the row; NULL: in one piece
    u32 words;    // in one piece: the words that were accessed
    u8 shift;     // in one piece: a thread accessed 1 << shift words
} Track;

enum {
    WRITE,        // the last plain write
    SIGNAL_WRITE, // the last write by a signal; earlier ones come before it
    READ,         // the last read
    READ_TOO,     // a read that the last one does not follow, of another warp if there is one
    TRACKS
};

// The records of 32 words.
typedef struct {
    Track track[TRACKS];
    u64 part
        [2]; // four bits a word: its bytes that have a value; out of date for the words of `whole`
    u32 whole; // the words whose four bytes have a value
    u32 tag; // shared memory: the block that all this is of, + 1; else: the launch that saved it (trial.c)
    _Atomic u32 lock; // on trial: a worker uses it
    u64 many; // on trial: words that many blocks may read without a record: launch << 32 | words
} Line;

// What a line was before a launch on trial.
typedef struct {
    u8 bytes[128];
    u64 part[2];
    u32 whole;
} Before;

struct Shadow {
    size_t lines;
    _Atomic u32 lock;   // on `slabs` and `free`
    struct Slab *slabs; // memory for rows
    union Row *free;    // the rows that no track has
    Before *before;     // (lines) NULL until a launch on trial stores to the memory
    Line line[];        // (lines)
};

// Takes a lock, which is held for a few instructions.
static inline void lock_take(_Atomic u32 *lock)
{
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire))
        ;
}

static inline void lock_give(_Atomic u32 *lock)
{
    atomic_store_explicit(lock, 0, memory_order_release);
}

// Makes the records of `bytes` bytes; NULL without host memory.
Shadow *shadow_new(size_t bytes);
void shadow_free(Shadow *s);
// Copies all records; both shadows are of as many bytes.
void shadow_copy(Shadow *to, const Shadow *from);
// Returns `before`; NULL without host memory.
Before *shadow_before(Shadow *s);
// Notes that bytes [from, to) have a value.
void shadow_written(Shadow *s, u64 from, u64 to);
// Notes that bytes [from, to) have none.
void shadow_emptied(Shadow *s, u64 from, u64 to);
// Notes that `bytes` bytes were copied: those have a value that had one where they came from.
void shadow_moved(Shadow *s, u64 at, const Shadow *from, u64 from_at, u64 bytes);
// Counts the bytes of [from, to) that have no value; *first: the first of them.
u64 shadow_unwritten(const Shadow *s, u64 from, u64 to, u64 *first);
// Empties a line of shared memory for another block.
void line_forget(Shadow *s, Line *line, u32 tag);
// Makes an access the last one of `words`: word i is accessed by the thread now->thread + (i >> shift). Accesses older than the date
// `past` come before all that any thread will do, and may be forgotten. Without host memory other accesses are forgotten too.
void track_cover(Shadow *s, Track *t, u32 words, const Access *now, int shift, u32 past);

// Copies field by field: a host that has just written one field waits before it can read all of them at once.
static inline void set_access(Access *to, const Access *now, u32 thread)
{
    to->when = now->when;
    to->block = now->block;
    to->pc = now->pc;
    to->thread = (u16)thread;
    to->bytes = now->bytes;
    to->how = now->how;
}

// Returns the last access to a word, in the track or in *room; its block is 0 if there is none.
static inline const Access *track_at(const Track *t, int word, Access *room)
{
    static const Access none;
    if (t->each)
        return &t->each[word];
    if (!(t->words >> word & 1))
        return &none;
    *room = t->all;
    room->thread = (u16)(t->all.thread + (word >> t->shift));
    return room;
}

// Makes an access the last one of a word, as track_cover does; now->thread accesses it.
static inline void track_put(Shadow *s, Track *t, int word, const Access *now, u32 past)
{
    if (t->each) {
        set_access(&t->each[word], now, now->thread);
        return;
    }
    int shift = (t->words & ~(1u << word)) != 0 ? t->shift : 0;
    Access first = *now;
    first.thread = (u16)(now->thread - (word >> shift));
    track_cover(s, t, 1u << word, &first, shift, past);
}

// Returns which bytes of a word have a value.
static inline u8 written_bytes(const Line *l, int word)
{
    return l->whole >> word & 1 ? 15 : l->part[word >> 4] >> (word & 15) * 4 & 15;
}

// Notes that bytes of a word have no value.
static inline void note_emptied(Line *l, int word, u8 bytes)
{
    u64 left = written_bytes(l, word) & ~bytes & 15u;
    int shift = (word & 15) * 4;
    l->part[word >> 4] = (l->part[word >> 4] & ~(15ull << shift)) | left << shift;
    l->whole &= ~((u32)(left != 15) << word);
}

// Notes that bytes of a word have a value.
static inline void note_written(Line *l, int word, u8 bytes)
{
    if (l->whole >> word & 1)
        return;
    l->part[word >> 4] |= (u64)bytes << (word & 15) * 4;
    l->whole |= (u32)(written_bytes(l, word) == 15) << word;
}

#endif
