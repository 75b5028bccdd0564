// segment.h: the source of what a compiled segment calls: the arithmetic as it stands, and accesses to shared memory whose pattern is
// known. No file of the library includes it. The build preprocesses it, and text.c writes calls behind it.

#include "machine/alu/alu.h"
#include "native/native.h"
#include "ptx/wide.h"

// An operand may be one of the kernel's constants, which the C compiler gets to know: text.c writes them before all this.
#undef OPERAND
#define OPERAND(T, offset) \
    ((T *)__builtin_assume_aligned(((offset) < CONSTANTS ? (u8 *)constants : regs) + (offset), 64))

#include "machine/alu/address.c"
#include "machine/alu/compare.c"
#include "machine/alu/convert.c"
#include "machine/alu/float.c"
#include "machine/alu/int.c"
#include "machine/alu/merge.c"
#include "machine/alu/round.c"
#include "machine/alu/shuffle.c"

// Returns the lanes for which a guard is true.
static inline u32 guarded_lanes(const u8 *regs, i32 guard, bool turned)
{
    u32 p = lane_u32(regs + guard, 0);
    return turned ? ~p : p;
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

// ---- Shared memory ---------------------------------------------------------------------------------------------------

// Sixteen lanes' offsets. Where the host has AVX-512, a load of words within 128 bytes is a permutation of two of these.
typedef Words Offsets;

// Returns the bytes of the largest word that the banks serve as one in an access. An access that is moved by a multiple costs the same.
static inline u32 unit_of(int size, u8 merged)
{
    const u32 unit = size < 4 ? 4 : (u32)size;
    return merged > unit && merged != MERGED_INTO ? merged : unit;
}

// Learns what the access at these offsets costs.
static __attribute__((noinline)) void learn(const Native *n, Pattern *p, const u32 *at, int size,
                                            bool load, u8 merged)
{
    u32 low_bits = 0;
    p->low = p->high = 0;
    p->row = true;
    for (int l = 0; l < LANES; l++) {
        p->differ[l] = at[l] - at[0];
        i64 d = (i64)at[l] - (i64)at[0];
        p->low = d < p->low ? d : p->low;
        p->high = d > p->high ? d : p->high;
        p->row &= d == (i64)l * size;
        low_bits |= at[l];
    }
    for (int l = 0; l < LANES; l++)
        p->word[l] = (u32)((i64)at[l] - (i64)at[0] - p->low) / 4;
    p->places = 0;
    for (int l = 0, k; l < LANES; l++) {
        i64 d = (i64)at[l] - (i64)at[0];
        for (k = 0; k < p->places && p->place[k] != d;)
            k++;
        if (k == MOST_PLACES) {
            p->places = 0;
            break;
        }
        p->place[k] = d;
        p->places += k == p->places;
        p->which[l] = (u32)k;
    }
    p->narrow = p->high - p->low < LANES * 4;
    p->phase = at[0] & (unit_of(size, merged) - 1);
    p->known = !(low_bits & (u32)(size - 1));
    if (!p->known) // a fault, which the interpreter reports
        return;
    p->banks = n->banks(at, FULL, size, load);
    p->machine = !merged                ? p->banks
                 : merged > MERGED_INTO ? n->banks(at, FULL, merged, load)
                                        : (BankCount){0};
}

static inline bool has_pattern(const Pattern *p, const Offsets *at, u32 unit)
{
    const Offsets *differ = (const Offsets *)p->differ;
    const u32 first = at[0][0];
    const Offsets strays = (at[0] - first - differ[0]) | (at[1] - first - differ[1]);
    return is_zero(&strays) && p->known && (first & (unit - 1)) == p->phase;
}

// Returns the pattern of an access, which is learned if it is neither of the last two.
static inline const Pattern *pattern_of(const Native *n, Patterns *two, const Insn *in,
                                        const Offsets *at)
{
    const int size = in->access.bytes * in->access.count;
    const u32 unit = unit_of(size, in->access.merged);
    if (!has_pattern(&two->pattern[two->last], at, unit)) {
        two->last ^= 1;
        if (!has_pattern(&two->pattern[two->last], at, unit))
            learn(n, &two->pattern[two->last], (const u32 *)at, size, in->kind == K_LOAD,
                  in->access.merged);
    }
    return &two->pattern[two->last];
}

// Counts an access if its pattern can be known and all of it is inside. False: the interpreter must do it.
static inline bool count_known(Native *n, const Insn *in, i32 pc, const Pattern *p, u32 first)
{
    const int size = in->access.bytes * in->access.count;
    if (!p->known || (i64)first + p->low < 0 || (i64)first + p->high + size > (i64)n->shared_size)
        return false;
    SimCount *c = &n->counts[pc];
    c->requests++;
    c->wavefronts += (u64)p->banks.wavefronts;
    c->ideal += (u64)p->banks.ideal;
    c->bytes += (u64)p->banks.bytes;
    if (in->access.merged)
        c->merged += (u64)p->machine.wavefronts;
    *n->cycles += (u64)(p->machine.wavefronts - p->machine.ideal);
    if (in->kind == K_STORE)
        ++*n->changes;
    return true;
}

// Move an element of each lane, lane by lane: later lanes write over earlier ones.
#define MOVE(name, T)                                                                           \
    static __attribute__((noinline)) void load_##name(const u8 *memory, T *reg, const u32 *at)  \
    {                                                                                           \
        T lanes[LANES];                                                                         \
        EACH_LANE lanes[l] = *(const T *)(const void *)(memory + at[l]);                        \
        EACH_LANE reg[l] = lanes[l];                                                            \
    }                                                                                           \
    static __attribute__((noinline)) void store_##name(u8 *memory, const T *reg, const u32 *at) \
    {                                                                                           \
        for (int l = 0; l < LANES; l++)                                                         \
            *(T *)(void *)(memory + at[l]) = reg[l];                                            \
    }

MOVE(words, Any32)
MOVE(pairs, Any64)

// Loads words that the lanes read at a few places. False if there are more.
static inline bool load_few(const Native *n, u8 *regs, const Insn *in, const Pattern *p, u32 first)
{
    const Offsets *which = (const Offsets *)p->which;
    if (!p->places)
        return false;
    for (int k = 0; k < in->access.count; k++) {
        if (in->list[k] < 0)
            continue;
        const u8 *from = n->shared + first + 4 * k;
        const Offsets none = {0}, word = none + *(const Any32 *)(const void *)from;
        Offsets low = word, high = word;
        for (int i = 1; i < p->places; i++) {
            const Offsets other = none + *(const Any32 *)(const void *)(from + p->place[i]);
            const Offsets in_low = (Offsets)(which[0] == (u32)i),
                          in_high = (Offsets)(which[1] == (u32)i);
            low = (low & ~in_low) | (other & in_low);
            high = (high & ~in_high) | (other & in_high);
        }
        Offsets *d = (Offsets *)OPERAND(u32, in->list[k]);
        d[0] = low, d[1] = high;
    }
    return true;
}

// Loads words that lie within 128 bytes. False if there are less than 128 bytes, or this host has no such permutation.
static inline bool load_narrow(const Native *n, u8 *regs, const Insn *in, const Pattern *p,
                               u32 first)
{
#ifdef __AVX512F__
    const u8 *from = n->shared + ((i64)first + p->low);
    const int last = 4 * (in->access.count - 1);
    if (!p->narrow || from + 128 + last > n->shared + n->shared_size)
        return false;
    for (int k = 0; k < in->access.count; k++) {
        if (in->list[k] < 0)
            continue;
        const Offsets low = *(const AnyWords *)(from + 4 * k),
                      high = *(const AnyWords *)(from + 4 * k + 64);
        Offsets *d = (Offsets *)OPERAND(u32, in->list[k]);
        d[0] = __builtin_shuffle(low, high, ((const Offsets *)p->word)[0]);
        d[1] = __builtin_shuffle(low, high, ((const Offsets *)p->word)[1]);
    }
    return true;
#else
    return false;
#endif
}

// Does a load or store of shared memory.
static inline i32 shared_access(Native *n, u8 *regs, const Insn *in, i32 pc, int site)
{
    const bool load = in->kind == K_LOAD;
    _Alignas(64) u32 offset[LANES];
    u32 beyond = 0;
    if (in->a < 0) {
        EACH_LANE offset[l] = (u32)in->access.offset;
    } else if (in->access.wide) {
        const u64 *a = OPERAND(const u64, in->a);
        u64 bits = 0;
        EACH_LANE
        {
            offset[l] = (u32)(a[l] + (u64)in->access.offset);
            bits |= a[l] + (u64)in->access.offset;
        }
        beyond = (u32)(bits >> 32);
    } else {
        const u32 *a = OPERAND(const u32, in->a);
        EACH_LANE offset[l] = a[l] + (u32)in->access.offset;
    }
    const Offsets *at = (const Offsets *)offset;
    if (beyond)
        return n->run(n, pc, FULL);
    const Pattern *p = pattern_of(n, &n->patterns[site], in, at);
    if (!count_known(n, in, pc, p, offset[0]))
        return n->run(n, pc, FULL);
    if (in->guard >= 0)
        n->counts[pc].enabled += LANES;
    if (load && in->access.bytes == 4 &&
        (load_narrow(n, regs, in, p, offset[0]) || load_few(n, regs, in, p, offset[0])))
        return NATIVE_ON;
    if (p->row && in->access.count == 1 && in->list[0] >= 0) {
        u8 *memory = n->shared + offset[0], *reg = regs + in->list[0];
        __builtin_memcpy(load ? reg : memory, load ? memory : reg,
                         (size_t)LANES * in->access.bytes);
        return NATIVE_ON;
    }
    for (int k = 0; k < in->access.count; k++) {
        u8 *memory = n->shared + k * in->access.bytes, *reg = regs + in->list[k];
        if (in->list[k] < 0)
            continue;
        if (in->access.bytes == 4)
            load ? load_words(memory, (Any32 *)(void *)reg, offset)
                 : store_words(memory, (const Any32 *)(const void *)reg, offset);
        else
            load ? load_pairs(memory, (Any64 *)(void *)reg, offset)
                 : store_pairs(memory, (const Any64 *)(const void *)reg, offset);
    }
    return NATIVE_ON;
}

// ---- Global memory --------------------------------------------------------------------------------------------------

// Does a load or store of global memory, of so many bytes a lane.
static inline i32 global_access(Native *n, const u8 *regs, const Insn *in, i32 pc, u64 bytes)
{
    const u64 *a = (const u64 *)(regs + in->a);
    return addresses_ascend(regs + in->a, bytes) ? n->row(n, pc, a[0] + (u64)in->access.offset)
                                                 : n->run(n, pc, FULL);
}

// These are functions, as unrolled loops have many such accesses, and a host's cache holds little code.
static __attribute__((noinline)) i32 global_words(Native *n, const u8 *regs, const Insn *in, i32 pc)
{
    return global_access(n, regs, in, pc, 4);
}

static __attribute__((noinline)) i32 global_pairs(Native *n, const u8 *regs, const Insn *in, i32 pc)
{
    return global_access(n, regs, in, pc, 8);
}
