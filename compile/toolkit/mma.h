// mma.h: products of small matrices by a warp's tensor cores: nvcuda::wmma for half, bfloat16, tf32, 8-bit integers and double. CUDA C++
// Programming Guide, "Warp Matrix Functions". Left out: 4-bit integers and single bits.

#ifndef WARP_MMA_H
#define WARP_MMA_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>

WARP_BEGIN_LIBRARY

namespace nvcuda
{
namespace wmma
{

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision
{
struct tf32; // a float, rounded by __float_to_tf32
}

// The numbers that a lane holds of a matrix, in PTX's order. Use: matrix_a (M, K), matrix_b (K, N), or accumulator (M, N).
template <class T, int COUNT, class Element = T>
struct WarpElements {
    enum { num_elements = COUNT, num_storage_elements = COUNT };
    typedef Element element_type;
    typedef T storage_element_type;
    alignas(4) alignas(T) T x[COUNT];
};

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment;
template <int M, int N, int K>
class fragment<accumulator, M, N, K, float> : public WarpElements<float, 8>
{
};
template <int M, int N, int K>
class fragment<accumulator, M, N, K, half> : public WarpElements<half, 8>
{
};
template <int M, int N, int K>
class fragment<accumulator, M, N, K, int> : public WarpElements<int, 8>
{
};
template <int M, int N, int K>
class fragment<accumulator, M, N, K, double> : public WarpElements<double, 2>
{
};

template <class T, int COUNT, class Element, class Value>
DEVICE_FUNCTION void fill_fragment(WarpElements<T, COUNT, Element> &f, Value value)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        f.x[i] = (T)value;
}

DEVICE_FUNCTION float __float_to_tf32(float x)
{
    unsigned int bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
}

// ---- Registers ----------------------------------------------------------------------------------------------------

// COUNT registers of a fragment have names in an instruction: %[a0], %[a1], … WARP_NAMES is their list, WARP_READ and WARP_WRITE are
// the operands. `r` is what they are: r, 32 bits, or d, a double.
#define WARP_NAMES_1(f)   "%[" #f "0]"
#define WARP_NAMES_2(f)   WARP_NAMES_1(f) ", %[" #f "1]"
#define WARP_NAMES_4(f)   WARP_NAMES_2(f) ", %[" #f "2], %[" #f "3]"
#define WARP_NAMES_8(f)   WARP_NAMES_4(f) ", %[" #f "4], %[" #f "5], %[" #f "6], %[" #f "7]"
#define WARP_READ_1(r, f) [f##0] #r(f[0])
#define WARP_READ_2(r, f) WARP_READ_1(r, f), [f##1] #r(f[1])
#define WARP_READ_4(r, f) WARP_READ_2(r, f), [f##2] #r(f[2]), [f##3] #r(f[3])
#define WARP_READ_8(r, f) \
    WARP_READ_4(r, f), [f##4] #r(f[4]), [f##5] #r(f[5]), [f##6] #r(f[6]), [f##7] #r(f[7])
#define WARP_WRITE_1(r, f) [f##0] "=" #r(f[0])
#define WARP_WRITE_2(r, f) WARP_WRITE_1(r, f), [f##1] "=" #r(f[1])
#define WARP_WRITE_4(r, f) WARP_WRITE_2(r, f), [f##2] "=" #r(f[2]), [f##3] "=" #r(f[3])
#define WARP_WRITE_8(r, f)                                                             \
    WARP_WRITE_4(r, f), [f##4] "=" #r(f[4]), [f##5] "=" #r(f[5]), [f##6] "=" #r(f[6]), \
        [f##7] "=" #r(f[7])
#define WARP_REGISTERS(r, f) WARP_REGISTERS_##r((f).x)
#define WARP_REGISTERS_r(x)  ((unsigned int *)(x))
#define WARP_REGISTERS_d(x)  ((double *)(x))
#define WARP_SHAPE(M, N, K)  ".m" #M "n" #N "k" #K "."

// ---- One function for each instruction ----------------------------------------------------------------------------

// A factor's fragment of ELEMENTS numbers in COUNT registers, and its load. Element: T, or what a program says for it (tf32).
#define WARP_FACTOR(use, M, N, K, Element, T, type, ELEMENTS, r, COUNT) \
    template <class Layout>                                             \
    class fragment<matrix_##use, M, N, K, Element, Layout>              \
        : public WarpElements<T, ELEMENTS, Element>                     \
    {                                                                   \
    };                                                                  \
    WARP_LOAD_FACTOR(use, row, M, N, K, Element, T, type, r, COUNT)     \
    WARP_LOAD_FACTOR(use, col, M, N, K, Element, T, type, r, COUNT)
#define WARP_LOAD_FACTOR(use, layout, M, N, K, Element, T, type, r, COUNT)                        \
    DEVICE_FUNCTION void load_matrix_sync(                                                        \
        fragment<matrix_##use, M, N, K, Element, layout##_major> &f, const T *p, unsigned int ld) \
    {                                                                                             \
        auto w = WARP_REGISTERS(r, f);                                                            \
        asm volatile("wmma.load." #use ".sync.aligned." #layout WARP_SHAPE(M, N, K) #type         \
                     " {" WARP_NAMES_##COUNT(w) "}, [%[p]], %[ld];"                               \
                     : WARP_WRITE_##COUNT(r, w)                                                   \
                     : [p] "l"(p), [ld] "r"(ld)                                                   \
                     : "memory");                                                                 \
    }

// A sum's load and store.
#define WARP_SUM(M, N, K, T, type, r, COUNT)                                                 \
    DEVICE_FUNCTION void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const T *p,  \
                                          unsigned int ld, layout_t layout)                  \
    {                                                                                        \
        auto w = WARP_REGISTERS(r, f);                                                       \
        if (layout == mem_row_major)                                                         \
            WARP_LOAD_SUM(row, M, N, K, type, r, COUNT);                                     \
        else                                                                                 \
            WARP_LOAD_SUM(col, M, N, K, type, r, COUNT);                                     \
    }                                                                                        \
    DEVICE_FUNCTION void store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &f, \
                                           unsigned int ld, layout_t layout)                 \
    {                                                                                        \
        auto w = WARP_REGISTERS(r, f);                                                       \
        if (layout == mem_row_major)                                                         \
            WARP_STORE_SUM(row, M, N, K, type, r, COUNT);                                    \
        else                                                                                 \
            WARP_STORE_SUM(col, M, N, K, type, r, COUNT);                                    \
    }
#define WARP_LOAD_SUM(layout, M, N, K, type, r, COUNT)                         \
    asm volatile("wmma.load.c.sync.aligned." #layout WARP_SHAPE(M, N, K) #type \
                 " {" WARP_NAMES_##COUNT(w) "}, [%[p]], %[ld];"                \
                 : WARP_WRITE_##COUNT(r, w)                                    \
                 : [p] "l"(p), [ld] "r"(ld)                                    \
                 : "memory")
#define WARP_STORE_SUM(layout, M, N, K, type, r, COUNT)                         \
    asm volatile("wmma.store.d.sync.aligned." #layout WARP_SHAPE(M, N, K) #type \
                 " [%[p]], {" WARP_NAMES_##COUNT(w) "}, %[ld];"                 \
                 :                                                              \
                 : [p] "l"(p), [ld] "r"(ld), WARP_READ_##COUNT(r, w)            \
                 : "memory")

// The sum d = a b + c for each layout of a and b. `types`: what the instruction calls them. A, B, COUNT: registers.
#define WARP_PRODUCT(M, N, K, Element, T, types, r, A, B, COUNT)        \
    WARP_MULTIPLY(row, row, M, N, K, Element, T, types, r, A, B, COUNT) \
    WARP_MULTIPLY(row, col, M, N, K, Element, T, types, r, A, B, COUNT) \
    WARP_MULTIPLY(col, row, M, N, K, Element, T, types, r, A, B, COUNT) \
    WARP_MULTIPLY(col, col, M, N, K, Element, T, types, r, A, B, COUNT)
#define WARP_MULTIPLY(layoutA, layoutB, M, N, K, Element, T, types, r, A, B, COUNT)  \
    DEVICE_FUNCTION void mma_sync(                                                   \
        fragment<accumulator, M, N, K, T> &to,                                       \
        const fragment<matrix_a, M, N, K, Element, layoutA##_major> &left,           \
        const fragment<matrix_b, M, N, K, Element, layoutB##_major> &right,          \
        const fragment<accumulator, M, N, K, T> &from, bool saturates = false)       \
    {                                                                                \
        auto d = WARP_REGISTERS(r, to), a = WARP_REGISTERS(r, left);                 \
        auto b = WARP_REGISTERS(r, right), c = WARP_REGISTERS(r, from);              \
        if (saturates)                                                               \
            WARP_MMA(layoutA, layoutB, M, N, K, types ".satfinite", r, A, B, COUNT); \
        else                                                                         \
            WARP_MMA(layoutA, layoutB, M, N, K, types, r, A, B, COUNT);              \
    }
#define WARP_MMA(layoutA, layoutB, M, N, K, types, r, A, B, COUNT)                 \
    asm("wmma.mma.sync.aligned." #layoutA "." #layoutB WARP_SHAPE(M, N, K) types   \
        " {" WARP_NAMES_##COUNT(d) "}, {" WARP_NAMES_##A(a) "}, {" WARP_NAMES_##B( \
            b) "}, {" WARP_NAMES_##COUNT(c) "};"                                   \
        : WARP_WRITE_##COUNT(r, d)                                                 \
        : WARP_READ_##A(r, a), WARP_READ_##B(r, b), WARP_READ_##COUNT(r, c))

#define WARP_HALVES(M, N)                                      \
    WARP_FACTOR(a, M, N, 16, half, half, f16, 16, r, 8)        \
    WARP_FACTOR(b, M, N, 16, half, half, f16, 16, r, 8)        \
    WARP_SUM(M, N, 16, float, f32, r, 8)                       \
    WARP_SUM(M, N, 16, half, f16, r, 4)                        \
    WARP_SUM(M, N, 16, int, s32, r, 8)                         \
    WARP_PRODUCT(M, N, 16, half, float, "f32.f32", r, 8, 8, 8) \
    WARP_PRODUCT(M, N, 16, half, half, "f16.f16", r, 8, 8, 4)
// Factors whose registers depend on the shape: A and B of them.
#define WARP_SMALL(M, N, Element, type, sum, T, ELEMENTS_A, ELEMENTS_B, A, B) \
    WARP_FACTOR(a, M, N, 16, Element, Element, type, ELEMENTS_A, r, A)        \
    WARP_FACTOR(b, M, N, 16, Element, Element, type, ELEMENTS_B, r, B)        \
    WARP_PRODUCT(M, N, 16, Element, T, #sum "." #type "." #type "." #sum, r, A, B, 8)

WARP_HALVES(16, 16)
WARP_HALVES(32, 8)
WARP_HALVES(8, 32)
WARP_SMALL(16, 16, __nv_bfloat16, bf16, f32, float, 8, 8, 4, 4)
WARP_SMALL(32, 8, __nv_bfloat16, bf16, f32, float, 16, 4, 8, 2)
WARP_SMALL(8, 32, __nv_bfloat16, bf16, f32, float, 4, 16, 2, 8)
WARP_SMALL(16, 16, signed char, s8, s32, int, 8, 8, 2, 2)
WARP_SMALL(32, 8, signed char, s8, s32, int, 16, 4, 4, 1)
WARP_SMALL(8, 32, signed char, s8, s32, int, 4, 16, 1, 4)
WARP_SMALL(16, 16, unsigned char, u8, s32, int, 8, 8, 2, 2)
WARP_SMALL(32, 8, unsigned char, u8, s32, int, 16, 4, 4, 1)
WARP_SMALL(8, 32, unsigned char, u8, s32, int, 4, 16, 1, 4)

WARP_FACTOR(a, 16, 16, 8, precision::tf32, float, tf32, 4, r, 4)
WARP_FACTOR(b, 16, 16, 8, precision::tf32, float, tf32, 4, r, 4)
WARP_SUM(16, 16, 8, float, f32, r, 8)
WARP_PRODUCT(16, 16, 8, precision::tf32, float, "f32.tf32.tf32.f32", r, 4, 4, 8)
WARP_FACTOR(a, 8, 8, 4, double, double, f64, 1, d, 1)
WARP_FACTOR(b, 8, 8, 4, double, double, f64, 1, d, 1)
WARP_SUM(8, 8, 4, double, f64, d, 2)
WARP_PRODUCT(8, 8, 4, double, double, "f64.f64.f64.f64", d, 1, 1, 2)

#undef WARP_NAMES_1
#undef WARP_NAMES_2
#undef WARP_NAMES_4
#undef WARP_NAMES_8
#undef WARP_READ_1
#undef WARP_READ_2
#undef WARP_READ_4
#undef WARP_READ_8
#undef WARP_WRITE_1
#undef WARP_WRITE_2
#undef WARP_WRITE_4
#undef WARP_WRITE_8
#undef WARP_REGISTERS
#undef WARP_REGISTERS_r
#undef WARP_REGISTERS_d
#undef WARP_SHAPE
#undef WARP_FACTOR
#undef WARP_LOAD_FACTOR
#undef WARP_SUM
#undef WARP_LOAD_SUM
#undef WARP_STORE_SUM
#undef WARP_PRODUCT
#undef WARP_MULTIPLY
#undef WARP_MMA
#undef WARP_HALVES
#undef WARP_SMALL

} // namespace wmma
} // namespace nvcuda

WARP_END_LIBRARY

#endif
