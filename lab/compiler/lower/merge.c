// merge.c: joins loads and stores of neighbouring words to one access of two or four words.
//
// An int4 or float4 in the source is four accesses in the IR. Accesses of one block that start at the same root and are
// neighbours are done by their leader: the first of the loads, the last of the stores. Nothing in between may depend on the
// difference. The alignment decides how many words one instruction moves: memory.c.

#include "lab/compiler/lower/lower.h"

enum { MOST_BYTES = 16, WINDOW = 128 };

static Value *pointer_of(const Value *v)
{
    return v->operands[v->op == OP_STORE];
}

static Type *type_accessed(const Value *v)
{
    return v->op == OP_STORE ? v->operands[0]->type : v->type;
}

static bool is_plain(const Value *v, Op op)
{
    return v->op == op && !(v->flags & F_VOLATILE) && v->order == ORDER_NONE;
}

// Tells from the name of a called function whether it only computes.
static bool is_harmless(const Value *v)
{
    static const char *const names[] = {"llvm.nvvm.read.ptx.sreg.",
                                        "llvm.assume",
                                        "llvm.lifetime.",
                                        "llvm.fma",
                                        "llvm.s",
                                        "llvm.u",
                                        "llvm.f",
                                        "llvm.ct",
                                        "llvm.experimental.noalias."};
    const Value *callee = v->operands[0];
    if (callee->kind == V_ASM)
        return !callee->has_effect;
    for (size_t i = 0; callee->kind == V_SYMBOL && i < sizeof names / sizeof *names; i++) {
        const char *n = callee->name, *p = names[i];
        while (*p && *n == *p)
            n++, p++;
        if (!*p)
            return true;
    }
    return false;
}

static bool may_write(const Value *v)
{
    return v->op == OP_STORE || v->op == OP_ATOMICRMW || v->op == OP_CMPXCHG || v->op == OP_FENCE ||
           (v->op == OP_LOAD && v->order != ORDER_NONE) || (v->op == OP_CALL && !is_harmless(v));
}

static bool may_read(const Value *v)
{
    return v->op == OP_LOAD || may_write(v);
}

typedef struct {
    Value *v;
    Address at;
    u64 size;
} Access;

static Access access_of(Module *m, Value *v)
{
    Access a = {v, address_of(m, pointer_of(v)), type_size(m, type_accessed(v))};
    return a;
}

static bool overlap(const Access *a, const Access *b)
{
    return a->at.offset < b->at.offset + (i64)b->size && b->at.offset < a->at.offset + (i64)a->size;
}

// Tells whether w may access the memory that v accesses. It can't if the two are known to access different memory.
static bool may_meet(const Value *v, const Value *w)
{
    if (!is_plain(w, OP_STORE) && !is_plain(w, OP_LOAD))
        return true;
    int a = space_of(pointer_of(v)), b = space_of(pointer_of(w));
    return a == SPACE_GENERIC || b == SPACE_GENERIC || a == b;
}

// Lists the accesses that can be done at once with v: (count), v itself first. Returns the count.
static int gather(Module *m, const Block *b, Value *v, Access *out)
{
    int count = 0, space = space_of(pointer_of(v));
    out[count++] = access_of(m, v);
    for (int i = v->position + 1; i < b->count && i < v->position + WINDOW && count < MOST_BYTES;
         i++) {
        Value *w = b->insns[i];
        if (is_plain(w, v->op) && !w->leader && space_of(pointer_of(w)) == space) {
            Access a = access_of(m, w);
            if (a.at.root == out[0].at.root && a.size && a.size <= MOST_BYTES) {
                for (int k = 0; k < count; k++)
                    if (overlap(&a, &out[k]))
                        return count;
                out[count++] = a;
                continue;
            }
        }
        if ((v->op == OP_LOAD ? may_write(w) : may_read(w)) && may_meet(v, w))
            return count;
    }
    return count;
}

static void sort(Access *a, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && a[k].at.offset < a[k - 1].at.offset; k--) {
            Access swap = a[k];
            a[k] = a[k - 1];
            a[k - 1] = swap;
        }
}

// Joins those accesses of `a`, sorted, that follow one another without a gap and start at a useful alignment.
static void join(Module *m, const Access *a, int count)
{
    for (int first = 0; first < count;) {
        int end = first + 1;
        u64 bytes = a[first].size, align = a[first].v->align;
        while (end < count && a[end].at.offset == a[end - 1].at.offset + (i64)a[end - 1].size &&
               bytes + a[end].size <= MOST_BYTES && bytes + a[end].size <= align)
            bytes += a[end++].size;
        if (end - first > 1) {
            Value *leader = a[first].v, **all = make(m, (size_t)(end - first) * sizeof(Value *));
            for (int i = first; i < end; i++) {
                bool before = a[i].v->position < leader->position;
                leader = before == (leader->op == OP_LOAD) ? a[i].v : leader;
                all[i - first] = a[i].v;
            }
            for (int i = first; i < end; i++)
                a[i].v->leader = leader;
            leader->merged = all;
            leader->merged_count = end - first;
        }
        first = end;
    }
}

void merge_accesses(Module *m, Symbol *f)
{
    Access found[MOST_BYTES];
    for (int i = 0; i < f->block_count; i++) {
        Block *b = f->blocks[i];
        for (int k = 0; k < b->count; k++) {
            Value *v = b->insns[k];
            if (v->leader || (!is_plain(v, OP_LOAD) && !is_plain(v, OP_STORE)) ||
                space_of(pointer_of(v)) == SPACE_PARAM ||
                type_size(m, type_accessed(v)) >= MOST_BYTES ||
                part_count(m, type_accessed(v)) == 0)
                continue;
            int count = gather(m, b, v, found);
            sort(found, count);
            join(m, found, count);
        }
    }
}
