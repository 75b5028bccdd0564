// lower.h: what the files that write a function's instructions share.
//
// A function is gone through twice by the same code. The first time nothing is written: each instruction that has an
// effect asks for its operands, these for theirs, and what nobody asks for is left out. The second time the text is made.
// So a file that folds an instruction into another one, as an address into a load, says so at one place only.
//
//   lower.c            the two passes, registers, operands, constants, blocks, phis, branches
//   lower_int.c        integers: arithmetic, comparisons, conversions
//   lower_float.c      the same for floating point; fma
//   lower_memory.c     addresses, loads, stores, copies, atomics
//   lower_call.c       calls of functions, inline assembly
//   intrinsic.c        llvm.* functions: by a table, or by a few lines each
//   live.c             which values can share a register
//   variables.c        where the source's variables are, as comments

#ifndef LOWER_H
#define LOWER_H

#include "ir.h"

// Kinds of register, by PTX type: .pred .b16 .b32 .b64 .f32 .f64. Integers of up to 32 bits live in .b32, and what lies
// above their own bits is unspecified; 16-bit registers are for half.
typedef enum { R_PRED, R_HALF, R_INT, R_LONG, R_FLOAT, R_DOUBLE, R_CLASSES } RegClass;

typedef struct {
    const Value *value;
    int part, kind;
    u64 scale;
    const char *reg;
} Cached;

typedef struct {
    Module *m;
    Symbol *f;
    Text *to;
    bool demand;       // the first pass
    Value *at;         // the instruction at hand
    const Block *edge; // … or the block at whose end a phi's operand is read
    int counts[R_CLASSES];
    int labels, calls;
    const Block *next; // the block that the text goes on with
    Value **wanted;    // whose operands are still to be asked for
    int wanted_count, wanted_capacity;
    int last_loc;
    Cached *cache; // what has been computed in this block besides values
    int cache_count, cache_capacity;
    struct Variables *named; // variables.c
} Lower;

// ---- lower.c ----------------------------------------------------------------------------------------------------------

// One instruction, without its semicolon. Nothing in the first pass.
void put(Lower *l, const char *format, ...);

const char *temp(Lower *l, RegClass c); // a register of its own
RegClass class_of(Lower *l, const Value *v, int part);
const Type *part_type(Lower *l, const Value *v, int part);
bool is_constant(const Value *v);
// A part of a value as it was computed: through inserts, extracts and conversions that change nothing.
Value *leaf(Lower *l, Value *v, int *part);

const char *use(Lower *l, Value *v); // an operand of one part: register or number
const char *use_part(Lower *l, Value *v, int part);
const char *use_reg(Lower *l, Value *v, int part); // always in a register
const char *use_pointer(Lower *l, Value *v, int space);
const char *use_pred(Lower *l, Value *v, bool *negated); // of i1: a predicate, or its negation
const char *def(Lower *l, int part);                     // where the instruction's result goes
const char *reg_of(Lower *l, Value *v, int part);        // … another one's
RegClass pointer_class(int space);
const char *symbol_text(Lower *l, const Value *root); // name of a variable in memory, or NULL
const char *use_root(Lower *l, const Address *a, int space); // register with the root of an address
const char *use_sum(Lower *l, Value *gep); // register with a getelementptr, but for its constants
void want(Lower *l, Value *v);             // somebody asks for this instruction
Value *incoming(Lower *l, const Value *phi, const Block *b); // what a phi takes over from there
void put_label(Lower *l, const char *label);
const char *new_label(Lower *l);
// What was put in the cache of this block under this key, NULL if nothing was.
const char *cached(Lower *l, int kind, const Value *v, int part, u64 scale);
void remember(Lower *l, int kind, const Value *v, int part, u64 scale, const char *reg);

const char *ptx_class(RegClass c);                 // "b32"
const char *number(Lower *l, u64 bits, int width); // an integer's text

// ---- live.c: which values can share a register -----------------------------------------------------------------------

void note_use(Lower *l, Value *v); // the first pass reads it here
void share_registers(Lower *l);
Value *register_owner(Value *v);
bool writable_before(Lower *l, const Block *to, const Block *other);

// ---- variables.c: where the source's variables are ---------------------------------------------------------------------

void find_variables(Lower *l); // once registers are shared
// The second pass: at a block's start, before each instruction, and behind it; what has changed is said in the text.
void variables_at_start(Lower *l, const Block *b);
void variables_before(Lower *l, const Block *b, int position);
void variables_after(Lower *l, Value *v);
void tell_variables(Lower *l, int loc);

// ---- lower_int.c, lower_float.c -------------------------------------------------------------------------------------

void lower_int(Lower *l, Value *v);
void lower_compare(Lower *l, Value *v);
void lower_cast(Lower *l, Value *v);
const char *use_zero_extended(Lower *l, Value *v,
                              int part); // an integer's operand with all bits of its register right
const char *use_sign_extended(Lower *l, Value *v, int part);
void lower_float(Lower *l, Value *v);
void lower_float_compare(Lower *l, Value *v);
void lower_float_cast(Lower *l, Value *v);
bool is_float_type(const Type *t);

// ---- lower_memory.c ---------------------------------------------------------------------------------------------------

void lower_gep(Lower *l, Value *v);
void lower_load(Lower *l, Value *v);
void lower_store(Lower *l, Value *v);
void lower_fence(Lower *l, Value *v);
void lower_atomic(Lower *l, Value *v);
void lower_copy(Lower *l, Value *v, bool move);                           // memcpy and memmove
void lower_fill(Lower *l, Value *v);                                      // memset
const char *address_text(Lower *l, Value *pointer, i64 more, int *space); // "[%rd1+16]"
const char *space_word(int space);                                        // ".global"

// ---- lower_call.c, intrinsic.c ----------------------------------------------------------------------------------------

void lower_call(Lower *l, Value *v);
void lower_return(Lower *l, Value *v);
void prepare_arguments(Lower *l);                           // before the first pass
void lower_arguments(Lower *l);                             // at the function's start
bool lower_intrinsic(Lower *l, Value *v, const char *name); // false: no such
bool intrinsic_pure(const char *name);

#endif
