// live.c: finds values that can share a register.
//
// A phi's register is written at the end of each block that leads to it. If the incoming value is in the same register,
// no copy is needed: i = i + 1 is one instruction, not an addition and a copy. Two values can share a register if neither is
// live where the other one is written. The first pass has noted where values are read, so that an operand that was folded
// into another instruction counts where it is really read.

#include "lab/compiler/lower/lower.h"

// A place where a value is read: in `block`, by the instruction at `position`. Copies for a phi come after the last one.
struct Use {
    const Block *block;
    int position;
    struct Use *next;
};

void note_use(Lower *l, Value *v)
{
    if (!l->at || v == l->at || part_count(l->m, v->type) != 1)
        return;
    const Block *b = l->edge ? l->edge : l->at->block;
    if (!b)
        return;
    struct Use *u = make(l->m, sizeof *u);
    *u = (struct Use){b, l->edge ? b->count : l->at->position, v->uses};
    v->uses = u;
}

// ---- Where a value is live ----------------------------------------------------------------------------------------------

static const Block *home(const Lower *l, const Value *v)
{
    return v->block ? v->block : l->f->blocks[0]; // a parameter is there from the start
}

static int written_at(const Value *v)
{
    if (!v->block || v->op == OP_PHI)
        return -1;
    return v->leader ? v->leader->position : v->position;
}

static bool bit(const u32 *set, const Block *b)
{
    return set[b->number / 32] >> (b->number % 32) & 1;
}

static void find_live(Lower *l, Value *v)
{
    size_t words = (size_t)l->f->block_count / 32 + 1;
    const Block **work = NULL;
    int count = 0, capacity = 0;
    v->live_in = make(l->m, words * sizeof(u32));
    v->live_out = make(l->m, words * sizeof(u32));
    for (const struct Use *u = v->uses; u; u = u->next) {
        if (u->block == home(l, v) && u->position > written_at(v))
            continue;
        ADD(l->m, work, count, capacity, u->block);
    }
    while (count) {
        const Block *b = work[--count];
        if (bit(v->live_in, b))
            continue;
        v->live_in[b->number / 32] |= 1u << (b->number % 32);
        for (int i = 0; i < b->before_count; i++) {
            const Block *p = b->before[i];
            v->live_out[p->number / 32] |= 1u << (p->number % 32);
            if (p == home(l, v))
                continue;
            ADD(l->m, work, count, capacity, p);
        }
    }
}

// Tells whether an instruction reads all operands before it writes: then its result may take an operand's register.
static bool reads_first(Lower *l, const Value *v)
{
    if (v->leader || class_of(l, v, 0) == R_PRED)
        return false;
    if (op_binary(v->op))
        return v->type->kind != TY_HALF;
    return v->op == OP_GETELEMENTPTR || v->op == OP_ZEXT || v->op == OP_SEXT || v->op == OP_TRUNC ||
           v->op == OP_SELECT || v->op == OP_LOAD;
}

static bool live_after(Lower *l, const Value *v, const Block *b, int position, bool after_reads)
{
    if (!bit(v->live_in, b) && !(home(l, v) == b && written_at(v) <= position))
        return false;
    if (bit(v->live_out, b))
        return true;
    for (const struct Use *u = v->uses; u; u = u->next)
        if (u->block == b && (u->position > position || (u->position == position && !after_reads)))
            return true;
    return false;
}

// Tells whether v is live where w is written.
static bool clobbered(Lower *l, const Value *v, const Value *w)
{
    const Block *b = home(l, w);
    if (w->op == OP_PHI && w->block)
        return bit(v->live_in, b) || (v->block == b && v->op == OP_PHI);
    return live_after(l, v, b, written_at(w), reads_first(l, w));
}

// ---- Sharing ------------------------------------------------------------------------------------------------------------

Value *register_owner(Value *v)
{
    while (v->owner)
        v = v->owner;
    return v;
}

static bool can_share(Lower *l, Value *a, Value *b)
{
    for (Value *v = a; v; v = v->next_sharing)
        for (Value *w = b; w; w = w->next_sharing) {
            if (!v->live_in)
                find_live(l, v);
            if (!w->live_in)
                find_live(l, w);
            if (clobbered(l, v, w) || clobbered(l, w, v))
                return false;
        }
    return true;
}

static void try_share(Lower *l, Value *phi, Value *in)
{
    int part = 0;
    Value *v = leaf(l, in, &part);
    bool pointer = phi->type->kind == TY_POINTER;
    if ((v->kind != V_INSN && v->kind != V_ARGUMENT) || v->op == OP_ALLOCA ||
        part_count(l->m, v->type) != 1 || (v->kind == V_ARGUMENT && symbol_text(l, v)) ||
        class_of(l, v, 0) != class_of(l, phi, 0) ||
        (pointer && (v->type->kind != TY_POINTER || space_of(v) != space_of(phi))) || !v->needed)
        return;
    Value *a = register_owner(phi), *b = register_owner(v);
    if (a == b || !can_share(l, a, b))
        return;
    Value *last = a;
    while (last->next_sharing)
        last = last->next_sharing;
    last->next_sharing = b;
    b->owner = a;
}

// Shares registers. Values that go round a loop come first, since copies cost most there.
void share_registers(Lower *l)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < l->f->block_count; i++) {
            const Block *b = l->f->blocks[i];
            for (int k = 0; b->reached && k < b->count && b->insns[k]->op == OP_PHI; k++) {
                Value *phi = b->insns[k];
                if (!phi->needed || part_count(l->m, phi->type) != 1)
                    continue;
                l->at = phi;
                for (int t = 0; t < phi->target_count; t++)
                    if (phi->targets[t]->reached &&
                        (phi->targets[t]->number >= b->number) == (pass == 0))
                        try_share(l, phi, phi->operands[t]);
            }
        }
}

// Tells whether the phis of `to` may be written where the code may still go to `other`: no value that is live there is lost.
bool writable_before(Lower *l, const Block *to, const Block *other)
{
    for (int i = 0; i < to->count && to->insns[i]->op == OP_PHI; i++) {
        Value *phi = to->insns[i];
        if (!phi->needed)
            continue;
        if (part_count(l->m, phi->type) != 1 || class_of(l, phi, 0) == R_PRED)
            return false;
        for (Value *v = register_owner(phi); v; v = v->next_sharing) {
            if (!v->live_in)
                find_live(l, v);
            if (bit(v->live_in, other) || (v->block == other && v->op == OP_PHI))
                return false;
        }
    }
    return true;
}
