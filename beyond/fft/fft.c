// fft.c: the cuFFT that `warpcc -lcufft` links: Fourier transforms, done by the host's FFTW.
//
// A plan says what cuFFT's calls say: sizes, type, how many transforms, and how each side lies in memory. A call hands a job to the
// stream: the plan, two pointers and a direction. In the stream's order the job turns the pointers into the host's and lets FFTW
// plan and transform. FFTW's advanced interface has the same layouts, the same signs and no scaling either. Results differ from a
// GPU's by rounding. Nothing is counted and no modelled time passes.

#include "runtime/cuda/library.h"

#include <cufftXt.h>
#include <fftw3.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define REPORT "cuFFT by the host's FFTW: no counters, no modelled time"

enum { MOST_RANK = 3 };

// How one side of the transforms lies in memory, in its elements. Of the outermost dimension `embed` is not needed.
typedef struct {
    int embed[MOST_RANK]; // (rank) elements in memory, of which the transform's come first
    int stride, distance; // between neighbours of the innermost dimension; between transforms
} Layout;

typedef struct {
    cufftType type;
    int rank, n[MOST_RANK]; // (rank) elements of the real side, or of both if both are complex
    int batch;              // transforms
    bool advanced;          // the layouts are the program's; else they are dense
    Layout in, out;
    cudaStream_t stream;
    bool begun, made; // the handle is in use; it has sizes
} Plan;

static Plan *plans; // (plan_count) a handle is an index + 1
static int plan_count;
static pthread_mutex_t lock =
    PTHREAD_MUTEX_INITIALIZER; // of the plans; FFTW's planner needs one, too

#define CHECK(condition, status) \
    if (!(condition))            \
    return CUFFT_##status

static Plan *plan_of(cufftHandle handle)
{
    return handle > 0 && handle <= plan_count && plans[handle - 1].begun ? &plans[handle - 1]
                                                                         : NULL;
}

// ---- What a type is ----------------------------------------------------------------------------------------------

static bool is_double(cufftType t)
{
    return t == CUFFT_Z2Z || t == CUFFT_D2Z || t == CUFFT_Z2D;
}

static bool from_real(cufftType t)
{
    return t == CUFFT_R2C || t == CUFFT_D2Z;
}

static bool to_real(cufftType t)
{
    return t == CUFFT_C2R || t == CUFFT_Z2D;
}

static bool is_type(cufftType t)
{
    return t == CUFFT_C2C || t == CUFFT_R2C || t == CUFFT_C2R || is_double(t);
}

// Bytes of an element of a side.
static size_t element_size(cufftType t, bool real)
{
    return (is_double(t) ? sizeof(double) : sizeof(float)) * (real ? 1 : 2);
}

// ---- Layouts -----------------------------------------------------------------------------------------------------

// Elements of a side's dimension. Beside real numbers the innermost one has half as many complex ones.
static int length(const Plan *p, int dimension, bool real)
{
    bool half = !real && (from_real(p->type) || to_real(p->type)) && dimension == p->rank - 1;
    return half ? p->n[dimension] / 2 + 1 : p->n[dimension];
}

// Returns a side's layout. In place a dense row of real numbers has room for the complex ones that it becomes.
static Layout layout(const Plan *p, const Layout *given, bool real, bool in_place)
{
    if (p->advanced)
        return *given;
    Layout l = {.stride = 1, .distance = 1};
    for (int d = 0; d < p->rank; d++) {
        l.embed[d] = length(p, d, real);
        if (real && in_place && d == p->rank - 1)
            l.embed[d] = 2 * (p->n[d] / 2 + 1);
        l.distance *= l.embed[d];
    }
    return l;
}

// Elements from the first of the first transform to the last of the last.
static size_t span(const Plan *p, const Layout *l, bool real)
{
    size_t last = 0;
    for (int d = 0; d < p->rank; d++)
        last = last * (size_t)(d ? l->embed[d] : 1) + (size_t)length(p, d, real) - 1;
    return last * (size_t)l->stride + (size_t)(p->batch - 1) * (size_t)l->distance + 1;
}

// ---- Transforms --------------------------------------------------------------------------------------------------

typedef struct {
    Plan plan;
    const char *call;
    void *in, *out;
    int sign;
} Job;

#define FFTW(name) fftwf_##name
#define TRANSFORM  transform_floats
#include "beyond/fft/transform.inc"
#define FFTW(name) fftw_##name
#define TRANSFORM  transform_doubles
#include "beyond/fft/transform.inc"

static void run_job(const void *args)
{
    const Job *j = args;
    const Plan *p = &j->plan;
    bool real_in = from_real(p->type), real_out = to_real(p->type), in_place = j->in == j->out;
    Layout in = layout(p, &p->in, real_in, in_place), out = layout(p, &p->out, real_out, in_place);
    size_t bytes = span(p, &in, real_in) * element_size(p->type, real_in);
    void *from = sim_library_bytes(j->call, "the input", j->in, bytes, in_place);
    void *to = sim_library_bytes(j->call, "the output", j->out,
                                 span(p, &out, real_out) * element_size(p->type, real_out), true);
    if (!from || !to)
        return;
    void *copy = NULL; // FFTW would use this input for its own ends
    if (real_out && !in_place && (copy = malloc(bytes)))
        from = memcpy(copy, from, bytes);
    bool good = (copy || !real_out || in_place) &&
                (is_double(p->type) ? transform_doubles : transform_floats)(p, &in, &out, from, to,
                                                                            j->sign);
    free(copy);
    if (!good)
        sim_library_no_memory();
}

static cufftResult execute(const char *call, cufftHandle handle, cufftType type, void *in,
                           void *out, int sign)
{
    pthread_mutex_lock(&lock);
    const Plan *p = plan_of(handle);
    Job j = {
        .plan = p ? *p : (Plan){.made = false}, .call = call, .in = in, .out = out, .sign = sign};
    pthread_mutex_unlock(&lock);
    CHECK(j.plan.made, INVALID_PLAN);
    CHECK(in && out, INVALID_VALUE);
    CHECK(sign == CUFFT_FORWARD || sign == CUFFT_INVERSE, INVALID_VALUE);
    CHECK(j.plan.type == type, INVALID_TYPE);
    cudaError_t e = sim_library_run(j.plan.stream, REPORT, run_job, &j, sizeof j);
    return e == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

// NOLINTBEGIN(readability-non-const-parameter): cuFFT has declared them
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *idata, cufftComplex *odata, int direction)
{
    return execute(__func__, plan, CUFFT_C2C, idata, odata, direction);
}

cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleComplex *odata,
                         int direction)
{
    return execute(__func__, plan, CUFFT_Z2Z, idata, odata, direction);
}

cufftResult cufftExecR2C(cufftHandle plan, cufftReal *idata, cufftComplex *odata)
{
    return execute(__func__, plan, CUFFT_R2C, idata, odata, CUFFT_FORWARD);
}

cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *idata, cufftDoubleComplex *odata)
{
    return execute(__func__, plan, CUFFT_D2Z, idata, odata, CUFFT_FORWARD);
}

cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *idata, cufftReal *odata)
{
    return execute(__func__, plan, CUFFT_C2R, idata, odata, CUFFT_INVERSE);
}

cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *idata, cufftDoubleReal *odata)
{
    return execute(__func__, plan, CUFFT_Z2D, idata, odata, CUFFT_INVERSE);
}

// A real side has one direction, whatever the call says.
cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction)
{
    pthread_mutex_lock(&lock);
    const Plan *p = plan_of(plan);
    cufftType type = p ? p->type : CUFFT_C2C;
    pthread_mutex_unlock(&lock);
    int sign = from_real(type) ? CUFFT_FORWARD : to_real(type) ? CUFFT_INVERSE : direction;
    return execute(__func__, plan, type, input, output, sign);
}

// ---- Plans -------------------------------------------------------------------------------------------------------

// Finds a free handle; 0 if the host has no memory.
static cufftHandle free_handle(void)
{
    for (int i = 0; i < plan_count; i++)
        if (!plans[i].begun)
            return i + 1;
    Plan *more = realloc(plans, (size_t)(plan_count + 1) * sizeof *plans);
    if (!more)
        return 0;
    plans = more;
    return ++plan_count;
}

cufftResult cufftCreate(cufftHandle *handle)
{
    CHECK(handle, INVALID_VALUE);
    pthread_mutex_lock(&lock);
    cufftHandle h = free_handle();
    if (h)
        plans[h - 1] = (Plan){.begun = true};
    pthread_mutex_unlock(&lock);
    *handle = h;
    return h ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

cufftResult cufftDestroy(cufftHandle plan)
{
    pthread_mutex_lock(&lock);
    Plan *p = plan_of(plan);
    if (p)
        p->begun = false;
    pthread_mutex_unlock(&lock);
    return p ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

// Copies (rank) numbers of a program into ints. False if one of them is not from 1 to INT_MAX.
static bool take(int *to, int rank, const long long *from)
{
    for (int d = 0; d < rank; d++) {
        to[d] = (int)from[d];
        if (from[d] < 1 || from[d] > INT_MAX)
            return false;
    }
    return true;
}

static bool take_layout(Layout *l, int rank, const long long *embed, long long stride,
                        long long distance)
{
    l->distance = (int)distance;
    return take(l->embed, rank, embed) && take(&l->stride, 1, &stride) && distance >= 0 &&
           distance <= INT_MAX;
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, long long *onembed,
                                long long ostride, long long odist, cufftType type, long long batch,
                                size_t *workSize)
{
    Plan *p = plan_of(plan);
    CHECK(p && !p->made, INVALID_PLAN);
    CHECK(rank >= 1 && rank <= MOST_RANK && n, INVALID_VALUE);
    CHECK(is_type(type), INVALID_TYPE);
    CHECK(take(p->n, rank, n) && take(&p->batch, 1, &batch), INVALID_SIZE);
    p->type = type;
    p->rank = rank;
    p->advanced = inembed && onembed;
    CHECK(!p->advanced || (take_layout(&p->in, rank, inembed, istride, idist) &&
                           take_layout(&p->out, rank, onembed, ostride, odist)),
          INVALID_VALUE);
    p->made = true;
    if (workSize)
        *workSize = 0;
    return CUFFT_SUCCESS;
}

// Returns (rank) ints as wider numbers in `to`; NULL if there are none.
static long long *widened(long long *to, int rank, const int *from)
{
    for (int d = 0; from && d < rank && d < MOST_RANK; d++)
        to[d] = from[d];
    return from ? to : NULL;
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *workSize)
{
    long long size[MOST_RANK], in[MOST_RANK], out[MOST_RANK];
    return cufftMakePlanMany64(plan, rank, widened(size, rank, n), widened(in, rank, inembed),
                               istride, idist, widened(out, rank, onembed), ostride, odist, type,
                               batch, workSize);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed,
                                long long istride, long long idist, cudaDataType inputtype,
                                long long *onembed, long long ostride, long long odist,
                                cudaDataType outputtype, long long batch, size_t *workSize,
                                cudaDataType executiontype)
{
    static const struct {
        cudaDataType in, out, execution;
        cufftType type;
    } known[] = {
        {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_C2C},
        {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUFFT_R2C},
        {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUFFT_C2R},
        {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
        {CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUFFT_D2Z},
        {CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUFFT_Z2D},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].in == inputtype && known[i].out == outputtype &&
            known[i].execution == executiontype)
            return cufftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride,
                                       odist, known[i].type, batch, workSize);
    return CUFFT_NOT_SUPPORTED;
}
// NOLINTEND(readability-non-const-parameter)

static cufftResult make_dense(cufftHandle plan, int rank, int nx, int ny, int nz, cufftType type,
                              int batch, size_t *work)
{
    return cufftMakePlanMany(plan, rank, (int[]){nx, ny, nz}, NULL, 0, 0, NULL, 0, 0, type, batch,
                             work);
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *workSize)
{
    return make_dense(plan, 1, nx, 1, 1, type, batch, workSize);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *workSize)
{
    return make_dense(plan, 2, nx, ny, 1, type, 1, workSize);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t *workSize)
{
    return make_dense(plan, 3, nx, ny, nz, type, 1, workSize);
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch)
{
    cufftResult r = cufftCreate(plan);
    if (r != CUFFT_SUCCESS)
        return r;
    r = cufftMakePlanMany(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                          batch, NULL);
    if (r != CUFFT_SUCCESS)
        cufftDestroy(*plan);
    return r;
}

static cufftResult plan_dense(cufftHandle *plan, int rank, int nx, int ny, int nz, cufftType type,
                              int batch)
{
    return cufftPlanMany(plan, rank, (int[]){nx, ny, nz}, NULL, 0, 0, NULL, 0, 0, type, batch);
}

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
    return plan_dense(plan, 1, nx, 1, 1, type, batch);
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
    return plan_dense(plan, 2, nx, ny, 1, type, 1);
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
    return plan_dense(plan, 3, nx, ny, nz, type, 1);
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
    Plan *p = plan_of(plan);
    CHECK(p, INVALID_PLAN);
    p->stream = stream;
    return CUFFT_SUCCESS;
}

// ---- Work areas: none is needed ----------------------------------------------------------------------------------

cufftResult cufftGetSize(cufftHandle handle, size_t *workSize)
{
    CHECK(plan_of(handle), INVALID_PLAN);
    *workSize = 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int autoAllocate)
{
    (void)autoAllocate;
    return plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *workArea)
{
    (void)workArea;
    return plan_of(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

cufftResult cufftGetVersion(int *version)
{
    CHECK(version, INVALID_VALUE);
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
