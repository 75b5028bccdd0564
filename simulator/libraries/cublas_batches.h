// cublas_batches.h: LU factors, inverses and least squares of many small matrices, whose addresses are a list on the device. Part of
// cublas.c; types.h explains LA and the like.

// NOLINTBEGIN(readability-non-const-parameter): as NVIDIA has declared them; types and names

// ---- LU: A (n, n) becomes its factors, with pivots or without --------------------------------------------------------

static void FN(getrf)(const Task *w)
{
    int *info = open_info(w);
    ELEMENT *a = open_matrix(w, "A", &w->a, true);
    int *pivots = w->pivots
                      ? open_some(w, "the pivots", w->pivots, (size_t)w->n, sizeof *pivots, true)
                      : NULL;
    if (!info || !a || (w->pivots && !pivots))
        return;
    if (pivots)
        LA(getrf)(&w->n, &w->n, a, &w->a.ld, pivots, info);
    else
        FN(factor_plain)(w->n, w->n, a, w->a.ld, info);
}

cublasStatus_t CU(getrfBatched)(cublasHandle_t handle, int n, TYPE *const A[], int lda, int *P,
                                int *info, int batchSize)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(getrf),
              .call = __func__,
              .bytes = sizeof(ELEMENT),
              .n = n,
              .a = {.at = A, .ld = lda},
              .pivots = P,
              .info = info,
              .count = batchSize,
              .listed = true};
    CHECK(n >= 0 && batchSize >= 0 && take_shape(&w.a, n, n), INVALID_VALUE);
    return submit_task(handle, &w);
}

// The pivots, or, where there are none, those by which each row stays. The caller frees *own.
static const int *FN(open_pivots)(const Task *w, int **own)
{
    *own = sim_library_scratch((size_t)w->n, sizeof **own);
    for (int i = 0; i < w->n; i++)
        (*own)[i] = i + 1;
    return w->pivots ? open_some(w, "the pivots", w->pivots, (size_t)w->n, sizeof(int), false)
                     : *own;
}

// op(A) X = B by A's factors; B (n, k) becomes X.
static void FN(getrs)(const Task *w)
{
    int *own, status;
    const int *pivots = FN(open_pivots)(w, &own);
    const ELEMENT *a = open_matrix(w, "A", &w->a, false);
    ELEMENT *b = open_matrix(w, "B", &w->b, true);
    if (pivots && a && b)
        LA(getrs)(&w->trans, &w->n, &w->k, a, &w->a.ld, pivots, b, &w->b.ld, &status, 1);
    free(own);
}

cublasStatus_t CU(getrsBatched)(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,
                                const TYPE *const Aarray[], int lda, const int *devIpiv,
                                TYPE *const Barray[], int ldb, int *info, int batchSize)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(getrs),
              .call = __func__,
              .bytes = sizeof(ELEMENT),
              .trans = letter_of(trans),
              .n = n,
              .k = nrhs,
              .a = {.at = Aarray, .ld = lda},
              .b = {.at = Barray, .ld = ldb},
              .pivots = devIpiv,
              .count = batchSize,
              .listed = true};
    CHECK_ARGUMENT(w.trans, 1)
    CHECK_ARGUMENT(n >= 0, 2)
    CHECK_ARGUMENT(nrhs >= 0, 3)
    CHECK_ARGUMENT(take_shape(&w.a, n, n), 5)
    CHECK_ARGUMENT(take_shape(&w.b, n, nrhs), 8)
    CHECK_ARGUMENT(info && batchSize >= 0, 10)
    *info = 0;
    return submit_task(handle, &w);
}

// ---- Inverses: C = A^-1 ---------------------------------------------------------------------------------------------

// By A's factors, which stay.
static void FN(getri)(const Task *w)
{
    int *own, *info = open_info(w), size = at_least_1(w->n);
    const int *pivots = FN(open_pivots)(w, &own);
    const ELEMENT *a = open_matrix(w, "A", &w->a, false);
    ELEMENT *c = open_matrix(w, "C", &w->c, true),
            *room = sim_library_scratch((size_t)size, sizeof *room);
    if (info && pivots && a && c) {
        for (int j = 0; j < w->n && c != a; j++)
            memcpy(c + place(&w->c, 0, j), a + place(&w->a, 0, j), (size_t)w->n * sizeof *c);
        LA(getri)(&w->n, c, &w->c.ld, pivots, room, &size, info);
    }
    free(own), free(room);
}

// Of A itself, which stays.
static void FN(matinv)(const Task *w)
{
    int *info = open_info(w), size = at_least_1(w->n),
        *pivots = sim_library_scratch((size_t)size, sizeof(int));
    const ELEMENT *a = open_matrix(w, "A", &w->a, false);
    ELEMENT *c = open_matrix(w, "Ainv", &w->c, true),
            *room = sim_library_scratch((size_t)size, sizeof *room);
    if (info && a && c) {
        for (int j = 0; j < w->n; j++)
            memcpy(c + place(&w->c, 0, j), a + place(&w->a, 0, j), (size_t)w->n * sizeof *c);
        LA(getrf)(&w->n, &w->n, c, &w->c.ld, pivots, info);
        if (*info == 0)
            LA(getri)(&w->n, c, &w->c.ld, pivots, room, &size, info);
    }
    free(pivots), free(room);
}

cublasStatus_t CU(getriBatched)(cublasHandle_t handle, int n, const TYPE *const A[], int lda,
                                const int *P, TYPE *const C[], int ldc, int *info, int batchSize)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(getri),
              .call = __func__,
              .bytes = sizeof(ELEMENT),
              .n = n,
              .a = {.at = A, .ld = lda},
              .c = {.at = C, .ld = ldc},
              .pivots = P,
              .info = info,
              .count = batchSize,
              .listed = true};
    CHECK(n >= 0 && batchSize >= 0 && take_shape(&w.a, n, n) && take_shape(&w.c, n, n),
          INVALID_VALUE);
    return submit_task(handle, &w);
}

cublasStatus_t CU(matinvBatched)(cublasHandle_t handle, int n, const TYPE *const A[], int lda,
                                 TYPE *const Ainv[], int lda_inv, int *info, int batchSize)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(matinv),
              .call = __func__,
              .bytes = sizeof(ELEMENT),
              .n = n,
              .a = {.at = A, .ld = lda},
              .c = {.at = Ainv, .ld = lda_inv},
              .info = info,
              .count = batchSize,
              .listed = true};
    CHECK(n >= 0 && n <= 32 && batchSize >= 0 && take_shape(&w.a, n, n) && take_shape(&w.c, n, n),
          INVALID_VALUE);
    return submit_task(handle, &w);
}

// ---- Least squares: the X for which A X - C is smallest, A (m, n) with m >= n ------------------------------------------

// A becomes its QR factors; the first n rows of C (m, k) become X.
static void FN(gels)(const Task *w)
{
    int *info = w->info ? open_info(w) : NULL, status, size = at_least_1(w->m + w->n + w->k) * 64;
    ELEMENT *a = open_matrix(w, "A", &w->a, true), *c = open_matrix(w, "C", &w->c, true);
    ELEMENT *room = sim_library_scratch((size_t)size, sizeof *room);
    if (a && c && (info || !w->info))
        LA(gels)
    (&w->trans, &w->m, &w->n, &w->k, a, &w->a.ld, c, &w->c.ld, room, &size, info ? info : &status,
     1);
    free(room);
}

cublasStatus_t CU(gelsBatched)(cublasHandle_t handle, cublasOperation_t trans, int m, int n,
                               int nrhs, TYPE *const Aarray[], int lda, TYPE *const Carray[],
                               int ldc, int *info, int *devInfoArray, int batchSize)
{
    CHECK(handle, NOT_INITIALIZED);
    CHECK(m >= n && (trans == CUBLAS_OP_N || !letter_of(trans)), NOT_SUPPORTED);
    Task w = {.solve = FN(gels),
              .call = __func__,
              .bytes = sizeof(ELEMENT),
              .trans = letter_of(trans),
              .m = m,
              .n = n,
              .k = nrhs,
              .a = {.at = Aarray, .ld = lda},
              .c = {.at = Carray, .ld = ldc},
              .info = devInfoArray,
              .count = batchSize,
              .listed = true};
    CHECK_ARGUMENT(w.trans, 1)
    CHECK_ARGUMENT(m >= 0, 2)
    CHECK_ARGUMENT(n >= 0, 3)
    CHECK_ARGUMENT(nrhs >= 0, 4)
    CHECK_ARGUMENT(take_shape(&w.a, m, n), 6)
    CHECK_ARGUMENT(take_shape(&w.c, m, nrhs), 8)
    CHECK_ARGUMENT(info && batchSize >= 0, 11)
    *info = 0;
    return submit_task(handle, &w);
}

// NOLINTEND(readability-non-const-parameter)
