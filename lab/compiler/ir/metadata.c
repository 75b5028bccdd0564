// metadata.c: reads where code comes from.
//
// An instruction's !dbg leads to a DILocation: line, column, scope, and the call that it was inlined at. A scope leads to
// its file. PTX says the same with .loc and .file; the names of inlined functions are in .debug_str.

#include "lab/compiler/ir/ir.h"

#include <string.h>

enum { MOST_NODES = 1 << 22, MOST_CHAIN = 100 };

int meta_number(const Token *t)
{
    int n = 0;
    if (t->kind != T_META || t->length == 0 || t->length > 7)
        return -1;
    for (int i = 0; i < t->length; i++) {
        if (t->start[i] < '0' || t->start[i] > '9')
            return -1;
        n = 10 * n + t->start[i] - '0';
    }
    return n;
}

static const Node *node_at(const Module *m, int number, int kind)
{
    if (number < 0 || number >= m->node_count || (int)m->nodes[number].kind != kind)
        return NULL;
    return &m->nodes[number];
}

// Reads the keys of one node: line: 3, scope: !7, name: "x". Other keys are skipped, with all that they hold in brackets.
static void parse_fields(Module *m, Node *n)
{
    Lexer *x = &m->x;
    int line = x->token.line;
    while (x->token.kind != T_END && x->token.line == line && !lex_is(x, ")")) {
        const Token key = x->token;
        lex_next(x);
        if (key.kind != T_LABEL)
            continue;
        const Token *t = &x->token;
        if (t->kind == T_WORD) {
            n->letter = token_is(t, "DW_ATE_signed") || token_is(t, "DW_ATE_signed_char") ? 's'
                        : token_is(t, "DW_ATE_unsigned") || token_is(t, "DW_ATE_unsigned_char")
                            ? 'u'
                        : token_is(t, "DW_ATE_float")        ? 'f'
                        : token_is(t, "DW_ATE_boolean")      ? 'b'
                        : token_is(t, "DW_TAG_pointer_type") ? 'p'
                                                             : n->letter;
        } else if (t->kind == T_INT && t->length < 10) {
            int number = 0;
            for (int i = 0; i < t->length; i++)
                number = t->start[i] == '-' ? 0 : 10 * number + t->start[i] - '0';
            if (token_is(&key, "line"))
                n->line = number;
            else if (token_is(&key, "column"))
                n->column = number;
            else if (token_is(&key, "size"))
                n->bits = number;
        } else if (t->kind == T_META) {
            if (token_is(&key, "scope"))
                n->scope = meta_number(t);
            else if (token_is(&key, "inlinedAt"))
                n->inlined_at = meta_number(t);
            else if (token_is(&key, "file"))
                n->file = meta_number(t);
            else if (token_is(&key, "type") || token_is(&key, "baseType"))
                n->type = meta_number(t);
        } else if (t->kind == T_STRING) {
            const char *text = make_string(m, t->start, (size_t)t->length);
            if (token_is(&key, "name") || token_is(&key, "filename"))
                n->name = text;
            else if (token_is(&key, "linkageName"))
                n->linkage = text;
            else if (token_is(&key, "directory"))
                n->directory = text;
        }
    }
}

// Reads !12 = distinct !DILexicalBlock(…) and the like. Other nodes, and named ones, are skipped.
void parse_node(Module *m)
{
    static const struct {
        const char *word;
        int kind;
    } kinds[] = {{"DILocation", M_LOCATION},  {"DISubprogram", M_SCOPE},
                 {"DILexicalBlock", M_SCOPE}, {"DILexicalBlockFile", M_SCOPE},
                 {"DIFile", M_FILE},          {"DILocalVariable", M_VARIABLE},
                 {"DIBasicType", M_TYPE},     {"DIDerivedType", M_TYPE}};
    Lexer *x = &m->x;
    int number = meta_number(&x->token);
    lex_next(x);
    expect(m, "=");
    lex_take(x, "distinct");
    if (number >= MOST_NODES)
        fail(m, "there are more than %d nodes of metadata", MOST_NODES);
    for (size_t i = 0; number >= 0 && i < sizeof kinds / sizeof *kinds; i++)
        if (x->token.kind == T_META && token_is(&x->token, kinds[i].word)) {
            while (m->node_count <= number) {
                Node *n = push(m, &m->nodes, &m->node_count, &m->node_capacity, sizeof *n);
                *n = (Node){.scope = -1, .inlined_at = -1, .file = -1, .type = -1};
            }
            m->nodes[number].kind = kinds[i].kind;
            parse_fields(m, &m->nodes[number]);
            break;
        }
    lex_skip_line(x);
}

// ---- From a location to a file ---------------------------------------------------------------------------------------

static const Node *scope_of(const Module *m, const Node *location)
{
    return node_at(m, location->scope, M_SCOPE);
}

static const Node *file_of(const Module *m, const Node *scope)
{
    return scope ? node_at(m, scope->file, M_FILE) : NULL;
}

// Returns the function that a scope belongs to.
static const Node *function_of(const Module *m, const Node *scope)
{
    for (int i = 0; scope && !scope->name && i < MOST_CHAIN; i++)
        scope = node_at(m, scope->scope, M_SCOPE);
    return scope && scope->name ? scope : NULL;
}

static const char *path_of(Module *m, const Node *file)
{
    const char *name = file->name ? file->name : "";
    return *name == '/' || !file->directory || !*file->directory
               ? name
               : sprint(m, "%s/%s", file->directory, name);
}

void location_source(Module *m, int loc, const char **file, int *line)
{
    *file = NULL;
    *line = 0;
    const Node *n = node_at(m, loc, M_LOCATION);
    for (int i = 0; n && i < MOST_CHAIN; i++, n = node_at(m, n->inlined_at, M_LOCATION)) {
        const Node *f = file_of(m, scope_of(m, n));
        if (f && n->line) {
            *file = path_of(m, f);
            *line = n->line;
        }
    }
}

_Noreturn void fail_at(Module *m, const Value *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = sprint_list(m, format, args);
    va_end(args);
    const char *file = NULL;
    int line = 0;
    if (v)
        location_source(m, v->loc, &file, &line);
    if (file)
        stop_with(m, sprint(m, "%s:%d: %s", file, line, text));
    stop_with(m, sprint(m, "IR line %d: %s", v ? v->line : 0, text));
}

// ---- Variables -------------------------------------------------------------------------------------------------------

int location_scope(const Module *m, int loc, bool *inlined)
{
    const Node *n = node_at(m, loc, M_LOCATION), *outer = NULL;
    *inlined = n && n->inlined_at >= 0;
    for (int i = 0; n && i < MOST_CHAIN; i++, n = node_at(m, n->inlined_at, M_LOCATION))
        outer = n;
    return outer ? outer->scope : -1;
}

int scope_depth(const Module *m, int scope, int inside)
{
    for (int i = 0; i < MOST_CHAIN && scope >= 0; i++) {
        if (scope == inside)
            return i;
        const Node *n = node_at(m, scope, M_SCOPE);
        scope = n ? n->scope : -1;
    }
    return -1;
}

bool variable_named(Module *m, int variable, const char **name, int *scope, const char **type)
{
    const Node *v = node_at(m, variable, M_VARIABLE), *t = v ? node_at(m, v->type, M_TYPE) : NULL;
    for (int i = 0; t && !t->letter && i < MOST_CHAIN; i++) // typedefs and qualifiers
        t = node_at(m, t->type, M_TYPE);
    if (!t || !t->letter || !v->name || v->scope < 0 || t->bits < 8 || t->bits > 64)
        return false;
    *name = v->name;
    *scope = v->scope;
    *type = sprint(m, "%s%d", make_string(m, &t->letter, 1), t->bits);
    return true;
}

// ---- .loc, .file and the section of strings --------------------------------------------------------------------------

static int file_number(Module *m, const Node *file)
{
    Node *f = (Node *)file;
    if (!f->file_number)
        f->file_number = ++m->files;
    return f->file_number;
}

void location_print(Module *m, PtxText *to, int loc)
{
    const Node *n = node_at(m, loc, M_LOCATION), *chain[MOST_CHAIN];
    int count = 0;
    for (; n && count < MOST_CHAIN; n = node_at(m, n->inlined_at, M_LOCATION))
        if (file_of(m, scope_of(m, n)))
            chain[count++] = n;
    // Callers come first, since a .loc refers to an earlier one.
    for (int i = count - 1; i >= 0; i--) {
        const Node *at = chain[i];
        ptx_print(m, to, "\t.loc\t%d %d %d", file_number(m, file_of(m, scope_of(m, at))), at->line,
                  at->column);
        if (i < count - 1) {
            const Node *caller = chain[i + 1];
            Node *function = (Node *)function_of(m, scope_of(m, at));
            if (!function)
                return ptx_print(m, to, "\n");
            if (!function->string)
                function->string = ++m->strings;
            ptx_print(m, to, ", function_name $L__info_string%d, inlined_at %d %d %d",
                      function->string - 1, file_number(m, file_of(m, scope_of(m, caller))),
                      caller->line, caller->column);
        }
        ptx_print(m, to, "\n");
    }
}

void locations_finish(Module *m, PtxText *to)
{
    for (int number = 1; number <= m->files; number++)
        for (int i = 0; i < m->node_count; i++)
            if (m->nodes[i].file_number == number)
                ptx_print(m, to, "\t.file\t%d \"%s\"\n", number, path_of(m, &m->nodes[i]));
    if (!m->strings)
        return;
    ptx_print(m, to, "\t.section\t.debug_str\n\t{\n");
    for (int i = 0; i < m->node_count; i++)
        if (m->nodes[i].string) {
            const Node *f = &m->nodes[i];
            ptx_print(m, to, "$L__info_string%d:\n.b8 ", f->string - 1);
            for (const char *c = f->linkage ? f->linkage : f->name; *c; c++)
                ptx_print(m, to, "%d,", (u8)*c);
            ptx_print(m, to, "0\n");
        }
    ptx_print(m, to, "\t}\n");
}
