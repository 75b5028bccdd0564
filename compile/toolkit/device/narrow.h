// narrow.h: what half (cuda_fp16.h) and bfloat16 (cuda_bf16.h) have in common.
//
// Both types have the same functions. These are written once, in headers that are included twice, once for each type:
//
//   narrow_type.h        the types, with their constructors and conversions
//   narrow_convert.h     conversions from and to integers and floats, with all roundings; pairs
//   narrow_arithmetic.h  sums, products, minimum and maximum
//   narrow_compare.h     comparisons; operators
//   narrow_functions.h   square roots, exponentials and the like (only the device has them)
//   narrow_memory.h      loads, stores, atomics, shuffles (only the device has them)
//
// They are told by macros, which narrow_end.h takes away, what differs:
//
//   WARP_T, WARP_T2        the type, and a pair
//   WARP_RAW, WARP_RAW2    the same without constructors
//   WARP_OTHER             the other one of the two types
//   WARP_NAMED(a, b)       a name with the type's name between a and b: __half2int_rn is WARP_NAMED(__, 2int_rn)
//   WARP_PTX               the type's name in PTX, a string
//   WARP_ONE               the bits of 1
//   WARP_INFINITY          the bits of infinity
//   WARP_WIDEN(x)          a float that is rounded to the same number as the double or integer x
//   WARP_HAS_SUMS          defined if PTX has add, sub, mul, tanh and atom.add for the type
//   WARP_NO_OPERATORS, 2   defined if the program has operators of its own, of one number, or of pairs

#ifndef WARP_DEVICE_NARROW_H
#define WARP_DEVICE_NARROW_H

#define WARP_BOTH static inline __host__ __device__

// What only one side compiles.
#ifdef __CUDA_ARCH__
#define WARP_IF_DEVICE(...) __VA_ARGS__
#define WARP_IF_HOST(...)
#else
#define WARP_IF_DEVICE(...)
#define WARP_IF_HOST(...) __VA_ARGS__
#endif

// ---- Floats that are never flushed to 0 --------------------------------------------------------------------------
//
// With -ftz=true the device's operations on floats take subnormal numbers for 0; those of bfloat16 do not, whose subnormal numbers
// are floats of that kind. So some operations are told by name, without .ftz.

#define COMPARISON(name, condition)                                                                \
    WARP_BOTH bool warp_##name(float a, float b)                                                   \
    {                                                                                              \
        WARP_IF_DEVICE(unsigned int truth;                                                         \
                       asm("{ .reg .pred p; setp." #name ".f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" \
                           : "=r"(truth)                                                           \
                           : "f"(a), "f"(b));                                                      \
                       return truth;)                                                              \
        WARP_IF_HOST(return condition;)                                                            \
    }
COMPARISON(eq, a == b)
COMPARISON(ne, a<b || a> b)
COMPARISON(lt, a < b)
COMPARISON(le, a <= b)
COMPARISON(gt, a > b)
COMPARISON(ge, a >= b)
// Unordered comparisons are true if a number is NaN.
COMPARISON(equ, !(a < b || a > b))
COMPARISON(neu, a != b)
COMPARISON(ltu, !(a >= b))
COMPARISON(leu, !(a > b))
COMPARISON(gtu, !(a <= b))
COMPARISON(geu, !(a < b))
#undef COMPARISON

// ---- Numbers that keep, in their last bit, whether anything was cut off ------------------------------------------
//
// Such a number can be rounded again. It is odd if it is not exact, so it is no tie, and lies between the same two narrow numbers
// as the exact one. (Boldo and Melquiond, "Emulation of FMA and Correctly Rounded Sums: Proved Algorithms Using Rounding to Odd")

WARP_BOTH float warp_to_odd(double x)
{
#ifdef __CUDA_ARCH__
    float below = __double2float_rd(x); // of two neighbours one is odd
    return __builtin_bit_cast(unsigned int, below) % 2 ? below : __double2float_ru(x);
#else
    float f = (float)x;
    unsigned int bits = __builtin_bit_cast(unsigned int, f);
    if (f != x && bits % 2 == 0)
        bits += __builtin_fabs(f) < __builtin_fabs(x) ? 1 : -1;
    return __builtin_bit_cast(float, bits);
#endif
}

// Integers of 32 bits keep 24, those of 64 bits 53, if they have more.
WARP_BOTH float warp_to_odd(int x)
    WARP_RETURNS((float)(x<-0x1000000 || x> 0x1000000 ? (x & ~0xff) | ((x & 0xff) != 0) << 8 : x));
WARP_BOTH float warp_to_odd(unsigned int x)
    WARP_RETURNS((float)(x > 0x1000000 ? (x & ~0xffu) | ((x & 0xff) != 0) << 8 : x));
WARP_BOTH float warp_to_odd(long long x) WARP_RETURNS(warp_to_odd(
    (double)(x<-(1LL << 53) || x> 1LL << 53 ? (x & ~0x7ffLL) | ((x & 0x7ff) != 0) << 11 : x)));
WARP_BOTH float warp_to_odd(unsigned long long x)
    WARP_RETURNS(warp_to_odd((double)(x > 1ULL << 53 ? (x & ~0x7ffULL) | ((x & 0x7ff) != 0) << 11
                                                     : x)));
WARP_BOTH float warp_to_odd(float x) WARP_RETURNS(x);
WARP_BOTH float warp_to_odd(long x) WARP_RETURNS(warp_to_odd((long long)x));
WARP_BOTH float warp_to_odd(unsigned long x) WARP_RETURNS(warp_to_odd((unsigned long long)x));

// An integer that is no float is too large for a half.
template <class Integer>
WARP_BOTH float warp_to_half(Integer x) WARP_RETURNS((float)x);
WARP_BOTH float warp_to_half(double x) WARP_RETURNS(warp_to_odd(x));

// ---- Integers ----------------------------------------------------------------------------------------------------

// DEFINE(type, its name in functions, a wider type's name, least, greatest)
#define WARP_EACH_INTEGER(DEFINE)                            \
    DEFINE(short, short, int, -0x8000, 0x7fff)               \
    DEFINE(unsigned short, ushort, uint, 0u, 0xffffu)        \
    DEFINE(int, int, int, -0x7fffffff - 1, 0x7fffffff)       \
    DEFINE(unsigned int, uint, uint, 0u, 0xffffffffu)        \
    DEFINE(long long, ll, ll, -(~0ULL >> 1) - 1, ~0ULL >> 1) \
    DEFINE(unsigned long long, ull, ull, 0ULL, ~0ULL)

template <class Integer>
WARP_BOTH Integer warp_between(Integer x, Integer least, Integer greatest)
    WARP_RETURNS(x<least ? least : x> greatest ? greatest : x);

// Cuts off the fraction, as the device's instruction does it, on the host.
template <class Integer>
WARP_BOTH Integer warp_cut(float x, Integer least, Integer greatest)
{
    if (x != x)
        return sizeof(Integer) == 8 ? (Integer)(1ULL << 63) : 0;
    return x <= (float)least ? least : x >= (float)greatest ? greatest : (Integer)x;
}

// warp_short_rz(x) and so on: the integer next to x, towards 0.
#define CUT(type, name, wide, least, greatest)                                     \
    WARP_BOTH type warp_##name##_rz(float x)                                       \
    {                                                                              \
        WARP_IF_DEVICE(auto y = __float2##wide##_rz(x); return (type)warp_between( \
                           y, (decltype(y))(least), (decltype(y))(greatest));)     \
        WARP_IF_HOST(return warp_cut(x, (type)(least), (type)(greatest));)         \
    }
WARP_EACH_INTEGER(CUT)
CUT(signed char, char, int, -0x80, 0x7f)
CUT(unsigned char, uchar, uint, 0, 0xff)
#undef CUT

#endif
