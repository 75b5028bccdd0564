// Between host and device: kinds of memory, streams.
//
// First come copies alone, to the device and back, from pageable and from pinned memory. Then one job is
// done in several ways: n floats go to the device, a kernel works on each, the results come back.
//
//     toDevicePageable     cudaMemcpy from malloc's memory: the driver copies it once more
//     toDevicePinned       from pinned memory, which the device reads by itself
//     toHostPageable       and back
//     toHostPinned
//     jobPageable          copy, kernel, copy
//     jobPinned            the same with pinned memory
//     jobMapped            no copies: the kernel reads and writes pinned host memory in place
//     jobManaged           one pointer for both: pages move when they are touched
//     jobStreams1          in pieces, all in one stream: one thing after the other
//     jobStreams2          in two streams: one piece is copied while the kernel works on another
//     jobStreams4          in four
//
//     make ch1-transfer && ./ch1-transfer -n 2^24
//     nsys profile ./ch1-transfer -r 1     on a GPU: draws the overlap
//
// The timer's events are in the default stream. It waits for all other streams, and they wait for it.

#include "program.h"

enum { PIECES = 16, MOST_STREAMS = 4 };

enum : unsigned int { FACTOR = 1664525, ADDEND = 1013904223 };

// [begin work]
// The job: `rounds` rounds of x = FACTOR x + ADDEND, modulo 2^32, on every number.
__global__ void work(const unsigned int *in, unsigned int *out, size_t n, unsigned int rounds)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned int x = in[i];
#pragma unroll 1 // the compiler would make one round of four
        for (unsigned int r = 0; r < rounds; r++)
            x = FACTOR * x + ADDEND;
        out[i] = x;
    }
}
// [end work]

// [begin reference]
// All rounds at once: x = *factor x + *addend. Two rounds are factor^2 x + (factor + 1) addend, so
// that the number of rounds can be halved again and again.
static void all_rounds(unsigned int rounds, unsigned int *factor, unsigned int *addend)
{
    unsigned int f = FACTOR, a = ADDEND;
    *factor = 1;
    *addend = 0;
    for (; rounds > 0; rounds /= 2) {
        if (rounds % 2 == 1) {
            *addend = *addend * f + a;
            *factor *= f;
        }
        a *= f + 1;
        f *= f;
    }
}
// [end reference]

// What a way of doing the job is given.
typedef struct {
    size_t n, bytes, block;
    unsigned int rounds, streams;
    cudaStream_t stream[MOST_STREAMS]; // the first `streams` of them
    unsigned int *in, *out;            // (n), on the host: of the kind that the way is about
    unsigned int *d_in, *d_out;        // (n), on the device
} Job;

static void launch(const Job *job, const unsigned int *in, unsigned int *out, size_t n,
                   cudaStream_t stream)
{
    if (n > 0)
        work<<<blocksFor(n, job->block), (unsigned int)job->block, 0, stream>>>(in, out, n,
                                                                                job->rounds);
}

static void toDevice(const Job *job)
{
    cudaCheck(cudaMemcpy(job->d_in, job->in, job->bytes, cudaMemcpyHostToDevice));
}

static void toHost(const Job *job)
{
    cudaCheck(cudaMemcpy(job->out, job->d_out, job->bytes, cudaMemcpyDeviceToHost));
}

// [begin inTurn]
static void inTurn(const Job *job)
{
    toDevice(job);
    launch(job, job->d_in, job->d_out, job->n, 0);
    toHost(job);
}
// [end inTurn]

// The kernel works on the host's memory. Pinned memory can be reached by kernels at the host's own address;
// managed memory has one pointer for both, too, and its pages move.
// [begin inPlace]
static void inPlace(const Job *job)
{
    launch(job, job->d_in, job->d_out, job->n, 0);
}
// [end inPlace]

// Within a stream things happen in order; between streams there is no order. While one stream copies to
// the device, another may run its kernel, and a third may copy back. This needs pinned memory, because
// the device can't copy from pageable memory by itself.
// [begin inPieces]
static void inPieces(const Job *job)
{
    size_t piece = (job->n + PIECES - 1) / PIECES;
    for (size_t p = 0, first = 0; first < job->n; p++, first += piece) {
        cudaStream_t stream = job->stream[p % job->streams];
        size_t count = job->n - first < piece ? job->n - first : piece;
        cudaCheck(cudaMemcpyAsync(job->d_in + first, job->in + first, count * sizeof(unsigned int),
                                  cudaMemcpyHostToDevice, stream));
        launch(job, job->d_in + first, job->d_out + first, count, stream);
        cudaCheck(cudaMemcpyAsync(job->out + first, job->d_out + first,
                                  count * sizeof(unsigned int), cudaMemcpyDeviceToHost, stream));
    }
}
// [end inPieces]

typedef enum { PAGEABLE, PINNED, MANAGED } Kind;

static const struct {
    const char *name;
    void (*run)(const Job *job);
    Kind kind;
    unsigned int streams;
} ways[] = {
    {"toDevicePageable", toDevice, PAGEABLE, 0}, {"toDevicePinned", toDevice, PINNED, 0},
    {"toHostPageable", toHost, PAGEABLE, 0},     {"toHostPinned", toHost, PINNED, 0},
    {"jobPageable", inTurn, PAGEABLE, 0},        {"jobPinned", inTurn, PINNED, 0},
    {"jobMapped", inPlace, PINNED, 0},           {"jobManaged", inPlace, MANAGED, 0},
    {"jobStreams1", inPieces, PINNED, 1},        {"jobStreams2", inPieces, PINNED, 2},
    {"jobStreams4", inPieces, PINNED, 4},
};
enum { WAYS = sizeof ways / sizeof *ways };

// [begin memory]
// Host memory of a kind. Kernels can use it through the same pointer, unless it is pageable.
static unsigned int *allocate(Kind kind, size_t bytes)
{
    unsigned int *host = NULL;
    size_t size = bytes > 0 ? bytes : 1; // each kind of memory has at least a byte
    switch (kind) {
    case PAGEABLE: return (unsigned int *)host_alloc(size, 1);
    case PINNED: cudaCheck(cudaHostAlloc((void **)&host, size, cudaHostAllocDefault)); break;
    case MANAGED: cudaCheck(cudaMallocManaged((void **)&host, size, cudaMemAttachGlobal)); break;
    }
    return host;
}

static void release(Kind kind, unsigned int *host)
{
    if (kind == PAGEABLE)
        free(host);
    else if (kind == MANAGED)
        cudaCheck(cudaFree(host));
    else
        cudaCheck(cudaFreeHost(host));
}
// [end memory]

static bool verify_numbers(const char *name, const unsigned int *got, const unsigned int *want,
                           size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!verify_integer(name, got[i], want[i]))
            return false;
    return true;
}

// Runs a way and checks its results; its median time in ms. x: (n), the input; want: (n).
static double timeWay(int way, Job job, const unsigned int *x, const unsigned int *want,
                      size_t repeats, bool *right)
{
    Kind kind = ways[way].kind;
    job.in = allocate(kind, job.bytes);
    job.out = allocate(kind, job.bytes);
    job.streams = ways[way].streams;
    for (unsigned int i = 0; i < job.streams; i++)
        cudaCheck(cudaStreamCreate(&job.stream[i]));
    if (ways[way].run == inPlace) {
        job.d_in = job.in;
        job.d_out = job.out;
    }
    bool back = ways[way].run == toHost, there = ways[way].run == toDevice;
    if (back) // what is to be copied
        cudaCheck(cudaMemcpy(job.d_out, want, job.bytes, cudaMemcpyHostToDevice));

    GpuTimer timer = gpuTimerBegin(repeats);
    while (gpuTimerNextRun(&timer)) {
        memcpy(job.in, x, job.bytes);
        memset(job.out, 0xff, job.bytes); // no earlier result can pass
        gpuTimerStart(&timer);
        ways[way].run(&job);
        gpuTimerStop(&timer);
    }
    if (there) // what has arrived: the host gets it back
        cudaCheck(cudaMemcpy(job.out, job.d_in, job.bytes, cudaMemcpyDeviceToHost));
    *right = verify_numbers(ways[way].name, job.out, there ? x : want, job.n);
    for (unsigned int i = 0; i < job.streams; i++)
        cudaCheck(cudaStreamDestroy(job.stream[i]));
    release(kind, job.in);
    release(kind, job.out);
    return gpuTimerEnd(&timer);
}

int main(int argc, char **argv)
{
    size_t rounds = default_size(1000, 256);
    const Option own[] = {
        {'i', "iterations", "rounds of the kernel's work", &rounds, 0, 1 << 20, NULL, NULL}, {}};
    Options options =
        options_for("Moves n numbers to the device and back in different ways.", "nbsrk");
    options.n = default_size(1 << 25, 1 << 20);
    options.n_max = (size_t)1 << 34;
    options_kernels(&options, ways);
    options.own = own;
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    Job job = {};
    job.n = options.n;
    job.bytes = job.n * sizeof(unsigned int);
    job.block = options.block;
    job.rounds = (unsigned int)rounds;
    gridRequire(&options);
    deviceRequire(&options, 4 * job.bytes, 4 * job.bytes); // managed memory may be on both sides
    Rows rows = rowsBegin(&device, &options, "GB/s", 0);

    unsigned int *x = host_array(unsigned int, job.n);
    unsigned int *want = host_array(unsigned int, job.n);
    unsigned int factor, addend;
    all_rounds(job.rounds, &factor, &addend);
    for (size_t i = 0; i < job.n; i++) {
        x[i] = (unsigned int)random_bits(options.seed, i);
        want[i] = factor * x[i] + addend;
    }

    job.d_in = deviceArray(unsigned int, job.n);
    job.d_out = deviceArray(unsigned int, job.n);
    for (int i = 0; i < WAYS; i++) {
        if (!options_want(&options, ways[i].name))
            continue;
        bool right = false;
        double ms = timeWay(i, job, x, want, options.repeats, &right);
        bool copyOnly = ways[i].run == toDevice || ways[i].run == toHost;
        rowsKernel(&rows, ways[i].name, job.n, ms, (copyOnly ? 1.0 : 2.0) * (double)job.bytes,
                   right);
    }
    rowsNote(&rows,
             "the model moves managed memory at no cost, so the time of jobManaged is too good");
    deviceFree(job.d_in, job.d_out);
    host_free(x, want);
    return rowsEnd(&rows);
}
