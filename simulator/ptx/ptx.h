// ptx.h: from PTX text to instructions. Uses base/ and memory/.
//
//     text ── lex.c ──> Token ── parse.c ──> Statement ── lower/ ──> Insn (insn.h) ── flow.c, uniform.c, hoisted.c ──> Insn, analysed
//                                    └── Var, SimFunction, Loc: the meaning of names, module.c
//
// fatbin.c finds the text in a program's fat binary. cubin.c reads from the cubins beside it what ptxas made of the text, and
// assembled.c brings that to the instructions: wide.c concludes which accesses ptxas merged, unrolled.c which loops it unrolled.
// writers.c tells which instructions write a register.

#ifndef PTX_H
#define PTX_H

#include "memory/memory.h"
#include "ptx/insn.h"
#include "ptx/writers.h"

#define MAX_LOCAL (512u << 10) // bytes of local memory per thread, as on every GPU

// ---- lex.c: PTX words ------------------------------------------------------------------------------------------

typedef enum { T_END, T_WORD, T_INT, T_FLOAT32, T_FLOAT64, T_PUNCT, T_STRING } TokenKind;

// A word keeps its dots: "ld.global.u32", "%tid.x", ".reg". A punctuation token is one character.
typedef struct {
    TokenKind kind;
    const char *start;
    int length;
    u64 value; // of a number: the integer, or the float's bits
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
bool lex_is(const Lexer *x, const char *word); // tells if the token is this word or punctuation
bool lex_take(Lexer *x, const char *word);     // the same, and steps over the token if it is
void lex_expect(Lexer *x, const char *word);   // steps over the token, or fails if it is another

// Returns the bytes of a type, "u32", 0 for pred; -1 if variables can't be declared with it (or instructions can't compute it).
enum { TYPE_DECLARED = 1, TYPE_COMPUTED = 2 };
int type_bytes(const char *word, size_t length, unsigned use);

// ---- parse.c: a unit's statements and symbols ------------------------------------------------------------------

// A .loc: where the instructions after it come from in the source.
typedef struct {
    int unit, file; // number of a .file directive of that unit
    int line, column;
    int parent; // index of the .loc that this code was inlined at, -1 if it was not
} Loc;

typedef enum { V_GLOBAL, V_CONST, V_SHARED, V_LOCAL, V_PARAM } VarSpace;

// A variable or parameter.
typedef struct Var {
    const char *name;
    VarSpace space;
    size_t size, align;
    bool external, dynamic; // dynamic: extern shared array of unknown size
    bool visible;           // can be named from other units
    bool argument;          // of a kernel
    bool managed;           // the host reaches it at the same address
    void *host;             // where the host has it; NULL: anywhere
    bool placed;            // has its address
    bool left;              // its { } has ended, so that its name means something else
    size_t offset;          // of shared and local variables and parameters
    u64 address;            // of global and constant variables
    const u8 *init;         // (init_size), NULL: zeros
    size_t init_size;       // at most size; the rest is zeros
    struct Reloc *relocs;   // addresses inside the initial value
    struct Var *next;
    int unit;
    int kernels;        // shared: how many kernels reach it
    const char *called; // its name in the source, NULL: unknown
    SimElement element; // the kind of its elements
} Var;

typedef struct Reloc {
    size_t offset;    // in the variable
    int bytes, shift; // the part of the address that is stored: `bytes` from bit `shift` on
    const char *name;
    i64 addend;
    struct Reloc *next;
} Reloc;

typedef struct {
    int bytes; // 0: predicate
    i32 slot;  // REG_BASE + offset behind the frame's immediates; 0 until used
} Reg;

// `.reg .b32 %r<42>;` declares 42 registers with numbers in their names; `.reg .b64 %SP;` one without.
typedef struct RegDecl {
    const char *prefix;
    int prefix_length;
    bool numbered;
    int count;
    Reg *regs; // (count)
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
    bool negated;          // !%p
    bool minus;            // -%r, of vmad
    const char *piece;     // "b3210" of %r.b3210, of a video instruction; NULL: none
    const char *name;      // of symbols, labels and special registers
    Reg *reg, *reg2;       // reg2 is the second destination of %r1|%p1
    Var *var;              // a symbol that is a variable of the function
    u64 value;             // immediate
    i64 offset;            // O_ADDRESS: [reg or symbol or nothing + offset]
    struct Operand *items; // O_VECTOR {a,b}, O_LIST (a,b)
    int count;
    int float_bits; // 32 or 64 for 0f… and 0d…, else 0
} Operand;

#define REG_BASE (1 << 28)

typedef struct {
    const char *op; // "ld.global.u32"; NULL: this is a label
    const char *label;
    Reg *guard; // @%p
    bool guard_not;
    Operand *operands; // (count) those of a label are its .branchtargets
    int count;
    int loc;   // index of a Loc, -1 none
    int line;  // in the PTX
    int scope; // the scope of its label names: index into the function's scopes
} Statement;

// Special registers that are set when a frame is made, and their names. Those of RESERVED are about shared memory that is
// reserved for system software; ENVREG1 and 2 are the grid barrier's address, high and low half (cooperative_groups.h).
// clang-format off
#define SPECIAL_REGISTERS(X)                                                                                              \
    X(TID_X, "tid.x") X(TID_Y, "tid.y") X(TID_Z, "tid.z") X(NTID_X, "ntid.x") X(NTID_Y, "ntid.y") X(NTID_Z, "ntid.z")     \
    X(CTAID_X, "ctaid.x") X(CTAID_Y, "ctaid.y") X(CTAID_Z, "ctaid.z") X(NCTAID_X, "nctaid.x") X(NCTAID_Y, "nctaid.y")     \
    X(NCTAID_Z, "nctaid.z") X(LANEID, "laneid") X(WARPID, "warpid") X(NWARPID, "nwarpid") X(SMID, "smid")                 \
    X(NSMID, "nsmid") X(GRIDID, "gridid") X(ENVREG1, "envreg1") X(ENVREG2, "envreg2") X(MASK_EQ, "lanemask_eq")           \
    X(MASK_LE, "lanemask_le") X(MASK_LT, "lanemask_lt") X(MASK_GE, "lanemask_ge") X(MASK_GT, "lanemask_gt")               \
    X(SHARED_DYNAMIC_SIZE, "dynamic_smem_size") X(SHARED_TOTAL_SIZE, "total_smem_size")                                   \
    X(RESERVED_BEGIN, "reserved_smem_offset_begin") X(RESERVED_END, "reserved_smem_offset_end")                           \
    X(RESERVED_CAP, "reserved_smem_offset_cap") X(RESERVED_0, "reserved_smem_offset_0")                                   \
    X(RESERVED_1, "reserved_smem_offset_1")                                                                               \
    X(CLUSTER_X, "clusterid.x") X(CLUSTER_Y, "clusterid.y") X(CLUSTER_Z, "clusterid.z")                                   \
    X(CLUSTERS_X, "nclusterid.x") X(CLUSTERS_Y, "nclusterid.y") X(CLUSTERS_Z, "nclusterid.z")                             \
    X(IN_CLUSTER_X, "cluster_ctaid.x") X(IN_CLUSTER_Y, "cluster_ctaid.y") X(IN_CLUSTER_Z, "cluster_ctaid.z")              \
    X(OF_CLUSTER_X, "cluster_nctaid.x") X(OF_CLUSTER_Y, "cluster_nctaid.y") X(OF_CLUSTER_Z, "cluster_nctaid.z")           \
    X(RANK, "cluster_ctarank") X(RANKS, "cluster_nctarank") X(EXPLICIT_CLUSTER, "is_explicit_cluster")
// clang-format on
#define SPECIAL_ONE(name, text) SP_##name,
typedef enum {
    SPECIAL_REGISTERS(SPECIAL_ONE) // PTX does not know these three:
    SP_GRIDID_LOW,     // the low half of %gridid, which older PTX reads under the same name
    SP_SHARED_DYNAMIC, // where dynamic shared memory starts
    SP_PARAMS,         // the address of the kernel's arguments
    SPECIALS
} Special;
#undef SPECIAL_ONE

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
    int *scopes; // for each { } the scope around it; 0 is the body, and -1 is around the body
    int scope_count, scope_capacity;
    int max_threads; // per block
    bool bounded;    // .maxntid, .reqntid or .maxnreg tells a compiler how many registers there are
    u32 block[3];    // .reqntid: the only size of its blocks; 0: any
    u32 cluster[3];  // .reqnctapercluster: the only size of its clusters, in blocks; 0: any
    int line;        // of its definition in the PTX

    // Set by lowering:
    int entry, end;      // instructions [entry, end) of the module's code
    size_t frame_bytes;  // register file of one warp
    size_t shared_bytes; // a kernel's static shared memory, up to where dynamic begins
    const Var *dynamic
        [2]; // extern shared arrays that it names, up to two; a kernel: or a function that it may call
    size_t dynamic_align;  // of the dynamic shared memory that it names (see `shared`); 0: none
    size_t local_bytes;    // local variables, per thread
    size_t stack_bytes;    // parameters, those of its calls, local variables; per thread
    size_t const_bytes;    // broadcast immediates, at the frame's start
    u8 *const_image;       // (const_bytes)
    i32 special[SPECIALS]; // frame offset of special registers, -1 if unused
    Var **shared; // static shared variables that it names; a kernel: or a function that it may call
    int shared_count, shared_capacity;
    SimFunction **callees; // functions it names
    int callee_count, callee_capacity;
    bool calls_by_register, address_taken;
    bool
        watches; // others may keep it waiting: it, or a function that it may call, gets what they write meanwhile
    bool mallocs;      // it calls malloc or free; a kernel: or a function does that it may call
    bool reads_gridid; // the same about %gridid
    bool in_order;     // a kernel: a checked launch of it can't run its blocks at once
    bool
        large_shared; // a kernel: kernels may launch it with more shared memory than every program may have
    struct Unset
        *unset; // (unset_count) uses of registers that may not have been set (check/unset.c)
    int unset_count;
    bool unset_listed;
    const SimFunction *met; // the kernel whose walk over the call graph met it last
    SimFunction **reached;  // (reached_count) a kernel: the functions that it may run, itself first
    int reached_count;
    // Why it can't run: something in it, or in a function that it may call, is unknown here; NULL: it can run.
    const char *refused;
    int registers;
    bool assembled;     // its instructions know what ptxas made of them
    const void *native; // its compiled code (native/native.h); NULL: none yet
    bool native_asked;  // somebody has asked for it
    u64 ran;            // warp instructions of its launches so far
    struct SimFunction *next;
    int id; // code address of a function pointer: CODE_WINDOW + 16 * id
};

bool parse_unit(SimModule *m, const char *ptx, size_t length, int unit, SimError *err);

// Functions of the driver for device code. ORDERED: blocks see the order of calls. HEAP: it gives or takes memory. LAUNCHES: a kernel.
// clang-format off
#define BUILTINS(X)                                                            \
    X(VPRINTF,          "vprintf",                         ORDERED)            \
    X(ASSERT,           "__assertfail",                    0)                  \
    X(MALLOC,           "malloc",                          ORDERED | HEAP)     \
    X(ALIGNED_MALLOC,   "__cuda_syscall_aligned_malloc",   ORDERED | HEAP)     \
    X(FREE,             "free",                            ORDERED | HEAP)     \
    X(DEVICE_MALLOC,    "__cudaCDP2Malloc",                ORDERED | HEAP)     \
    X(DEVICE_FREE,      "__cudaCDP2Free",                  ORDERED | HEAP)     \
    X(CHILD_BUFFER,     "__cudaCDP2GetParameterBuffer",    ORDERED | LAUNCHES) \
    X(CHILD_BUFFER_V2,  "__cudaCDP2GetParameterBufferV2",  ORDERED | LAUNCHES) \
    X(CHILD_LAUNCH,     "__cudaCDP2LaunchDevice",          ORDERED)            \
    X(CHILD_LAUNCH_V2,  "__cudaCDP2LaunchDeviceV2",        ORDERED)            \
    X(COPY,             "__cudaCDP2MemcpyAsync",           ORDERED | LAUNCHES) \
    X(COPY_2D,          "__cudaCDP2Memcpy2DAsync",         ORDERED | LAUNCHES) \
    X(FILL,             "__cudaCDP2MemsetAsync",           ORDERED | LAUNCHES) \
    X(FILL_2D,          "__cudaCDP2Memset2DAsync",         ORDERED | LAUNCHES) \
    X(SET_CONDITION,    "cudaGraphSetConditional",         ORDERED | LAUNCHES) \
    X(LAST_ERROR,       "__cudaCDP2GetLastError",          0)                  \
    X(PEEK_ERROR,       "__cudaCDP2PeekAtLastError",       0)                  \
    X(DEVICE,           "__cudaCDP2GetDevice",             0)                  \
    X(DEVICE_COUNT,     "__cudaCDP2GetDeviceCount",        0)                  \
    X(DEVICE_ATTRIBUTE, "__cudaCDP2DeviceGetAttribute",    0)                  \
    X(NEW_STREAM,       "__cudaCDP2StreamCreateWithFlags", 0)                  \
    X(NEW_EVENT,        "__cudaCDP2EventCreateWithFlags",  0)                  \
    X(END_STREAM,       "__cudaCDP2StreamDestroy",         0)                  \
    X(END_EVENT,        "__cudaCDP2EventDestroy",          0)                  \
    X(WAIT_EVENT,       "__cudaCDP2StreamWaitEvent",       0)                  \
    X(RECORD,           "__cudaCDP2EventRecord",           0)                  \
    X(RECORD_FLAGS,     "__cudaCDP2EventRecordWithFlags",  0)
// clang-format on
#define BUILTIN_ONE(name, text, flags) B_##name,
typedef enum { B_NONE = -1, BUILTINS(BUILTIN_ONE) } Builtin;
#undef BUILTIN_ONE

// Finds the function of a mnemonic, "add.s32"; none if .fn is NULL.
typedef Alu FindAlu(const char *mnemonic);

// ---- module.c: the meaning of a module's names ---------------------------------------------------------------------

Var *module_var(const SimModule *m, const char *name, int unit);
SimFunction *module_function(const SimModule *m, const char *name, int unit);
const char *module_file(const SimModule *m, int unit, int number);
// Finds the source line that reports name for a .loc: a line of the user's code, not of a library that is inlined there.
void module_source(const SimModule *m, int loc, const char **file, int *line);
// Tells whether a .loc is in a file whose path has this part, or is inlined by way of one.
bool module_passes(const SimModule *m, int loc, const char *part);

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
    int ptx_version; // of its newest unit: 80 for .version 8.0
    int ptx_target;
    bool one_target; // see SimFunctionInfo
    bool debug;      // nvcc -G made it: ptxas does not optimize it
    Insn *code;
    int code_count, code_capacity;
    SimInsnInfo *infos; // (code_count)
    int landings;       // where the code ends that runs; see SimInsnInfo.landings
    Segment *segments;
    int segment_count, segment_capacity;
    const SimDevice *timed; // the device that the segments' cycles are for
    int function_count;
    bool reserved;        // it asks for reserved shared memory
    bool pointer_watches; // a function whose address is taken `watches`
    bool unresolved;      // a function is called and defined nowhere: it can't be linked
    bool launches;        // its kernels launch kernels
    bool clusters;        // its kernels wait at their cluster's barrier
    bool bulks;           // its kernels have bulk copies
    bool atomics;         // its kernels have atomics that may be in global memory
    bool products;        // its kernels have products of warpgroups
};

// ---- flow.c ---------------------------------------------------------------------------------------------------------

// Sets `join` of every branch in [f->entry, f->end) and `behind` of every barrier, and marks spin loops.
bool flow_analyse(SimModule *m, SimFunction *f, SimError *err);

// ---- uniform.c ------------------------------------------------------------------------------------------------------

// Marks the atomics of [f->entry, f->end) that have one address for all lanes. False if the host has no memory.
bool uniform_analyse(SimModule *m, const SimFunction *f, const Writers *writers);

#endif
