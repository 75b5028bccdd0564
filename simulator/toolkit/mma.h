// mma.h: products of small matrices by a warp's tensor cores: nvcuda::wmma for half, with sums in float or half. CUDA C++ Programming
// Guide, "Warp Matrix Functions". Left out: bfloat16, tf32, double, integers.

#ifndef WARP_MMA_H
#define WARP_MMA_H

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

// The numbers that a lane holds of a matrix, in PTX's order. Use: matrix_a (M, K), matrix_b (K, N), or accumulator (M, N).
template <class T, int COUNT>
struct WarpElements {
    enum { num_elements = COUNT, num_storage_elements = COUNT };
    typedef T element_type;
    alignas(4) T x[COUNT];
};

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment;
template <int M, int N, int K, class Layout>
class fragment<matrix_a, M, N, K, half, Layout> : public WarpElements<half, 16>
{
};
template <int M, int N, int K, class Layout>
class fragment<matrix_b, M, N, K, half, Layout> : public WarpElements<half, 16>
{
};
template <int M, int N, int K>
class fragment<accumulator, M, N, K, float> : public WarpElements<float, 8>
{
};
template <int M, int N, int K>
class fragment<accumulator, M, N, K, half> : public WarpElements<half, 8>
{
};

template <class T, int COUNT, class Value>
DEVICE_FUNCTION void fill_fragment(WarpElements<T, COUNT> &f, Value value)
{
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        f.x[i] = (T)value;
}

// ---- One function for each instruction ----------------------------------------------------------------------------

// A fragment's elements as registers: 8 or 4 of 32 bits.
#define WARP_R8(f) \
    "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3]), "r"(f[4]), "r"(f[5]), "r"(f[6]), "r"(f[7])
#define WARP_W8(f) \
    "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]), "=r"(f[4]), "=r"(f[5]), "=r"(f[6]), "=r"(f[7])
#define WARP_R4(f)    "r"(f[0]), "r"(f[1]), "r"(f[2]), "r"(f[3])
#define WARP_W4(f)    "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3])
#define WARP_WORDS(f) ((unsigned int *)(f).x)

#define WARP_LOAD_FACTOR(M, N, use, layout)                                                        \
    DEVICE_FUNCTION void load_matrix_sync(                                                         \
        fragment<matrix_##use, M, N, 16, half, layout##_major> &f, const half *p, unsigned int ld) \
    {                                                                                              \
        unsigned int *w = WARP_WORDS(f);                                                           \
        asm volatile("wmma.load." #use ".sync.aligned." #layout ".m" #M "n" #N "k16.f16 "          \
                     "{%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"                                 \
                     : WARP_W8(w)                                                                  \
                     : "l"(p), "r"(ld)                                                             \
                     : "memory");                                                                  \
    }

// d = a b + c. d8: operands of so many registers; from: where those of a, b and c begin.
#define WARP_MULTIPLY(M, N, layoutA, layoutB, T, type, READ, WRITE, d, c)                      \
    DEVICE_FUNCTION void mma_sync(                                                             \
        fragment<accumulator, M, N, 16, T> &to,                                                \
        const fragment<matrix_a, M, N, 16, half, layoutA##_major> &left,                       \
        const fragment<matrix_b, M, N, 16, half, layoutB##_major> &right,                      \
        const fragment<accumulator, M, N, 16, T> &from)                                        \
    {                                                                                          \
        unsigned int *w = WARP_WORDS(to), *a = WARP_WORDS(left), *b = WARP_WORDS(right),       \
                     *s = WARP_WORDS(from);                                                    \
        asm("wmma.mma.sync.aligned." #layoutA "." #layoutB ".m" #M "n" #N "k16." type "." type \
            " {" d "}, {" WARP_AB_##c "}, {" WARP_C_##c "};"                                   \
            : WRITE(w)                                                                         \
            : WARP_R8(a), WARP_R8(b), READ(s));                                                \
    }
#define WARP_D8     "%0, %1, %2, %3, %4, %5, %6, %7"
#define WARP_D4     "%0, %1, %2, %3"
#define WARP_AB_F32 "%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23"
#define WARP_AB_F16 "%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19"
#define WARP_C_F32  "%24, %25, %26, %27, %28, %29, %30, %31"
#define WARP_C_F16  "%20, %21, %22, %23"

#define WARP_MOVE_SUM(M, N, T, type, READ, WRITE, d, after)                                        \
    DEVICE_FUNCTION void load_matrix_sync(fragment<accumulator, M, N, 16, T> &f, const T *p,       \
                                          unsigned int ld, layout_t layout)                        \
    {                                                                                              \
        unsigned int *w = WARP_WORDS(f);                                                           \
        if (layout == mem_row_major)                                                               \
            asm volatile("wmma.load.c.sync.aligned.row.m" #M "n" #N "k16." type " {" d "}, " after \
                         : WRITE(w)                                                                \
                         : "l"(p), "r"(ld)                                                         \
                         : "memory");                                                              \
        else                                                                                       \
            asm volatile("wmma.load.c.sync.aligned.col.m" #M "n" #N "k16." type " {" d "}, " after \
                         : WRITE(w)                                                                \
                         : "l"(p), "r"(ld)                                                         \
                         : "memory");                                                              \
    }                                                                                              \
    DEVICE_FUNCTION void store_matrix_sync(T *p, const fragment<accumulator, M, N, 16, T> &f,      \
                                           unsigned int ld, layout_t layout)                       \
    {                                                                                              \
        unsigned int *w = WARP_WORDS(f);                                                           \
        if (layout == mem_row_major)                                                               \
            asm volatile("wmma.store.d.sync.aligned.row.m" #M "n" #N "k16." type                   \
                         " [%0], {" WARP_STORE_##T "}, %1;"                                        \
                         :                                                                         \
                         : "l"(p), "r"(ld), READ(w)                                                \
                         : "memory");                                                              \
        else                                                                                       \
            asm volatile("wmma.store.d.sync.aligned.col.m" #M "n" #N "k16." type                   \
                         " [%0], {" WARP_STORE_##T "}, %1;"                                        \
                         :                                                                         \
                         : "l"(p), "r"(ld), READ(w)                                                \
                         : "memory");                                                              \
    }
#define WARP_STORE_float "%2, %3, %4, %5, %6, %7, %8, %9"
#define WARP_STORE_half  "%2, %3, %4, %5"

#define WARP_LAYOUTS(M, N, layoutA, layoutB)                                            \
    WARP_MULTIPLY(M, N, layoutA, layoutB, float, "f32", WARP_R8, WARP_W8, WARP_D8, F32) \
    WARP_MULTIPLY(M, N, layoutA, layoutB, half, "f16", WARP_R4, WARP_W4, WARP_D4, F16)
#define WARP_SHAPE(M, N)                                                      \
    WARP_LOAD_FACTOR(M, N, a, row)                                            \
    WARP_LOAD_FACTOR(M, N, a, col)                                            \
    WARP_LOAD_FACTOR(M, N, b, row)                                            \
    WARP_LOAD_FACTOR(M, N, b, col)                                            \
    WARP_LAYOUTS(M, N, row, row)                                              \
    WARP_LAYOUTS(M, N, row, col)                                              \
    WARP_LAYOUTS(M, N, col, row)                                              \
    WARP_LAYOUTS(M, N, col, col)                                              \
    WARP_MOVE_SUM(M, N, float, "f32", WARP_R8, WARP_W8, WARP_D8, "[%8], %9;") \
    WARP_MOVE_SUM(M, N, half, "f16", WARP_R4, WARP_W4, WARP_D4, "[%4], %5;")
WARP_SHAPE(16, 16)
WARP_SHAPE(32, 8)
WARP_SHAPE(8, 32)

#undef WARP_R8
#undef WARP_W8
#undef WARP_R4
#undef WARP_W4
#undef WARP_WORDS
#undef WARP_LOAD_FACTOR
#undef WARP_MULTIPLY
#undef WARP_D8
#undef WARP_D4
#undef WARP_AB_F32
#undef WARP_AB_F16
#undef WARP_C_F32
#undef WARP_C_F16
#undef WARP_MOVE_SUM
#undef WARP_STORE_float
#undef WARP_STORE_half
#undef WARP_LAYOUTS
#undef WARP_SHAPE

} // namespace wmma
} // namespace nvcuda

WARP_END_LIBRARY

#endif
