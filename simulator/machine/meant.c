// meant.c: finds the allocation that an address was made from. An index that is too large leads far away, and then another allocation
// may be nearer than the one that was meant. So the register is followed back through moves and additions to the kernel's arguments.

#include "machine/machine.h"

#include <string.h>

enum { MOST_FOLLOWED = 64 };

// Registers that an address may come from.
typedef struct {
    i32 slot[MOST_FOLLOWED];
    int count;
} Followed;

static void follow_slot(Followed *f, i32 slot)
{
    for (int i = 0; i < f->count; i++)
        if (f->slot[i] == slot)
            return;
    if (slot >= 0 && f->count < MOST_FOLLOWED)
        f->slot[f->count++] = slot;
}

// Follows the operands whose sum a result may be.
static void follow_operands(Followed *f, const Insn *in, const char *mnemonic)
{
    static const struct {
        const char *word;
        bool a, b, c;
    } SUMS[] = {{"mov.", true, false, false}, {"cvta.", true, false, false},
                {"add.", true, true, false},  {"sub.", true, false, false},
                {"selp.", true, true, false}, {"mad.", false, false, true}};
    for (size_t i = 0; i < sizeof SUMS / sizeof *SUMS; i++) {
        if (strncmp(mnemonic, SUMS[i].word, strlen(SUMS[i].word)) != 0)
            continue;
        follow_slot(f, SUMS[i].a ? in->a : NONE);
        follow_slot(f, SUMS[i].b ? in->b : NONE);
        follow_slot(f, SUMS[i].c ? in->c : NONE);
    }
}

// Returns the live allocation that a kernel's argument points into; NULL: none.
static const SimAlloc *pointed_at(const SimLaunch *l, const Insn *in, i32 slot)
{
    for (int k = 0; k < in->access.count; k++) {
        u64 value = 0;
        if (in->list[k] != slot || in->access.bytes != sizeof value)
            continue;
        memcpy(&value, (const u8 *)l->params + in->access.offset + (size_t)k * sizeof value,
               sizeof value);
        return memory_find(l->memory, value, 1);
    }
    return NULL;
}

const SimAlloc *meant_allocation(const SimWorker *w, i32 pc)
{
    const SimModule *m = w->module;
    const SimFunction *kernel = m->infos[pc].function;
    const SimAlloc *meant = NULL;
    if (kernel != w->launch->kernel)
        return NULL;
    Followed f = {.count = 0};
    follow_slot(&f, m->code[pc].a);
    for (int i = 0; i < f.count; i++)
        for (i32 at = kernel->entry; at < kernel->end; at++) {
            const Insn *in = &m->code[at];
            if (!insn_writes(in, f.slot[i]))
                continue;
            const SimAlloc *a =
                in->kind == K_PARAM_LOAD ? pointed_at(w->launch, in, f.slot[i]) : NULL;
            if (a && meant && a != meant)
                return NULL;
            meant = a ? a : meant;
            if (in->kind == K_ALU)
                follow_operands(&f, in, m->infos[at].text);
        }
    return meant;
}
