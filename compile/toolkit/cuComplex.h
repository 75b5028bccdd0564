// cuComplex.h: complex numbers as pairs, with functions for them: cuCmulf for cuFloatComplex, cuCmul for cuDoubleComplex.

#ifndef WARP_CUCOMPLEX_H
#define WARP_CUCOMPLEX_H

#include <cuda_runtime_api.h>
#include <math.h>
#include <vector_functions.h>

// Defines the functions of one type; `f` is their names' ending.
#define WARP_COMPLEX(Complex, Real, f, make)                                                      \
    static inline __host__ __device__ Complex make(Real x, Real y)                                \
    {                                                                                             \
        Complex z = {x, y};                                                                       \
        return z;                                                                                 \
    }                                                                                             \
    static inline __host__ __device__ Real cuCreal##f(Complex z) WARP_RETURNS(z.x);               \
    static inline __host__ __device__ Real cuCimag##f(Complex z) WARP_RETURNS(z.y);               \
    static inline __host__ __device__ Complex cuConj##f(Complex z) WARP_RETURNS(make(z.x, -z.y)); \
    static inline __host__ __device__ Complex cuCadd##f(Complex a, Complex b)                     \
        WARP_RETURNS(make(a.x + b.x, a.y + b.y));                                                 \
    static inline __host__ __device__ Complex cuCsub##f(Complex a, Complex b)                     \
        WARP_RETURNS(make(a.x - b.x, a.y - b.y));                                                 \
    static inline __host__ __device__ Complex cuCmul##f(Complex a, Complex b)                     \
        WARP_RETURNS(make(a.x *b.x - a.y * b.y, a.x * b.y + a.y * b.x));                          \
    static inline __host__ __device__ Complex cuCfma##f(Complex a, Complex b, Complex c)          \
        WARP_RETURNS(make(a.x *b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y));              \
    static inline __host__ __device__ Real cuCabs##f(Complex z) WARP_RETURNS(hypot##f(z.x, z.y)); \
    /* The divisor is scaled, so that its square neither overflows nor vanishes. */               \
    static inline __host__ __device__ Complex cuCdiv##f(Complex a, Complex b)                     \
    {                                                                                             \
        Real scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                           \
        Real ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;              \
        Real inverse = 1 / (bx * bx + by * by);                                                   \
        return make((ax * bx + ay * by) * inverse, (ay * bx - ax * by) * inverse);                \
    }

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

WARP_COMPLEX(cuFloatComplex, float, f, make_cuFloatComplex)
WARP_COMPLEX(cuDoubleComplex, double, , make_cuDoubleComplex)
#undef WARP_COMPLEX

static inline __host__ __device__ cuComplex make_cuComplex(float x, float y)
    WARP_RETURNS(make_cuFloatComplex(x, y));

static inline __host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
    WARP_RETURNS(make_cuDoubleComplex(z.x, z.y));

static inline __host__ __device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
    WARP_RETURNS(make_cuFloatComplex((float)z.x, (float)z.y));

#endif
