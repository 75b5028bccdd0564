// sparse.h: what the files of this cuSPARSE share. Uses ../common/ and the runtime's library.h.
//
//   sparse.c        numbers, indices, jobs; dense matrices; a walk over a sparse matrix's elements
//   descriptors.c   handles, the descriptors of vectors and dense matrices      matrices.c   of sparse matrices
//   products.c      SpMV, SpMM, SDDMM        gemm.c      SpGEMM       vectors.c   a sparse vector beside a dense one
//   solve.c         SpSV, SpSM               convert.c   sparse to dense, and back
//   legacy.c        calls without descriptors: conversions            sort.c, sums.c   of these, the sorts; sums and ILU

#ifndef SPARSE_H
#define SPARSE_H

#include "beyond/common/numbers.h"
#include "runtime/cuda/library.h"
#include "runtime/state/api.h"

#define DISABLE_CUSPARSE_DEPRECATED // what it names so is here, too
#include <complex.h>
#include <cusparse.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 16 }; // bytes that a call asks for

typedef double complex Number;

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t pointers;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

struct cusparseSpVecDescr {
    int64_t size, nnz;
    void *indices, *values; // (nnz)
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseDnMatDescr {
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
    int count; // of matrices, one `stride` elements behind the other
    int64_t stride;
};

struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, nnz;
    void *first;  // CSR: (rows + 1) where rows begin; CSC: (columns + 1); COO: (nnz) rows
    void *second; // (nnz) CSR and COO: columns; CSC: rows
    void *values; // (nnz)
    cusparseIndexType_t first_type, second_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    int count;
    int64_t first_stride, stride; // of first, in compressed formats; of the other arrays
};

typedef struct cusparseDnVecDescr DenseVector;
typedef struct cusparseSpVecDescr SparseVector;
typedef struct cusparseDnMatDescr Dense;
typedef struct cusparseSpMatDescr Sparse;

// alpha or beta: a value, or where on the device it will be.
typedef struct {
    Number value;
    const void *at; // NULL: it is `value`
    cudaDataType type;
} Scalar;

// Several parameters as one argument of a macro.
#define TOGETHER(...) __VA_ARGS__

typedef void *Pointer_to_void;
typedef const void *Pointer_to_const;

#define CHECK(condition, status) \
    if (!(condition))            \
    return CUSPARSE_STATUS_##status

// What a call works on. It uses what it needs.
typedef struct {
    const char *call;
    cusparseOperation_t op_a, op_b;
    Scalar alpha, beta;
    Sparse a, b, c;
    Dense from, to; // dense matrices; vectors are matrices of one column
    int64_t *count; // where a call's caller finds out how many elements there are
    struct cusparseSpGEMMDescr *product;
} Job;

// A walk over the elements of op(A), in the order of its arrays.
typedef struct {
    const char *call;
    Sparse m;
    cusparseOperation_t op;
    const void *first, *second;
    void *values;
    int64_t next, line;     // element; in a compressed format its row or column
    int64_t k, row, column; // the element that next_element found
    Number value;
} Walk;

// The elements of op(A) row by row, and in a row by columns, on the host.
typedef struct {
    int64_t rows, columns, *first; // (rows + 1) where in the arrays a row begins
    int64_t *column;
    Number *value;
} Rows;

// An element of a sparse matrix, the k-th of its arrays.
typedef struct {
    int64_t row, column, k;
    Number value;
} Element;

// What calls without descriptors are told of a matrix.
struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    cusparseIndexBase_t base;
};

// What calls without descriptors work on: arrays of ints and of values, on the device.
typedef struct {
    const char *call;
    int m, n, nnz, base;
    const void *first, *second, *values;    // read; the sorts write here
    void *to_first, *to_second, *to_values; // written; NULL: not wanted
    cudaDataType type;
    bool by_column, on_device;
    int ld;
} Arrays;

// ---- sparse.c ----

size_t size_of(cudaDataType type);
// Element i of an array.
Number get(const void *array, cudaDataType type, int64_t i);
void put(void *array, cudaDataType type, int64_t i, Number x);
// A product of real numbers stays real, also where one of them is infinite.
Number multiplied(Number a, Number b);
Number turned(Number x, cusparseOperation_t op);
size_t index_size(cusparseIndexType_t type);
int64_t get_index(const void *array, cusparseIndexType_t type, int64_t i);
void put_index(void *array, cusparseIndexType_t type, int64_t i, int64_t x);
cusparseStatus_t submit(cusparseHandle_t handle, void (*run)(const void *), const void *job,
                        size_t size);
Scalar scalar(cusparseHandle_t handle, const void *at, cudaDataType type);
// Takes the scalar's value; false if it is where the device has no memory.
bool value(Number *out, const char *call, const char *what, Scalar s);
// `n` things of `bytes` that a call reads or writes; of none there is an address, too.
void *open_array(const char *call, const char *what, const void *at, int64_t n, size_t bytes,
                 bool written);
cusparseStatus_t tell_size(cusparseHandle_t handle, bool good, size_t *size);
Dense as_matrix(const DenseVector *v);
// Matrix i of several; one alone stands for all.
void *open_dense(const char *call, const char *what, const Dense *m, int i, bool written);
// Where in op(m) an element is.
int64_t place(const Dense *m, cusparseOperation_t op, int64_t row, int64_t column);
int64_t rows_of(const Dense *m, cusparseOperation_t op);
int64_t columns_of(const Dense *m, cusparseOperation_t op);
// C = sum, scaled by alpha, + beta C at one element.
void store(void *c, cudaDataType type, int64_t i, Number alpha, Number sum, Number beta);
// Opens matrix i of several; one alone stands for all. False if a part of it is not there.
bool begin_walk(Walk *w, const char *call, const Sparse *m, int i, cusparseOperation_t op,
                bool written);
// Goes on to the next element. False at the end, and at an index that is outside, which is a fault.
bool next_element(Walk *w);
void free_rows(Rows *r);
// Sorts (n) elements; those at the same place keep their order.
void sort_elements(Element *e, int64_t n);
void take_elements(Rows *r, int64_t rows, int64_t columns, Element *e, int64_t n);
// Reads op(A). False if it can't be read; then there is nothing to free.
bool take_rows(Rows *r, const char *call, const Sparse *a, cusparseOperation_t op);
bool is_op(cusparseOperation_t op);
// The types of a sparse factor, a dense one, the result and the sums, as in the tables of cuSPARSE's manual.
bool are_types(cudaDataType a, cudaDataType x, cudaDataType y, cudaDataType compute);

// ---- descriptors.c ----

// Makes a copy of a descriptor.
cusparseStatus_t keep(void **out, const void *descriptor, size_t size, bool good);
bool is_index(cusparseIndexType_t type);

// ---- legacy.c ----

int *open_ints(const Arrays *a, const char *what, const void *at, int64_t n, bool written);

#endif
