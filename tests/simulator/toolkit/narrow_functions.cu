// narrow_functions.cu: how far functions such as hexp are from the truth, for all numbers of half and of bfloat16. The truth is the C
// library's long double. Prints for each function how many results are not the nearest number, and the largest error in units of
// the last place; exits with 1 unless all are the nearest
// number (of tanh_approx, unless it is within its documented error).

#include <math.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>

enum { N = 1 << 16 };

static __host__ __device__ __half number(unsigned bits, __half)
{
    return __ushort_as_half((unsigned short)bits);
}

static __host__ __device__ __nv_bfloat16 number(unsigned bits, __nv_bfloat16)
{
    return __ushort_as_bfloat16((unsigned short)bits);
}

// Bits of precision, the exponent of the least normal number, and of the greatest.
static void limits(__half, int *precision, int *least, int *greatest)
{
    *precision = 11, *least = -14, *greatest = 15;
}

static void limits(__nv_bfloat16, int *precision, int *least, int *greatest)
{
    *precision = 8, *least = -126, *greatest = 127;
}

// Both forms are called, for one number and for two.
#define KERNEL(name)                                            \
    template <class T, class T2>                                \
    static __global__ void name##Kernel(float *one, float *two) \
    {                                                           \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;     \
        T2 v = {number(i * 5, T()), number(i, T())};            \
        one[i] = h##name(number(i, T()));                       \
        two[i] = __high2float(h2##name(v));                     \
    }
#define TRUTH(name, expression)                   \
    static long double name##Truth(long double x) \
    {                                             \
        return expression;                        \
    }                                             \
    KERNEL(name)
TRUTH(exp, expl(x))
TRUTH(exp2, exp2l(x))
TRUTH(exp10, powl(10, x))
TRUTH(log, logl(x))
TRUTH(log2, log2l(x))
TRUTH(log10, log10l(x))
TRUTH(sin, sinl(x))
TRUTH(cos, cosl(x))
TRUTH(tanh, tanhl(x))
TRUTH(tanh_approx, tanhl(x))
TRUTH(sqrt, sqrtl(x))
TRUTH(rsqrt, 1 / sqrtl(x))
TRUTH(rcp, 1 / x)

template <class T, class T2>
static bool measure(const char *type, const char *name, void (*kernel)(float *, float *),
                    long double (*truth)(long double), double most)
{
    float *one, *two;
    int precision, least, greatest, exponent, off = 0;
    long double worst = 0;
    bool same = true;
    limits(T(), &precision, &least, &greatest);
    cudaMallocManaged(&one, N * sizeof *one);
    cudaMallocManaged(&two, N * sizeof *two);
    kernel<<<N / 128, 128>>>(one, two);
    if (cudaDeviceSynchronize() != cudaSuccess)
        printf("failed\n");
    for (int i = 0; i < N; i++) {
        long double right = truth((float)number(i, T())), end = ldexpl(1, greatest + 1);
        same = same && (one[i] == two[i] || one[i] != one[i]);
        if (right != right || one[i] != one[i]) {
            if ((right != right) != (one[i] != one[i]))
                worst = INFINITY;
            continue;
        }
        // What is rounded to infinity counts as the first power of two that is too large.
        long double got = isinf(one[i]) ? copysignl(end, one[i]) : one[i];
        right = fabsl(right) > end ? copysignl(end, right) : right;
        frexpl(right, &exponent);
        long double unit = ldexpl(1, (exponent - 1 < least ? least : exponent - 1) - precision + 1);
        long double error = fabsl(got - right) / unit;
        off += error > 0.5;
        worst = error > worst ? error : worst;
    }
    bool good = same && worst <= most;
    printf("%-8s h%-11s %5d not nearest, at most %.4Lf ulp%s%s\n", type, name, off, worst,
           same ? "" : ", pairs differ", good ? "" : "  WRONG");
    cudaFree(one);
    cudaFree(two);
    return good;
}

#define MEASURE(name, most)                                                                    \
    good = measure<__half, __half2>("half", #name, name##Kernel<__half, __half2>, name##Truth, \
                                    most) &&                                                   \
           good;                                                                               \
    good = measure<__nv_bfloat16, __nv_bfloat162>("bfloat16", #name,                           \
                                                  name##Kernel<__nv_bfloat16, __nv_bfloat162>, \
                                                  name##Truth, most) &&                        \
           good;

int main(void)
{
    bool good = true;
    MEASURE(exp, 0.5)
    MEASURE(exp2, 0.5)
    MEASURE(exp10, 0.5)
    MEASURE(log, 0.5)
    MEASURE(log2, 0.5)
    MEASURE(log10, 0.5)
    MEASURE(sin, 0.5)
    MEASURE(cos, 0.5)
    MEASURE(tanh, 0.5)
    MEASURE(tanh_approx, 1.1)
    MEASURE(sqrt, 0.5)
    MEASURE(rsqrt, 0.5)
    MEASURE(rcp, 0.5)
    return good ? 0 : 1;
}
