// cub.cu: CUB's reduction, scan and radix sort, at ragged sizes, against loops and qsort on the host.

#include "../../harness/cases.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

// The sizes: one element, a warp, one less and one more, about a tile, and several blocks.
static const int sizes[] = {1, 31, 32, 33, 1000, 4097, 100003};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

// Returns n pseudorandom ints on the host, the same for the same seed (Knuth's MMIX generator, upper bits).
static int *randomInts(int n, unsigned long long seed)
{
    int *x = (int *)malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        x[i] = (int)(seed >> 33) - (1 << 30);
    }
    return x;
}

static int *toDevice(const int *host, int n)
{
    int *device;
    cudaCheck(cudaMalloc(&device, (size_t)n * sizeof *device));
    cudaCheck(cudaMemcpy(device, host, (size_t)n * sizeof *device, cudaMemcpyHostToDevice));
    return device;
}

static int *fromDevice(const int *device, int n)
{
    int *host = (int *)malloc((size_t)n * sizeof *host);
    cudaCheck(cudaMemcpy(host, device, (size_t)n * sizeof *host, cudaMemcpyDeviceToHost));
    return host;
}

// Runs a CUB algorithm as CUB wants it: once for the size of its scratch memory, once for the result.
#define WITH_SCRATCH(call)                             \
    do {                                               \
        void *scratch = NULL;                          \
        size_t scratchBytes = 0;                       \
        cudaCheck(call);                               \
        cudaCheck(cudaMalloc(&scratch, scratchBytes)); \
        cudaCheck(call);                               \
        cudaCheckLaunch();                             \
        cudaCheck(cudaFree(scratch));                  \
    } while (0)

static bool reduceAt(int n)
{
    int *host = randomInts(n, (unsigned long long)n), *in = toDevice(host, n), *out;
    unsigned int sum = 0;
    int least = host[0];
    for (int i = 0; i < n; i++) {
        sum += (unsigned int)host[i];
        least = host[i] < least ? host[i] : least;
    }
    cudaCheck(cudaMalloc(&out, 2 * sizeof *out));
    WITH_SCRATCH(
        cub::DeviceReduce::Sum(scratch, scratchBytes, (unsigned int *)in, (unsigned int *)out, n));
    WITH_SCRATCH(cub::DeviceReduce::Min(scratch, scratchBytes, in, out + 1, n));
    int *got = fromDevice(out, 2);
    bool right = got[0] == (int)sum && got[1] == least;
    cudaCheck(cudaFree(in));
    cudaCheck(cudaFree(out));
    free(host);
    free(got);
    return right;
}

static bool scanAt(int n)
{
    int *host = randomInts(n, (unsigned long long)n), *in = toDevice(host, n), *out;
    cudaCheck(cudaMalloc(&out, (size_t)n * sizeof *out));
    bool right = true;
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        if (inclusive)
            WITH_SCRATCH(cub::DeviceScan::InclusiveSum(scratch, scratchBytes, (unsigned int *)in,
                                                       (unsigned int *)out, n));
        else
            WITH_SCRATCH(cub::DeviceScan::ExclusiveSum(scratch, scratchBytes, (unsigned int *)in,
                                                       (unsigned int *)out, n));
        int *got = fromDevice(out, n);
        unsigned int sum = 0;
        for (int i = 0; i < n; i++) {
            unsigned int next = sum + (unsigned int)host[i];
            right = right && got[i] == (int)(inclusive ? next : sum);
            sum = next;
        }
        free(got);
    }
    cudaCheck(cudaFree(in));
    cudaCheck(cudaFree(out));
    free(host);
    return right;
}

static int ascending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

// Sorts keys with their positions as values: the keys must come out in order, and each value must still name its key.
static bool sortAt(int n)
{
    int *host = randomInts(n, (unsigned long long)n), *in = toDevice(host, n), *keys, *from, *to;
    int *positions = (int *)malloc((size_t)n * sizeof *positions);
    for (int i = 0; i < n; i++)
        positions[i] = i;
    from = toDevice(positions, n);
    cudaCheck(cudaMalloc(&keys, (size_t)n * sizeof *keys));
    cudaCheck(cudaMalloc(&to, (size_t)n * sizeof *to));
    WITH_SCRATCH(cub::DeviceRadixSort::SortPairs(scratch, scratchBytes, in, keys, from, to, n));
    int *gotKeys = fromDevice(keys, n), *gotValues = fromDevice(to, n);
    bool right = true;
    for (int i = 0; i < n; i++)
        right = right && gotValues[i] >= 0 && gotValues[i] < n && host[gotValues[i]] == gotKeys[i];
    qsort(host, (size_t)n, sizeof *host, ascending);
    right = right && memcmp(host, gotKeys, (size_t)n * sizeof *host) == 0;
    int *all[] = {in, keys, from, to};
    for (int i = 0; i < 4; i++)
        cudaCheck(cudaFree(all[i]));
    free(host);
    free(positions);
    free(gotKeys);
    free(gotValues);
    return right;
}

static bool atAll(bool (*right)(int n))
{
    for (int i = 0; i < SIZES; i++)
        if (!right(sizes[i]))
            return false;
    return true;
}

static bool reduce(void)
{
    return atAll(reduceAt);
}

static bool scan(void)
{
    return atAll(scanAt);
}

static bool sort(void)
{
    return atAll(sortAt);
}

int main(int argc, char **argv)
{
    const Case cases[] = {{"reduce", reduce}, {"scan", scan}, {"sort", sort}};
    return RUN_CASE(cases);
}
