// cuda_fp16.h: two-byte numbers: 1 bit of sign, 5 of exponent, 10 of mantissa. CUDA Math API, "Half Precision Intrinsics".
//
// Most of it is in headers that half shares with bfloat16; device/narrow.h lists them. Host and device can convert numbers,
// calculate and compare; only the device has functions such as hexp.

#ifndef WARP_CUDA_FP16_H
#define WARP_CUDA_FP16_H

#include <cuda_runtime.h>

#ifdef __CUDA__
WARP_BEGIN_LIBRARY
#endif
#include "device/narrow.h"

struct __nv_bfloat16;

#define WARP_T                    __half
#define WARP_T2                   __half2
#define WARP_RAW                  __half_raw
#define WARP_RAW2                 __half2_raw
#define WARP_OTHER                __nv_bfloat16
#define WARP_NAMED(before, after) before##half##after
#define WARP_PTX                  "f16"
#define WARP_ONE                  0x3c00
#define WARP_INFINITY             0x7c00
#define WARP_WIDEN(x)             warp_to_half(x)
#define WARP_HAS_SUMS             // for compute capability 5.3 or later
#ifdef __CUDA_NO_HALF_OPERATORS__
#define WARP_NO_OPERATORS
#endif
#ifdef __CUDA_NO_HALF2_OPERATORS__
#define WARP_NO_OPERATORS2
#endif

#include "device/narrow_type.h"

typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define CUDART_INF_FP16        __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16        __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16       __ushort_as_half(0x0000)
#define CUDART_ONE_FP16        __ushort_as_half(0x3c00)

// ---- Conversions ---------------------------------------------------------------------------------------------

// Rounds to nearest even. On the host a float's bits are rounded at the place where the half ends.
WARP_BOTH __half __float2half_rn(float x)
{
#ifdef __CUDA_ARCH__
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return __ushort_as_half(h);
#else
    unsigned int bits = __builtin_bit_cast(unsigned int, x), sign = bits >> 16 & 0x8000,
                 size = bits & 0x7fffffff;
    if (size > 0x7f800000)
        return __ushort_as_half(0x7fff); // NaN
    if (size >= 0x477ff000)
        return __ushort_as_half((unsigned short)(sign | 0x7c00)); // rounds to infinity
    if (size < 0x38800000) // subnormal: adding 0.5 rounds at 2^-24
        size =
            __builtin_bit_cast(unsigned int, __builtin_bit_cast(float, size) + 0.5f) - 0x3f000000;
    else
        size = (size + 0xfff + (size >> 13 & 1) - 0x38000000) >> 13;
    return __ushort_as_half((unsigned short)(sign | size));
#endif
}

// Converts exactly.
WARP_BOTH float __half2float(__half x)
{
#ifdef __CUDA_ARCH__
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(x.bits));
    return f;
#else
    unsigned int sign = (unsigned int)(x.bits & 0x8000) << 16, size = x.bits & 0x7fff, bits;
    if (size > 0x7c00)
        sign = 0, bits = 0x7fffffff; // NaN, as on the device
    else if (size == 0x7c00)
        bits = 0x7f800000;
    else // 2^112 corrects the exponent, of subnormal numbers too
        bits = __builtin_bit_cast(unsigned int, __builtin_bit_cast(float, size << 13) * 0x1p112f);
    return __builtin_bit_cast(float, sign | bits);
#endif
}

WARP_BOTH __half2 __half2half2(__half x) WARP_RETURNS(__half2(x, x));

#include "device/narrow_arithmetic.h"
#include "device/narrow_compare.h"
#include "device/narrow_convert.h"
#ifdef __CUDA__
#include "device/narrow_functions.h"
#include "device/narrow_memory.h"
#endif
#include "device/narrow_end.h"

#ifdef __CUDA__
WARP_END_LIBRARY
#endif

#endif
