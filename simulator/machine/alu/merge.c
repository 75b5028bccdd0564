// merge.c: copies those lanes of a result that an instruction was done for, and gets and sets one lane's value of any size.

#include "machine/alu/alu.h"

#include <string.h>

// These types may alias registers of any type.
typedef u16 __attribute__((may_alias)) Any16;
typedef u32 __attribute__((may_alias)) Any32;
typedef u64 __attribute__((may_alias)) Any64;

void merge_lanes(u8 *to, const void *from, u32 mask, int bytes)
{
    if (bytes == 2) {
        Any16 *d = __builtin_assume_aligned(to, 64);
        const Any16 *s = __builtin_assume_aligned(from, 64);
        EACH_LANE d[l] = mask >> l & 1 ? s[l] : d[l];
    } else if (bytes == 4) {
        Any32 *d = __builtin_assume_aligned(to, 64);
        const Any32 *s = __builtin_assume_aligned(from, 64);
        EACH_LANE d[l] = mask >> l & 1 ? s[l] : d[l];
    } else {
        Any64 *d = __builtin_assume_aligned(to, 64);
        const Any64 *s = __builtin_assume_aligned(from, 64);
        EACH_LANE d[l] = mask >> l & 1 ? s[l] : d[l];
    }
}

void do_some(AluFn *fn, u8 *regs, const Insn *in, u32 mask, int bytes)
{
    _Alignas(64) u8 kept[LANES * sizeof(u64)];
    memcpy(kept, regs + in->d, (size_t)(LANES * bytes));
    fn(regs, in, FULL);
    merge_lanes(regs + in->d, kept, ~mask, bytes);
}

u64 lane_bits(const u8 *regs, i32 offset, int bytes, u32 lane)
{
    switch (bytes) {
    case 0: return 0;
    case 2: return OPERAND(const Any16, offset)[lane];
    case 4: return OPERAND(const Any32, offset)[lane];
    default: return OPERAND(const Any64, offset)[lane];
    }
}

void set_lane_bits(u8 *regs, i32 offset, int bytes, u32 lane, u64 bits)
{
    if (bytes == 8)
        OPERAND(Any64, offset)[lane] = bits;
    else if (bytes == 4)
        OPERAND(Any32, offset)[lane] = (u32)bits;
    else
        OPERAND(Any16, offset)[lane] = (u16)bits;
}
