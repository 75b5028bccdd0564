// live.c: about how many registers a function needs, for PTX that no ptxas has seen.
//
// Only values that come from memory count, or from other lanes: ptxas computes addresses and indices anew where it needs them. A register
// is taken to hold its value from the first instruction that has it to the last one; and to the end of a loop, if it has its value before
// the loop and is used in there. The PTX of compilers has a register for each value, so these lives are short:
//
//     ld   %r1, [%rd1]         │
//  L: ld   %r2, [%rd2]         │ │        %r1 and %r2: two at once
//     add  %r3, %r2, %r1       │ │ │
//     @%p bra L                │          %r1 lives until here, because the loop begins anew
//
// What ptxas takes may be more, for the rest, or fewer, if it moves instructions.

#include "ptx/ptx.h"

#include <stdlib.h>

typedef struct {
    int first, last; // instructions, from the function's entry on; first < 0: none has it
    bool loaded;     // its value comes from memory
} Life;

typedef struct {
    const Insn *code; // (count)
    int count, entry; // the first one's index in the module
    i32 begin, end;   // slots of registers
    Life *of;         // by slot, in units of 64 bytes
} Lives;

static Life *life_of(const Lives *s, i32 slot)
{
    return slot < s->begin || slot >= s->end ? NULL : &s->of[(slot - s->begin) / 64];
}

static void find_lives(Lives *s)
{
    size_t slots = (size_t)(s->end - s->begin) / 64 + 1;
    for (size_t k = 0; k < slots; k++)
        s->of[k].first = -1;
    for (int i = 0; i < s->count; i++) {
        const Insn *in = &s->code[i];
        for (int k = 0; k < SLOTS; k++) {
            Life *r = life_of(s, in->slots[k]);
            if (!r)
                continue;
            r->first = r->first < 0 ? i : r->first;
            r->last = i;
        }
        int target = in->kind == K_BRANCH ? in->branch.target - s->entry : i + 1;
        for (size_t k = 0; target <= i && k < slots; k++)
            if (s->of[k].first >= 0 && s->of[k].first < target && s->of[k].last >= target)
                s->of[k].last = i;
    }
}

// Tells whether what an instruction writes comes from memory: by itself, or since it reads such a value.
static bool is_loaded(const Lives *s, const Insn *in)
{
    bool loaded = in->kind != K_ALU && in->kind != K_PARAM_LOAD;
    for (int k = 0; k < SLOTS && !loaded; k++) {
        const Life *r = life_of(s, in->slots[k]);
        loaded = r && r->loaded;
    }
    return loaded;
}

// Follows the values from loads to what is computed of them.
static void find_loaded(Lives *s)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < s->count; i++)
            for (int k = WRITTEN, end = written_end(&s->code[i]); k < end; k++) {
                Life *r = life_of(s, s->code[i].slots[k]);
                if (r && !r->loaded && is_loaded(s, &s->code[i]))
                    r->loaded = again = true;
            }
    }
}

// Adds what a register of 32 or 64 bits holds to the changes at both ends of its life.
static void add_register(const Lives *s, const Reg *r, int *change)
{
    if (r->slot < REG_BASE ||
        r->bytes == 0) // it is not used, or a predicate, which has registers of its own
        return;
    const Life *of = &s->of[(r->slot - REG_BASE) / 64];
    int words = (r->bytes + 3) / 4;
    if (of->first < 0 || !of->loaded)
        return;
    change[of->first] += words;
    change[of->last] -= words; // what this last one writes may lie in the same place
}

int sim_function_live(const SimFunction *f)
{
    Lives s = {.code = f->module->code + f->entry,
               .count = f->end - f->entry,
               .entry = f->entry,
               .begin = (i32)f->const_bytes,
               .end = (i32)f->frame_bytes};
    s.of = calloc((size_t)(s.end - s.begin) / 64 + 1, sizeof *s.of);
    int *change = calloc((size_t)s.count + 1, sizeof *change), most = 0, now = 0;
    if (s.of && change) {
        find_lives(&s);
        find_loaded(&s);
        for (const RegDecl *d = f->regs; d; d = d->next)
            for (int i = 0; i < d->count; i++)
                add_register(&s, &d->regs[i], change);
    }
    for (int i = 0; change && i < s.count; i++) {
        now += change[i];
        most = now > most ? now : most;
    }
    free(s.of);
    free(change);
    return most;
}
