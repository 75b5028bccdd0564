// blas.c: the cuBLAS that `warpcc -lcublas` links: real matrix and vector products, done by the host's OpenBLAS.
//
// A call checks what cuBLAS checks, then hands a job to the stream: pointers, sizes, scalars. In the stream's order the job turns
// device pointers into the host's and calls the BLAS, whose layout (columns one after the other, leading dimensions) is cuBLAS's.
// Results differ from a GPU's by rounding: the sums are taken in another order. Nothing is counted and no modelled time passes.

#include "beyond/blas/blas.h"

#define REPORT "cuBLAS by the host's OpenBLAS: no counters, no modelled time"

Vector reads(const void *at, int inc)
{
    return (Vector){at, inc, false};
}

Vector writes(void *at, int inc)
{
    return (Vector){at, inc, true};
}

size_t place(const Matrices *p, int row, int column)
{
    return (size_t)row + (size_t)column * (size_t)p->ld;
}

size_t vector_size(int n, int inc)
{
    return n > 0 ? (size_t)(n - 1) * (size_t)llabs((long long)inc) + 1 : 0;
}

size_t matrix_size(const Matrices *p)
{
    return p->rows > 0 && p->columns > 0 ? place(p, p->rows, p->columns - 1) : 0;
}

char letter(cublasOperation_t op)
{
    return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T || op == CUBLAS_OP_C ? 'T' : 0;
}

int at_least_1(int n)
{
    return n > 1 ? n : 1;
}

bool take_shape(Matrices *p, int rows, int columns)
{
    p->rows = rows;
    p->columns = columns;
    return p->ld >= at_least_1(rows);
}

static cublasStatus_t status_of(cudaError_t e)
{
    switch (e) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

cublasStatus_t submit(cublasHandle_t handle, void (*run)(const void *), const void *job,
                      size_t size)
{
    return status_of(sim_library_run(handle->stream, REPORT, run, job, size));
}

Scalar scalar(cublasHandle_t handle, const void *at, const Format *of)
{
    bool device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;
    return (Scalar){device ? 0 : of->get(at), device ? at : NULL, of};
}

bool value(double *out, const char *call, const char *what, Scalar s)
{
    const void *at = s.at ? sim_library_bytes(call, what, s.at, s.of->bytes, false) : NULL;
    *out = at ? s.of->get(at) : s.value;
    return at || !s.at;
}

void *elements(const char *call, const char *what, const void *p, size_t n, const Format *of,
               bool written)
{
    return sim_library_bytes(call, what, p, n * of->bytes, written);
}

// ---- The handle ----------------------------------------------------------------------------------------------

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    CHECK(handle, INVALID_VALUE);
    *handle = calloc(1, sizeof **handle);
    return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    CHECK(handle, NOT_INITIALIZED);
    free(handle);
    return status_of(cudaDeviceSynchronize());
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    (void)handle;
    CHECK(version, INVALID_VALUE);
    *version = CUBLAS_VERSION;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    CHECK(value && (unsigned)type <= PATCH_LEVEL, INVALID_VALUE);
    *value = type == MAJOR_VERSION   ? CUBLAS_VER_MAJOR
             : type == MINOR_VERSION ? CUBLAS_VER_MINOR
                                     : CUBLAS_VER_PATCH;
    return CUBLAS_STATUS_SUCCESS;
}

// What a handle keeps, and what it answers when asked.
// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define KEEP(Name, Type, field, value)                                  \
    cublasStatus_t cublasSet##Name(cublasHandle_t handle, Type value)   \
    {                                                                   \
        CHECK(handle, NOT_INITIALIZED);                                 \
        handle->field = value;                                          \
        return CUBLAS_STATUS_SUCCESS;                                   \
    }                                                                   \
    cublasStatus_t cublasGet##Name(cublasHandle_t handle, Type(*value)) \
    {                                                                   \
        CHECK(handle, NOT_INITIALIZED);                                 \
        CHECK(value, INVALID_VALUE);                                    \
        *value = handle->field;                                         \
        return CUBLAS_STATUS_SUCCESS;                                   \
    }
// NOLINTEND(bugprone-macro-parentheses)
KEEP(Stream, cudaStream_t, stream, streamId)
KEEP(PointerMode, cublasPointerMode_t, pointers, mode)
KEEP(MathMode, cublasMath_t, math, mode)
KEEP(AtomicsMode, cublasAtomicsMode_t, atomics, mode)

// The host needs no workspace on the device.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace,
                                  size_t workspaceSizeInBytes)
{
    (void)workspace, (void)workspaceSizeInBytes;
    CHECK(handle, NOT_INITIALIZED);
    return CUBLAS_STATUS_SUCCESS;
}

#define STATUS(name, text)                                 \
    {                                                      \
        CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name, text \
    }
static const struct Status {
    cublasStatus_t status;
    const char *name, *text;
} STATUSES[] = {
    STATUS(SUCCESS, "success"),
    STATUS(NOT_INITIALIZED, "the handle was not created"),
    STATUS(ALLOC_FAILED, "out of memory"),
    STATUS(INVALID_VALUE, "an argument is not valid"),
    STATUS(EXECUTION_FAILED, "the work could not be done"),
    STATUS(ARCH_MISMATCH, "the device lacks what the call needs"),
    STATUS(MAPPING_ERROR, "the device's memory could not be reached"),
    STATUS(INTERNAL_ERROR, "an operation inside failed"),
    STATUS(NOT_SUPPORTED, "the call is not supported"),
};

static const struct Status *find_status(cublasStatus_t status)
{
    static const struct Status unknown = {0, "CUBLAS_STATUS_UNKNOWN", "unknown status"};
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++)
        if (STATUSES[i].status == status)
            return &STATUSES[i];
    return &unknown;
}

const char *cublasGetStatusName(cublasStatus_t status) RETURNS(find_status(status)->name);
const char *cublasGetStatusString(cublasStatus_t status) RETURNS(find_status(status)->text);

// ---- Copies --------------------------------------------------------------------------------------------------

// A vector is a matrix of one row, (rows, columns) elements of which lie in columns `ld` elements apart.
static cublasStatus_t copy(int rows, int columns, int size, const void *from, int from_ld, void *to,
                           int to_ld, enum cudaMemcpyKind kind, cudaStream_t stream, bool wait)
{
    CHECK(rows >= 0 && columns >= 0 && size > 0, INVALID_VALUE);
    CHECK(from_ld >= at_least_1(rows) && to_ld >= at_least_1(rows), INVALID_VALUE);
    size_t bytes = (size_t)size, width = (size_t)rows * bytes;
    size_t from_pitch = (size_t)from_ld * bytes, to_pitch = (size_t)to_ld * bytes;
    cudaError_t e = wait
                        ? cudaMemcpy2D(to, to_pitch, from, from_pitch, width, (size_t)columns, kind)
                        : cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, (size_t)columns,
                                            kind, stream);
    return e == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

cublasStatus_t cublasSetVector(int n, int elemSize, const void *x, int incx, void *devicePtr,
                               int incy)
    RETURNS(copy(1, n, elemSize, x, incx, devicePtr, incy, cudaMemcpyHostToDevice, NULL, true));
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void *hostPtr, int incx,
                                    void *devicePtr, int incy, cudaStream_t stream)
    RETURNS(copy(1, n, elemSize, hostPtr, incx, devicePtr, incy, cudaMemcpyHostToDevice, stream,
                 false));
cublasStatus_t cublasGetVector(int n, int elemSize, const void *x, int incx, void *y, int incy)
    RETURNS(copy(1, n, elemSize, x, incx, y, incy, cudaMemcpyDeviceToHost, NULL, true));
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void *devicePtr, int incx,
                                    void *hostPtr, int incy, cudaStream_t stream)
    RETURNS(copy(1, n, elemSize, devicePtr, incx, hostPtr, incy, cudaMemcpyDeviceToHost, stream,
                 false));
WITH_ASYNC(cublasStatus_t, cublasSetMatrix,
           (int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb),
           copy(rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyHostToDevice, stream, wait))
WITH_ASYNC(cublasStatus_t, cublasGetMatrix,
           (int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb),
           copy(rows, cols, elemSize, A, lda, B, ldb, cudaMemcpyDeviceToHost, stream, wait))
