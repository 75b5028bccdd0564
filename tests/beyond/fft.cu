// fft.cu: compares cuFFT's calls with sums by the definition, for random sizes, types, batches and layouts, in place and out of place.
// Prints how many results it compared and how many differ. An argument runs one other test instead: errors, graph or outside.
#include <cufftXt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned state = 12345;
static unsigned long compared, differ;

static int pick(int least, int most)
{
    state = state * 1664525 + 1013904223;
    return least + (int)((state >> 8) % (unsigned)(most - least + 1));
}

typedef struct {
    double re, im;
} Complex;

// One side of a batch of transforms in memory: elements in each dimension that lie there, stride, distance, and elements in all.
typedef struct {
    int embed[3], stride, distance, size;
} Side;

typedef struct {
    int rank, n[3], all; // all: elements of one transform
    int batch, sign;
    bool reals_in, reals_out, doubles, in_place, advanced;
} Case;

// Elements of a side's dimension: beside real numbers the innermost one has half as many.
static int length(const Case *c, int d, bool reals)
{
    bool half = !reals && (c->reals_in || c->reals_out) && d == c->rank - 1;
    return half ? c->n[d] / 2 + 1 : c->n[d];
}

static Side make_side(const Case *c, bool reals)
{
    Side s = {{1, 1, 1}, c->advanced ? pick(1, 3) : 1, 1, 0};
    int all = 1;
    for (int d = 0; d < c->rank; d++) {
        s.embed[d] = length(c, d, reals) + (c->advanced ? pick(0, 2) : 0);
        if (reals && c->in_place && d == c->rank - 1)
            s.embed[d] = 2 * (c->n[d] / 2 + 1);
        all *= s.embed[d];
    }
    s.distance = all * s.stride + (c->advanced ? pick(0, 3) : 0);
    s.size = s.distance * c->batch;
    return s;
}

// Where element i of a side's transform lies; -1 if the side has only half of them and not this one.
static int place(const Case *c, const Side *s, bool reals, int i)
{
    int at = 0, digits[3];
    for (int d = c->rank - 1; d >= 0; d--) {
        digits[d] = i % c->n[d];
        i /= c->n[d];
    }
    for (int d = 0; d < c->rank; d++) {
        if (digits[d] >= length(c, d, reals))
            return -1;
        at = at * (d ? s->embed[d] : 1) + digits[d];
    }
    return at * s->stride;
}

// The transform by its definition.
static void transform(const Case *c, const Complex *x, Complex *y)
{
    for (int k = 0; k < c->all; k++) {
        y[k] = {0, 0};
        for (int j = 0; j < c->all; j++) {
            double angle = 0;
            for (int d = c->rank - 1, kd = k, jd = j; d >= 0; d--) {
                angle += (double)(kd % c->n[d] * (jd % c->n[d]) % c->n[d]) / c->n[d];
                kd /= c->n[d];
                jd /= c->n[d];
            }
            double re = cos(2 * M_PI * angle), im = c->sign * sin(2 * M_PI * angle);
            y[k].re += x[j].re * re - x[j].im * im;
            y[k].im += x[j].re * im + x[j].im * re;
        }
    }
}

// A side's memory holds floats or doubles: element i is one of them, or two.
static void store(void *memory, const Case *c, bool reals, int i, Complex z)
{
    int at = reals ? i : 2 * i;
    for (int part = 0; part < (reals ? 1 : 2); part++)
        if (c->doubles)
            ((double *)memory)[at + part] = part ? z.im : z.re;
        else
            ((float *)memory)[at + part] = (float)(part ? z.im : z.re);
}

static double component(const void *memory, const Case *c, int i)
{
    return c->doubles ? ((const double *)memory)[i] : ((const float *)memory)[i];
}

static cufftType type_of(const Case *c)
{
    return c->reals_in    ? c->doubles ? CUFFT_D2Z : CUFFT_R2C
           : c->reals_out ? c->doubles ? CUFFT_Z2D : CUFFT_C2R
           : c->doubles   ? CUFFT_Z2Z
                          : CUFFT_C2C;
}

static cufftResult execute(cufftHandle plan, cufftType type, void *in, void *out, int sign)
{
    switch (type) {
    case CUFFT_C2C: return cufftExecC2C(plan, (cufftComplex *)in, (cufftComplex *)out, sign);
    case CUFFT_R2C: return cufftExecR2C(plan, (cufftReal *)in, (cufftComplex *)out);
    case CUFFT_C2R: return cufftExecC2R(plan, (cufftComplex *)in, (cufftReal *)out);
    case CUFFT_Z2Z:
        return cufftExecZ2Z(plan, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out, sign);
    case CUFFT_D2Z: return cufftExecD2Z(plan, (cufftDoubleReal *)in, (cufftDoubleComplex *)out);
    default: return cufftExecZ2D(plan, (cufftDoubleComplex *)in, (cufftDoubleReal *)out);
    }
}

static cudaDataType element_type(const Case *c, bool reals)
{
    return c->doubles ? reals ? CUDA_R_64F : CUDA_C_64F : reals ? CUDA_R_32F : CUDA_C_32F;
}

static cufftResult make_plan(const Case *c, const Side *in, const Side *out, cufftHandle *plan)
{
    Case copy = *c;
    Side i = *in, o = *out;
    if (c->advanced && c->batch == 2) { // in two steps, with long numbers
        long long n[3], embed[2][3];
        for (int d = 0; d < 3; d++) {
            n[d] = c->n[d];
            embed[0][d] = i.embed[d];
            embed[1][d] = o.embed[d];
        }
        size_t work;
        cufftCreate(plan);
        return cufftXtMakePlanMany(*plan, c->rank, n, embed[0], i.stride, i.distance,
                                   element_type(c, c->reals_in), embed[1], o.stride, o.distance,
                                   element_type(c, c->reals_out), c->batch, &work,
                                   c->doubles ? CUDA_C_64F : CUDA_C_32F);
    }
    if (c->advanced)
        return cufftPlanMany(plan, c->rank, copy.n, i.embed, i.stride, i.distance, o.embed,
                             o.stride, o.distance, type_of(c), c->batch);
    if (c->rank == 1)
        return cufftPlan1d(plan, c->n[0], type_of(c), c->batch);
    if (c->batch > 1)
        return cufftPlanMany(plan, c->rank, copy.n, NULL, 0, 0, NULL, 0, 0, type_of(c), c->batch);
    return c->rank == 2 ? cufftPlan2d(plan, c->n[0], c->n[1], type_of(c))
                        : cufftPlan3d(plan, c->n[0], c->n[1], c->n[2], type_of(c));
}

static void try_one(void)
{
    Case c = {};
    int kind = pick(0, 2);
    c.rank = pick(1, 3);
    c.all = 1;
    for (int d = 0; d < c.rank; d++)
        c.all *= c.n[d] = pick(1, c.rank == 1 ? 40 : c.rank == 2 ? 9 : 5);
    c.batch = pick(1, 3);
    c.reals_in = kind == 1;
    c.reals_out = kind == 2;
    c.sign = kind == 1 || (kind == 0 && pick(0, 1)) ? CUFFT_FORWARD : CUFFT_INVERSE;
    c.doubles = pick(0, 1);
    c.in_place = pick(0, 1);
    c.advanced = !c.in_place && pick(0, 1);

    Side in = make_side(&c, c.reals_in), out = make_side(&c, c.reals_out);
    size_t unit = c.doubles ? 8 : 4, size = 2 * unit * (size_t)(in.size + out.size);
    char *from = (char *)malloc(size), *got = (char *)malloc(size);
    Complex *x = (Complex *)calloc(c.batch * c.all, sizeof *x),
            *y = (Complex *)calloc(c.batch * c.all, sizeof *y);
    memset(from, 0, size);
    for (int b = 0; b < c.batch; b++) {
        Complex *of = x + b * c.all, *to = y + b * c.all;
        for (int i = 0; i < c.all; i++)
            of[i] = {pick(-1000, 1000) / 256., kind ? 0 : pick(-1000, 1000) / 256.};
        if (c.reals_out) { // numbers whose transform is real are the transform of real ones
            transform(&c, of, to);
            memcpy(of, to, c.all * sizeof *of);
        }
        transform(&c, of, to);
        for (int i = 0; i < c.all; i++)
            if (place(&c, &in, c.reals_in, i) >= 0)
                store(from, &c, c.reals_in, b * in.distance + place(&c, &in, c.reals_in, i), of[i]);
    }

    char *device;
    cudaMalloc(&device, 2 * size);
    cudaMemcpy(device, from, size, cudaMemcpyHostToDevice);
    cudaMemset(device + size, 0x7f, size);
    char *result = c.in_place ? device : device + size;
    cufftHandle plan;
    cufftResult r = make_plan(&c, &in, &out, &plan);
    if (r == CUFFT_SUCCESS)
        r = c.batch == 3 ? cufftXtExec(plan, device, result, c.sign)
                         : execute(plan, type_of(&c), device, result, c.sign);
    if (r != CUFFT_SUCCESS)
        printf("type %x, rank %d: %d\n", (unsigned)type_of(&c), c.rank, r);
    cudaMemcpy(got, result, size, cudaMemcpyDeviceToHost);
    cufftDestroy(plan);

    double most = 0;
    for (int i = 0; i < c.batch * c.all; i++)
        most = fmax(most, fmax(fabs(y[i].re), fabs(y[i].im)));
    for (int b = 0; b < c.batch; b++)
        for (int i = 0; i < c.all; i++) {
            int at = place(&c, &out, c.reals_out, i);
            if (at < 0)
                continue;
            at += b * out.distance;
            const Complex *want = y + b * c.all + i;
            double e = (c.doubles ? 1e-14 : 4e-6) * (most + 1);
            bool good = fabs(component(got, &c, c.reals_out ? at : 2 * at) - want->re) <= e &&
                        (c.reals_out || fabs(component(got, &c, 2 * at + 1) - want->im) <= e);
            compared++;
            differ += !good;
        }
    cudaFree(device);
    free(from);
    free(got);
    free(x);
    free(y);
}

static int errors(void)
{
    cufftHandle plan, half;
    int none[] = {0}, four[] = {4, 4, 4, 4};
    cufftComplex *z;
    cudaMalloc(&z, 64 * sizeof *z);
    printf("%d size 0\n", cufftPlan1d(&plan, 0, CUFFT_C2C, 1));
    printf("%d size 0 of many\n",
           cufftPlanMany(&plan, 1, none, NULL, 0, 0, NULL, 0, 0, CUFFT_C2C, 1));
    printf("%d batch 0\n", cufftPlan1d(&plan, 8, CUFFT_C2C, 0));
    printf("%d no type\n", cufftPlan1d(&plan, 8, (cufftType)7, 1));
    printf("%d rank 4\n", cufftPlanMany(&plan, 4, four, NULL, 0, 0, NULL, 0, 0, CUFFT_C2C, 1));
    printf("%d no plan\n", cufftExecC2C(1234, z, z, CUFFT_FORWARD));
    cufftCreate(&half);
    printf("%d a plan without sizes\n", cufftExecC2C(half, z, z, CUFFT_FORWARD));
    size_t work;
    printf("%d made later\n", cufftMakePlan1d(half, 16, CUFFT_C2C, 1, &work));
    printf("%d then\n", cufftExecC2C(half, z, z, CUFFT_FORWARD));
    cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
    printf("%d another type\n", cufftExecR2C(plan, (cufftReal *)z, z));
    printf("%d no direction\n", cufftExecC2C(plan, z, z, 2));
    printf("%d no input\n", cufftExecC2C(plan, NULL, z, CUFFT_FORWARD));
    printf("%d destroyed\n", cufftDestroy(plan));
    printf("%d destroyed again\n", cufftDestroy(plan));
    return 0;
}

// A captured transform is done at each launch of the graph: transforming four times gives 16 times the numbers.
static int graph(void)
{
    cufftComplex z[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}}, *device;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t launchable;
    cufftHandle plan;
    cudaStreamCreate(&stream);
    cudaMalloc(&device, sizeof z);
    cudaMemcpy(device, z, sizeof z, cudaMemcpyHostToDevice);
    cufftPlan1d(&plan, 4, CUFFT_C2C, 1);
    cufftSetStream(plan, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cufftExecC2C(plan, device, device, CUFFT_FORWARD);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&launchable, graph, 0);
    for (int i = 0; i < 4; i++)
        cudaGraphLaunch(launchable, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(z, device, sizeof z, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", z[0].x, z[0].y, z[3].x, z[3].y);
    return 0;
}

static int outside(void)
{
    cufftComplex *device;
    cufftHandle plan;
    cudaMalloc(&device, 7 * sizeof *device);
    cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
    cufftResult r = cufftExecC2C(plan, device, device, CUFFT_FORWARD);
    printf("%d %s\n", r, cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}

int main(int count, char **arguments)
{
    const char *test = count > 1 ? arguments[1] : "";
    if (strcmp(test, "errors") == 0)
        return errors();
    if (strcmp(test, "graph") == 0)
        return graph();
    if (strcmp(test, "outside") == 0)
        return outside();
    for (int i = 0; i < 400; i++)
        try_one();
    printf("%lu differ of more than %lu\n", differ, compared / 1000 * 1000);
    return differ != 0;
}
