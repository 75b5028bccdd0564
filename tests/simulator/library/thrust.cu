// thrust.cu: Thrust's sorts and transform-reduce, at ragged sizes, against qsort and loops on the host.

#include "../../harness/cases.h"

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

static const int sizes[] = {1, 31, 32, 33, 1000, 4097, 100003};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

struct Square {
    __host__ __device__ double operator()(float x) const
    {
        return (double)x * x;
    }
};

// Orders by the last digit only. For an order of one's own Thrust takes a merge sort, for greater<float> a radix sort.
struct LastDigit {
    __host__ __device__ bool operator()(float a, float b) const
    {
        return (int)a % 10 < (int)b % 10;
    }
};

// Returns n pseudorandom whole floats below 2^14 on the host (Knuth's MMIX generator, upper bits).
static float *randomFloats(int n, unsigned long long seed)
{
    float *x = (float *)malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        x[i] = (float)(seed >> 50);
    }
    return x;
}

static thrust::device_ptr<float> toDevice(const float *host, int n)
{
    float *device;
    cudaCheck(cudaMalloc(&device, (size_t)n * sizeof *device));
    cudaCheck(cudaMemcpy(device, host, (size_t)n * sizeof *device, cudaMemcpyHostToDevice));
    return thrust::device_pointer_cast(device);
}

static int descending(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x < y) - (x > y);
}

static void back(float *host, thrust::device_ptr<float> x, int n)
{
    cudaCheckLaunch();
    cudaCheck(cudaMemcpy(host, x.get(), (size_t)n * sizeof *host, cudaMemcpyDeviceToHost));
    cudaCheck(cudaFree(x.get()));
}

static bool sortAt(int n)
{
    float *host = randomFloats(n, (unsigned long long)n), *got = randomFloats(n, 0);
    thrust::device_ptr<float> x = toDevice(host, n);
    thrust::sort(thrust::device, x, x + n, thrust::greater<float>());
    back(got, x, n);
    qsort(host, (size_t)n, sizeof *host, descending);
    bool right = memcmp(host, got, (size_t)n * sizeof *host) == 0;
    free(host);
    free(got);
    return right;
}

// Sorts by the last digit: numbers with the same last digit must keep their order.
static bool stableSortAt(int n)
{
    float *host = randomFloats(n, (unsigned long long)n), *got = randomFloats(n, 0);
    thrust::device_ptr<float> x = toDevice(host, n);
    thrust::stable_sort(thrust::device, x, x + n, LastDigit());
    back(got, x, n);
    bool right = true;
    for (int digit = 0, at = 0; digit < 10; digit++)
        for (int i = 0; i < n; i++)
            if ((int)host[i] % 10 == digit)
                right = got[at++] == host[i] && right;
    free(host);
    free(got);
    return right;
}

// Adds up squares. They are whole numbers below 2^45, so a double adds them exactly in any order.
static bool sumSquaresAt(int n)
{
    float *host = randomFloats(n, (unsigned long long)n);
    thrust::device_ptr<float> x = toDevice(host, n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)host[i] * host[i];
    double got =
        thrust::transform_reduce(thrust::device, x, x + n, Square(), 0.0, thrust::plus<double>());
    cudaCheck(cudaFree(x.get()));
    free(host);
    return got == sum;
}

static bool atAll(bool (*right)(int n))
{
    for (int i = 0; i < SIZES; i++)
        if (!right(sizes[i]))
            return false;
    return true;
}

static bool sort(void)
{
    return atAll(sortAt);
}

static bool stableSort(void)
{
    return atAll(stableSortAt);
}

static bool transformReduce(void)
{
    return atAll(sumSquaresAt);
}

int main(int argc, char **argv)
{
    const Case cases[] = {
        {"sort", sort}, {"stable-sort", stableSort}, {"transform-reduce", transformReduce}};
    return RUN_CASE(cases);
}
