// systems.cu: tests cuBLAS's calls for triangular and symmetric matrices, for many small systems and for vectors whose type is an
// argument, by what their results must satisfy. Prints how many results it looked at and how many are wrong. `errors` as an argument
// shows how calls fail instead.
#define MORE 2 // the matrices of a list have the same layout
#include "arrays.h"

#include <cublas_v2.h>

// cuBLAS's calls for a type by one name each; the first argument is of the type.
#define FORWARD(T, name, ours)            \
    template <typename... A>              \
    static void ours(T, A... a)           \
    {                                     \
        check(cublas##name(a...), #name); \
    }
#define CALLS(T, S)                          \
    FORWARD(T, S##trsm, trsm)                \
    FORWARD(T, S##trsmBatched, trsm_batched) \
    FORWARD(T, S##trmm, trmm)                \
    FORWARD(T, S##trsv, trsv)                \
    FORWARD(T, S##syrk, syrk)                \
    FORWARD(T, S##symm, symm)                \
    FORWARD(T, S##getrfBatched, getrf)       \
    FORWARD(T, S##getrsBatched, getrs)       \
    FORWARD(T, S##getriBatched, getri)       \
    FORWARD(T, S##matinvBatched, matinv)     \
    FORWARD(T, S##gelsBatched, gels)

static void check(cublasStatus_t s, const char *name)
{
    if (s != CUBLAS_STATUS_SUCCESS) {
        printf("cublas%s: %s\n", name, cublasGetStatusName(s));
        differ++;
    }
}

CALLS(float, S)
CALLS(double, D)
CALLS(cuComplex, C)
CALLS(cuDoubleComplex, Z)

// What the device has; it frees the array.
template <typename T>
static Matrix take(Array<T> a)
{
    Matrix m = get(a);
    cudaFree(a.device);
    return m;
}

static Matrix scaled(Number by, Matrix m)
{
    for (Number &x : m.at)
        x *= by;
    return m;
}

static Matrix sum(Matrix a, Matrix b)
{
    for (size_t i = 0; i < a.at.size(); i++)
        a.at[i] += b.at[i];
    return a;
}

static cublasOperation_t pick_op(char *letter)
{
    int op = pick(0, 2);
    *letter = "NTC"[op];
    return (cublasOperation_t)op;
}

// alpha and beta, on the host, or on the device if the pointer mode says so.
template <typename T>
struct Scalars {
    Number alpha, beta;
    T here[2], *at, *device;
};

template <typename T>
static void scalars(cublasHandle_t h, Scalars<T> *s)
{
    Matrix m = numbers<T>(2, 1);
    s->alpha = m(0, 0), s->beta = m(1, 0);
    set(&s->here[0], s->alpha), set(&s->here[1], s->beta);
    cudaMalloc(&s->device, sizeof s->here);
    cudaMemcpy(s->device, s->here, sizeof s->here, cudaMemcpyHostToDevice);
    bool on_device = pick(0, 1);
    s->at = on_device ? s->device : s->here;
    check(
        cublasSetPointerMode(h, on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST),
        "SetPointerMode");
}

template <typename T>
static void triangles(cublasHandle_t h)
{
    int m = pick(1, 20), n = pick(1, 20), inc = pick(1, 3);
    bool left = pick(0, 1), upper = pick(0, 1), unit = pick(0, 1);
    int order = left ? m : n;
    char letter;
    cublasOperation_t op = pick_op(&letter);
    cublasSideMode_t side = left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
    cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    cublasDiagType_t diagonal = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
    Matrix full = numbers<T>(order, order), b = numbers<T>(m, n), x = numbers<T>(order, 1);
    for (int i = 0; i < order; i++)
        full(i, i) += 8.; // what is solved for stays small
    Matrix a = scaled(1. / 16, full);
    full = a;
    for (int i = 0; i < order; i++)
        for (int j = 0; j < order; j++)
            if (upper ? i > j : i < j)
                a(i, j) = 0;
            else if (i == j && unit)
                a(i, i) = 1;
    Matrix turned_a = turned(a, letter);
    Scalars<T> s;
    scalars(h, &s);
    Array<T> da = make<T>(full), db = make<T>(b), dc = make<T>(zeros(m, n));
    trmm(T(), h, side, uplo, op, diagonal, m, n, s.at, (const T *)da.device, da.ld,
         (const T *)db.device, db.ld, dc.device, dc.ld);
    compare<T>(take(dc), scaled(s.alpha, left ? turned_a * b : b * turned_a), 4. * order, "trmm");
    trsm(T(), h, side, uplo, op, diagonal, m, n, s.at, (const T *)da.device, da.ld, db.device,
         db.ld);
    Matrix got = take(db);
    double largest = 1;
    for (Number v : got.at)
        largest = fmax(largest, abs(v));
    compare<T>(left ? turned_a * got : got * turned_a, scaled(s.alpha, b), order * largest, "trsm");

    Matrix strided = zeros(order * inc, 1);
    for (int i = 0; i < order; i++)
        strided(i * inc, 0) = x(i, 0);
    Array<T> dx = make<T>(strided, 0);
    trsv(T(), h, uplo, op, diagonal, order, (const T *)da.device, da.ld, dx.device, inc);
    strided = take(dx), got = x, largest = 1;
    for (int i = 0; i < order; i++) {
        got(i, 0) = strided(i * inc, 0);
        largest = fmax(largest, abs(got(i, 0)));
    }
    compare<T>(turned_a * got, x, order * largest, "trsv");
    take(da);
    cudaFree(s.device);
}

template <typename T>
static void symmetric(cublasHandle_t h)
{
    int m = pick(1, 20), n = pick(1, 20), k = pick(1, 20);
    bool left = pick(0, 1), upper = pick(0, 1), plain = pick(0, 1);
    int order = left ? m : n;
    cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
    Matrix a = numbers<T>(plain ? n : k, plain ? k : n), c = numbers<T>(n, n);
    Scalars<T> s;
    scalars(h, &s);
    Array<T> da = make<T>(a), dc = make<T>(c);
    syrk(T(), h, uplo, plain ? CUBLAS_OP_N : CUBLAS_OP_T, n, k, s.at, (const T *)da.device, da.ld,
         s.at + 1, dc.device, dc.ld);
    Matrix want =
        sum(scaled(s.alpha, plain ? a * turned(a, 'T') : turned(a, 'T') * a), scaled(s.beta, c));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (upper ? i > j : i < j)
                want(i, j) = c(i, j);
    compare<T>(take(dc), want, 8. * k, "syrk");
    take(da);

    Matrix full = numbers<T>(order, order), b = numbers<T>(m, n), d = numbers<T>(m, n), both = full;
    for (int i = 0; i < order; i++)
        for (int j = 0; j < order; j++)
            both(i, j) = (upper ? i > j : i < j) ? full(j, i) : full(i, j);
    Array<T> df = make<T>(full), db = make<T>(b), dd = make<T>(d);
    symm(T(), h, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT, uplo, m, n, s.at,
         (const T *)df.device, df.ld, (const T *)db.device, db.ld, s.at + 1, dd.device, dd.ld);
    compare<T>(take(dd), sum(scaled(s.alpha, left ? both * b : b * both), scaled(s.beta, d)),
               8. * order, "symm");
    take(df), take(db);
    cudaFree(s.device);
}

enum { COUNT = 3 };

// The addresses of arrays, on the device.
template <typename T>
static T **list(Array<T> *a)
{
    T *at[COUNT], **d;
    for (int i = 0; i < COUNT; i++)
        at[i] = a[i].device;
    cudaMalloc(&d, sizeof at);
    cudaMemcpy(d, at, sizeof at, cudaMemcpyHostToDevice);
    return d;
}

static void expect(const int *infos, int i, int wanted, const char *what)
{
    int got = -1;
    cudaMemcpy(&got, infos + i, sizeof got, cudaMemcpyDeviceToHost);
    compared++;
    if (got != wanted) {
        printf("%s: info %d, not %d\n", what, got, wanted);
        differ++;
    }
}

template <typename T>
static void batches(cublasHandle_t h)
{
    int n = pick(1, 15), k = pick(1, 4), bad = pick(0, n - 1), info = -1, *infos, *pivots;
    bool plain = pick(0, 1);
    char letter;
    cublasOperation_t op = pick_op(&letter);
    Matrix a[COUNT], b[COUNT];
    Array<T> da[COUNT], db[COUNT], dc[COUNT], de[COUNT], df[COUNT];
    cudaMalloc(&infos, COUNT * sizeof *infos);
    cudaMalloc(&pivots, COUNT * n * sizeof *pivots);
    for (int i = 0; i < COUNT; i++) {
        a[i] = numbers<T>(n, n), b[i] = numbers<T>(n, k);
        for (int j = 0; j < n; j++)
            a[i](j, j) += 4. * n;             // needs no pivots, and is far from singular
        for (int j = 0; !plain && j < n; j++) // rows backward: needs them
            for (int l = 0; j < n - 1 - j && l < n; l++)
                std::swap(a[i](j, l), a[i](n - 1 - j, l));
        if (i == COUNT - 1)
            for (int j = 0; j < n; j++)
                a[i](j, bad) = 0;
        da[i] = make<T>(a[i]), db[i] = make<T>(b[i]), dc[i] = make<T>(zeros(n, n), 1);
        de[i] = make<T>(a[i]), df[i] = make<T>(zeros(n, n), 3);
    }
    T **la = list(da), **lb = list(db), **lc = list(dc), **le = list(de), **lf = list(df);
    getrf(T(), h, n, la, da[0].ld, plain ? NULL : pivots, infos, (int)COUNT);
    for (int i = 0; i < COUNT; i++)
        expect(infos, i, i == COUNT - 1 ? bad + 1 : 0, "getrfBatched");
    getrs(T(), h, op, n, k, (const T *const *)la, da[0].ld, (const int *)(plain ? NULL : pivots),
          lb, db[0].ld, &info, COUNT - 1);
    differ += info != 0;
    getri(T(), h, n, (const T *const *)la, da[0].ld, (const int *)(plain ? NULL : pivots), lc,
          dc[0].ld, infos, (int)COUNT);
    for (int i = 0; i < COUNT; i++)
        expect(infos, i, i == COUNT - 1 ? bad + 1 : 0, "getriBatched");
    matinv(T(), h, n, (const T *const *)le, de[0].ld, lf, df[0].ld, infos, (int)COUNT);
    for (int i = 0; i < COUNT; i++)
        expect(infos, i, i == COUNT - 1 ? bad + 1 : 0, "matinvBatched");
    for (int i = 0; i < COUNT; i++) {
        Matrix x = take(db[i]), inverse = take(dc[i]), other = take(df[i]);
        if (i < COUNT - 1) {
            compare<T>(turned(a[i], letter) * x, b[i], 8. * n, "getrsBatched");
            compare<T>(a[i] * inverse, one(n), n, "getriBatched");
            compare<T>(a[i] * other, one(n), n, "matinvBatched");
        }
        compare<T>(take(de[i]), a[i], 8. * n, "matinvBatched's A");
        take(da[i]);
    }
    for (T **l : {la, lb, lc, le, lf})
        cudaFree(l);
    cudaFree(infos), cudaFree(pivots);
}

// The residual of least squares is orthogonal to A's columns.
template <typename T>
static void least_squares(cublasHandle_t h)
{
    int n = pick(1, 8), m = n + pick(0, 8), k = pick(1, 3), info = -1, *infos;
    Matrix a[COUNT], b[COUNT];
    Array<T> da[COUNT], db[COUNT], dt[COUNT], dx[COUNT];
    Scalars<T> s;
    scalars(h, &s);
    cudaMalloc(&infos, COUNT * sizeof *infos);
    for (int i = 0; i < COUNT; i++) {
        a[i] = numbers<T>(m, n), b[i] = numbers<T>(m, k);
        for (int j = 0; j < n; j++)
            a[i](j, j) += 4. * n;
        da[i] = make<T>(a[i]), db[i] = make<T>(b[i]);
        Matrix square = a[i];
        square = turned(square, 'T'), square.at.resize(n * n), square.columns = n; // (n, n)
        dt[i] = make<T>(square), dx[i] = make<T>(turned(b[i], 'T')), a[i].at.size();
    }
    T **la = list(da), **lb = list(db), **lt = list(dt), **lx = list(dx);
    gels(T(), h, CUBLAS_OP_N, m, n, k, la, da[0].ld, lb, db[0].ld, &info, infos, (int)COUNT);
    differ += info != 0;
    for (int i = 0; i < COUNT; i++) {
        expect(infos, i, 0, "gelsBatched");
        Matrix all = take(db[i]), x = zeros(n, k);
        for (int j = 0; j < k; j++)
            for (int l = 0; l < n; l++)
                x(l, j) = all(l, j);
        compare<T>(turned(a[i], 'C') * sum(a[i] * x, scaled(-1, b[i])), zeros(n, k), 64. * m * n,
                   "gelsBatched");
        take(da[i]);
    }
    // X (k, m) with X op(L) = alpha B, L the lower triangle of a square: trsmBatched on the first n columns.
    trsm_batched(T(), h, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                 CUBLAS_DIAG_NON_UNIT, k, n, s.at, (const T *const *)lt, dt[0].ld, lx, dx[0].ld,
                 (int)COUNT);
    for (int i = 0; i < COUNT; i++) {
        Matrix l = take(dt[i]), all = take(dx[i]), x = zeros(k, n), want = zeros(k, n);
        for (int j = 0; j < n; j++) {
            for (int r = 0; r < j; r++)
                l(r, j) = 0;
            for (int r = 0; r < k; r++)
                x(r, j) = all(r, j), want(r, j) = s.alpha * b[i](j, r);
        }
        compare<T>(x * l, want, 8. * n, "trsmBatched");
    }
    for (T **l : {la, lb, lt, lx})
        cudaFree(l);
    cudaFree(infos), cudaFree(s.device);
}

// T: of the vectors. S: in which is computed.
template <typename T, typename S>
static void vectors(cublasHandle_t h)
{
    int n = pick(0, 100), incx = pick(1, 3), incy = pick(1, 3);
    cudaDataType t = About<T>::type, compute = About<S>::type;
    Matrix x = numbers<T>(n * incx + 1, 1), y = numbers<T>(n * incy + 1, 1);
    Scalars<S> s;
    scalars(h, &s);
    Array<T> dx = make<T>(x, 0), dy = make<T>(y, 0), dr = make<T>(zeros(3, 1), 0);
    check(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE), "SetPointerMode");
    check(cublasDotEx(h, n, dx.device, t, incx, dy.device, t, incy, dr.device, t, compute),
          "DotEx");
    check(cublasDotcEx(h, n, dx.device, t, incx, dy.device, t, incy, dr.device + 1, t, compute),
          "DotcEx");
    check(cublasNrm2Ex(h, n, dx.device, t, incx, dr.device + 2, t, compute), "Nrm2Ex");
    Matrix want = zeros(3, 1);
    for (int i = 0; i < n; i++) {
        want(0, 0) += x(i * incx, 0) * y(i * incy, 0);
        want(2, 0) += x(i * incx, 0) * x(i * incx, 0);
    }
    want(1, 0) = want(0, 0), want(2, 0) = sqrt(want(2, 0));
    compare<T>(take(dr), want, 0.1 * n, "DotEx, Nrm2Ex");
    check(cublasAxpyEx(h, n, s.device, compute, dx.device, t, incx, dy.device, t, incy, compute),
          "AxpyEx");
    check(cublasScalEx(h, n, s.device + 1, compute, dx.device, t, incx, compute), "ScalEx");
    for (int i = 0; i < n; i++) {
        y(i * incy, 0) += s.alpha * x(i * incx, 0);
        x(i * incx, 0) *= s.beta;
    }
    compare<T>(take(dy), y, 0.1, "AxpyEx");
    compare<T>(take(dx), x, 0.1, "ScalEx");
    cudaFree(s.device);
}

// Prints a line for each call that must fail: how it does.
static void errors(cublasHandle_t h)
{
    int info = 0, *infos;
    float once = 1, *d, **l;
    cudaMalloc(&d, 4096);
    cudaMalloc(&l, 64);
    cudaMalloc(&infos, 64);
    cublasSideMode_t left = CUBLAS_SIDE_LEFT;
    cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
    cublasOperation_t N = CUBLAS_OP_N;
    printf("%d no handle\n",
           cublasStrsm(NULL, left, lower, N, CUBLAS_DIAG_UNIT, 4, 4, &once, d, 4, d, 4));
    printf("%d lda\n", cublasStrsm(h, left, lower, N, CUBLAS_DIAG_UNIT, 4, 4, &once, d, 3, d, 4));
    printf("%d full\n", cublasStrsm(h, left, CUBLAS_FILL_MODE_FULL, N, CUBLAS_DIAG_UNIT, 4, 4,
                                    &once, d, 4, d, 4));
    printf("%d incx\n", cublasStrsv(h, lower, N, CUBLAS_DIAG_UNIT, 4, d, 4, d, 0));
    printf("%d n\n", cublasSgetrfBatched(h, -1, l, 4, NULL, infos, 1));
    printf("%d large\n", cublasSmatinvBatched(h, 33, l, 33, l, 33, infos, 1));
    cublasStatus_t s = cublasSgetrsBatched(h, N, 4, 2, l, 4, NULL, l, 3, &info, 1);
    printf("%d ldb, info %d\n", s, info);
    s = cublasSgelsBatched(h, CUBLAS_OP_T, 4, 4, 1, l, 4, l, 4, &info, NULL, 1);
    printf("%d transposed\n", s);
    printf("%d other types\n",
           cublasDotEx(h, 4, d, CUDA_R_32F, 1, d, CUDA_R_64F, 1, d, CUDA_R_32F, CUDA_R_32F));
    printf("%d computed in half\n",
           cublasDotEx(h, 4, d, CUDA_R_16F, 1, d, CUDA_R_16F, 1, d, CUDA_R_16F, CUDA_R_16F));
}

template <typename T>
static void all(cublasHandle_t h)
{
    triangles<T>(h);
    symmetric<T>(h);
    batches<T>(h);
    least_squares<T>(h);
}

int main(int argc, char **argv)
{
    cublasHandle_t h;
    check(cublasCreate(&h), "Create");
    if (argc > 1) {
        errors(h);
        return 0;
    }
    for (int i = 0; i < 40; i++) {
        all<float>(h);
        all<double>(h);
        all<cuComplex>(h);
        all<cuDoubleComplex>(h);
        vectors<float, float>(h);
        vectors<double, double>(h);
        vectors<__half, float>(h);
    }
    check(cublasDestroy(h), "Destroy");
    printf("%d differ of %s\n", (int)differ, compared > 100000 ? "more than 100000" : "too few");
    return differ != 0;
}
