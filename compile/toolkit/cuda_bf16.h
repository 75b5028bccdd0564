// cuda_bf16.h: two-byte numbers with a float's range: 1 bit of sign, 8 of exponent, 7 of mantissa. CUDA Math API, "Bfloat16 Precision
// Intrinsics".
//
// Most of it is in headers that bfloat16 shares with half; device/narrow.h lists them. Host and device can convert numbers,
// calculate and compare; only the device, of compute capability 8.0 or later, has functions such as hexp.

#ifndef WARP_CUDA_BF16_H
#define WARP_CUDA_BF16_H

#include <cuda_fp16.h>

#ifdef __CUDA__
WARP_BEGIN_LIBRARY
#endif

#define WARP_T                    __nv_bfloat16
#define WARP_T2                   __nv_bfloat162
#define WARP_RAW                  __nv_bfloat16_raw
#define WARP_RAW2                 __nv_bfloat162_raw
#define WARP_OTHER                __half
#define WARP_NAMED(before, after) before##bfloat16##after
#define WARP_PTX                  "bf16"
#define WARP_ONE                  0x3f80
#define WARP_INFINITY             0x7f80
#define WARP_WIDEN(x)             warp_to_odd(x)
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
#define WARP_HAS_SUMS
#endif
#ifdef __CUDA_NO_BFLOAT16_OPERATORS__
#define WARP_NO_OPERATORS
#endif
#ifdef __CUDA_NO_BFLOAT162_OPERATORS__
#define WARP_NO_OPERATORS2
#endif

#include "device/narrow_type.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16        __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16        __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16        __ushort_as_bfloat16(0x3f80)

// ---- Conversions ---------------------------------------------------------------------------------------------

// Rounds to nearest even, by the bits: the upper half of a float is a bfloat16.
WARP_BOTH __nv_bfloat16 __float2bfloat16_rn(float x)
{
    unsigned int bits = __builtin_bit_cast(unsigned int, x);
    if (x != x)
        return __ushort_as_bfloat16(0x7fff);
    return __ushort_as_bfloat16((unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
}

WARP_BOTH float __bfloat162float(__nv_bfloat16 x)
    WARP_RETURNS(__builtin_bit_cast(float, (unsigned int)x.bits << 16));
WARP_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) WARP_RETURNS(__nv_bfloat162(x, x));

inline __host__ __device__ __half::__half(__nv_bfloat16 x) : __half((float)x) {}
inline __host__ __device__ __nv_bfloat16::__nv_bfloat16(__half x) : __nv_bfloat16((float)x) {}

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
