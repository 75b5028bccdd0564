// lower.h: what the files that lower statements share. Uses base/, memory/ and ptx/.
//
// A warp's registers are in one frame: first the immediates of the function, broadcast to all lanes, then a slot of
// 32 lanes for each register and special register that is used. So an operand is a byte offset into the frame,
// whatever it was in the PTX. A register gets its slot where it is used first. Its offset has REG_BASE added until the size of
// the immediates is known.
//
// Every modifier of a memory or control instruction must be known and used; a modifier that is left over is refused by name.
// The Lower keeps an error, and after an error all functions do nothing.

#ifndef LOWER_H
#define LOWER_H

#include "ptx/ptx.h"

#define MAX_FRAME (64u << 20) // bytes of a warp's registers, and of its immediates
#define MAX_PARTS 20

// The mnemonic's parts: "ld", "global", "u32".
typedef struct {
    char text[MAX_PARTS][32];
    bool used[MAX_PARTS];
    int count;
} Parts;

// An immediate in the frame.
typedef struct Constant {
    u64 value;
    i32 offset;
    int bytes;
    const Var *array; // the value is an address in this shared array; NULL: it is another number
} Constant;

typedef struct {
    const char *name;
    int scope; // the { } that it is in
    int statement;
    int insn;    // its K_ENTER, once placed
    bool wanted; // a branch goes to it
} Label;

// The function that is being lowered.
typedef struct {
    SimModule *m;
    SimFunction *f;
    FindAlu *find_alu;
    SimError *err;
    const Statement *s; // the current statement
    Constant *constants;
    int constant_count, constant_capacity;
    size_t constant_bytes;
    size_t reg_bytes; // size of the slots so far
    Label *labels;    // sorted by name
    int label_count, label_capacity;
    const char *missing; // a label to which there is a branch, though it stands nowhere; NULL: none
    i32 carry;           // slot of the carry flag, -1 if unused
    Parts parts;
    Writers writers; // of all registers, once there are all instructions
    Insn nowhere;    // after an error instructions are made here, and nobody runs them
    SimInsnInfo nowhere_info;
} Lower;

// ---- lower.c ----------------------------------------------------------------------------------------------------------

// Makes instructions of a function's statements. `find_alu` finds what a lane computes by itself.
bool lower_function(SimModule *m, SimFunction *f, FindAlu *find_alu, SimError *err);

// ---- operand.c --------------------------------------------------------------------------------------------------

bool has_failed(const Lower *lo);
// Ends lowering with "k.cu:12: in 'name': <what>: 'ld.foo' (PTX line 40)".
void refuse_statement(Lower *lo, const char *what);
// Does so if something is wrong; tells whether it is.
static inline bool refuse_if(Lower *lo, bool wrong, const char *what)
{
    if (wrong)
        refuse_statement(lo, what);
    return wrong;
}
// Ends lowering if the host has no memory for something; tells whether that is so.
static inline bool lacks_memory(Lower *lo, bool lacking)
{
    if (lacking && !has_failed(lo))
        error_set(lo->err, SIM_NO_MEMORY, "the host has no memory for this module");
    return lacking;
}

// Cuts the statement's mnemonic into its parts.
void split_mnemonic(Lower *lo, const char *op);
// Tells whether the mnemonic has this modifier; marks it as understood.
bool has_part(Lower *lo, const char *word);
// Returns the index of the first of these words that the mnemonic has; how many words there are if it has none.
// words: ended by NULL.
u8 which_part(Lower *lo, const char *const *words);
// Marks those of these modifiers that the mnemonic has: they have no effect here. words: ended by NULL.
void ignore_parts(Lower *lo, const char *const *words);
// Refuses a statement with a modifier that is not marked as understood.
void all_parts_used(Lower *lo);
// Returns the bytes of the type that a part names, 0 for pred, -1 if it names none.
int type_size(const char *part);
// Returns the type that ends the mnemonic; marks it as understood.
const char *type_part(Lower *lo);

// These return slots, as offsets in the frame: a new slot; a register's; a special register's; that of an immediate, in each
// lane.
i32 new_slot(Lower *lo, int bytes);
i32 register_slot(Lower *lo, Reg *reg);
i32 special_slot(Lower *lo, Special s);
i32 constant_slot(Lower *lo, u64 value, int bytes);
// The slot of a source operand of `bytes` (0: predicate).
i32 source_slot(Lower *lo, const Operand *o, int bytes);
// The slot of a register that is written.
i32 destination_slot(Lower *lo, const Operand *o);
// The same; -1 if the destination is _.
i32 destination_or_sink(Lower *lo, const Operand *o);
// The slot of the second destination of d|p; -1 if there is none.
i32 destination2_slot(Lower *lo, const Operand *o);
// A predicate register's slot; *negated tells if it is !%p.
i32 predicate_slot(Lower *lo, const Operand *o, bool *negated);

// Returns a new instruction, with no operands yet and the statement's guard.
Insn *emit_insn(Lower *lo, InsnKind kind);
SimInsnInfo *insn_info(Lower *lo, const Insn *in);
// Sets the space of an instruction's accesses, for reports.
void set_space(Lower *lo, const Insn *in, SimSpace space);
// Tells whether the statement has so many operands; refuses the statement if not.
bool need_operands(Lower *lo, int least, int most);
// Tells whether a word is in a list that NULL ends.
bool in_list(const char *word, const char *const *list);
// Refuses the statement if a register operand has another size.
void need_width(Lower *lo, const Operand *o, int bytes);

// ---- origin.c -----------------------------------------------------------------------------------------------------------

// Sets SimInsnInfo.array of the function's accesses.
void find_origins(Lower *lo);

// ---- fused.c ------------------------------------------------------------------------------------------------------------

// Makes multiply-adds of multiplications and additions.
void fuse_products(Lower *lo);

// ---- folded.c -----------------------------------------------------------------------------------------------------------

// Calculates approximate functions of constants, before slots have their places.
void fold_functions(Lower *lo);

// ---- video.c ------------------------------------------------------------------------------------------------------------

// Lowers vadd, vset4 and their kin. False if the statement is none of them.
bool lower_video(Lower *lo);

// ---- arithmetic.c ------------------------------------------------------------------------------------------------------

// Lowers any statement that one function of the alu tables does.
void lower_alu(Lower *lo);
// Lowers set.lt.and.u32.f32 d, a, b, c to a setp.lt.and.f32 and a selp of the two values. False if the statement is no set.
bool lower_set(Lower *lo);
// Emits d <- a, b by a function of the alu tables, for statements that need several instructions. A predicate operand is c.
Insn *emit_alu(Lower *lo, const char *mnemonic, i32 d, i32 a, i32 b);

// ---- address.c, control.c -----------------------------------------------------------------------------------------------

SimSpace take_space(Lower *lo); // the space that the mnemonic names, or SIM_SPACE_GENERIC
// Sets a, and the access's offset, wide and in_frame; its space is that of the variable, if the address names one.
void lower_address(Lower *lo, Insn *in, const Operand *o);
// Returns the label of this name in a scope: that of the innermost { } that has one.
Label *find_label(const Lower *lo, const char *name, int scope);

// Takes the order and the scope of an access; cache hints have no effect.
void take_order(Lower *lo, Insn *in);
ElementType element_type(const char *type); // of an atomic's or a reduction's type, "s32"
// Returns a slot of 64 bits with the address that an operand is, in the space of its instruction.
i32 address_slot(Lower *lo, const Operand *o, SimSpace space);

// ---- mbarrier.c, bulk.c ------------------------------------------------------------------------------------------------

// Emits one arrival at an mbarrier, by a thread that does not wait there.
void lower_arrival(Lower *lo, SimSpace space, const Operand *address);
// Emits that so many bytes have come, for which an mbarrier waits.
void lower_complete(Lower *lo, SimSpace space, const Operand *address, u32 bytes);
void lower_bulk(Lower *lo,
                bool reduces); // cp.async.bulk and cp.reduce.async.bulk: a part of lower_cp

// ---- cluster.c -----------------------------------------------------------------------------------------------------------

void lower_cluster_barrier(Lower *lo); // a part of lower_barrier

// ---- Statements --------------------------------------------------------------------------------------------------------

// The function for a mnemonic's first word. Other mnemonics are in the tables of arithmetic, which have them whole.
// clang-format off
#define STATEMENTS(X)                                                                                    \
    /* arithmetic.c */                                                                                   \
    X(lower_mov, "mov")                                                                                  \
    /* memory.c */                                                                                       \
    X(lower_load_or_store, "ld", "ldu", "st")                                                            \
    X(lower_atomic, "atom", "red") /* red has no result */                                               \
    X(lower_fence, "membar", "fence")                                                                    \
    X(lower_cp, "cp") /* cp.async, its commit and its waits; bulk.c has cp.async.bulk */                 \
    /* mbarrier.c */                                                                                     \
    X(lower_mbarrier, "mbarrier") /* .init, .inval, .arrive, .arrive_drop, .test_wait, .pending_count */ \
    /* matrix.c */                                                                                       \
    X(lower_wmma, "wmma") /* .load, .store, .mma */                                                      \
    X(lower_mma, "mma")                                                                                  \
    X(lower_wgmma, "wgmma") /* .mma_async, .fence, .commit_group, .wait_group */                         \
    X(lower_rows, "ldmatrix", "stmatrix")                                                                \
    X(lower_movmatrix, "movmatrix") /* takes no part of memory: a shuffle */                             \
    /* texture.c */                                                                                      \
    X(lower_texture, "tex", "tld4")                                                                      \
    X(lower_surface, "suld", "sust")                                                                     \
    X(lower_texture_size, "txq", "suq")                                                                  \
    /* control.c */                                                                                      \
    X(lower_branch, "bra")                                                                               \
    X(lower_switch, "brx")                                                                               \
    X(lower_call, "call") /* {.uni} [(result),] function [, (arguments)] [, prototype] */                \
    X(lower_return, "ret")                                                                               \
    X(lower_end, "exit", "trap", "brkpt")                                                                \
    X(lower_barrier, "bar", "barrier") /* .sync a {, b}; .arrive a, b; .red.op */                        \
    X(lower_shuffle, "shfl")                                                                             \
    X(lower_vote, "vote")                                                                                \
    X(lower_match, "match")                                                                              \
    X(lower_redux, "redux")                                                                              \
    X(lower_missing, "tcgen05", "clusterlaunchcontrol", "multimem", "tensormap") /* refused */           \
    X(lower_activemask, "activemask")                                                                    \
    X(lower_hint, "nanosleep", "prefetch", "prefetchu", "griddepcontrol", "setmaxnreg") /* no effect on results */                       \
    /* cluster.c */                                                                                      \
    X(lower_mapa, "mapa")                                                                                \
    X(lower_rank, "getctarank")                                                                          \
    X(lower_elect, "elect")
// clang-format on
#define STATEMENT_FUNCTION(function, ...) void function(Lower *lo);
STATEMENTS(STATEMENT_FUNCTION)
#undef STATEMENT_FUNCTION

#endif
