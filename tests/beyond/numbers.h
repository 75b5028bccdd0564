// numbers.h: what the tests of cuSOLVER and cuSPARSE share: random numbers of each type, and matrices on the host.
#ifndef NUMBERS_H
#define NUMBERS_H

#include <complex>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <library_types.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

typedef std::complex<double> Number;

#ifndef ROUNDINGS
#define ROUNDINGS 64
#endif

static unsigned state = 12345;
static unsigned long compared, differ;

static int pick(int least, int most)
{
    state = state * 1664525 + 1013904223;
    return least + (int)((state >> 8) % (unsigned)(most - least + 1));
}

// What differs between the types.
template <typename T>
struct About;
#define ABOUT(T, Part, EPSILON, IS_COMPLEX, TYPE)      \
    template <>                                        \
    struct About<T> {                                  \
        typedef Part Real;                             \
        static constexpr double epsilon = EPSILON;     \
        static constexpr bool is_complex = IS_COMPLEX; \
        static constexpr cudaDataType type = TYPE;     \
    };
ABOUT(__half, __half, 1e-3, false, CUDA_R_16F)
ABOUT(float, float, 1.2e-7, false, CUDA_R_32F)
ABOUT(double, double, 2.3e-16, false, CUDA_R_64F)
ABOUT(cuComplex, float, 1.2e-7, true, CUDA_C_32F)
ABOUT(cuDoubleComplex, double, 2.3e-16, true, CUDA_C_64F)

static Number value_of(__half x)
{
    return __half2float(x);
}
static Number value_of(float x)
{
    return x;
}
static Number value_of(double x)
{
    return x;
}
static Number value_of(cuComplex x)
{
    return Number(x.x, x.y);
}
static Number value_of(cuDoubleComplex x)
{
    return Number(x.x, x.y);
}
static void set(__half *x, Number v)
{
    *x = __float2half((float)v.real());
}
static void set(float *x, Number v)
{
    *x = (float)v.real();
}
static void set(double *x, Number v)
{
    *x = v.real();
}
static void set(cuComplex *x, Number v)
{
    *x = make_cuComplex((float)v.real(), (float)v.imag());
}
static void set(cuDoubleComplex *x, Number v)
{
    *x = make_cuDoubleComplex(v.real(), v.imag());
}

// A matrix on the host, (rows, columns).
struct Matrix {
    int rows, columns;
    std::vector<Number> at;
    Number &operator()(int i, int j)
    {
        return at[i + (size_t)j * rows];
    }
};

static Matrix zeros(int rows, int columns)
{
    return Matrix{rows, columns, std::vector<Number>((size_t)rows * columns)};
}

template <typename T>
static Matrix numbers(int rows, int columns)
{
    Matrix m = zeros(rows, columns);
    for (Number &x : m.at)
        x = Number(pick(-1000, 1000) / 512., About<T>::is_complex ? pick(-1000, 1000) / 512. : 0);
    return m;
}

// op(A), for op N, T or C.
static Matrix turned(Matrix a, char op)
{
    if (op == 'N')
        return a;
    Matrix t = zeros(a.columns, a.rows);
    for (int i = 0; i < t.rows; i++)
        for (int j = 0; j < t.columns; j++)
            t(i, j) = op == 'C' ? conj(a(j, i)) : a(j, i);
    return t;
}

static Matrix operator*(Matrix a, Matrix b)
{
    Matrix c = zeros(a.rows, b.columns);
    for (int j = 0; j < c.columns; j++)
        for (int l = 0; l < a.columns; l++)
            for (int i = 0; i < c.rows; i++)
                c(i, j) += a(i, l) * b(l, j);
    return c;
}

static Matrix one(int n)
{
    Matrix m = zeros(n, n);
    for (int i = 0; i < n; i++)
        m(i, i) = 1;
    return m;
}

// Compares two matrices, whose errors are those of ROUNDINGS roundings of numbers of this size, or less.
template <typename T>
static void compare(Matrix got, Matrix wanted, double size, const char *what)
{
    double largest = 0;
    for (size_t i = 0; i < wanted.at.size(); i++, compared++) {
        double d = abs(got.at[i] - wanted.at[i]);
        if (!(d <= largest))
            largest = d;
    }
    if (!(largest <= ROUNDINGS * About<T>::epsilon * (size + 1))) {
        printf("%s: %g, of size %g\n", what, largest, size);
        differ++;
    }
}

#endif
