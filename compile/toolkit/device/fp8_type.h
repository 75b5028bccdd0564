// fp8_type.h: a number of one byte, and two and four of them; for cuda_fp8.h. CUDA Math API, "C++ struct for handling fp8 data type".
//
// It is included once for each format. WARP_T, WARP_T2 and WARP_T4 are the names, WARP_FORMAT is the format. Other numbers are
// converted only where a program writes the type. What is too large becomes the largest number.

#define FROM(T, kind, bytes)                                                                       \
    __host__ __device__ explicit T(kind x) : __x(__nv_cvt_##bytes(x, __NV_SATFINITE, WARP_FORMAT)) \
    {                                                                                              \
    }
#define TO(type, ...)          __host__ __device__ explicit operator type() const WARP_RETURNS(__VA_ARGS__);
#define TO_INTEGER(type, name) TO(type, warp_##name##_rz(operator float()))

struct __align__(1) WARP_T
{
    __nv_fp8_storage_t __x;

    WARP_T() = default;
#ifndef __CUDA_NO_FP8_CONVERSIONS__
    FROM(WARP_T, __half, halfraw_to_fp8)
    FROM(WARP_T, __nv_bfloat16, bfloat16raw_to_fp8)
    FROM(WARP_T, float, float_to_fp8)
    FROM(WARP_T, double, double_to_fp8)
    FROM(WARP_T, short, float_to_fp8)
    FROM(WARP_T, unsigned short, float_to_fp8)
    FROM(WARP_T, int, float_to_fp8)
    FROM(WARP_T, unsigned int, float_to_fp8)
    FROM(WARP_T, long, float_to_fp8)
    FROM(WARP_T, unsigned long, float_to_fp8)
    FROM(WARP_T, long long, float_to_fp8)
    FROM(WARP_T, unsigned long long, float_to_fp8)
#ifndef __CUDA_NO_FP8_CONVERSION_OPERATORS__
    TO(__half, __nv_cvt_fp8_to_halfraw(__x, WARP_FORMAT))
    TO(float, __half2float(operator __half()))
    TO(__nv_bfloat16, __float2bfloat16_rz(operator float()))
    TO(double, operator float())
    TO(bool, (__x & 0x7f) != 0)
    TO(char, CHAR_MIN ? (char)operator signed char() : (char)operator unsigned char())
    TO_INTEGER(signed char, char)
    TO_INTEGER(unsigned char, uchar)
    TO_INTEGER(short, short)
    TO_INTEGER(unsigned short, ushort)
    TO_INTEGER(int, int)
    TO_INTEGER(unsigned int, uint)
    TO_INTEGER(long, ll)
    TO_INTEGER(unsigned long, ull)
    TO_INTEGER(long long, ll)
    TO_INTEGER(unsigned long long, ull)
#endif
#endif
};

struct __align__(2) WARP_T2
{
    __nv_fp8x2_storage_t __x;

    WARP_T2() = default;
#ifndef __CUDA_NO_FP8_CONVERSIONS__
    FROM(WARP_T2, __half2, halfraw2_to_fp8x2)
    FROM(WARP_T2, __nv_bfloat162, bfloat16raw2_to_fp8x2)
    FROM(WARP_T2, float2, float2_to_fp8x2)
    FROM(WARP_T2, double2, double2_to_fp8x2)
#ifndef __CUDA_NO_FP8_CONVERSION_OPERATORS__
    TO(__half2, __nv_cvt_fp8x2_to_halfraw2(__x, WARP_FORMAT))
    TO(float2, __half22float2(operator __half2()))
#endif
#endif
};

struct __align__(4) WARP_T4
{
    __nv_fp8x4_storage_t __x;

    WARP_T4() = default;
#ifndef __CUDA_NO_FP8_CONVERSIONS__
#define PACKED(low, high) ((low).__x | (__nv_fp8x4_storage_t)(high).__x << 16)
#define FROM_TWO(Two)                                       \
    __host__ __device__ explicit WARP_T4(Two low, Two high) \
        : __x(PACKED(WARP_T2(low), WARP_T2(high)))          \
    {                                                       \
    }
#define FROM_FOUR(Four, Two)                                          \
    __host__ __device__ explicit WARP_T4(Four v)                      \
        : __x(PACKED(WARP_T2(Two{v.x, v.y}), WARP_T2(Two{v.z, v.w}))) \
    {                                                                 \
    }
    FROM_TWO(__half2)
    FROM_TWO(__nv_bfloat162)
    FROM_FOUR(float4, float2)
    FROM_FOUR(double4, double2)
#undef PACKED
#undef FROM_TWO
#undef FROM_FOUR
#ifndef __CUDA_NO_FP8_CONVERSION_OPERATORS__
    __host__ __device__ explicit operator float4() const
    {
        WARP_T2 low, high;
        low.__x = (__nv_fp8x2_storage_t)__x, high.__x = (__nv_fp8x2_storage_t)(__x >> 16);
        float2 v = low.operator float2(), w = high.operator float2();
        return {v.x, v.y, w.x, w.y};
    }
#endif
#endif
};

#undef FROM
#undef TO
#undef TO_INTEGER
#undef WARP_T
#undef WARP_T2
#undef WARP_T4
#undef WARP_FORMAT
