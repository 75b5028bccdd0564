// shuffle.c: which lanes a shuffle reads, and shuffles of whole warps.

#include "machine/alu/alu.h"

// In shfl.sync d|p, a, b, c, b is the distance or lane, c holds the segment mask (bits 8-12) and the clamp
// (bits 0-4). Source: PTX ISA, shfl.sync. The mode is a constant for the compiler, so that the loop becomes vector instructions.
static inline __attribute__((always_inline)) u32 find_sources(const u8 *regs, const Insn *in,
                                                              ShuffleMode mode, i32 *source)
{
    const u32 *b = OPERAND(const u32, in->list[0]), *c = OPERAND(const u32, in->c);
    u32 in_range = 0;
    for (i32 lane = 0; lane < LANES; lane++) {
        i32 segment = (i32)(c[lane] >> 8 & 31), clamp = (i32)(c[lane] & 31),
            by = (i32)(b[lane] & 31);
        i32 max_lane = (lane & segment) | (clamp & ~segment), min_lane = lane & segment;
        i32 from = mode == SHUFFLE_UP     ? lane - by
                   : mode == SHUFFLE_DOWN ? lane + by
                   : mode == SHUFFLE_BFLY ? lane ^ by
                                          : min_lane | (by & ~segment);
        bool ok = mode == SHUFFLE_UP ? from >= max_lane : from <= max_lane;
        source[lane] = ok ? from : lane;
        in_range |= (u32)ok << lane;
    }
    return in_range;
}

// Of movmatrix: lane l holds elements 2 (l % 4) and the next of row l / 4 of an 8 by 8 matrix of 16-bit elements, and gets those
// of column l / 4. Writes the lane that has the first of them; the lane 4 further on has the second.
static u32 find_column(i32 *source)
{
    for (i32 lane = 0; lane < LANES; lane++)
        source[lane] = 8 * (lane & 3) + (lane >> 3);
    return FULL;
}

u32 shuffle_sources(const u8 *regs, const Insn *in, i32 *source)
{
    switch ((ShuffleMode)in->shuffle.mode) {
    case SHUFFLE_UP: return find_sources(regs, in, SHUFFLE_UP, source);
    case SHUFFLE_DOWN: return find_sources(regs, in, SHUFFLE_DOWN, source);
    case SHUFFLE_BFLY: return find_sources(regs, in, SHUFFLE_BFLY, source);
    case SHUFFLE_TRANSPOSE: return find_column(source);
    default: return find_sources(regs, in, SHUFFLE_IDX, source);
    }
}

// Writes what each lane gets of the register at a. d may be the same.
static void permute_words(Words *d, const Words *a, const i32 *source)
{
#if defined __AVX512F__ && !defined __clang__
    const Words *from = (const Words *)(const void *)source, low = a[0], high = a[1];
    d[0] = __builtin_shuffle(low, high, from[0]);
    d[1] = __builtin_shuffle(low, high, from[1]);
#else
    // This goes lane by lane: many hosts take longer to gather words, which volatile prevents, than to load them.
    _Alignas(64) u32 words[LANES];
    const volatile u32 *one = words;
    copy_words(words, a);
    for (int lane = 0; lane < LANES; lane++)
        ((u32 *)d)[lane] = one[source[lane]];
#endif
}

void shuffle_all(u8 *regs, const Insn *in)
{
    _Alignas(64) i32 source[LANES];
    const u32 in_range = shuffle_sources(regs, in, source);
    if (in->d >= 0)
        permute_words(OPERAND(Words, in->d), OPERAND(const Words, in->a), source);
    if (in->d2 >= 0)
        set_bits(OPERAND(u32, in->d2), FULL, in_range);
}
