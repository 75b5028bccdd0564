// gemm.c: products of matrices, whatever their elements are.
//
// The host's BLAS multiplies floats and doubles. Other elements become doubles, tile by tile: then the terms are exact, and a sum is
// rounded once, to the type of C. A GPU rounds more often.

#include "beyond/blas/blas.h"

#include <stdint.h>

// C = alpha op(A) op(B) + beta C, `count` times: op(A) is (m, k), op(B) (k, n), C (m, n).
typedef struct {
    const char *call;
    char op_a, op_b;
    int m, n, k, count;
    Scalar alpha, beta;
    bool listed; // the matrices' addresses are lists, on the device
    Matrices a, b, c;
} Gemm;

// Returns the address of matrix i.
static const void *matrix_at(const Gemm *w, const char *what, Matrices p, int i)
{
    if (!w->listed)
        return (const char *)p.at + p.stride * i * (long long)p.of->bytes;
    sim_library_choose(w->call, what, &p.at, i);
    return p.at;
}

enum { TILE = 64 };

static int in_tile(int left)
{
    return left < TILE ? left : TILE;
}

static size_t element(const Matrices *p, int row, int column)
{
    return p->of->bytes * place(p, row, column);
}

// Reads (rows, columns) elements of op(P), from (row, column) on.
static void read_tile(double *tile, const Matrices *p, const char *at, char op, int row, int column,
                      int rows, int columns)
{
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            tile[i + j * TILE] = p->of->get(at + (op == 'N' ? element(p, row + i, column + j)
                                                            : element(p, column + j, row + i)));
}

// Computes (rows, columns) elements of C, from (row, column) on.
static void multiply_tile(const Gemm *w, double alpha, const void *a, const void *b, double beta,
                          char *c, int row, int column)
{
    static const double one = 1;
    static const int ld = TILE;
    int rows = in_tile(w->m - row), columns = in_tile(w->n - column);
    double tile_a[TILE * TILE], tile_b[TILE * TILE], sum[TILE * TILE] = {0};
    for (int l = 0; l < w->k && alpha != 0; l += TILE) {
        int depth = in_tile(w->k - l);
        read_tile(tile_a, &w->a, a, w->op_a, row, l, rows, depth);
        read_tile(tile_b, &w->b, b, w->op_b, l, column, depth, columns);
        dgemm_("N", "N", &rows, &columns, &depth, &one, tile_a, &ld, tile_b, &ld, &one, sum, &ld);
    }
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) {
            char *at = c + element(&w->c, row + i, column + j);
            w->c.of->put(at, alpha * sum[i + j * TILE] + (beta != 0 ? beta * w->c.of->get(at) : 0));
        }
}

static void multiply(const Gemm *w, double alpha, const void *a, const void *b, double beta,
                     void *c)
{
    float alpha_f = (float)alpha, beta_f = (float)beta;
    if (w->a.of == &R_32F)
        sgemm_(&w->op_a, &w->op_b, &w->m, &w->n, &w->k, &alpha_f, a, &w->a.ld, b, &w->b.ld, &beta_f,
               c, &w->c.ld);
    else if (w->a.of == &R_64F)
        dgemm_(&w->op_a, &w->op_b, &w->m, &w->n, &w->k, &alpha, a, &w->a.ld, b, &w->b.ld, &beta, c,
               &w->c.ld);
    else
        for (int j = 0; j < w->n; j += TILE)
            for (int i = 0; i < w->m; i += TILE)
                multiply_tile(w, alpha, a, b, beta, c, i, j);
}

static void run_gemm(const void *args)
{
    const Gemm *w = args;
    double alpha, beta;
    if (!value(&alpha, w->call, "alpha", w->alpha) || !value(&beta, w->call, "beta", w->beta))
        return;
    size_t size_a = matrix_size(&w->a), size_b = matrix_size(&w->b), size_c = matrix_size(&w->c);
    for (int i = 0; size_c && i < w->count; i++) {
        const void *at_a = matrix_at(w, "the list of A", w->a, i);
        const void *at_b = matrix_at(w, "the list of B", w->b, i);
        const void *at_c = matrix_at(w, "the list of C", w->c, i);
        if (!at_a || !at_b || !at_c)
            return;
        // Without a term A B nothing of A and B is read, and they may be anywhere.
        const void *a = size_a ? elements(w->call, "A", at_a, size_a, w->a.of, false) : &alpha;
        const void *b = size_b ? elements(w->call, "B", at_b, size_b, w->b.of, false) : &alpha;
        void *c = elements(w->call, "C", at_c, size_c, w->c.of, true);
        if (!a || !b || !c)
            return;
        multiply(w, alpha, a, b, beta, c);
    }
}

cublasStatus_t gemm(cublasHandle_t handle, const char *call, cublasOperation_t op_a,
                    cublasOperation_t op_b, int m, int n, int k, const Format *scalars,
                    const void *alpha, const void *beta, int count, bool listed, Matrices a,
                    Matrices b, Matrices c)
{
    bool plain_a = letter(op_a) == 'N', plain_b = letter(op_b) == 'N';
    CHECK(handle, NOT_INITIALIZED);
    CHECK(letter(op_a) && letter(op_b) && m >= 0 && n >= 0 && k >= 0 && count >= 0, INVALID_VALUE);
    CHECK(take_shape(&a, plain_a ? m : k, plain_a ? k : m), INVALID_VALUE);
    CHECK(take_shape(&b, plain_b ? k : n, plain_b ? n : k), INVALID_VALUE);
    CHECK(take_shape(&c, m, n) && alpha && beta, INVALID_VALUE);
    const Scalar of_ab = scalar(handle, alpha, scalars), of_c = scalar(handle, beta, scalars);
    const Gemm w = {call, letter(op_a), letter(op_b), m, n, k, count, of_ab, of_c, listed, a, b, c};
    return submit(handle, run_gemm, &w, sizeof w);
}

// Tells whether columns of 8-bit integers begin at multiples of 4 bytes, as an H200 wants it where sums are integers.
static bool by_4(const Matrices *p, bool listed)
{
    return p->ld % 4 == 0 && (listed || (uintptr_t)p->at % 4 == 0);
}

// What GemmEx multiplies, and how: of the table that cuBLAS's manual has for it, what is real.
static const struct {
    cublasComputeType_t compute, pedantic;
    const Format *scalars, *ab, *c;
} PRODUCTS[] = {
#define COMPUTE(as) CUBLAS_COMPUTE_##as, CUBLAS_COMPUTE_##as##_PEDANTIC
#define FAST(as)    CUBLAS_COMPUTE_32F_FAST_##as, CUBLAS_COMPUTE_32F_FAST_##as
    {COMPUTE(16F), &R_16F, &R_16F, &R_16F},   {COMPUTE(32I), &R_32I, &R_8I, &R_32I},
    {COMPUTE(32F), &R_32F, &R_16F, &R_16F},   {COMPUTE(32F), &R_32F, &R_16F, &R_32F},
    {COMPUTE(32F), &R_32F, &R_16BF, &R_16BF}, {COMPUTE(32F), &R_32F, &R_16BF, &R_32F},
    {COMPUTE(32F), &R_32F, &R_8I, &R_32F},    {COMPUTE(32F), &R_32F, &R_32F, &R_32F},
    {FAST(16F), &R_32F, &R_32F, &R_32F},      {FAST(16BF), &R_32F, &R_32F, &R_32F},
    {FAST(TF32), &R_32F, &R_32F, &R_32F},     {COMPUTE(64F), &R_64F, &R_64F, &R_64F},
};

static cublasStatus_t gemm_ex(cublasHandle_t handle, const char *call, cublasOperation_t op_a,
                              cublasOperation_t op_b, int m, int n, int k,
                              cublasComputeType_t compute, const void *alpha, const void *beta,
                              int count, bool listed, cudaDataType of_a, Matrices a,
                              cudaDataType of_b, Matrices b, cudaDataType of_c, Matrices c)
{
    CHECK(handle, NOT_INITIALIZED);
    for (size_t i = 0; i < sizeof PRODUCTS / sizeof *PRODUCTS; i++) {
        if ((PRODUCTS[i].compute != compute && PRODUCTS[i].pedantic != compute) ||
            PRODUCTS[i].ab->type != of_a || of_b != of_a || PRODUCTS[i].c->type != of_c)
            continue;
        CHECK(of_c != CUDA_R_32I || m == 0 || n == 0 || (by_4(&a, listed) && by_4(&b, listed)),
              NOT_SUPPORTED);
        a.of = b.of = PRODUCTS[i].ab;
        c.of = PRODUCTS[i].c;
        return gemm(handle, call, op_a, op_b, m, n, k, PRODUCTS[i].scalars, alpha, beta, count,
                    listed, a, b, c);
    }
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                            cublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *A, cudaDataType Atype, int lda, const void *B,
                            cudaDataType Btype, int ldb, const void *beta, void *C,
                            cudaDataType Ctype, int ldc, cublasComputeType_t computeType,
                            cublasGemmAlgo_t algo)
{
    (void)algo;
    return gemm_ex(handle, __func__, transa, transb, m, n, k, computeType, alpha, beta, 1, false,
                   Atype, (Matrices){.at = A, .ld = lda}, Btype, (Matrices){.at = B, .ld = ldb},
                   Ctype, (Matrices){.at = C, .ld = ldc});
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *A, cudaDataType Atype,
                                          int lda, long long strideA, const void *B,
                                          cudaDataType Btype, int ldb, long long strideB,
                                          const void *beta, void *C, cudaDataType Ctype, int ldc,
                                          long long strideC, int batchCount,
                                          cublasComputeType_t computeType, cublasGemmAlgo_t algo)
{
    (void)algo;
    return gemm_ex(handle, __func__, transa, transb, m, n, k, computeType, alpha, beta, batchCount,
                   false, Atype, (Matrices){.at = A, .ld = lda, .stride = strideA}, Btype,
                   (Matrices){.at = B, .ld = ldb, .stride = strideB}, Ctype,
                   (Matrices){.at = C, .ld = ldc, .stride = strideC});
}

cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const Aarray[], cudaDataType Atype, int lda,
                                   const void *const Barray[], cudaDataType Btype, int ldb,
                                   const void *beta, void *const Carray[], cudaDataType Ctype,
                                   int ldc, int batchCount, cublasComputeType_t computeType,
                                   cublasGemmAlgo_t algo)
{
    (void)algo;
    return gemm_ex(handle, __func__, transa, transb, m, n, k, computeType, alpha, beta, batchCount,
                   true, Atype, (Matrices){.at = Aarray, .ld = lda}, Btype,
                   (Matrices){.at = Barray, .ld = ldb}, Ctype, (Matrices){.at = Carray, .ld = ldc});
}

// cublas_v2.h declares it for C++ alone, with pointers to __half.
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const void *alpha,
                           const void *A, int lda, const void *B, int ldb, const void *beta,
                           void *C, int ldc);
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
                           cublasOperation_t transb, int m, int n, int k, const void *alpha,
                           const void *A, int lda, const void *B, int ldb, const void *beta,
                           void *C, int ldc)
{
    return gemm_ex(handle, __func__, transa, transb, m, n, k, CUBLAS_COMPUTE_16F, alpha, beta, 1,
                   false, CUDA_R_16F, (Matrices){.at = A, .ld = lda}, CUDA_R_16F,
                   (Matrices){.at = B, .ld = ldb}, CUDA_R_16F, (Matrices){.at = C, .ld = ldc});
}
