// sparse.c: the cuSPARSE that `warpcc -lcusparse` links: sparse vectors and matrices, by plain loops of the host.
//
// A call checks what cuSPARSE checks (that of CUDA 13.0 on an H200, 2026-11-29), then hands a job to the stream: the descriptors and scalars as they are. In the stream's order
// the job turns device pointers into the host's and walks over a matrix's elements, whatever its format. Numbers become complex
// doubles, sums are taken in them, and a result is rounded once, to its type; a GPU rounds more often and in another order. Nothing is
// counted and no modelled time passes. The host needs no buffer: each call asks for a few bytes.
//
// An index that is outside the matrix is a fault, which names the element.

#include "beyond/sparse/sparse.h"

#define REPORT "cuSPARSE by the host: no counters, no modelled time"

// ---- Numbers and indices -----------------------------------------------------------------------------------------

size_t size_of(cudaDataType type)
{
    return format_of(type)->bytes * (is_complex(type) ? 2 : 1);
}

Number get(const void *array, cudaDataType type, int64_t i)
{
    const Format *f = format_of(type);
    const char *at = (const char *)array + (size_t)i * size_of(type);
    return is_complex(type) ? CMPLX(f->get(at), f->get(at + f->bytes)) : f->get(at);
}

void put(void *array, cudaDataType type, int64_t i, Number x)
{
    const Format *f = format_of(type);
    char *at = (char *)array + (size_t)i * size_of(type);
    f->put(at, creal(x));
    if (is_complex(type))
        f->put(at + f->bytes, cimag(x));
}

Number multiplied(Number a, Number b)
{
    if (cimag(a) == 0 && cimag(b) == 0)
        return creal(a) * creal(b);
    return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b),
                 creal(a) * cimag(b) + cimag(a) * creal(b));
}

Number turned(Number x, cusparseOperation_t op)
{
    return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(x) : x;
}

size_t index_size(cusparseIndexType_t type)
{
    return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2;
}

int64_t get_index(const void *array, cusparseIndexType_t type, int64_t i)
{
    return type == CUSPARSE_INDEX_64I   ? ((const int64_t *)array)[i]
           : type == CUSPARSE_INDEX_32I ? ((const int32_t *)array)[i]
                                        : ((const uint16_t *)array)[i];
}

void put_index(void *array, cusparseIndexType_t type, int64_t i, int64_t x)
{
    if (type == CUSPARSE_INDEX_64I)
        ((int64_t *)array)[i] = x;
    else if (type == CUSPARSE_INDEX_32I)
        ((int32_t *)array)[i] = (int32_t)x;
    else
        ((uint16_t *)array)[i] = (uint16_t)x;
}

// ---- Jobs --------------------------------------------------------------------------------------------------------

cusparseStatus_t submit(cusparseHandle_t handle, void (*run)(const void *), const void *job,
                        size_t size)
{
    cudaError_t e = sim_library_run(handle->stream, REPORT, run, job, size);
    return e == cudaSuccess                 ? CUSPARSE_STATUS_SUCCESS
           : e == cudaErrorMemoryAllocation ? CUSPARSE_STATUS_ALLOC_FAILED
                                            : CUSPARSE_STATUS_EXECUTION_FAILED;
}

Scalar scalar(cusparseHandle_t handle, const void *at, cudaDataType type)
{
    bool device = handle->pointers == CUSPARSE_POINTER_MODE_DEVICE;
    return (Scalar){device ? 0 : get(at, type, 0), device ? at : NULL, type};
}

bool value(Number *out, const char *call, const char *what, Scalar s)
{
    const void *at = s.at ? sim_library_bytes(call, what, s.at, size_of(s.type), false) : NULL;
    *out = at ? get(at, s.type, 0) : s.value;
    return at || !s.at;
}

void *open_array(const char *call, const char *what, const void *at, int64_t n, size_t bytes,
                 bool written)
{
    return sim_library_elements(call, what, at, n > 0 ? (size_t)n : 0, bytes, written);
}

cusparseStatus_t tell_size(cusparseHandle_t handle, bool good, size_t *size)
{
    CHECK(handle, INVALID_VALUE);
    CHECK(good && size, INVALID_VALUE);
    *size = BUFFER;
    return CUSPARSE_STATUS_SUCCESS;
}

// ---- Dense matrices ----------------------------------------------------------------------------------------------

Dense as_matrix(const DenseVector *v)
{
    return (Dense){.rows = v->size,
                   .columns = 1,
                   .ld = v->size,
                   .values = v->values,
                   .type = v->type,
                   .order = CUSPARSE_ORDER_COL,
                   .count = 1};
}

void *open_dense(const char *call, const char *what, const Dense *m, int i, bool written)
{
    int64_t lines = m->order == CUSPARSE_ORDER_COL ? m->columns : m->rows;
    int64_t width = m->order == CUSPARSE_ORDER_COL ? m->rows : m->columns;
    size_t skip = m->count > 1 ? (size_t)(i * m->stride) * size_of(m->type) : 0;
    return open_array(call, what, (const char *)m->values + skip,
                      lines && width ? (lines - 1) * m->ld + width : 0, size_of(m->type), written);
}

int64_t place(const Dense *m, cusparseOperation_t op, int64_t row, int64_t column)
{
    bool flip = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    return (m->order == CUSPARSE_ORDER_COL) != flip ? row + column * m->ld : column + row * m->ld;
}

int64_t rows_of(const Dense *m, cusparseOperation_t op)
{
    return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? m->rows : m->columns;
}

int64_t columns_of(const Dense *m, cusparseOperation_t op)
{
    return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? m->columns : m->rows;
}

void store(void *c, cudaDataType type, int64_t i, Number alpha, Number sum, Number beta)
{
    put(c, type, i, multiplied(alpha, sum) + (beta != 0 ? multiplied(beta, get(c, type, i)) : 0));
}

// ---- A walk over the elements of op(A), in the order of its arrays -------------------------------------------------

bool begin_walk(Walk *w, const char *call, const Sparse *m, int i, cusparseOperation_t op,
                bool written)
{
    bool coo = m->format == CUSPARSE_FORMAT_COO;
    int64_t lines = m->format == CUSPARSE_FORMAT_CSR ? m->rows : m->columns;
    size_t first_skip = 0, second_skip = 0, skip = 0;
    if (m->count > 1) {
        first_skip = (size_t)(i * (coo ? m->stride : m->first_stride)) * index_size(m->first_type);
        second_skip = (size_t)(i * m->stride) * index_size(m->second_type);
        skip = (size_t)(i * m->stride) * size_of(m->type);
    }
    *w = (Walk){.call = call, .m = *m, .op = op};
    w->first =
        open_array(call, coo ? "the rows" : "the offsets", (const char *)m->first + first_skip,
                   coo ? m->nnz : lines + 1, index_size(m->first_type), false);
    w->second = open_array(call, "the indices", (const char *)m->second + second_skip, m->nnz,
                           index_size(m->second_type), false);
    w->values = open_array(call, "the values", (const char *)m->values + skip, m->nnz,
                           size_of(m->type), written);
    return w->first && w->second && w->values;
}

bool next_element(Walk *w)
{
    const Sparse *m = &w->m;
    if (w->next >= m->nnz)
        return false;
    int64_t k = w->next++, line, index = get_index(w->second, m->second_type, k) - m->base;
    bool rows = m->format != CUSPARSE_FORMAT_CSC; // a line is a row
    int64_t lines = rows ? m->rows : m->columns, most = rows ? m->columns : m->rows;
    if (m->format == CUSPARSE_FORMAT_COO)
        line = get_index(w->first, m->first_type, k) - m->base;
    else {
        while (w->line < lines && get_index(w->first, m->first_type, w->line + 1) - m->base <= k)
            w->line++;
        line = w->line;
    }
    if (line < 0 || line >= lines || index < 0 || index >= most) {
        char text[160];
        snprintf(text, sizeof text,
                 "element %" PRId64 " of the sparse matrix is at %s %" PRId64 " of %" PRId64
                 ", %s %" PRId64 " of %" PRId64,
                 k, rows ? "row" : "column", line, lines, rows ? "column" : "row", index, most);
        sim_library_fault(w->call, text);
        return false;
    }
    bool flip = rows == (w->op != CUSPARSE_OPERATION_NON_TRANSPOSE);
    w->k = k;
    w->row = flip ? index : line;
    w->column = flip ? line : index;
    w->value = turned(get(w->values, m->type, k), w->op);
    return true;
}

void free_rows(Rows *r)
{
    free(r->first), free(r->column), free(r->value);
    *r = (Rows){.first = NULL};
}

static int compare_elements(const void *a, const void *b)
{
    const Element *x = a, *y = b;
    return x->row != y->row         ? (x->row > y->row) - (x->row < y->row)
           : x->column != y->column ? (x->column > y->column) - (x->column < y->column)
                                    : (x->k > y->k) - (x->k < y->k);
}

void sort_elements(Element *e, int64_t n)
{
    bool sorted = true;
    for (int64_t i = 1; i < n && sorted; i++)
        sorted = compare_elements(&e[i - 1], &e[i]) <= 0;
    if (!sorted)
        qsort(e, (size_t)n, sizeof *e, compare_elements);
}

void take_elements(Rows *r, int64_t rows, int64_t columns, Element *e, int64_t n)
{
    sort_elements(e, n);
    *r =
        (Rows){rows, columns, sim_library_scratch(rows + 1, sizeof *r->first),
               sim_library_scratch(n, sizeof *r->column), sim_library_scratch(n, sizeof *r->value)};
    for (int64_t i = 0; i < n; i++) {
        r->first[e[i].row + 1]++;
        r->column[i] = e[i].column;
        r->value[i] = e[i].value;
    }
    for (int64_t i = 0; i < rows; i++)
        r->first[i + 1] += r->first[i];
}

bool take_rows(Rows *r, const char *call, const Sparse *a, cusparseOperation_t op)
{
    Walk w;
    if (!begin_walk(&w, call, a, 0, op, false))
        return false;
    Element *e = sim_library_scratch(a->nnz, sizeof *e);
    int64_t n = 0;
    for (; next_element(&w); n++)
        e[n] = (Element){w.row, w.column, w.k, w.value};
    bool flip = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (n == a->nnz)
        take_elements(r, flip ? a->columns : a->rows, flip ? a->rows : a->columns, e, n);
    free(e);
    return n == a->nnz;
}

// ---- What calls check --------------------------------------------------------------------------------------------

bool is_op(cusparseOperation_t op)
{
    return (unsigned)op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

bool are_types(cudaDataType a, cudaDataType x, cudaDataType y, cudaDataType compute)
{
    static const cudaDataType known[][4] = {
        {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
        {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
        {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
        {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
        {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},
        {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F},
        {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},
        {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
        {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},
        {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
        {CUDA_R_32F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
        {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
        {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i][0] == a && known[i][1] == x && known[i][2] == y && known[i][3] == compute)
            return true;
    return false;
}
