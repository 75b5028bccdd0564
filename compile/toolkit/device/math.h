// math.h: mathematics on the device. CUDA Math API.
//
// Functions that are one PTX instruction give nvcc's result to the last bit: + - * / and fma, sqrt, rounding, minimum and
// maximum, and the fast intrinsics such as __expf. The other functions are in elementary.h.

#ifndef WARP_DEVICE_MATH_H
#define WARP_DEVICE_MATH_H

// An instruction for floats, by clang's name without its ending: with -ftz=true it takes subnormal numbers for 0.
#ifdef __WARP_FTZ__
#define WARP_NVVM(name) __nvvm_##name##_ftz_f
#define WARP_FTZ        ".ftz"
#else
#define WARP_NVVM(name) __nvvm_##name##_f
#define WARP_FTZ
#endif

// ---- Minimum and maximum of integers, for host and device --------------------------------------------------------

#define EXTREMES(type)                                                                      \
    static inline __host__ __device__ type min(type x, type y) WARP_RETURNS(y < x ? y : x); \
    static inline __host__ __device__ type max(type x, type y) WARP_RETURNS(x < y ? y : x);
EXTREMES(int)
EXTREMES(unsigned int)
EXTREMES(long)
EXTREMES(unsigned long)
EXTREMES(long long)
EXTREMES(unsigned long long)
#undef EXTREMES

// If one number is signed and the other unsigned, the result is unsigned, as in C.
#define MIXED_EXTREMES(type, other)                                                            \
    static inline __host__ __device__ type min(type x, other y) WARP_RETURNS(min(x, (type)y)); \
    static inline __host__ __device__ type min(other x, type y) WARP_RETURNS(min((type)x, y)); \
    static inline __host__ __device__ type max(type x, other y) WARP_RETURNS(max(x, (type)y)); \
    static inline __host__ __device__ type max(other x, type y) WARP_RETURNS(max((type)x, y));
MIXED_EXTREMES(unsigned int, int)
MIXED_EXTREMES(unsigned long, long)
MIXED_EXTREMES(unsigned long long, long long)
#undef MIXED_EXTREMES

// The same with the type in the name: umin, umax, ...
#define NAMED_EXTREMES(prefix, type)                                                            \
    static inline __host__ __device__ type prefix##min(type x, type y) WARP_RETURNS(min(x, y)); \
    static inline __host__ __device__ type prefix##max(type x, type y) WARP_RETURNS(max(x, y));
NAMED_EXTREMES(u, unsigned int)
NAMED_EXTREMES(ll, long long)
NAMED_EXTREMES(ull, unsigned long long)
#undef NAMED_EXTREMES

// ---- Functions of the C library that are one instruction, or a few ----------------------------------------------

// MATH1(floor, x, __builtin_floor): floor(double), floorf(float) and floor(float).
#define MATH1(name, builtin)                                            \
    DEVICE_FUNCTION double name(double x) WARP_RETURNS(builtin(x));     \
    DEVICE_FUNCTION float name##f(float x) WARP_RETURNS(builtin##f(x)); \
    DEVICE_FUNCTION float name(float x) WARP_RETURNS(builtin##f(x));
#define MATH2(name, builtin)                                                        \
    DEVICE_FUNCTION double name(double x, double y) WARP_RETURNS(builtin(x, y));    \
    DEVICE_FUNCTION float name##f(float x, float y) WARP_RETURNS(builtin##f(x, y)); \
    DEVICE_FUNCTION float name(float x, float y) WARP_RETURNS(builtin##f(x, y));

MATH1(fabs, __builtin_fabs)
MATH1(floor, __builtin_floor)
MATH1(ceil, __builtin_ceil)
MATH1(trunc, __builtin_trunc)
MATH1(rint, __builtin_rint)
MATH1(nearbyint, __builtin_rint)
MATH2(copysign, __builtin_copysign)
MATH2(fmin, __builtin_fmin) // if one is NaN, the other one
MATH2(fmax, __builtin_fmax)

#define warp_sqrt(x) __nvvm_sqrt_rn_d(x)
#ifdef __WARP_FAST_SQRT__ // -prec-sqrt=false
#define warp_sqrtf(x) WARP_NVVM(sqrt_approx)(x)
#else
#define warp_sqrtf(x) WARP_NVVM(sqrt_rn)(x)
#endif
MATH1(sqrt, warp_sqrt)

DEVICE_FUNCTION float rsqrtf(float x) WARP_RETURNS(WARP_NVVM(rsqrt_approx)(x)); // at most 2 ulp
DEVICE_FUNCTION float rsqrt(float x) WARP_RETURNS(rsqrtf(x));
DEVICE_FUNCTION double rsqrt(double x) WARP_RETURNS(1 / sqrt(x)); // at most 1 ulp
DEVICE_FUNCTION double fma(double x, double y, double z) WARP_RETURNS(__builtin_fma(x, y, z));
DEVICE_FUNCTION float fmaf(float x, float y, float z) WARP_RETURNS(__builtin_fmaf(x, y, z));
DEVICE_FUNCTION float fma(float x, float y, float z) WARP_RETURNS(__builtin_fmaf(x, y, z));

// Rounds halves away from 0: adds 0.5 with the number's sign and cuts off the fraction.
DEVICE_FUNCTION float roundf(float x)
    WARP_RETURNS(copysignf(truncf(__nvvm_add_rz_f(fabsf(x), 0.5f)), x));
DEVICE_FUNCTION float round(float x) WARP_RETURNS(roundf(x));
DEVICE_FUNCTION double round(double x)
    WARP_RETURNS(copysign(trunc(__nvvm_add_rz_d(fabs(x), 0.5)), x));

DEVICE_FUNCTION float fdimf(float x, float y) WARP_RETURNS(x <= y ? 0.0f : x - y);
DEVICE_FUNCTION float fdim(float x, float y) WARP_RETURNS(fdimf(x, y));
DEVICE_FUNCTION double fdim(double x, double y) WARP_RETURNS(x <= y ? 0.0 : x - y);
DEVICE_FUNCTION float fdividef(float x, float y) WARP_RETURNS(x / y);
DEVICE_FUNCTION double fdivide(double x, double y) WARP_RETURNS(x / y);
DEVICE_FUNCTION int abs(int x) WARP_RETURNS(x < 0 ? -x : x);
DEVICE_FUNCTION long labs(long x) WARP_RETURNS(x < 0 ? -x : x);
DEVICE_FUNCTION long long llabs(long long x) WARP_RETURNS(x < 0 ? -x : x);
DEVICE_FUNCTION long abs(long x) WARP_RETURNS(labs(x));
DEVICE_FUNCTION long long abs(long long x) WARP_RETURNS(llabs(x));
DEVICE_FUNCTION float abs(float x) WARP_RETURNS(__builtin_fabsf(x));
DEVICE_FUNCTION double abs(double x) WARP_RETURNS(__builtin_fabs(x));
DEVICE_FUNCTION float nanf(const char *) WARP_RETURNS(__builtin_nanf(""));
DEVICE_FUNCTION double nan(const char *) WARP_RETURNS(__builtin_nan(""));

// A C library may have these as macros.
#undef isnan
#undef isinf
#undef isfinite
#undef signbit
#define MATH_TEST(name, expression)                              \
    DEVICE_FUNCTION bool name(float x) WARP_RETURNS(expression); \
    DEVICE_FUNCTION bool name(double x) WARP_RETURNS(expression);
MATH_TEST(isnan, __builtin_isnan(x))
MATH_TEST(isinf, __builtin_isinf(x))
MATH_TEST(isfinite, __builtin_isfinite(x))
MATH_TEST(signbit, __builtin_signbit(x))
#undef MATH_TEST

// These are overloaded for host and device: programs call min and max on both.
#define MATH_EXTREMES(type, small, large)                                                 \
    static inline __host__ __device__ type min(type x, type y) WARP_RETURNS(small(x, y)); \
    static inline __host__ __device__ type max(type x, type y) WARP_RETURNS(large(x, y));
MATH_EXTREMES(float, __builtin_fminf, __builtin_fmaxf)
MATH_EXTREMES(double, __builtin_fmin, __builtin_fmax)
#undef MATH_EXTREMES
#define MIXED_EXTREMES(type, other)                               \
    static inline __host__ __device__ double min(type x, other y) \
        WARP_RETURNS(min((double)x, (double)y));                  \
    static inline __host__ __device__ double max(type x, other y) \
        WARP_RETURNS(max((double)x, (double)y));
MIXED_EXTREMES(float, double)
MIXED_EXTREMES(double, float)
#undef MIXED_EXTREMES

// ---- Intrinsics: fast, less exact --------------------------------------------------------------------------------

#define FAST(name, expression) DEVICE_FUNCTION float name(float x) WARP_RETURNS(expression);
FAST(__sinf, WARP_NVVM(sin_approx)(x))
FAST(__cosf, WARP_NVVM(cos_approx)(x))
FAST(__expf, WARP_NVVM(ex2_approx)(WARP_NVVM(mul_rn)(x, 0x1.715476p+0f)))  // log2(e)
FAST(__exp10f, WARP_NVVM(ex2_approx)(WARP_NVVM(mul_rn)(x, 0x1.a934fp+1f))) // log2(10)
FAST(__log2f, WARP_NVVM(lg2_approx)(x))
FAST(__logf, WARP_NVVM(mul_rn)(WARP_NVVM(lg2_approx)(x), 0x1.62e43p-1f))    // log(2)
FAST(__log10f, WARP_NVVM(mul_rn)(WARP_NVVM(lg2_approx)(x), 0x1.344136p-2f)) // log10(2)
FAST(__saturatef, __nvvm_saturate_f(x))
#undef FAST

DEVICE_FUNCTION float __fdividef(float x, float y) WARP_RETURNS(WARP_NVVM(div_approx)(x, y));
DEVICE_FUNCTION float __tanf(float x) WARP_RETURNS(__fdividef(__sinf(x), __cosf(x)));
DEVICE_FUNCTION float __powf(float x, float y)
    WARP_RETURNS(WARP_NVVM(ex2_approx)(WARP_NVVM(mul_rn)(y, WARP_NVVM(lg2_approx)(x))));

DEVICE_FUNCTION float __tanhf(float x) // compute capability 7.5
{
    float y;
    asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

DEVICE_FUNCTION void __sincosf(float x, float *sine, float *cosine)
{
    *sine = __sinf(x);
    *cosine = __cosf(x);
}

// ---- Intrinsics: rounded as they say, and never joined into an fma -----------------------------------------------

// In PTX, since LLVM takes its own functions for these (__nvvm_add_rn_f, …) for plain sums and products, which it joins.
#define ROUNDED_PTX(name, type, letter, operation)                            \
    DEVICE_FUNCTION type name(type x, type y)                                 \
    {                                                                         \
        type z;                                                               \
        asm(operation " %0, %1, %2;" : "=" letter(z) : letter(x), letter(y)); \
        return z;                                                             \
    }

// ROUNDED(_rn, rn) rounds to nearest even; rz towards 0, ru up (PTX: rp), rd down (rm).
#define ROUNDED(way, ptx)                                                                         \
    ROUNDED_PTX(__fadd##way, float, "f", "add." #ptx WARP_FTZ ".f32")                             \
    ROUNDED_PTX(__fsub##way, float, "f", "sub." #ptx WARP_FTZ ".f32")                             \
    ROUNDED_PTX(__fmul##way, float, "f", "mul." #ptx WARP_FTZ ".f32")                             \
    ROUNDED_PTX(__dadd##way, double, "d", "add." #ptx ".f64")                                     \
    ROUNDED_PTX(__dsub##way, double, "d", "sub." #ptx ".f64")                                     \
    ROUNDED_PTX(__dmul##way, double, "d", "mul." #ptx ".f64")                                     \
    DEVICE_FUNCTION float __fdiv##way(float x, float y) WARP_RETURNS(WARP_NVVM(div_##ptx)(x, y)); \
    DEVICE_FUNCTION float __fmaf##way(float x, float y, float z)                                  \
        WARP_RETURNS(WARP_NVVM(fma_##ptx)(x, y, z));                                              \
    DEVICE_FUNCTION float __fsqrt##way(float x) WARP_RETURNS(WARP_NVVM(sqrt_##ptx)(x));           \
    DEVICE_FUNCTION float __frcp##way(float x) WARP_RETURNS(WARP_NVVM(rcp_##ptx)(x));             \
    DEVICE_FUNCTION double __ddiv##way(double x, double y)                                        \
        WARP_RETURNS(__nvvm_div_##ptx##_d(x, y));                                                 \
    DEVICE_FUNCTION double __fma##way(double x, double y, double z)                               \
        WARP_RETURNS(__nvvm_fma_##ptx##_d(x, y, z));                                              \
    DEVICE_FUNCTION double __dsqrt##way(double x) WARP_RETURNS(__nvvm_sqrt_##ptx##_d(x));         \
    DEVICE_FUNCTION double __drcp##way(double x) WARP_RETURNS(__nvvm_rcp_##ptx##_d(x));
ROUNDED(_rn, rn)
ROUNDED(_rz, rz)
ROUNDED(_ru, rp)
ROUNDED(_rd, rm)
#undef ROUNDED
#undef ROUNDED_PTX

// Exists with this rounding only. The double's own rounding never decides the float's: tried with all floats in [1, 4).
DEVICE_FUNCTION float __frsqrt_rn(float x)
    WARP_RETURNS((float)__nvvm_div_rn_d(1, __nvvm_sqrt_rn_d((double)x)));

// Subnormal numbers are not taken for 0, also with -ftz=true.
#define FMA_IEEE(way, ptx)                                                           \
    DEVICE_FUNCTION float __fmaf_ieee##way(float x, float y, float z)                \
    {                                                                                \
        float sum;                                                                   \
        asm("fma." ptx ".f32 %0, %1, %2, %3;" : "=f"(sum) : "f"(x), "f"(y), "f"(z)); \
        return sum;                                                                  \
    }
FMA_IEEE(_rn, "rn")
FMA_IEEE(_rz, "rz")
FMA_IEEE(_ru, "rp")
FMA_IEEE(_rd, "rm")
#undef FMA_IEEE

// ---- Conversions with a rounding ---------------------------------------------------------------------------------

#define CONVERT(name, to, to_word, to_letter, from, from_word, from_letter, way)                  \
    DEVICE_FUNCTION to name(from x)                                                               \
    {                                                                                             \
        to y;                                                                                     \
        asm("cvt." way "." to_word "." from_word " %0, %1;" : "=" to_letter(y) : from_letter(x)); \
        return y;                                                                                 \
    }
#define CONVERTS(name, to, to_word, to_letter, from, from_word, from_letter, nearest, zero, up, \
                 down)                                                                          \
    CONVERT(name##_rn, to, to_word, to_letter, from, from_word, from_letter, nearest)           \
    CONVERT(name##_rz, to, to_word, to_letter, from, from_word, from_letter, zero)              \
    CONVERT(name##_ru, to, to_word, to_letter, from, from_word, from_letter, up)                \
    CONVERT(name##_rd, to, to_word, to_letter, from, from_word, from_letter, down)
#define TO_INTEGER(name, to, to_word, to_letter, from, from_word, from_letter) \
    CONVERTS(name, to, to_word, to_letter, from, from_word, from_letter, "rni", "rzi", "rpi", "rmi")
#define TO_FLOAT(name, to, to_word, to_letter, from, from_word, from_letter) \
    CONVERTS(name, to, to_word, to_letter, from, from_word, from_letter, "rn", "rz", "rp", "rm")

TO_INTEGER(__float2int, int, "s32", "r", float, "f32", "f")
TO_INTEGER(__float2uint, unsigned int, "u32", "r", float, "f32", "f")
TO_INTEGER(__float2ll, long long int, "s64", "l", float, "f32", "f")
TO_INTEGER(__float2ull, unsigned long long int, "u64", "l", float, "f32", "f")
TO_INTEGER(__double2int, int, "s32", "r", double, "f64", "d")
TO_INTEGER(__double2uint, unsigned int, "u32", "r", double, "f64", "d")
TO_INTEGER(__double2ll, long long int, "s64", "l", double, "f64", "d")
TO_INTEGER(__double2ull, unsigned long long int, "u64", "l", double, "f64", "d")
TO_FLOAT(__int2float, float, "f32", "f", int, "s32", "r")
TO_FLOAT(__uint2float, float, "f32", "f", unsigned int, "u32", "r")
TO_FLOAT(__ll2float, float, "f32", "f", long long int, "s64", "l")
TO_FLOAT(__ull2float, float, "f32", "f", unsigned long long int, "u64", "l")
TO_FLOAT(__ll2double, double, "f64", "d", long long int, "s64", "l")
TO_FLOAT(__ull2double, double, "f64", "d", unsigned long long int, "u64", "l")
TO_FLOAT(__double2float, float, "f32", "f", double, "f64", "d")
CONVERT(__int2double_rn, double, "f64", "d", int, "s32", "r", "rn")
CONVERT(__uint2double_rn, double, "f64", "d", unsigned int, "u32", "r", "rn")
#undef TO_FLOAT
#undef TO_INTEGER
#undef CONVERTS
#undef CONVERT

#define MATH_WHOLE(type, name, of_float, of_double)               \
    DEVICE_FUNCTION type name(double x) WARP_RETURNS(of_double);  \
    DEVICE_FUNCTION type name##f(float x) WARP_RETURNS(of_float); \
    DEVICE_FUNCTION type name(float x) WARP_RETURNS(of_float);
MATH_WHOLE(long, lrint, __float2ll_rn(x), __double2ll_rn(x))
MATH_WHOLE(long long, llrint, __float2ll_rn(x), __double2ll_rn(x))
MATH_WHOLE(long, lround, __float2ll_rz(roundf(x)), __double2ll_rz(round(x)))
MATH_WHOLE(long long, llround, __float2ll_rz(roundf(x)), __double2ll_rz(round(x)))
#undef MATH_WHOLE

#endif
