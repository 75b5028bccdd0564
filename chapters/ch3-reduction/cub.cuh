// The library's scan, for comparison. CUB comes with the CUDA toolkit but isn't part of the simulator.
// HAVE_CUB says whether it is there.

#ifndef WARP_CUB_SCAN_H
#define WARP_CUB_SCAN_H

#if !defined(__WARPSIM__) && __has_include(<cub/device/device_scan.cuh>)
#define HAVE_CUB 1
#include <cub/device/device_scan.cuh>
#include <limits.h>

// y[i] = x[0] + ... + x[i]. With storage NULL it only sets *bytes to the size of the storage that it
// needs on the device. As users of the library do, it passes the size as an int if it fits.
static cudaError_t cubScan(void *storage, size_t *bytes, const int *x, int *y, size_t n)
{
    if (n <= INT_MAX)
        return cub::DeviceScan::InclusiveSum(storage, *bytes, x, y, (int)n);
    return cub::DeviceScan::InclusiveSum(storage, *bytes, x, y, n);
}

#else
#define HAVE_CUB 0
#endif

#endif
