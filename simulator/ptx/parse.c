// parse.c: reads a unit of PTX as functions, variables and statements.
//
// PTX looks like any assembler's language: directives declare something, and a statement is an opcode and its operands, up
// to a semicolon. This file resolves names of registers and of a function's own variables. Other functions and global
// variables may be declared later in the text or in another unit, so lowering resolves their names.

#include "ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Lexer x;
    SimModule *m;
    int unit;
    SimFunction *f; // the function that is being parsed
    int loc;        // index of the current .loc
    int scope;      // the current { }: index into f->scopes
    Operand *open;  // (open_count) operands of lists that have not ended yet
    int open_count, open_capacity;
    _Alignas(16) u8 nowhere[1024]; // without memory, things are made here, and nobody reads them
} Parser;

_Static_assert(sizeof(SimFunction) <= sizeof(((Parser *)0)->nowhere),
               "`nowhere` is too small for the largest thing");

static bool failed(Parser *p)
{
    return lex_failed(&p->x);
}

// Fails if something is wrong; tells whether it is.
static bool fail_if(Parser *p, bool wrong, const char *format, const char *what)
{
    if (wrong)
        lex_fail(&p->x, format, what);
    return wrong;
}

// Returns memory that the arena gave. If it gave none, fails and returns a place for one thing of any kind.
static void *given(Parser *p, void *memory)
{
    if (memory)
        return memory;
    if (!failed(p)) {
        lex_fail(&p->x, "the host has no memory for this module", NULL);
        p->x.err->status = SIM_NO_MEMORY;
    }
    memset(p->nowhere, 0, sizeof p->nowhere);
    return p->nowhere;
}

static void *alloc(Parser *p, size_t size)
{
    return given(p, arena_alloc(&p->m->arena, size));
}

static void *push(Parser *p, void *items, int *count, int *capacity, size_t size)
{
    return given(p, arena_push(&p->m->arena, items, count, capacity, size));
}

static const char *token_string(Parser *p)
{
    return given(p, arena_string(&p->m->arena, p->x.token.start, (size_t)p->x.token.length));
}

// Fails because of the current token, which is the %s of the format.
static void refuse_token(Parser *p, const char *format)
{
    lex_fail(&p->x, format, token_string(p));
}

static const char *take_word(Parser *p, const char *what)
{
    if (fail_if(p, p->x.token.kind != T_WORD, "expected %s", what))
        return "";
    const char *s = token_string(p);
    lex_next(&p->x);
    return s;
}

static u64 take_integer(Parser *p)
{
    bool negative = lex_take(&p->x, "-");
    u64 value = p->x.token.value;
    if (p->x.token.kind != T_INT)
        lex_fail(&p->x, "expected a number", NULL);
    else
        lex_next(&p->x);
    return negative ? 0 - value : value;
}

// Takes a number of an initial value or an operand; *float_bits is 32 or 64 if it is a float. Fails with `expected` about `name`
// if there is none.
static u64 take_number(Parser *p, bool negative, int *float_bits, const char *expected,
                       const char *name)
{
    TokenKind kind = p->x.token.kind;
    u64 value = p->x.token.value;
    *float_bits = kind == T_FLOAT32 ? 32 : kind == T_FLOAT64 ? 64 : 0;
    fail_if(p, kind != T_INT && !*float_bits, expected, name);
    lex_next(&p->x);
    return !negative ? value : *float_bits ? value ^ 1ull << (*float_bits - 1) : 0 - value;
}

// ---- Types and spaces --------------------------------------------------------------------------------------------

static int take_type(Parser *p)
{
    const Token *t = &p->x.token;
    bool word = t->kind == T_WORD && t->length > 1 && *t->start == '.';
    int bytes = word ? type_bytes(t->start + 1, (size_t)t->length - 1, TYPE_DECLARED) : -1;
    if (bytes < 0) {
        refuse_token(p, "'%s' is not a type the simulator knows");
        return 4;
    }
    lex_next(&p->x);
    return bytes;
}

// Takes the word of a space, up to `last` in the order of VarSpace; false if the token is another one.
static bool take_var_space(Lexer *x, VarSpace last, VarSpace *space)
{
    static const char *const words[] = {".global", ".const", ".shared", ".local", ".param"};
    for (*space = V_GLOBAL; *space <= last; ++*space)
        if (lex_take(x, words[*space]))
            return true;
    return false;
}

// ---- Variables ---------------------------------------------------------------------------------------------------

typedef struct {
    bool visible; // other units see it: it is .visible, .extern or .weak
    bool external, weak;
} Linkage;

static Var *new_var(Parser *p, VarSpace space, Linkage linkage, size_t align)
{
    Var *v = alloc(p, sizeof *v);
    v->space = space;
    v->visible = linkage.visible;
    v->external = linkage.external;
    v->unit = p->unit;
    v->align = align;
    return v;
}

// Reads an optional "+ number" or "- number"; returns 0 if there is none.
static i64 parse_offset(Parser *p)
{
    i64 offset = 0;
    if (lex_take(&p->x, "+") || lex_is(&p->x, "-"))
        offset = (i64)take_integer(p);
    fail_if(p, offset != (i32)offset, "an offset of more than 32 bits", NULL);
    return offset;
}

// Reads an address in an initial value: name, name+4, generic(name)+4.
static void parse_reloc(Parser *p, Var *v, size_t at, int bytes, int shift)
{
    Lexer *x = &p->x;
    Reloc *r = alloc(p, sizeof *r);
    bool generic = lex_take(x, "generic");
    if (generic)
        lex_expect(x, "(");
    r->name = take_word(p, "a name");
    if (generic)
        lex_expect(x, ")");
    r->addend = parse_offset(p);
    r->offset = at;
    r->bytes = bytes;
    r->shift = shift;
    r->next = v->relocs;
    v->relocs = r;
}

// Reads one number or address of an initial value, for byte `at` of the variable. 0xFF00(name) is the second byte of an address.
static void parse_scalar_init(Parser *p, Var *v, u8 *image, size_t at, int bytes)
{
    Lexer *x = &p->x;
    if (fail_if(p, at + (size_t)bytes > v->init_size, "initial value is larger than '%s'", v->name))
        return;
    if (x->token.kind == T_WORD) {
        parse_reloc(p, v, at, bytes, 0);
        return;
    }
    int float_bits;
    bool negative = lex_take(x, "-");
    u64 value =
        take_number(p, negative, &float_bits, "expected an initial value for '%s'", v->name);
    if (!float_bits && lex_take(x, "(")) {
        int shift = value ? __builtin_ctzll(value) : 0;
        fail_if(p, bytes != 1 || value >> shift != 0xff || shift % 8,
                "a mask of an address in '%s' is not one byte", v->name);
        parse_reloc(p, v, at, bytes, shift);
        lex_expect(x, ")");
        return;
    }
    memcpy(image + at, &value, (size_t)bytes < 8 ? (size_t)bytes : 8);
}

static void parse_init(Parser *p, Var *v, u8 *image, int bytes)
{
    size_t at = 0;
    int depth = 0;
    do {
        while (lex_take(&p->x, "{"))
            depth++;
        if (!lex_is(&p->x, "}")) {
            parse_scalar_init(p, v, image, at, bytes);
            at += (size_t)bytes;
        }
        while (depth && lex_take(&p->x, "}"))
            depth--;
    } while (!failed(p) && depth && lex_take(&p->x, ","));
    fail_if(p, depth, "expected '}' in the initial value of '%s'", v->name);
}

// Reads what follows the space: [.attribute(…)] [.align N] [.v2|.v4] .type name[dims]… [= init] {, name…}; it ends at ; , or )
// Puts each variable in front of *list.
static void parse_var(Parser *p, Var *v, Var **list)
{
    Lexer *x = &p->x;
    size_t vector = 1;
    VarSpace ignored;
    for (;;) {
        if (lex_take(x, ".align")) {
            v->align = (size_t)take_integer(p);
            fail_if(p, v->align == 0 || (v->align & (v->align - 1)) || v->align > 65536,
                    "an alignment that is not a power of two", NULL);
        } else if (lex_take(x, ".attribute")) {
            lex_expect(x, "(");
            for (; x->token.kind != T_END && !lex_take(x, ")"); lex_next(x))
                v->managed |= lex_is(x, ".managed");
        } else if (lex_is(x, ".v2") || lex_is(x, ".v4")) {
            vector = lex_is(x, ".v2") ? 2 : 4;
            lex_next(x);
        } else {
            break;
        }
    }
    int bytes = take_type(p);
    for (;;) {
        // .ptr and a state space describe a pointer parameter. They have no effect here.
        if (lex_take(x, ".ptr")) {
            while (take_var_space(x, V_LOCAL, &ignored)) {
            }
            if (lex_take(x, ".align"))
                take_integer(p);
        }
        v->name = take_word(p, "a variable's name");
        v->size = (size_t)bytes * vector;
        if (v->align < v->size)
            v->align = v->size;
        while (lex_take(x, "[")) {
            if (lex_is(x, "]")) {
                v->dynamic = v->space == V_SHARED;
                v->size = 0;
            } else {
                u64 n = take_integer(p);
                if (n > (1ull << 40) || (n && v->size > (1ull << 40) / n))
                    lex_fail(x, "'%s' is too large", v->name);
                else
                    v->size *= (size_t)n;
            }
            lex_expect(x, "]");
        }
        if (lex_take(x, "=") && !failed(p)) {
            // Each value takes at least a byte of text, so this is enough room.
            const size_t most = (size_t)(x->end - x->at + 1) * (size_t)bytes;
            v->init_size = v->size < most ? v->size : most;
            u8 *image = alloc(p, v->init_size + 1);
            if (failed(p))
                return;
            parse_init(p, v, image, bytes);
            v->init = image;
        }
        if (failed(p))
            return;
        v->next = *list;
        *list = v;
        if (v->space == V_PARAM || !lex_take(x, ","))
            return;
        v = new_var(p, v->space, (Linkage){v->visible, v->external, false}, v->align);
    }
}

// Reads a declaration of variables up to its semicolon, and puts them in front of *list.
static void parse_vars(Parser *p, VarSpace space, Linkage linkage, Var **list)
{
    parse_var(p, new_var(p, space, linkage, 1), list);
    lex_expect(&p->x, ";");
}

// Reads (.param …, .param …) into an empty list, in order.
static void parse_param_list(Parser *p, Var **end)
{
    lex_expect(&p->x, "(");
    if (lex_take(&p->x, ")"))
        return;
    do {
        if (!lex_take(&p->x, ".param") && !lex_take(&p->x, ".reg"))
            lex_expect(&p->x, ".param");
        Var *v = new_var(p, V_PARAM, (Linkage){0}, 1);
        if (failed(p))
            return;
        parse_var(p, v, end);
        end = &v->next;
    } while (!failed(p) && lex_take(&p->x, ","));
    lex_expect(&p->x, ")");
}

// ---- Registers ---------------------------------------------------------------------------------------------------

static void parse_reg(Parser *p)
{
    int bytes = take_type(p);
    if (bytes == 1)
        bytes = 2; // an 8-bit register is held in 16 bits
    do {
        RegDecl *d = alloc(p, sizeof *d);
        const char *name = take_word(p, "a register's name");
        d->prefix = name;
        d->prefix_length = (int)strlen(name);
        d->numbered = lex_take(&p->x, "<");
        u64 n = d->numbered ? take_integer(p) : 1;
        fail_if(p, n == 0 || n > 1000000, "too many registers '%s'", name);
        if (d->numbered)
            lex_expect(&p->x, ">");
        d->count = (int)n;
        d->regs = failed(p) ? NULL : alloc(p, (size_t)n * sizeof *d->regs);
        if (failed(p))
            return;
        for (int i = 0; i < d->count; i++)
            d->regs[i].bytes = bytes;
        d->next = p->f->regs;
        p->f->regs = d;
    } while (!failed(p) && lex_take(&p->x, ","));
    lex_expect(&p->x, ";");
}

// Returns the register that a word names, or NULL. Inner declarations come first.
static Reg *find_reg(const Parser *p, const char *name, int length)
{
    for (RegDecl *d = p->f->regs; d; d = d->next) {
        if (length < d->prefix_length || memcmp(name, d->prefix, (size_t)d->prefix_length) != 0)
            continue;
        int n = 0, i = d->prefix_length;
        for (; i < length && is_digit(name[i]) && n < 10000000; i++)
            n = n * 10 + (name[i] - '0');
        if (i == length && (i > d->prefix_length) == d->numbered && n < d->count)
            return &d->regs[n];
    }
    return NULL;
}

// ---- Statements --------------------------------------------------------------------------------------------------

// Returns the variable of the function that a name means here. Inner declarations come first.
static Var *find_function_var(const SimFunction *f, const char *name)
{
    Var *lists[] = {f->vars, f->params, f->results};
    for (int i = 0; i < 3; i++)
        for (Var *v = lists[i]; v; v = v->next)
            if (!v->left && strcmp(v->name, name) == 0)
                return v;
    return NULL;
}

static void parse_operand(Parser *p, Operand *o, int depth);

static Operand *parse_operands(Parser *p, const char *close, int *count, int depth)
{
    const int first = p->open_count;
    if (!lex_is(&p->x, close)) {
        do {
            Operand o = {0}, *place;
            parse_operand(p, &o, depth);
            place = push(p, &p->open, &p->open_count, &p->open_capacity, sizeof o);
            *place = o;
        } while (!failed(p) && lex_take(&p->x, ","));
    }
    lex_expect(&p->x, close);
    const int n = p->open_count - first;
    Operand *list = alloc(p, (size_t)(n ? n : 1) * sizeof *list);
    if (failed(p))
        return NULL;
    if (n)
        memcpy(list, p->open + first, (size_t)n * sizeof *list);
    p->open_count = first;
    *count = n;
    return list;
}

// Reads %r.b3210, a register and the bytes or halves of it that count; false if the word is something else.
static bool parse_pieces(Parser *p, Operand *o)
{
    const char *name = p->x.token.start;
    int length = p->x.token.length, dot = length;
    while (dot > 0 && name[dot - 1] >= '0' && name[dot - 1] <= '7')
        dot--;
    if (dot == length || dot < 3 || name[dot - 2] != '.' ||
        (name[dot - 1] != 'b' && name[dot - 1] != 'h'))
        return false;
    o->reg = find_reg(p, name, dot - 2);
    if (!o->reg)
        return false;
    const char *text = take_word(p, "an operand");
    o->kind = O_REG;
    o->piece = failed(p) ? NULL : text + dot - 1;
    return true;
}

// Reads the second destination, behind |.
static void parse_second(Parser *p, Operand *o)
{
    o->reg2 = find_reg(p, p->x.token.start, p->x.token.length);
    fail_if(p, !o->reg2, "expected a register after '|'", NULL);
    lex_next(&p->x);
}

// Reads an operand that begins with a word: a register (with a second one after |), a special register, a sink, or a symbol with
// an offset.
static void parse_name(Parser *p, Operand *o)
{
    Lexer *x = &p->x;
    const char *name = x->token.start;
    int length = x->token.length;
    o->reg = find_reg(p, name, length);
    if (o->reg) {
        o->kind = O_REG;
        lex_next(x);
        if (lex_take(x, "|") && !lex_take(x, "_"))
            parse_second(p, o);
        return;
    }
    if (parse_pieces(p, o))
        return;
    o->name = take_word(p, "an operand");
    if (strcmp(o->name, "_") == 0) {
        o->kind = O_SINK;
        if (lex_take(x, "|"))
            parse_second(p, o);
    } else if (o->name[0] == '%' || strcmp(o->name, "WARP_SZ") == 0) {
        o->kind = O_SPECIAL;
    } else {
        o->kind = O_SYMBOL;
        o->var = find_function_var(p->f, o->name);
        o->offset = parse_offset(p);
    }
}

// Reads the rest of a texture's place. *o has the handle already; the coordinates follow, perhaps after the name of a sampler.
static void parse_texture_place(Parser *p, Operand *o, int depth)
{
    Operand handle = *o;
    handle.kind = o->reg ? O_REG : O_SYMBOL;
    *o = (Operand){.kind = O_LIST, .count = 1};
    o->items = alloc(p, 3 * sizeof *o->items);
    o->items[0] = handle;
    do {
        o->items[o->count] = (Operand){.kind = O_SINK};
        parse_operand(p, &o->items[o->count++], depth + 1);
    } while (o->count < 3 && lex_take(&p->x, ","));
}

static void parse_operand(Parser *p, Operand *o, int depth)
{
    Lexer *x = &p->x;
    if (fail_if(p, depth > 4, "operands nested too deeply", NULL))
        return;
    if (lex_take(x, "!")) {
        o->negated = true;
        parse_name(p, o);
        fail_if(p, o->kind != O_REG || (o->reg && o->reg->bytes != 0),
                "expected a predicate after '!'", NULL);
    } else if (lex_take(x, "[")) {
        if (x->token.kind == T_WORD) {
            parse_name(p, o);
            if (o->kind == O_REG && !o->piece)
                o->offset = parse_offset(p);
            else if (o->kind != O_SYMBOL)
                lex_fail(x, "expected a register or a name in an address", NULL);
        } else {
            o->offset = (i64)take_integer(p);
        }
        o->kind = O_ADDRESS;
        if (lex_take(x, ",")) // [surface, {x, y}]
            parse_texture_place(p, o, depth);
        lex_expect(x, "]");
    } else if (lex_take(x, "{")) {
        o->kind = O_VECTOR;
        o->items = parse_operands(p, "}", &o->count, depth + 1);
    } else if (lex_take(x, "(")) {
        o->kind = O_LIST;
        o->items = parse_operands(p, ")", &o->count, depth + 1);
    } else if (x->token.kind == T_WORD) {
        parse_name(p, o);
    } else {
        bool negative = lex_take(x, "-");
        if (negative && x->token.kind == T_WORD) {
            o->minus = true;
            parse_name(p, o);
            return;
        }
        o->kind = O_IMMEDIATE;
        o->value = take_number(p, negative, &o->float_bits, "expected an operand", NULL);
    }
}

static Statement *new_statement(Parser *p)
{
    SimFunction *f = p->f;
    Statement *s = push(p, &f->statements, &f->statement_count, &f->statement_capacity, sizeof *s);
    s->loc = p->loc;
    s->line = p->x.token.line;
    s->scope = p->scope;
    return s;
}

// Returns the index of a new Loc.
static int add_loc(Parser *p, Loc loc)
{
    SimModule *m = p->m;
    Loc *l = push(p, &m->locs, &m->loc_count, &m->loc_capacity, sizeof *l);
    *l = loc;
    return m->loc_count - 1;
}

static Loc take_loc(Parser *p)
{
    Loc loc = {.unit = p->unit, .parent = -1};
    loc.file = (int)take_integer(p);
    loc.line = (int)take_integer(p);
    loc.column = (int)take_integer(p);
    return loc;
}

// Reads .loc file line column [, function_name label [+ n], inlined_at file line column].
static void parse_loc(Parser *p)
{
    Lexer *x = &p->x;
    Loc loc = take_loc(p);
    if (lex_take(x, ",")) {
        lex_expect(x, "function_name");
        take_word(p, "a label");
        parse_offset(p);
        lex_expect(x, ",");
        lex_expect(x, "inlined_at");
        const Loc at = take_loc(p);
        for (loc.parent = p->m->loc_count - 1; loc.parent >= 0; loc.parent--) {
            const Loc *l = &p->m->locs[loc.parent];
            if (l->unit == at.unit && l->file == at.file && l->line == at.line &&
                l->column == at.column)
                break;
        }
        if (loc.parent < 0)
            loc.parent = add_loc(p, at);
    }
    p->loc = add_loc(p, loc);
}

static void skip_to_semicolon(Parser *p)
{
    while (p->x.token.kind != T_END && !lex_take(&p->x, ";"))
        lex_next(&p->x);
}

static void parse_instruction(Parser *p)
{
    Lexer *x = &p->x;
    Statement *s = new_statement(p);
    if (lex_take(x, "@")) {
        s->guard_not = lex_take(x, "!");
        s->guard = find_reg(p, x->token.start, x->token.length);
        fail_if(p, !s->guard || s->guard->bytes != 0, "expected a predicate after '@'", NULL);
        lex_next(x);
    }
    s->op = take_word(p, "an instruction");
    fail_if(p, lex_is(x, "!"), "'!' before the result of '%s'", s->op);
    s->operands = parse_operands(p, ";", &s->count, 0);
}

// Reads a word that is followed by ':'; false if there is none. It is a label, or names branch targets or a call's prototype.
static bool parse_label(Parser *p)
{
    Lexer *x = &p->x;
    Lexer ahead = *x;
    lex_next(&ahead);
    if (x->token.kind != T_WORD || !lex_is(&ahead, ":"))
        return false;
    const char *name = take_word(p, "a label");
    lex_expect(x, ":");
    if (lex_take(x, ".callprototype")) {
        skip_to_semicolon(p);
        return true;
    }
    Statement *s = new_statement(p);
    s->label = name;
    if (lex_take(x, ".branchtargets"))
        s->operands = parse_operands(p, ";", &s->count, 0);
    for (int i = 0; i < s->count; i++)
        fail_if(p, s->operands[i].kind != O_SYMBOL || s->operands[i].offset, "expected %s",
                "a label");
    return true;
}

// Takes ".reg" off a word ".reg.b16", which cuda_fp16.hpp writes without a space; the type becomes the current token.
static bool take_joined_reg(Lexer *x)
{
    if (x->token.kind != T_WORD || x->token.length < 6 || memcmp(x->token.start, ".reg.", 5) != 0)
        return false;
    x->token.start += 4;
    x->token.length -= 4;
    return true;
}

static void parse_block(Parser *p, int depth)
{
    Lexer *x = &p->x;
    SimFunction *f = p->f;
    RegDecl *outer = f->regs;
    const Var *outer_vars = f->vars;
    int outer_scope = depth > 0 ? p->scope : -1;
    int *scope = push(p, &f->scopes, &f->scope_count, &f->scope_capacity, sizeof *scope);
    VarSpace space;
    *scope = outer_scope;
    p->scope = f->scope_count - 1;
    fail_if(p, depth > 64, "blocks nested too deeply", NULL);
    while (!failed(p) && !lex_take(x, "}")) {
        if (x->token.kind == T_END)
            lex_fail(x, "expected '}'", NULL);
        else if (lex_take(x, "{"))
            parse_block(p, depth + 1);
        else if (lex_take(x, ".reg") || take_joined_reg(x))
            parse_reg(p);
        else if (take_var_space(x, V_PARAM, &space))
            parse_vars(p, space, (Linkage){0}, space <= V_CONST ? &p->m->vars : &f->vars);
        else if (lex_take(x, ".loc"))
            parse_loc(p);
        else if (lex_take(x, ".pragma"))
            skip_to_semicolon(p);
        else if (!parse_label(p))
            parse_instruction(p);
    }
    p->scope = outer_scope;
    if (depth > 0)
        f->regs = outer;
    for (Var *v = f->vars; v != outer_vars; v = v->next)
        v->left = true;
}

// ---- Top level -----------------------------------------------------------------------------------------------------

// Returns a function that was declared before, or a new one. Names that are not visible belong to their unit.
static SimFunction *declare_function(Parser *p, const char *name, Linkage linkage)
{
    for (SimFunction *f = p->m->functions; f; f = f->next)
        if (strcmp(f->name, name) == 0 && (f->unit == p->unit || (linkage.visible && f->visible)))
            return f;
    SimFunction *f = alloc(p, sizeof *f);
    if (failed(p))
        return f;
    f->module = p->m;
    f->name = name;
    f->unit = p->unit;
    f->visible = linkage.visible;
    f->max_threads = SIM_MOST_THREADS;
    f->id = p->m->function_count++;
    *p->m->function_tail = f;
    p->m->function_tail = &f->next;
    return f;
}

// Reads the threads of .maxntid or .reqntid, x {, y {, z}}.
static void take_threads(Parser *p, u32 *threads)
{
    for (int i = 0; i < 3; i++) {
        u64 n = i == 0 || lex_take(&p->x, ",") ? take_integer(p) : 1;
        fail_if(p, n == 0 || n > UINT32_MAX, "a number of threads that no block can have", NULL);
        threads[i] = (u32)n;
    }
}

// Reads [(results)] name (params) directives { body } | ;
static void parse_function(Parser *p, bool kernel, Linkage linkage)
{
    Lexer *x = &p->x;
    SimFunction *head = alloc(p, sizeof *head); // until the name is known
    p->f = head;
    while (lex_take(x, ".noreturn") || lex_take(x, ".abi_preserve") ||
           lex_take(x, ".unique_entry")) {
    }
    if (lex_is(x, "("))
        parse_param_list(p, &head->results);
    int line = x->token.line;
    const char *name = take_word(p, "a function's name");
    if (lex_is(x, "("))
        parse_param_list(p, &head->params);
    if (failed(p))
        return;
    for (Var *v = head->params; v; v = v->next)
        v->argument = kernel;
    SimFunction *f = declare_function(p, name, linkage);
    u32 most[3] = {0}, exactly[3] = {0}, cluster[3] = {0};
    bool few = false;
    while (!failed(p) && !lex_is(x, "{") && !lex_is(x, ";")) {
        if (lex_take(x, ".maxntid")) {
            take_threads(p, most);
        } else if (lex_take(x, ".reqntid")) {
            take_threads(p, exactly);
        } else if (lex_take(x, ".maxnreg")) {
            take_integer(p);
            few = true;
        } else if (lex_take(x, ".minnctapersm") || lex_take(x, ".maxclusterrank")) {
            take_integer(p);
        } else if (lex_take(x, ".reqnctapercluster")) {
            take_threads(p, cluster);
        } else if (
            lex_take(
                x,
                ".explicitcluster")) { // clusters by a launch's attribute, which needs no directive
        } else if (lex_take(x, ".pragma")) {
            skip_to_semicolon(p);
        } else if (!lex_take(x, ".noreturn")) {
            refuse_token(p, "function directive '%s' is not supported");
        }
    }
    fail_if(p, most[0] && exactly[0], "'%s' has both .maxntid and .reqntid", name);
    f->kernel = kernel;
    if (!f->defined) {
        f->params = head->params;
        f->results = head->results;
    }
    if (lex_take(x, ";"))
        return;
    lex_expect(x, "{");
    if (f->defined && linkage.weak) {
        // Another unit has the same template instance: one is enough.
        head->module = p->m;
        parse_block(p, 0);
        return;
    }
    fail_if(p, f->defined, "'%s' is defined twice", name);
    if (failed(p))
        return;
    f->defined = true;
    f->unit = p->unit;
    f->line = line;
    f->bounded = few || most[0] || exactly[0];
    memcpy(f->block, exactly, sizeof f->block);
    memcpy(f->cluster, cluster, sizeof f->cluster);
    u64 threads = (u64)most[0] * most[1];
    if (most[0] && threads <= SIM_MOST_THREADS && threads * most[2] <= SIM_MOST_THREADS)
        f->max_threads = (int)(threads * most[2]);
    p->f = f;
    p->loc = -1;
    parse_block(p, 0);
}

static void parse_file(Parser *p)
{
    Lexer *x = &p->x;
    SimModule *m = p->m;
    int number = (int)take_integer(p);
    if (fail_if(p, x->token.kind != T_STRING, "expected a file name", NULL))
        return;
    const char *name =
        given(p, arena_string(&m->arena, x->token.start + 1, (size_t)x->token.length - 2));
    struct FileName *f = push(p, &m->files, &m->file_count, &m->file_capacity, sizeof *f);
    f->unit = p->unit;
    f->number = number;
    f->name = name;
    lex_next(x);
    while (lex_take(x, ","))
        take_integer(p);
}

// The major version of PTX that is known here. Its later minor versions only add instructions.
enum { NEWEST = 9 };

// Reads the number of a .version: 8.0.
static void parse_version(Parser *p)
{
    Lexer *x = &p->x;
    const bool whole = x->token.kind != T_FLOAT64;
    const double version = whole ? (double)x->token.value : f64_of(x->token.value);
    if (version >= NEWEST + 1) {
        refuse_token(p, "PTX of .version %s: the simulator knows it up to 9");
        x->err->status = SIM_NEWER_PTX;
    } else if (10 * version > p->m->ptx_version) {
        p->m->ptx_version = (int)(10 * version + 0.5);
    }
    if (whole)
        take_integer(p);
    else
        lex_next(x);
}

static void skip_section(Parser *p)
{
    Lexer *x = &p->x;
    lex_next(x);
    lex_expect(x, "{");
    int depth = 1;
    while (depth && x->token.kind != T_END) {
        depth += lex_is(x, "{") - lex_is(x, "}");
        lex_next(x);
    }
}

static void parse_directive(Parser *p)
{
    Lexer *x = &p->x;
    Linkage linkage = {0};
    for (;; linkage.visible = true) {
        if (lex_take(x, ".extern"))
            linkage.external = true;
        else if (lex_take(x, ".weak") || lex_take(x, ".common"))
            linkage.weak = true;
        else if (!lex_take(x, ".visible"))
            break;
    }
    VarSpace space;
    if (take_var_space(x, V_SHARED, &space)) {
        parse_vars(p, space, linkage, &p->m->vars);
    } else if (lex_take(x, ".func")) {
        parse_function(p, false, linkage);
    } else if (lex_take(x, ".entry")) {
        parse_function(p, true, linkage);
    } else if (lex_take(x, ".version")) {
        parse_version(p);
    } else if (lex_take(x, ".address_size")) {
        take_integer(p);
    } else if (lex_take(x, ".target")) {
        const char *word = take_word(p, "a target");
        p->m->ptx_target = atoi(word + strcspn(word, "0123456789"));
        p->m->one_target = *word && word[strlen(word) - 1] == 'a'; // sm_90a
        fail_if(p, p->m->ptx_target <= 0, "'%s' is not a target", word);
        while (lex_take(x, ",")) {
            word = take_word(p, "a target");
            p->m->debug |= strcmp(word, "debug") == 0;
        }
    } else if (lex_take(x, ".file")) {
        parse_file(p);
    } else if (lex_take(x, ".section")) {
        skip_section(p);
    } else if (lex_take(x, ".pragma")) {
        skip_to_semicolon(p);
    } else {
        refuse_token(p, "'%s' is not a directive the simulator knows");
    }
}

bool parse_unit(SimModule *m, const char *ptx, size_t length, int unit, SimError *err)
{
    Parser p = {.m = m, .unit = unit, .loc = -1};
    lex_start(&p.x, ptx, length, err);
    while (!failed(&p) && p.x.token.kind != T_END)
        parse_directive(&p);
    return !failed(&p);
}
