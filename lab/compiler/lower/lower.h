// lower.h: from the values of a module to PTX, and what the files that do it share.
//
// Each function is lowered by itself. The same code goes through it twice. The first pass writes nothing: each instruction that has
// an effect asks for its operands, these ask for theirs, and instructions that nobody asks for are left out. The second pass writes
// the text. So code that folds one instruction into another, such as an address into a load, stands in one place only.
//
// Each file uses only those before it:
//
//     space.c      to which memory each pointer points
//     address.c    pointers as a root, terms that are known only at run time, and constant bytes
//     merge.c      neighbouring loads and stores become one
//     value.c      what a value is in PTX: its register's class, its name, where it comes from
//     live.c       which values can share a register
//     register.c   writes instructions, and gives values their registers
//     operand.c    operands: registers, numbers, pointers
//     float.c      floating point: arithmetic, comparisons, conversions, fma
//     integer.c    integers: arithmetic, comparisons, conversions
//     memory.c     addresses, loads, stores, copies, atomics
//     intrinsic.c  llvm.* functions: by a table, or by a few lines each
//     call.c       calls of functions, parameters and results, inline assembly
//     variables.c  where the source's variables are, as comments
//     function.c   the two passes; blocks, phis, branches
//     module.c     everything around functions' bodies

#ifndef LOWER_H
#define LOWER_H

#include "lab/compiler/ir/ir.h"

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
    PtxText *to;
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

// ---- space.c: to which memory each pointer is --------------------------------------------------------------------------

void find_spaces(Module *m, Symbol *f); // also finds the users of each value
int space_of(const Value *v);

// ---- address.c: the parts of pointers -----------------------------------------------------------------------------------

typedef enum { EXTEND_NONE, EXTEND_SIGN, EXTEND_ZERO } Extend;

// An index that is known only at run time, times the bytes that it counts.
typedef struct {
    Value *index;
    Extend extend; // how it is widened to an address
    u64 scale;
} Term;

// Where a pointer points: a variable's name or a value in a register, and a number of bytes past it.
typedef struct {
    // A symbol, an alloca, an argument, a getelementptr with terms (without its constants), or any other value.
    Value *root;
    i64 offset;
} Address;

i64 signed_value(const Value *v);                                // of V_INT
int gep_terms(Module *m, Value *gep, Term **terms, i64 *offset); // how many; *offset: the constants
Address address_of(Module *m, Value *pointer);

// ---- merge.c: neighbouring loads and stores become one -----------------------------------------------------------------

void merge_accesses(Module *m, Symbol *f);

// ---- value.c: what a value is in PTX --------------------------------------------------------------------------------------

const char *ptx_name(Module *m, const char *name); // a name that PTX accepts
const char *space_word(int space);                 // ".global"
const char *ptx_class(RegClass c);                 // "b32"
const char *ptx_prefix(RegClass c);                // "%r"
int width_of(const Type *t); // the bits of the register that holds an integer: 32 or 64
RegClass pointer_class(int space);
const Type *part_type(Lower *l, const Value *v, int part);
RegClass class_of(Lower *l, const Value *v, int part);
bool is_constant(const Value *v);
const char *number(Lower *l, u64 bits, int width);    // an integer's text
const char *symbol_text(Lower *l, const Value *root); // name of a variable in memory, or NULL
// Returns the value that a part comes from, through inserts, extracts and conversions that change nothing.
Value *leaf(Lower *l, Value *v, int *part);
Value *incoming(Lower *l, const Value *phi, const Block *b); // the phi's operand from block b

// ---- live.c: which values can share a register -----------------------------------------------------------------------

void note_use(Lower *l, Value *v); // notes, in the first pass, that v is read here
void share_registers(Lower *l);
Value *register_owner(Value *v);
bool writable_before(Lower *l, const Block *to, const Block *other);

// ---- register.c: instructions and registers -------------------------------------------------------------------------------

// Writes one instruction, without its semicolon. Does nothing in the first pass.
void put(Lower *l, const char *format, ...);

const char *temp(Lower *l, RegClass c); // a new register
const char *reg_of(Lower *l, Value *v,
                   int part); // the register of a value that an instruction or a parameter defines
const char *def(Lower *l, int part);       // the register of the current instruction's result
void want(Lower *l, Value *v);             // asks for this instruction
const char *use_sum(Lower *l, Value *gep); // register with a getelementptr without its constants
// Returns what this block's cache has under this key, NULL if nothing.
const char *cached(Lower *l, int kind, const Value *v, int part, u64 scale);
void remember(Lower *l, int kind, const Value *v, int part, u64 scale, const char *reg);
void put_label(Lower *l, const char *label);
const char *new_label(Lower *l);

// ---- operand.c: operands ----------------------------------------------------------------------------------------------------

const char *use(Lower *l, Value *v); // an operand of one part: register or number
const char *use_part(Lower *l, Value *v, int part);
const char *use_reg(Lower *l, Value *v, int part); // an operand that is always a register
const char *use_pointer(Lower *l, Value *v, int space);
const char *use_pred(Lower *l, Value *v, bool *negated);     // of i1: a predicate, or its negation
const char *use_root(Lower *l, const Address *a, int space); // register with the root of an address
// An integer operand, extended to its register.
const char *use_zero_extended(Lower *l, Value *v, int part);
const char *use_sign_extended(Lower *l, Value *v, int part);
const char *use_extended(Lower *l, Value *v, int part, bool is_signed);

// ---- float.c, integer.c -----------------------------------------------------------------------------------------------------

void lower_float(Lower *l, Value *v);
void lower_float_compare(Lower *l, Value *v);
void lower_float_cast(Lower *l, Value *v);
void lower_int(Lower *l, Value *v);
void lower_compare(Lower *l, Value *v);
void lower_cast(Lower *l, Value *v);

// ---- memory.c ---------------------------------------------------------------------------------------------------

void lower_gep(Lower *l, Value *v);
void lower_load(Lower *l, Value *v);
void lower_store(Lower *l, Value *v);
void lower_fence(Lower *l, Value *v);
void lower_atomic(Lower *l, Value *v);
void lower_copy(Lower *l, Value *v, bool move);                           // memcpy and memmove
void lower_fill(Lower *l, Value *v);                                      // memset
const char *address_text(Lower *l, Value *pointer, i64 more, int *space); // "[%rd1+16]"

// ---- intrinsic.c, call.c ----------------------------------------------------------------------------------------

bool lower_intrinsic(Lower *l, Value *v, const char *name); // false: there is none of this name
bool intrinsic_pure(const char *name);
void lower_call(Lower *l, Value *v);
void lower_return(Lower *l, Value *v);
void prepare_arguments(Lower *l);                      // before the first pass
void lower_arguments(Lower *l);                        // at the function's start
void put_signature(Module *m, Symbol *f, PtxText *to); // ".func (…) name(…)" or ".entry name(…)"

// ---- variables.c: where the source's variables are ---------------------------------------------------------------------

void find_variables(Lower *l); // when registers are shared
// The second pass calls these at a block's start, before each instruction, and after it. They write what has changed.
void variables_at_start(Lower *l, const Block *b);
void variables_before(Lower *l, const Block *b, int position);
void variables_after(Lower *l, Value *v);
void tell_variables(Lower *l, int loc);

// ---- function.c, module.c ---------------------------------------------------------------------------------------------------

void lower_function(Module *m, Symbol *f, PtxText *to);

#endif
