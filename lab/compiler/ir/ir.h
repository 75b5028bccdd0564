// ir.h: a module of LLVM IR in memory, and the files that read it.
//
// The text becomes types, values and blocks. Each instruction is a value, which its users name. Each file uses only those before it:
//
//     support.c      how the lowering stops, its memory, its tables of names, and text that grows
//     lex.c          words of the IR, and what every parser expects of them
//     type.c         types, their layout, and the scalars that a value consists of
//     metadata.c     where code comes from: debug information
//     name.c         what a name stands for: symbols, values and blocks
//     operator.c     the words of instructions
//     constant.c     operands: names, numbers, aggregates, constant expressions
//     attribute.c    the attributes of parameters and arguments
//     instruction.c  a function's body
//     parse.c        the module
//
// Then ../lower/ makes PTX of it.

#ifndef IR_H
#define IR_H

#include "base/base.h"
#include "lab/compiler/compiler.h"

#include <stdarg.h>

// ---- lex.c: words of the IR ---------------------------------------------------------------------------------------

typedef enum {
    T_END,
    T_WORD,   // define, i32, getelementptr, DILocation
    T_LABEL,  // entry:  and the keys of metadata, line:
    T_LOCAL,  // %x; start and length without the %
    T_GLOBAL, // @f
    T_META,   // !12, !llvm.ident, and a single !
    T_GROUP,  // #0
    T_INT,    // -12
    T_FLOAT,  // 1.0e+00, 0x3FF0000000000000, 0xH3C00
    T_STRING, // "text", as written
    T_BYTES,  // c"text"
    T_DEBUG,  // #dbg_value
    T_PUNCT,  // one character, or ...
} TokenKind;

typedef struct {
    TokenKind kind;
    const char *start;
    int length;
    int line;
} Token;

typedef struct {
    const char *at, *end;
    int line;
    Token token; // the current token
} Lexer;

typedef struct Module Module;

void lex_start(Lexer *x, const char *text, size_t length);
void lex_next(Lexer *x);
void lex_skip_line(Lexer *x);                  // goes to the first token of the next line
bool lex_is(const Lexer *x, const char *word); // tells if the token is this word or punctuation
bool lex_take(Lexer *x, const char *word);     // the same, and steps over the token if it is
bool token_is(const Token *t, const char *text);
void expect(Module *m, const char *word); // the token is this word: steps over it
u64 parse_number(Module *m);
u64 parse_align(Module *m);    // a power of two
void skip_balanced(Module *m); // goes from an opening bracket past its closing one

// ---- Types ----------------------------------------------------------------------------------------------------------

typedef enum {
    TY_VOID,
    TY_INT,
    TY_HALF,
    TY_BFLOAT,
    TY_FLOAT,
    TY_DOUBLE,
    TY_POINTER,
    TY_ARRAY,
    TY_VECTOR,
    TY_STRUCT,
    TY_OTHER, // metadata, label, token: types that no register can hold
} TypeKind;

// The numbers are those of the IR's addrspace(n). The IR does not have PARAM, a kernel's parameters.
typedef enum {
    SPACE_GENERIC,
    SPACE_GLOBAL,
    SPACE_SHARED = 3,
    SPACE_CONST,
    SPACE_LOCAL,
    SPACE_PARAM = 101
} Space;

typedef struct Type {
    TypeKind kind;
    int bits;            // of an integer
    int space;           // of a pointer
    struct Type *item;   // of an array or vector
    u64 length;          // of an array or vector: how many items
    struct Type **items; // of a struct
    int count;
    int capacity;
    bool packed;
    const char *name; // of %struct.name
    // The layout, when `laid` is set:
    bool laid, laying;
    u64 size, align;
    u64 parts;    // how many scalars
    u64 *offsets; // of a struct's members
    u64 *firsts;  // for each member, the number of its first part
} Type;

// A scalar inside a value. A value of an array, vector or struct is several registers.
typedef struct {
    Type *type;
    u64 offset; // in memory, bytes
} Part;

// ---- Values -----------------------------------------------------------------------------------------------------------

typedef enum {
    V_FORWARD, // named before its definition
    V_INSN,
    V_ARGUMENT,
    V_INT,
    V_FLOAT,
    V_ZERO,   // null, zeroinitializer, of any type
    V_UNDEF,  // undef and poison
    V_SYMBOL, // a global variable or a function
    V_AGGREGATE,
    V_BYTES,
    V_EXPRESSION, // a constant expression: op and operands
    V_ASM,
} ValueKind;

typedef enum {
    OP_NONE,
    // one result of two operands of its type
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_UDIV,
    OP_SDIV,
    OP_UREM,
    OP_SREM,
    OP_SHL,
    OP_LSHR,
    OP_ASHR,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_FADD,
    OP_FSUB,
    OP_FMUL,
    OP_FDIV,
    OP_FREM,
    OP_FNEG,
    OP_ICMP,
    OP_FCMP,
    // casts
    OP_TRUNC,
    OP_ZEXT,
    OP_SEXT,
    OP_FPTRUNC,
    OP_FPEXT,
    OP_FPTOUI,
    OP_FPTOSI,
    OP_UITOFP,
    OP_SITOFP,
    OP_PTRTOINT,
    OP_INTTOPTR,
    OP_BITCAST,
    OP_ADDRSPACECAST,
    // parts of values
    OP_EXTRACTELEMENT,
    OP_INSERTELEMENT,
    OP_SHUFFLEVECTOR,
    OP_EXTRACTVALUE,
    OP_INSERTVALUE,
    OP_SELECT,
    OP_FREEZE,
    OP_PHI,
    // memory
    OP_ALLOCA,
    OP_LOAD,
    OP_STORE,
    OP_FENCE,
    OP_CMPXCHG,
    OP_ATOMICRMW,
    OP_GETELEMENTPTR,
    OP_CALL,
    // ends of blocks
    OP_RET,
    OP_BR,
    OP_SWITCH,
    OP_UNREACHABLE
} Op;

typedef enum {
    P_EQ,
    P_NE,
    P_UGT,
    P_UGE,
    P_ULT,
    P_ULE,
    P_SGT,
    P_SGE,
    P_SLT,
    P_SLE, // icmp
    P_FALSE,
    P_OEQ,
    P_OGT,
    P_OGE,
    P_OLT,
    P_OLE,
    P_ONE,
    P_ORD, // fcmp
    P_UNO,
    P_UEQ,
    P_FUGT,
    P_FUGE,
    P_FULT,
    P_FULE,
    P_UNE,
    P_TRUE
} Predicate;

typedef enum {
    ORDER_NONE,
    ORDER_UNORDERED,
    ORDER_RELAXED,
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_ACQ_REL,
    ORDER_SEQ_CST
} Order;
typedef enum { SCOPE_SYSTEM, SCOPE_DEVICE, SCOPE_BLOCK, SCOPE_THREAD } Scope;

enum {
    F_NUW = 1 << 0,
    F_NSW = 1 << 1,
    F_CONTRACT = 1 << 2, // a*b+c may become one fma
    F_VOLATILE = 1 << 3,
    F_DISJOINT = 1 << 4, // an or that is an add
    F_NNEG = 1 << 5,     // a zext of a value that isn't negative
    F_APPROXIMATE = 1 << 6,
    F_INVARIANT = 1 << 7, // a load from memory that no store changes
};

// What atomicrmw does, in the order of instruction.c's words.
typedef enum {
    RMW_XCHG,
    RMW_ADD,
    RMW_SUB,
    RMW_AND,
    RMW_NAND,
    RMW_OR,
    RMW_XOR,
    RMW_MAX,
    RMW_MIN,
    RMW_UMAX,
    RMW_UMIN,
    RMW_FADD,
    RMW_FSUB,
    RMW_FMAX,
    RMW_FMIN,
    RMW_INC,
    RMW_DEC
} Rmw;

typedef struct Block Block;
typedef struct Symbol Symbol;
typedef struct Argument Argument;

typedef struct Value {
    ValueKind kind;
    Type *type;
    const char *name; // without % or @
    u64 bits;         // of V_INT (low 64), V_FLOAT (in its own format)
    Op op;
    struct Value **operands; // (count) of a call: callee, then arguments
    int count;
    Type *about; // the type that a getelementptr steps over, or an alloca holds
    u32 flags;   // F_…
    int predicate;
    Rmw rmw;
    Order order, order_failed;
    Scope scope;
    u64 align;
    const u64 *indices; // of extractvalue, insertvalue; a shuffle's lanes (UNDEF_LANE: any)
    int index_count;
    Block **targets; // of br and switch; of a phi: the blocks that its operands come from
    int target_count;
    Argument *passed; // of a call: attributes of its arguments
    int capacity, target_capacity;
    const char *text, *constraints; // of V_ASM and V_BYTES
    int length;                     // of text
    bool has_effect;                // V_ASM: sideeffect
    Symbol *symbol;                 // of V_SYMBOL
    int argument;                   // number of V_ARGUMENT
    Block *block;
    int position; // in its block
    int line;     // in the IR
    int loc;      // number of a DILocation, -1 none
    // Found by passes:
    int space;            // of a pointer: Space, SPACE_UNKNOWN while it is not found yet
    struct Value **users; // (user_count) instructions that name it
    int user_count, user_capacity;
    struct Value *leader;  // lower/merge.c: the load or store that does this one's work
    struct Value **merged; // (merged_count) of a leader: the accesses that it does, itself included
    int merged_count;
    // lower/function.c
    bool needed, sum_needed;
    const char *sum;   // of a getelementptr: the register of its sum without constants
    const char **regs; // for each part, NULL until it is needed
    // lower/live.c
    struct Use *uses;
    u32 *live_in, *live_out;    // a bit for each block
    struct Value *owner;        // the value whose register it uses, if that is another one
    struct Value *next_sharing; // the list of an owner and of the values that share with it
} Value;

#define SPACE_UNKNOWN (-1)
#define UNDEF_LANE    (~(u64)0)

// #dbg_value: a variable of the source has this value from here on. With an op, the variable is `value op operand`.
typedef struct {
    int before;   // the block's instruction that comes next
    int variable; // number of a DILocalVariable
    int loc;      // number of a DILocation
    Value *value; // NULL: no register holds it
    Op op;        // OP_NONE: the value itself
    u64 operand;
} Note;

struct Block {
    const char *name;
    int number; // in the order of the text
    bool defined, reached;
    Value **insns;
    int count, capacity;
    Block **before; // (before_count) predecessors
    int before_count, before_capacity;
    Note *notes;
    int note_count, note_capacity;
    Value **holds; // lower/variables.c: the values of variables at its end
};

// A parameter of a function: its value, and what its attributes say.
struct Argument {
    Value *value;
    Type *byval;
    u64 align;
    bool readonly, noalias;
    bool in_place;    // byval, and only read: lower/space.c
    const char *copy; // byval, and not in place: the local variable with its copy (lower/call.c)
};

// A global variable or a function.
struct Symbol {
    const char *name;
    Value *value; // its value in operands
    bool is_function, defined, internal, weak, constant, used;
    int space;
    Type *type; // of a variable; of a function's result
    Value *init;
    u64 align;
    int line;
    int loc; // a function's !dbg
    // Functions only:
    bool kernel, varargs, no_return;
    Argument *arguments;
    int argument_count, argument_capacity;
    Block **blocks;
    int block_count, block_capacity;
    int group; // of attributes, -1
    Symbol *next;
};

// !12 = !DILocation(line: 3, …) and the other nodes that lead from it to a file.
typedef struct Node {
    enum { M_NONE, M_LOCATION, M_SCOPE, M_FILE, M_VARIABLE, M_TYPE } kind;
    int line, column;
    int scope, inlined_at, file; // numbers of nodes, -1 none
    int type;    // number of a node: of a variable's type, or of the type that a type is based on
    int bits;    // of a type
    char letter; // of a type: s u f b (bool) p (pointer); 0: the letter of `type`
    const char *name, *linkage, *directory;
    int file_number; // in .file, 0 until it has one
    int string;      // of .debug_str, 0 until it has one
} Node;

// attributes #0 = { … }: a function's launch bounds; 0: not given.
typedef struct {
    int number;
    int max_threads[3], min_blocks, max_registers;
} Group;

struct Module {
    const CompilerHost *host;
    Arena *arena;
    Lexer x;
    Symbol *symbols, **symbol_tail;
    struct Names *globals, *structs; // Symbol, Type
    Node *nodes;
    int node_count, node_capacity;
    Group *groups;
    int group_count, group_capacity;
    int depth;          // nesting of what is being parsed
    int files, strings; // how many have a number so far
};

// PTX text that grows.
typedef struct {
    char *bytes;
    size_t length, room;
} PtxText;

// ---- support.c: how the lowering stops, its memory, tables of names, text that grows ----------------------------------------------------

// Stops the lowering: the text is no IR, or not of the kind that clang writes.
_Noreturn void fail(Module *m, const char *format, ...);
_Noreturn void stop_with(const Module *m, const char *message); // with a whole message

// Formats know %s, %d (int), %l (u64, as a signed number) and %x (u64).
const char *sprint(Module *m, const char *format, ...);
char *sprint_list(Module *m, const char *format, va_list args);
void ptx_put(Module *m, PtxText *t, const char *s, size_t length);
void ptx_print(Module *m, PtxText *t, const char *format, ...);
void ptx_list(Module *m, PtxText *t, const char *format, va_list args);

void *make(Module *m, size_t size); // zeroed
char *make_string(Module *m, const char *s, size_t length);
void *push(Module *m, void *items, int *count, int *capacity, size_t size); // as arena_push
// Adds an item to a list that push grows.
#define ADD(m, items, count, capacity, ...)                                                       \
    (*(__typeof__(items))push(m, &(items), &(count), &(capacity), sizeof(__typeof__(*(items)))) = \
         __VA_ARGS__)

typedef struct Names Names; // a table from names to pointers
Names *names_new(Module *m);
void **names_at(Module *m, Names *t, const char *name,
                int length); // the place for a name's pointer, NULL at first

// ---- type.c: types, their layout, and the scalars that a value consists of --------------------------------------------

Type *type_int(Module *m, int bits);
Type *type_simple(Module *m, TypeKind kind);
Type *type_pointer(Module *m, int space);
Type *type_many(Module *m, TypeKind kind, Type *item, u64 length); // array or vector
bool type_starts(const Lexer *x);
Type *type_parse(Module *m);
TypeKind scalar_kind(const Type *t); // of a vector, its elements' kind
bool is_float(const Type *t);        // or a vector of such
u64 type_size(Module *m, Type *t);   // with the padding at its end
u64 type_align(Module *m, Type *t);
u64 member_offset(Module *m, Type *t, u64 index); // of a struct's member or an array's element
Type *member_type(Module *m, Type *t, u64 index);
int part_count(Module *m, Type *t);
const Part *parts_of(Module *m, Type *t, int *count);
// Returns the number of the first part of the member that the indices lead to; *at becomes the member's type.
int part_first(Module *m, Type *t, const u64 *indices, int count, Type **at);

// ---- metadata.c: where code comes from -------------------------------------------------------------------------------

void parse_node(Module *m);      // !12 = …
int meta_number(const Token *t); // 12 of !12, -1 for another word
// Finds a DILocation's place in the user's code; if it was inlined, the place of the outermost call.
void location_source(Module *m, int loc, const char **file, int *line);
// Stops the lowering: this instruction can't be done. The message names its line in the CUDA source. v may be NULL.
_Noreturn void fail_at(Module *m, const Value *v, const char *format, ...);
void location_print(Module *m, PtxText *to, int loc); // .loc
// Returns the innermost scope of the function at that place, -1: unknown. For inlined code it is the scope of the outermost call.
int location_scope(const Module *m, int loc, bool *inlined);
int scope_depth(const Module *m, int scope,
                int inside); // how many scopes up to `inside`, -1: not in it
// Finds a variable's name and scope, and its type as "s32"; false if one register can't hold the type.
bool variable_named(Module *m, int variable, const char **name, int *scope, const char **type);
void locations_finish(Module *m, PtxText *to); // .file and .debug_str, for the names that were used

// ---- name.c: what a name stands for, also before its definition ---------------------------------------------------------

// The names of the current function.
typedef struct {
    Symbol *function;
    Names *values, *blocks;
    int next; // number of the next value without a name
} Locals;

Symbol *symbol_named(Module *m, const char *name, int length);
// Returns the value of that name. type may be NULL.
Value *local_value(Module *m, Locals *f, const char *name, int length, Type *type);
Block *local_block(Module *m, Locals *f, const char *name, int length);

// ---- operator.c: the words of instructions ------------------------------------------------------------------------------

Op op_named(const Token *t); // OP_NONE: it is no instruction's word
bool op_binary(Op op);
bool op_cast(Op op);
u32 parse_flags(Module *m); // nuw, nsw, contract and the like

// ---- constant.c: operands ----------------------------------------------------------------------------------------------

Value *parse_value(Module *m, Locals *f, Type *type); // an operand, after its type
Value *parse_typed(Module *m, Locals *f);             // a type and an operand
void add_operand(Module *m, Value *v, Value *operand);
void add_typed(Module *m, Locals *f, Value *v); // adds what parse_typed reads
Value *value_int(Module *m, Type *type, u64 bits);
Value *value_zero(Module *m, Type *type);
const char *unescape(Module *m, const Token *t, u64 *length); // a string's bytes: \\22 is a quote
bool constant_starts(const Lexer *x); // tells if the token is a word that an operand starts with
u64 int_mask(int bits);               // the low bits

// ---- attribute.c: attributes of parameters and arguments ---------------------------------------------------------------

// Reads the attributes of a parameter or argument: *a gets those that matter. The next token is then the operand, or , or ).
void parse_attributes(Module *m, Argument *a);

// ---- instruction.c: a function's body ----------------------------------------------------------------------------------

void parse_body(Module *m, Symbol *f);

// ---- parse.c: the module -------------------------------------------------------------------------------------------------

void parse_module(Module *m, const char *text, size_t length);

#endif
