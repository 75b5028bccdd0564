// solver.c: the dense cuSOLVER that `warpcc -lcusolver` links: factors, solutions, eigenvalues and singular values, done by the
// LAPACK in the host's OpenBLAS.
//
// A call checks what cuSOLVER checks, then hands a job to the stream. In the stream's order the job turns device pointers into the
// host's and calls LAPACK, whose layout and whose meaning of devInfo are cuSOLVER's. Results differ from a GPU's by rounding, and
// where a problem has more than one solution (the sign of an eigenvector) by that. Nothing is counted and no modelled time passes.

#include "beyond/solver/solver.h"

#define REPORT "cuSOLVER by the host's LAPACK: no counters, no modelled time"

int at_least_1(int n)
{
    return n > 1 ? n : 1;
}

int smaller(int a, int b)
{
    return a < b ? a : b;
}

bool is_matrix(Matrix m)
{
    return m.rows >= 0 && m.columns >= 0 && m.ld >= at_least_1(m.rows);
}

char letter(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : uplo == CUBLAS_FILL_MODE_UPPER ? 'U' : 0;
}

char letter_of(cublasOperation_t op)
{
    return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : op == CUBLAS_OP_C ? 'C' : 0;
}

char letter_of_job(cusolverEigMode_t job)
{
    return job == CUSOLVER_EIG_MODE_NOVECTOR ? 'N' : job == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 0;
}

// ---- The device's memory, in a job -------------------------------------------------------------------------------

void *open_elements(const Job *w, const char *what, const void *at, size_t n, size_t bytes,
                    bool written)
{
    return sim_library_elements(w->call, what, at, n, bytes, written);
}

void *open_matrix(const Job *w, const char *what, Matrix m, bool written)
{
    size_t n = m.rows && m.columns ? (size_t)(m.columns - 1) * (size_t)m.ld + (size_t)m.rows : 0;
    return open_elements(w, what, m.at, n, w->bytes, written);
}

void *open_vector(const Job *w, const char *what, size_t bytes, bool written)
{
    return open_elements(w, what, w->vector, (size_t)w->length, bytes, written);
}

int *open_pivots(const Job *w, int n, bool written)
{
    return open_elements(w, "the pivots", w->pivots, (size_t)n, sizeof(int), written);
}

int *open_info(const Job *w)
{
    return open_elements(w, "the workspace", w->work, (size_t)w->work_size, w->bytes, true)
               ? open_elements(w, "devInfo", w->info, 1, sizeof(int), true)
               : NULL;
}

// ---- Jobs --------------------------------------------------------------------------------------------------------

// Sets the matrix of problem i. False if the list of addresses is not there.
static bool choose(const Job *w, const char *what, Matrix *m, int i)
{
    if (!m->at)
        return true;
    if (!w->listed) {
        m->at = (const char *)m->at + (size_t)i * (size_t)m->ld * (size_t)m->columns * w->bytes;
        return true;
    }
    return sim_library_choose(w->call, what, &m->at, i);
}

static void run_job(const void *args)
{
    const Job *w = args;
    for (int i = 0; i < w->count; i++) {
        Job one = *w;
        if (!choose(w, "the list of A", &one.a, i) || !choose(w, "the list of B", &one.b, i) ||
            !choose(w, "the list of C", &one.c, i))
            return;
        if (i && w->vector)
            one.vector = (const char *)w->vector + (size_t)i * (size_t)w->length * w->part;
        if (!w->one_info)
            one.info = w->info + i;
        w->solve(&one);
    }
}

cusolverStatus_t submit(cusolverDnHandle_t handle, const Job *w)
{
    cudaError_t e = sim_library_run(handle->stream, REPORT, run_job, w, sizeof *w);
    return e == cudaSuccess                 ? CUSOLVER_STATUS_SUCCESS
           : e == cudaErrorMemoryAllocation ? CUSOLVER_STATUS_ALLOC_FAILED
                                            : CUSOLVER_STATUS_EXECUTION_FAILED;
}

cusolverStatus_t tell_size(cusolverDnHandle_t handle, bool good, int n, int *size)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(good && size, INVALID_VALUE);
    *size = at_least_1(n);
    return CUSOLVER_STATUS_SUCCESS;
}

bool is_eigenproblem(const Job *w)
{
    return w->job && w->uplo && is_matrix(w->a);
}

bool is_eigenpencil(const Job *w)
{
    return w->type >= CUSOLVER_EIG_TYPE_1 && w->type <= CUSOLVER_EIG_TYPE_3 && is_eigenproblem(w) &&
           is_matrix(w->b);
}

bool is_singular(const Job *w)
{
    return w->job && is_matrix(w->a) && is_matrix(w->b) && is_matrix(w->c);
}

int wanted(char job, int all, int some)
{
    return job == 'A' ? all : job == 'S' ? some : 0;
}

bool is_job_of_vectors(int job)
{
    return job && strchr("ASON", job);
}

bool is_enough(int size, int n)
{
    return size >= at_least_1(n);
}

// ---- The handle --------------------------------------------------------------------------------------------------

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
    CHECK(handle, INVALID_VALUE);
    *handle = calloc(1, sizeof **handle);
    CHECK(*handle, ALLOC_FAILED);
    (*handle)->mode = CUSOLVER_DETERMINISTIC_RESULTS;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
    CHECK(handle, NOT_INITIALIZED);
    free(handle);
    return cudaDeviceSynchronize() == cudaSuccess ? CUSOLVER_STATUS_SUCCESS
                                                  : CUSOLVER_STATUS_EXECUTION_FAILED;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t streamId)
{
    CHECK(handle, NOT_INITIALIZED);
    handle->stream = streamId;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *streamId)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(streamId, INVALID_VALUE);
    *streamId = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode)
{
    CHECK(handle, NOT_INITIALIZED);
    handle->mode = mode;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t *mode)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(mode, INVALID_VALUE);
    *mode = handle->mode;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetVersion(int *version)
{
    CHECK(version, INVALID_VALUE);
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)
{
    CHECK(value && (unsigned)type <= PATCH_LEVEL, INVALID_VALUE);
    *value = type == MAJOR_VERSION   ? CUSOLVER_VER_MAJOR
             : type == MINOR_VERSION ? CUSOLVER_VER_MINOR
                                     : CUSOLVER_VER_PATCH;
    return CUSOLVER_STATUS_SUCCESS;
}

// ---- Jacobi's method: LAPACK takes another, without sweeps, as exact as the type is. Its parameters change nothing ---------

// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define SET(name, Info, Type, value)             \
    cusolverStatus_t name(Info info, Type value) \
    {                                            \
        (void)value;                             \
        CHECK(info, INVALID_VALUE);              \
        return CUSOLVER_STATUS_SUCCESS;          \
    }
#define GET(name, Info, Type, value)                                          \
    cusolverStatus_t name(cusolverDnHandle_t handle, Info info, Type(*value)) \
    {                                                                         \
        CHECK(handle, NOT_INITIALIZED);                                       \
        CHECK(info &&value, INVALID_VALUE);                                   \
        *value = 0;                                                           \
        return CUSOLVER_STATUS_SUCCESS;                                       \
    }
#define JACOBI(Name, name, sort)                                               \
    cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t *info)          \
    {                                                                          \
        CHECK(info, INVALID_VALUE);                                            \
        *info = malloc(1);                                                     \
        return *info ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED; \
    }                                                                          \
    cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info)          \
    {                                                                          \
        free(info);                                                            \
        return CUSOLVER_STATUS_SUCCESS;                                        \
    }                                                                          \
    SET(cusolverDnX##name##SetTolerance, name##Info_t, double, tolerance)      \
    SET(cusolverDnX##name##SetMaxSweeps, name##Info_t, int, max_sweeps)        \
    SET(cusolverDnX##name##SetSortEig, name##Info_t, int, sort)                \
    GET(cusolverDnX##name##GetResidual, name##Info_t, double, residual)        \
    GET(cusolverDnX##name##GetSweeps, name##Info_t, int, executed_sweeps)
// NOLINTEND(bugprone-macro-parentheses)
JACOBI(Syevj, syevj, sort_eig)
JACOBI(Gesvdj, gesvdj, sort_svd)
