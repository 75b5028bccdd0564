// tasks.c: what calls with triangular and symmetric matrices, and lists of small systems, have in common.
// triangles.inc and batches.inc have the calls, for each type of number.

#include "beyond/blas/blas.h"

char letter_of(cublasOperation_t op)
{
    return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : op == CUBLAS_OP_C ? 'C' : 0;
}

char letter_of_fill(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : uplo == CUBLAS_FILL_MODE_UPPER ? 'U' : 0;
}

char letter_of_side(cublasSideMode_t side)
{
    return side == CUBLAS_SIDE_LEFT ? 'L' : side == CUBLAS_SIDE_RIGHT ? 'R' : 0;
}

char letter_of_diagonal(cublasDiagType_t diagonal)
{
    return diagonal == CUBLAS_DIAG_NON_UNIT ? 'N' : diagonal == CUBLAS_DIAG_UNIT ? 'U' : 0;
}

void *open_some(const Task *w, const char *what, const void *at, size_t n, size_t bytes,
                bool written)
{
    return sim_library_elements(w->call, what, at, n, bytes, written);
}

void *open_matrix(const Task *w, const char *what, const Matrices *m, bool written)
{
    return open_some(w, what, m->at, matrix_size(m), w->bytes, written);
}

int *open_info(const Task *w)
{
    return open_some(w, "info", w->info, 1, sizeof(int), true);
}

void take_scalar(cublasHandle_t handle, const void **at, double *value, const void *scalar,
                 size_t bytes)
{
    if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
        *at = scalar;
    else
        memcpy(value, scalar, bytes);
}

const void *open_scalar(const Task *w, const char *what, const void *at, const double *value)
{
    return at ? sim_library_bytes(w->call, what, at, w->bytes, false) : value;
}

// Sets the matrix of problem i. False if the list of addresses is not there.
static bool choose(const Task *w, const char *what, Matrices *m, int i)
{
    return !w->listed || !m->at || sim_library_choose(w->call, what, &m->at, i);
}

static void run_task(const void *args)
{
    const Task *w = args;
    for (int i = 0; i < w->count; i++) {
        Task one = *w;
        if (!choose(w, "the list of A", &one.a, i) || !choose(w, "the list of B", &one.b, i) ||
            !choose(w, "the list of C", &one.c, i))
            return;
        if (w->pivots)
            one.pivots = w->pivots + (size_t)i * (size_t)w->n;
        if (w->info)
            one.info = w->info + i;
        w->solve(&one);
    }
}

cublasStatus_t submit_task(cublasHandle_t handle, const Task *w)
{
    return submit(handle, run_task, w, sizeof *w);
}
