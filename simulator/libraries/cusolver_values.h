// cusolver_values.h: eigenvalues of a symmetric A (n, n), or a Hermitian one, in rising order; A becomes the vectors. Part of cusolver_calls.h; types.h explains LA and the like.

// NOLINTBEGIN(readability-non-const-parameter): as NVIDIA has declared them; types and names

// LAPACK's workspace for both drivers, which divide and conquer.
#define WORKSPACE                                                                 \
    size_t n = (size_t)w->n, n_work = 1 + 6 * n + 2 * n * n, n_index = 3 + 5 * n; \
    const int size = (int)n_work, index_size = (int)n_index;                      \
    ELEMENT *own = sim_library_scratch(n_work, sizeof *own);                      \
    int *index = sim_library_scratch(n_index, sizeof *index);                     \
    PART *parts = sim_library_scratch(n_work, sizeof *parts)
#define FREE_WORKSPACE free(own), free(index), free(parts)

static void FN(syevd)(const Job *w)
{
    int *info = open_info(w);
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    PART *values = open_vector(w, "W", sizeof *values, true);
    WORKSPACE;
    if (info && a && values)
        LA_SY(evd)
    (&w->job, &w->uplo, &w->n, a, &w->a.ld, values, own, &size, IF_COMPLEX(parts, &size, ) index,
     &index_size, info, 1, 1);
    FREE_WORKSPACE;
}

static void FN(sygvd)(const Job *w)
{
    int *info = open_info(w);
    ELEMENT *a = open_matrix(w, "A", w->a, true), *b = open_matrix(w, "B", w->b, true);
    PART *values = open_vector(w, "W", sizeof *values, true);
    WORKSPACE;
    if (info && a && b && values)
        LA_SY(gvd)
    (&w->type, &w->job, &w->uplo, &w->n, a, &w->a.ld, b, &w->b.ld, values, own, &size,
     IF_COMPLEX(parts, &size, ) index, &index_size, info, 1, 1);
    FREE_WORKSPACE;
}
#undef WORKSPACE
#undef FREE_WORKSPACE

static Job FN(eigenproblem)(const char *call, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                            const TYPE *A, int lda, const PART *W)
{
    return (Job){.solve = FN(syevd),
                 .call = call,
                 .bytes = sizeof(ELEMENT),
                 .part = sizeof(PART),
                 .job = letter_of_job(jobz),
                 .uplo = letter(uplo),
                 .n = n,
                 .a = {A, n, n, lda},
                 .vector = W,
                 .length = n,
                 .count = 1};
}

static cusolverStatus_t FN(eigenvalues)(cusolverDnHandle_t handle, Job w, TYPE *work, int lwork,
                                        int *info)
{
    w.work = work;
    w.work_size = lwork;
    w.info = info;
    CHECK(handle, NOT_INITIALIZED);
    CHECK(is_eigenproblem(&w) && is_enough(lwork, w.n), INVALID_VALUE);
    return submit(handle, &w);
}

cusolverStatus_t CU_SY(evd_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                       cublasFillMode_t uplo, int n, const TYPE *A, int lda,
                                       const PART *W, int *lwork)
{
    const Job w = FN(eigenproblem)(NULL, jobz, uplo, n, A, lda, W);
    return tell_size(handle, is_eigenproblem(&w), n, lwork);
}

cusolverStatus_t CU_SY(evd)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                            cublasFillMode_t uplo, int n, TYPE *A, int lda, PART *W, TYPE *work,
                            int lwork, int *info)
{
    const Job w = FN(eigenproblem)(__func__, jobz, uplo, n, A, lda, W);
    return FN(eigenvalues)(handle, w, work, lwork, info);
}

cusolverStatus_t CU_SY(evj_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                       cublasFillMode_t uplo, int n, const TYPE *A, int lda,
                                       const PART *W, int *lwork, syevjInfo_t params)
{
    const Job w = FN(eigenproblem)(NULL, jobz, uplo, n, A, lda, W);
    return tell_size(handle, params && is_eigenproblem(&w), n, lwork);
}

cusolverStatus_t CU_SY(evj)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                            cublasFillMode_t uplo, int n, TYPE *A, int lda, PART *W, TYPE *work,
                            int lwork, int *info, syevjInfo_t params)
{
    const Job w = FN(eigenproblem)(__func__, jobz, uplo, n, A, lda, W);
    CHECK(params, INVALID_VALUE);
    return FN(eigenvalues)(handle, w, work, lwork, info);
}

// Matrices follow one another, and so do W and info.
cusolverStatus_t CU_SY(evjBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              cublasFillMode_t uplo, int n, const TYPE *A, int lda,
                                              const PART *W, int *lwork, syevjInfo_t params,
                                              int batchSize)
{
    const Job w = FN(eigenproblem)(NULL, jobz, uplo, n, A, lda, W);
    return tell_size(handle, params && batchSize >= 0 && is_eigenproblem(&w), n, lwork);
}

cusolverStatus_t CU_SY(evjBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                   cublasFillMode_t uplo, int n, TYPE *A, int lda, PART *W,
                                   TYPE *work, int lwork, int *info, syevjInfo_t params,
                                   int batchSize)
{
    Job w = FN(eigenproblem)(__func__, jobz, uplo, n, A, lda, W);
    w.count = batchSize;
    CHECK(params && batchSize >= 0, INVALID_VALUE);
    return FN(eigenvalues)(handle, w, work, lwork, info);
}

// A x = w B x, or another of three types; B becomes its Cholesky factor.
static Job FN(eigenpencil)(const char *call, cusolverEigType_t itype, cusolverEigMode_t jobz,
                           cublasFillMode_t uplo, int n, const TYPE *A, int lda, const TYPE *B,
                           int ldb, const PART *W)
{
    Job w = FN(eigenproblem)(call, jobz, uplo, n, A, lda, W);
    w.solve = FN(sygvd);
    w.type = (int)itype;
    w.b = (Matrix){B, n, n, ldb};
    return w;
}

cusolverStatus_t CU_SY(gvd_bufferSize)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                                       cusolverEigMode_t jobz, cublasFillMode_t uplo, int n,
                                       const TYPE *A, int lda, const TYPE *B, int ldb,
                                       const PART *W, int *lwork)
{
    const Job w = FN(eigenpencil)(NULL, itype, jobz, uplo, n, A, lda, B, ldb, W);
    return tell_size(handle, is_eigenpencil(&w), n, lwork);
}

cusolverStatus_t CU_SY(gvd)(cusolverDnHandle_t handle, cusolverEigType_t itype,
                            cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, TYPE *A, int lda,
                            TYPE *B, int ldb, PART *W, TYPE *work, int lwork, int *info)
{
    const Job w = FN(eigenpencil)(__func__, itype, jobz, uplo, n, A, lda, B, ldb, W);
    CHECK(handle, NOT_INITIALIZED);
    CHECK(is_eigenpencil(&w), INVALID_VALUE);
    return FN(eigenvalues)(handle, w, work, lwork, info);
}

// NOLINTEND(readability-non-const-parameter)
