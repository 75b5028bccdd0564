// sparse.cu: compares cuSPARSE's calls with plain loops over dense matrices, for random sizes, formats, index types and bases,
// operations, orders and scalars of the host and of the device. Prints how many results it compared and how many differ. An argument
// runs one other test instead: errors, graph, outside or index.
#define ROUNDINGS 8
#include "numbers.h"

#include <cusparse.h>
#include <stdint.h>

#define CALL(name, ...) check(name(__VA_ARGS__), #name)

static void check(cusparseStatus_t s, const char *name)
{
    if (s != CUSPARSE_STATUS_SUCCESS) {
        printf("%s: %s\n", name, cusparseGetErrorName(s));
        differ++;
    }
}

// What the device has of one test; all of it is freed at the test's end.
static std::vector<void *> taken;

template <typename T>
static T *device(size_t n)
{
    T *p;
    cudaMalloc(&p, (n + 1) * sizeof(T));
    cudaMemset(p, 0x42, (n + 1) * sizeof(T));
    taken.push_back(p);
    return p;
}

template <typename T>
static T *device(std::vector<T> host)
{
    T *p = device<T>(host.size());
    cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

template <typename T>
static std::vector<T> host(const void *p, size_t n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

static void free_taken(void)
{
    for (void *p : taken)
        cudaFree(p);
    taken.clear();
}

static void same(int64_t got, int64_t wanted, const char *what)
{
    compared++;
    if (got != wanted) {
        printf("%s: %lld, not %lld\n", what, (long long)got, (long long)wanted);
        differ++;
    }
}

// A matrix of which most elements are 0.
template <typename T>
static Matrix thin(int rows, int columns, int percent)
{
    Matrix m = numbers<T>(rows, columns);
    for (Number &x : m.at)
        if (pick(0, 99) >= percent)
            x = 0;
    return m;
}

// Conjugates only complex numbers: cuSPARSE refuses others where the matrix is sparse.
static cusparseOperation_t pick_op(char *letter, bool is_complex = true)
{
    int op = pick(0, is_complex ? 2 : 1);
    *letter = "NTC"[op];
    return (cusparseOperation_t)op;
}

// Indices of either size.
static void *indices(std::vector<int64_t> v, cusparseIndexType_t type)
{
    if (type == CUSPARSE_INDEX_64I)
        return device(v);
    return device(std::vector<int32_t>(v.begin(), v.end()));
}

static std::vector<int64_t> get_indices(const void *p, size_t n, cusparseIndexType_t type)
{
    if (type == CUSPARSE_INDEX_64I)
        return host<int64_t>(p, n);
    std::vector<int32_t> v = host<int32_t>(p, n);
    return std::vector<int64_t>(v.begin(), v.end());
}

// The arrays of a sparse matrix in one of the three formats.
struct Arrays {
    cusparseFormat_t format;
    cusparseIndexBase_t base;
    std::vector<int64_t> first, second;
    std::vector<Number> values;
};

static Arrays arrays(Matrix m, cusparseFormat_t format, cusparseIndexBase_t base)
{
    Arrays a = {format, base};
    bool by_columns = format == CUSPARSE_FORMAT_CSC, coo = format == CUSPARSE_FORMAT_COO;
    int lines = by_columns ? m.columns : m.rows, most = by_columns ? m.rows : m.columns;
    for (int line = 0; line < lines; line++) {
        if (!coo)
            a.first.push_back(a.values.size() + base);
        for (int i = 0; i < most; i++) {
            Number x = by_columns ? m(i, line) : m(line, i);
            if (x == 0.)
                continue;
            if (coo)
                a.first.push_back(line + base);
            a.second.push_back(i + base);
            a.values.push_back(x);
        }
    }
    if (!coo)
        a.first.push_back(a.values.size() + base);
    return a;
}

template <typename T>
static T *values_of(std::vector<Number> v)
{
    std::vector<T> t(v.size());
    for (size_t i = 0; i < v.size(); i++)
        set(&t[i], v[i]);
    return device(t);
}

// A sparse matrix on the device. `order` orders its elements: row by row, or as a format may have them.
template <typename T>
static cusparseSpMatDescr_t sparse(Matrix m, cusparseFormat_t format, cusparseIndexType_t type)
{
    Arrays a = arrays(m, format, (cusparseIndexBase_t)pick(0, 1));
    int64_t rows = m.rows, columns = m.columns, n = a.values.size();
    cusparseSpMatDescr_t d = NULL;
    void *first = indices(a.first, type), *second = indices(a.second, type);
    T *values = values_of<T>(a.values);
    if (format == CUSPARSE_FORMAT_CSR)
        CALL(cusparseCreateCsr, &d, rows, columns, n, first, second, values, type, type, a.base,
             About<T>::type);
    else if (format == CUSPARSE_FORMAT_CSC)
        CALL(cusparseCreateCsc, &d, rows, columns, n, first, second, values, type, type, a.base,
             About<T>::type);
    else
        CALL(cusparseCreateCoo, &d, rows, columns, n, first, second, values, type, a.base,
             About<T>::type);
    return d;
}

template <typename T>
static cusparseSpMatDescr_t sparse(Matrix m, cusparseFormat_t format)
{
    return sparse<T>(m, format, pick(0, 1) ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I);
}

static cusparseFormat_t pick_format(void)
{
    return (cusparseFormat_t)pick(CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_COO);
}

// A dense matrix on the device, in either order, with room between its lines.
template <typename T>
static cusparseDnMatDescr_t dense(Matrix m)
{
    cusparseOrder_t order = pick(0, 1) ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW;
    bool by_columns = order == CUSPARSE_ORDER_COL;
    int ld = (by_columns ? m.rows : m.columns) + pick(0, 3),
        lines = by_columns ? m.columns : m.rows;
    std::vector<T> at(ld * lines);
    memset((void *)at.data(), 0x42, at.size() * sizeof(T));
    for (int i = 0; i < m.rows; i++)
        for (int j = 0; j < m.columns; j++)
            set(&at[by_columns ? i + j * ld : j + i * ld], m(i, j));
    cusparseDnMatDescr_t d = NULL;
    CALL(cusparseCreateDnMat, &d, m.rows, m.columns, ld, device(at), About<T>::type, order);
    return d;
}

// What the device has. Between lines nothing may have changed.
template <typename T>
static Matrix get(cusparseDnMatDescr_t d)
{
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
    CALL(cusparseDnMatGet, d, &rows, &columns, &ld, &values, &type, &order);
    bool by_columns = order == CUSPARSE_ORDER_COL;
    Matrix m = zeros((int)rows, (int)columns);
    int lines = (int)(by_columns ? columns : rows), width = (int)(by_columns ? rows : columns);
    std::vector<T> at = host<T>(values, ld * lines);
    T untouched;
    memset((void *)&untouched, 0x42, sizeof untouched);
    for (int line = 0; line < lines; line++)
        for (int i = 0; i < ld; i++) {
            T x = at[i + line * ld];
            if (i < width)
                (by_columns ? m(i, line) : m(line, i)) = value_of(x);
            else if (memcmp(&x, &untouched, sizeof x) != 0)
                differ++;
        }
    return m;
}

template <typename T>
static cusparseDnVecDescr_t vector(Matrix m)
{
    cusparseDnVecDescr_t d = NULL;
    CALL(cusparseCreateDnVec, &d, (int64_t)m.at.size(), values_of<T>(m.at), About<T>::type);
    return d;
}

template <typename T>
static Matrix get(cusparseDnVecDescr_t d)
{
    int64_t n;
    void *values;
    cudaDataType type;
    CALL(cusparseDnVecGet, d, &n, &values, &type);
    same(type, About<T>::type, "a vector's type");
    std::vector<T> at = host<T>(values, n);
    Matrix m = zeros((int)n, 1);
    for (int i = 0; i < n; i++)
        m(i, 0) = value_of(at[i]);
    return m;
}

// alpha and beta: on the host, or on the device if the pointer mode says so. Each is sometimes 0.
template <typename T>
struct Scalars {
    Number alpha, beta;
    const T *at;
    T here[2];
};

template <typename T>
static void scalars(cusparseHandle_t h, Scalars<T> *s)
{
    Matrix m = numbers<T>(2, 1);
    s->alpha = pick(0, 5) ? m(0, 0) : 0;
    s->beta = pick(0, 3) ? m(1, 0) : 0;
    set(&s->here[0], s->alpha);
    set(&s->here[1], s->beta);
    s->at = s->here;
    bool on_device = pick(0, 1);
    if (on_device)
        s->at = device(std::vector<T>(s->here, s->here + 2));
    CALL(cusparseSetPointerMode, h,
         on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST);
}

// A matrix scaled; by 0 it is 0, whatever it has.
static Matrix scaled(Number by, Matrix m)
{
    for (Number &x : m.at)
        x = by == 0. ? 0 : by * x;
    return m;
}

static Matrix sum(Matrix a, Matrix b)
{
    for (size_t i = 0; i < a.at.size(); i++)
        a.at[i] += b.at[i];
    return a;
}

// T: of the matrices. S: of the scalars and the sums.
template <typename T, typename S>
static void products(cusparseHandle_t h)
{
    int m = pick(0, 30), k = pick(0, 30), n = pick(1, 7);
    char op_a, op_b;
    cusparseOperation_t opA = pick_op(&op_a, About<T>::is_complex), opB = pick_op(&op_b);
    cudaDataType compute = About<S>::type;
    size_t size = 0;
    Scalars<S> s;
    scalars(h, &s);
    Matrix a = thin<T>(op_a == 'N' ? m : k, op_a == 'N' ? k : m, 20), x = numbers<T>(k, 1),
           y = numbers<T>(m, 1), b = numbers<T>(op_b == 'N' ? k : n, op_b == 'N' ? n : k),
           c = numbers<T>(m, n);
    if (s.beta == 0. && m)
        y(m - 1, 0) = c(0, n - 1) = NAN; // what is not read may be no number
    cusparseSpMatDescr_t sa = sparse<T>(a, pick_format());
    cusparseDnVecDescr_t dx = vector<T>(x), dy = vector<T>(y);
    cusparseDnMatDescr_t db = dense<T>(b), dc = dense<T>(c);
    CALL(cusparseSpMV_bufferSize, h, opA, s.at, sa, dx, s.at + 1, dy, compute,
         CUSPARSE_SPMV_ALG_DEFAULT, &size);
    void *buffer = device<char>(size);
    CALL(cusparseSpMV_preprocess, h, opA, s.at, sa, dx, s.at + 1, dy, compute,
         CUSPARSE_SPMV_ALG_DEFAULT, buffer);
    CALL(cusparseSpMV, h, opA, s.at, sa, dx, s.at + 1, dy, compute, CUSPARSE_SPMV_ALG_DEFAULT,
         buffer);
    compare<T>(get<T>(dy), sum(scaled(s.alpha, turned(a, op_a) * x), scaled(s.beta, y)), 8. * k,
               "SpMV");
    CALL(cusparseSpMM_bufferSize, h, opA, opB, s.at, sa, db, s.at + 1, dc, compute,
         CUSPARSE_SPMM_ALG_DEFAULT, &size);
    CALL(cusparseSpMM_preprocess, h, opA, opB, s.at, sa, db, s.at + 1, dc, compute,
         CUSPARSE_SPMM_ALG_DEFAULT, buffer);
    CALL(cusparseSpMM, h, opA, opB, s.at, sa, db, s.at + 1, dc, compute, CUSPARSE_SPMM_ALG_DEFAULT,
         buffer);
    compare<T>(get<T>(dc),
               sum(scaled(s.alpha, turned(a, op_a) * turned(b, op_b)), scaled(s.beta, c)), 8. * k,
               "SpMM");
    CALL(cusparseDestroySpMat, sa);
    CALL(cusparseDestroyDnVec, dx);
    CALL(cusparseDestroyDnVec, dy);
    CALL(cusparseDestroyDnMat, db);
    CALL(cusparseDestroyDnMat, dc);
    free_taken();
}

// The dense product only where C has elements.
template <typename T>
static void sampled(cusparseHandle_t h)
{
    int m = pick(1, 20), n = pick(1, 20), k = pick(1, 9);
    char op_a, op_b;
    cusparseOperation_t opA = pick_op(&op_a), opB = pick_op(&op_b);
    size_t size = 0;
    Scalars<T> s;
    scalars(h, &s);
    Matrix a = numbers<T>(op_a == 'N' ? m : k, op_a == 'N' ? k : m),
           b = numbers<T>(op_b == 'N' ? k : n, op_b == 'N' ? n : k), c = thin<T>(m, n, 30);
    cusparseFormat_t format = pick_format();
    cusparseSpMatDescr_t sc = sparse<T>(c, format);
    cusparseDnMatDescr_t da = dense<T>(a), db = dense<T>(b);
    CALL(cusparseSDDMM_bufferSize, h, opA, opB, s.at, da, db, s.at + 1, sc, About<T>::type,
         CUSPARSE_SDDMM_ALG_DEFAULT, &size);
    CALL(cusparseSDDMM_preprocess, h, opA, opB, s.at, da, db, s.at + 1, sc, About<T>::type,
         CUSPARSE_SDDMM_ALG_DEFAULT, device<char>(size));
    CALL(cusparseSDDMM, h, opA, opB, s.at, da, db, s.at + 1, sc, About<T>::type,
         CUSPARSE_SDDMM_ALG_DEFAULT, device<char>(size));
    Matrix want = sum(scaled(s.alpha, turned(a, op_a) * turned(b, op_b)), scaled(s.beta, c));
    cusparseDnMatDescr_t got = dense<T>(zeros(m, n));
    CALL(cusparseSparseToDense, h, sc, got, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, device<char>(16));
    for (int i = 0; i < m * n; i++)
        if (c.at[i] == 0.)
            want.at[i] = 0;
    compare<T>(get<T>(got), want, 8. * k, "SDDMM");
    CALL(cusparseDestroySpMat, sc);
    CALL(cusparseDestroyDnMat, da);
    CALL(cusparseDestroyDnMat, db);
    CALL(cusparseDestroyDnMat, got);
    free_taken();
}

template <typename T>
static void vectors(cusparseHandle_t h)
{
    int n = pick(1, 60), base = pick(0, 1);
    Matrix x = thin<T>(n, 1, 30), y = numbers<T>(n, 1), dot = zeros(1, 1), gathered = y;
    std::vector<int64_t> places;
    std::vector<Number> numbers_of_x;
    for (int i = 0; i < n; i++)
        if (x(i, 0) != 0.) {
            places.push_back(i + base);
            numbers_of_x.push_back(x(i, 0));
        }
    bool conjugates = About<T>::is_complex && pick(0, 1);
    cusparseOperation_t opX =
        conjugates ? CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseIndexType_t type = pick(0, 1) ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
    cusparseSpVecDescr_t sx;
    T *values = values_of<T>(numbers_of_x);
    size_t size = 0;
    CALL(cusparseCreateSpVec, &sx, n, (int64_t)places.size(), indices(places, type), values, type,
         (cusparseIndexBase_t)base, About<T>::type);
    cusparseDnVecDescr_t dy = vector<T>(y);
    Scalars<T> s;
    scalars(h, &s);
    bool on_device = s.at != s.here;
    T here, *result = on_device ? device<T>(1) : &here;
    CALL(cusparseSpVV_bufferSize, h, opX, sx, dy, result, About<T>::type, &size);
    CALL(cusparseSpVV, h, opX, sx, dy, result, About<T>::type, device<char>(size));
    if (on_device)
        here = host<T>(result, 1)[0];
    Matrix got = zeros(1, 1);
    got(0, 0) = value_of(here);
    compare<T>(got, turned(x, conjugates ? 'C' : 'T') * y, 8. * n, "SpVV");
    CALL(cusparseAxpby, h, s.at, sx, s.at + 1, dy);
    y = sum(scaled(s.alpha, x), scaled(s.beta, y));
    compare<T>(get<T>(dy), y, 8, "Axpby");
    cudaMemset(values, 0, places.size() * sizeof(T));
    CALL(cusparseGather, h, dy, sx);
    dy = vector<T>(zeros(n, 1));
    CALL(cusparseScatter, h, sx, dy);
    for (int i = 0; i < n; i++)
        if (x(i, 0) == 0.)
            y(i, 0) = 0;
    compare<T>(get<T>(dy), y, 8, "Gather and Scatter");
    CALL(cusparseDestroySpVec, sx);
    CALL(cusparseDestroyDnVec, dy);
    free_taken();
}

template <typename T>
static void conversions(cusparseHandle_t h)
{
    int m = pick(1, 20), n = pick(1, 20);
    Matrix a = thin<T>(m, n, 25);
    cusparseFormat_t format = pick_format();
    cusparseIndexBase_t base = (cusparseIndexBase_t)pick(0, 1);
    cusparseIndexType_t type = pick(0, 1) ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
    Arrays want = arrays(a, format, base);
    cusparseDnMatDescr_t da = dense<T>(a), back = dense<T>(numbers<T>(m, n));
    cusparseSpMatDescr_t s;
    int lines = format == CUSPARSE_FORMAT_CSR ? m : n;
    bool coo = format == CUSPARSE_FORMAT_COO;
    void *first = coo ? NULL : device<int64_t>(lines + 1);
    if (format == CUSPARSE_FORMAT_CSR)
        CALL(cusparseCreateCsr, &s, m, n, 0, first, NULL, NULL, type, type, base, About<T>::type);
    else if (format == CUSPARSE_FORMAT_CSC)
        CALL(cusparseCreateCsc, &s, m, n, 0, first, NULL, NULL, type, type, base, About<T>::type);
    else
        CALL(cusparseCreateCoo, &s, m, n, 0, NULL, NULL, NULL, type, base, About<T>::type);
    size_t size = 0;
    CALL(cusparseDenseToSparse_bufferSize, h, da, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size);
    CALL(cusparseDenseToSparse_analysis, h, da, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
         device<char>(size));
    int64_t rows, columns, nnz;
    CALL(cusparseSpMatGetSize, s, &rows, &columns, &nnz);
    same(rows, m, "rows"), same(columns, n, "columns");
    same(nnz, want.values.size(), "nnz");
    void *second = device<int64_t>(nnz), *values = device<T>(nnz);
    if (coo)
        first = device<int64_t>(nnz);
    check(format == CUSPARSE_FORMAT_CSR   ? cusparseCsrSetPointers(s, first, second, values)
          : format == CUSPARSE_FORMAT_CSC ? cusparseCscSetPointers(s, first, second, values)
                                          : cusparseCooSetPointers(s, first, second, values),
          "SetPointers");
    CALL(cusparseDenseToSparse_convert, h, da, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT,
         device<char>(size));
    std::vector<int64_t> got = get_indices(first, want.first.size(), type);
    for (size_t i = 0; i < got.size(); i++)
        same(got[i], want.first[i], "DenseToSparse: offsets");
    got = get_indices(second, want.second.size(), type);
    for (size_t i = 0; i < got.size(); i++)
        same(got[i], want.second[i], "DenseToSparse: indices");
    CALL(cusparseSparseToDense_bufferSize, h, s, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size);
    CALL(cusparseSparseToDense, h, s, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, device<char>(size));
    compare<T>(get<T>(back), a, 8, "there and back");
    CALL(cusparseDestroySpMat, s);
    CALL(cusparseDestroyDnMat, da);
    CALL(cusparseDestroyDnMat, back);
    free_taken();
}

template <typename T>
static void sparse_product(cusparseHandle_t h)
{
    int m = pick(1, 25), k = pick(1, 25), n = pick(1, 25);
    Matrix a = thin<T>(m, k, 20), b = thin<T>(k, n, 20);
    Scalars<T> s;
    scalars(h, &s);
    cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseIndexType_t type = CUSPARSE_INDEX_32I; // all must have the same
    cusparseSpMatDescr_t sa = sparse<T>(a, CUSPARSE_FORMAT_CSR, type),
                         sb = sparse<T>(b, CUSPARSE_FORMAT_CSR, type), sc;
    void *first = device<int>(m + 1);
    CALL(cusparseCreateCsr, &sc, m, n, 0, first, NULL, NULL, type, type, CUSPARSE_INDEX_BASE_ZERO,
         About<T>::type);
    cusparseSpGEMMDescr_t d;
    CALL(cusparseSpGEMM_createDescr, &d);
    size_t size = 0;
    cudaDataType compute = About<T>::type;
    cusparseSpGEMMAlg_t alg = CUSPARSE_SPGEMM_DEFAULT;
    CALL(cusparseSpGEMM_workEstimation, h, N, N, s.at, sa, sb, s.at + 1, sc, compute, alg, d, &size,
         NULL);
    CALL(cusparseSpGEMM_workEstimation, h, N, N, s.at, sa, sb, s.at + 1, sc, compute, alg, d, &size,
         device<char>(size));
    CALL(cusparseSpGEMM_compute, h, N, N, s.at, sa, sb, s.at + 1, sc, compute, alg, d, &size, NULL);
    CALL(cusparseSpGEMM_compute, h, N, N, s.at, sa, sb, s.at + 1, sc, compute, alg, d, &size,
         device<char>(size));
    int64_t rows, columns, nnz, wanted = 0;
    CALL(cusparseSpMatGetSize, sc, &rows, &columns, &nnz);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            bool any = false;
            for (int l = 0; l < k; l++)
                any = any || (a(i, l) != 0. && b(l, j) != 0.);
            wanted += any;
        }
    same(nnz, wanted, "SpGEMM: nnz");
    Matrix before = numbers<T>((int)nnz, 1);
    CALL(cusparseCsrSetPointers, sc, first, device<int>(nnz), values_of<T>(before.at));
    CALL(cusparseSpGEMM_copy, h, N, N, s.at, sa, sb, s.at + 1, sc, compute, alg, d);
    cusparseDnMatDescr_t got = dense<T>(zeros(m, n));
    CALL(cusparseSparseToDense, h, sc, got, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, device<char>(16));
    Matrix want = scaled(s.alpha, a * b);
    int at = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            bool any = false;
            for (int l = 0; l < k; l++)
                any = any || (a(i, l) != 0. && b(l, j) != 0.);
            if (any)
                want(i, j) += s.beta * before(at++, 0);
        }
    compare<T>(get<T>(got), want, 8. * k, "SpGEMM");
    CALL(cusparseSpGEMM_destroyDescr, d);
    CALL(cusparseDestroySpMat, sa);
    CALL(cusparseDestroySpMat, sb);
    CALL(cusparseDestroySpMat, sc);
    CALL(cusparseDestroyDnMat, got);
    free_taken();
}

// op(A) X = alpha B, where the other triangle of A has numbers, too.
template <typename T>
static void triangular(cusparseHandle_t h)
{
    int n = pick(1, 25), k = pick(1, 5);
    char op_a, op_b;
    cusparseOperation_t opA = pick_op(&op_a), opB = pick_op(&op_b);
    cusparseFillMode_t fill = (cusparseFillMode_t)pick(0, 1);
    cusparseDiagType_t diagonal = (cusparseDiagType_t)pick(0, 1);
    Matrix a = thin<T>(n, n, 30), x = numbers<T>(n, 1),
           b = numbers<T>(op_b == 'N' ? n : k, op_b == 'N' ? k : n), triangle = a;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == j)
                triangle(i, i) = diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1. : (a(i, i) = 12. + i);
            else if (fill == CUSPARSE_FILL_MODE_LOWER ? j > i : j < i)
                triangle(i, j) = 0;
            else
                triangle(i, j) = a(i, j) = a(i, j) / 16.;
    cusparseSpMatDescr_t sa = sparse<T>(a, pick_format());
    CALL(cusparseSpMatSetAttribute, sa, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill);
    CALL(cusparseSpMatSetAttribute, sa, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal);
    int kept = -1;
    CALL(cusparseSpMatGetAttribute, sa, CUSPARSE_SPMAT_FILL_MODE, &kept, sizeof kept);
    same(kept, fill, "the fill mode");
    cusparseDnVecDescr_t dx = vector<T>(x), dy = vector<T>(x);
    cusparseDnMatDescr_t db = dense<T>(b), dc = dense<T>(zeros(n, k));
    cusparseSpSVDescr_t sv;
    cusparseSpSMDescr_t sm;
    size_t size = 0;
    Scalars<T> s;
    scalars(h, &s);
    cudaDataType compute = About<T>::type;
    CALL(cusparseSpSV_createDescr, &sv);
    CALL(cusparseSpSV_bufferSize, h, opA, s.at, sa, dx, dy, compute, CUSPARSE_SPSV_ALG_DEFAULT, sv,
         &size);
    CALL(cusparseSpSV_analysis, h, opA, s.at, sa, dx, dy, compute, CUSPARSE_SPSV_ALG_DEFAULT, sv,
         device<char>(size));
    CALL(cusparseSpSV_solve, h, opA, s.at, sa, dx, dy, compute, CUSPARSE_SPSV_ALG_DEFAULT, sv);
    compare<T>(turned(triangle, op_a) * get<T>(dy), scaled(s.alpha, x), 64. * n, "SpSV");
    CALL(cusparseSpSM_createDescr, &sm);
    CALL(cusparseSpSM_bufferSize, h, opA, opB, s.at, sa, db, dc, compute, CUSPARSE_SPSM_ALG_DEFAULT,
         sm, &size);
    CALL(cusparseSpSM_analysis, h, opA, opB, s.at, sa, db, dc, compute, CUSPARSE_SPSM_ALG_DEFAULT,
         sm, device<char>(size));
    CALL(cusparseSpSM_solve, h, opA, opB, s.at, sa, db, dc, compute, CUSPARSE_SPSM_ALG_DEFAULT, sm);
    compare<T>(turned(triangle, op_a) * get<T>(dc), scaled(s.alpha, turned(b, op_b)), 64. * n,
               "SpSM");
    CALL(cusparseSpSV_destroyDescr, sv);
    CALL(cusparseSpSM_destroyDescr, sm);
    CALL(cusparseDestroySpMat, sa);
    CALL(cusparseDestroyDnVec, dx);
    CALL(cusparseDestroyDnVec, dy);
    CALL(cusparseDestroyDnMat, db);
    CALL(cusparseDestroyDnMat, dc);
    free_taken();
}

// Two matrices, one behind the other, times two dense ones.
static void batched(cusparseHandle_t h)
{
    int m = pick(1, 9), k = pick(1, 9), n = pick(1, 5), one_a = pick(0, 1);
    Matrix pattern = thin<float>(m, k, 50), a[2] = {pattern, pattern}, b[2], both_b = zeros(k, 0);
    Matrix no = zeros(m, 2 * n);
    Arrays at = arrays(pattern, CUSPARSE_FORMAT_CSR, CUSPARSE_INDEX_BASE_ZERO);
    size_t nnz = at.values.size();
    std::vector<int64_t> first = at.first, second = at.second;
    std::vector<Number> values = at.values;
    for (int i = 0; i < m * k; i++)
        a[1].at[i] *= one_a ? 1. : 2.;
    first.insert(first.end(), at.first.begin(), at.first.end());
    second.insert(second.end(), at.second.begin(), at.second.end());
    for (size_t i = 0; i < nnz; i++)
        values.push_back(at.values[i] * 2.);
    for (int i = 0; i < 2; i++) {
        b[i] = numbers<float>(k, n);
        both_b.at.insert(both_b.at.end(), b[i].at.begin(), b[i].at.end());
    }
    cusparseIndexType_t type = CUSPARSE_INDEX_32I;
    cusparseSpMatDescr_t sa;
    cusparseDnMatDescr_t db, dc;
    float one = 1, zero = 0;
    CALL(cusparseSetPointerMode, h, CUSPARSE_POINTER_MODE_HOST);
    CALL(cusparseCreateCsr, &sa, m, k, nnz, indices(first, type), indices(second, type),
         values_of<float>(values), type, type, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    CALL(cusparseCreateDnMat, &db, k, n, k, values_of<float>(both_b.at), CUDA_R_32F,
         CUSPARSE_ORDER_COL);
    float *c = values_of<float>(no.at);
    CALL(cusparseCreateDnMat, &dc, m, n, m, c, CUDA_R_32F, CUSPARSE_ORDER_COL);
    if (!one_a)
        CALL(cusparseCsrSetStridedBatch, sa, 2, m + 1, nnz);
    CALL(cusparseDnMatSetStridedBatch, db, 2, k * n);
    CALL(cusparseDnMatSetStridedBatch, dc, 2, m * n);
    CALL(cusparseSpMM, h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one,
         sa, db, &zero, dc, CUDA_R_32F, CUSPARSE_SPMM_CSR_ALG2, NULL);
    std::vector<float> got = host<float>(c, 2 * m * n);
    for (int i = 0; i < 2; i++) {
        Matrix part = zeros(m, n);
        for (int j = 0; j < m * n; j++)
            part.at[j] = got[i * m * n + j];
        compare<float>(part, a[i] * b[i], 8. * k, "SpMM, batched");
    }
    CALL(cusparseDestroySpMat, sa);
    CALL(cusparseDestroyDnMat, db);
    CALL(cusparseDestroyDnMat, dc);
    free_taken();
}

// Calls from before the descriptors.
static void legacy(cusparseHandle_t h)
{
    int m = pick(1, 20), n = pick(1, 20), total = -1, *total_d = device<int>(1);
    cusparseIndexBase_t base = (cusparseIndexBase_t)pick(0, 1);
    cusparseIndexType_t type = CUSPARSE_INDEX_32I;
    Matrix a = thin<double>(m, n, 25);
    Arrays csr = arrays(a, CUSPARSE_FORMAT_CSR, base), csc = arrays(a, CUSPARSE_FORMAT_CSC, base),
           coo = arrays(a, CUSPARSE_FORMAT_COO, base);
    int nnz = (int)csr.values.size();
    int *rows = (int *)indices(coo.first, type), *columns = (int *)indices(csr.second, type);
    int *offsets = device<int>(m + 1), *back = device<int>(nnz);
    CALL(cusparseXcoo2csr, h, rows, nnz, m, offsets, base);
    CALL(cusparseXcsr2coo, h, offsets, nnz, m, back, base);
    for (int i = 0; i <= m; i++)
        same(host<int>(offsets, m + 1)[i], csr.first[i], "Xcoo2csr");
    for (int i = 0; i < nnz; i++)
        same(host<int>(back, nnz)[i], coo.first[i], "Xcsr2coo");

    size_t size = 0;
    double *values = values_of<double>(csr.values), *to = device<double>(nnz);
    int *first = device<int>(n + 1), *second = device<int>(nnz);
    CALL(cusparseCsr2cscEx2_bufferSize, h, m, n, nnz, values, offsets, columns, to, first, second,
         CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, base, CUSPARSE_CSR2CSC_ALG1, &size);
    CALL(cusparseCsr2cscEx2, h, m, n, nnz, values, offsets, columns, to, first, second, CUDA_R_64F,
         CUSPARSE_ACTION_NUMERIC, base, CUSPARSE_CSR2CSC_ALG1, device<char>(size));
    for (int i = 0; i <= n; i++)
        same(host<int>(first, n + 1)[i], csc.first[i], "Csr2cscEx2: offsets");
    for (int i = 0; i < nnz; i++) {
        same(host<int>(second, nnz)[i], csc.second[i], "Csr2cscEx2: rows");
        same(host<double>(to, nnz)[i] == csc.values[i].real(), 1, "Csr2cscEx2: values");
    }

    // Elements in any order; sorted, the permutation says where each came from.
    std::vector<int> shuffled(nnz), from_row(nnz), from_column(nnz);
    for (int i = 0; i < nnz; i++) {
        int j = pick(0, i);
        shuffled[i] = shuffled[j], shuffled[j] = i;
    }
    for (int i = 0; i < nnz; i++) {
        from_row[i] = (int)coo.first[shuffled[i]];
        from_column[i] = (int)coo.second[shuffled[i]];
    }
    for (int by_column = 0; by_column < 2; by_column++) {
        int *r = device(from_row), *c = device(from_column), *p = device<int>(nnz);
        CALL(cusparseCreateIdentityPermutation, h, nnz, p);
        CALL(cusparseXcoosort_bufferSizeExt, h, m, n, nnz, r, c, &size);
        if (by_column)
            CALL(cusparseXcoosortByColumn, h, m, n, nnz, r, c, p, device<char>(size));
        else
            CALL(cusparseXcoosortByRow, h, m, n, nnz, r, c, p, device<char>(size));
        std::vector<int> got_p = host<int>(p, nnz), got_r = host<int>(r, nnz);
        for (int i = 0; i < nnz; i++) {
            same(got_r[i], from_row[got_p[i]], "Xcoosort: permutation");
            same(got_r[i], by_column ? csc.second[i] : coo.first[i], "Xcoosort");
        }
    }
    cusparseMatDescr_t d;
    CALL(cusparseCreateMatDescr, &d);
    CALL(cusparseSetMatType, d, CUSPARSE_MATRIX_TYPE_GENERAL);
    CALL(cusparseSetMatIndexBase, d, base);
    same(cusparseGetMatIndexBase(d), base, "GetMatIndexBase");
    // Each row of the CSR matrix backward.
    std::vector<int> backward(nnz);
    for (int i = 0; i < m; i++)
        for (int64_t k = csr.first[i] - base; k < csr.first[i + 1] - base; k++)
            backward[k] = (int)csr.second[csr.first[i] + csr.first[i + 1] - 2 * base - 1 - k];
    int *c = device(backward), *p = device<int>(nnz);
    CALL(cusparseCreateIdentityPermutation, h, nnz, p);
    CALL(cusparseXcsrsort_bufferSizeExt, h, m, n, nnz, offsets, c, &size);
    CALL(cusparseXcsrsort, h, m, n, nnz, d, offsets, c, p, device<char>(size));
    for (int i = 0; i < nnz; i++) {
        same(host<int>(c, nnz)[i], csr.second[i], "Xcsrsort");
        same(backward[host<int>(p, nnz)[i]], csr.second[i], "Xcsrsort: permutation");
    }

    int lda = m + pick(0, 3), on_device = pick(0, 1);
    std::vector<double> full(lda * n);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            full[i + j * lda] = a(i, j).real();
    CALL(cusparseSetPointerMode, h,
         on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST);
    int *per_row = device<int>(m), *per_column = device<int>(n);
    CALL(cusparseDnnz, h, CUSPARSE_DIRECTION_ROW, m, n, d, device(full), lda, per_row,
         on_device ? total_d : &total);
    CALL(cusparseDnnz, h, CUSPARSE_DIRECTION_COLUMN, m, n, d, device(full), lda, per_column,
         on_device ? total_d : &total);
    same(on_device ? host<int>(total_d, 1)[0] : total, nnz, "nnz");
    for (int i = 0; i < m; i++)
        same(host<int>(per_row, m)[i], csr.first[i + 1] - csr.first[i], "nnz per row");
    for (int i = 0; i < n; i++)
        same(host<int>(per_column, n)[i], csc.first[i + 1] - csc.first[i], "nnz per column");
    CALL(cusparseDestroyMatDescr, d);
    free_taken();
}

// A sum of two matrices in CSR, and L U = A where A has elements.
static void sums(cusparseHandle_t h)
{
    int m = pick(1, 15), n = pick(1, 15), total = -1, *total_d = device<int>(1), missing = -2;
    cusparseIndexBase_t base = (cusparseIndexBase_t)pick(0, 1);
    cusparseIndexType_t type = CUSPARSE_INDEX_32I;
    Matrix a = thin<double>(m, n, 30), b = thin<double>(m, n, 30), q = thin<double>(m, m, 30);
    Scalars<double> s;
    scalars(h, &s);
    bool on_device = s.at != s.here;
    Arrays ca = arrays(a, CUSPARSE_FORMAT_CSR, base), cb = arrays(b, CUSPARSE_FORMAT_CSR, base);
    int na = (int)ca.values.size(), nb = (int)cb.values.size();
    int *fa = (int *)indices(ca.first, type), *ka = (int *)indices(ca.second, type);
    int *fb = (int *)indices(cb.first, type), *kb = (int *)indices(cb.second, type);
    int *fc = device<int>(m + 1);
    double *va = values_of<double>(ca.values), *vb = values_of<double>(cb.values);
    cusparseMatDescr_t d, zero_based;
    CALL(cusparseCreateMatDescr, &d);
    CALL(cusparseCreateMatDescr, &zero_based);
    CALL(cusparseSetMatIndexBase, d, base);
    size_t size = 0;
    CALL(cusparseDcsrgeam2_bufferSizeExt, h, m, n, s.at, d, na, va, fa, ka, s.at + 1, d, nb, vb, fb,
         kb, zero_based, NULL, fc, NULL, &size);
    CALL(cusparseXcsrgeam2Nnz, h, m, n, d, na, fa, ka, d, nb, fb, kb, zero_based, fc,
         on_device ? total_d : &total, device<char>(size));
    if (on_device)
        total = host<int>(total_d, 1)[0];
    int wanted = 0;
    for (int i = 0; i < m * n; i++)
        wanted += a.at[i] != 0. || b.at[i] != 0.;
    same(total, wanted, "csrgeam2Nnz");
    int *kc = device<int>(total);
    double *vc = device<double>(total);
    CALL(cusparseDcsrgeam2, h, m, n, s.at, d, na, va, fa, ka, s.at + 1, d, nb, vb, fb, kb,
         zero_based, vc, fc, kc, device<char>(size));
    cusparseSpMatDescr_t sc;
    CALL(cusparseCreateCsr, &sc, m, n, total, fc, kc, vc, type, type, CUSPARSE_INDEX_BASE_ZERO,
         CUDA_R_64F);
    cusparseDnMatDescr_t got = dense<double>(zeros(m, n));
    CALL(cusparseSparseToDense, h, sc, got, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, device<char>(16));
    compare<double>(get<double>(got), sum(scaled(s.alpha, a), scaled(s.beta, b)), 8, "csrgeam2");

    for (int i = 0; i < m; i++)
        q(i, i) = 20. + i;
    Arrays cq = arrays(q, CUSPARSE_FORMAT_CSR, base);
    int nq = (int)cq.values.size(), bytes = 0, *position = on_device ? total_d : &missing;
    int *fq = (int *)indices(cq.first, type), *kq = (int *)indices(cq.second, type);
    double *vq = values_of<double>(cq.values);
    csrilu02Info_t info;
    CALL(cusparseCreateCsrilu02Info, &info);
    CALL(cusparseDcsrilu02_bufferSize, h, m, nq, d, vq, fq, kq, info, &bytes);
    CALL(cusparseDcsrilu02_analysis, h, m, nq, d, vq, fq, kq, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
         device<char>(bytes));
    CALL(cusparseDcsrilu02, h, m, nq, d, vq, fq, kq, info, CUSPARSE_SOLVE_POLICY_NO_LEVEL,
         device<char>(bytes));
    CALL(cusparseXcsrilu02_zeroPivot, h, info, position);
    same(on_device ? host<int>(total_d, 1)[0] : missing, -1, "a pivot of 0");
    std::vector<double> lu = host<double>(vq, nq);
    Matrix l = one(m), u = zeros(m, m);
    for (int i = 0; i < m; i++)
        for (int64_t k = cq.first[i] - base; k < cq.first[i + 1] - base; k++) {
            int j = (int)cq.second[k] - base;
            (j < i ? l : u)(i, j) = lu[k];
        }
    Matrix product = l * u;
    for (int i = 0; i < m * m; i++)
        if (q.at[i] == 0.)
            product.at[i] = 0;
    compare<double>(product, q, 8. * m, "csrilu02");
    // A diagonal that vanishes.
    int bad = pick(0, m - 1);
    for (Number &x : q.at)
        x = 0;
    for (int i = 0; i < m; i++)
        q(i, i) = i + 1;
    cq = arrays(q, CUSPARSE_FORMAT_CSR, base);
    cq.values[bad] = 0;
    CALL(cusparseDcsrilu02, h, m, m, d, values_of<double>(cq.values),
         (int *)indices(cq.first, type), (int *)indices(cq.second, type), info,
         CUSPARSE_SOLVE_POLICY_NO_LEVEL, NULL);
    same(cusparseXcsrilu02_zeroPivot(h, info, position), CUSPARSE_STATUS_ZERO_PIVOT, "zeroPivot");
    same(on_device ? host<int>(total_d, 1)[0] : missing, bad + base, "the pivot of 0");
    CALL(cusparseDestroyCsrilu02Info, info);
    CALL(cusparseDestroyMatDescr, d);
    CALL(cusparseDestroyMatDescr, zero_based);
    CALL(cusparseDestroySpMat, sc);
    CALL(cusparseDestroyDnMat, got);
    free_taken();
}

// A matrix of (2, 3) with 3 elements, and vectors for it.
struct Small {
    int *offsets, *columns;
    float *values, *x, *y;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t dx, dy;
};

static Small small(void)
{
    Small s;
    s.offsets = device(std::vector<int>{0, 2, 3});
    s.columns = device(std::vector<int>{0, 2, 1});
    s.values = device(std::vector<float>{1, 2, 3});
    s.x = device(std::vector<float>{10, 20, 30});
    s.y = device(std::vector<float>{1, 1});
    CALL(cusparseCreateCsr, &s.a, 2, 3, 3, s.offsets, s.columns, s.values, CUSPARSE_INDEX_32I,
         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    CALL(cusparseCreateDnVec, &s.dx, 3, s.x, CUDA_R_32F);
    CALL(cusparseCreateDnVec, &s.dy, 2, s.y, CUDA_R_32F);
    return s;
}

static float once = 1, twice = 2;

static cusparseStatus_t spmv(cusparseHandle_t h, Small s)
{
    return cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &once, s.a, s.dx, &twice, s.dy,
                        CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
}

// Prints a line for each call that must fail: how it does.
static void errors(cusparseHandle_t h)
{
    Small s = small();
    cusparseSpMatDescr_t m;
    cusparseDnMatDescr_t d;
    cusparseDnVecDescr_t v;
    cusparseSpVecDescr_t sv;
    cusparseSpSVDescr_t solver;
    cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE;
    cusparseSpMVAlg_t alg = CUSPARSE_SPMV_ALG_DEFAULT;
    printf("%d no handle\n", spmv(NULL, s));
    printf("%d sizes\n", cusparseSpMV(h, T, &once, s.a, s.dx, &twice, s.dy, CUDA_R_32F, alg, NULL));
    printf("%d no matrix\n",
           cusparseSpMV(h, N, &once, NULL, s.dx, &twice, s.dy, CUDA_R_32F, alg, NULL));
    printf("%d no alpha\n",
           cusparseSpMV(h, N, NULL, s.a, s.dx, &twice, s.dy, CUDA_R_32F, alg, NULL));
    printf("%d other types\n",
           cusparseSpMV(h, N, &once, s.a, s.dx, &twice, s.dy, CUDA_R_64F, alg, NULL));
    printf("%d rows\n",
           cusparseCreateCsr(&m, -1, 3, 3, s.offsets, s.columns, s.values, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    printf("%d no index type\n",
           cusparseCreateCsr(&m, 2, 3, 3, s.offsets, s.columns, s.values, (cusparseIndexType_t)0,
                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    printf("%d ld\n", cusparseCreateDnMat(&d, 4, 4, 3, s.x, CUDA_R_32F, CUSPARSE_ORDER_COL));
    printf("%d size\n", cusparseCreateDnVec(&v, -1, s.x, CUDA_R_32F));
    printf("%d more elements than it is long\n",
           cusparseCreateSpVec(&sv, 2, 3, s.columns, s.x, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    printf("%d not CSC\n", cusparseCscSetPointers(s.a, s.offsets, s.columns, s.values));
    CALL(cusparseSpSV_createDescr, &solver);
    printf("%d not square\n", cusparseSpSV_solve(h, N, &once, s.a, s.dx, s.dy, CUDA_R_32F,
                                                 CUSPARSE_SPSV_ALG_DEFAULT, solver));
    CALL(cusparseCreateCsr, &m, 2, 2, 3, s.offsets, s.columns, s.values, CUSPARSE_INDEX_32I,
         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    printf("%d not analysed\n", cusparseSpSV_solve(h, N, &once, m, s.dy, s.dy, CUDA_R_32F,
                                                   CUSPARSE_SPSV_ALG_DEFAULT, solver));
    printf("%s: %s\n", cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT),
           cusparseGetErrorString(CUSPARSE_STATUS_ZERO_PIVOT));
}

__global__ void fill(float *x, float by) // x: (3)
{
    x[threadIdx.x] *= by;
}

// Tests the order of a stream, and that what is captured is done at each launch of the graph.
static void graph(cusparseHandle_t h)
{
    Small s = small();
    cudaStream_t stream, same_stream;
    cudaGraph_t g;
    cudaGraphExec_t e;
    cudaStreamCreate(&stream);
    CALL(cusparseSetStream, h, stream);
    CALL(cusparseGetStream, h, &same_stream);
    fill<<<1, 3, 0, stream>>>(s.x, 10);
    check(spmv(h, s), "SpMV"); // y = (1 100 + 2 300, 3 200) + 2 (1, 1)
    cudaStreamSynchronize(stream);
    printf("%d %g %g", stream == same_stream, host<float>(s.y, 2)[0], host<float>(s.y, 2)[1]);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    check(spmv(h, s), "SpMV");
    cudaStreamEndCapture(stream, &g);
    cudaGraphInstantiate(&e, g, 0);
    for (int i = 0; i < 2; i++)
        cudaGraphLaunch(e, stream);
    cudaStreamSynchronize(stream);
    printf(" %g\n", host<float>(s.y, 2)[1]);
}

// Tests that a vector which reaches past its allocation is a fault, like a kernel's access there.
static void outside(cusparseHandle_t h)
{
    Small s = small();
    float *x;
    cudaMalloc(&x, 8);
    CALL(cusparseDnVecSetValues, s.dx, x);
    cusparseStatus_t status = spmv(h, s);
    printf("%s %s\n", cusparseGetErrorName(status), cudaGetErrorName(cudaDeviceSynchronize()));
}

// The same for an element that is outside the matrix.
static void index(cusparseHandle_t h)
{
    Small s = small();
    int three = 3;
    cudaMemcpy(s.columns + 1, &three, sizeof three, cudaMemcpyHostToDevice);
    cusparseStatus_t status = spmv(h, s);
    printf("%s %s\n", cusparseGetErrorName(status), cudaGetErrorName(cudaDeviceSynchronize()));
}

template <typename T>
static void all(cusparseHandle_t h)
{
    products<T, T>(h);
    sampled<T>(h);
    vectors<T>(h);
    conversions<T>(h);
    sparse_product<T>(h);
    triangular<T>(h);
}

int main(int argc, char **argv)
{
    cusparseHandle_t h;
    CALL(cusparseCreate, &h);
    if (argc > 1) {
        strcmp(argv[1], "errors") == 0    ? errors(h)
        : strcmp(argv[1], "graph") == 0   ? graph(h)
        : strcmp(argv[1], "outside") == 0 ? outside(h)
                                          : index(h);
        return 0;
    }
    for (int i = 0; i < 40; i++) {
        all<float>(h);
        all<double>(h);
        all<cuComplex>(h);
        all<cuDoubleComplex>(h);
        products<__half, float>(h);
        conversions<__half>(h);
        batched(h);
        legacy(h);
        sums(h);
    }
    CALL(cusparseDestroy, h);
    printf("%d differ of %s\n", (int)differ, compared > 100000 ? "more than 100000" : "too few");
    return differ != 0;
}
