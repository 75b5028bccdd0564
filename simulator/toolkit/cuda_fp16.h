// cuda_fp16.h: numbers of two bytes: 1 bit of sign, 5 of exponent, 10 of mantissa. CUDA Math API, "Half Precision Intrinsics".
//
// Host and device can convert them; only the device has arithmetic.

#ifndef WARP_CUDA_FP16_H
#define WARP_CUDA_FP16_H

#include <cuda_runtime.h>

WARP_BEGIN_LIBRARY

struct __half;
static inline __host__ __device__ __half __float2half_rn(float x);
static inline __host__ __device__ __half __double2half(double x);
static inline __host__ __device__ float __half2float(__half x);

struct __align__(2) __half
{
    unsigned short bits;

    __half() = default;
    __host__ __device__ __half(float x) : bits(__float2half_rn(x).bits) {}
    __host__ __device__ explicit __half(double x) : bits(__double2half(x).bits) {}
    __host__ __device__ explicit __half(int x) : __half((float)x) {}
    __host__ __device__ operator float() const WARP_RETURNS(__half2float(*this));
};

struct __align__(4) __half2
{
    __half x, y;
};

typedef __half half;
typedef __half2 half2;

static inline __host__ __device__ __half __ushort_as_half(unsigned short bits)
{
    __half h;
    h.bits = bits;
    return h;
}

static inline __host__ __device__ unsigned short __half_as_ushort(__half h) WARP_RETURNS(h.bits);

// ---- Conversions ---------------------------------------------------------------------------------------------

// Rounds to nearest even. On the host a float's bits are rounded at the place where the half ends.
static inline __host__ __device__ __half __float2half_rn(float x)
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

// Returns a float whose last bit keeps whether anything was cut off, so that it can be rounded again.
static inline __host__ __device__ float warp_to_odd(double x)
{
    float f = (float)x;
    unsigned int bits = __builtin_bit_cast(unsigned int, f);
    if (f != x && bits % 2 == 0)
        bits += __builtin_fabs(f) < __builtin_fabs(x) ? 1 : -1;
    return __builtin_bit_cast(float, bits);
}

// Rounds once.
static inline __host__ __device__ __half __double2half(double x)
{
#ifdef __CUDA_ARCH__
    unsigned short h;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(h) : "d"(x));
    return __ushort_as_half(h);
#else
    return __float2half_rn(warp_to_odd(x));
#endif
}

// Converts exactly.
static inline __host__ __device__ float __half2float(__half x)
{
#ifdef __CUDA_ARCH__
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(x.bits));
    return f;
#else
    unsigned int sign = (unsigned int)(x.bits & 0x8000) << 16, size = x.bits & 0x7fff, bits;
    if (size >= 0x7c00)
        bits = size << 13 | 0x7f800000; // infinity or NaN
    else                                // 2^112 corrects the exponent, of subnormal numbers too
        bits = __builtin_bit_cast(unsigned int, __builtin_bit_cast(float, size << 13) * 0x1p112f);
    return __builtin_bit_cast(float, sign | bits);
#endif
}

static inline __host__ __device__ __half __float2half(float x) WARP_RETURNS(__float2half_rn(x));
static inline __host__ __device__ __half2 __halves2half2(__half x, __half y)
    WARP_RETURNS(__half2{x, y});
static inline __host__ __device__ __half2 make_half2(__half x, __half y)
    WARP_RETURNS(__half2{x, y});
static inline __host__ __device__ __half2 __floats2half2_rn(float x, float y)
    WARP_RETURNS(__half2{__float2half_rn(x), __float2half_rn(y)});
static inline __host__ __device__ __half2 __float22half2_rn(float2 v)
    WARP_RETURNS(__floats2half2_rn(v.x, v.y));
static inline __host__ __device__ __half2 __float2half2_rn(float x)
    WARP_RETURNS(__floats2half2_rn(x, x));
static inline __host__ __device__ __half2 __half2half2(__half x) WARP_RETURNS(__half2{x, x});
static inline __host__ __device__ float2 __half22float2(__half2 v)
    WARP_RETURNS(make_float2(__half2float(v.x), __half2float(v.y)));
static inline __host__ __device__ __half __low2half(__half2 v) WARP_RETURNS(v.x);
static inline __host__ __device__ __half __high2half(__half2 v) WARP_RETURNS(v.y);
static inline __host__ __device__ float __low2float(__half2 v) WARP_RETURNS(__half2float(v.x));
static inline __host__ __device__ float __high2float(__half2 v) WARP_RETURNS(__half2float(v.y));

// ---- Arithmetic: one instruction, for one number or for two --------------------------------------------------------

// Defines `name` and `name`2. T: __half or, in cuda_bf16.h, __nv_bfloat16; type: its name in PTX; pairs are T2.
#define WARP_NARROW2(T, T2, name, instruction, type)                                               \
    DEVICE_FUNCTION T name(T x, T y)                                                               \
    {                                                                                              \
        unsigned short z;                                                                          \
        asm(instruction "." type " %0, %1, %2;" : "=h"(z) : "h"(x.bits), "h"(y.bits));             \
        return __builtin_bit_cast(T, z);                                                           \
    }                                                                                              \
    DEVICE_FUNCTION T2 name##2(T2 x, T2 y)                                                         \
    {                                                                                              \
        unsigned int z;                                                                            \
        asm(instruction "." type "x2 %0, %1, %2;"                                                  \
            : "=r"(z)                                                                              \
            : "r"(__builtin_bit_cast(unsigned int, x)), "r"(__builtin_bit_cast(unsigned int, y))); \
        return __builtin_bit_cast(T2, z);                                                          \
    }

// Defines what both types have.
#define WARP_NARROW(T, T2, type)                                                                  \
    WARP_NARROW2(T, T2, __hmin, "min", type)                                                      \
    WARP_NARROW2(T, T2, __hmax, "max", type)                                                      \
    DEVICE_FUNCTION T __hfma(T x, T y, T z)                                                       \
    {                                                                                             \
        unsigned short d;                                                                         \
        asm("fma.rn." type " %0, %1, %2, %3;" : "=h"(d) : "h"(x.bits), "h"(y.bits), "h"(z.bits)); \
        return __builtin_bit_cast(T, d);                                                          \
    }                                                                                             \
    DEVICE_FUNCTION T2 __hfma2(T2 x, T2 y, T2 z)                                                  \
    {                                                                                             \
        unsigned int d;                                                                           \
        asm("fma.rn." type "x2 %0, %1, %2, %3;"                                                   \
            : "=r"(d)                                                                             \
            : "r"(__builtin_bit_cast(unsigned int, x)), "r"(__builtin_bit_cast(unsigned int, y)), \
              "r"(__builtin_bit_cast(unsigned int, z)));                                          \
        return __builtin_bit_cast(T2, d);                                                         \
    }                                                                                             \
    DEVICE_FUNCTION T __hneg(T x)                                                                 \
        WARP_RETURNS(__builtin_bit_cast(T, (unsigned short)(x.bits ^ 0x8000)));                   \
    DEVICE_FUNCTION T __habs(T x)                                                                 \
        WARP_RETURNS(__builtin_bit_cast(T, (unsigned short)(x.bits & 0x7fff)));

WARP_NARROW(__half, __half2, "f16")
WARP_NARROW2(__half, __half2, __hadd, "add", "f16")
WARP_NARROW2(__half, __half2, __hsub, "sub", "f16")
WARP_NARROW2(__half, __half2, __hmul, "mul", "f16")
DEVICE_FUNCTION __half __hdiv(__half x, __half y)
    WARP_RETURNS(__float2half_rn(__half2float(x) / __half2float(y)));

WARP_END_LIBRARY

#endif
