// module.c: writes a module as PTX: its head, variables with their initial values, functions, places in the source.
//
// In PTX a name must be declared before it is used. So functions' bodies are written first, to a text of their own, and all
// that they name is declared before them.

#include "lab/compiler/lower/lower.h"

#include <string.h>

enum { MOST_DEPTH = 64 };

// ---- Initial values -------------------------------------------------------------------------------------------------

// The bytes of a variable, and the names whose addresses are in them.
typedef struct {
    u8 *bytes;
    u64 size;
    struct Slot {
        u64 offset;
        const char *text;
    } * slots;
    int count, capacity;
} Image;

static void fill(Module *m, Image *image, Value *v, u64 offset);

static void fill_pointer(Module *m, Image *image, Value *v, u64 offset)
{
    Address a = address_of(m, v);
    if (a.root->kind == V_ZERO || a.root->kind == V_UNDEF)
        return;
    if (a.root->kind != V_SYMBOL || offset % 8)
        fail_at(m, NULL, "an initial value with this address is not supported");
    Symbol *s = a.root->symbol;
    s->used = true;
    const char *name = ptx_name(m, s->name);
    if (!s->is_function)
        name = sprint(m, "generic(%s)", name);
    if (a.offset)
        name = sprint(m, "%s+%l", name, (u64)a.offset);
    ADD(m, image->slots, image->count, image->capacity, (struct Slot){offset, name});
}

static void fill(Module *m, Image *image, Value *v, u64 offset)
{
    u64 size = type_size(m, v->type);
    if (m->depth++ >= MOST_DEPTH || offset + size > image->size)
        fail_at(m, NULL, "an initial value does not fit its type");
    switch (v->kind) {
    case V_ZERO:
    case V_UNDEF: break;
    case V_INT:
    case V_FLOAT:
        for (u64 i = 0; i < size && i < 8; i++)
            image->bytes[offset + i] = (u8)(v->bits >> (8 * i));
        break;
    case V_BYTES: memcpy(image->bytes + offset, v->text, size); break;
    case V_AGGREGATE:
        for (int i = 0; i < v->count; i++)
            fill(m, image, v->operands[i], offset + member_offset(m, v->type, (u64)i));
        break;
    case V_EXPRESSION:
        if (v->op == OP_PTRTOINT && v->type->bits == 64) {
            fill_pointer(m, image, v->operands[0], offset);
            break;
        }
        if (v->type->kind != TY_POINTER)
            fail_at(m, NULL, "an initial value that is computed is not supported");
        fill_pointer(m, image, v, offset);
        break;
    default: fill_pointer(m, image, v, offset);
    }
    m->depth--;
}

static void put_image(Module *m, PtxText *to, const Image *image)
{
    u64 step = image->count ? 8 : 1, last = image->size;
    while (last && !image->bytes[last - 1] && !image->count) // zeros at the end are not written
        last--;
    if (!last)
        return;
    ptx_put(m, to, " = {", 4);
    for (u64 at = 0; at < last; at += step) {
        const char *text = NULL;
        u64 word = 0;
        for (int i = 0; i < image->count; i++)
            if (image->slots[i].offset == at)
                text = image->slots[i].text;
        for (u64 i = 0; i < step; i++)
            word |= (u64)image->bytes[at + i] << (8 * i);
        ptx_print(m, to, at ? ", %s" : "%s", text ? text : sprint(m, "%l", word));
    }
    ptx_put(m, to, "}", 1);
}

static void put_variable(Module *m, PtxText *to, Symbol *s);

// Writes the variables that an initial value names, which must come before it.
static void put_named(Module *m, PtxText *to, const Value *v)
{
    if (m->depth++ >= MOST_DEPTH)
        fail_at(m, NULL, "initial values are nested too deeply");
    if (v->kind == V_SYMBOL && !v->symbol->is_function)
        put_variable(m, to, v->symbol);
    for (int i = 0; i < v->count; i++)
        put_named(m, to, v->operands[i]);
    m->depth--;
}

static void put_variable(Module *m, PtxText *to, Symbol *s)
{
    static const char *const spaces[] = {"global", "global", NULL, "shared", "const"};
    if (s->used || !s->type)
        return;
    s->used = true;
    const char *name = ptx_name(m, s->name), *space = spaces[s->space];
    u64 size = type_size(m, s->type);
    if (!s->defined) {
        ptx_print(m, to, ".extern .%s .align %l .b8 %s[%s];\n", space, s->align, name,
                  size ? sprint(m, "%l", size) : "");
        return;
    }
    Image image = {.bytes = make(m, size + 8), .size = size};
    if (s->space != SPACE_SHARED) {
        put_named(m, to, s->init);
        fill(m, &image, s->init, 0);
    }
    if (image.count && size % 8)
        fail_at(m, NULL, "the variable %s holds addresses, but not a whole number of words",
                s->name);
    const char *linkage = s->internal ? "" : ".visible ";
    u64 align = image.count && s->align < 8 ? 8 : s->align;
    ptx_print(m, to, "%s.%s .align %l .%s %s[%l]", s->space == SPACE_SHARED ? "" : linkage, space,
              align, image.count ? "u64" : "b8", name,
              image.count ? size / 8
              : size      ? size
                          : (u64)1);
    put_image(m, to, &image);
    ptx_put(m, to, ";\n", 2);
}

// ---- Functions ------------------------------------------------------------------------------------------------------

static const Group *group_of(const Module *m, const Symbol *f)
{
    for (int i = 0; i < m->group_count; i++)
        if (m->groups[i].number == f->group)
            return &m->groups[i];
    return NULL;
}

static void put_function(Module *m, PtxText *to, Symbol *f)
{
    const Group *g = group_of(m, f);
    ptx_print(m, to, "\n%s",
              f->internal && !f->kernel ? ""
              : f->weak && !f->kernel   ? ".weak "
                                        : ".visible ");
    put_signature(m, f, to);
    if (f->kernel && g && g->max_threads[0])
        ptx_print(m, to, "\n.maxntid %d, %d, %d", g->max_threads[0],
                  g->max_threads[1] ? g->max_threads[1] : 1,
                  g->max_threads[2] ? g->max_threads[2] : 1);
    if (f->kernel && g && g->min_blocks)
        ptx_print(m, to, "\n.minnctapersm %d", g->min_blocks);
    if (f->kernel && g && g->max_registers)
        ptx_print(m, to, "\n.maxnreg %d", g->max_registers);
    ptx_print(m, to, "\n{\n");
    lower_function(m, f, to);
    ptx_print(m, to, "}\n");
}

static void emit_module(Module *m, PtxText *to)
{
    PtxText bodies = {0};
    for (Symbol *s = m->symbols; s; s = s->next)
        if (s->is_function && s->defined)
            put_function(m, &bodies, s);
    ptx_print(m, to, ".version 9.0\n.target sm_86\n.address_size 64\n\n");
    for (Symbol *s = m->symbols; s; s = s->next)
        if (s->is_function && !s->kernel && s->used) {
            ptx_print(m, to, "%s",
                      !s->defined   ? ".extern "
                      : s->internal ? ""
                      : s->weak     ? ".weak "
                                    : ".visible ");
            put_signature(m, s, to);
            ptx_print(m, to, "%s;\n", s->no_return ? "\n.noreturn" : "");
        }
    for (Symbol *s = m->symbols; s; s = s->next)
        if (!s->is_function)
            put_variable(m, to, s);
    ptx_put(m, to, bodies.bytes ? bodies.bytes : "", bodies.length);
    locations_finish(m, to);
}

const char *compile_ir(const CompilerHost *host, const char *ir, size_t length)
{
    Module *m = NULL;
    PtxText ptx = {0};
    Module boot = {.host = host, .arena = host->arena};
    m = make(&boot, sizeof *m);
    *m = boot;
    parse_module(m, ir, length);
    emit_module(m, &ptx);
    return ptx.bytes;
}
