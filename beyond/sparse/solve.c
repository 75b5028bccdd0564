// solve.c: SpSV and SpSM, op(A) C = alpha op(B) where A is triangular.

#include "beyond/sparse/sparse.h"

// NOLINTBEGIN(bugprone-macro-parentheses): as NVIDIA has declared them; types and names

struct cusparseSpSVDescr {
    bool analysed; // cppcheck-suppress unusedStructMember; SOLVER uses it
};

struct cusparseSpSMDescr {
    bool analysed; // cppcheck-suppress unusedStructMember; SOLVER uses it
};

// Solves for column l of C into x (rows). Elements in the other triangle are no part of A; nor is the diagonal, if it is said to
// be of ones.
static void solve_column(const Job *j, const Rows *a, Number *x, bool from_above)
{
    for (int64_t step = 0; step < a->rows; step++) {
        int64_t row = from_above ? step : a->rows - 1 - step;
        // An element that is not there is 0, on the diagonal, too.
        Number sum = x[row], diagonal = j->a.diagonal == CUSPARSE_DIAG_TYPE_UNIT;
        for (int64_t k = a->first[row]; k < a->first[row + 1]; k++) {
            int64_t column = a->column[k];
            if (column == row && j->a.diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT)
                diagonal = a->value[k];
            else if (from_above ? column < row : column > row)
                sum -= multiplied(a->value[k], x[column]);
        }
        x[row] =
            cimag(sum) == 0 && cimag(diagonal) == 0 ? creal(sum) / creal(diagonal) : sum / diagonal;
    }
}

static void run_solve(const void *args)
{
    const Job *j = args;
    Number alpha;
    Rows a;
    const void *b = open_dense(j->call, "the right side", &j->from, 0, false);
    void *c = open_dense(j->call, "the result", &j->to, 0, true);
    if (!value(&alpha, j->call, "alpha", j->alpha) || !b || !c ||
        !take_rows(&a, j->call, &j->a, j->op_a))
        return;
    bool lower = j->a.fill == CUSPARSE_FILL_MODE_LOWER;
    Number *x = sim_library_scratch(a.rows * j->to.columns, sizeof *x);
    for (int64_t l = 0; l < j->to.columns; l++) {
        for (int64_t i = 0; i < a.rows; i++)
            x[l * a.rows + i] = multiplied(
                alpha, turned(get(b, j->from.type, place(&j->from, j->op_b, i, l)), j->op_b));
        solve_column(j, &a, x + l * a.rows, lower == (j->op_a == CUSPARSE_OPERATION_NON_TRANSPOSE));
    }
    for (int64_t l = 0; l < j->to.columns; l++)
        for (int64_t i = 0; i < a.rows; i++)
            put(c, j->to.type, place(&j->to, CUSPARSE_OPERATION_NON_TRANSPOSE, i, l),
                x[l * a.rows + i]);
    free(x);
    free_rows(&a);
}

static cusparseStatus_t check_solve(cusparseHandle_t handle, const Job *j, const void *alpha,
                                    const void *descr, cudaDataType compute)
{
    CHECK(handle, INVALID_VALUE);
    CHECK(alpha && descr && is_op(j->op_a) && is_op(j->op_b), INVALID_VALUE);
    CHECK(j->a.rows == j->a.columns && j->a.rows == j->to.rows &&
              j->a.rows == rows_of(&j->from, j->op_b) &&
              columns_of(&j->from, j->op_b) == j->to.columns,
          INVALID_VALUE);
    CHECK(j->a.type == compute && j->from.type == compute && j->to.type == compute &&
              are_types(compute, compute, compute, compute),
          NOT_SUPPORTED);
    return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t solve(cusparseHandle_t handle, Job *j, const void *alpha, const void *descr,
                              bool analysed, cudaDataType compute)
{
    cusparseStatus_t s = check_solve(handle, j, alpha, descr, compute);
    if (s != CUSPARSE_STATUS_SUCCESS)
        return s;
    CHECK(analysed, NOT_INITIALIZED);
    j->alpha = scalar(handle, alpha, compute);
    return submit(handle, run_solve, j, sizeof *j);
}

// The calls of both have the same parameters but the last. GOOD says that no descriptor is missing, MAKE makes the job.
#define SOLVER(name, PARAMETERS, Descr, last, GOOD, MAKE)                                   \
    cusparseStatus_t name##_createDescr(Descr *descr)                                       \
    {                                                                                       \
        CHECK(descr, INVALID_VALUE);                                                        \
        *descr = calloc(1, sizeof **descr);                                                 \
        CHECK(*descr, ALLOC_FAILED);                                                        \
        return CUSPARSE_STATUS_SUCCESS;                                                     \
    }                                                                                       \
    cusparseStatus_t name##_destroyDescr(Descr descr)                                       \
    {                                                                                       \
        free(descr);                                                                        \
        return CUSPARSE_STATUS_SUCCESS;                                                     \
    }                                                                                       \
    cusparseStatus_t name##_bufferSize(TOGETHER PARAMETERS, Descr last, size_t *bufferSize) \
    {                                                                                       \
        (void)alg;                                                                          \
        CHECK(handle, INVALID_VALUE);                                                       \
        CHECK((GOOD) && bufferSize, INVALID_VALUE);                                         \
        const Job j = TOGETHER MAKE;                                                        \
        *bufferSize = BUFFER;                                                               \
        return check_solve(handle, &j, alpha, last, computeType);                           \
    }                                                                                       \
    cusparseStatus_t name##_analysis(TOGETHER PARAMETERS, Descr last, void *externalBuffer) \
    {                                                                                       \
        (void)alg, (void)externalBuffer;                                                    \
        CHECK(handle, INVALID_VALUE);                                                       \
        CHECK(GOOD, INVALID_VALUE);                                                         \
        const Job j = TOGETHER MAKE;                                                        \
        cusparseStatus_t s = check_solve(handle, &j, alpha, last, computeType);             \
        if (s == CUSPARSE_STATUS_SUCCESS)                                                   \
            last->analysed = true;                                                          \
        return s;                                                                           \
    }                                                                                       \
    cusparseStatus_t name##_solve(TOGETHER PARAMETERS, Descr last)                          \
    {                                                                                       \
        (void)alg;                                                                          \
        CHECK(handle, INVALID_VALUE);                                                       \
        CHECK(GOOD, INVALID_VALUE);                                                         \
        Job j = TOGETHER MAKE;                                                              \
        return solve(handle, &j, alpha, last, last && last->analysed, computeType);         \
    }

SOLVER(cusparseSpSV,
       (cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
        cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
        cudaDataType computeType, cusparseSpSVAlg_t alg),
       cusparseSpSVDescr_t, spsvDescr, matA &&vecX &&vecY,
       ({.call = "cusparseSpSV",
         .op_a = opA,
         .a = *matA,
         .from = as_matrix(vecX),
         .to = as_matrix(vecY)}))
SOLVER(cusparseSpSM,
       (cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
        const void *alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
        cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpSMAlg_t alg),
       cusparseSpSMDescr_t, spsmDescr, matA &&matB &&matC,
       ({.call = "cusparseSpSM", .op_a = opA, .op_b = opB, .a = *matA, .from = *matB, .to = *matC}))
#undef SOLVER

// NOLINTEND(bugprone-macro-parentheses)
