// blas.h: what the files of this cuBLAS share. Uses ../common/ and the runtime's library.h.
//
//   blas.c    the handle, jobs and scalars; copies            gemm.c    products of matrices, whatever their elements are
//   mixed.c   vectors whose type is an argument               tasks.c   what triangles and lists of small systems have in common
//   reals.c   real.inc and vectors.inc, for float and double
//   batches.c, triangles.c   batches.inc and triangles.inc, for float, double and their complex numbers

#ifndef BLAS_H
#define BLAS_H

#include "beyond/common/numbers.h"
#include "runtime/cuda/library.h"
#include "runtime/state/api.h"

#include <cuComplex.h>
#include <cublas_v2.h>
#include <stdlib.h>
#include <string.h>

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointers;
    cublasMath_t math;
    cublasAtomicsMode_t atomics;
};

// alpha or beta: a value, or where on the device it will be.
typedef struct {
    double value;
    const void *at; // NULL: it is `value`
    const Format *of;
} Scalar;

// Matrices, the i-th i strides behind the first; or a list of their addresses.
typedef struct {
    const void *at;
    int ld;
    long long stride; // elements
    const Format *of;
    int rows, columns; // of each, as it lies in memory
} Matrices;

typedef struct {
    const void *at;
    int inc;
    bool written;
} Vector;

// What becomes of vectors.
typedef enum { AXPY, SCAL, COPY, SWAP, DOT, NRM2, ASUM, AMAX, AMIN } VectorWork;

#define CHECK(condition, status) \
    if (!(condition))            \
    return CUBLAS_STATUS_##status

// ---- blas.c ----

Vector reads(const void *at, int inc);
Vector writes(void *at, int inc);
// Where in a matrix an element is, in elements.
size_t place(const Matrices *p, int row, int column);
// The elements of a vector, and those of a matrix, from the first to the last.
size_t vector_size(int n, int inc);
size_t matrix_size(const Matrices *p);
// The BLAS's letter for an operation; 0 for none. The conjugate of what is real is itself.
char letter(cublasOperation_t op);
int at_least_1(int n);
// Sets how large the matrices are. False if their columns would overlap.
bool take_shape(Matrices *p, int rows, int columns);
cublasStatus_t submit(cublasHandle_t handle, void (*run)(const void *), const void *job,
                      size_t size);
Scalar scalar(cublasHandle_t handle, const void *at, const Format *of);
// Takes the scalar's value; false if it is where the device has no memory.
bool value(double *out, const char *call, const char *what, Scalar s);
// `n` elements that a call reads or writes.
void *elements(const char *call, const char *what, const void *p, size_t n, const Format *of,
               bool written);

// ---- gemm.c ----

void sgemm_(const char *, const char *, const int *, const int *, const int *, const float *,
            const float *, const int *, const float *, const int *, const float *, float *,
            const int *);
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *,
            const double *, const int *, const double *, const int *, const double *, double *,
            const int *);

cublasStatus_t gemm(cublasHandle_t handle, const char *call, cublasOperation_t op_a,
                    cublasOperation_t op_b, int m, int n, int k, const Format *scalars,
                    const void *alpha, const void *beta, int count, bool listed, Matrices a,
                    Matrices b, Matrices c);

// ---- tasks.c ----

// Problems to solve. A call uses what it needs.
typedef struct Task {
    void (*solve)(const struct Task *); // one of them
    const char *call;
    size_t bytes; // of an element
    char side, uplo, trans, diagonal;
    int m, n, k;
    Matrices a, b, c;
    const void *alpha, *beta; // on the device; NULL: the host's, below
    double alpha_value[2], beta_value[2];
    const int *pivots; // (n) for each problem; NULL: rows are not exchanged
    int *info;         // one for each problem; NULL: none
    int count;
    bool listed; // the matrices' addresses are lists, on the device
} Task;

char letter_of(cublasOperation_t op);
char letter_of_fill(cublasFillMode_t uplo);
char letter_of_side(cublasSideMode_t side);
char letter_of_diagonal(cublasDiagType_t diagonal);
// `n` elements of `bytes` that a call reads or writes; of none there is an address, too.
void *open_some(const Task *w, const char *what, const void *at, size_t n, size_t bytes,
                bool written);
void *open_matrix(const Task *w, const char *what, const Matrices *m, bool written);
int *open_info(const Task *w);
// Notes where a scalar is, or what it is.
void take_scalar(cublasHandle_t handle, const void **at, double *value, const void *scalar,
                 size_t bytes);
const void *open_scalar(const Task *w, const char *what, const void *at, const double *value);
cublasStatus_t submit_task(cublasHandle_t handle, const Task *w);

// Calls with an info of the host say in it which argument, counted from 1, is wrong.
#define CHECK_ARGUMENT(condition, number)   \
    if (!(condition)) {                     \
        if (info)                           \
            *info = -(number);              \
        return CUBLAS_STATUS_INVALID_VALUE; \
    }

#endif
