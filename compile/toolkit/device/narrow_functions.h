// narrow_functions.h: square roots, exponentials and the like of half or bfloat16 (narrow.h says which). CUDA Math API, "Half Math
// Functions", "Bfloat16 Math Functions".
//
// All but htanh_approx are rounded to nearest even, to the last bit: the function is calculated in a wider type. Where that is double,
// its own error changes no result. tests/simulator/toolkit/narrow_functions.cu looks at all numbers of both types.

// h##name and h2##name
#define FUNCTION(Wide, letter, name, instruction, of_wide)                     \
    DEVICE_FUNCTION WARP_T h##name(WARP_T narrow)                              \
    {                                                                          \
        Wide x;                                                                \
        asm(instruction " %0, %1;" : "=" letter(x) : "f"(WARP_FLOAT(narrow))); \
        return of_wide;                                                        \
    }                                                                          \
    DEVICE_FUNCTION WARP_T2 h2##name(WARP_T2 v) WARP_RETURNS(EACH(h##name, v));
#define IN_FLOAT(name, instruction) FUNCTION(float, "f", name, instruction ".f32", x)
#define IN_DOUBLE(name)             FUNCTION(double, "d", name, "cvt.f64.f32", name(x))

IN_FLOAT(ceil, "cvt.rpi.f32")
IN_FLOAT(floor, "cvt.rmi.f32")
IN_FLOAT(rint, "cvt.rni.f32") // halves to even
IN_FLOAT(trunc, "cvt.rzi.f32")
IN_FLOAT(sqrt, "sqrt.rn")
IN_FLOAT(rcp, "rcp.rn")
IN_DOUBLE(rsqrt)
IN_DOUBLE(exp)
IN_DOUBLE(exp2)
IN_DOUBLE(exp10)
IN_DOUBLE(log)
IN_DOUBLE(log2)
IN_DOUBLE(log10)
IN_DOUBLE(sin)
IN_DOUBLE(cos)
IN_DOUBLE(tanh)
#undef IN_FLOAT
#undef IN_DOUBLE
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
