// cublas_triangles.h: triangular and symmetric matrices. Part of cublas.c; types.h explains LA and the like.

// NOLINTBEGIN(readability-non-const-parameter): as NVIDIA has declared them; types and names

// op(A) X = alpha B or X op(A) = alpha B; B (m, n) becomes X.
static void FN(trsm)(const Task *w)
{
    const ELEMENT *alpha = open_scalar(w, "alpha", w->alpha, w->alpha_value);
    const ELEMENT *a = open_matrix(w, "A", &w->a, false);
    ELEMENT *b = open_matrix(w, "B", &w->b, true);
    if (alpha && a && b && w->m && w->n)
        LA(trsm)
    (&w->side, &w->uplo, &w->trans, &w->diagonal, &w->m, &w->n, alpha, a, &w->a.ld, b, &w->b.ld);
}

// C = alpha op(A) B or alpha B op(A); C may be B.
static void FN(trmm)(const Task *w)
{
    const ELEMENT *alpha = open_scalar(w, "alpha", w->alpha, w->alpha_value);
    const ELEMENT *a = open_matrix(w, "A", &w->a, false), *b = open_matrix(w, "B", &w->b, false);
    ELEMENT *c = open_matrix(w, "C", &w->c, true);
    if (!alpha || !a || !b || !c || !w->m || !w->n)
        return;
    for (int j = 0; j < w->n && c != b; j++)
        memcpy(c + place(&w->c, 0, j), b + place(&w->b, 0, j), (size_t)w->m * sizeof *c);
    LA(trmm)
    (&w->side, &w->uplo, &w->trans, &w->diagonal, &w->m, &w->n, alpha, a, &w->a.ld, c, &w->c.ld);
}

static bool FN(take_triangle)(cublasHandle_t handle, Task *w, cublasSideMode_t side,
                              cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                              int m, int n, const TYPE *alpha)
{
    w->bytes = sizeof(ELEMENT);
    w->count = 1;
    w->m = m;
    w->n = n;
    w->side = letter_of_side(side);
    w->uplo = letter_of_fill(uplo);
    w->trans = letter_of(trans);
    w->diagonal = letter_of_diagonal(diag);
    if (alpha)
        take_scalar(handle, &w->alpha, w->alpha_value, alpha, sizeof *alpha);
    int order = w->side == 'L' ? m : n;
    return w->side && w->uplo && w->trans && w->diagonal && m >= 0 && n >= 0 && alpha &&
           take_shape(&w->a, order, order) && take_shape(&w->b, m, n);
}

cublasStatus_t CU(trsm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                        const TYPE *alpha, const TYPE *A, int lda, TYPE *B, int ldb)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {
        .solve = FN(trsm), .call = __func__, .a = {.at = A, .ld = lda}, .b = {.at = B, .ld = ldb}};
    CHECK(FN(take_triangle)(handle, &w, side, uplo, trans, diag, m, n, alpha), INVALID_VALUE);
    return submit_task(handle, &w);
}

cublasStatus_t CU(trsmBatched)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                               cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                               const TYPE *alpha, const TYPE *const A[], int lda, TYPE *const B[],
                               int ldb, int batchCount)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(trsm),
              .call = __func__,
              .a = {.at = A, .ld = lda},
              .b = {.at = B, .ld = ldb},
              .listed = true};
    CHECK(FN(take_triangle)(handle, &w, side, uplo, trans, diag, m, n, alpha) && batchCount >= 0,
          INVALID_VALUE);
    w.count = batchCount;
    return submit_task(handle, &w);
}

cublasStatus_t CU(trmm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                        cublasOperation_t trans, cublasDiagType_t diag, int m, int n,
                        const TYPE *alpha, const TYPE *A, int lda, const TYPE *B, int ldb, TYPE *C,
                        int ldc)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(trmm),
              .call = __func__,
              .a = {.at = A, .ld = lda},
              .b = {.at = B, .ld = ldb},
              .c = {.at = C, .ld = ldc}};
    CHECK(FN(take_triangle)(handle, &w, side, uplo, trans, diag, m, n, alpha) &&
              take_shape(&w.c, m, n) && (C != B || ldc == ldb),
          INVALID_VALUE);
    return submit_task(handle, &w);
}

// op(A) x = b; x (n), `k` elements apart, holds b first.
static void FN(trsv)(const Task *w)
{
    const ELEMENT *a = open_matrix(w, "A", &w->a, false);
    ELEMENT *x = open_some(w, "x", w->b.at, vector_size(w->n, w->k), sizeof *x, true);
    if (a && x)
        LA(trsv)(&w->uplo, &w->trans, &w->diagonal, &w->n, a, &w->a.ld, x, &w->k);
}

cublasStatus_t CU(trsv)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, int n, const TYPE *A, int lda, TYPE *x, int incx)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(trsv),
              .call = __func__,
              .bytes = sizeof(ELEMENT),
              .n = n,
              .k = incx,
              .uplo = letter_of_fill(uplo),
              .trans = letter_of(trans),
              .diagonal = letter_of_diagonal(diag),
              .a = {.at = A, .ld = lda},
              .b = {.at = x},
              .count = 1};
    CHECK(w.uplo && w.trans && w.diagonal && n >= 0 && incx && take_shape(&w.a, n, n),
          INVALID_VALUE);
    return submit_task(handle, &w);
}

// C = alpha op(A) op(A)^T + beta C, of which one triangle is computed; op(A) is (n, k).
static void FN(syrk)(const Task *w)
{
    const ELEMENT *alpha = open_scalar(w, "alpha", w->alpha, w->alpha_value);
    const ELEMENT *beta = open_scalar(w, "beta", w->beta, w->beta_value);
    const ELEMENT *a = open_matrix(w, "A", &w->a, false);
    ELEMENT *c = open_matrix(w, "C", &w->c, true);
    if (alpha && beta && a && c)
        LA(syrk)(&w->uplo, &w->trans, &w->n, &w->k, alpha, a, &w->a.ld, beta, c, &w->c.ld);
}

cublasStatus_t CU(syrk)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,
                        int n, int k, const TYPE *alpha, const TYPE *A, int lda, const TYPE *beta,
                        TYPE *C, int ldc)
{
    CHECK(handle, NOT_INITIALIZED);
    bool plain = trans == CUBLAS_OP_N;
    Task w = {.solve = FN(syrk),
              .call = __func__,
              .bytes = sizeof(ELEMENT),
              .n = n,
              .k = k,
              .uplo = letter_of_fill(uplo),
              .trans = letter_of(trans),
              .a = {.at = A, .ld = lda},
              .c = {.at = C, .ld = ldc},
              .count = 1};
    CHECK(w.uplo && w.trans && !(IS_COMPLEX && w.trans == 'C') && n >= 0 && k >= 0 && alpha &&
              beta && take_shape(&w.a, plain ? n : k, plain ? k : n) && take_shape(&w.c, n, n),
          INVALID_VALUE);
    take_scalar(handle, &w.alpha, w.alpha_value, alpha, sizeof *alpha);
    take_scalar(handle, &w.beta, w.beta_value, beta, sizeof *beta);
    return submit_task(handle, &w);
}

// C = alpha A B + beta C or alpha B A + beta C; A is symmetric, and one of its triangles is read.
static void FN(symm)(const Task *w)
{
    const ELEMENT *alpha = open_scalar(w, "alpha", w->alpha, w->alpha_value);
    const ELEMENT *beta = open_scalar(w, "beta", w->beta, w->beta_value);
    const ELEMENT *a = open_matrix(w, "A", &w->a, false), *b = open_matrix(w, "B", &w->b, false);
    ELEMENT *c = open_matrix(w, "C", &w->c, true);
    if (alpha && beta && a && b && c)
        LA(symm)
    (&w->side, &w->uplo, &w->m, &w->n, alpha, a, &w->a.ld, b, &w->b.ld, beta, c, &w->c.ld);
}

cublasStatus_t CU(symm)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m,
                        int n, const TYPE *alpha, const TYPE *A, int lda, const TYPE *B, int ldb,
                        const TYPE *beta, TYPE *C, int ldc)
{
    CHECK(handle, NOT_INITIALIZED);
    Task w = {.solve = FN(symm),
              .call = __func__,
              .a = {.at = A, .ld = lda},
              .b = {.at = B, .ld = ldb},
              .c = {.at = C, .ld = ldc}};
    CHECK(beta &&
              FN(take_triangle)(handle, &w, side, uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n,
                                alpha) &&
              take_shape(&w.c, m, n),
          INVALID_VALUE);
    take_scalar(handle, &w.beta, w.beta_value, beta, sizeof *beta);
    return submit_task(handle, &w);
}

// NOLINTEND(readability-non-const-parameter)
