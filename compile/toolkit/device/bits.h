// bits.h: integer intrinsics, and casts between types with the same bits. CUDA Math API, "Integer Intrinsics" and
// "Type Casting Intrinsics".

#ifndef WARP_DEVICE_BITS_H
#define WARP_DEVICE_BITS_H

DEVICE_FUNCTION int __popc(unsigned int x) WARP_RETURNS(__builtin_popcount(x));
DEVICE_FUNCTION int __popcll(unsigned long long int x) WARP_RETURNS(__builtin_popcountll(x));

DEVICE_FUNCTION int __clz(int x)
{
    int n;
    asm("clz.b32 %0, %1;" : "=r"(n) : "r"(x));
    return n;
}

DEVICE_FUNCTION int __clzll(long long int x)
{
    int n;
    asm("clz.b64 %0, %1;" : "=r"(n) : "l"(x));
    return n;
}

DEVICE_FUNCTION int __ffs(int x) WARP_RETURNS(32 - __clz(x & -x));
DEVICE_FUNCTION int __ffsll(long long int x) WARP_RETURNS(64 - __clzll(x & -x));
DEVICE_FUNCTION unsigned int __brev(unsigned int x) WARP_RETURNS(__builtin_bitreverse32(x));
DEVICE_FUNCTION unsigned long long int __brevll(unsigned long long int x)
    WARP_RETURNS(__builtin_bitreverse64(x));
// Of each 4 bits of the selector 3 choose a byte; the instruction would take the fourth as a wish for copies of the byte's sign.
DEVICE_FUNCTION unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
    WARP_RETURNS(__nvvm_prmt(x, y, selector & 0x7777));

#define FUNNEL_SHIFT(name, instruction)                                                        \
    DEVICE_FUNCTION unsigned int name(unsigned int low, unsigned int high, unsigned int shift) \
    {                                                                                          \
        unsigned int x;                                                                        \
        asm(instruction ".b32 %0, %1, %2, %3;" : "=r"(x) : "r"(low), "r"(high), "r"(shift));   \
        return x;                                                                              \
    }
FUNNEL_SHIFT(__funnelshift_l, "shf.l.wrap")
FUNNEL_SHIFT(__funnelshift_lc, "shf.l.clamp")
FUNNEL_SHIFT(__funnelshift_r, "shf.r.wrap")
FUNNEL_SHIFT(__funnelshift_rc, "shf.r.clamp")
#undef FUNNEL_SHIFT

DEVICE_FUNCTION int __mulhi(int x, int y) WARP_RETURNS((int)(((long long)x * y) >> 32));
DEVICE_FUNCTION unsigned int __umulhi(unsigned int x, unsigned int y)
    WARP_RETURNS((unsigned int)(((unsigned long long)x * y) >> 32));
DEVICE_FUNCTION long long int __mul64hi(long long int x, long long int y)
    WARP_RETURNS(__nvvm_mulhi_ll(x, y));

DEVICE_FUNCTION unsigned long long int __umul64hi(unsigned long long int x,
                                                  unsigned long long int y)
    WARP_RETURNS(__nvvm_mulhi_ull(x, y));

DEVICE_FUNCTION int __mul24(int x, int y) WARP_RETURNS(__nvvm_mul24_i(x, y));
DEVICE_FUNCTION unsigned int __umul24(unsigned int x, unsigned int y)
    WARP_RETURNS(__nvvm_mul24_ui(x, y));
DEVICE_FUNCTION unsigned int __sad(int x, int y, unsigned int z)
    WARP_RETURNS(__nvvm_sad_i(x, y, z));
DEVICE_FUNCTION unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
    WARP_RETURNS(__nvvm_sad_ui(x, y, z));

// Returns the mean of two numbers, which can't overflow, rounded down; the functions with r round up.
DEVICE_FUNCTION int __hadd(int x, int y) WARP_RETURNS((x & y) + ((x ^ y) >> 1));

DEVICE_FUNCTION int __rhadd(int x, int y) WARP_RETURNS((x | y) - ((x ^ y) >> 1));
DEVICE_FUNCTION unsigned int __uhadd(unsigned int x, unsigned int y)
    WARP_RETURNS((x & y) + ((x ^ y) >> 1));
DEVICE_FUNCTION unsigned int __urhadd(unsigned int x, unsigned int y)
    WARP_RETURNS((x | y) - ((x ^ y) >> 1));

// Returns the place of the n-th set bit at or above `base`; of the n-th at or below, if n is negative. 0 asks for bit `base` itself.
// Without such a bit all ones.
DEVICE_FUNCTION unsigned int __fns(unsigned int mask, unsigned int base, int n)
{
    unsigned int place;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(place) : "r"(mask), "r"(base), "r"(n));
    return place;
}

// __dp4a returns c plus four products of bytes; __dp2a_lo and __dp2a_hi plus two products of a half of a and a byte of b, from its
// lower or upper half. (Compute capability 6.1.) The arguments may be vectors.
#define DOT_PRODUCT(name, instruction, type, word, halves, bytes)                                 \
    DEVICE_FUNCTION type name(type a, type b, type c)                                             \
    {                                                                                             \
        type d;                                                                                   \
        asm(instruction "." word "." word " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
        return d;                                                                                 \
    }                                                                                             \
    DEVICE_FUNCTION type name(halves a, bytes b, type c)                                          \
        WARP_RETURNS(name(*(const type *)&a, *(const type *)&b, c));
DOT_PRODUCT(__dp4a, "dp4a", int, "s32", char4, char4)
DOT_PRODUCT(__dp4a, "dp4a", unsigned int, "u32", uchar4, uchar4)
DOT_PRODUCT(__dp2a_lo, "dp2a.lo", int, "s32", short2, char4)
DOT_PRODUCT(__dp2a_lo, "dp2a.lo", unsigned int, "u32", ushort2, uchar4)
DOT_PRODUCT(__dp2a_hi, "dp2a.hi", int, "s32", short2, char4)
DOT_PRODUCT(__dp2a_hi, "dp2a.hi", unsigned int, "u32", ushort2, uchar4)
#undef DOT_PRODUCT

DEVICE_FUNCTION int __float_as_int(float x) WARP_RETURNS(__builtin_bit_cast(int, x));
DEVICE_FUNCTION unsigned int __float_as_uint(float x)
    WARP_RETURNS(__builtin_bit_cast(unsigned int, x));
DEVICE_FUNCTION float __int_as_float(int x) WARP_RETURNS(__builtin_bit_cast(float, x));
DEVICE_FUNCTION float __uint_as_float(unsigned int x) WARP_RETURNS(__builtin_bit_cast(float, x));
DEVICE_FUNCTION long long int __double_as_longlong(double x)
    WARP_RETURNS(__builtin_bit_cast(long long int, x));
DEVICE_FUNCTION double __longlong_as_double(long long int x)
    WARP_RETURNS(__builtin_bit_cast(double, x));
DEVICE_FUNCTION int __double2hiint(double x) WARP_RETURNS((int)(__double_as_longlong(x) >> 32));
DEVICE_FUNCTION int __double2loint(double x) WARP_RETURNS((int)__double_as_longlong(x));
DEVICE_FUNCTION double __hiloint2double(int high, int low)
    WARP_RETURNS(__longlong_as_double((long long)high << 32 | (unsigned int)low));

#endif
