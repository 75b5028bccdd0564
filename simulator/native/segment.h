// segment.h: the source of what a compiled segment calls: the arithmetic as it stands, and accesses to shared memory whose pattern is
// known. No file of the library includes it. The build preprocesses it, and text.c writes calls behind it.

#include "native/native.h"
#include "ptx/wide.h"

// clang-format off: merge and round are what the others call
#include "machine/alu/merge.c"
#include "machine/alu/round.c"
#include "machine/alu/address.c"
#include "machine/alu/compare.c"
#include "machine/alu/convert.c"
#include "machine/alu/float.c"
#include "machine/alu/int.c"
// clang-format on

// Returns the lanes for which a guard is true.
static inline u32 guarded_lanes(const u8 *regs, i32 guard, bool not )
{
    u32 p = lane_u32(regs + guard, 0);
    return not ? ~p : p;
}

static inline i32 branch_all(Native *n, i32 pc, u32 mask, i32 target)
{
    if (mask == 0)
        return pc + 1;
    if (mask != FULL)
        return pc; // lanes part: the interpreter does that
    n->counts[pc].enabled += LANES;
    return target;
}

// Learns what the access at these offsets costs.
static __attribute__((noinline)) void learn(const Native *n, Pattern *p, const u32 *at, int size, bool load, u8 merged)
{
    u32 low_bits = 0;
    p->low = p->high = 0;
    p->row = p->same = true;
    for (int l = 0; l < LANES; l++) {
        p->differ[l] = at[l] - at[0];
        i64 d = (i64)at[l] - (i64)at[0];
        p->low = d < p->low ? d : p->low;
        p->high = d > p->high ? d : p->high;
        p->row &= d == (i64)l * size;
        p->same &= d == 0;
        low_bits |= at[l];
    }
    p->phase = at[0] & 15;
    p->known = !(low_bits & (u32)(size - 1));
    if (!p->known) // a fault, which the interpreter reports
        return;
    p->banks = n->banks(at, FULL, size, load);
    p->merged = merged > MERGED_INTO ? n->banks(at, FULL, merged, load).wavefronts : 0;
}

// Finds the offsets of a shared access, and counts it if all of them are inside. False: the interpreter must do it.
static inline bool count_known(Native *n, const u8 *regs, const Insn *in, i32 pc, int site, u32 *at)
{
    const int size = in->access.bytes * in->access.count;
    const bool load = in->kind == K_LOAD;
    Pattern *p = &n->patterns[site];
    u32 beyond = 0, strays = 0;
    if (in->a < 0) {
        EACH_LANE at[l] = (u32)in->access.offset;
    } else if (in->access.wide) {
        const u64 *a = OPERAND(const u64, in->a);
        EACH_LANE
        {
            u64 address = a[l] + (u64)in->access.offset;
            beyond |= (u32)(address >> 32);
            at[l] = (u32)address;
        }
    } else {
        const u32 *a = OPERAND(const u32, in->a);
        EACH_LANE at[l] = a[l] + (u32)in->access.offset;
    }
    if (beyond)
        return false;
    const u32 first = at[0];
    EACH_LANE strays |= (at[l] - first) ^ p->differ[l];
    if (strays || !p->known || (first & 15) != p->phase)
        learn(n, p, at, size, load, in->access.merged);
    if (!p->known || (i64)first + p->low < 0 || (i64)first + p->high + size > (i64)n->shared_size)
        return false;
    SimCount *c = &n->counts[pc];
    c->requests++;
    c->wavefronts += (u64)p->banks.wavefronts;
    c->ideal += (u64)p->banks.ideal;
    c->bytes += (u64)p->banks.bytes;
    if (in->access.merged)
        c->merged += (u64)p->merged;
    *n->cycles += (u64)(p->banks.wavefronts - p->banks.ideal);
    *n->changes += !load;
    return true;
}

// Elements of memory, which may have been written as another type.
typedef u32 __attribute__((may_alias)) Word;
typedef u64 __attribute__((may_alias)) Double;

#define MOVE_ELEMENTS(T, k, at_k)                                             \
    {                                                                         \
        T *d = (T *)OPERAND(T, in->list[k]);                                  \
        if (load && p->same) {                                                \
            T value = *(const T *)(const void *)(n->shared + at[0] + (at_k)); \
            EACH_LANE d[l] = value;                                           \
        } else if (p->row && in->access.count == 1) {                         \
            void *to = load ? (void *)d : n->shared + at[0];                  \
            __builtin_memcpy(to, load ? n->shared + at[0] : (void *)d, LANES * sizeof(T)); \
        } else if (load) {                                                    \
            for (int l = 0; l < LANES; l++)                                   \
                d[l] = *(const T *)(const void *)(n->shared + at[l] + (at_k)); \
        } else {                                                              \
            for (int l = 0; l < LANES; l++)                                   \
                *(T *)(void *)(n->shared + at[l] + (at_k)) = d[l];            \
        }                                                                     \
    }

// Does a load or store of shared memory. False on a fault.
static inline bool shared_access(Native *n, u8 *regs, const Insn *in, i32 pc, int site)
{
    _Alignas(64) u32 at[LANES];
    if (!count_known(n, regs, in, pc, site, at))
        return n->run(n, pc, FULL);
    const Pattern *p = &n->patterns[site];
    const bool load = in->kind == K_LOAD;
    for (int k = 0; k < in->access.count; k++) {
        if (in->list[k] < 0)
            continue;
        if (in->access.bytes == 4)
            MOVE_ELEMENTS(Word, k, 4 * k)
        else
            MOVE_ELEMENTS(Double, k, 8 * k)
    }
    return true;
}
