// The library's histogram, for comparison. CUB comes with the CUDA toolkit but isn't part of the simulator.
// HAVE_CUB says whether it is there.

#ifndef WARP_CUB_HISTOGRAM_H
#define WARP_CUB_HISTOGRAM_H

#if !defined(__WARPSIM__) && __has_include(<cub/device/device_histogram.cuh>)
#define HAVE_CUB 1
#include <cub/device/device_histogram.cuh>
#include <limits.h>

// bins[v]: how many elements of x: (n) are v, for v from 0 to count - 1. With storage NULL it only sets
// *bytes to the size of the storage that it needs on the device. As users of the library do, it passes
// the size as an int if it fits.
static cudaError_t cubHistogram(void *storage, size_t *bytes, const unsigned char *x,
                                unsigned int *bins, int count, size_t n)
{
    if (n <= INT_MAX)
        return cub::DeviceHistogram::HistogramEven(storage, *bytes, x, bins, count + 1, 0, count,
                                                   (int)n);
    return cub::DeviceHistogram::HistogramEven(storage, *bytes, x, bins, count + 1, 0, count,
                                               (long long)n);
}

#else
#define HAVE_CUB 0
#endif

#endif
