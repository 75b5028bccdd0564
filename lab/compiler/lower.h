// lower.h: what the files that write a function's instructions share.
//
// The same code goes through a function twice. The first pass writes nothing: each instruction that has an effect asks for its
// operands, these ask for theirs, and instructions that nobody asks for are left out. The second pass writes the text.
// So code that folds one instruction into another, such as an address into a load, stands in one place only.
//
//   lower.c            the two passes, registers, operands, constants, blocks, phis, branches
//   lower_int.c        integers: arithmetic, comparisons, conversions
//   lower_float.c      floating point: arithmetic, comparisons, conversions, fma
//   lower_memory.c     addresses, loads, stores, copies, atomics
//   lower_call.c       calls of functions, inline assembly
//   intrinsic.c        llvm.* functions: by a table, or by a few lines each
//   live.c             which values can share a register
//   variables.c        where the source's variables are, as comments

#ifndef LOWER_H
#define LOWER_H

#include "ir.h"

// Kinds of register, by PTX type: .pred .b16 .b32 .b64 .f32 .f64. Integers of up to 32 bits are in .b32, and the bits above
// their own are unspecified. 16-bit registers are for half.
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
    bool demand;       // this is the first pass
    Value *at;         // the current instruction
    const Block *edge; // the block at whose end a phi's operand is read; else NULL
    int counts[R_CLASSES];
    int labels, calls;
    const Block *next; // the block that comes next in the text
    Value **wanted;    // instructions whose operands must still be asked for
    int wanted_count, wanted_capacity;
    int last_loc;
    Cached *cache; // other things than values that this block has computed
    int cache_count, cache_capacity;
    struct Variables *named; // variables.c
} Lower;

// ---- lower.c ----------------------------------------------------------------------------------------------------------

// Writes one instruction, without its semicolon. Does nothing in the first pass.
void put(Lower *l, const char *format, ...);

const char *temp(Lower *l, RegClass c); // a new register
RegClass class_of(Lower *l, const Value *v, int part);
const Type *part_type(Lower *l, const Value *v, int part);
bool is_constant(const Value *v);
// Returns the value that a part comes from, through inserts, extracts and conversions that change nothing.
Value *leaf(Lower *l, Value *v, int *part);

const char *use(Lower *l, Value *v); // an operand of one part: register or number
const char *use_part(Lower *l, Value *v, int part);
const char *use_reg(Lower *l, Value *v, int part); // an operand that is always a register
const char *use_pointer(Lower *l, Value *v, int space);
const char *use_pred(Lower *l, Value *v, bool *negated); // of i1: a predicate, or its negation
const char *def(Lower *l, int part);                     // the register of the instruction's result
const char *reg_of(Lower *l, Value *v, int part);        // the register of another one's result
RegClass pointer_class(int space);
const char *symbol_text(Lower *l, const Value *root); // name of a variable in memory, or NULL
const char *use_root(Lower *l, const Address *a, int space); // register with the root of an address
const char *use_sum(Lower *l, Value *gep); // register with a getelementptr without its constants
void want(Lower *l, Value *v);             // asks for this instruction
Value *incoming(Lower *l, const Value *phi, const Block *b); // the phi's operand from block b
void put_label(Lower *l, const char *label);
const char *new_label(Lower *l);
// Returns what this block's cache has under this key, NULL if nothing.
const char *cached(Lower *l, int kind, const Value *v, int part, u64 scale);
void remember(Lower *l, int kind, const Value *v, int part, u64 scale, const char *reg);

const char *ptx_class(RegClass c);                 // "b32"
const char *number(Lower *l, u64 bits, int width); // an integer's text

// ---- live.c: which values can share a register -----------------------------------------------------------------------

void note_use(Lower *l, Value *v); // notes, in the first pass, that v is read here
void share_registers(Lower *l);
Value *register_owner(Value *v);
bool writable_before(Lower *l, const Block *to, const Block *other);

// ---- variables.c: where the source's variables are ---------------------------------------------------------------------

void find_variables(Lower *l); // when registers are shared
// The second pass calls these at a block's start, before each instruction, and behind it. They write what has changed.
void variables_at_start(Lower *l, const Block *b);
void variables_before(Lower *l, const Block *b, int position);
void variables_after(Lower *l, Value *v);
void tell_variables(Lower *l, int loc);

// ---- lower_int.c, lower_float.c -------------------------------------------------------------------------------------

void lower_int(Lower *l, Value *v);
void lower_compare(Lower *l, Value *v);
void lower_cast(Lower *l, Value *v);
// An integer operand, extended to its register.
const char *use_zero_extended(Lower *l, Value *v, int part);
const char *use_sign_extended(Lower *l, Value *v, int part);
const char *use_extended(Lower *l, Value *v, int part, bool is_signed);
void lower_float(Lower *l, Value *v);
void lower_float_compare(Lower *l, Value *v);
void lower_float_cast(Lower *l, Value *v);

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
bool lower_intrinsic(Lower *l, Value *v, const char *name); // false: there is none of this name
bool intrinsic_pure(const char *name);

#endif
