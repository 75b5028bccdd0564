// instruction.c: reads a function's body: blocks of instructions, each of which is a value.
//
// An operand may be named before it is defined (name.c). Its Value is filled in here when the definition comes.

#include "lab/compiler/ir/ir.h"

#include <string.h>

static Block *parse_label(Module *m, Locals *f)
{
    expect(m, "label");
    if (m->x.token.kind != T_LOCAL)
        fail(m, "a block's name is expected");
    Block *b = local_block(m, f, m->x.token.start, m->x.token.length);
    lex_next(&m->x);
    return b;
}

static Block *begin_block(Module *m, Locals *f, const char *name, int length)
{
    Symbol *function = f->function;
    Block *b = local_block(m, f, name, length);
    if (b->defined)
        fail(m, "the block %s is defined twice", b->name);
    b->defined = true;
    b->number = function->block_count;
    ADD(m, function->blocks, function->block_count, function->block_capacity, b);
    return b;
}

// ---- Operands -----------------------------------------------------------------------------------------------------------

static void add_target(Module *m, Value *v, Block *b)
{
    ADD(m, v->targets, v->target_count, v->target_capacity, b);
}

// Steps over a comma before another operand. A comma before metadata or an alignment belongs to the instruction's end: false.
static bool another(Module *m)
{
    Lexer back = m->x;
    if (!lex_take(&m->x, ","))
        return false;
    if (m->x.token.kind != T_META && !lex_is(&m->x, "align"))
        return true;
    m->x = back;
    return false;
}

static void comma(Module *m)
{
    expect(m, ",");
}

static Type *vector_like(Module *m, const Type *like, Type *item)
{
    return like->kind == TY_VECTOR ? type_many(m, TY_VECTOR, item, like->length) : item;
}

static void want(Module *m, bool right, const char *what)
{
    if (!right)
        fail(m, "%s", what);
}

// Steps over one of these words; returns which, or their count if none is there.
static int take_one(Module *m, const char *const *words, int count)
{
    int i = 0;
    while (i < count && !lex_take(&m->x, words[i]))
        i++;
    return i;
}

// ---- One instruction each, after its word --------------------------------------------------------------------------

static void parse_binary(Module *m, Locals *f, Value *v)
{
    v->flags = parse_flags(m);
    v->type = type_parse(m);
    want(m,
         op_binary(v->op) && v->op >= OP_FADD ? is_float(v->type) : scalar_kind(v->type) == TY_INT,
         "an operation has operands of the wrong type");
    add_operand(m, v, parse_value(m, f, v->type));
    comma(m);
    add_operand(m, v, parse_value(m, f, v->type));
}

static void parse_negation(Module *m, Locals *f, Value *v)
{
    v->flags = parse_flags(m);
    v->type = type_parse(m);
    want(m, is_float(v->type), "an operation has operands of the wrong type");
    add_operand(m, v, parse_value(m, f, v->type));
}

static void parse_compare(Module *m, Locals *f, Value *v)
{
    static const char *const ints[] = {"eq",  "ne",  "ugt", "uge", "ult",
                                       "ule", "sgt", "sge", "slt", "sle"};
    static const char *const floats[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                         "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
    bool ordered = v->op == OP_FCMP;
    const char *const *words = ordered ? floats : ints;
    int count = ordered ? 16 : 10;
    v->flags = parse_flags(m);
    int i = take_one(m, words, count);
    want(m, i < count, "an unknown comparison");
    v->predicate = (ordered ? P_FALSE : 0) + i;
    Type *type = type_parse(m);
    TypeKind kind = scalar_kind(type);
    want(m, ordered ? is_float(type) : kind == TY_INT || kind == TY_POINTER,
         "a comparison has operands of the wrong type");
    add_operand(m, v, parse_value(m, f, type));
    comma(m);
    add_operand(m, v, parse_value(m, f, type));
    v->type = vector_like(m, type, type_int(m, 1));
}

static void parse_cast(Module *m, Locals *f, Value *v)
{
    v->flags = parse_flags(m);
    add_typed(m, f, v);
    expect(m, "to");
    v->type = type_parse(m);
    Type *from = v->operands[0]->type;
    TypeKind a = scalar_kind(from), b = scalar_kind(v->type);
    bool right = true;
    switch (v->op) {
    case OP_TRUNC:
    case OP_ZEXT:
    case OP_SEXT: right = a == TY_INT && b == TY_INT; break;
    case OP_FPTRUNC:
    case OP_FPEXT: right = is_float(from) && is_float(v->type); break;
    case OP_FPTOUI:
    case OP_FPTOSI: right = is_float(from) && b == TY_INT; break;
    case OP_UITOFP:
    case OP_SITOFP: right = a == TY_INT && is_float(v->type); break;
    case OP_PTRTOINT: right = a == TY_POINTER && b == TY_INT; break;
    case OP_INTTOPTR: right = a == TY_INT && b == TY_POINTER; break;
    case OP_ADDRSPACECAST: right = a == TY_POINTER && b == TY_POINTER; break;
    default: break;
    }
    want(m, right && (v->op == OP_BITCAST || part_count(m, from) == part_count(m, v->type)),
         "a conversion between types that do not match");
}

static void parse_select(Module *m, Locals *f, Value *v)
{
    v->flags = parse_flags(m);
    add_typed(m, f, v);
    comma(m);
    add_typed(m, f, v);
    comma(m);
    add_typed(m, f, v);
    v->type = v->operands[1]->type;
    Type *condition = v->operands[0]->type;
    want(m,
         scalar_kind(condition) == TY_INT &&
             part_count(m, v->operands[2]->type) == part_count(m, v->type) &&
             (condition->kind == TY_INT || part_count(m, condition) == part_count(m, v->type)),
         "a select has operands of the wrong type");
}

static void parse_phi(Module *m, Locals *f, Value *v)
{
    v->flags = parse_flags(m);
    v->type = type_parse(m);
    do {
        expect(m, "[");
        add_operand(m, v, parse_value(m, f, v->type));
        comma(m);
        want(m, m->x.token.kind == T_LOCAL, "a block's name is expected");
        add_target(m, v, local_block(m, f, m->x.token.start, m->x.token.length));
        lex_next(&m->x);
        expect(m, "]");
    } while (another(m));
}

// Reads the numbers after extractvalue and insertvalue; stops at metadata.
static void parse_indices(Module *m, Value *v)
{
    u64 *indices = NULL;
    int capacity = 0;
    while (another(m)) {
        u64 n = parse_number(m);
        ADD(m, indices, v->index_count, capacity, n);
    }
    want(m, v->index_count > 0, "a number of a member is expected");
    v->indices = indices;
}

static void parse_part(Module *m, Locals *f, Value *v)
{
    Type *at;
    add_typed(m, f, v);
    if (v->op == OP_INSERTVALUE) {
        comma(m);
        add_typed(m, f, v);
    }
    parse_indices(m, v);
    part_first(m, v->operands[0]->type, v->indices, v->index_count, &at);
    v->type = v->op == OP_EXTRACTVALUE ? at : v->operands[0]->type;
    want(m, v->op == OP_EXTRACTVALUE || part_count(m, v->operands[1]->type) == part_count(m, at),
         "insertvalue has operands of the wrong type");
}

static void parse_element(Module *m, Locals *f, Value *v)
{
    add_typed(m, f, v);
    Type *vector = v->operands[0]->type;
    want(m, vector->kind == TY_VECTOR, "a vector is expected");
    comma(m);
    add_typed(m, f, v);
    v->type = vector->item;
    if (v->op == OP_INSERTELEMENT) {
        comma(m);
        add_typed(m, f, v);
        v->type = vector;
        want(m, v->operands[1]->type->kind == vector->item->kind,
             "insertelement has operands of the wrong type");
    }
    want(m, v->operands[v->count - 1]->type->kind == TY_INT, "a number of an element is expected");
}

static void parse_shuffle(Module *m, Locals *f, Value *v)
{
    add_typed(m, f, v);
    comma(m);
    add_typed(m, f, v);
    comma(m);
    Value *mask = parse_typed(m, f);
    Type *from = v->operands[0]->type;
    want(m,
         from->kind == TY_VECTOR && mask->type->kind == TY_VECTOR &&
             part_count(m, mask->type) > 0 &&
             part_count(m, v->operands[1]->type) == part_count(m, from),
         "shufflevector has operands of the wrong type");
    u64 *indices = make(m, (size_t)mask->type->length * sizeof *indices);
    v->index_count = (int)mask->type->length;
    for (int i = 0; i < v->index_count; i++) {
        const Value *lane = mask->kind == V_AGGREGATE ? mask->operands[i] : mask;
        indices[i] = lane->kind == V_UNDEF ? UNDEF_LANE : lane->kind == V_INT ? lane->bits : 0;
        want(m, indices[i] == UNDEF_LANE || indices[i] < 2 * from->length,
             "shufflevector takes an element that does not exist");
    }
    v->indices = indices;
    v->type = type_many(m, TY_VECTOR, from->item, mask->type->length);
}

// Reads syncscope("device") seq_cst.
static Order parse_order(Module *m, Value *v)
{
    static const char *const words[] = {"unordered", "monotonic", "acquire",
                                        "release",   "acq_rel",   "seq_cst"};
    static const struct {
        const char *word;
        Scope scope;
    } scopes[] = {{"", SCOPE_SYSTEM},
                  {"device", SCOPE_DEVICE},
                  {"block", SCOPE_BLOCK},
                  {"cluster", SCOPE_BLOCK},
                  {"singlethread", SCOPE_THREAD}};
    Lexer *x = &m->x;
    if (lex_take(x, "syncscope")) {
        expect(m, "(");
        size_t i = 0, count = sizeof scopes / sizeof *scopes;
        while (i < count && !token_is(&x->token, scopes[i].word))
            i++;
        want(m, i < count && x->token.kind == T_STRING, "an unknown scope");
        v->scope = scopes[i].scope;
        lex_next(x);
        expect(m, ")");
    }
    int i = take_one(m, words, 6);
    return i < 6 ? (Order)(ORDER_UNORDERED + i) : ORDER_NONE;
}

static void parse_load(Module *m, Locals *f, Value *v)
{
    bool atomic = lex_take(&m->x, "atomic");
    if (lex_take(&m->x, "volatile"))
        v->flags |= F_VOLATILE;
    if (v->op == OP_LOAD) {
        v->type = type_parse(m);
        comma(m);
    } else {
        add_typed(m, f, v);
        comma(m);
        v->type = type_simple(m, TY_VOID);
    }
    add_typed(m, f, v);
    want(m, v->operands[v->count - 1]->type->kind == TY_POINTER, "a pointer is expected");
    if (atomic)
        v->order = parse_order(m, v);
}

static void parse_swap(Module *m, Locals *f, Value *v)
{
    static const char *const words[] = {"xchg", "add",  "sub",  "and",       "nand",     "or",
                                        "xor",  "max",  "min",  "umax",      "umin",     "fadd",
                                        "fsub", "fmax", "fmin", "uinc_wrap", "udec_wrap"};
    Lexer *x = &m->x;
    lex_take(x, "weak");
    if (lex_take(x, "volatile"))
        v->flags |= F_VOLATILE;
    if (v->op == OP_ATOMICRMW) {
        int count = sizeof words / sizeof *words, i = take_one(m, words, count);
        want(m, i < count, "an unknown atomic operation");
        v->rmw = (Rmw)i;
    }
    add_typed(m, f, v);
    comma(m);
    add_typed(m, f, v);
    if (v->op == OP_CMPXCHG) {
        comma(m);
        add_typed(m, f, v);
    }
    want(m, v->operands[0]->type->kind == TY_POINTER, "a pointer is expected");
    Type *type = v->operands[1]->type;
    want(m, type->kind == TY_INT || type->kind == TY_POINTER || is_float(type),
         "an atomic operation must be on one scalar");
    v->order = parse_order(m, v);
    v->type = type;
    if (v->op == OP_CMPXCHG) {
        v->order_failed = parse_order(m, v);
        Type *pair = type_simple(m, TY_STRUCT);
        pair->items = make(m, 2 * sizeof(void *));
        pair->items[0] = type;
        pair->items[1] = type_int(m, 1);
        pair->count = 2;
        v->type = pair;
    }
}

static void parse_gep(Module *m, Locals *f, Value *v)
{
    v->flags = parse_flags(m);
    v->about = type_parse(m);
    Value *pointer = another(m) ? parse_typed(m, f) : NULL;
    if (!pointer || pointer->type->kind != TY_POINTER)
        fail(m, "getelementptr lacks its pointer");
    add_operand(m, v, pointer);
    while (another(m)) {
        Value *index = parse_typed(m, f);
        want(m, index->type->kind == TY_INT, "getelementptr has an index that is not an integer");
        add_operand(m, v, index);
    }
    v->type = pointer->type;
}

static void parse_alloca(Module *m, Value *v)
{
    v->about = type_parse(m);
    v->align = type_align(m, v->about);
    v->type = type_pointer(m, 0);
    while (another(m)) {
        if (!lex_take(&m->x, "addrspace"))
            fail(m, "an array on the stack has a length that is only known at run time");
        skip_balanced(m);
    }
}

// Reads asm sideeffect "text", "constraints".
static Value *parse_asm(Module *m)
{
    Lexer *x = &m->x;
    Value *v = make(m, sizeof *v);
    *v = (Value){.kind = V_ASM, .line = x->token.line, .loc = -1};
    lex_next(x);
    while (x->token.kind == T_WORD) {
        v->has_effect = v->has_effect || lex_is(x, "sideeffect");
        lex_next(x);
    }
    const char *parts[2];
    for (int i = 0; i < 2; i++) {
        want(m, x->token.kind == T_STRING, "asm needs two strings");
        u64 length;
        parts[i] = unescape(m, &x->token, &length);
        lex_next(x);
        if (i == 0)
            comma(m);
    }
    v->text = parts[0];
    v->constraints = parts[1];
    return v;
}

static void parse_call(Module *m, Locals *f, Value *v)
{
    Lexer *x = &m->x;
    v->flags = parse_flags(m);
    while (!type_starts(x) &&
           x->token.kind == T_WORD) { // calling convention, attributes of the result
        lex_next(x);
        if (lex_is(x, "("))
            skip_balanced(m);
    }
    v->type = type_parse(m);
    if (lex_is(x, "("))
        skip_balanced(m); // the function's type, which the arguments also tell
    lex_take(x, "*");
    add_operand(m, v, lex_is(x, "asm") ? parse_asm(m) : parse_value(m, f, type_pointer(m, 0)));
    expect(m, "(");
    int capacity = 0, count = 0;
    for (bool first = true; !lex_is(x, ")"); first = false) {
        if (!first)
            comma(m);
        Argument a = {0};
        if (lex_is(x, "metadata")) {
            lex_next(x);
            while (!lex_is(x, ",") && !lex_is(x, ")") && x->token.kind != T_END)
                lex_next(x);
            continue;
        }
        Type *type = type_parse(m);
        parse_attributes(m, &a);
        add_operand(m, v, parse_value(m, f, type));
        ADD(m, v->passed, count, capacity, a);
    }
    expect(m, ")");
    while (x->token.kind == T_GROUP)
        lex_next(x);
    if (lex_is(x, "["))
        skip_balanced(m); // bundles: what an assumption is about
}

static void parse_branch(Module *m, Locals *f, Value *v)
{
    if (!lex_is(&m->x, "label")) {
        add_typed(m, f, v);
        want(m, v->operands[0]->type->kind == TY_INT && v->operands[0]->type->bits == 1,
             "a branch needs a truth value");
        comma(m);
        add_target(m, v, parse_label(m, f));
        comma(m);
    }
    add_target(m, v, parse_label(m, f));
}

// Reads switch i32 %n, label %else [ i32 1, label %a … ]: operand i + 1 leads to target i + 1.
static void parse_switch(Module *m, Locals *f, Value *v)
{
    add_typed(m, f, v);
    want(m, v->operands[0]->type->kind == TY_INT, "a switch needs an integer");
    comma(m);
    add_target(m, v, parse_label(m, f));
    expect(m, "[");
    while (!lex_is(&m->x, "]")) {
        add_typed(m, f, v);
        want(m, v->operands[v->count - 1]->kind == V_INT, "a switch needs numbers");
        comma(m);
        add_target(m, v, parse_label(m, f));
    }
    expect(m, "]");
}

static void parse_return(Module *m, Locals *f, Value *v)
{
    if (!lex_take(&m->x, "void"))
        add_typed(m, f, v);
    Type *type = f->function->type;
    want(m, part_count(m, type) == (v->count ? part_count(m, v->operands[0]->type) : 0),
         "a result of the wrong type");
}

static void parse_one(Module *m, Locals *f, Value *v)
{
    v->type = type_simple(m, TY_VOID);
    if (v->op == OP_FNEG)
        parse_negation(m, f, v);
    else if (op_binary(v->op))
        parse_binary(m, f, v);
    else if (op_cast(v->op))
        parse_cast(m, f, v);
    else
        switch (v->op) {
        case OP_ICMP:
        case OP_FCMP: parse_compare(m, f, v); break;
        case OP_EXTRACTELEMENT:
        case OP_INSERTELEMENT: parse_element(m, f, v); break;
        case OP_SHUFFLEVECTOR: parse_shuffle(m, f, v); break;
        case OP_EXTRACTVALUE:
        case OP_INSERTVALUE: parse_part(m, f, v); break;
        case OP_SELECT: parse_select(m, f, v); break;
        case OP_FREEZE:
            add_typed(m, f, v);
            v->type = v->operands[0]->type;
            break;
        case OP_PHI: parse_phi(m, f, v); break;
        case OP_ALLOCA: parse_alloca(m, v); break;
        case OP_LOAD:
        case OP_STORE: parse_load(m, f, v); break;
        case OP_FENCE: v->order = parse_order(m, v); break;
        case OP_CMPXCHG:
        case OP_ATOMICRMW: parse_swap(m, f, v); break;
        case OP_GETELEMENTPTR: parse_gep(m, f, v); break;
        case OP_CALL: parse_call(m, f, v); break;
        case OP_RET: parse_return(m, f, v); break;
        case OP_BR: parse_branch(m, f, v); break;
        case OP_SWITCH: parse_switch(m, f, v); break;
        default: break;
        }
}

// Reads an instruction's end: ", align 4, !dbg !12, !tbaa !7".
static void parse_trailer(Module *m, Value *v)
{
    Lexer *x = &m->x;
    while (lex_take(x, ",")) {
        if (lex_take(x, "align")) {
            v->align = parse_align(m);
            continue;
        }
        want(m, x->token.kind == T_META, "an instruction does not end as expected");
        bool dbg = token_is(&x->token, "dbg");
        if (token_is(&x->token, "invariant.load"))
            v->flags |= F_INVARIANT;
        lex_next(x);
        int number = meta_number(&x->token);
        if (dbg)
            v->loc = number;
        want(m, x->token.kind == T_META, "metadata is expected");
        lex_next(x);
        if (number < 0 && lex_is(x, "{"))
            skip_balanced(m);
    }
}

// ---- The body -----------------------------------------------------------------------------------------------------------

static void parse_instruction(Module *m, Locals *f, Block *b)
{
    Lexer *x = &m->x;
    const Token name = x->token;
    int line = x->token.line;
    bool named = name.kind == T_LOCAL;
    if (named) {
        lex_next(x);
        expect(m, "=");
    }
    if (lex_take(x, "tail") || lex_take(x, "musttail") || lex_take(x, "notail"))
        want(m, lex_is(x, "call"), "a call is expected");
    Value read = {.kind = V_INSN,
                  .op = op_named(&x->token),
                  .line = line,
                  .loc = -1,
                  .block = b,
                  .position = b->count};
    if (read.op == OP_NONE)
        fail(m, "the instruction '%s' is not supported",
             make_string(m, x->token.start, (size_t)x->token.length));
    lex_next(x);
    parse_one(m, f, &read);
    parse_trailer(m, &read);
    Value *v;
    if (named || read.type->kind != TY_VOID) {
        const char *word = named ? name.start : sprint(m, "%d", f->next++);
        v = local_value(m, f, word, named ? name.length : (int)strlen(word), read.type);
        want(m, v->kind == V_FORWARD, "a value is defined twice");
        read.name = v->name;
    } else {
        v = make(m, sizeof *v);
    }
    *v = read;
    ADD(m, b->insns, b->count, b->capacity, v);
}

static bool ends_block(const Value *v)
{
    return v->op >= OP_RET && v->op <= OP_UNREACHABLE;
}

// Reads what a note does to its value: nothing, or one operation with a number: DW_OP_constu, 1, DW_OP_shr, DW_OP_stack_value.
// False if it does more.
static bool parse_expression(Module *m, Note *note)
{
    static const struct {
        const char *word;
        Op op;
    } operations[] = {{"DW_OP_shr", OP_LSHR}, {"DW_OP_shra", OP_ASHR}, {"DW_OP_shl", OP_SHL},
                      {"DW_OP_mul", OP_MUL},  {"DW_OP_plus", OP_ADD},  {"DW_OP_and", OP_AND}};
    Lexer *x = &m->x;
    bool known = token_is(&x->token, "DIExpression");
    lex_next(x);
    expect(m, "(");
    if (known && !lex_is(x, ")")) {
        bool plus = lex_take(x, "DW_OP_plus_uconst");
        known = plus || lex_take(x, "DW_OP_constu");
        known = known && lex_take(x, ",") && x->token.kind == T_INT && x->token.length < 10 &&
                *x->token.start != '-';
        note->operand = known ? parse_number(m) : 0;
        note->op = plus ? OP_ADD : OP_NONE;
        known = known && lex_take(x, ",");
        for (size_t i = 0; known && i < sizeof operations / sizeof *operations; i++)
            if (!note->op && lex_take(x, operations[i].word))
                note->op = operations[i].op;
        known = known && note->op && (plus || lex_take(x, ",")) && lex_take(x, "DW_OP_stack_value");
    }
    known = known && lex_is(x, ")");
    while (!lex_is(x, ")") && x->token.kind != T_END)
        lex_next(x);
    return known;
}

// Reads #dbg_value(i32 %x, !12, !DIExpression(), !34). #dbg_assign, for a variable in memory, is skipped.
static void parse_note(Module *m, Locals *f, Block *b)
{
    Lexer *x = &m->x;
    Note note = {.before = b->count};
    bool known = token_is(&x->token, "dbg_value");
    if (!known && !token_is(&x->token, "dbg_assign"))
        return lex_skip_line(x);
    lex_next(x);
    expect(m, "(");
    if (x->token.kind == T_META) { // !DIArgList(…)
        known = false;
        lex_next(x);
        skip_balanced(m);
    } else {
        note.value = parse_typed(m, f);
    }
    expect(m, ",");
    note.variable = meta_number(&x->token);
    lex_next(x);
    expect(m, ",");
    if (!parse_expression(m, &note) || !known)
        note.value = NULL;
    expect(m, ")");
    expect(m, ",");
    note.loc = meta_number(&x->token);
    lex_skip_line(x);
    ADD(m, b->notes, b->note_count, b->note_capacity, note);
}

static void parse_blocks(Module *m, Locals *f)
{
    Lexer *x = &m->x;
    Block *b = NULL;
    while (!lex_is(x, "}")) {
        if (x->token.kind == T_END)
            fail(m, "a function has no end");
        if (x->token.kind == T_LABEL) {
            want(m, !b || (b->count && ends_block(b->insns[b->count - 1])),
                 "a block does not end with a branch");
            b = begin_block(m, f, x->token.start, x->token.length);
            lex_next(x);
        } else {
            if (!b) {
                const char *number = sprint(m, "%d", f->next++);
                b = begin_block(m, f, number, (int)strlen(number));
            }
            if (x->token.kind == T_DEBUG) {
                parse_note(m, f, b);
                continue;
            }
            want(m, !b->count || !ends_block(b->insns[b->count - 1]),
                 "an instruction follows its block's end");
            parse_instruction(m, f, b);
        }
    }
    want(m, b && b->count && ends_block(b->insns[b->count - 1]),
         "a function does not end with a branch");
    lex_next(x);
}

// Checks that all names have a definition: operands, and the blocks that branches and phis name.
static void check_names(Module *m, const Symbol *f)
{
    for (int i = 0; i < f->block_count; i++)
        for (int k = 0; k < f->blocks[i]->count; k++) {
            const Value *v = f->blocks[i]->insns[k];
            for (int o = 0; o < v->count; o++)
                if (v->operands[o]->kind == V_FORWARD)
                    fail_at(m, NULL, "%%%s of line %d is not defined", v->operands[o]->name,
                            v->line);
            for (int t = 0; t < v->target_count; t++)
                if (!v->targets[t]->defined)
                    fail_at(m, NULL, "the block %%%s of line %d is not defined",
                            v->targets[t]->name, v->line);
        }
}

void parse_body(Module *m, Symbol *function)
{
    Locals f = {.function = function, .values = names_new(m), .blocks = names_new(m)};
    for (int i = 0; i < function->argument_count; i++) {
        Value *v = function->arguments[i].value;
        if (!v->name)
            v->name = sprint(m, "%d", f.next++);
        Value **at = (Value **)names_at(m, f.values, v->name, (int)strlen(v->name));
        want(m, !*at, "two parameters have the same name");
        *at = v;
    }
    expect(m, "{");
    parse_blocks(m, &f);
    check_names(m, function);
}
