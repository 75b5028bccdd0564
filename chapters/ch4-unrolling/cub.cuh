// The library's sum, for comparison: CUB comes with the CUDA toolkit, but isn't part of the
// simulator. HAVE_CUB says whether it's installed.

#ifndef WARP_CUB_SUM_H
#define WARP_CUB_SUM_H

#if !defined(__WARPSIM__) && __has_include(<cub/device/device_reduce.cuh>)
#define HAVE_CUB 1
#include <cub/device/device_reduce.cuh>
#include <limits.h>

// Adds x[0 .. n-1] into *out. With storage NULL it only sets *bytes to the size of the storage that
// it needs on the device. As the library's users do, it passes n as an int if it fits into one.
template <typename T>
static cudaError_t cubSum(void *storage, size_t *bytes, const T *x, T *out, size_t n)
{
    if (n <= INT_MAX)
        return cub::DeviceReduce::Sum(storage, *bytes, x, out, (int)n);
    return cub::DeviceReduce::Sum(storage, *bytes, x, out, n);
}

#else
#define HAVE_CUB 0
#endif

#endif
