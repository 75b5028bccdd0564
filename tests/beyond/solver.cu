// solver.cu: tests cuSOLVER's calls by what their results must satisfy, A x = b and the like, for random matrices, sizes and leading
// dimensions. Prints how many results it looked at and how many are wrong. An argument runs one other test instead: errors, graph or
// outside.
#include "arrays.h"

#include <cusolverDn.h>

// cuSOLVER's calls for a type by one name each; the first argument is of the type.
#define FORWARD(T, name, ours)                \
    template <typename... A>                  \
    static void ours(T, A... a)               \
    {                                         \
        check(cusolverDn##name(a...), #name); \
    }
#define CALLS(T, S, OR, SY)                                      \
    FORWARD(T, S##potrf_bufferSize, potrf_size)                  \
    FORWARD(T, S##potrf, potrf)                                  \
    FORWARD(T, S##potrs, potrs)                                  \
    FORWARD(T, S##potri_bufferSize, potri_size)                  \
    FORWARD(T, S##potri, potri)                                  \
    FORWARD(T, S##potrfBatched, potrf_batched)                   \
    FORWARD(T, S##potrsBatched, potrs_batched)                   \
    FORWARD(T, S##getrf_bufferSize, getrf_size)                  \
    FORWARD(T, S##getrf, getrf)                                  \
    FORWARD(T, S##getrs, getrs)                                  \
    FORWARD(T, S##geqrf_bufferSize, geqrf_size)                  \
    FORWARD(T, S##geqrf, geqrf)                                  \
    FORWARD(T, S##OR##gqr_bufferSize, orgqr_size)                \
    FORWARD(T, S##OR##gqr, orgqr)                                \
    FORWARD(T, S##OR##mqr_bufferSize, ormqr_size)                \
    FORWARD(T, S##OR##mqr, ormqr)                                \
    FORWARD(T, S##SY##evd_bufferSize, syevd_size)                \
    FORWARD(T, S##SY##evd, syevd)                                \
    FORWARD(T, S##SY##evj_bufferSize, syevj_size)                \
    FORWARD(T, S##SY##evj, syevj)                                \
    FORWARD(T, S##SY##evjBatched_bufferSize, syevj_batched_size) \
    FORWARD(T, S##SY##evjBatched, syevj_batched)                 \
    FORWARD(T, S##SY##gvd_bufferSize, sygvd_size)                \
    FORWARD(T, S##SY##gvd, sygvd)                                \
    FORWARD(T, S##gesvd_bufferSize, gesvd_size)                  \
    FORWARD(T, S##gesvd, gesvd)                                  \
    FORWARD(T, S##gesvdj_bufferSize, gesvdj_size)                \
    FORWARD(T, S##gesvdj, gesvdj)                                \
    FORWARD(T, S##gesvdjBatched_bufferSize, gesvdj_batched_size) \
    FORWARD(T, S##gesvdjBatched, gesvdj_batched)

static void check(cusolverStatus_t s, const char *name)
{
    if (s != CUSOLVER_STATUS_SUCCESS) {
        printf("cusolverDn%s: %d\n", name, s);
        differ++;
    }
}

CALLS(float, S, or, sy)
CALLS(double, D, or, sy)
CALLS(cuComplex, C, un, he)
CALLS(cuDoubleComplex, Z, un, he)

// A matrix with A = A^H; `positive`: its eigenvalues are above 0, and not small.
template <typename T>
static Matrix symmetric(int n, bool positive)
{
    Matrix m = numbers<T>(n, n), t = turned(m, 'C');
    if (positive)
        m = m * t;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            m(i, j) += positive ? (i == j ? n + 1. : 0) : t(i, j);
    return m;
}

static int *ints(int n)
{
    int *p;
    cudaMalloc(&p, (n + 1) * sizeof *p);
    cudaMemset(p, 0x42, (n + 1) * sizeof *p);
    return p;
}

// Tests that devInfo is what it should be.
static void expect(const int *info, int wanted, const char *what)
{
    int got = -1;
    cudaMemcpy(&got, info, sizeof got, cudaMemcpyDeviceToHost);
    compared++;
    if (got != wanted) {
        printf("%s: devInfo %d\n", what, got);
        differ++;
    }
}

template <typename T>
static T *workspace(int n)
{
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    return p;
}

static Matrix triangle(Matrix m, bool upper)
{
    for (int j = 0; j < m.columns; j++)
        for (int i = 0; i < m.rows; i++)
            if (upper ? i > j : i < j)
                m(i, j) = 0;
    return m;
}

template <typename T>
static void cholesky(cusolverDnHandle_t h)
{
    int n = pick(1, 40), k = pick(1, 5), size = 0, *info = ints(1);
    bool upper = pick(0, 1);
    cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    Matrix m = symmetric<T>(n, true), right = numbers<T>(n, k);
    Array<T> a = make<T>(m), b = make<T>(right);
    potrf_size(T(), h, uplo, n, a.device, a.ld, &size);
    T *work = workspace<T>(size);
    potrf(T(), h, uplo, n, a.device, a.ld, work, size, info);
    expect(info, 0, "potrf");
    Matrix f = triangle(get(a), upper), rest = triangle(get(a), !upper);
    compare<T>(upper ? turned(f, 'C') * f : f * turned(f, 'C'), m, 20. * n, "potrf");
    for (int i = 0; i < n; i++)
        rest(i, i) = m(i, i);
    compare<T>(rest, triangle(m, !upper), 0, "potrf's other triangle");
    potrs(T(), h, uplo, n, k, a.device, a.ld, b.device, b.ld, info);
    expect(info, 0, "potrs");
    compare<T>(m * get(b), right, 20. * n, "potrs");
    potri(T(), h, uplo, n, a.device, a.ld, work, size, info);
    Matrix inverse = triangle(get(a), upper), other = turned(inverse, 'C');
    for (int i = 0; i < n * n; i++)
        inverse.at[i] += i % (n + 1) ? other.at[i] : 0;
    compare<T>(m * inverse, one(n), 20. * n, "potri");
    // One number of the diagonal is below 0: the factor ends there.
    int bad = pick(0, n - 1);
    m(bad, bad) = -1;
    cudaFree(a.device);
    a = make<T>(m);
    potrf(T(), h, uplo, n, a.device, a.ld, work, size, info);
    expect(info, bad + 1, "potrf of what is not positive");
    cudaFree(a.device), cudaFree(b.device), cudaFree(work), cudaFree(info);
}

template <typename T>
static void cholesky_batched(cusolverDnHandle_t h)
{
    enum { COUNT = 3 };
    int n = pick(1, 12), bad = pick(0, n - 1), *info = ints(COUNT);
    Matrix m[COUNT], right[COUNT];
    Array<T> a[COUNT], b[COUNT];
    T *list[2 * COUNT], **lists;
    for (int i = 0; i < COUNT; i++) {
        m[i] = symmetric<T>(n, true), right[i] = numbers<T>(n, 1);
        if (i == COUNT - 1)
            m[i](bad, bad) = -1;
        a[i] = make<T>(m[i], 2), b[i] = make<T>(right[i], 1);
        list[i] = a[i].device, list[COUNT + i] = b[i].device;
    }
    cudaMalloc(&lists, sizeof list);
    cudaMemcpy(lists, list, sizeof list, cudaMemcpyHostToDevice);
    potrf_batched(T(), h, CUBLAS_FILL_MODE_LOWER, n, lists, a[0].ld, info, (int)COUNT);
    for (int i = 0; i < COUNT; i++)
        expect(info + i, i == COUNT - 1 ? bad + 1 : 0, "potrfBatched");
    potrs_batched(T(), h, CUBLAS_FILL_MODE_LOWER, n, 1, lists, a[0].ld, lists + COUNT, b[0].ld,
                  info, COUNT - 1);
    expect(info, 0, "potrsBatched");
    for (int i = 0; i < COUNT; i++) {
        if (i < COUNT - 1)
            compare<T>(m[i] * get(b[i]), right[i], 20. * n, "potrsBatched");
        cudaFree(a[i].device), cudaFree(b[i].device);
    }
    cudaFree(lists), cudaFree(info);
}

template <typename T>
static void lu(cusolverDnHandle_t h)
{
    int n = pick(1, 40), k = pick(1, 5), size = 0, *info = ints(1), *pivots = ints(n);
    char op = "NTC"[pick(0, 2)];
    cublasOperation_t trans = op == 'N' ? CUBLAS_OP_N : op == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
    bool plain = pick(0, 1);
    Matrix m = numbers<T>(n, n), right = numbers<T>(n, k);
    for (int i = 0; plain && i < n; i++)
        m(i, i) += 4. * n; // so that it needs no pivots
    Array<T> a = make<T>(m), b = make<T>(right);
    getrf_size(T(), h, n, n, a.device, a.ld, &size);
    T *work = workspace<T>(size);
    getrf(T(), h, n, n, a.device, a.ld, work, plain ? NULL : pivots, info);
    expect(info, 0, "getrf");
    getrs(T(), h, trans, n, k, (const T *)a.device, a.ld, (const int *)(plain ? NULL : pivots),
          b.device, b.ld, info);
    expect(info, 0, "getrs");
    Matrix x = get(b);
    double largest = 1;
    for (Number v : x.at)
        largest = fmax(largest, abs(v)); // a matrix that is nearly singular has large ones
    compare<T>(turned(m, op) * x, right, 8. * n * largest, "getrs");
    // A column of zeros: the first pivot that is 0.
    int bad = pick(0, n - 1);
    for (int i = 0; i < n; i++)
        m(i, bad) = 0;
    cudaFree(a.device);
    a = make<T>(m);
    getrf(T(), h, n, n, a.device, a.ld, work, plain ? NULL : pivots, info);
    expect(info, bad + 1, "getrf of a singular matrix");
    cudaFree(a.device), cudaFree(b.device), cudaFree(work), cudaFree(info), cudaFree(pivots);
}

template <typename T>
static void qr(cusolverDnHandle_t h)
{
    int n = pick(1, 25), m = n + pick(0, 15), size[3] = {0}, *info = ints(1);
    Matrix from = numbers<T>(m, n), right = numbers<T>(m, 3), left = numbers<T>(2, m);
    Array<T> a = make<T>(from), b = make<T>(right), c = make<T>(left), tau = make<T>(n, 1, 0);
    geqrf_size(T(), h, m, n, a.device, a.ld, &size[0]);
    orgqr_size(T(), h, m, n, n, a.device, a.ld, tau.device, &size[1]);
    ormqr_size(T(), h, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, 3, n, a.device, a.ld, tau.device, b.device,
               b.ld, &size[2]);
    int most = size[0] > size[1] ? size[0] : size[1];
    most = most > size[2] ? most : size[2];
    T *work = workspace<T>(most);
    geqrf(T(), h, m, n, a.device, a.ld, tau.device, work, most, info);
    expect(info, 0, "geqrf");
    Matrix r = triangle(get(a), true);
    r = turned(r, 'C');
    r.at.resize(r.rows * n), r.columns = n; // rows below n are zeros
    r = turned(r, 'C');
    // Q (all of it) R = A; the products by Q are undone by products with its transpose.
    cublasOperation_t back = About<T>::is_complex ? CUBLAS_OP_C : CUBLAS_OP_T;
    ormqr(T(), h, CUBLAS_SIDE_LEFT, back, m, 3, n, a.device, a.ld, tau.device, b.device, b.ld, work,
          most, info);
    Matrix turned_b = get(b);
    ormqr(T(), h, CUBLAS_SIDE_RIGHT, CUBLAS_OP_N, 2, m, n, a.device, a.ld, tau.device, c.device,
          c.ld, work, most, info);
    Matrix turned_c = get(c);
    orgqr(T(), h, m, n, n, a.device, a.ld, tau.device, work, most, info);
    expect(info, 0, "orgqr");
    Matrix q = get(a);
    compare<T>(q * r, from, 8. * m, "geqrf");
    compare<T>(turned(q, 'C') * q, one(n), m, "orgqr");
    Matrix want_b = turned(q, 'C') * right, want_c = left * q;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < 3; i++)
            want_b(j, i) -= turned_b(j, i);
        for (int i = 0; i < 2; i++)
            want_c(i, j) -= turned_c(i, j);
    }
    compare<T>(want_b, zeros(n, 3), 8. * m, "ormqr from the left");
    compare<T>(want_c, zeros(2, n), 8. * m, "ormqr from the right");
    cudaFree(a.device), cudaFree(b.device), cudaFree(c.device), cudaFree(tau.device);
    cudaFree(work), cudaFree(info);
}

// A V = B V W, V^H B V = 1, W rises.
template <typename T, typename R>
static void compare_eigen(Array<T> a, Array<R> w, Matrix m, Matrix b, const char *what)
{
    Matrix v = get(a), values = get(w), d = zeros(m.rows, m.rows);
    for (int i = 0; i < m.rows; i++) {
        d(i, i) = values(i, 0);
        compared++;
        if (i && values(i, 0).real() < values(i - 1, 0).real())
            differ++;
    }
    compare<T>(m * v, b * v * d, 40. * m.rows * m.rows, what);
    compare<T>(turned(v, 'C') * b * v, one(m.rows), 40. * m.rows, what);
}

template <typename T>
static void eigenvalues(cusolverDnHandle_t h, int kind)
{
    typedef typename About<T>::Real R;
    int n = pick(1, 25), size = 0, *info = ints(2);
    bool upper = pick(0, 1);
    cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR, none = CUSOLVER_EIG_MODE_NOVECTOR;
    Matrix m = symmetric<T>(n, false), p = symmetric<T>(n, true);
    Array<T> a = make<T>(triangle(m, upper)), b = make<T>(triangle(p, upper)), a2 = make<T>(m);
    Array<R> w = make<R>(n, 1, 0), w2 = make<R>(n, 1, 0);
    syevjInfo_t params;
    check(cusolverDnCreateSyevjInfo(&params), "CreateSyevjInfo");
    check(cusolverDnXsyevjSetTolerance(params, 1e-7), "SetTolerance");
    check(cusolverDnXsyevjSetMaxSweeps(params, 100), "SetMaxSweeps");
    if (kind == 0)
        syevd_size(T(), h, vectors, uplo, n, a.device, a.ld, w.device, &size);
    else if (kind == 1)
        syevj_size(T(), h, vectors, uplo, n, a.device, a.ld, w.device, &size, params);
    else
        sygvd_size(T(), h, CUSOLVER_EIG_TYPE_1, vectors, uplo, n, a.device, a.ld, b.device, b.ld,
                   w.device, &size);
    T *work = workspace<T>(size);
    if (kind == 0)
        syevd(T(), h, vectors, uplo, n, a.device, a.ld, w.device, work, size, info);
    else if (kind == 1)
        syevj(T(), h, vectors, uplo, n, a.device, a.ld, w.device, work, size, info, params);
    else
        sygvd(T(), h, CUSOLVER_EIG_TYPE_1, vectors, uplo, n, a.device, a.ld, b.device, b.ld,
              w.device, work, size, info);
    expect(info, 0, "eigenvalues");
    compare_eigen(a, w, m, kind == 2 ? p : one(n), kind == 2 ? "sygvd" : "syevd, syevj");
    if (kind < 2) {
        syevd_size(T(), h, none, uplo, n, a2.device, a2.ld, w2.device, &size);
        syevd(T(), h, none, uplo, n, a2.device, a2.ld, w2.device, workspace<T>(size), size, info);
        compare<T>(get(w2), get(w), 40. * n, "syevd without vectors");
    }
    check(cusolverDnDestroySyevjInfo(params), "DestroySyevjInfo");
    cudaFree(a.device), cudaFree(b.device), cudaFree(a2.device), cudaFree(w.device);
    cudaFree(w2.device), cudaFree(work), cudaFree(info);
}

template <typename T>
static void batched(cusolverDnHandle_t h)
{
    typedef typename About<T>::Real R;
    int n = pick(1, 9), m = pick(1, 9), rank = m < n ? m : n, size = 0, *info = ints(2);
    Matrix s[2] = {symmetric<T>(n, false), symmetric<T>(n, false)}, both = zeros(n, 2 * n);
    for (int i = 0; i < 2 * n * n; i++)
        both.at[i] = s[i / (n * n)].at[i % (n * n)];
    Array<T> a = make<T>(both);
    Array<R> w = make<R>(n, 2, 0);
    syevjInfo_t params;
    gesvdjInfo_t svd_params;
    check(cusolverDnCreateSyevjInfo(&params), "CreateSyevjInfo");
    check(cusolverDnCreateGesvdjInfo(&svd_params), "CreateGesvdjInfo");
    cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
    syevj_batched_size(T(), h, vectors, CUBLAS_FILL_MODE_LOWER, n, a.device, a.ld, w.device, &size,
                       params, 2);
    T *work = workspace<T>(size);
    syevj_batched(T(), h, vectors, CUBLAS_FILL_MODE_LOWER, n, a.device, a.ld, w.device, work, size,
                  info, params, 2);
    for (int i = 0; i < 2; i++) {
        expect(info + i, 0, "syevjBatched");
        compare_eigen(Array<T>{n, n, a.ld, a.device + i * a.ld * n},
                      Array<R>{n, 1, n, w.device + i * n}, s[i], one(n), "syevjBatched");
    }
    cudaFree(work), cudaFree(a.device), cudaFree(w.device);

    both = numbers<T>(m, 2 * n);
    a = make<T>(both);
    Array<R> values = make<R>(rank, 2, 0);
    Array<T> u = make<T>(m, 2 * m), v = make<T>(n, 2 * n);
    gesvdj_batched_size(T(), h, vectors, m, n, a.device, a.ld, values.device, u.device, u.ld,
                        v.device, v.ld, &size, svd_params, 2);
    work = workspace<T>(size);
    gesvdj_batched(T(), h, vectors, m, n, a.device, a.ld, values.device, u.device, u.ld, v.device,
                   v.ld, work, size, info, svd_params, 2);
    Matrix d = get(values), us = get(u), vs = get(v);
    for (int i = 0; i < 2; i++) {
        expect(info + i, 0, "gesvdjBatched");
        Matrix product = zeros(m, n), from = zeros(m, n);
        for (int j = 0; j < m * n; j++)
            from.at[j] = both.at[i * m * n + j];
        for (int r = 0; r < rank; r++)
            for (int y = 0; y < n; y++)
                for (int x = 0; x < m; x++)
                    product(x, y) += us(x, i * m + r) * d(r, i) * conj(vs(y, i * n + r));
        compare<T>(product, from, 40. * (m + n), "gesvdjBatched");
    }
    check(cusolverDnDestroySyevjInfo(params), "DestroySyevjInfo");
    check(cusolverDnDestroyGesvdjInfo(svd_params), "DestroyGesvdjInfo");
    cudaFree(work), cudaFree(a.device), cudaFree(values.device), cudaFree(u.device);
    cudaFree(v.device), cudaFree(info);
}

// A = U S V^H. kind 0 to 2: gesvd with all vectors, some, and some of them in A; 3 and 4: gesvdj with all and some
template <typename T>
static void singular(cusolverDnHandle_t h, int kind)
{
    typedef typename About<T>::Real R;
    int n = pick(1, 20), m = kind > 2 ? pick(1, 30) : n + pick(0, 15), rank = m < n ? m : n;
    int size = 0, *info = ints(1), econ = kind == 4;
    Matrix from = numbers<T>(m, n);
    Array<T> a = make<T>(from), u = make<T>(m, kind == 0 || kind == 3 ? m : rank),
             v = make<T>(n, kind < 4 ? n : rank);
    Array<R> values = make<R>(rank, 1, 0), rest = make<R>(rank, 1, 0);
    gesvdjInfo_t params;
    check(cusolverDnCreateGesvdjInfo(&params), "CreateGesvdjInfo");
    cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
    if (kind < 3)
        gesvd_size(T(), h, m, n, &size);
    else
        gesvdj_size(T(), h, vectors, econ, m, n, a.device, a.ld, values.device, u.device, u.ld,
                    v.device, v.ld, &size, params);
    T *work = workspace<T>(size);
    if (kind < 3)
        gesvd(T(), h, "ASO"[kind], "ASA"[kind], m, n, a.device, a.ld, values.device, u.device, u.ld,
              v.device, v.ld, work, size, pick(0, 1) ? rest.device : NULL, info);
    else
        gesvdj(T(), h, vectors, econ, m, n, a.device, a.ld, values.device, u.device, u.ld, v.device,
               v.ld, work, size, info, params);
    expect(info, 0, "gesvd");
    Matrix us = get(kind == 2 ? a : u), vs = get(v), d = get(values), product = zeros(m, n);
    if (kind < 3)
        vs = turned(vs, 'C');
    for (int r = 0; r < rank; r++) {
        compared++;
        differ += d(r, 0).real() < 0 || (r && d(r, 0).real() > d(r - 1, 0).real());
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
                product(i, j) += us(i, r) * d(r, 0) * conj(vs(j, r));
    }
    compare<T>(product, from, 40. * (m + n), "gesvd");
    compare<T>(turned(us, 'C') * us, one(us.columns), 40. * m, "U");
    compare<T>(turned(vs, 'C') * vs, one(vs.columns), 40. * n, "V");
    check(cusolverDnDestroyGesvdjInfo(params), "DestroyGesvdjInfo");
    cudaFree(a.device), cudaFree(u.device), cudaFree(v.device), cudaFree(values.device);
    cudaFree(rest.device), cudaFree(work), cudaFree(info);
}

// Prints a line for each call that must fail: how it does.
static void errors(cusolverDnHandle_t h)
{
    int size = 0, *info = ints(1), *pivots = ints(4);
    float *d = workspace<float>(1024);
    cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
    printf("%d no handle\n", cusolverDnSpotrf(NULL, lower, 4, d, 4, d, 4, info));
    printf("%d lda\n", cusolverDnSpotrf(h, lower, 4, d, 3, d, 4, info));
    printf("%d n\n", cusolverDnSpotrf_bufferSize(h, lower, -1, d, 4, &size));
    printf("%d no triangle\n", cusolverDnSpotrf(h, CUBLAS_FILL_MODE_FULL, 4, d, 4, d, 4, info));
    printf("%d no workspace\n", cusolverDnSpotrf(h, lower, 4, d, 4, NULL, 0, info));
    printf("%d ldb\n", cusolverDnSgetrs(h, CUBLAS_OP_N, 4, 2, d, 4, pivots, d, 3, info));
    printf("%d no operation\n",
           cusolverDnSgetrs(h, (cublasOperation_t)7, 4, 2, d, 4, pivots, d, 4, info));
    printf("%d two right sides of many\n",
           cusolverDnSpotrsBatched(h, lower, 4, 2, (float **)d, 4, (float **)d, 4, info, 1));
    printf("%d no job\n", cusolverDnSsyevd(h, (cusolverEigMode_t)7, lower, 4, d, 4, d, d, 4, info));
    printf("%d no parameters\n", cusolverDnSsyevj(h, vectors, lower, 4, d, 4, d, d, 4, info, NULL));
    printf("%d wide\n", cusolverDnSgesvd(h, 'N', 'N', 3, 4, d, 4, d, d, 4, d, 4, d, 4, NULL, info));
    printf("%d in place twice\n",
           cusolverDnSgesvd(h, 'O', 'O', 4, 4, d, 4, d, d, 4, d, 4, d, 4, NULL, info));
    printf("%d k\n", cusolverDnSorgqr(h, 4, 4, 5, d, 4, d, d, 4, info));
    printf("%d nothing to do\n", cusolverDnSpotrf(h, lower, 0, d, 1, d, 1, info));
}

__global__ void fill(float *a, float x) // a: (2, 2), x on the diagonal
{
    a[threadIdx.x] = threadIdx.x % 3 == 0 ? x : 0;
}

// Tests the order of a stream, and that what is captured is done at each launch of the graph.
static void graph(cusolverDnHandle_t h)
{
    float *d = workspace<float>(4), *work = workspace<float>(2), got[4];
    int *info = ints(1);
    cudaStream_t s, same;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamCreate(&s);
    cusolverDnSetStream(h, s);
    cusolverDnGetStream(h, &same);
    fill<<<1, 4, 0, s>>>(d, 65536);
    check(cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, d, 2, work, 2, info), "potrf");
    cudaMemcpyAsync(got, d, sizeof got, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%d %g", same == s, got[3]);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    check(cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, 2, d, 2, work, 2, info), "potrf");
    cudaStreamEndCapture(s, &g);
    cudaGraphInstantiate(&e, g, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(e, s);
    cudaStreamSynchronize(s);
    cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    printf(" %g\n", got[3]);
}

// Tests that a matrix which reaches past its allocation is a fault, like a kernel's access there.
static void outside(cusolverDnHandle_t h)
{
    float *d = workspace<float>(15), *work = workspace<float>(4);
    cusolverStatus_t s = cusolverDnSpotrf(h, CUBLAS_FILL_MODE_LOWER, 4, d, 4, work, 4, ints(1));
    printf("%d %s\n", s, cudaGetErrorName(cudaDeviceSynchronize()));
}

template <typename T>
static void all(cusolverDnHandle_t h, int turn)
{
    cholesky<T>(h);
    cholesky_batched<T>(h);
    lu<T>(h);
    qr<T>(h);
    eigenvalues<T>(h, turn % 3);
    batched<T>(h);
    singular<T>(h, turn % 5);
}

int main(int argc, char **argv)
{
    cusolverDnHandle_t h;
    check(cusolverDnCreate(&h), "Create");
    if (argc > 1) {
        strcmp(argv[1], "errors") == 0  ? errors(h)
        : strcmp(argv[1], "graph") == 0 ? graph(h)
                                        : outside(h);
        return 0;
    }
    for (int i = 0; i < 30; i++) {
        all<float>(h, i);
        all<double>(h, i);
        all<cuComplex>(h, i);
        all<cuDoubleComplex>(h, i);
    }
    check(cusolverDnDestroy(h), "Destroy");
    printf("%d differ of %s\n", (int)differ, compared > 100000 ? "more than 100000" : "too few");
    return differ != 0;
}
