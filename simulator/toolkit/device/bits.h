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
DEVICE_FUNCTION unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
    WARP_RETURNS(__nvvm_prmt(x, y, selector));

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

// Returns c plus four products of bytes (compute capability 6.1).
#define DOT_PRODUCT(type, word)                                                           \
    DEVICE_FUNCTION type __dp4a(type a, type b, type c)                                   \
    {                                                                                     \
        type d;                                                                           \
        asm("dp4a." word "." word " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
        return d;                                                                         \
    }
DOT_PRODUCT(int, "s32")
DOT_PRODUCT(unsigned int, "u32")
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
