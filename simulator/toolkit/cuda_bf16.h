// cuda_bf16.h: numbers of two bytes with a float's range: 1 bit of sign, 8 of exponent, 7 of mantissa. CUDA Math API, "Bfloat16 Precision
// Intrinsics". Arithmetic has the names of cuda_fp16.h.
//
// Host and device can convert them; only the device, of compute capability 8.0 or later, has arithmetic.

#ifndef WARP_CUDA_BF16_H
#define WARP_CUDA_BF16_H

#include <cuda_fp16.h>

WARP_BEGIN_LIBRARY

struct __nv_bfloat16;
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float x);
static inline __host__ __device__ __nv_bfloat16 __double2bfloat16(double x);
static inline __host__ __device__ float __bfloat162float(__nv_bfloat16 x);

struct __align__(2) __nv_bfloat16
{
    unsigned short bits;

    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(float x) : bits(__float2bfloat16_rn(x).bits) {}
    __host__ __device__ explicit __nv_bfloat16(double x) : bits(__double2bfloat16(x).bits) {}
    __host__ __device__ explicit __nv_bfloat16(int x) : __nv_bfloat16((float)x) {}
    __host__ __device__ operator float() const WARP_RETURNS(__bfloat162float(*this));
};

struct __align__(4) __nv_bfloat162
{
    __nv_bfloat16 x, y;
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

static inline __host__ __device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits)
{
    __nv_bfloat16 b;
    b.bits = bits;
    return b;
}

static inline __host__ __device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 b)
    WARP_RETURNS(b.bits);

// ---- Conversions ---------------------------------------------------------------------------------------------

// Rounds to nearest even, by the bits: the upper half of a float is a bfloat16.
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float x)
{
    unsigned int bits = __builtin_bit_cast(unsigned int, x);
    if (x != x)
        return __ushort_as_bfloat16(0x7fff);
    return __ushort_as_bfloat16((unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
}

static inline __host__ __device__ __nv_bfloat16 __double2bfloat16(double x) // rounds once
    WARP_RETURNS(__float2bfloat16_rn(warp_to_odd(x)));
static inline __host__ __device__ float __bfloat162float(__nv_bfloat16 x)
    WARP_RETURNS(__builtin_bit_cast(float, (unsigned int)x.bits << 16));
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16(float x)
    WARP_RETURNS(__float2bfloat16_rn(x));
static inline __host__ __device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x,
                                                                    __nv_bfloat16 y)
    WARP_RETURNS(__nv_bfloat162{x, y});
static inline __host__ __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y)
    WARP_RETURNS(__nv_bfloat162{x, y});
static inline __host__ __device__ __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
    WARP_RETURNS(__nv_bfloat162{__float2bfloat16_rn(x), __float2bfloat16_rn(y)});
static inline __host__ __device__ __nv_bfloat162 __float22bfloat162_rn(float2 v)
    WARP_RETURNS(__floats2bfloat162_rn(v.x, v.y));
static inline __host__ __device__ __nv_bfloat162 __float2bfloat162_rn(float x)
    WARP_RETURNS(__floats2bfloat162_rn(x, x));
static inline __host__ __device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x)
    WARP_RETURNS(__nv_bfloat162{x, x});
static inline __host__ __device__ float2 __bfloat1622float2(__nv_bfloat162 v)
    WARP_RETURNS(make_float2(__bfloat162float(v.x), __bfloat162float(v.y)));
static inline __host__ __device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) WARP_RETURNS(v.x);
static inline __host__ __device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) WARP_RETURNS(v.y);
static inline __host__ __device__ float __low2float(__nv_bfloat162 v)
    WARP_RETURNS(__bfloat162float(v.x));
static inline __host__ __device__ float __high2float(__nv_bfloat162 v)
    WARP_RETURNS(__bfloat162float(v.y));

// ---- Arithmetic ----------------------------------------------------------------------------------------------

WARP_NARROW(__nv_bfloat16, __nv_bfloat162, "bf16")

// Before compute capability 9.0 a sum is an fma with 1, and a product one with -0.
DEVICE_FUNCTION __nv_bfloat16 __hadd(__nv_bfloat16 x, __nv_bfloat16 y)
    WARP_RETURNS(__hfma(x, __ushort_as_bfloat16(0x3f80), y));
DEVICE_FUNCTION __nv_bfloat16 __hsub(__nv_bfloat16 x, __nv_bfloat16 y)
    WARP_RETURNS(__hfma(y, __ushort_as_bfloat16(0xbf80), x));
DEVICE_FUNCTION __nv_bfloat16 __hmul(__nv_bfloat16 x, __nv_bfloat16 y)
    WARP_RETURNS(__hfma(x, y, __ushort_as_bfloat16(0x8000)));

#define OF_TWO(name)                                                                        \
    DEVICE_FUNCTION __nv_bfloat162 name##2(__nv_bfloat162 v, __nv_bfloat162 w)WARP_RETURNS( \
        __nv_bfloat162{name(v.x, w.x), name(v.y, w.y)});
OF_TWO(__hadd)
OF_TWO(__hsub)
OF_TWO(__hmul)
#undef OF_TWO

DEVICE_FUNCTION __nv_bfloat16 __hdiv(__nv_bfloat16 x, __nv_bfloat16 y)
    WARP_RETURNS(__float2bfloat16_rn(__bfloat162float(x) / __bfloat162float(y)));

WARP_END_LIBRARY

#endif
