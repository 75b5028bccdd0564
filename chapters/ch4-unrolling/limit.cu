// A sum as fast as the memory can be read.
//
// Each element is read once and added once, a quarter of an addition per byte, so that only the
// memory can be the limit. It's reached when enough bytes are on their way at any time. By Little's
// law that's bandwidth times latency, about 12 KiB per SM on an H200. The rungs put more bytes in
// flight per thread, and need fewer instructions per byte.
//
//                                                                       bytes in flight per thread
//     sumStride    grid-stride loop, one element at a time                                      4
//     sumUnroll    four independent elements at a time                                         16
//     sumWide      one load of 16 bytes in place of four of 4                                  16
//     sumFlight    four independent loads of 16 bytes                                          64
//
// Each for int and for float. The floats are whole numbers small enough that every partial sum is
// exact in any order. One element too few or too many, and the row says WRONG. ch4-ticket does
// the same without the second launch.
//
//     make ch4-limit && ./ch4-limit -n 2^28

#include "limit.h"

// All kernels: x: (n), aligned as its type asks; out: one partial sum per block, (gridDim.x). A sum of
// ints must not overflow. blockDim.x is a multiple of 32.

// Rung 1: the grid is only as large as the device can hold at once, and strides over the array, so
// that a block makes its sum once and not once per few thousand elements. The compiler is kept
// from unrolling: one load, one addition, and the addition waits for the load.
// [begin sumStride]
template <typename T>
__global__ void sumStride(const T *x, size_t n, T *out, Work *)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    T sum = 0;
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += x[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumStride]

// Rung 2: four loads that don't wait for each other, then the additions. Memory is idle less, with 16
// bytes in flight per thread (smsp__warp_issue_stalled_long_scoreboard_per_warp_active.pct falls).
// [begin sumUnroll]
template <typename T>
__global__ void sumUnroll(const T *x, size_t n, T *out, Work *)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
#pragma unroll 1
    for (; i + 3 * stride < n; i += 4 * stride) {
        T a = x[i], b = x[i + stride], c = x[i + 2 * stride], d = x[i + 3 * stride];
        sum += (a + b) + (c + d);
    }
#pragma unroll 1
    for (; i < n; i += stride) // the tail: fewer than four are left
        sum += x[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumUnroll]

// Rung 3: the same 16 bytes in one instruction. There are a quarter as many requests
// (l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum), and as many sectors as before.
// [begin sumWide]
template <typename T>
__global__ void sumWide(const T *x, size_t n, T *out, Work *)
{
    Cut c = cut(x, n);
    const Four<T> *v = (const Four<T> *)(x + c.head);
    size_t stride = (size_t)gridDim.x * blockDim.x;
    T sum = sumEnds(x, n, c);
#pragma unroll 1
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < c.fours; i += stride) {
        Four<T> f = v[i];
        sum += (f.x + f.y) + (f.z + f.w);
    }
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumWide]

// Rung 4: four wide loads in flight. A few warps per SM would now be enough to keep memory busy.
// [begin sumFlight]
template <typename T>
__global__ void sumFlight(const T *x, size_t n, T *out, Work *)
{
    T sum = blockSum(sumShare<4>(x, n));
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
// [end sumFlight]

template <typename T>
static void climb(Rows *rows, const Job<T> *job)
{
    const Rung<T> ladder[] = {
        {"sumStride", sumStride<T>, sumStride<T>, sizeof(T), 0, 1},
        {"sumUnroll", sumUnroll<T>, sumStride<T>, 4 * sizeof(T), 0, 1},
        {"sumWide", sumWide<T>, sumStride<T>, 16, 0, 1},
        {"sumFlight", sumFlight<T>, sumStride<T>, 64, 0, 1},
    };
    climbLadder(rows, job, ladder, sizeof ladder / sizeof *ladder);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {
        "sumStrideInt",   "sumUnrollInt", "sumWideInt",     "sumFlightInt", "sumStrideFloat",
        "sumUnrollFloat", "sumWideFloat", "sumFlightFloat", NULL,
    };
    return runSums("Sums n random ints, then n floats, up to the limit of the memory.", names,
                   climb<int>, climb<float>, argc, argv);
}
