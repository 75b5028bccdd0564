// insn.h: the instruction, as lowering makes it and as the machine runs it. Uses base/.
//
// A warp's registers are in one frame. A register is an array over the warp's 32 lanes, so that one loop does an
// instruction for the whole warp. Its slot is the byte at which it begins. A predicate is one word with a bit for each lane.
// Immediates have slots too. So an operand is always a slot, whatever it was in the PTX:
//
//     ┌──────┬──────┬─────────┬───────┬───────┬───────────────┬───────────┬────────────────────────────┐
//     │ kind │ ord. │ a  b  c │ guard │ d  d2 │ list[0…7]     │ join      │ what only this kind has    │
//     └──────┴──────┴─────────┴───────┴───────┴───────────────┴───────────┴────────────────────────────┘
//        │            read      @%p     write   write or read   where lanes  access, branch, shuffle …
//        │          └────────────── slots[0…13] ─────────────┘  meet again
//        └── says which member of the union is used, and what the operands are: INSN_KINDS

#ifndef INSN_H
#define INSN_H

#include "base/base.h"

// Each kind of instruction has a name and a member of the union, or `none`. `ends` is true if a new segment must begin after
// it, because lanes may part, wait or meet others. seen, pipe: SimInsnInfo.kind and .pipe, unless lowering finds others.
// Operands that are not named are NONE.
// clang-format off
#define INSN_KINDS(X)                                                                                                                  \
    /* kind           member    ends   seen     pipe       operands                      meaning                                   */  \
    X(K_ENTER,        enter,    false, PLAIN,   CONTROL) /*                               a segment begins: counts it; lanes meet   */ \
    X(K_ALU,          alu,      false, PLAIN,   INT)     /* d d2 <- a b c list; list <- a one lane by itself: add, setp, cvt, mov   */ \
    X(K_LOAD,         access,   false, LOAD,    LSU)     /* list <- [a + offset]          ld, any space                             */ \
    X(K_STORE,        access,   false, STORE,   LSU)     /* [a + offset] <- list          st, any space                             */ \
    X(K_ATOMIC,       access,   false, ATOMIC,  LSU)     /* d <- [a + offset] op b (c)    atom, red, mbarrier; c: what cas writes   */ \
    X(K_PARAM_LOAD,   access,   false, PLAIN,   INT)     /* list <- [offset]              a kernel's argument: all lanes alike      */ \
    X(K_BRANCH,       branch,   true,  BRANCH,  CONTROL) /*                               bra                                       */ \
    X(K_SWITCH,       choice,   true,  BRANCH,  CONTROL) /* a                             brx.idx; a: which target                  */ \
    X(K_CALL,         call,     true,  PLAIN,   CONTROL) /* a                             call; a: the function, if by register     */ \
    X(K_RETURN,       none,     true,  PLAIN,   CONTROL) /*                               ret, of a function                        */ \
    X(K_EXIT,         none,     true,  EXIT,    CONTROL) /*                               exit, and ret of a kernel                 */ \
    X(K_BARRIER,      barrier,  true,  BARRIER, CONTROL) /* d <- a b, c: %p               bar, barrier; a: number, b: threads       */ \
    X(K_CLUSTER_ARRIVE,cluster, false, BARRIER, CONTROL) /*                               barrier.cluster.arrive                    */ \
    X(K_CLUSTER_WAIT, none,     true,  BARRIER, CONTROL) /*                               barrier.cluster.wait                      */ \
    X(K_WARP_SYNC,    none,     true,  PLAIN,   CONTROL) /* b                             bar.warp.sync; b: mask                    */ \
    X(K_SHUFFLE,      shuffle,  true,  PLAIN,   LSU)     /* d d2 <- a c list[0]           shfl.sync; b: mask, c: clamp, list[0]: by */ \
    X(K_VOTE,         vote,     true,  PLAIN,   INT)     /* d <- a                        vote.sync; b: mask                        */ \
    X(K_REDUX,        redux,    true,  PLAIN,   INT)     /* d <- a                        redux.sync; b: mask                       */ \
    X(K_MATCH,        match,    true,  PLAIN,   INT)     /* d d2 <- a                     match.sync; b: mask                       */ \
    X(K_FENCE,        fence,    false, PLAIN,   CONTROL) /*                               membar, fence                             */ \
    X(K_LOCAL_ADDRESS,local,    false, PLAIN,   INT)     /* d <- frame + offset           the address of a local variable           */ \
    X(K_CLOCK,        clock,    false, PLAIN,   CONTROL) /* d <-                          %clock, %clock64, %globaltimer            */ \
    X(K_ACTIVE,       none,     false, PLAIN,   CONTROL) /* d <-                          activemask                                */ \
    X(K_TRAP,         none,     false, PLAIN,   CONTROL) /*                               trap                                      */ \
    X(K_SLEEP,        sleep,    false, PLAIN,   CONTROL) /*                               nanosleep: the warp gives way             */ \
    X(K_GRID_WAIT,    none,     false, PLAIN,   CONTROL) /*                               griddepcontrol.wait                       */ \
    X(K_NOTHING,      none,     false, PLAIN,   CONTROL) /*                               a hint that has no effect: prefetch       */ \
    X(K_TEXTURE,      texture,  false, LOAD,    LSU)     /* list 0…3 <- a, at list 4…7    tex, tld4, suld, txq; a: picture          */ \
    X(K_TEXEL_STORE,  texture,  false, STORE,   LSU)     /* a, at list 4…7 <- list 0…3    sust; a: picture                          */ \
    X(K_COPY,         copy,     false, LOAD,    LSU)     /* a to b, c bytes, %p list[0]   cp.async: its load                        */ \
    X(K_COPY_STORE,   access,   false, STORE,   LSU)     /*                               … and the store that a wait does for it   */ \
    X(K_COPY_COMMIT,  none,     false, PLAIN,   CONTROL) /*                               cp.async.commit_group                     */ \
    X(K_COPY_WAIT,    wait,     false, PLAIN,   CONTROL) /*                               cp.async.wait_group, wait_all             */ \
    X(K_BULK,         bulk,     false, PLAIN,   LSU)     /* b to a, c bytes; list below   cp.async.bulk, cp.reduce.async.bulk       */ \
    X(K_BULK_COMMIT,  none,     false, PLAIN,   CONTROL) /*                               cp.async.bulk.commit_group                */ \
    X(K_BULK_WAIT,    wait,     false, PLAIN,   CONTROL) /*                               cp.async.bulk.wait_group                  */ \
    X(K_BULK_LOOK,    look,     false, PLAIN,   CONTROL) /* a, b: token or parity         before a load that tests the mbarrier at a*/ \
    X(K_TILE_LOAD,    fragment, true,  LOAD,    LSU)     /* list <- a, stride b           wmma.load, ldmatrix: a part of a matrix   */ \
    X(K_TILE_STORE,   fragment, true,  STORE,   LSU)     /* a, stride b <- list           wmma.store, stmatrix                      */ \
    X(K_FRAGMENT,     fragment, false, PLAIN,   FP32)    /* list                          A, B or C of the product behind it        */ \
    X(K_MATRIX,       fragment, true,  PLAIN,   FP32)    /* list <- the three before it   wmma.mma, mma: D = A B + C; a: metadata   */ \
    X(K_SUMS,         fragment, false, PLAIN,   FP32)    /* list <-                       registers of D of the K_WARPGROUP behind  */ \
    X(K_WARPGROUP,    warpgroup,true,  PLAIN,   FP32)    /* K_SUMS <- a b, c: %p, list    wgmma.mma_async; list: A, then metadata   */ \
    X(K_WARPGROUP_ORDER, order, true,  PLAIN,   CONTROL) /*                               wgmma.fence, .commit_group, .wait_group   */
// clang-format on

#define KIND_NAME(name, ...) name,
typedef enum { INSN_KINDS(KIND_NAME) } InsnKind;
#undef KIND_NAME

enum { NONE = -1 };                     // no slot, no instruction
enum { LIST = 8, TEXELS = 4 };          // elements of a list; of a texel: the others are its place
enum { WRITTEN = 4, SLOTS = 6 + LIST }; // d is slots[WRITTEN]

typedef struct Insn Insn;

// Does an instruction for the lanes in `mask`. regs: the warp's register file.
typedef void AluFn(u8 *regs, const Insn *in, u32 mask);
// Returns the lanes for which a comparison of two registers is true.
typedef u32 AluCompare(const u8 *a, const u8 *b);

// The function that does an instruction. If it can do several instructions, the union tells it which one.
typedef struct {
    AluFn *fn;
    union {
        AluCompare *compare; // setp and set: the comparison
        u8 how[4]; // which operation, its rounding, flags; cvt: types to and from, rounding, flags
    };
} Alu;

// What the bits of an element mean. F16 and BF16 are one number if the element has 2 bytes, a packed pair if it has 4.
typedef enum { ELEMENT_BITS, ELEMENT_SIGNED, ELEMENT_FLOAT, ELEMENT_F16, ELEMENT_BF16 } ElementType;

// How strongly an access or a fence orders others. BOTH: acquire and release.
typedef enum {
    ORDER_WEAK,
    ORDER_VOLATILE,
    ORDER_RELAXED,
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_BOTH
} Order;

typedef enum {
    A_ADD,
    A_MIN,
    A_MAX,
    A_INC,
    A_DEC,
    A_AND,
    A_OR,
    A_XOR,
    A_EXCH,
    A_ARRIVE, // at an mbarrier
    A_DROP,   // arrives, and takes part in no later phase
    A_CAS
} AtomOp;

typedef enum { SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BFLY, SHUFFLE_IDX, SHUFFLE_TRANSPOSE } ShuffleMode;
typedef enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT } VoteOp;
typedef enum { BAR_SYNC, BAR_ARRIVE, BAR_POPC, BAR_AND, BAR_OR } BarrierForm;
typedef enum { CLOCK_LOW, CLOCK_HIGH, CLOCK_GLOBAL } ClockKind;
typedef enum { TEXTURE_READ, TEXTURE_GATHER, TEXTURE_SIZE, SURFACE_ACCESS } TextureForm;
typedef enum {
    M_F16,
    M_BF16,
    M_TF32,
    M_E4M3,
    M_E5M2,
    M_S8,
    M_U8,
    M_B1,
    M_F64,
    M_F32,
    M_S32,
    MATRIX_TYPES
} MatrixType;
typedef enum { WARPGROUP_FENCE, WARPGROUP_COMMIT, WARPGROUP_WAIT } WarpgroupOrder;
typedef enum { OUTSIDE_TRAP, OUTSIDE_CLAMP, OUTSIDE_ZERO } SurfaceOutside;

struct Insn {
    u8 kind;        // InsnKind
    bool guard_not; // the guard is @!%p
    bool ordered;   // its order between blocks shows (see SIM_TURN)
    union {
        struct {
            i32 a, b, c;    // slots that it reads
            i32 guard;      // the slot of @%p; NONE: all lanes do it
            i32 d, d2;      // slots that it writes
            i32 list[LIST]; // slots of {…}; first those that it writes
        };
        i32 slots[SLOTS]; // all of them
    };
    i32 join; // where lanes that part here meet again; NONE: nowhere
    union {
        struct {
            i32 segment;  // index in SimModule.segments
            bool in_spin; // the segment is part of a loop that waits for other lanes or blocks
            bool apart;   // in machine code, lanes that come here in several ways go on apart
            const struct Unrolled
                *unrolled; // the segment is a loop that ptxas unrolled in parts (unrolled.h)
            bool
                unset; // it uses a register that a lane may come to it without having set (check/unset.c)
            bool goes_on; // ptxas makes one stretch of code of it and the segment before
        } enter;
        struct {
            Alu does;            // the function that does it
            u8 a_bytes, d_bytes; // sizes of the registers a and d
            bool not_c;          // setp: the predicate c counts as its complement
            u8 table;            // lop3: results by the bits of a, b, c
        } alu;
        struct {
            i64 offset;   // bytes that are added to a
            u8 space;     // SimSpace
            u8 bytes;     // of an element in memory
            u8 count;     // elements: 1, 2, 4, 8
            u8 reg_bytes; // of the register that holds an element
            u8 type;      // ElementType
            u8 order;     // Order
            u8 op;        // K_ATOMIC: AtomOp
            u8 merged; // shared: MERGED_INTO (wide.h), or bytes of a machine access that does neighbours, too
            u8 batches; // loads: batches that begin with it in SimInsnInfo.unrolled iterations of its loop
            bool read_only;    // a load that ptxas may move ahead of stores: nobody writes there
            bool block_scope;  // the order holds within the block only
            bool system_scope; // it holds for the host, too
            bool watched;      // a volatile load that a spin loop waits for
            bool wide;         // a is a 64-bit register
            bool in_frame;     // the address is relative to the frame's part of local memory
            bool unused_result : 1; // an atomic whose old value nobody reads
            bool joins : 1;         // a load that joins one from before a branch (SimAssembledLine)
            bool stays : 1;         // a load that such a one joins
            bool late : 1;          // a store for which those before it came too early to join
            bool one_address : 1;   // ptxas does this atomic once for all lanes (uniform.c)
            bool
                unwaited : 1; // the store of a cp.async for which its thread has not waited (copy.c)
            bool by_l2 : 1;   // a load that L2 answers, whatever L1 has (.cg, .cv)
        } access;
        struct {
            i32 target; // instruction
            bool spin;  // it closes a loop that waits for other lanes or blocks
            bool kept;  // it is a branch in machine code, too: ptxas has not made predicates of it
        } branch;
        struct {
            i32 *targets; // (count) instructions
            i32 count;
        } choice;
        const struct Call *call;
        struct {
            i32 behind; // the first segment that all lanes pass after it (Segment.after); NONE: none
            u8 form;    // BarrierForm
            bool not_c; // the predicate c counts as its complement
        } barrier;
        struct {
            bool relaxed; // the arrival orders no memory
        } cluster;
        struct {
            u8 mode; // ShuffleMode
        } shuffle;
        struct {
            u8 op;      // VoteOp
            bool not_a; // the predicate a counts as its complement
        } vote;
        struct {
            u8 op;          // AtomOp
            bool is_signed; // min and max compare signed integers
        } redux;
        struct {
            u8 bytes; // of the values
            bool all; // match.all; else match.any
        } match;
        struct {
            bool block_scope; // it orders for threads of the block only
            bool
                proxy; // it orders with what bulk copies, a warpgroup's products and other units do
        } fence;
        struct {
            i64 offset; // in the frame's part of local memory
            u8 bytes;   // of the address, which is one of the local space
        } local;
        struct {
            u8 which; // ClockKind
            u8 bytes; // of d
        } clock;
        struct {
            i64 from;       // bytes that are added to a
            i32 to;         // bytes that are added to b
            u8 bytes;       // how many it writes
            bool wide_to;   // b is a 64-bit register
            bool not_taken; // the predicate list[0] (ignore the source) counts as its complement
        } copy;
        struct {
            bool generic; // the address is a generic one
            bool parity;  // b is a parity, else a token
        } look;
        struct
        { // list: coordinates 0…4; 5: the mbarrier; 6: ranks of a multicast; 7: offsets of im2col, 3 of 16 bits
            u8 to, from;   // SimSpace; the global side is a tensor map if there are `dimensions`
            u8 dimensions; // of a tensor, 0: plain bytes
            bool im2col;
            bool reduces; // combines with what is there:
            u8 op;        // AtomOp
            u8 type;      // ElementType, of plain bytes
            u8 bytes;     // of an element, of plain bytes
            bool
                library; // it is in cuda::memcpy_async, which asks for no fence after init() of a barrier
        } bulk;
        struct {
            u8 form;       // TextureForm
            u8 dimensions; // coordinates in a layer: 1, 2 or 3
            u8 channel;   // TEXTURE_GATHER: which channel; TEXTURE_SIZE: which dimension, 3: layers
            u8 type;      // what a texture returns: ELEMENT_FLOAT, ELEMENT_SIGNED or ELEMENT_BITS
            u8 outside;   // SurfaceOutside
            u8 bytes;     // SURFACE_ACCESS: of an element in memory
            u8 count;     // SURFACE_ACCESS: how many elements
            u8 reg_bytes; // of the register that holds an element
            bool layered; // list[4] is a layer
            bool cube;    // the three coordinates are a direction; each face is a layer
            bool whole;   // coordinates are integers
            u8 batches;   // as access.batches
        } texture;
        struct Fragment {  // machine/matrix.c draws it
            i64 offset;    // bytes that are added to a
            u8 space;      // SimSpace
            bool wide;     // a is a 64-bit register
            bool in_frame; // the address is relative to the frame's part of local memory
            u8 type;       // MatrixType
            u8 bytes;      // of an element
            u8 packed;     // elements in a register
            u8 count;      // elements of a lane
            u8 run;        // elements of a lane that lie side by side in a line
            u8 eights;     // lines, divided by 8
            u8 registers;  // if they hold more than `count` elements, the elements repeat
            bool across;   // the elements of a line lie `stride` apart in memory, else the lines
            bool saturate; // K_MATRIX: of integers that overflow
            bool by_lane;  // lane i has the address of row i, 16 bytes; else a and b are the tile's
            bool sparse;   // K_MATRIX: A has half of its elements, and metadata says which
            u8 selector;   // K_MATRIX: which lanes of four have the metadata
            bool narrow;   // K_MATRIX: sums keep 13 bits behind the point, not 25
        } fragment;
        struct Warpgroup {           // machine/warpgroup.c draws it
            u8 a_type, b_type, type; // MatrixType of A, B, D
            u8 columns;              // of B and D, divided by 8
            u8 sums;                 // so many K_SUMS are before it
            u8 selector;             // as fragment.selector
            bool a_in_regs;          // list has A; else a is its descriptor
            bool a_across,
                b_across; // elements of a line lie across memory (imm-trans-a, imm-trans-b)
            bool a_minus, b_minus; // imm-scale-a, imm-scale-b are -1
            bool not_c;            // the predicate c (scale-d) counts as its complement
            bool saturate, sparse; // as in fragment
        } warpgroup;
        struct {
            i64 newest; // WARPGROUP_WAIT: so many groups may be unfinished
            u8 form;    // WarpgroupOrder
        } order;
        struct {
            i64 newest; // so many groups may be unfinished; -1: copies without a group must be done, too
            bool arrives; // at an mbarrier: those who wait there wait for the copies
        } wait;
        struct {
            bool in_spin; // it is part of a loop that waits for others
        } sleep;
        struct {
            char unused;
        } none;
    };
};

#define KIND_FITS(name, member, ...) \
    _Static_assert(sizeof(((Insn *)0)->member) <= 24, #name " fits beside the operands");
INSN_KINDS(KIND_FITS) // NOLINT(bugprone-sizeof-expression): a member, not a pointer
#undef KIND_FITS
_Static_assert(sizeof(Insn) <= 96, "an instruction is a cache line and a half at most");

// A call. It copies arguments from bytes `here` of the caller's stack to the callee's parameters, and results back.
typedef struct Call {
    SimFunction *function; // NULL: a register (a) has it, or it is built in
    int builtin;           // Builtin
    int args, results;     // how many
    struct CallSlot {
        u32 here, size;
    } * arg, *result; // (args), (results)
} Call;

// Instructions that run one after the other: a segment is entered only at its K_ENTER.
typedef struct {
    int first;  // its K_ENTER
    int last;   // its last instruction; last - first instructions are the program's
    int cycles; // a warp's time through it when all registers are ready and loads hit L1
    int after;  // the next segment that all lanes pass which stay in the kernel; -1: none
    struct SegmentPart
        *parts;     // (part_count) of machine code; none before a launch, or without a cubin
    int part_count; // at most SIM_MOST_STRETCHES
} Segment;

enum { SIM_MOST_STRETCHES = 16 };

// What a segment has in one stretch of machine code. A loop that ptxas unrolled has several: a loop with four copies of the segment, say,
// and behind it one with a single copy, for what is left over.
typedef struct SegmentPart {
    int copies; // of the segment; 0: only some of its instructions, which ptxas took out of a loop
    int stretch, loop; // as in SimAssembledPiece
    u32 instructions, tensor, pipes[SIM_PIPES];
    u32 each_value; // of the instructions
} SegmentPart;

// Tells whether an instruction is one of the program's, not a mark (K_ENTER) or a part of another.
static inline bool insn_counts(const Insn *in)
{
    return in->kind != K_ENTER && in->kind != K_COPY_STORE && in->kind != K_FRAGMENT &&
           in->kind != K_BULK_LOOK && in->kind != K_SUMS;
}

// Tells whether an instruction is one for all 32 lanes together, which names no mask.
static inline bool insn_is_whole(const Insn *in)
{
    return in->kind == K_TILE_LOAD || in->kind == K_TILE_STORE || in->kind == K_MATRIX ||
           in->kind == K_WARPGROUP || in->kind == K_WARPGROUP_ORDER;
}

// Returns how many elements of each lane one request of K_TILE_LOAD or K_TILE_STORE moves.
static inline int fragment_step(const struct Fragment *f)
{
    return f->by_lane ? 8 : f->across ? 1 : f->run;
}

// Returns the end of what an instruction writes, from slots[WRITTEN] on. It reads the others.
static inline int written_end(const Insn *in)
{
    bool all = in->kind == K_LOAD || in->kind == K_PARAM_LOAD || (in->kind == K_ALU && in->d < 0) ||
               in->kind == K_TILE_LOAD || in->kind == K_MATRIX || in->kind == K_SUMS;
    return all ? SLOTS : SLOTS - LIST + (in->kind == K_TEXTURE ? TEXELS : 0);
}

// Tells whether an instruction is a load that L1 must not answer: it is volatile or has an order.
static inline bool insn_is_volatile(const Insn *in)
{
    return in->kind == K_LOAD && in->access.order != ORDER_WEAK;
}

// Tells whether an instruction is a load that asks L2 whatever L1 has.
static inline bool insn_by_l2(const Insn *in)
{
    return in->kind == K_LOAD && in->access.by_l2;
}

#endif
