// narrow_arithmetic.h: arithmetic of half or bfloat16 (narrow.h says which), for one number and for two. CUDA Math API, "Half
// Arithmetic Functions", "Half Comparison Functions" and those of the other types.
//
// On the device a function is one instruction. The host calculates with floats. They have more than twice the bits, so that the
// result is the same although it is rounded twice (Figueroa, "When is Double Rounding Innocuous?").

// ---- Signs -------------------------------------------------------------------------------------------------------

#define EACH(name, v) WARP_T2(name((v).x), name((v).y))
#define EACH2(name)   WARP_T2(name(v.x, w.x), name(v.y, w.y))
WARP_BOTH WARP_T __hneg(WARP_T x) WARP_RETURNS(WARP_BITS(x.bits ^ 0x8000));
WARP_BOTH WARP_T __habs(WARP_T x) WARP_RETURNS(WARP_BITS(x.bits & 0x7fff));
WARP_BOTH WARP_T2 __hneg2(WARP_T2 v) WARP_RETURNS(EACH(__hneg, v));
WARP_BOTH WARP_T2 __habs2(WARP_T2 v) WARP_RETURNS(EACH(__habs, v));

// ---- The device's instructions -----------------------------------------------------------------------------------

#define ASM2(name, name2, instruction, host)                                            \
    WARP_BOTH WARP_T name(WARP_T x, WARP_T y)                                           \
    {                                                                                   \
        WARP_IF_DEVICE(unsigned short z; asm(instruction "." WARP_PTX " %0, %1, %2;"    \
                                             : "=h"(z)                                  \
                                             : "h"(x.bits), "h"(y.bits));               \
                       return WARP_RAW{z};)                                             \
        WARP_IF_HOST(return host;)                                                      \
    }                                                                                   \
    WARP_BOTH WARP_T2 name2(WARP_T2 v, WARP_T2 w)                                       \
    {                                                                                   \
        WARP_IF_DEVICE(unsigned int z; asm(instruction "." WARP_PTX "x2 %0, %1, %2;"    \
                                           : "=r"(z)                                    \
                                           : "r"(__builtin_bit_cast(unsigned int, v)),  \
                                             "r"(__builtin_bit_cast(unsigned int, w))); \
                       return __builtin_bit_cast(WARP_T2, z);)                          \
        WARP_IF_HOST(return EACH2(name);)                                               \
    }

#ifdef __CUDA__
#define ASM3(name, name2, instruction)                                                            \
    DEVICE_FUNCTION WARP_T name(WARP_T x, WARP_T y, WARP_T z)                                     \
    {                                                                                             \
        unsigned short d;                                                                         \
        asm(instruction "." WARP_PTX " %0, %1, %2, %3;"                                           \
            : "=h"(d)                                                                             \
            : "h"(x.bits), "h"(y.bits), "h"(z.bits));                                             \
        return WARP_RAW{d};                                                                       \
    }                                                                                             \
    DEVICE_FUNCTION WARP_T2 name2(WARP_T2 u, WARP_T2 v, WARP_T2 w)                                \
    {                                                                                             \
        unsigned int d;                                                                           \
        asm(instruction "." WARP_PTX "x2 %0, %1, %2, %3;"                                         \
            : "=r"(d)                                                                             \
            : "r"(__builtin_bit_cast(unsigned int, u)), "r"(__builtin_bit_cast(unsigned int, v)), \
              "r"(__builtin_bit_cast(unsigned int, w)));                                          \
        return __builtin_bit_cast(WARP_T2, d);                                                    \
    }
ASM3(__hfma, __hfma2, "fma.rn")
ASM3(__hfma_relu, __hfma2_relu, "fma.rn.relu") // a negative result becomes 0
#undef ASM3
#endif

// ---- Sums and products -------------------------------------------------------------------------------------------

// The compiler may join sums and products to one fused multiply-add, but not those whose name has _rn. Before compute capability 9.0
// bfloat16 has the multiply-add only: a sum is one with k = 1, a product one with k = -0.
#ifdef WARP_HAS_SUMS
#define ARITHMETIC(operation, sign, constant, operands)                                   \
    ASM2(__h##operation, __h##operation##2, #operation, WARP_FLOAT(x) sign WARP_FLOAT(y)) \
    ASM2(__h##operation##_rn, __h##operation##2_rn, #operation ".rn",                     \
         WARP_FLOAT(x) sign WARP_FLOAT(y))
#else
#define ARITHMETIC(operation, sign, constant, operands)                                          \
    WARP_BOTH WARP_T __h##operation(WARP_T x, WARP_T y)                                          \
    {                                                                                            \
        WARP_IF_DEVICE(WARP_T k = WARP_BITS(constant); return __hfma operands;)                  \
        WARP_IF_HOST(return WARP_FLOAT(x) sign WARP_FLOAT(y);)                                   \
    }                                                                                            \
    WARP_BOTH WARP_T2 __h##operation##2(WARP_T2 x, WARP_T2 y)                                    \
    {                                                                                            \
        WARP_IF_DEVICE(WARP_T2 k(WARP_BITS(constant), WARP_BITS(constant));                      \
                       return __hfma2 operands;)                                                 \
        WARP_IF_HOST(return WARP_T2(__h##operation(x.x, y.x), __h##operation(x.y, y.y));)        \
    }                                                                                            \
    WARP_BOTH WARP_T __h##operation##_rn(WARP_T x, WARP_T y) WARP_RETURNS(__h##operation(x, y)); \
    WARP_BOTH WARP_T2 __h##operation##2_rn(WARP_T2 x,                                            \
                                           WARP_T2 y)WARP_RETURNS(__h##operation##2(x, y));
#endif
ARITHMETIC(add, +, WARP_ONE, (x, k, y))
ARITHMETIC(sub, -, WARP_ONE | 0x8000, (y, k, x))
ARITHMETIC(mul, *, 0x8000, (x, y, k))
#undef ARITHMETIC

WARP_BOTH WARP_T __hdiv(WARP_T x, WARP_T y)
{
    WARP_IF_DEVICE(return __fdiv_rn(WARP_FLOAT(x), WARP_FLOAT(y));)
    WARP_IF_HOST(return WARP_FLOAT(x) / WARP_FLOAT(y);)
}
WARP_BOTH WARP_T2 __h2div(WARP_T2 v, WARP_T2 w) WARP_RETURNS(EACH2(__hdiv));

// ---- Minimum and maximum -----------------------------------------------------------------------------------------

// If one number is NaN, the result is the other one, or NaN where the name says so. -0 is less than 0.
static inline WARP_T warp_order(WARP_T x, WARP_T y, bool greater, bool nans)
{
    float a = WARP_FLOAT(x), b = WARP_FLOAT(y);
    if (a != a || b != b)
        return (a != a && b != b) || nans ? WARP_BITS(0x7fff) : a != a ? y : x;
    if (a == b)
        return WARP_BITS(greater ? x.bits & y.bits : x.bits | y.bits);
    return (a > b) == greater ? x : y;
}

ASM2(__hmin, __hmin2, "min", warp_order(x, y, false, false))
ASM2(__hmax, __hmax2, "max", warp_order(x, y, true, false))
ASM2(__hmin_nan, __hmin2_nan, "min.NaN", warp_order(x, y, false, true))
ASM2(__hmax_nan, __hmax2_nan, "max.NaN", warp_order(x, y, true, true))
#undef ASM2

// ---- Results between 0 and 1 -------------------------------------------------------------------------------------

// NaN becomes 0.
WARP_BOTH WARP_T warp_saturated(WARP_T x)
    WARP_RETURNS(__hmin(__hmax(x, WARP_BITS(0)), WARP_BITS(WARP_ONE)));
WARP_BOTH WARP_T2 warp_saturated(WARP_T2 v) WARP_RETURNS(EACH(warp_saturated, v));

#define SATURATED(operation)                                                   \
    WARP_BOTH WARP_T __h##operation##_sat(WARP_T x, WARP_T y)                  \
        WARP_RETURNS(warp_saturated(__h##operation(x, y)));                    \
    WARP_BOTH WARP_T2 __h##operation##2_sat(WARP_T2 v, WARP_T2 w)WARP_RETURNS( \
        warp_saturated(__h##operation##2(v, w)));
SATURATED(add)
SATURATED(sub)
SATURATED(mul)
#undef SATURATED

#ifdef __CUDA__
DEVICE_FUNCTION WARP_T __hfma_sat(WARP_T x, WARP_T y, WARP_T z)
    WARP_RETURNS(warp_saturated(__hfma(x, y, z)));
DEVICE_FUNCTION WARP_T2 __hfma2_sat(WARP_T2 u, WARP_T2 v, WARP_T2 w)
    WARP_RETURNS(warp_saturated(__hfma2(u, v, w)));

// Returns u v + w for complex numbers x + iy.
DEVICE_FUNCTION WARP_T2 __hcmadd(WARP_T2 u, WARP_T2 v, WARP_T2 w)
    WARP_RETURNS(WARP_T2(__hfma(__hneg(u.y), v.y, __hfma(u.x, v.x, w.x)),
                         __hfma(u.y, v.x, __hfma(u.x, v.y, w.y))));
#endif
