// cusolver_singular.h: singular values in falling order, A (m, n) = U S V^H; A is lost. Part of cusolver_calls.h; types.h explains LA
// and the like.

// NOLINTBEGIN(readability-non-const-parameter): as NVIDIA has declared them; types and names

// Writes U and V^H where they are wanted: LAPACK's letters job and job2 say so.
static void FN(factor)(const Job *w, ELEMENT *a, PART *values, ELEMENT *u, int u_ld, ELEMENT *v,
                       int v_ld, PART *rest, int *info)
{
    size_t most = (size_t)(w->m > w->n ? w->m : w->n);
    const int size = (int)((2 * BLOCK + 6) * most + 1), rank = smaller(w->m, w->n);
    ELEMENT *own = sim_library_scratch((size_t)size, sizeof *own);
    PART *parts = sim_library_scratch(5 * most, sizeof *parts);
    LA(gesvd)
    (&w->job, &w->job2, &w->m, &w->n, a, &w->a.ld, values, u, &u_ld, v, &v_ld, own, &size,
     IF_COMPLEX(parts, ) info, 1, 1);
    // What has not converged, above a diagonal.
    const PART *above = IS_COMPLEX ? parts : (PART *)own + 1;
    for (int i = 0; rest && i < rank - 1; i++)
        rest[i] = above[i];
    free(own), free(parts);
}

static void FN(gesvd)(const Job *w)
{
    int *info = open_info(w), rank = smaller(w->m, w->n);
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    PART *values = open_vector(w, "S", sizeof *values, true), *rest = NULL;
    ELEMENT *u = open_matrix(w, "U", w->b, true), *v = open_matrix(w, "VT", w->c, true);
    if (w->rest && !(rest = open_elements(w, "rwork", w->rest, (size_t)at_least_1(rank) - 1,
                                          sizeof *rest, true)))
        return;
    if (info && a && values && u && v)
        FN(factor)(w, a, values, u, w->b.ld, v, w->c.ld, rest, info);
}

cusolverStatus_t CU(gesvd_bufferSize)(cusolverDnHandle_t handle, int m, int n, int *lwork)
{
    return tell_size(handle, n >= 0 && m >= n, m, lwork);
}

cusolverStatus_t CU(gesvd)(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m,
                           int n, TYPE *A, int lda, PART *S, TYPE *U, int ldu, TYPE *VT, int ldvt,
                           TYPE *work, int lwork, PART *rwork, int *info)
{
    int columns = wanted((char)jobu, m, n), rows = wanted((char)jobvt, n, n);
    const Job w = {JOB(gesvd),
                   .job = (char)jobu,
                   .job2 = (char)jobvt,
                   .m = m,
                   .n = n,
                   .a = {A, m, n, lda},
                   .b = {U, columns ? m : 0, columns, columns ? ldu : 1},
                   .c = {VT, rows, rows ? n : 0, rows ? ldvt : 1},
                   .vector = S,
                   .length = n,
                   .rest = rwork,
                   .info = info,
                   .work = work,
                   .work_size = lwork};
    CHECK(handle, NOT_INITIALIZED);
    CHECK(is_job_of_vectors(jobu) && is_job_of_vectors(jobvt) && !(jobu == 'O' && jobvt == 'O'),
          INVALID_VALUE);
    CHECK(m >= n && is_matrix(w.a) && is_matrix(w.b) && is_matrix(w.c) && is_enough(lwork, m),
          INVALID_VALUE);
    return submit(handle, &w);
}

// Has V where gesvd has V^H; k columns, or all.
static void FN(gesvdj)(const Job *w)
{
    int *info = open_info(w), rows = at_least_1(w->c.columns);
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    PART *values = open_vector(w, "S", sizeof *values, true);
    ELEMENT *u = open_matrix(w, "U", w->b, true), *v = open_matrix(w, "V", w->c, true);
    ELEMENT *turned = sim_library_scratch((size_t)rows * (size_t)w->n, sizeof *turned); // V^H
    if (info && a && values && u && v)
        FN(factor)(w, a, values, u, w->b.ld, turned, rows, NULL, info);
    for (int j = 0; info && v && j < w->c.columns; j++)
        for (int i = 0; i < w->n; i++) {
            ELEMENT x = turned[(size_t)j + (size_t)i * (size_t)rows];
            v[(size_t)i + (size_t)j * (size_t)w->c.ld] = (ELEMENT)CONJUGATE(x);
        }
    free(turned);
}

static Job FN(jacobi)(const char *call, cusolverEigMode_t jobz, int econ, int m, int n,
                      const TYPE *A, int lda, const PART *S, const TYPE *U, int ldu, const TYPE *V,
                      int ldv)
{
    int rank = smaller(m, n);
    char job = letter_of_job(jobz) == 'V' ? econ ? 'S' : 'A' : letter_of_job(jobz);
    int columns = wanted(job, m, rank), v_columns = wanted(job, n, rank);
    return (Job){.solve = FN(gesvdj),
                 .call = call,
                 .bytes = sizeof(ELEMENT),
                 .part = sizeof(PART),
                 .job = job,
                 .job2 = job,
                 .m = m,
                 .n = n,
                 .a = {A, m, n, lda},
                 .b = {U, columns ? m : 0, columns, columns ? ldu : 1},
                 .c = {V, v_columns ? n : 0, v_columns, v_columns ? ldv : 1},
                 .vector = S,
                 .length = rank,
                 .count = 1};
}

static cusolverStatus_t FN(singular_values)(cusolverDnHandle_t handle, Job w, TYPE *work, int lwork,
                                            int *info)
{
    w.work = work;
    w.work_size = lwork;
    w.info = info;
    CHECK(handle, NOT_INITIALIZED);
    CHECK(is_singular(&w) && is_enough(lwork, w.m), INVALID_VALUE);
    return submit(handle, &w);
}

cusolverStatus_t CU(gesvdj_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ,
                                       int m, int n, const TYPE *A, int lda, const PART *S,
                                       const TYPE *U, int ldu, const TYPE *V, int ldv, int *lwork,
                                       gesvdjInfo_t params)
{
    const Job w = FN(jacobi)(NULL, jobz, econ, m, n, A, lda, S, U, ldu, V, ldv);
    return tell_size(handle, params && is_singular(&w), m, lwork);
}

cusolverStatus_t CU(gesvdj)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m,
                            int n, TYPE *A, int lda, PART *S, TYPE *U, int ldu, TYPE *V, int ldv,
                            TYPE *work, int lwork, int *info, gesvdjInfo_t params)
{
    const Job w = FN(jacobi)(__func__, jobz, econ, m, n, A, lda, S, U, ldu, V, ldv);
    CHECK(params, INVALID_VALUE);
    return FN(singular_values)(handle, w, work, lwork, info);
}

// Small matrices that follow one another.
cusolverStatus_t CU(gesvdjBatched_bufferSize)(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
                                              int m, int n, const TYPE *A, int lda, const PART *S,
                                              const TYPE *U, int ldu, const TYPE *V, int ldv,
                                              int *lwork, gesvdjInfo_t params, int batchSize)
{
    const Job w = FN(jacobi)(NULL, jobz, 0, m, n, A, lda, S, U, ldu, V, ldv);
    return tell_size(handle, params && batchSize >= 0 && m <= 32 && n <= 32 && is_singular(&w), m,
                     lwork);
}

cusolverStatus_t CU(gesvdjBatched)(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n,
                                   TYPE *A, int lda, PART *S, TYPE *U, int ldu, TYPE *V, int ldv,
                                   TYPE *work, int lwork, int *info, gesvdjInfo_t params,
                                   int batchSize)
{
    Job w = FN(jacobi)(__func__, jobz, 0, m, n, A, lda, S, U, ldu, V, ldv);
    w.count = batchSize;
    CHECK(params && batchSize >= 0 && m <= 32 && n <= 32, INVALID_VALUE);
    return FN(singular_values)(handle, w, work, lwork, info);
}

// NOLINTEND(readability-non-const-parameter)
