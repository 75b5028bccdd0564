// lower.h: what the files that lower statements share. Uses base/, memory/ and ptx/.
//
// A warp's registers stand in one frame: first the immediates of the function, broadcast to all lanes, then a slot of
// 32 lanes for each register and special register that is used. An operand is then just a byte offset into the frame,
// whatever it was in the PTX. Slots are handed out as registers are met; their offsets carry REG_BASE until the size of
// the immediates is known.
//
// Every modifier of a memory or control instruction must be known and used: what is left over is refused by name. An error
// is kept in the Lower, and everything after it does nothing.

#ifndef LOWER_H
#define LOWER_H

#include "ptx/ptx.h"

#define MAX_FRAME (64u << 20) // bytes of a warp's registers, and of its immediates
#define MAX_PARTS 16

// The mnemonic's parts: "ld", "global", "u32".
typedef struct {
    char text[MAX_PARTS][24];
    bool used[MAX_PARTS];
    int count;
} Parts;

// An immediate that stands in the frame.
typedef struct Constant {
    u64 value;
    i32 offset;
    int bytes;
} Constant;

typedef struct {
    const char *name;
    int scope; // the { } it stands in
    int statement;
    int insn;    // its K_ENTER, once placed
    bool wanted; // a branch goes there
} Label;

// A function on its way.
typedef struct {
    SimModule *m;
    SimFunction *f;
    FindAlu *find_alu;
    SimError *err;
    const Statement *s; // being lowered
    Constant *constants;
    int constant_count, constant_capacity;
    size_t constant_bytes;
    size_t reg_bytes; // of slots handed out so far
    Label *labels;    // sorted by name
    int label_count, label_capacity;
    struct Fixup {
        int insn;
        const char *label;
        int scope; // where it is named
        i32 *target;
    } * fixups;
    int fixup_count, fixup_capacity;
    i32 carry; // slot of the carry flag, -1 if unused
    Parts parts;
} Lower;

// ---- lower.c ----------------------------------------------------------------------------------------------------------

// Makes instructions of a function's statements. `find_alu` finds what a lane computes by itself.
bool lower_function(SimModule *m, SimFunction *f, FindAlu *find_alu, SimError *err);

// ---- operand.c --------------------------------------------------------------------------------------------------

bool has_failed(const Lower *lo);
// Ends lowering with "k.cu:12: in 'name': <what>: 'ld.foo' (PTX line 40)".
void refuse_statement(Lower *lo, const char *what);
void refuse_no_memory(Lower *lo);

// Cuts the statement's mnemonic into its parts.
void split_mnemonic(Lower *lo, const char *op);
// Whether the mnemonic has this modifier; marks it as understood.
bool has_part(Lower *lo, const char *word);
// The same for a list that NULL ends; marks all of them.
bool has_any_part(Lower *lo, const char *const *words);
// Refuses a statement with a modifier that nobody understood.
void all_parts_used(Lower *lo);
// Bytes of the type that a part names, 0 for pred, -1 if it names none.
int type_size(const char *part);
// The type that ends the mnemonic; marks it as understood.
const char *type_part(Lower *lo);

// Slots, as offsets in the frame: a new one; of a register; of a special register; of an immediate, in each lane.
i32 new_slot(Lower *lo, int bytes);
i32 register_slot(Lower *lo, RegDecl *d, int index);
i32 special_slot(Lower *lo, Special s);
i32 constant_slot(Lower *lo, u64 value, int bytes);
// A source operand of `bytes` (0: predicate).
i32 source_slot(Lower *lo, const Operand *o, int bytes);
// The register that an operand names, to be written.
i32 destination_slot(Lower *lo, const Operand *o);
// A destination that may be _, which is -1.
i32 destination_or_sink(Lower *lo, const Operand *o);
// The second one of d|p, -1 without.
i32 destination2_slot(Lower *lo, const Operand *o);
// A predicate register's slot; *negated for !%p.
i32 predicate_slot(Lower *lo, const Operand *o, bool *negated);

// A new instruction, with no operands yet and the statement's guard; NULL without memory.
Insn *emit_insn(Lower *lo, InsnKind kind);
SimInsnInfo *insn_info(Lower *lo, const Insn *in);
// What reports call it, and which pipe it takes.
void describe(Lower *lo, const Insn *in, SimInsnKind kind, SimSpace space, SimPipe pipe);
// Whether the statement has so many operands; refuses it if not.
bool need_operands(Lower *lo, int least, int most);
// list: ended by NULL.
bool in_list(const char *word, const char *const *list);
// Refuses a register operand that is not so wide.
void need_width(Lower *lo, const Operand *o, int bytes);

// ---- arithmetic.c ------------------------------------------------------------------------------------------------------

// Any statement that one function of the alu tables does.
void lower_alu(Lower *lo);
// set.lt.and.u32.f32 d, a, b, c becomes a setp.lt.and.f32 and a selp of the two values. False if it is no set.
bool lower_set(Lower *lo);
// Whether a variable is a parameter of this kernel.
bool is_argument(const SimFunction *f, const Var *v);
void lower_mov(Lower *lo);
// d <- a, b by a function of the alu tables, for statements that take several instructions.
void emit_alu(Lower *lo, const char *mnemonic, i32 d, i32 a, i32 b);

// ---- A function for each kind of statement (lower.c has the table) ------------------------------------------------------

// memory.c
void lower_load(Lower *lo);
void lower_store(Lower *lo);
void lower_atomic(Lower *lo);
void lower_reduction(Lower *lo); // red: an atomic without a result
void lower_fence(Lower *lo);
void lower_mbarrier(
    Lower *lo); // mbarrier.init, inval, arrive, arrive_drop, test_wait, pending_count
// cp.async, its commit and its waits. An mbarrier's arrival "when copies are done" waits for the copies at once.
void lower_cp(Lower *lo);

// texture.c
void lower_texture(Lower *lo); // tex, tld4
void lower_surface_load(Lower *lo);
void lower_surface_store(Lower *lo);
void lower_texture_size(Lower *lo); // txq, suq

// control.c
void lower_branch(Lower *lo);
void lower_switch(Lower *lo);
void lower_call(Lower *lo); // call{.uni} [(result),] function [, (arguments)] [, prototype]
void lower_return(Lower *lo);
void lower_exit(Lower *lo);
void lower_barrier(
    Lower *lo); // bar.sync a {, b}; barrier.sync a {, b}; bar.arrive a, b; bar.red.op
void lower_shuffle(Lower *lo);
void lower_vote(Lower *lo);
void lower_match(Lower *lo);
void lower_redux(Lower *lo);
void lower_activemask(Lower *lo);
void lower_trap(Lower *lo);
void lower_sleep(Lower *lo);
void lower_hint(Lower *lo); // it has no effect on results

// The label that a name stands for in a scope: that of the innermost { } that has one.
Label *find_label(const Lower *lo, const char *name, int scope);

#endif
