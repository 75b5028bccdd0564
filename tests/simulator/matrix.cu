// matrix.cu: multiplies matrices of random numbers by wmma and by mma, and compares with plain sums of double or of 64-bit integers:
// all types, shapes and layouts, with strides that are longer than a line. Integers and f64 of small integers must agree to the bit.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <math.h>
#include <mma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

using namespace nvcuda;

static int compared, wrong;

static void check(const char *what, bool ok)
{
    compared++;
    if (!ok && wrong++ < 20)
        printf("wrong: %s\n", what);
}

// Returns a number of a type, from -spread to spread.
template <typename T>
static T some(int spread)
{
    return (T)(float)(rand() % (2 * spread + 1) - spread);
}
template <>
float some<float>(int spread)
{
    return (float)(rand() % 20001 - 10000) * (float)spread / 10007; // more bits than tf32 keeps
}
template <>
double some<double>(int spread)
{
    return (double)(rand() % 20001 - 10000) * spread / 10007;
}
template <>
unsigned char some<unsigned char>(int spread)
{
    return (unsigned char)(rand() % (2 * spread + 1));
}

template <typename P>
static double as_input(P x)
{
    return (double)x;
}
static double as_input(__half x)
{
    return (double)__half2float(x);
}
static double as_input(__nv_bfloat16 x)
{
    return (double)__bfloat162float(x);
}
static double cut(float x)
{
    unsigned bits;
    memcpy(&bits, &x, 4);
    bits &= 0xffffe000;
    memcpy(&x, &bits, 4);
    return (double)x;
}
static double as_input(float x)
{
    return cut(x);
}
static double as_sum(float x)
{
    return (double)x;
}
static double as_sum(double x)
{
    return x;
}
static double as_sum(int x)
{
    return (double)x;
}
static double as_sum(__half x)
{
    return (double)__half2float(x);
}

template <typename L>
struct IsRow {
    static const bool value = false;
};
template <>
struct IsRow<wmma::row_major> {
    static const bool value = true;
};

template <int M, int N, int K, typename P, typename T, typename S, typename LA, typename LB>
__global__ void multiply(const T *a, int lda, const T *b, int ldb, const S *c, int ldc, S *d,
                         bool rows, bool shared)
{
    wmma::fragment<wmma::matrix_a, M, N, K, P, LA> fa;
    wmma::fragment<wmma::matrix_b, M, N, K, P, LB> fb;
    wmma::fragment<wmma::accumulator, M, N, K, S> fc, fd;
    const wmma::layout_t order = rows ? wmma::mem_row_major : wmma::mem_col_major;
    __shared__ __align__(32) T kept[32 * 48];
    wmma::load_matrix_sync(fa, a, lda);
    if (shared) {
        const int lines = IsRow<LB>::value ? K : N, length = IsRow<LB>::value ? N : K;
        for (int i = (int)threadIdx.x; i < lines * length; i += 32)
            kept[i / length * 48 + i % length] = b[i / length * ldb + i % length];
        __syncwarp();
        wmma::load_matrix_sync(fb, (const T *)kept, 48);
    } else {
        wmma::load_matrix_sync(fb, b, ldb);
    }
    wmma::load_matrix_sync(fc, c, ldc, order);
    wmma::mma_sync(fd, fa, fb, fc);
    for (int i = 0; i < fd.num_elements; i++)
        fd.x[i] = fd.x[i] + fc.x[i] + (S)1;
    wmma::store_matrix_sync(d, fd, ldc, order);
}

template <int M, int N, int K, typename P, typename T, typename S, typename LA, typename LB>
static void try_layout(const char *what, int spread, double error, bool rows, bool shared)
{
    const int offset = 32, lda = 48, ldb = 40 + 8 * (sizeof(T) == 1), ldc = 40,
              size = 32 * 48 + offset;
    static T a[size], b[size];
    static S c[size], d[size];
    T *da, *db;
    S *dc, *dd;
    for (int i = 0; i < size; i++) {
        a[i] = some<T>(spread);
        b[i] = some<T>(spread);
        c[i] = some<S>(spread);
        d[i] = (S)77.0f;
    }
    cudaMalloc((void **)&da, sizeof a);
    cudaMalloc((void **)&db, sizeof b);
    cudaMalloc((void **)&dc, sizeof c);
    cudaMalloc((void **)&dd, sizeof d);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, c, sizeof c, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
    multiply<M, N, K, P, T, S, LA, LB><<<1, 32>>>(da + offset, lda, db + offset, ldb, dc + offset,
                                                  ldc, dd + offset, rows, shared);
    cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFree(dd);
    bool ok = cudaGetLastError() == cudaSuccess;
    int changed = 0;
    for (int i = 0; i < size; i++)
        changed += as_sum(d[i]) != 77;
    for (int row = 0; row < M; row++)
        for (int column = 0; column < N; column++) {
            const int at = offset + (rows ? row * ldc + column : column * ldc + row);
            double sum = 2 * as_sum(c[at]) + 1, magnitude = fabs(sum);
            for (int k = 0; k < K; k++) {
                double product =
                    as_input(a[offset + (IsRow<LA>::value ? row * lda + k : k * lda + row)]);
                product *=
                    as_input(b[offset + (IsRow<LB>::value ? k * ldb + column : column * ldb + k)]);
                sum += product;
                magnitude += fabs(product);
            }
            ok = ok && fabs(as_sum(d[at]) - sum) <= error * magnitude;
        }
    char text[160];
    snprintf(text, sizeof text, "wmma %s m%dn%dk%d, A by %s, B by %s, C by %s%s", what, M, N, K,
             IsRow<LA>::value ? "rows" : "columns", IsRow<LB>::value ? "rows" : "columns",
             rows ? "rows" : "columns", shared ? ", B in shared memory" : "");
    check(text, ok && changed <= M * N && changed > M * N * 3 / 4);
}

template <int M, int N, int K, typename P, typename T, typename S>
static void try_shape(const char *what, int spread, double error)
{
    typedef wmma::row_major R;
    typedef wmma::col_major C;
    for (int how = 0; how < 4; how++) {
        const bool rows = how & 1, shared = how & 2;
        try_layout<M, N, K, P, T, S, R, R>(what, spread, error, rows, shared);
        try_layout<M, N, K, P, T, S, R, C>(what, spread, error, rows, shared);
        try_layout<M, N, K, P, T, S, C, R>(what, spread, error, rows, shared);
        try_layout<M, N, K, P, T, S, C, C>(what, spread, error, rows, shared);
    }
}

template <typename P, typename T, typename S>
static void try_type(const char *what, int spread, double error)
{
    try_shape<16, 16, 16, P, T, S>(what, spread, error);
    try_shape<32, 8, 16, P, T, S>(what, spread, error);
    try_shape<8, 32, 16, P, T, S>(what, spread, error);
}

__global__ void saturated(int *d, int start, signed char a, signed char b, bool saturate)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fa, a);
    wmma::fill_fragment(fb, b);
    wmma::fill_fragment(fc, start);
    if (saturate)
        wmma::mma_sync(fc, fa, fb, fc, true);
    else
        wmma::mma_sync(fc, fa, fb, fc, false);
    wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major);
}

static void try_saturation(int start, int a, int b, bool saturate, int result)
{
    int *d, h[256];
    bool ok = true;
    cudaMalloc((void **)&d, sizeof h);
    saturated<<<1, 32>>>(d, start, (signed char)a, (signed char)b, saturate);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    for (int i = 0; i < 256; i++)
        ok = ok && h[i] == result;
    check(saturate ? "satfinite" : "integers wrap around", ok);
}

// mma.m16n8k16 of f16, with the registers that the PTX ISA names: lane l has the rows l / 4 and l / 4 + 8.
__global__ void by_registers(const __half *a, const __half *b, float *d)
{
    const int lane = (int)threadIdx.x, line = lane / 4, at = lane % 4 * 2;
    unsigned fa[4], fb[2];
    float fd[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++)
        memcpy(&fa[i], &a[(line + i % 2 * 8) * 16 + at + i / 2 * 8], 4);
    for (int i = 0; i < 2; i++)
        memcpy(&fb[i], &b[line * 16 + at + i * 8], 4);
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(fd[0]), "+f"(fd[1]), "+f"(fd[2]), "+f"(fd[3])
        : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
    for (int i = 0; i < 4; i++)
        d[(line + i / 2 * 8) * 8 + at + i % 2] = fd[i];
}

// The same of s8: mma.m16n8k32.
__global__ void bytes_by_registers(const signed char *a, const signed char *b, int *d)
{
    const int lane = (int)threadIdx.x, line = lane / 4, at = lane % 4;
    int fa[4], fb[2], fd[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++)
        memcpy(&fa[i], &a[(line + i % 2 * 8) * 32 + at * 4 + i / 2 * 16], 4);
    for (int i = 0; i < 2; i++)
        memcpy(&fb[i], &b[line * 32 + at * 4 + i * 16], 4);
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(fd[0]), "+r"(fd[1]), "+r"(fd[2]), "+r"(fd[3])
        : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[0]), "r"(fb[1]));
    for (int i = 0; i < 4; i++)
        d[(line + i / 2 * 8) * 8 + at * 2 + i % 2] = fd[i];
}

template <typename T, typename S, int K>
static void try_registers(const char *what, void (*kernel)(const T *, const T *, S *), int spread)
{
    static T a[16 * K], b[8 * K];
    S d[16 * 8], *dd;
    T *da, *db;
    bool ok = true;
    for (int i = 0; i < 16 * K; i++)
        a[i] = some<T>(spread);
    for (int i = 0; i < 8 * K; i++)
        b[i] = some<T>(spread);
    cudaMalloc((void **)&da, sizeof a);
    cudaMalloc((void **)&db, sizeof b);
    cudaMalloc((void **)&dd, sizeof d);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    kernel<<<1, 32>>>(da, db, dd);
    cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dd);
    for (int row = 0; row < 16; row++)
        for (int column = 0; column < 8; column++) {
            double sum = 0;
            for (int k = 0; k < K; k++)
                sum += as_input(a[row * K + k]) * as_input(b[column * K + k]);
            ok = ok && as_sum(d[row * 8 + column]) == sum;
        }
    check(what, ok);
}

__global__ void some_lanes(float *d)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 1.0f);
    if (threadIdx.x < 31)
        wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major);
}

__global__ void stores(float *d, int ldd)
{
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 1.0f);
    wmma::store_matrix_sync(d, fc, (unsigned)ldd, wmma::mem_row_major);
}

__global__ void races(float *d)
{
    __shared__ __align__(32) float tile[256];
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 1.0f);
    if (threadIdx.x < 32)
        wmma::store_matrix_sync(tile, fc, 16, wmma::mem_row_major);
    else
        wmma::load_matrix_sync(fc, tile, 16, wmma::mem_row_major);
    d[threadIdx.x] = fc.x[0];
}

// Compares ldmatrix and stmatrix with their definition: lane i of the first 8 N has the address of row i, and register j of lane l
// has element 2 (l % 4) and the next one in row l / 4 of matrix j; with .trans in column l / 4.
enum { ROW_LIMIT = 64 }; // rows of 8 elements
struct Rows {
    unsigned short element[ROW_LIMIT * 8];
};

#define LIST_1    "{%0}"
#define LIST_2    "{%0, %1}"
#define LIST_4    "{%0, %1, %2, %3}"
#define REGS_1(c) c(r[0])
#define REGS_2(c) c(r[0]), c(r[1])
#define REGS_4(c) c(r[0]), c(r[1]), c(r[2]), c(r[3])
#define MOVE_ROWS(n, load, store)                                                               \
    asm volatile("ldmatrix.sync.aligned.m8n8.x" #n load ".shared.b16 " LIST_##n ", [%" #n "];"  \
                 : REGS_##n("=r")                                                               \
                 : "r"(from));                                                                  \
    asm volatile("stmatrix.sync.aligned.m8n8.x" #n store ".shared.b16 [%" #n "], " LIST_##n ";" \
                 :                                                                              \
                 : REGS_##n("r"), "r"(to)                                                       \
                 : "memory")

template <int N, bool LOAD_TRANS, bool STORE_TRANS>
__global__ void rows_through(const Rows *in, const int *row_of, const int *row_to, unsigned *loaded,
                             Rows *out)
{
    __shared__ __align__(16) Rows a, b;
    for (int i = (int)threadIdx.x; i < ROW_LIMIT * 8; i += 32) {
        a.element[i] = in->element[i];
        b.element[i] = 0;
    }
    __syncwarp();
    unsigned from = (unsigned)__cvta_generic_to_shared(&a.element[row_of[threadIdx.x] * 8]);
    unsigned to = (unsigned)__cvta_generic_to_shared(&b.element[row_to[threadIdx.x] * 8]);
    unsigned r[4] = {0, 0, 0, 0};
    if (N == 1 && !LOAD_TRANS && !STORE_TRANS) {
        MOVE_ROWS(1, "", "");
    } else if (N == 1 && LOAD_TRANS) {
        MOVE_ROWS(1, ".trans", "");
    } else if (N == 1) {
        MOVE_ROWS(1, "", ".trans");
    } else if (N == 2 && LOAD_TRANS) {
        MOVE_ROWS(2, ".trans", "");
    } else if (N == 2) {
        MOVE_ROWS(2, "", ".trans");
    } else if (LOAD_TRANS) {
        MOVE_ROWS(4, ".trans", "");
    } else {
        MOVE_ROWS(4, "", ".trans");
    }
    __syncwarp();
    for (int i = 0; i < 4; i++)
        loaded[i * 32 + (int)threadIdx.x] = r[i];
    for (int i = (int)threadIdx.x; i < ROW_LIMIT * 8; i += 32)
        out->element[i] = b.element[i];
}

// Puts the numbers 0 to ROW_LIMIT - 1 in an order at random.
static void shuffle(int *order)
{
    for (int i = 0; i < ROW_LIMIT; i++) {
        int other = rand() % (i + 1);
        order[i] = order[other];
        order[other] = i;
    }
}

template <int N, bool LOAD_TRANS, bool STORE_TRANS>
static void try_rows(const char *what)
{
    Rows *in, *out;
    int *row_of, *row_to;
    unsigned *loaded;
    cudaMallocManaged((void **)&in, sizeof *in);
    cudaMallocManaged((void **)&out, sizeof *out);
    cudaMallocManaged((void **)&row_of, ROW_LIMIT * sizeof *row_of);
    cudaMallocManaged((void **)&row_to, ROW_LIMIT * sizeof *row_to);
    cudaMallocManaged((void **)&loaded, 128 * sizeof *loaded);
    bool ok = true;
    for (int round = 0; round < 20; round++) {
        Rows expected = {{0}};
        shuffle(row_of);
        shuffle(row_to);
        for (int i = 0; i < ROW_LIMIT * 8; i++)
            in->element[i] = (unsigned short)rand();
        rows_through<N, LOAD_TRANS, STORE_TRANS><<<1, 32>>>(in, row_of, row_to, loaded, out);
        ok = ok && cudaDeviceSynchronize() == cudaSuccess;
        for (int i = 0; i < 64 * N; i++) {
            int matrix = i / 64, lane = i / 2 % 32, half = i % 2;
            int row = LOAD_TRANS ? 2 * (lane % 4) + half : lane / 4;
            int column = LOAD_TRANS ? lane / 4 : 2 * (lane % 4) + half;
            unsigned short element = in->element[row_of[8 * matrix + row] * 8 + column];
            ok = ok && (unsigned short)(loaded[matrix * 32 + lane] >> 16 * half) == element;
            row = STORE_TRANS ? 2 * (lane % 4) + half : lane / 4;
            column = STORE_TRANS ? lane / 4 : 2 * (lane % 4) + half;
            expected.element[row_to[8 * matrix + row] * 8 + column] = element;
        }
        ok = ok && memcmp(&expected, out, sizeof expected) == 0;
    }
    check(what, ok);
    cudaFree(in);
    cudaFree(out);
    cudaFree(row_of);
    cudaFree(row_to);
    cudaFree(loaded);
}

int main(int count, char **words)
{
    float *d;
    cudaMalloc((void **)&d, 256 * sizeof *d);
    const char *word = count > 1 ? words[1] : "";
    if (strcmp(word, "lanes") == 0)
        some_lanes<<<1, 32>>>(d);
    else if (strcmp(word, "few") == 0)
        stores<<<1, 24>>>(d, 16);
    else if (strcmp(word, "bounds") == 0)
        stores<<<1, 32>>>(d, 20);
    else if (strcmp(word, "fits") == 0)
        stores<<<1, 32>>>(d, 16);
    else if (strcmp(word, "races") == 0)
        races<<<1, 64>>>(d);
    if (*word) {
        cudaError_t e = cudaDeviceSynchronize();
        cudaFree(d);
        printf("%s\n", cudaGetErrorName(e));
        return 0;
    }
    cudaFree(d);
    srand(1);
    try_type<__half, __half, float>("f16, sums f32", 4, 1e-6);
    try_type<__half, __half, __half>("f16", 4, 2e-3);
    try_type<__nv_bfloat16, __nv_bfloat16, float>("bf16", 9, 1e-6);
    try_type<signed char, signed char, int>("s8", 127, 0);
    try_type<unsigned char, unsigned char, int>("u8", 127, 0);
    try_shape<16, 16, 8, wmma::precision::tf32, float, float>("tf32", 3, 1e-6);
    try_shape<8, 8, 4, double, double, double>("f64", 3, 1e-15);
    try_saturation(2147483000, 100, 100, true, 2147483647);
    try_saturation(-2147483000, 100, -100, true, -2147483647 - 1);
    try_saturation(2147483000, 100, 100, false, (int)(2147483000u + 160000u));
    try_saturation(5, -3, 7, true, 5 - 16 * 21);
    try_registers<__half, float, 16>("mma of f16 by registers", by_registers, 9);
    try_registers<signed char, int, 32>("mma of s8 by registers", bytes_by_registers, 127);
    try_rows<1, false, false>("ldmatrix x1, stmatrix x1");
    try_rows<1, true, false>("ldmatrix x1 trans, stmatrix x1");
    try_rows<1, false, true>("ldmatrix x1, stmatrix x1 trans");
    try_rows<2, true, false>("ldmatrix x2 trans, stmatrix x2");
    try_rows<2, false, true>("ldmatrix x2, stmatrix x2 trans");
    try_rows<4, true, false>("ldmatrix x4 trans, stmatrix x4");
    try_rows<4, false, true>("ldmatrix x4, stmatrix x4 trans");
    printf("%d compared, %d wrong\n", compared, wrong);
    return 0;
}
