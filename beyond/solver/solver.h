// solver.h: what the files of this cuSOLVER share. Uses ../common/ and the runtime's library.h.
//
//   solver.c   the handle, jobs, what calls check; the parameters of Jacobi's method
//   factors.c, values.c, singular.c   factors.inc (factors and solutions), values.inc (eigenvalues) and singular.inc (singular
//              values), for float, double and their complex numbers
//
// These three are written with the names of each_type.inc and with these:
//   CU(potrf), CU_OR(mqr), CU_SY(evd)   cuSOLVER's: cusolverDnSpotrf, cusolverDnSormqr, cusolverDnSsyevd
//   JOB(name)                           what all jobs have; FN(name) does one
// In comments a matrix is (rows, columns).

#ifndef SOLVER_H
#define SOLVER_H

#include "runtime/cuda/library.h"

#include <cusolverDn.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 }; // LAPACK works in blocks of at most so many columns

struct cusolverDnContext {
    cudaStream_t stream;
    cusolverDeterministicMode_t mode;
};

// Column by column.
typedef struct {
    const void *at;
    int rows, columns, ld;
} Matrix;

// Problems to solve, and what the device has of them. A call uses what it needs.
typedef struct Job {
    void (*solve)(const struct Job *); // one of them
    const char *call;
    size_t bytes, part;          // of an element; of its real part
    char job, job2, uplo, trans; // LAPACK's letters
    int type;                    // of an eigenproblem with two matrices
    int m, n, k;
    Matrix a, b, c;
    const void *vector; // eigenvalues, singular values, or the factors of reflections
    int length;         // of the vector
    const int *pivots;  // NULL: rows are not exchanged
    void *rest;         // of gesvd: what has not converged; NULL: not wanted
    int *info;
    void *work;
    int work_size; // elements
    int count;     // of the problems
    bool
        listed; // the matrices' addresses are lists, on the device; else a matrix follows the one before
    bool one_info; // for all of them
} Job;

#define CHECK(condition, status) \
    if (!(condition))            \
    return CUSOLVER_STATUS_##status

#define CU(name)    PASTE(cusolverDn, LETTER, name, )
#define CU_OR(name) PASTE(cusolverDn, LETTER, OR, name)
#define CU_SY(name) PASTE(cusolverDn, LETTER, SY, name)
#define JOB(name) \
    .solve = FN(name), .call = __func__, .bytes = sizeof(ELEMENT), .part = sizeof(PART), .count = 1

int at_least_1(int n);
int smaller(int a, int b);
bool is_matrix(Matrix m);
// BLAS's letters; 0 for none.
char letter(cublasFillMode_t uplo);
char letter_of(cublasOperation_t op);
char letter_of_job(cusolverEigMode_t job);
// `n` elements of `bytes` that a call reads or writes; of none there is an address, too.
void *open_elements(const Job *w, const char *what, const void *at, size_t n, size_t bytes,
                    bool written);
void *open_matrix(const Job *w, const char *what, Matrix m, bool written);
void *open_vector(const Job *w, const char *what, size_t bytes, bool written);
int *open_pivots(const Job *w, int n, bool written);
// devInfo, if the workspace is there, too: LAPACK's own is the host's.
int *open_info(const Job *w);
cusolverStatus_t submit(cusolverDnHandle_t handle, const Job *w);
// The host needs no workspace on the device. Calls ask for (n) elements so that a program which brings none is noticed.
cusolverStatus_t tell_size(cusolverDnHandle_t handle, bool good, int n, int *size);
bool is_eigenproblem(const Job *w);
bool is_eigenpencil(const Job *w);
bool is_singular(const Job *w);
// Columns of U, or rows of V^H, that a letter of gesvd's asks for.
int wanted(char job, int all, int some);
// gesvd's letters: all vectors, some, those in place of A, none.
bool is_job_of_vectors(int job);
bool is_enough(int size, int n);

#endif
