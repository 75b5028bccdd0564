// video.h: what a video instruction does. Lowering packs it into a constant that is the instruction's fourth source, since
// the modifiers of vadd, vset4 and their kin make some thousand instructions, which one function does.
//
//     vadd4.s32.u32.s32.sat  %d.b20, %a.b3210, %b.b7654, %c;
//           │   │   │   │       │       └───────┴── a_at, b_at: for each piece of the result, where its sources are
//           │   │   │   │       └── mask: the pieces that are written; the others are c's
//           │   │   │   └── saturates
//           └───┴───┴── d_signed, a_signed, b_signed
//
// A scalar instruction (vadd) computes one piece, of sources and into a place of any size.

#ifndef VIDEO_H
#define VIDEO_H

#include "base/base.h"

typedef enum {
    VIDEO_ADD,
    VIDEO_SUB,
    VIDEO_ABSDIFF,
    VIDEO_MIN,
    VIDEO_MAX,
    VIDEO_AVRG,
    VIDEO_SHL,
    VIDEO_SHR,
    VIDEO_SET,
    VIDEO_MAD
} VideoOp;

typedef enum { VIDEO_LT, VIDEO_LE, VIDEO_GT, VIDEO_GE, VIDEO_EQ, VIDEO_NE } VideoCompare;

// What becomes of the pieces that are computed: they replace c's, or the result is c and they, added or compared.
typedef enum { VIDEO_MERGE, VIDEO_PLUS, VIDEO_LEAST, VIDEO_MOST } VideoSecond;

typedef struct {
    u64 op : 4;      // VideoOp
    u64 pieces : 3;  // 1, 2 or 4
    u64 d_bytes : 3; // of a piece of the result
    u64 a_bytes : 3; // of a piece of a
    u64 b_bytes : 3;
    u64 d_signed : 1;
    u64 a_signed : 1;
    u64 b_signed : 1;
    u64 saturates : 1;
    u64 second : 2;   // VideoSecond
    u64 compare : 3;  // VIDEO_SET: VideoCompare
    u64 wraps : 1;    // VIDEO_SHL, VIDEO_SHR: the amount counts modulo 32; else 32 is the most
    u64 minus_ab : 1; // VIDEO_MAD: the product's sign changes
    u64 minus_c : 1;  // VIDEO_MAD: c's sign changes
    u64 plus_one : 1; // VIDEO_MAD
    u64 mask : 4;     // bit k: piece k of the result is written
    u64 a_at : 12; // 3 bits a piece: where it is in the 8 bytes of a, then b, in pieces of its size
    u64 b_at : 12;
} Video;

_Static_assert(sizeof(Video) == 8, "a constant has 8 bytes");

#endif
