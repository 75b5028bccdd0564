// core.h: the inside of the simulator's core on one page; warpsim.h is its outside.
//
// PTX text becomes statements (parse.c), statements become instructions of a form that is quick to run (lower.c), flow
// analysis says where diverged lanes meet again (flow.c). A worker then runs one block (block.c): each warp is a set
// of groups of lanes that share a program counter (warp.c), and every instruction works on all lanes of a group at
// once: arithmetic in alu_*.c, memory in access.c, which also counts sectors and bank conflicts (counters.c).
//
// A register is an array over the warp's 32 lanes, so that one loop does an instruction for the whole warp.

#ifndef CORE_H
#define CORE_H

#include "warpsim.h"

#define LANES 32
#define FULL  0xffffffffu

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

// ---- text.c: memory that is freed at once, and formatted text without stdio ----------------------------------

typedef struct ArenaChunk ArenaChunk;

typedef struct {
    ArenaChunk *chunks; // newest first
} Arena;

void *arena_alloc(Arena *a, size_t size); // zeroed; NULL when the host has no memory
char *arena_string(Arena *a, const char *s, size_t length);
void arena_free(Arena *a);

// Grows *items, an array in an arena, to hold one more of `size` bytes and returns the new, zeroed one.
void *arena_push(Arena *a, void *items, int *count, int *capacity, size_t size);

// A knot of %s, %d (int), %u (u32), %l (i64), %x (u64 in hex), %c and %% into out; always terminated.
void text_format(char *out, size_t size, const char *format, ...);
void text_append(char *out, size_t size, const char *format, ...);

// ---- lex.c: PTX words ------------------------------------------------------------------------------------------

typedef enum { T_END, T_WORD, T_INT, T_FLOAT32, T_FLOAT64, T_PUNCT, T_STRING } TokenKind;

// A word keeps its dots: "ld.global.u32", "%tid.x", ".reg". A punctuation token is one character.
typedef struct {
    TokenKind kind;
    const char *start;
    int length;
    u64 value; // of numbers: the integer, or the float's bits
    int line;
} Token;

typedef struct {
    const char *at, *end;
    int line;
    Token token;   // the current one
    SimError *err; // after the first error every token is T_END
} Lexer;

void lex_start(Lexer *x, const char *text, size_t length, SimError *err);
void lex_next(Lexer *x);
void lex_fail(Lexer *x, const char *format, const char *what); // "PTX line N: …", one %s
bool lex_failed(const Lexer *x);
bool lex_is(const Lexer *x, const char *word); // current token is this word or punctuation
bool lex_take(Lexer *x, const char *word);     // … then step over it
void lex_expect(Lexer *x, const char *word);   // … or fail

// ---- parse.c: a unit's statements and symbols ------------------------------------------------------------------

// A .loc: where the instructions after it come from in the source.
typedef struct {
    int unit, file; // number of a .file directive of that unit
    int line, column;
    int parent; // index of the .loc that this code was inlined at, -1 if it was not
} Loc;

typedef enum { V_GLOBAL, V_CONST, V_SHARED, V_LOCAL, V_PARAM } VarSpace;

// A variable or parameter. `offset`: shared and local variables and parameters; `address`: global and const.
typedef struct Var {
    const char *name;
    VarSpace space;
    size_t size, align;
    bool external, dynamic; // dynamic: extern shared array of unknown size
    bool visible;           // can be named from other units
    bool managed;           // the host reaches it at the same address
    bool placed;            // has its address
    size_t offset;
    u64 address;
    const u8 *init;       // (init_size), NULL: zeros
    size_t init_size;     // at most size; the rest is zeros
    struct Reloc *relocs; // addresses inside the initial value
    struct Var *next;
    int unit;
    u32 mark;    // the last kernel whose walk met it
    int kernels; // shared: how many kernels reach it
} Var;

typedef struct Reloc {
    size_t offset;    // in the variable
    int bytes, shift; // of the address, those from bit `shift` on
    const char *name;
    i64 addend;
    struct Reloc *next;
} Reloc;

// `.reg .b32 %r<42>;` declares one of these with count 42; `.reg .b64 %SP;` one with count 0.
typedef struct RegDecl {
    const char *prefix;
    int prefix_length;
    int count;
    int bytes; // 0: predicate
    i32 *
        offsets; // of their slots, 0 until used: REG_BASE + the place behind the frame's immediates; (count or 1)
    struct RegDecl *next;
} RegDecl;

typedef enum {
    O_REG,
    O_IMMEDIATE,
    O_SYMBOL,
    O_ADDRESS,
    O_VECTOR,
    O_SINK,
    O_SPECIAL,
    O_LIST
} OperandKind;

typedef struct Operand {
    OperandKind kind;
    bool negated;        // !%p
    const char *name;    // of symbols, labels and special registers
    RegDecl *reg, *reg2; // the second is the other destination of %r1|%p1
    int reg_index, reg2_index;
    Var *var;              // a symbol that is a variable of the function
    u64 value;             // immediate
    i64 offset;            // O_ADDRESS: [reg or symbol or nothing + offset]
    struct Operand *items; // O_VECTOR {a,b}, O_LIST (a,b)
    int count;
    int float_bits; // 32 or 64 for 0f… and 0d…, else 0
} Operand;

#define REG_BASE (1 << 28)

typedef struct {
    const char *op; // "ld.global.u32"; NULL: a label stands here
    const char *label;
    const char *const *targets; // of a .branchtargets label
    int target_count;
    RegDecl *guard; // @%p
    int guard_index;
    bool guard_not;
    Operand *operands; // (count)
    int count;
    int loc;   // index of a Loc, -1 none
    int line;  // in the PTX
    int scope; // of its label names: index into the function's scopes
} Statement;

// Special registers that are filled in when a frame is made. The last two are ours: where dynamic shared memory
// starts, and the address of the kernel's arguments.
typedef enum {
    SP_TID_X,
    SP_TID_Y,
    SP_TID_Z,
    SP_NTID_X,
    SP_NTID_Y,
    SP_NTID_Z,
    SP_CTAID_X,
    SP_CTAID_Y,
    SP_CTAID_Z,
    SP_NCTAID_X,
    SP_NCTAID_Y,
    SP_NCTAID_Z,
    SP_LANEID,
    SP_WARPID,
    SP_NWARPID,
    SP_SMID,
    SP_NSMID,
    SP_GRIDID,
    SP_ENVREG1, // the grid barrier's address, high and low half: cooperative_groups.h
    SP_ENVREG2,
    SP_MASK_EQ,
    SP_MASK_LE,
    SP_MASK_LT,
    SP_MASK_GE,
    SP_MASK_GT,
    SP_SHARED_DYNAMIC_SIZE,
    SP_SHARED_TOTAL_SIZE,
    SP_SHARED_DYNAMIC,
    SP_PARAMS,
    SPECIALS
} Special;

struct SimFunction {
    SimModule *module;
    const char *name;
    int unit;
    bool kernel, visible, defined;
    Var *params, *results; // in order
    Var *vars;             // shared, local, and .param variables of the body
    RegDecl *regs;
    Statement *statements;
    int statement_count, statement_capacity;
    int *scopes; // of each { } its outer one; 0 is the body, whose is -1
    int scope_count, scope_capacity;
    int max_threads;
    int line; // of its definition in the PTX

    // lower.c
    int entry, end;      // instructions [entry, end) of the module's code
    size_t frame_bytes;  // register file of one warp
    size_t shared_bytes; // static shared memory of a kernel and what it calls
    size_t local_bytes;  // local variables, per thread
    size_t stack_bytes;  // parameters of and in a device function, then local variables, per thread
    size_t const_bytes;  // broadcast immediates, at the frame's start
    u8 *const_image;     // (const_bytes)
    i32 special[SPECIALS]; // frame offset of special registers, -1 if unused
    Var **shared;          // static shared variables it names
    int shared_count, shared_capacity;
    SimFunction **callees; // functions it names
    int callee_count, callee_capacity;
    bool calls_by_register;
    bool address_taken;
    u32 mark; // of a walk over the call graph
    int registers;
    struct SimFunction *next;
    int id; // code address of a function pointer: CODE_WINDOW + 16 * id
};

bool parse_unit(SimModule *m, const char *ptx, size_t length, int unit, SimError *err);

typedef enum {
    B_NONE = -1,
    B_VPRINTF,
    B_ASSERT,
    B_CHILD_BUFFER,
    B_CHILD_LAUNCH,
    B_LAST_ERROR,
    B_PEEK_ERROR,
    B_DEVICE,
    B_DEVICE_COUNT,
    B_DEVICE_ATTRIBUTE,
    B_NEW_HANDLE,
    B_NOTHING,
    B_MALLOC,
    B_FREE
} Builtin;

// ---- module.c: what a module's names stand for --------------------------------------------------------------------

Var *module_var(const SimModule *m, const char *name, int unit);
SimFunction *module_function(const SimModule *m, const char *name, int unit);
const char *module_file(const SimModule *m, int unit, int number);
// The source line that reports name for a .loc: of the user's code, not of a library's inlined into it.
void module_source(const SimModule *m, int loc, const char **file, int *line);
// The functions that a kernel may run, itself first: m->reached[0 … return).
int module_reach(SimModule *m, SimFunction *kernel);
Builtin builtin_find(const char *name); // builtin.c
bool builtin_ordered(Builtin b);        // its order between blocks shows

// ---- lower.c: instructions ---------------------------------------------------------------------------------------

typedef struct Insn Insn;
typedef struct Warp Warp;

// Does an instruction for the lanes in `mask`. regs: the warp's register file.
typedef void AluFn(u8 *regs, const Insn *in, u32 mask);

typedef enum {
    K_ENTER, // start of a straight run of instructions: counts it; lanes may meet here
    K_ALU,
    K_LOAD,
    K_STORE,
    K_ATOMIC,     // any space
    K_PARAM_LOAD, // kernel parameter at a fixed offset: the same for all lanes
    K_BRANCH,
    K_SWITCH,
    K_CALL,
    K_RETURN,
    K_EXIT,
    K_BARRIER,
    K_WARP_SYNC, // bar/barrier; bar.warp.sync
    K_SHUFFLE,
    K_VOTE,
    K_REDUX,
    K_MATCH,
    K_FENCE,
    K_LOCAL_ADDRESS, // address of a local variable: depends on the frame
    K_CLOCK,
    K_ACTIVE,
    K_TRAP,
    K_SLEEP,
    K_COPY,       // cp.async: its load
    K_COPY_STORE, // … and the store that a wait does for it
    K_COPY_COMMIT,
    K_COPY_WAIT, // imm: so many groups may still be under way, -1: not even what is not committed
} InsnKind;

//   guard: @%p    d <- a, b, c    each a byte offset in the frame; immediates live in the frame too (const_image)
typedef enum { ORDER_WEAK, ORDER_VOLATILE, ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE } Order;

struct Insn {
    u8 kind;
    u8 space;     // SimSpace
    u8 bytes;     // memory element or operand size
    u8 count;     // vector elements, 1 2 4 8
    u8 reg_bytes; // size of the register that holds an element
    u8 op;        // AtomOp, ShuffleOp, VoteOp, barrier form …
    bool is_signed, is_float;
    bool guard_not, has_guard;
    bool ordered; // its order between blocks shows (see SIM_TURN)
    bool is_volatile;
    u8 order;         // Order
    bool block_scope; // that order holds within the block only
    bool watched;     // a volatile load on which a spin loop turns
    bool wide;        // 64-bit address register
    bool back_edge;   // branch that closes a loop
    bool spin;        // that waits for other lanes or blocks
    bool in_spin;     // a K_ENTER in such a loop
    u8 batches; // that a load begins, in SimInsnInfo.turns of its loop: who begins one pays the latency of a miss
    bool in_frame;      // address is relative to the frame's part of local memory
    bool unused_result; // an atomic whose old value nobody reads
    bool one_address;   // an atomic that ptxas does once for all lanes (uniform.c)
    i32 guard;
    i32 d, d2, a, b, c;
    i32 v[8];   // vector elements
    i32 target; // branch, call: instruction index; K_COPY: offset of the destination
    i32 join;   // where lanes that part here meet again, -1 never
    i64 imm;    // address offset and the like
    AluFn *alu;
    const struct Call *call;
    const i32 *targets; // K_SWITCH
};

// What a call copies: arguments from bytes `here` of the caller's stack to the callee's parameters, results back.
typedef struct Call {
    SimFunction *function; // NULL: by register (a), or built in
    int builtin;           // Builtin
    int args, results;
    struct CallSlot {
        u32 here, size;
    } * arg, *result; // (args), (results)
} Call;

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
    A_DROP,   // … and does not take part any more
    A_CAS
} AtomOp;
typedef enum { S_UP, S_DOWN, S_BFLY, S_IDX } ShuffleOp;
typedef enum { W_ALL, W_ANY, W_UNI, W_BALLOT } VoteOp;

// A straight run of instructions, entered only at its K_ENTER.
typedef struct {
    int first, last; // instructions [first, last], first is the K_ENTER
    int cycles;      // a warp's time through it when all registers are ready and loads hit L1
} Segment;

struct SimModule {
    Arena arena;
    SimMemory *memory;
    SimFunction *functions, **function_tail;
    Var *vars; // global, const; shared of file scope
    struct FileName {
        int unit, number;
        const char *name;
    } * files;
    int file_count, file_capacity;
    Loc *locs;
    int loc_count, loc_capacity;
    int units;
    int ptx_target;
    Insn *code;
    int code_count, code_capacity;
    SimInsnInfo *infos; // (code_count)
    Segment *segments;
    int segment_count, segment_capacity;
    const SimDevice *timed; // the device that the segments' cycles are for
    int function_count;
    SimFunction **reached; // (function_count) work space of module_reach
    u32 mark;
    bool launches; // its kernels launch kernels
    bool mallocs;  // … or call malloc
    bool atomics;  // … or have atomics that may be in global memory
};

bool lower_function(SimModule *m, SimFunction *f, SimError *err);
AluFn *alu_find(const char *mnemonic); // alu.c: looks through the tables of alu_*.c

// ---- flow.c ---------------------------------------------------------------------------------------------------------

// Fills join of every branch of [f->entry, f->end), marks back edges and spin loops.
bool flow_analyse(SimModule *m, SimFunction *f, SimError *err);

// ---- uniform.c ------------------------------------------------------------------------------------------------------

// Marks the atomics of [f->entry, f->end) that have one address. False if the host has no memory.
bool uniform_analyse(SimModule *m, const SimFunction *f);

// ---- traffic.c ------------------------------------------------------------------------------------------------------

bool traffic_prepare(const SimLaunch *l); // false if the host has no memory
void traffic_end(const SimLaunch *l);
// Sectors of a line (its address / 128) that were read or written; and those that a block's loads asked L2 for.
void traffic_touch(SimAlloc *a, u64 line, u8 mask, bool read, bool write);
void traffic_ask(const SimWorker *w, SimAlloc *a, u64 line, u8 mask);

// In bytes.
typedef struct {
    double cold;          // the share of what loads missed in L1 that L2 had not either
    double l2, scattered; // what L2 moves; the share of it that is asked for sector by sector
    double joinable;      // of l2, what could be part of other SMs' requests
    double dram_read, dram_written;
    double wavefronts; // of spilled values, in L1
} Traffic;

Traffic traffic_of(const SimLaunch *l);
// Of a launch's traffic, what is part of other SMs' requests. Its warps are busy for a share of their time, and may be free
// of barriers: then only the waits for each other's lines keep them in step.
double traffic_joined(const SimLaunch *l, const Traffic *t, bool free, double busy);

// ---- atomics.c ------------------------------------------------------------------------------------------------------

bool atomics_prepare(SimLaunch *l); // false if the host has no memory
void atomics_end(SimLaunch *l);
double atomics_time(const SimLaunch *l); // seconds

// ---- alu tables -----------------------------------------------------------------------------------------------------

typedef struct {
    const char *name; // "add.s32"
    AluFn *fn;
} AluEntry;

extern const AluEntry alu_address_table[];

// ---- address windows of the generic space ---------------------------------------------------------------------------

#define SHARED_WINDOW 0x0100000000000000ull // no allocation and no host pointer can be here
#define LOCAL_WINDOW  0x0200000000000000ull
#define CODE_WINDOW   0x0300000000000000ull
#define WINDOW_SIZE   0x0000000001000000ull // 16 MiB

// ---- memory.c --------------------------------------------------------------------------------------------------------

// The live allocation that holds [address, address+size), or NULL.
SimAlloc *memory_find(const SimMemory *m, u64 address, u64 size);
u32 *memory_clock(SimMemory *m); // of check.c

// heap.c: device malloc and free.
typedef struct Heap Heap;
Heap *heap_new(u64 base, u64 size); // NULL without host memory
void heap_free(Heap *h);
u64 heap_take(Heap *h, u64 size);     // 0 if there is no room
bool heap_give(Heap *h, u64 address); // false if no block begins there
bool heap_holds(const Heap *h, u64 address, u64 size);
u64 heap_taken(const Heap *h); // bytes of all blocks
// memory.c: the heap, made when first asked for; NULL if there is none and no host memory.
Heap *memory_heap(SimMemory *m, u64 size);

// ---- counters.c -------------------------------------------------------------------------------------------------------

// The 128-byte lines and 32-byte sectors that one request touches, and its distinct bytes.
typedef struct {
    int lines, sectors, bytes;
    u64 line[LANES * 2]; // (lines) address / 128, ascending
    u8 mask[LANES * 2];  // (lines) which of the line's four sectors
} SectorCount;

// address: (LANES), those in mask count; each wants `bytes`, at most 32.
void count_sectors(const u64 *address, u32 mask, int bytes, SectorCount *out);
void count_run(u64 address, int bytes, SectorCount *out); // one run of consecutive bytes

// The sectors in which atomics of one request update words, and in how many turns: one for each lane that wants the same word,
// of the word that most want. `passes`: turns of the lines, each as many as of its busiest sector.
typedef struct {
    int sectors, passes;
    u64 sector[LANES]; // (sectors) address / 32, ascending
    u8 turns[LANES];   // (sectors)
} UpdateCount;

// address: (LANES), those in mask count; each wants an aligned word of at most 32 bytes.
void count_updates(const u64 *address, u32 mask, UpdateCount *out);

// Shared-memory wavefronts of one request, `ideal` without conflicts, and distinct bytes.
typedef struct {
    int wavefronts, ideal, bytes;
} BankCount;

// offset: (LANES) in shared memory; each lane in mask wants `bytes`, at most 16.
BankCount count_banks(const u32 *offset, u32 mask, int bytes);
// The same for an atomic, where lanes that want one word take turns.
BankCount count_bank_turns(const u32 *offset, u32 mask, int bytes);

// An L1 of one block: its share of the SM's, 4 ways, 128-byte lines of 4 sectors, the least recently used goes first.
typedef struct {
    u32 sets; // a power of two
    struct CacheLine {
        u64 tag; // line number + 1, 0 empty
        u32 age;
        u8 sectors;
    } * lines; // (sets * 4)
    u32 clock;
} Cache;

bool cache_init(Cache *c, size_t bytes);
void cache_clear(Cache *c);
// Reads the sectors in `mask` of a line; returns those that were not there. They are afterwards.
u8 cache_read(Cache *c, u64 line, u8 mask);

// ---- warp.c, block.c, access.c: running ---------------------------------------------------------------------------------

// Registers and locals of one call. Lanes that make it share a frame, whether they come together or one by one: each
// has its own column in every register.
typedef struct Frame {
    SimFunction *function;
    u8 *regs;       // (function->frame_bytes)
    u32 local_base; // where its stack_bytes start in each lane's local memory
    u32 lanes;      // those inside
    int depth;
    i32 return_to;    // instruction after the call
    const Call *call; // in the caller
    struct Frame *caller;
    struct Frame *inner; // the calls made from here that some lanes are in
    struct Frame *next;  // in the caller's `inner`, or the next free one
} Frame;

typedef enum { G_RUN, G_BARRIER, G_SYNC } GroupState;

typedef struct Check Check;
typedef struct Copy Copy;
typedef struct Shadow Shadow;

// Lanes of a warp that execute together.
typedef struct {
    u32 mask;
    i32 pc;
    i16 meet; // innermost meeting point, -1 none
    u8 state;
    u8 barrier;    // G_BARRIER: which one
    u32 wait_mask; // G_SYNC: lanes it waits for
    Frame *frame;
} Group;

#define MAX_LOCAL (512u << 10) // bytes of local memory per thread, as on every GPU

#define SPIN_LIMIT 64 // turns of a warp's spin loops before others get a chance

// A meeting point: lanes that parted at a branch wait at `pc` until all `members` are there.
typedef struct {
    u32 members, arrived;
    i32 pc;
    i16 outer; // the meeting point around it
    Frame *frame;
} Meet;

#define MAX_MEETS 64

struct Warp {
    int index; // in the block
    u32 lanes; // those that exist
    u32 live;  // those that have not exited
    Group groups[LANES];
    int group_count;
    int turn;       // group that runs next
    u32 spins;      // turns of spin loops since a group last gave way
    int gave_way;   // groups that gave way since the warp last made progress:
    u64 progress;   // straight runs outside of spin loops,
    u64 progressed; // and what they and changes of memory came to at the last look
    bool waits;     // all groups gave way, and no progress since
    Meet meets[MAX_MEETS];
    u64 meets_used;    // bit m: meets[m] is in use
    u64 meets_waiting; // … and lanes wait there
    u64 cycles;        // modelled time so far
    u64 dram_cycles;   // … of which it waited for DRAM
    Frame *base;
    u8 *local;              // (LANES, local_size)
    u32 local_size;         // per lane
    Copy *copies;           // by cp.async, that no wait has completed; oldest first
    u32 copy_groups[LANES]; // that each lane has committed
    u32 error[LANES];       // cudaGetLastError of device code
};

typedef struct {
    u32 expected; // threads, 0: all of the block
    u32 arrived;
    u32 red_count;           // bar.red: how many of their predicates hold
    u64 cycles;              // latest arrival
    u32 last_red, last_came; // red_count and arrived when it was last complete
} Barrier;

struct SimWorker {
    SimLaunch *launch;
    SimModule *module;
    Warp *warps; // (launch->warps)
    u8 *shared;  // (launch->shared_total)
    Barrier barriers[16];
    u64 block; // which
    u32 block_id[3];
    bool turn;
    int live_warps;
    u32 live_threads;
    SimCount *counts; // (code_count)
    struct SegmentCount {
        u64 executed, threads;
    } * segments;
    Cache l1;
    Frame *free_frames;
    Copy *free_copies;
    SimAlloc *last_alloc; // the one used last
    u64 critical, dram_cycles;
    u32 handles; // streams and events that the block has made
    u64 random;  // state of SIM_RANDOM
    SimError *err;
    Check *check; // NULL unless the launch is checked
    bool watched; // it is checked or observed
    u64 steps;
    u64 changes;  // of memory that other blocks see
    SimStep step; // of warp_step; pc -1: none yet
};

// atomics.c: what a request of atomics in global memory is to L2; adds it to the launch's slice_work.
UpdateCount atomics_count(const SimWorker *w, const Insn *in, const u64 *address, u32 mask);

// Whether an instruction is one of the program's: not only a mark, or the second half of another.
static inline bool insn_counts(const Insn *in)
{
    return in->kind != K_ENTER && in->kind != K_COPY_STORE;
}

// Runs the warp until all its lanes are blocked or gone, or it gives way.
typedef enum { WARP_BLOCKED, WARP_PAUSED, WARP_SPIN, WARP_DONE, WARP_TURN, WARP_FAULT } WarpRun;
WarpRun warp_run(SimWorker *w, Warp *warp);
WarpRun warp_step(SimWorker *w, Warp *warp);           // for one instruction: WARP_PAUSED
u64 order_random(SimWorker *w);                        // what SIM_RANDOM decides by
bool warp_waits(const SimWorker *w, const Warp *warp); // for others, as far as it knows
bool warp_start(SimWorker *w, Warp *warp, u32 lanes);  // at the kernel's entry; false: no memory
void warp_end(SimWorker *w, Warp *warp);               // gives its frames back
void warp_release_barrier(const SimWorker *w, Warp *warp, int barrier);

// block.c: a group comes to a barrier instruction: waits there, or is past it if it only arrives or was the last.
// False on a fault.
bool barrier_arrive(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask);
void barrier_exit(SimWorker *w, u32 threads); // threads left the kernel

// frame.c
Frame *frame_new(SimWorker *w, const Warp *warp, SimFunction *f, Frame *caller);
Frame *frame_find(const Frame *caller, const SimFunction *f,
                  i32 return_to);        // NULL if no lane is in
void frame_free(SimWorker *w, Frame *f); // and those of its calls

// sync.c: instructions in which the lanes of a warp work together. What they bring along, each in its own lane.
typedef struct {
    _Alignas(64) u8 values[LANES * 8];
    u32 votes; // predicates
    u32 lanes; // those that have added theirs
} Exchange;

void exchange_add(Exchange *x, const Group *g, const Insn *in, u32 mask);
void exchange_take(const Exchange *x, const Group *g, const Insn *in,
                   u32 mask); // writes their results

// copy.c: cp.async. False on a fault.
bool copy_issue(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
void copy_commit(Warp *warp, u32 mask);
// All copies of these lanes arrive, save those of the `newest` groups; of -1 all without exception.
bool copy_wait(SimWorker *w, Warp *warp, u32 mask, i64 newest);
void copies_forget(SimWorker *w, Warp *warp); // the block has ended
void copies_free(SimWorker *w);

// launch.c
SimStatus launch_limits(const SimLaunch *l, SimError *err);
u64 launch_waves(const SimLaunch *l); // of resident blocks

// child.c: launches by kernels.
bool children_prepare(SimLaunch *l);
void children_end(SimLaunch *l);
// Room for a launch's arguments: its address, or 0 and the cudaError_t that the launching thread gets.
u64 child_buffer(const SimWorker *w, u64 kernel, const u32 *grid, const u32 *block, u32 shared,
                 u32 *error);
u32 child_launch(const SimWorker *w, const Warp *warp, int lane, u64 buffer,
                 u64 stream); // a cudaError_t

// builtin.c: functions that the driver provides. False on a fault.
bool builtin_call(SimWorker *w, Warp *warp, Group *g, const Insn *in, u32 mask);

// check.c: with SimLaunch.check. Workers have a Check then, allocations a shadow.
bool check_launch(SimLaunch *l);
void check_launch_end(SimLaunch *l);
Check *check_new(const SimLaunch *l);
void check_free(Check *c);
void check_block(SimWorker *w); // a new block starts
Shadow *check_shadow(size_t bytes);
void check_written(SimAlloc *a, u64 from, u64 to); // bytes [from, to) of it have a value
void check_access(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask,
                  SimSpace space, const u64 *address, u8 *const *host);
void check_fence(SimWorker *w, const Warp *warp, const Insn *in, u32 mask);
void check_warp_sync(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask);
void check_arrive(SimWorker *w, const Warp *warp, int id);
void check_barrier(SimWorker *w, int id, bool whole_block);
void check_mask(SimWorker *w, const Warp *warp, const Group *g, const Insn *in, u32 mask);
void check_never_came(SimWorker *w, const Warp *warp, const Group *g);
void check_exit(SimWorker *w, i32 pc);
// A thread makes launch i of its grid; what all that it made must know, once it is done.
void check_child(const SimWorker *w, const Warp *warp, int lane, u32 i, u64 stream);
struct Family *check_family(SimLaunch *l);
void check_family_free(struct Family *f);

// access.c: false on a fault (w->err is set).
bool access_memory(SimWorker *w, Warp *warp, const Group *g, const Insn *in, u32 mask);
u8 *access_generic(SimWorker *w, Warp *warp, int lane, u64 address,
                   u64 size); // NULL if not accessible

// fault.c: fills w->err with what happened, and where: kernel, file and line, thread, block.
void fault_at(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status, const char *what);
void fault_access(SimWorker *w, const Warp *warp, int lane, int pc, SimStatus status,
                  SimSpace space, u64 address);

#endif
