// Traps of this chapter, tried out.
//
// Each trap does it the older way and today's way on the same data, and says what came out. A trap counts as
// shown if the older way went wrong as promised and today's did not.
//
//     make ch0-traps && ./ch0-traps

#include "program.h"
#include "traps.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

static __global__ void vecAdd(const float *a, const float *b, float *c, size_t n) // each: (n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

enum { N = 1000 }; // elements of the vectors below: three blocks of 256, and 232 more

// Adds two vectors with a grid of `grid` blocks and returns how many sums are right. *error gets what the
// launch reports; the caller may ignore it, as older texts do.
static size_t addWith(unsigned int grid, unsigned int block, cudaError_t *error)
{
    float a[N], b[N], c[N], *d_a, *d_b, *d_c;
    size_t bytes = N * sizeof(float), right = 0;

    fill_floats(a, N, 1);
    fill_floats(b, N, 2);
    cudaCheck(cudaMalloc(&d_a, bytes));
    cudaCheck(cudaMalloc(&d_b, bytes));
    cudaCheck(cudaMalloc(&d_c, bytes));
    cudaCheck(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
    cudaCheck(cudaMemset(d_c, 0, bytes));
    vecAdd<<<grid, block>>>(d_a, d_b, d_c, N);
    *error = cudaGetLastError();
    cudaCheck(cudaMemcpy(c, d_c, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < N; i++)
        right += c[i] == a[i] + b[i];
    cudaCheck(cudaFree(d_a));
    cudaCheck(cudaFree(d_b));
    cudaCheck(cudaFree(d_c));
    return right;
}

// [begin roundUp]
// ceil(n / 256) divides whole numbers, which rounds down, and then has nothing left to round up.
static Finding roundUp(void)
{
    Finding f = {};
    cudaError_t error;
    int n = N;
    unsigned int older = (unsigned int)ceil((double)(n / 256));
    unsigned int today = (unsigned int)((n + 255) / 256);
    size_t olderRight = addWith(older, 256, &error);
    size_t todayRight = addWith(today, 256, &error);

    snprintf(f.older, sizeof f.older, "ceil(n / 256) = %u blocks: %zu of %d sums right", older,
             olderRight, n);
    snprintf(f.today, sizeof f.today, "(n + 255) / 256 = %u blocks: %zu of %d", today, todayRight,
             n);
    f.shown = olderRight == 768 && todayRight == N;
    return f;
}
// [end roundUp]

// [begin uncheckedLaunch]
// A block of 1,025 threads is too large. The launch is refused and nothing runs. A program that
// doesn't ask about it reads what was in memory before.
static Finding uncheckedLaunch(void)
{
    Finding f = {};
    cudaError_t error;
    size_t right = addWith(1, 1025, &error);

    snprintf(f.older, sizeof f.older, "no error seen: %zu of %d sums right, all others 0.00", right,
             N);
    snprintf(f.today, sizeof f.today, "cudaGetLastError() after the launch: %s",
             cudaGetErrorName(error));
    f.shown = right == 0 && error != cudaSuccess;
    return f;
}
// [end uncheckedLaunch]

// [begin narrowIndex]
// The number of the first thread of a block, as int and as size_t. numbers: (2).
static __global__ void numberThread(unsigned int block, long long *numbers)
{
    int narrow = block * blockDim.x + threadIdx.x;
    size_t wide = (size_t)block * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        numbers[0] = narrow;
        numbers[1] = (long long)wide;
    }
}

// Thread 2^31 is the first of block 8,388,608 of 256 threads. No int can hold its number: it comes
// out negative. With a signed n it passes the test i < n and reads before the array; with size_t n
// its element is left out.
static Finding narrowIndex(void)
{
    Finding f = {};
    long long numbers[2], *d_numbers;
    cudaCheck(cudaMalloc(&d_numbers, sizeof numbers));
    numberThread<<<1, 256>>>(8388608, d_numbers);
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(numbers, d_numbers, sizeof numbers, cudaMemcpyDeviceToHost));
    cudaCheck(cudaFree(d_numbers));

    snprintf(f.older, sizeof f.older, "int i = blockIdx.x * blockDim.x + threadIdx.x: %lld",
             numbers[0]);
    snprintf(f.today, sizeof f.today, "size_t i = (size_t)blockIdx.x * ...: %lld", numbers[1]);
    f.shown = numbers[0] < 0 && numbers[1] == 1LL << 31;
    return f;
}
// [end narrowIndex]

// [begin narrowBytes]
// 2^30 floats are 2^32 bytes, which an int keeps as 0. cudaMalloc and cudaMemcpy of 0 bytes
// succeed.
static Finding narrowBytes(void)
{
    Finding f = {};
    size_t n = (size_t)1 << 30;
    int narrow = (int)(n * sizeof(float));
    size_t wide = n * sizeof(float);

    snprintf(f.older, sizeof f.older, "int size = n * sizeof(float) for n = 2^30: %d bytes",
             narrow);
    snprintf(f.today, sizeof f.today, "size_t size: %zu bytes", wide);
    f.shown = narrow == 0 && wide == (size_t)4 << 30;
    return f;
}
// [end narrowBytes]

// [begin passingNan]
// A kernel that went wrong may leave NaN. Every comparison with NaN is false, so the difference
// isn't "too large", and the check passes.
static Finding passingNan(void)
{
    Finding f = {};
    float got = NAN, want = 1.0f, bound = 1e-6f;
    bool olderFails = fabsf(got - want) > bound;
    bool todayFails = !(fabsf(got - want) <= bound);

    snprintf(f.older, sizeof f.older, "if (fabs(got - want) > bound) fail: NaN %s",
             olderFails ? "fails" : "passes");
    snprintf(f.today, sizeof f.today, "if (!(fabs(got - want) <= bound)) fail: NaN %s",
             todayFails ? "fails" : "passes");
    f.shown = !olderFails && todayFails;
    return f;
}
// [end passingNan]

// [begin devicePointer]
// The host must not follow a pointer to device memory. A child process tries it, so that it may
// die.
static Finding devicePointer(void)
{
    Finding f = {};
    float *d_x, x = 1.0f;
    int status = 0;
    cudaCheck(cudaMalloc(&d_x, sizeof x));
    cudaCheck(cudaMemcpy(d_x, &x, sizeof x, cudaMemcpyHostToDevice));
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(EXIT_CUDA);
    }
    if (child == 0)
        _exit(*(volatile float *)d_x == 1.0f ? 0 : 1); // the host reads device memory
    waitpid(child, &status, 0);
    x = 0;
    cudaCheck(cudaMemcpy(&x, d_x, sizeof x, cudaMemcpyDeviceToHost));
    cudaCheck(cudaFree(d_x));

    snprintf(f.older, sizeof f.older, "x = *d_x: %s",
             WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "no fault on this machine");
    snprintf(f.today, sizeof f.today, "cudaMemcpy(&x, d_x, ...): %.1f", x);
    f.shown = WIFSIGNALED(status) && x == 1.0f;
    return f;
}
// [end devicePointer]

static const Trap traps[] = {
    {"a division that rounds down", roundUp},     {"a launch that nobody checks", uncheckedLaunch},
    {"a thread's number in an int", narrowIndex}, {"a count of bytes in an int", narrowBytes},
    {"a check that NaN passes", passingNan},      {"device memory read by the host", devicePointer},
};

int main(int argc, char **argv)
{
    Options options = options_for("Tries what older texts do, beside what is right today.", "");
    options_parse(&options, argc, argv);

    Device device = deviceOpen();
    devicePrint(&device);
    return run_traps(traps, sizeof traps / sizeof *traps);
}
