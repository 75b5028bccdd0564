// call.c: lowers calls, the parameters and results of functions and kernels, and inline assembly.
//
// PTX passes all values in .param variables: integers of up to 32 bits as 32 bits, structs as arrays of bytes. In the IR a struct
// that is passed by value is a pointer to it; the callee copies the struct to a local variable, a kernel reads it in place.

#include "lab/compiler/lower/lower.h"

#include <string.h>

// ---- Parameters as PTX declares them ----------------------------------------------------------------------------------

static bool is_bytes(const Type *t)
{
    return t->kind == TY_STRUCT || t->kind == TY_ARRAY || t->kind == TY_VECTOR ||
           t->kind == TY_HALF || t->kind == TY_BFLOAT || (t->kind == TY_INT && t->bits > 64);
}

// Returns a parameter's declaration: ".param .b64 x" or ".param .align 8 .b8 x[16]".
static const char *param_text(Module *m, Type *t, u64 align, const char *name, bool kernel)
{
    u64 size = type_size(m, t);
    if (is_bytes(t)) {
        u64 own = type_align(m, t);
        return sprint(m, ".param .align %l .b8 %s[%l]", align > own ? align : own, name, size);
    }
    if (!kernel && size < 4)
        size = 4;
    return sprint(m, ".param .%s%l %s",
                  kernel ? t->kind == TY_FLOAT || t->kind == TY_DOUBLE ? "f" : "u" : "b", 8 * size,
                  name);
}

void put_signature(Module *m, Symbol *f, PtxText *to)
{
    const char *name = ptx_name(m, f->name);
    if (f->kernel)
        ptx_print(m, to, ".entry %s(", name);
    else if (f->type->kind == TY_VOID)
        ptx_print(m, to, ".func %s(", name);
    else
        ptx_print(m, to, ".func (%s) %s(", param_text(m, f->type, 0, "func_retval0", false), name);
    for (int i = 0; i < f->argument_count; i++) {
        const Argument *a = &f->arguments[i];
        Type *t = a->byval ? a->byval : a->value->type;
        ptx_print(m, to, "%s\n\t%s", i ? "," : "",
                  param_text(m, t, a->byval ? a->align : 0, sprint(m, "%s_param_%d", name, i),
                             f->kernel));
    }
    ptx_print(m, to, "\n)");
}

// ---- A function's parameters ---------------------------------------------------------------------------------------

void prepare_arguments(Lower *l)
{
    for (int i = 0; i < l->f->argument_count; i++) {
        Argument *a = &l->f->arguments[i];
        if (a->byval && !a->in_place && a->value->user_count) {
            a->copy = sprint(l->m, "__param_%d", i);
            u64 own = type_align(l->m, a->byval);
            a->align = a->align > own ? a->align : own;
        }
    }
}

// Moves `size` bytes between two variables in the largest words that their alignment allows.
static void move_bytes(Lower *l, const char *from, const char *from_space, const char *to,
                       const char *to_space, u64 size, u64 align)
{
    for (u64 at = 0, bytes; at < size; at += bytes) {
        bytes = align < 8 ? align : 8;
        while (bytes > size - at)
            bytes /= 2;
        const char *reg = temp(l, bytes == 8 ? R_LONG : R_INT);
        put(l, "ld%s.u%d \t%s, [%s+%l]", from_space, (int)(8 * bytes), reg, from, at);
        put(l, "st%s.u%d \t[%s+%l], %s", to_space, (int)(8 * bytes), to, at, reg);
    }
}

// Loads one part of a value from a .param variable into the register of l->at.
static void load_part(Lower *l, const char *variable, const Part *p, int part)
{
    RegClass c = class_of(l, l->at, part);
    const char *word = ptx_class(c), *d = def(l, part);
    if (c == R_PRED || (p->type->kind == TY_INT && p->type->bits < 32)) {
        const char *reg = c == R_PRED ? temp(l, R_INT) : d;
        put(l, "ld.param.u%d \t%s, [%s+%l]", p->type->bits <= 8 ? 8 : 16, reg, variable, p->offset);
        if (c == R_PRED) {
            const char *bit = temp(l, R_INT);
            put(l, "and.b32 \t%s, %s, 1", bit, reg);
            put(l, "setp.ne.s32 \t%s, %s, 0", d, bit);
        }
        return;
    }
    put(l, "ld.param.%s \t%s, [%s+%l]", word, d, variable, p->offset);
}

void lower_arguments(Lower *l)
{
    for (int i = 0; i < l->f->argument_count; i++) {
        const Argument *a = &l->f->arguments[i];
        const char *name = sprint(l->m, "%s_param_%d", ptx_name(l->m, l->f->name), i);
        l->at = a->value;
        if (a->copy) {
            move_bytes(l, name, ".param", a->copy, ".local", type_size(l->m, a->byval), a->align);
        } else if (!a->byval && a->value->needed) {
            int count;
            const Part *parts = parts_of(l->m, a->value->type, &count);
            if (count == 1 && a->value->space == SPACE_GLOBAL &&
                a->value->type->kind == TY_POINTER) {
                const char *generic = temp(l, R_LONG);
                put(l, "ld.param.u64 \t%s, [%s]", generic, name);
                put(l, "cvta.to.global.u64 \t%s, %s", def(l, 0), generic);
                continue;
            }
            for (int part = 0; part < count; part++)
                load_part(l, name, &parts[part], part);
        }
    }
}

// ---- Results and calls ----------------------------------------------------------------------------------------------

// Stores a part of a value into a .param variable.
static void store_part(Lower *l, Value *v, const Part *p, int part, const char *variable,
                       bool bytes)
{
    const char *x;
    if (p->type->kind == TY_INT && p->type->bits < 32) {
        x = use_zero_extended(l, v, part);
        if (bytes)
            put(l, "st.param.b%d \t[%s+%l], %s", p->type->bits <= 8 ? 8 : 16, variable, p->offset,
                x);
        else
            put(l, "st.param.b32 \t[%s], %s", variable, x);
        return;
    }
    x = p->type->kind == TY_HALF || p->type->kind == TY_BFLOAT ? use_reg(l, v, part)
                                                               : use_part(l, v, part);
    put(l, "st.param.%s \t[%s+%l], %s",
        ptx_class(p->type->kind == TY_POINTER ? R_LONG : class_of(l, v, part)), variable, p->offset,
        x);
}

void lower_return(Lower *l, Value *v)
{
    if (v->count && !l->f->kernel) {
        int count;
        const Part *parts = parts_of(l->m, v->operands[0]->type, &count);
        for (int part = 0; part < count; part++)
            store_part(l, v->operands[0], &parts[part], part, "func_retval0",
                       is_bytes(v->operands[0]->type));
    }
    put(l, "ret");
}

static void lower_function_call(Lower *l, Value *v)
{
    Module *m = l->m;
    Value *callee = v->operands[0];
    bool direct = callee->kind == V_SYMBOL && callee->symbol->is_function;
    const char *target = direct ? ptx_name(m, callee->name) : use_pointer(l, callee, SPACE_GENERIC);
    bool result = v->type->kind != TY_VOID;
    int call = l->demand ? 0 : l->calls++;
    PtxText declared = {0}, names = {0}, prototype = {0};
    if (direct) {
        callee->symbol->used = true;
        if (callee->symbol->argument_count != v->count - 1 ||
            (callee->symbol->type->kind == TY_VOID) == result)
            fail_at(m, v, "%s is called differently from its definition", callee->name);
    }
    put(l, "{ // call %d", call);
    for (int i = 1; i < v->count; i++) {
        const Argument *a = &v->passed[i - 1];
        Type *t = a->byval ? a->byval : v->operands[i]->type;
        const char *name = sprint(m, "param%d", i - 1);
        const char *text = param_text(m, t, a->byval ? a->align : 0, name, false);
        put(l, "%s", text);
        ptx_print(m, &names, "%s%s", i > 1 ? ", " : "", name);
        ptx_print(m, &prototype, "%s%s", i > 1 ? ", " : "",
                  param_text(m, t, a->byval ? a->align : 0, "_", false));
        if (a->byval) {
            u64 size = type_size(m, t), align = a->align ? a->align : type_align(m, t);
            for (u64 at = 0, bytes; at < size; at += bytes) {
                int space;
                bytes = align < 8 ? align : 8;
                while (bytes > size - at)
                    bytes /= 2;
                const char *reg = temp(l, bytes == 8 ? R_LONG : R_INT);
                const char *address = address_text(l, v->operands[i], (i64)at, &space);
                put(l, "ld%s.u%d \t%s, %s", space_word(space), (int)(8 * bytes), reg, address);
                put(l, "st.param.b%d \t[%s+%l], %s", (int)(8 * bytes), name, at, reg);
            }
            continue;
        }
        int count;
        const Part *parts = parts_of(m, t, &count);
        for (int part = 0; part < count; part++)
            store_part(l, v->operands[i], &parts[part], part, name, is_bytes(t));
    }
    const char *to = "";
    if (result) {
        put(l, "%s", param_text(m, v->type, 0, "retval0", false));
        to = "(retval0), ";
    }
    if (!direct) {
        ptx_print(m, &declared, "prototype_%d : .callprototype (%s) _ (%s)", call,
                  result ? param_text(m, v->type, 0, "_", false) : "",
                  prototype.bytes ? prototype.bytes : "");
        put(l, "%s", declared.bytes);
    }
    put(l, direct ? "call.uni %s%s, (%s)" : "call %s%s, (%s), prototype_%d", to, target,
        names.bytes ? names.bytes : "", call);
    if (result && (v->needed || l->demand)) {
        int count;
        const Part *parts = parts_of(m, v->type, &count);
        for (int part = 0; part < count; part++)
            load_part(l, "retval0", &parts[part], part);
    }
    if (!l->demand)
        ptx_print(m, l->to, "\t}\n");
}

// ---- Inline assembly ------------------------------------------------------------------------------------------------

enum { MOST_OPERANDS = 64 };

// Returns the register class that an operand's letter asks for.
static RegClass asm_class(Lower *l, char letter)
{
    switch (letter) {
    case 'h': return R_HALF;
    case 'r': return R_INT;
    case 'l': return R_LONG;
    case 'f': return R_FLOAT;
    case 'd': return R_DOUBLE;
    case 'b': return R_PRED;
    default:
        fail_at(l->m, l->at, "asm with an operand of the kind '%s' is not supported",
                sprint(l->m, "%d", letter));
    }
}

// Returns a value in a register of a class. A value moves between .b16 and .b32, which small integers are in, by a conversion.
static const char *asm_input(Lower *l, Value *v, RegClass c)
{
    RegClass own = class_of(l, v, 0);
    const char *x = v->type->kind == TY_POINTER    ? use_pointer(l, v, SPACE_GENERIC)
                    : own == R_PRED && c != R_PRED ? use_zero_extended(l, v, 0)
                                                   : use_reg(l, v, 0);
    const char *to;
    if (v->type->kind == TY_POINTER)
        own = R_LONG;
    if (own == c || (own == R_PRED && c == R_INT))
        return x;
    to = temp(l, c);
    if (c == R_HALF && own == R_INT)
        put(l, "cvt.u16.u32 \t%s, %s", to, x);
    else if (c == R_LONG && own == R_INT)
        put(l, "cvt.u64.u32 \t%s, %s", to, x);
    else
        fail_at(l->m, l->at, "asm has an operand that does not fit its letter");
    return to;
}

void lower_asm(Lower *l, Value *v)
{
    const Value *a = v->operands[0];
    const char *names[MOST_OPERANDS], *c = a->constraints;
    RegClass kinds[MOST_OPERANDS];
    int count = 0, outputs = 0, inputs = 0, results = part_count(l->m, v->type);
    while (*c) {
        bool output = *c == '=';
        while (*c == '=' || *c == '&' || *c == '%')
            c++;
        if (count == MOST_OPERANDS)
            fail_at(l->m, v, "asm has more than %d operands", MOST_OPERANDS);
        if (*c == '~') {
            while (*c && *c != ',')
                c++;
        } else if (output) {
            kinds[count] = asm_class(l, *c++);
            if (outputs >= results)
                fail_at(l->m, v, "asm has more results than it gives");
            RegClass own = class_of(l, v, outputs);
            names[count] = own == kinds[count] ? def(l, outputs) : temp(l, kinds[count]);
            outputs++;
            count++;
        } else {
            if (++inputs >= v->count)
                fail_at(l->m, v, "asm has fewer operands than it names");
            Value *x = v->operands[inputs];
            if (is_digit(*c)) { // it has the register of this result
                int same = *c++ - '0';
                if (same >= outputs)
                    fail_at(l->m, v,
                            "asm has an operand that is the same as one that does not exist");
                const char *from = asm_input(l, x, kinds[same]);
                put(l, "mov.%s \t%s, %s", ptx_class(kinds[same]), names[same], from);
                names[count++] = names[same];
            } else if (*c == 'n' || *c == 'i') {
                c++;
                names[count++] = use(l, x);
            } else {
                kinds[count] = asm_class(l, *c++);
                names[count] = asm_input(l, x, kinds[count]);
                count++;
            }
        }
        while (*c && *c != ',')
            c++;
        c += *c == ',';
    }
    if (outputs != results)
        fail_at(l->m, v, "asm gives fewer results than are needed");
    if (l->demand)
        return;
    PtxText text = {0};
    for (const char *t = a->text; *t; t++) {
        if (*t != '$') {
            ptx_put(l->m, &text, t, 1);
            continue;
        }
        t++;
        bool brace = *t == '{';
        t += brace;
        if (is_digit(*t)) {
            int n = 0;
            while (is_digit(*t) && n < MOST_OPERANDS)
                n = 10 * n + *t++ - '0';
            if (n >= count)
                fail_at(l->m, v, "asm names an operand that it does not have");
            ptx_put(l->m, &text, names[n], strlen(names[n]));
            t--;
        } else if (strncmp(t, ":uid", 4) == 0) {
            ptx_print(l->m, &text, "%d", l->calls++);
        } else if (*t) {
            ptx_put(l->m, &text, t, 1);
        } else {
            break;
        }
        while (brace && *t && *t != '}')
            t++;
        if (!*t)
            break;
    }
    ptx_print(l->m, l->to, "\t%s\n", text.bytes ? text.bytes : "");
    int part = 0;
    for (int i = 0; i < outputs; i++, part++) {
        RegClass own = class_of(l, v, part);
        if (own == kinds[i])
            continue;
        if (own == R_INT && kinds[i] == R_HALF)
            put(l, "cvt.u32.u16 \t%s, %s", def(l, part), names[i]);
        else if (own == R_PRED && kinds[i] == R_INT)
            put(l, "setp.ne.s32 \t%s, %s, 0", def(l, part), names[i]);
        else
            fail_at(l->m, v, "asm has a result that does not fit its letter");
    }
}

void lower_call(Lower *l, Value *v)
{
    const Value *callee = v->operands[0];
    if (callee->kind == V_ASM)
        lower_asm(l, v);
    else if (callee->kind != V_SYMBOL || strncmp(callee->name, "llvm.", 5) != 0)
        lower_function_call(l, v);
    else if (!lower_intrinsic(l, v, callee->name + 5))
        fail_at(l->m, v, "the intrinsic %s is not supported", callee->name);
}
