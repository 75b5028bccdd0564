// narrow_functions.h: square roots, exponentials and the like of half or bfloat16 (narrow.h says which). CUDA Math API, "Half Math
// Functions", "Bfloat16 Math Functions".
//
// A float's function is rounded. Whole numbers, roots and reciprocals are exact to the last bit; of the others that are nearly all
// (tests/simulator/toolkit/narrow_functions.cu counts).

// h##name and h2##name
#define FUNCTION(name, of_float)                       \
    DEVICE_FUNCTION WARP_T h##name(WARP_T narrow)      \
    {                                                  \
        float x = WARP_FLOAT(narrow);                  \
        return WARP_T(of_float);                       \
    }                                                  \
    DEVICE_FUNCTION WARP_T2 h2##name(WARP_T2 v) WARP_RETURNS(EACH(h##name, v));

FUNCTION(ceil, ceilf(x))
FUNCTION(floor, floorf(x))
FUNCTION(rint, rintf(x)) // halves to even
FUNCTION(trunc, truncf(x))
FUNCTION(sqrt, sqrtf(x))
FUNCTION(rsqrt, rsqrt((double)x))
FUNCTION(rcp, 1 / x)
FUNCTION(exp, warp_exp(x))
FUNCTION(exp2, warp_exp2(x))
FUNCTION(exp10, warp_exp10(x))
FUNCTION(log, warp_log(x))
FUNCTION(log2, warp_log2(x))
FUNCTION(log10, warp_log10(x))
FUNCTION(sin, warp_sin(x))
FUNCTION(cos, warp_cos(x))
FUNCTION(tanh, warp_tanh(x))
#undef FUNCTION

DEVICE_FUNCTION WARP_T htanh_approx(WARP_T x)
{
#if defined WARP_HAS_SUMS || __CUDA_ARCH__ >= 900
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
