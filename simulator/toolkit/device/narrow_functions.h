// narrow_functions.h: square roots, exponentials and the like of half or bfloat16 (narrow.h says which). CUDA Math API, "Half Math
// Functions", "Bfloat16 Math Functions".
//
// All but htanh_approx are rounded to nearest even, to the last bit: the function is calculated in a wider type. Where that is double,
// its own error changes no result. tests/simulator/toolkit/narrow_functions.cu looks at all numbers of both types.

// h##name and h2##name
#define FUNCTION(Wide, name, of_wide)             \
    DEVICE_FUNCTION WARP_T h##name(WARP_T narrow) \
    {                                             \
        Wide x = WARP_FLOAT(narrow);              \
        return of_wide;                           \
    }                                             \
    DEVICE_FUNCTION WARP_T2 h2##name(WARP_T2 v) WARP_RETURNS(EACH(h##name, v));

FUNCTION(float, ceil, ceilf(x))
FUNCTION(float, floor, floorf(x))
FUNCTION(float, rint, rintf(x)) // halves to even
FUNCTION(float, trunc, truncf(x))
FUNCTION(float, sqrt, sqrtf(x))
FUNCTION(float, rcp, 1 / x)
FUNCTION(double, rsqrt, rsqrt(x))
FUNCTION(double, exp, exp(x))
FUNCTION(double, exp2, exp2(x))
FUNCTION(double, exp10, exp10(x))
FUNCTION(double, log, log(x))
FUNCTION(double, log2, log2(x))
FUNCTION(double, log10, log10(x))
FUNCTION(double, sin, sin(x))
FUNCTION(double, cos, cos(x))
FUNCTION(double, tanh, tanh(x))
#undef FUNCTION

// At most 2^-10.987 of the result wrong.
DEVICE_FUNCTION WARP_T htanh_approx(WARP_T x)
{
#ifdef WARP_HAS_SUMS
    unsigned short y;
    asm("tanh.approx." WARP_PTX " %0, %1;" : "=h"(y) : "h"(x.bits));
    return WARP_RAW{y};
#else
    float y;
    asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(WARP_FLOAT(x)));
    return y;
#endif
}
DEVICE_FUNCTION WARP_T2 h2tanh_approx(WARP_T2 v) WARP_RETURNS(EACH(htanh_approx, v));
