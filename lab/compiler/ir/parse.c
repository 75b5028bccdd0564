// parse.c: reads the module: types, variables, functions' heads, attributes.
//
// The grammar is that of clang 22's output after its optimizations, not of all that LLVM reads. Unknown text stops the parser,
// so that nothing is left out silently. Attributes are hints: unknown ones are skipped.

#include "lab/compiler/ir/ir.h"

#include <string.h>

static const char *const layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";
static const char *const triple = "nvptx64-nvidia-cuda";

// ---- Variables ------------------------------------------------------------------------------------------------------

// Reads the words before a definition that say how it is linked.
static void parse_linkage(Module *m, Symbol *s, bool *external)
{
    Lexer *x = &m->x;
    for (;; lex_next(x)) {
        if (lex_is(x, "internal") || lex_is(x, "private"))
            s->internal = true;
        else if (lex_is(x, "weak") || lex_is(x, "weak_odr") || lex_is(x, "linkonce") ||
                 lex_is(x, "linkonce_odr"))
            s->weak = true;
        else if (lex_is(x, "external") || lex_is(x, "extern_weak"))
            *external = true;
        else if (!lex_is(x, "dso_local") && !lex_is(x, "unnamed_addr") &&
                 !lex_is(x, "local_unnamed_addr") && !lex_is(x, "hidden") &&
                 !lex_is(x, "protected") && !lex_is(x, "externally_initialized") &&
                 !lex_is(x, "common") && !lex_is(x, "appending") &&
                 !lex_is(x, "available_externally"))
            return;
    }
}

// Reads @table = internal addrspace(1) global [4 x i32] [i32 1, …], align 4, !dbg !0.
static void parse_variable(Module *m)
{
    Lexer *x = &m->x;
    const Token name = x->token;
    lex_next(x);
    expect(m, "=");
    if (name.length > 5 && memcmp(name.start, "llvm.", 5) == 0) {
        lex_skip_line(x);
        return;
    }
    Symbol *s = symbol_named(m, name.start, name.length);
    if (s->defined || s->type)
        fail(m, "%s is defined twice", s->name);
    s->line = name.line;
    bool external = false;
    parse_linkage(m, s, &external);
    if (lex_take(x, "addrspace")) {
        expect(m, "(");
        s->space = (int)parse_number(m);
        expect(m, ")");
    }
    parse_linkage(m, s, &external);
    if (s->space != SPACE_GENERIC && s->space != SPACE_GLOBAL && s->space != SPACE_SHARED &&
        s->space != SPACE_CONST)
        fail(m, "%s lies in address space %d, where no variable can be", s->name, s->space);
    s->value->type = type_pointer(m, s->space);
    s->constant = lex_take(x, "constant");
    if (!s->constant)
        expect(m, "global");
    s->type = type_parse(m);
    s->align = type_align(m, s->type);
    s->defined = !external;
    if (!external)
        s->init = parse_value(m, NULL, s->type);
    while (lex_take(x, ",")) {
        if (lex_take(x, "align"))
            s->align = parse_align(m);
        else if (lex_take(x, "comdat")) {
            if (lex_is(x, "("))
                skip_balanced(m);
        } else { // !dbg !0, section "…"
            lex_next(x);
            lex_next(x);
        }
    }
}

// ---- Functions ------------------------------------------------------------------------------------------------------

static void parse_parameters(Module *m, Symbol *f)
{
    Lexer *x = &m->x;
    expect(m, "(");
    for (bool first = true; !lex_is(x, ")"); first = false) {
        if (!first)
            expect(m, ",");
        if (lex_take(x, "...")) {
            f->varargs = true;
            break;
        }
        Argument *a = push(m, &f->arguments, &f->argument_count, &f->argument_capacity, sizeof *a);
        Type *type = type_parse(m);
        parse_attributes(m, a);
        a->value = make(m, sizeof *a->value);
        *a->value = (Value){.kind = V_ARGUMENT,
                            .type = type,
                            .argument = f->argument_count - 1,
                            .line = x->token.line,
                            .loc = -1};
        if (a->byval && type->kind != TY_POINTER)
            fail(m, "only a pointer can be byval");
        if (x->token.kind == T_LOCAL) {
            a->value->name = make_string(m, x->token.start, (size_t)x->token.length);
            lex_next(x);
        }
    }
    expect(m, ")");
}

static int group_number(const Token *t)
{
    int n = 0;
    for (int i = 0; i < t->length && i < 8; i++)
        n = 10 * n + t->start[i] - '0';
    return n;
}

// Reads a function, after `define` or `declare`.
static void parse_function(Module *m, bool defined)
{
    Lexer *x = &m->x;
    Symbol head = {.loc = -1, .group = -1, .is_function = true, .line = x->token.line};
    bool external;
    parse_linkage(m, &head, &external);
    while (!type_starts(x) &&
           x->token.kind != T_END) { // calling convention, attributes of the result
        head.kernel = head.kernel || lex_is(x, "ptx_kernel");
        lex_next(x);
        if (lex_is(x, "("))
            skip_balanced(m);
    }
    head.type = type_parse(m);
    if (x->token.kind != T_GLOBAL)
        fail(m, "a function's name is expected");
    Symbol *s = symbol_named(m, x->token.start, x->token.length);
    lex_next(x);
    if (s->defined || s->type)
        fail(m, "%s is defined twice", s->name);
    head.name = s->name;
    head.value = s->value;
    head.next = s->next;
    head.defined = defined;
    *s = head;
    s->value->type = type_pointer(m, 0);
    if (m->symbol_tail == &head.next)
        m->symbol_tail = &s->next;
    int line = x->token.line; // the whole head is in one line
    parse_parameters(m, s);
    while (x->token.kind != T_END && x->token.line == line && !lex_is(x, "{")) {
        if (x->token.kind == T_GROUP)
            s->group = group_number(&x->token);
        if (x->token.kind == T_META && token_is(&x->token, "dbg")) {
            lex_next(x);
            s->loc = meta_number(&x->token);
        }
        lex_next(x);
    }
    if (defined)
        parse_body(m, s);
}

// Reads attributes #3 = { … "nvvm.maxntid"="128,2,1" … }.
static void parse_group(Module *m)
{
    Lexer *x = &m->x;
    Group *g = push(m, &m->groups, &m->group_count, &m->group_capacity, sizeof *g);
    if (x->token.kind != T_GROUP)
        fail(m, "a group of attributes must have a number");
    g->number = group_number(&x->token);
    lex_next(x);
    expect(m, "=");
    expect(m, "{");
    while (!lex_is(x, "}")) {
        if (x->token.kind == T_END)
            fail(m, "a bracket is not closed");
        const Token key = x->token;
        lex_next(x);
        if (key.kind != T_STRING || !lex_take(x, "=") || x->token.kind != T_STRING)
            continue;
        int numbers[3] = {0}, k = 0;
        for (int i = 0; i < x->token.length && k < 3; i++) {
            char c = x->token.start[i];
            if (c == ',')
                k++;
            else if (is_digit(c) && numbers[k] < 1 << 24)
                numbers[k] = 10 * numbers[k] + c - '0';
        }
        if (token_is(&key, "nvvm.maxntid"))
            memcpy(g->max_threads, numbers, sizeof numbers);
        else if (token_is(&key, "nvvm.minctasm"))
            g->min_blocks = numbers[0];
        else if (token_is(&key, "nvvm.maxnreg"))
            g->max_registers = numbers[0];
        lex_next(x);
    }
    lex_next(x);
}

// ---- The module -------------------------------------------------------------------------------------------------------

static void parse_struct_name(Module *m)
{
    Lexer *x = &m->x;
    Type **named = (Type **)names_at(m, m->structs, x->token.start, x->token.length);
    lex_next(x);
    expect(m, "=");
    expect(m, "type");
    if (!*named)
        *named = type_simple(m, TY_OTHER);
    if ((*named)->kind != TY_OTHER)
        fail(m, "a type is defined twice");
    if (!lex_take(x, "opaque")) {
        Type *t = type_parse(m);
        if (t->kind != TY_STRUCT)
            fail(m, "only structs have names");
        **named = *t;
    }
}

static void parse_target(Module *m)
{
    Lexer *x = &m->x;
    const char *wanted = lex_is(x, "datalayout") ? layout : lex_is(x, "triple") ? triple : NULL;
    lex_next(x);
    expect(m, "=");
    if (!wanted || !token_is(&x->token, wanted))
        fail(m, "the IR is for another target than %s, or was made by another clang", triple);
    lex_next(x);
}

void parse_module(Module *m, const char *text, size_t length)
{
    Lexer *x = &m->x;
    m->globals = names_new(m);
    m->structs = names_new(m);
    m->symbol_tail = &m->symbols;
    lex_start(x, text, length);
    while (x->token.kind != T_END) {
        if (lex_take(x, "target"))
            parse_target(m);
        else if (lex_take(x, "define"))
            parse_function(m, true);
        else if (lex_take(x, "declare"))
            parse_function(m, false);
        else if (lex_take(x, "attributes"))
            parse_group(m);
        else if (x->token.kind == T_LOCAL)
            parse_struct_name(m);
        else if (x->token.kind == T_GLOBAL)
            parse_variable(m);
        else if (x->token.kind == T_META)
            parse_node(m);
        else if (lex_is(x, "source_filename") || lex_is(x, "$") ||
                 (x->token.kind == T_WORD && *x->token.start == '$'))
            lex_skip_line(x); // debug information names the file; a comdat is for the linker
        else
            fail(m, "'%s' is not understood",
                 make_string(m, x->token.start, (size_t)x->token.length));
    }
    if (x->at < x->end || m->depth)
        fail(m, "a string has no end");
}
