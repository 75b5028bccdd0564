// memory.c: lowers addresses, loads and stores, copies, atomics.

#include "lab/compiler/lower/lower.h"

// Keys of the cache (register.c) for an index times its scale.
enum { CACHE_TERM = 0, CACHE_NARROW_TERM = 10, CACHE_NARROWED = 20 };

// ---- getelementptr ----------------------------------------------------------------------------------------------------

static bool power_of_two(u64 n, int *shift)
{
    for (*shift = 0; *shift < 63; ++*shift)
        if (n == (u64)1 << *shift)
            return true;
    return false;
}

// Returns an index for a 32-bit address.
static const char *narrow_index(Lower *l, const Term *t)
{
    int part = 0, at = 0;
    const Value *v = leaf(l, t->index, &at);
    if (t->index->type->bits <= 32)
        return use_extended(l, t->index, 0, t->extend != EXTEND_ZERO);
    if (v->kind == V_INSN && (v->op == OP_SEXT || v->op == OP_ZEXT) &&
        v->operands[0]->type->kind == TY_INT && v->operands[0]->type->bits == 32)
        return use(l, v->operands[0]);
    const char *wide = use_part(l, t->index, part), *reg = cached(l, CACHE_NARROWED, v, at, 0);
    if (!reg) {
        reg = temp(l, R_INT);
        put(l, "cvt.u32.u64 \t%s, %s", reg, wide);
        remember(l, CACHE_NARROWED, v, at, 0, reg);
    }
    return reg;
}

static const char *scaled(Lower *l, const char *index, u64 scale, int width)
{
    int shift;
    if (scale == 1)
        return index;
    const char *reg = temp(l, width == 32 ? R_INT : R_LONG);
    if (power_of_two(scale, &shift))
        put(l, "shl.b%d \t%s, %s, %d", width, reg, index, shift);
    else
        put(l, "mul.lo.s%d \t%s, %s, %l", width, reg, index, scale);
    return reg;
}

static const char *wide_index(Lower *l, const Term *t)
{
    if (t->index->type->bits == 64)
        return scaled(l, use(l, t->index), t->scale, 64);
    bool is_signed = t->extend != EXTEND_ZERO;
    const char *x = use_extended(l, t->index, 0, is_signed);
    if (t->index->type->bits > 32)
        return scaled(l, x, t->scale, 64);
    const char *reg = temp(l, R_LONG);
    if (t->scale != 1 && t->scale < 1u << 31) {
        put(l, "mul.wide.%s32 \t%s, %s, %l", is_signed ? "s" : "u", reg, x, t->scale);
        return reg;
    }
    put(l, is_signed ? "cvt.s64.s32 \t%s, %s" : "cvt.u64.u32 \t%s, %s", reg, x);
    return scaled(l, reg, t->scale, 64);
}

// Returns an index in bytes; each block computes it once.
static const char *use_term(Lower *l, const Term *t, bool narrow)
{
    int part = 0, kind = (narrow ? CACHE_NARROW_TERM : CACHE_TERM) + (int)t->extend;
    const Value *v = leaf(l, t->index, &part);
    const char *reg = cached(l, kind, v, part, t->scale);
    if (reg)
        return reg;
    reg = narrow ? scaled(l, narrow_index(l, t), t->scale, 32) : wide_index(l, t);
    remember(l, kind, v, part, t->scale, reg);
    return reg;
}

// Writes the sum of the root and the terms, for users that add the constants to an address; and the sum with the constants, for
// other users.
void lower_gep(Lower *l, Value *v)
{
    int space = space_of(v), width = space == SPACE_SHARED ? 32 : 64;
    if (v->type->kind != TY_POINTER)
        fail_at(l->m, v, "vectors of pointers are not supported");
    Term *terms;
    i64 constant = 0;
    Address whole = address_of(l->m, v), base;
    int count = gep_terms(l->m, v, &terms, &constant);
    const char *sum;
    if (count == 0) {
        base = whole;
        sum = use_root(l, &base, space);
    } else {
        base = address_of(l->m, v->operands[0]);
        sum = use_root(l, &base, space);
        for (int i = 0; i < count; i++) {
            const char *bytes = use_term(l, &terms[i], width == 32);
            const char *to = i < count - 1       ? temp(l, pointer_class(space))
                             : whole.offset == 0 ? def(l, 0)
                             : v->sum_needed     ? use_sum(l, v)
                                                 : temp(l, pointer_class(space));
            put(l, "add.s%d \t%s, %s, %s", width, to, sum, bytes);
            sum = to;
        }
        if (whole.offset == 0)
            return;
    }
    if (v->needed && whole.offset == 0)
        put(l, "mov.b%d \t%s, %s", width, def(l, 0), sum);
    else if (v->needed)
        put(l, "add.s%d \t%s, %s, %l", width, def(l, 0), sum, (u64)whole.offset);
}

// ---- Addresses --------------------------------------------------------------------------------------------------------

const char *address_text(Lower *l, Value *pointer, i64 more, int *space)
{
    int part = 0;
    pointer = leaf(l, pointer, &part);
    if (pointer->type->kind != TY_POINTER) {
        *space = SPACE_GENERIC;
        return sprint(l->m, "[%s+%l]", use_reg(l, pointer, part), (u64)more);
    }
    *space = space_of(pointer);
    if (pointer->kind == V_ZERO || pointer->kind == V_UNDEF) {
        const char *null = temp(l, R_LONG);
        *space = SPACE_GENERIC;
        put(l, "mov.u64 \t%s, %l", null, (u64)more);
        return sprint(l->m, "[%s]", null);
    }
    Address a = address_of(l->m, pointer);
    i64 offset = (i64)((u64)a.offset + (u64)more);
    const char *name = symbol_text(l, a.root), *base;
    if (name)
        want(l, a.root);
    else if (a.root->type->kind == TY_POINTER && space_of(a.root) != *space)
        return sprint(l->m, "[%s+%l]", use_pointer(l, pointer, *space), (u64)more);
    base = name ? name : use_root(l, &a, *space);
    if (offset != (i32)offset || (name && offset < 0)) {
        const char *reg = temp(l, pointer_class(*space)), *root = use_root(l, &a, *space);
        put(l, "add.s%d \t%s, %s, %l", *space == SPACE_SHARED ? 32 : 64, reg, root, (u64)offset);
        return sprint(l->m, "[%s]", reg);
    }
    return offset ? sprint(l->m, "[%s+%l]", base, (u64)offset) : sprint(l->m, "[%s]", base);
}

// ---- Loads and stores -----------------------------------------------------------------------------------------------------

// One scalar of what an access moves.
typedef struct {
    Value *v; // the load whose result it is, or the value that is stored
    int part;
    const Type *type;
    u64 offset, size;
} Piece;

static const char *memory_word(Lower *l, const Type *t)
{
    switch (t->kind) {
    case TY_INT:
        switch (t->bits) {
        case 1:
        case 8: return "u8";
        case 16: return "u16";
        case 32: return "u32";
        case 64: return "u64";
        default: fail_at(l->m, l->at, "integers of %d bits in memory are not supported", t->bits);
        }
    case TY_HALF:
    case TY_BFLOAT: return "b16";
    case TY_FLOAT: return "f32";
    case TY_DOUBLE: return "f64";
    default: return "u64";
    }
}

// Returns ".volatile", ".relaxed.gpu" or the like.
static const char *order_words(Lower *l, const Value *v)
{
    static const char *const scopes[] = {".sys", ".gpu", ".cta", ".cta"};
    if (v->order == ORDER_NONE)
        return v->flags & F_VOLATILE ? ".volatile" : "";
    const char *order = v->order <= ORDER_RELAXED                          ? ".relaxed"
                        : v->order == ORDER_RELEASE || (v->op == OP_STORE) ? ".release"
                                                                           : ".acquire";
    return sprint(l->m, "%s%s", order, scopes[v->scope]);
}

static void put_fence(Lower *l, bool sequential, Scope scope)
{
    static const char *const scopes[] = {"sys", "gpu", "cta", "cta"};
    put(l, "fence.%s.%s", sequential ? "sc" : "acq_rel", scopes[scope]);
}

// Returns the pieces of an access and of the accesses that were joined with it, by address.
static Piece *pieces_of(Lower *l, Value *leader, int *count)
{
    int capacity = 0;
    Piece *pieces = NULL;
    Value *const *all = leader->merged ? leader->merged : &leader;
    int members = leader->merged ? leader->merged_count : 1;
    i64 first = 0;
    *count = 0;
    for (int i = 0; i < members; i++) {
        Value *v = all[i], *moved = v->op == OP_STORE ? v->operands[0] : v;
        i64 at = leader->merged ? address_of(l->m, v->operands[v->op == OP_STORE]).offset : 0;
        first = i ? first : at;
        int parts;
        const Part *part = parts_of(l->m, moved->type, &parts);
        for (int k = 0; k < parts; k++) {
            Type *t = part[k].type;
            u64 offset = (u64)(at - first) + part[k].offset;
            ADD(l->m, pieces, *count, capacity, (Piece){moved, k, t, offset, type_size(l->m, t)});
        }
    }
    return pieces;
}

static u64 alignment_at(u64 align, u64 offset)
{
    while (offset & (align - 1))
        align /= 2;
    return align;
}

// Returns how many pieces from the first on one instruction can move: 4, 2 or 1.
static int vector_length(const Piece *p, int left, u64 align)
{
    for (int n = 4; n > 1; n /= 2) {
        bool fits = n <= left && (u64)n * p[0].size <= 16 &&
                    alignment_at(align, p[0].offset) >= (u64)n * p[0].size;
        for (int i = 1; fits && i < n; i++)
            fits = p[i].size == p[0].size && p[i].offset == p[0].offset + (u64)i * p[0].size;
        if (fits)
            return n;
    }
    return 1;
}

// Returns ".v4.f32" for n pieces, ".u32" for one.
static const char *vector_word(Lower *l, const Piece *p, int n)
{
    const char *word = memory_word(l, p[0].type);
    for (int i = 1; i < n; i++)
        if (memory_word(l, p[i].type) != word)
            return sprint(l->m, ".v%d.b%d", n, (int)(8 * p[0].size));
    return n == 1 ? sprint(l->m, ".%s", word) : sprint(l->m, ".v%d.%s", n, word);
}

// Returns n registers as PTX lists them: 4, 2 or 1.
static const char *vector_list(Lower *l, const char *const *r, int n)
{
    return n == 1   ? r[0]
           : n == 2 ? sprint(l->m, "{%s, %s}", r[0], r[1])
                    : sprint(l->m, "{%s, %s, %s, %s}", r[0], r[1], r[2], r[3]);
}

static void unpack_loaded(Lower *l, const Piece *p, const char *loaded)
{
    RegClass c = class_of(l, p->v, p->part);
    if (c == R_PRED) {
        const char *bit = temp(l, R_INT);
        put(l, "and.b32 \t%s, %s, 1", bit, loaded);
        put(l, "setp.ne.s32 \t%s, %s, 0", reg_of(l, p->v, p->part), bit);
    } else if (p->v->type->kind == TY_POINTER && c == R_INT) {
        put(l, "cvt.u32.u64 \t%s, %s", reg_of(l, p->v, p->part), loaded);
    }
}

// Returns the register that a load writes: the value's own, or a new one from which the value is made.
static const char *load_target(Lower *l, const Piece *p)
{
    RegClass c = class_of(l, p->v, p->part);
    if (!p->v->needed)
        return temp(l, c == R_PRED ? R_INT : c);
    if (c == R_PRED)
        return temp(l, R_INT);
    if (p->v->type->kind == TY_POINTER && c == R_INT)
        return temp(l, R_LONG);
    return reg_of(l, p->v, p->part);
}

// Tells whether no store of the kernel can change what a load reads: it uses a __restrict__ pointer to const.
static bool is_read_only(Lower *l, const Value *v, Value *pointer)
{
    const Value *root = pointer;
    for (int i = 0; i < 1000; i++) {
        Address a = address_of(l->m, (Value *)root);
        root = a.root;
        if (root->kind == V_ARGUMENT) {
            const Argument *argument = &l->f->arguments[root->argument];
            return l->f->kernel && argument->readonly && argument->noalias && !argument->byval;
        }
        if (root->kind != V_INSN || root->op != OP_GETELEMENTPTR)
            break;
        root = root->operands[0];
    }
    return (v->flags & F_INVARIANT) && space_of(pointer) == SPACE_GLOBAL;
}

void lower_load(Lower *l, Value *v)
{
    int count, space;
    Value *pointer = (v->merged ? v->merged[0] : v)->operands[0];
    u64 align = (v->merged ? v->merged[0] : v)->align;
    const Piece *p = pieces_of(l, v, &count);
    if (v->order == ORDER_SEQ_CST)
        put_fence(l, true, v->scope);
    if (v->order != ORDER_NONE && count != 1)
        fail_at(l->m, v, "an atomic load of a struct is not supported");
    for (int i = 0; i < count;) {
        int n = v->order == ORDER_NONE ? vector_length(&p[i], count - i, align ? align : 1) : 1;
        const char *address = address_text(l, pointer, (i64)p[i].offset, &space);
        const char *nc = space == SPACE_GLOBAL && v->order == ORDER_NONE &&
                                 !(v->flags & F_VOLATILE) && is_read_only(l, v, pointer)
                             ? ".nc"
                             : "";
        const char *order = space == SPACE_CONST || space == SPACE_PARAM || space == SPACE_LOCAL
                                ? ""
                                : order_words(l, v);
        const char *to[4] = {0};
        for (int k = 0; k < n; k++)
            to[k] = load_target(l, &p[i + k]);
        put(l, "ld%s%s%s%s \t%s, %s", order, space_word(space), nc, vector_word(l, &p[i], n),
            vector_list(l, to, n), address);
        for (int k = 0; k < n; k++)
            if (p[i + k].v->needed)
                unpack_loaded(l, &p[i + k], to[k]);
        i += n;
    }
}

// Returns a stored operand in a register of the size that it has in memory.
static const char *store_source(Lower *l, const Piece *p)
{
    int part = p->part;
    const Value *from = leaf(l, p->v, &part);
    if (p->type->kind == TY_INT && p->type->bits == 1) {
        if (is_constant(from)) {
            const char *bit = temp(l, R_INT);
            put(l, "mov.b32 \t%s, %s", bit, from->kind == V_INT && from->bits ? "1" : "0");
            return bit;
        }
        return use_zero_extended(l, p->v, p->part);
    }
    const char *text = use_part(l, p->v, p->part);
    if (l->demand || *text == '%')
        return text;
    RegClass c = p->type->kind == TY_POINTER ? R_LONG : class_of(l, p->v, p->part);
    const char *reg = temp(l, c);
    put(l, "mov.%s \t%s, %s", ptx_class(c), reg, text);
    return reg;
}

void lower_store(Lower *l, Value *v)
{
    int count, space;
    Value *first = v->merged ? v->merged[0] : v, *pointer = first->operands[1];
    u64 align = first->align;
    const Piece *p = pieces_of(l, v, &count);
    if (v->leader && v->leader != v)
        return;
    if (v->order == ORDER_SEQ_CST)
        put_fence(l, true, v->scope);
    if (v->order != ORDER_NONE && count != 1)
        fail_at(l->m, v, "an atomic store of a struct is not supported");
    for (int i = 0; i < count;) {
        int n = v->order == ORDER_NONE ? vector_length(&p[i], count - i, align ? align : 1) : 1;
        const char *from[4] = {0};
        for (int k = 0; k < n; k++)
            from[k] = store_source(l, &p[i + k]);
        const char *address = address_text(l, pointer, (i64)p[i].offset, &space);
        const char *order = space == SPACE_LOCAL ? "" : order_words(l, v);
        put(l, "st%s%s%s \t%s, %s", order, space_word(space), vector_word(l, &p[i], n), address,
            vector_list(l, from, n));
        i += n;
    }
}

void lower_fence(Lower *l, Value *v)
{
    if (v->scope != SCOPE_THREAD)
        put_fence(l, v->order == ORDER_SEQ_CST, v->scope);
}

// ---- memcpy and memset ----------------------------------------------------------------------------------------------

enum { MOST_UNROLLED = 128 };

static u64 operand_align(const Value *call, int argument)
{
    u64 align = call->passed[argument].align;
    return align > 8 ? 8 : align ? align : 1;
}

static RegClass bytes_class(u64 bytes)
{
    return bytes == 8 ? R_LONG : R_INT;
}

// Writes a loop over the bytes of memcpy (`byte` NULL) or memset, `step` bytes at a time.
static void put_loop(Lower *l, Value *v, const char *byte, u64 step)
{
    const char *to = use_pointer(l, v->operands[1], SPACE_GENERIC), *p = temp(l, R_PRED),
               *at = temp(l, R_LONG);
    const char *from = byte ? NULL : use_pointer(l, v->operands[2], SPACE_GENERIC);
    const char *length = use_zero_extended(l, v->operands[3], 0), *target = temp(l, R_LONG),
               *source = temp(l, R_LONG);
    const char *moved = byte ? byte : temp(l, bytes_class(step)), *again = new_label(l),
               *end = new_label(l);
    int bits = (int)(8 * step);
    if (v->operands[3]->type->bits != 64)
        fail_at(l->m, v, "a length of %d bits is not supported", v->operands[3]->type->bits);
    put(l, "mov.u64 \t%s, 0", at);
    put_label(l, again);
    put(l, "setp.ge.u64 \t%s, %s, %s", p, at, length);
    put(l, "@%s bra \t%s", p, end);
    if (!byte) {
        put(l, "add.s64 \t%s, %s, %s", source, from, at);
        put(l, "ld.u%d \t%s, [%s]", bits, moved, source);
    }
    put(l, "add.s64 \t%s, %s, %s", target, to, at);
    put(l, "st.u%d \t[%s], %s", bits, target, moved);
    put(l, "add.s64 \t%s, %s, %l", at, at, step);
    put(l, "bra.uni \t%s", again);
    put_label(l, end);
}

void lower_copy(Lower *l, Value *v, bool move)
{
    Value *to = v->operands[1], *from = v->operands[2], *length = v->operands[3];
    int a, b;
    if (length->kind == V_ZERO || (length->kind == V_INT && length->bits == 0))
        return;
    u64 align =
        operand_align(v, 0) < operand_align(v, 1) ? operand_align(v, 0) : operand_align(v, 1);
    bool known = length->kind == V_INT && length->bits / align <= MOST_UNROLLED;
    if (known) {
        u64 steps = length->bits / align + length->bits % align;
        const char **kept = make(l->m, (size_t)(steps + 1) * sizeof *kept);
        for (int pass = 0; pass < 2;
             pass++) { // memmove must read all before it writes; memcpy may do so
            for (u64 i = 0, at = 0; at < length->bits; i++) {
                u64 bytes = length->bits - at >= align ? align : 1;
                if (pass == 0) {
                    kept[i] = temp(l, bytes_class(bytes));
                    const char *address = address_text(l, from, (i64)at, &b);
                    put(l, "ld%s.u%d \t%s, %s", space_word(b), (int)(8 * bytes), kept[i], address);
                } else {
                    const char *address = address_text(l, to, (i64)at, &a);
                    put(l, "st%s.u%d \t%s, %s", space_word(a), (int)(8 * bytes), address, kept[i]);
                }
                at += bytes;
            }
        }
        return;
    }
    if (move)
        fail_at(l->m, v, "memmove of a length that is only known at run time is not supported");
    put_loop(l, v, NULL, length->kind == V_INT && length->bits % align == 0 ? align : 1);
}

void lower_fill(Lower *l, Value *v)
{
    Value *to = v->operands[1], *byte = v->operands[2], *length = v->operands[3];
    int space;
    if (length->kind == V_ZERO || (length->kind == V_INT && length->bits == 0))
        return;
    u64 align = operand_align(v, 0);
    if (length->kind != V_INT || length->bits / align > MOST_UNROLLED) {
        put_loop(l, v, use_reg(l, byte, 0), 1);
        return;
    }
    const char *wide = temp(l, R_LONG), *narrow = temp(l, R_INT),
               *x = use_zero_extended(l, byte, 0); // gives the byte four times
    put(l, "mul.lo.s32 \t%s, %s, 16843009", narrow, x);
    put(l, "mov.b64 \t%s, {%s, %s}", wide, narrow, narrow);
    for (u64 at = 0, bytes; at < length->bits; at += bytes) {
        bytes = length->bits - at >= align ? align : 1;
        const char *address = address_text(l, to, (i64)at, &space);
        put(l, "st%s.u%d \t%s, %s", space_word(space), (int)(8 * bytes), address,
            bytes == 8 ? wide : narrow);
    }
}

// ---- Atomics --------------------------------------------------------------------------------------------------------

// Returns ".acquire.sys" or the like. PTX's default is relaxed, and of the whole device.
static const char *atomic_words(Lower *l, const Value *v)
{
    static const char *const scopes[] = {".sys", "", ".cta", ".cta"};
    static const char *const orders[] = {"",         "",         "",        ".acquire",
                                         ".release", ".acq_rel", ".acquire"};
    const char *scope =
        v->order > ORDER_RELAXED && v->scope == SCOPE_DEVICE ? ".gpu" : scopes[v->scope];
    return sprint(l->m, "%s%s", orders[v->order], scope);
}

// Returns the bits of an operand, as exch and cas need them.
static const char *use_word(Lower *l, Value *v)
{
    const char *x = use_reg(l, v, 0);
    RegClass c = class_of(l, v, 0);
    if (c != R_FLOAT && c != R_DOUBLE)
        return x;
    const char *bits = temp(l, c == R_FLOAT ? R_INT : R_LONG);
    put(l, "mov.b%d \t%s, %s", c == R_FLOAT ? 32 : 64, bits, x);
    return bits;
}

static void lower_swap(Lower *l, Value *v, const char *address, const char *space)
{
    Type *t = v->operands[1]->type;
    int bits = (int)(8 * type_size(l->m, t));
    const char *old = def(l, 0), *compare, *value;
    if (bits == 16 && t->kind == TY_INT) {
        const char *narrow[3];
        for (int i = 0; i < 3; i++)
            narrow[i] = temp(l, R_HALF);
        put(l, "cvt.u16.u32 \t%s, %s", narrow[1], use_reg(l, v->operands[1], 0));
        put(l, "cvt.u16.u32 \t%s, %s", narrow[2], use_reg(l, v->operands[2], 0));
        put(l, "atom%s%s.cas.b16 \t%s, %s, %s, %s", atomic_words(l, v), space, narrow[0], address,
            narrow[1], narrow[2]);
        put(l, "cvt.u32.u16 \t%s, %s", old, narrow[0]);
        put(l, "setp.eq.u16 \t%s, %s, %s", def(l, 1), narrow[0], narrow[1]);
        return;
    }
    compare = use_reg(l, v->operands[1], 0);
    value = use_reg(l, v->operands[2], 0);
    put(l, "atom%s%s.cas.b%d \t%s, %s, %s, %s", atomic_words(l, v), space, bits, old, address,
        compare, value);
    put(l, "setp.eq.s%d \t%s, %s, %s", bits, def(l, 1), old, compare);
}

// Writes an atomic that the hardware does not have: a loop that computes it, and tries again if another thread came in between.
static void lower_swap_loop(Lower *l, Value *v, const char *address, const char *space, int bits)
{
    RegClass word = bits == 32 ? R_INT : R_LONG, c = class_of(l, v, 0);
    const char *operand = use_reg(l, v->operands[1], 0), *again = new_label(l),
               *p = temp(l, R_PRED);
    const char *expected = temp(l, word), *next = temp(l, word), *seen = temp(l, word);
    put(l, "ld%s.u%d \t%s, %s", space, bits, seen, address);
    put_label(l, again);
    put(l, "mov.b%d \t%s, %s", bits, expected, seen);
    if (v->rmw == RMW_NAND) {
        const char *both = temp(l, word);
        put(l, "and.b%d \t%s, %s, %s", bits, both, expected, operand);
        put(l, "not.b%d \t%s, %s", bits, next, both);
    } else {
        const char *x = temp(l, c), *y = temp(l, c);
        put(l, "mov.b%d \t%s, %s", bits, x, expected);
        put(l, "%s.f%d \t%s, %s, %s", v->rmw == RMW_FMAX ? "max" : "min", bits, y, x, operand);
        put(l, "mov.b%d \t%s, %s", bits, next, y);
    }
    put(l, "atom%s%s.cas.b%d \t%s, %s, %s, %s", atomic_words(l, v), space, bits, seen, address,
        expected, next);
    put(l, "setp.ne.s%d \t%s, %s, %s", bits, p, seen, expected);
    put(l, "@%s bra \t%s", p, again);
    put(l, "mov.b%d \t%s, %s", bits, def(l, 0), seen);
}

void lower_atomic(Lower *l, Value *v)
{
    static const struct {
        const char *word, *type;
    } ops[] = {[RMW_XCHG] = {"exch", "b"}, [RMW_ADD] = {"add", "u"},  [RMW_SUB] = {"add", "u"},
               [RMW_AND] = {"and", "b"},   [RMW_OR] = {"or", "b"},    [RMW_XOR] = {"xor", "b"},
               [RMW_MAX] = {"max", "s"},   [RMW_MIN] = {"min", "s"},  [RMW_UMAX] = {"max", "u"},
               [RMW_UMIN] = {"min", "u"},  [RMW_FADD] = {"add", "f"}, [RMW_FSUB] = {"add", "f"},
               [RMW_INC] = {"inc", "u"},   [RMW_DEC] = {"dec", "u"}};
    Value *operand = v->operands[1];
    int bits = (int)(8 * type_size(l->m, operand->type)), at;
    bool real = is_float(operand->type), swap = v->op == OP_CMPXCHG;
    if (real != (v->rmw >= RMW_FADD && v->rmw <= RMW_FMIN) && (swap || v->rmw != RMW_XCHG))
        fail_at(l->m, v, "an atomic operation does not fit its type");
    if (bits < 32 && !(swap && bits == 16))
        fail_at(l->m, v, "an atomic operation on %d bits is not supported", bits);
    if (v->order == ORDER_SEQ_CST)
        put_fence(l, true, v->scope);
    const char *address = address_text(l, v->operands[0], 0, &at), *space = space_word(at);
    if (at == SPACE_CONST || at == SPACE_PARAM)
        fail_at(l->m, v, "an atomic operation on memory that can't be written");
    if (at == SPACE_LOCAL) { // atom can't name local memory, but takes its generic address
        address = sprint(l->m, "[%s]", use_pointer(l, v->operands[0], SPACE_GENERIC));
        space = "";
    }
    if (swap) {
        lower_swap(l, v, address, space);
        return;
    }
    if (v->rmw == RMW_NAND || v->rmw == RMW_FMAX || v->rmw == RMW_FMIN) {
        lower_swap_loop(l, v, address, space, bits);
        return;
    }
    const char *x = v->rmw == RMW_XCHG ? use_word(l, operand) : use_reg(l, operand, 0),
               *old = def(l, 0);
    RegClass c = class_of(l, v, 0);
    if (v->rmw == RMW_SUB || v->rmw == RMW_FSUB) {
        const char *negated = temp(l, c);
        put(l, "neg.%s%d \t%s, %s", real ? "f" : "s", bits, negated, x);
        x = negated;
    }
    bool moved = v->rmw == RMW_XCHG && real;
    const char *to = moved ? temp(l, c == R_FLOAT ? R_INT : R_LONG) : old;
    put(l, "atom%s%s.%s.%s%d \t%s, %s, %s", atomic_words(l, v), space, ops[v->rmw].word,
        ops[v->rmw].type, bits, to, address, x);
    if (moved)
        put(l, "mov.b%d \t%s, %s", bits, old, to);
}
