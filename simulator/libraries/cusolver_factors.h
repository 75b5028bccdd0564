// cusolver_factors.h: Cholesky's factors, LU and QR, and what they solve. Part of cusolver_calls.h; types.h explains LA and the like.

// NOLINTBEGIN(bugprone-macro-parentheses, readability-non-const-parameter): as NVIDIA has declared them; types and names

// ---- Cholesky: A = L L^H or U^H U, A (n, n) -------------------------------------------------------------------------

static void FN(potrf)(const Job *w)
{
    int *info = open_info(w);
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    if (info && a)
        LA(potrf)(&w->uplo, &w->n, a, &w->a.ld, info, 1);
}

static void FN(potri)(const Job *w)
{
    int *info = open_info(w);
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    if (info && a)
        LA(potri)(&w->uplo, &w->n, a, &w->a.ld, info, 1);
}

static void FN(potrs)(const Job *w)
{
    int *info = open_info(w);
    const ELEMENT *a = open_matrix(w, "A", w->a, false);
    ELEMENT *b = open_matrix(w, "B", w->b, true);
    if (info && a && b)
        LA(potrs)(&w->uplo, &w->n, &w->k, a, &w->a.ld, b, &w->b.ld, info, 1);
}

// The inverse takes A's factor in its place.
#define CHOLESKY(name, Workspace, Lwork)                                                        \
    cusolverStatus_t CU(name##_bufferSize)(cusolverDnHandle_t handle, cublasFillMode_t uplo,    \
                                           int n, TYPE *A, int lda, int *Lwork)                 \
    {                                                                                           \
        return tell_size(handle, letter(uplo) && is_matrix((Matrix){A, n, n, lda}), n, Lwork);  \
    }                                                                                           \
    cusolverStatus_t CU(name)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, TYPE *A, \
                              int lda, TYPE *Workspace, int Lwork, int *devInfo)                \
    {                                                                                           \
        const Job w = {JOB(name),           .uplo = letter(uplo), .n = n,                       \
                       .a = {A, n, n, lda}, .info = devInfo,      .work = Workspace,            \
                       .work_size = Lwork};                                                     \
        CHECK(handle, NOT_INITIALIZED);                                                         \
        CHECK(w.uplo &&is_matrix(w.a) && is_enough(Lwork, n), INVALID_VALUE);                   \
        return submit(handle, &w);                                                              \
    }
CHOLESKY(potrf, Workspace, Lwork)
CHOLESKY(potri, work, lwork)
#undef CHOLESKY

cusolverStatus_t CU(potrs)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                           const TYPE *A, int lda, TYPE *B, int ldb, int *devInfo)
{
    const Job w = {JOB(potrs),          .uplo = letter(uplo),   .n = n,         .k = nrhs,
                   .a = {A, n, n, lda}, .b = {B, n, nrhs, ldb}, .info = devInfo};
    CHECK(handle, NOT_INITIALIZED);
    CHECK(w.uplo && is_matrix(w.a) && is_matrix(w.b), INVALID_VALUE);
    return submit(handle, &w);
}

cusolverStatus_t CU(potrfBatched)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,
                                  TYPE *Aarray[], int lda, int *infoArray, int batchSize)
{
    Job w = {JOB(potrf),        .uplo = letter(uplo), .n = n, .a = {Aarray, n, n, lda},
             .info = infoArray, .listed = true};
    w.count = batchSize;
    CHECK(handle, NOT_INITIALIZED);
    CHECK(w.uplo && is_matrix(w.a) && batchSize >= 0, INVALID_VALUE);
    return submit(handle, &w);
}

// cuSOLVER has one right side here, and one devInfo.
cusolverStatus_t CU(potrsBatched)(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,
                                  TYPE *A[], int lda, TYPE *B[], int ldb, int *d_info,
                                  int batchSize)
{
    Job w = {JOB(potrs),     .uplo = letter(uplo), .n = n,
             .k = nrhs,      .a = {A, n, n, lda},  .b = {B, n, nrhs, ldb},
             .info = d_info, .listed = true,       .one_info = true};
    w.count = batchSize;
    CHECK(handle, NOT_INITIALIZED);
    CHECK(w.uplo && is_matrix(w.a) && is_matrix(w.b) && nrhs == 1 && batchSize >= 0, INVALID_VALUE);
    return submit(handle, &w);
}

// ---- LU: P A = L U, A (m, n). Without pivots P is 1 -------------------------------------------------------------------

static void FN(getrf)(const Job *w)
{
    int *info = open_info(w), *pivots = NULL;
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    if (w->pivots && !(pivots = open_pivots(w, smaller(w->m, w->n), true)))
        return;
    if (info && a && pivots)
        LA(getrf)(&w->m, &w->n, a, &w->a.ld, pivots, info);
    else if (info && a)
        FN(factor_plain)(w->m, w->n, a, w->a.ld, info);
}

static void FN(getrs)(const Job *w)
{
    int *info = open_info(w), *none = sim_library_scratch((size_t)w->n, sizeof *none);
    for (int i = 0; i < w->n; i++)
        none[i] = i + 1; // each row stays
    const ELEMENT *a = open_matrix(w, "A", w->a, false);
    const int *pivots = w->pivots ? open_pivots(w, w->n, false) : none;
    ELEMENT *b = open_matrix(w, "B", w->b, true);
    if (info && a && b && pivots)
        LA(getrs)(&w->trans, &w->n, &w->k, a, &w->a.ld, pivots, b, &w->b.ld, info, 1);
    free(none);
}

cusolverStatus_t CU(getrf_bufferSize)(cusolverDnHandle_t handle, int m, int n, TYPE *A, int lda,
                                      int *Lwork)
{
    return tell_size(handle, is_matrix((Matrix){A, m, n, lda}), m, Lwork);
}

cusolverStatus_t CU(getrf)(cusolverDnHandle_t handle, int m, int n, TYPE *A, int lda,
                           TYPE *Workspace, int *devIpiv, int *devInfo)
{
    const Job w = {JOB(getrf),
                   .m = m,
                   .n = n,
                   .a = {A, m, n, lda},
                   .pivots = devIpiv,
                   .info = devInfo,
                   .work = Workspace,
                   .work_size = m};
    CHECK(handle, NOT_INITIALIZED);
    CHECK(is_matrix(w.a), INVALID_VALUE);
    return submit(handle, &w);
}

cusolverStatus_t CU(getrs)(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                           const TYPE *A, int lda, const int *devIpiv, TYPE *B, int ldb,
                           int *devInfo)
{
    const Job w = {JOB(getrs),
                   .trans = letter_of(trans),
                   .n = n,
                   .k = nrhs,
                   .a = {A, n, n, lda},
                   .b = {B, n, nrhs, ldb},
                   .pivots = devIpiv,
                   .info = devInfo};
    CHECK(handle, NOT_INITIALIZED);
    CHECK(w.trans && is_matrix(w.a) && is_matrix(w.b), INVALID_VALUE);
    return submit(handle, &w);
}

// ---- QR: A = Q R, A (m, n). Q is a product of k reflections -----------------------------------------------------------

static void FN(geqrf)(const Job *w)
{
    int *info = open_info(w), size = at_least_1(w->n) * BLOCK;
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    ELEMENT *tau = open_vector(w, "TAU", sizeof *tau, true);
    ELEMENT *own = sim_library_scratch((size_t)size, sizeof *own);
    if (info && a && tau)
        LA(geqrf)(&w->m, &w->n, a, &w->a.ld, tau, own, &size, info);
    free(own);
}

static void FN(orgqr)(const Job *w)
{
    int *info = open_info(w), size = at_least_1(w->n) * BLOCK;
    ELEMENT *a = open_matrix(w, "A", w->a, true);
    const ELEMENT *tau = open_vector(w, "tau", sizeof *tau, false);
    ELEMENT *own = sim_library_scratch((size_t)size, sizeof *own);
    if (info && a && tau)
        LA_OR(gqr)(&w->m, &w->n, &w->k, a, &w->a.ld, tau, own, &size, info);
    free(own);
}

static void FN(ormqr)(const Job *w)
{
    int *info = open_info(w), size = (at_least_1(w->m) + at_least_1(w->n) + BLOCK) * BLOCK;
    const ELEMENT *a = open_matrix(w, "A", w->a, false);
    const ELEMENT *tau = open_vector(w, "tau", sizeof *tau, false);
    ELEMENT *c = open_matrix(w, "C", w->c, true),
            *own = sim_library_scratch((size_t)size, sizeof *own);
    if (info && a && tau && c)
        LA_OR(mqr)
    (&w->job, &w->trans, &w->m, &w->n, &w->k, a, &w->a.ld, tau, c, &w->c.ld, own, &size, info, 1,
     1);
    free(own);
}

cusolverStatus_t CU(geqrf_bufferSize)(cusolverDnHandle_t handle, int m, int n, TYPE *A, int lda,
                                      int *lwork)
{
    return tell_size(handle, is_matrix((Matrix){A, m, n, lda}), n, lwork);
}

cusolverStatus_t CU(geqrf)(cusolverDnHandle_t handle, int m, int n, TYPE *A, int lda, TYPE *TAU,
                           TYPE *Workspace, int Lwork, int *devInfo)
{
    const Job w = {JOB(geqrf),
                   .m = m,
                   .n = n,
                   .a = {A, m, n, lda},
                   .vector = TAU,
                   .length = smaller(m, n),
                   .info = devInfo,
                   .work = Workspace,
                   .work_size = Lwork};
    CHECK(handle, NOT_INITIALIZED);
    CHECK(is_matrix(w.a) && is_enough(Lwork, n), INVALID_VALUE);
    return submit(handle, &w);
}

cusolverStatus_t CU_OR(gqr_bufferSize)(cusolverDnHandle_t handle, int m, int n, int k,
                                       const TYPE *A, int lda, const TYPE *tau, int *lwork)
{
    (void)tau;
    return tell_size(handle, is_matrix((Matrix){A, m, n, lda}) && k >= 0 && k <= n && n <= m, n,
                     lwork);
}

cusolverStatus_t CU_OR(gqr)(cusolverDnHandle_t handle, int m, int n, int k, TYPE *A, int lda,
                            const TYPE *tau, TYPE *work, int lwork, int *info)
{
    const Job w = {JOB(orgqr),    .m = m,      .n = n,       .k = k,       .a = {A, m, n, lda},
                   .vector = tau, .length = k, .info = info, .work = work, .work_size = lwork};
    CHECK(handle, NOT_INITIALIZED);
    CHECK(is_matrix(w.a) && k >= 0 && k <= n && n <= m && is_enough(lwork, n), INVALID_VALUE);
    return submit(handle, &w);
}

// C (m, n) becomes op(Q) C or C op(Q).
static bool FN(take_product)(Job *w, cublasSideMode_t side, cublasOperation_t trans)
{
    int order = side == CUBLAS_SIDE_LEFT ? w->m : w->n; // of Q
    w->job = side == CUBLAS_SIDE_LEFT ? 'L' : 'R';
    w->trans = letter_of(trans);
    w->a.rows = order;
    // Real numbers have one transpose, complex ones here the conjugate.
    return (side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT) && is_matrix(w->a) &&
           is_matrix(w->c) && w->k >= 0 && w->k <= order &&
           (w->trans == 'N' || w->trans == (IS_COMPLEX ? 'C' : 'T'));
}

cusolverStatus_t CU_OR(mqr_bufferSize)(cusolverDnHandle_t handle, cublasSideMode_t side,
                                       cublasOperation_t trans, int m, int n, int k, const TYPE *A,
                                       int lda, const TYPE *tau, const TYPE *C, int ldc, int *lwork)
{
    Job w = {.m = m, .n = n, .k = k, .a = {A, 0, k, lda}, .vector = tau, .c = {C, m, n, ldc}};
    return tell_size(handle, FN(take_product)(&w, side, trans), m > n ? m : n, lwork);
}

cusolverStatus_t CU_OR(mqr)(cusolverDnHandle_t handle, cublasSideMode_t side,
                            cublasOperation_t trans, int m, int n, int k, const TYPE *A, int lda,
                            const TYPE *tau, TYPE *C, int ldc, TYPE *work, int lwork, int *devInfo)
{
    Job w = {JOB(ormqr),
             .m = m,
             .n = n,
             .k = k,
             .a = {A, 0, k, lda},
             .vector = tau,
             .length = k,
             .c = {C, m, n, ldc},
             .info = devInfo,
             .work = work,
             .work_size = lwork};
    CHECK(handle, NOT_INITIALIZED);
    CHECK(FN(take_product)(&w, side, trans) && is_enough(lwork, m > n ? m : n), INVALID_VALUE);
    return submit(handle, &w);
}

// NOLINTEND(bugprone-macro-parentheses, readability-non-const-parameter)
