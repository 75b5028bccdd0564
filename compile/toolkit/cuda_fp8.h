// cuda_fp8.h: numbers of one byte, in two formats. E4M3 has 1 bit of sign, 4 of exponent, 3 of mantissa; E5M2 has 1, 5 and 2. CUDA Math
// API, "FP8 Intrinsics".
//
// Programs store such numbers, and calculate with wider ones: here are conversions, all rounded to nearest even. E5M2 is the upper
// byte of a half. E4M3 reaches to 448; it has no infinity, and one NaN of each sign, the largest magnitude. A device of compute
// capability 8.9 or later has instructions that make two bytes at once. The scales of one byte, E8M0, are not here.

#ifndef WARP_CUDA_FP8_H
#define WARP_CUDA_FP8_H
#define __CUDA_FP8_TYPES_EXIST__ // programs ask by this name whether the types are there

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifdef __CUDA__
WARP_BEGIN_LIBRARY
#endif

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t; // the first number is the lower byte
typedef unsigned int __nv_fp8x4_storage_t;

// What a number becomes that is too large.
typedef enum __nv_saturation_t {
    __NV_NOSAT,     // infinity; in E4M3 NaN
    __NV_SATFINITE, // the largest number, also if it was infinity
} __nv_saturation_t;

typedef enum __nv_fp8_interpretation_t {
    __NV_E4M3,
    __NV_E5M2,
} __nv_fp8_interpretation_t;

// ---- From wider numbers ------------------------------------------------------------------------------------------

// A float's bits are rounded at the place where the byte ends. NaN becomes 0x7f.
WARP_BOTH __nv_fp8_storage_t warp_float_to_fp8(float x, __nv_saturation_t saturate,
                                               __nv_fp8_interpretation_t format)
{
    // How many bits of the float's mantissa fall away, the least normal number as a float, and the largest number as a byte.
    unsigned int cut = format == __NV_E4M3 ? 20 : 21;
    unsigned int normal = format == __NV_E4M3 ? 0x3c800000 : 0x38800000; // 2^-6, 2^-14
    unsigned int most = format == __NV_E4M3 ? 0x7e : 0x7b;
    unsigned int bits = __builtin_bit_cast(unsigned int, x), size = bits & 0x7fffffff;
    if (size > 0x7f800000)
        return 0x7f;
    if (size < normal) { // subnormal: the sum is rounded at the byte's last bit
        unsigned int large = normal + (cut << 23);
        float sum = __builtin_bit_cast(float, size) + __builtin_bit_cast(float, large);
        size = __builtin_bit_cast(unsigned int, sum) - large;
    } else {
        unsigned int odd = size >> cut & 1;
        size = (size - (normal - 0x800000) + (1u << (cut - 1)) - 1 + odd) >> cut;
    }
    if (size > most)
        size = saturate == __NV_SATFINITE ? most : most + 1;
    return (__nv_fp8_storage_t)((bits >> 24 & 0x80) | size);
}

// The float is rounded to odd, so that it can be rounded again. NaN keeps its sign, and in E5M2 a bit of its mantissa.
WARP_BOTH __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                    __nv_fp8_interpretation_t format)
{
    unsigned long long bits = __builtin_bit_cast(unsigned long long, x);
    if ((bits & ~0ULL >> 1) > 0x7ffULL << 52)
        return (__nv_fp8_storage_t)((bits >> 56 & 0x80) | (bits >> 50 & 3) |
                                    (format == __NV_E4M3 ? 0x7f : 0x7e));
    return warp_float_to_fp8(warp_to_odd(x), saturate, format);
}

// Where there is an instruction, returns what it makes of two numbers. The arguments are the rest of its text, and its operands.
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 890
#define BY_INSTRUCTION(...)                              \
    if (saturate == __NV_SATFINITE) {                    \
        __nv_fp8x2_storage_t pair;                       \
        if (format == __NV_E4M3)                         \
            asm("cvt.rn.satfinite.e4m3x2." __VA_ARGS__); \
        else                                             \
            asm("cvt.rn.satfinite.e5m2x2." __VA_ARGS__); \
        return pair;                                     \
    }
#else
#define BY_INSTRUCTION(...)
#endif

WARP_BOTH __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                   __nv_fp8_interpretation_t format)
{
    BY_INSTRUCTION("f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x))
    return warp_float_to_fp8(x, saturate, format);
}

WARP_BOTH __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t format)
{
    BY_INSTRUCTION("f16x2 %0, %1;" : "=h"(pair) : "r"((unsigned int)x.x))
    return warp_float_to_fp8(__half2float(x), saturate, format);
}

WARP_BOTH __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                         __nv_saturation_t saturate,
                                                         __nv_fp8_interpretation_t format)
    WARP_RETURNS(__nv_cvt_float_to_fp8(__bfloat162float(x), saturate, format));

// Pairs.
#define EACH(name) \
    (__nv_fp8x2_storage_t)(name(v.x, saturate, format) | name(v.y, saturate, format) << 8)

WARP_BOTH __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 v, __nv_saturation_t saturate,
                                                         __nv_fp8_interpretation_t format)
    WARP_RETURNS(EACH(__nv_cvt_double_to_fp8));

WARP_BOTH __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t saturate,
                                                        __nv_fp8_interpretation_t format)
{
    BY_INSTRUCTION("f32 %0, %1, %2;" : "=h"(pair) : "f"(v.y), "f"(v.x))
    return EACH(warp_float_to_fp8);
}

WARP_BOTH __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw v, __nv_saturation_t saturate,
                                                          __nv_fp8_interpretation_t format)
{
    BY_INSTRUCTION("f16x2 %0, %1;" : "=h"(pair) : "r"(__builtin_bit_cast(unsigned int, v)))
    return __nv_cvt_float2_to_fp8x2(__half22float2(v), saturate, format);
}

WARP_BOTH __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw v,
                                                              __nv_saturation_t saturate,
                                                              __nv_fp8_interpretation_t format)
    WARP_RETURNS(__nv_cvt_float2_to_fp8x2(__bfloat1622float2(v), saturate, format));

#undef EACH
#undef BY_INSTRUCTION

// ---- To half, which has all these numbers ------------------------------------------------------------------------

WARP_BOTH __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t v,
                                                 __nv_fp8_interpretation_t format);

// The only NaN is 0x7fff. Moved up by seven bits, a number of E4M3 is a half that is 256 times too small.
WARP_BOTH __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 890
    return {__nv_cvt_fp8x2_to_halfraw2(x, format).x};
#else
    unsigned int sign = (x & 0x80) << 8, size = x & 0x7f;
    if (size > (format == __NV_E4M3 ? 0x7e : 0x7c))
        return {0x7fff};
    if (format == __NV_E5M2)
        return {(unsigned short)(x << 8)};
    return __float2half_rn(256 * __half2float(__ushort_as_half(sign | size << 7)));
#endif
}

WARP_BOTH __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t v,
                                                 __nv_fp8_interpretation_t format)
{
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 890
    unsigned int pair;
    if (format == __NV_E4M3)
        asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(pair) : "h"(v));
    else
        asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(pair) : "h"(v));
    return __builtin_bit_cast(__half2_raw, pair);
#else
    return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)v, format).x,
            __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(v >> 8), format).x};
#endif
}

// ---- Classes -----------------------------------------------------------------------------------------------------

#define WARP_T      __nv_fp8_e4m3
#define WARP_T2     __nv_fp8x2_e4m3
#define WARP_T4     __nv_fp8x4_e4m3
#define WARP_FORMAT __NV_E4M3
#include "device/fp8_type.h"

#define WARP_T      __nv_fp8_e5m2
#define WARP_T2     __nv_fp8x2_e5m2
#define WARP_T4     __nv_fp8x4_e5m2
#define WARP_FORMAT __NV_E5M2
#include "device/fp8_type.h"

#ifdef __CUDA__
WARP_END_LIBRARY
#endif

#endif
