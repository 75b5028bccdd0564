// merge.c: takes over the lanes of a result for which an instruction was done.

#include "machine/alu/alu.h"

// Registers hold any type; these may look at them whatever it was.
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
