// overrun.cu: accesses that leave their shared array, and stay in the block's shared memory. Each is an address like any other, which
// belongs to another array: no GPU faults.
//
// Each case is headed by what is wrong with it and by what the simulator's check says: one `expect` for each report, a
// regular expression over the report's lines joined by spaces, in which @w stands for the line marked `// @w`.

#include "../../harness/cases.h"

#include <cuda_pipeline_primitives.h>

extern __shared__ int dynamic[];

// case neighbour
// An index one too large is the first element of the array behind.
// expect: Invalid __shared__ write of size 4 bytes at shift.* @w by thread \(31,0,0\) in block \(0,0,0\) Byte 128 of .*::left, which has 128 bytes, lies in the shared variable .*::right, (element [0-9]+ at )?byte 0$
__global__ void shift(const int *x, int *y)
{
    __shared__ int left[32], right[32];
    int t = threadIdx.x;
    left[t + 1] = x[t]; // @w
    __syncthreads();
    right[t] = left[t ? t : 1];
    __syncthreads();
    y[t] = right[31 - t];
}

static bool neighbour(void)
{
    int *x = deviceCounting(32), *y = deviceZeros(32);
    shift<<<1, 32>>>(x, y);
    return deviceInt(y, 0) == 30;
}

// case constant
// The same with an index that the compiler knows.
// expect: Invalid __shared__ write of size 4 bytes at sentinel.* @w by thread \(0,0,0\) in block \(0,0,0\) Byte 128 of .*::keys, which has 128 bytes, lies in the shared variable .*::places, (element [0-9]+ at )?byte 0$
__global__ void sentinel(int *y)
{
    __shared__ int keys[32];
    __shared__ int places[32];
    int t = threadIdx.x;
    keys[t] = t;
    if (t == 0)
        keys[t + 32] = 99; // @w
    __syncthreads();
    places[t] = keys[31 - t];
    __syncthreads();
    y[t] = places[31 - t];
}

static bool constant(void)
{
    int *y = deviceZeros(32);
    sentinel<<<1, 32>>>(y);
    return deviceInt(y, 7) == 7;
}

// case unwritten
// Nobody has written what lies behind, either. There is one report.
// expect: Invalid __shared__ read of size 4 bytes at ahead.* @r by thread \(31,0,0\) in block \(0,0,0\) Byte 128 of .*::near, which has 128 bytes, lies in the shared variable .*::next, (element [0-9]+ at )?byte 0$
__global__ void ahead(int *y)
{
    __shared__ int near[32], next[32];
    int t = threadIdx.x;
    near[t] = t;
    __syncthreads();
    int right = near[t + 1]; // @r
    __syncthreads();
    next[t] = right;
    __syncthreads();
    y[t] = next[31 - t];
}

static bool unwritten(void)
{
    int *y = deviceZeros(32);
    ahead<<<1, 32>>>(y);
    return deviceInt(y, 31) == 1;
}

// case into-dynamic
// A static array's overrun ends in dynamic memory, which lies behind.
// expect: Invalid __shared__ write of size 4 bytes at intoDynamic.* @w by thread \((60|63),0,0\) in block \(0,0,0\) Byte (240|252) of .*::part, which has 240 bytes, lies in dynamic shared memory, (element [0-9]+ at )?byte (0|12) \[4 hazards\]$
__global__ void intoDynamic(int *y)
{
    __shared__ int part[60];
    int t = threadIdx.x;
    dynamic[t] = 1;
    __syncthreads();
    part[t] = t; // @w
    __syncthreads();
    y[t] = dynamic[t] + part[59 - t % 60];
}

static bool toDynamic(void)
{
    int *y = deviceZeros(64);
    intoDynamic<<<1, 64, 256>>>(y);
    return deviceInt(y, 0) == 60;
}

// case below-dynamic
// A left neighbour that is not there lies in the static array before.
// expect: Invalid __shared__ read of size 4 bytes at belowDynamic.* @r by thread \(0,0,0\) in block \(0,0,0\) Byte -4 of dynamic, which has 256 bytes, lies in the shared variable .*::sums, (element [0-9]+ at )?byte 124$
// remark: Remark: threads store the same value in one place, and nothing orders them\. .*The store at belowDynamic.* @o
__global__ void belowDynamic(int *y)
{
    __shared__ int sums[32];
    int t = threadIdx.x;
    sums[t % 32] = 0; // @o
    dynamic[t] = t;
    __syncthreads();
    y[t] = dynamic[t - 1] + sums[t % 32]; // @r
}

static bool fromDynamic(void)
{
    int *y = deviceZeros(64);
    belowDynamic<<<1, 64, 256>>>(y);
    return deviceInt(y, 0) == 0;
}

// case wide
// Four ints are read where two are left.
// expect: Invalid __shared__ read of size 16 bytes at quads.* @r by thread \(15,0,0\) in block \(0,0,0\) Byte 248 of .*::row, which has 248 bytes, lies in the shared variable .*::other, (element [0-9]+ at )?byte 0$
__global__ void quads(int *y)
{
    __shared__ __align__(16) int row[62];
    __shared__ int other[4];
    int t = threadIdx.x;
    for (int i = t; i < 62; i += 16)
        row[i] = 1;
    if (t < 4)
        other[t] = 0;
    __syncthreads();
    int4 v = ((const int4 *)row)[t]; // @r
    y[t] = v.x + v.y + v.z + v.w + other[t % 4];
}

static bool wide(void)
{
    int *y = deviceZeros(16);
    quads<<<1, 16>>>(y);
    return deviceInt(y, 15) == 2;
}

// case gap
// Between two arrays is a gap, since the second one's address must be a multiple of 16.
// expect: Invalid __shared__ write of size 4 bytes at three.* @w by thread \(3,0,0\) in block \(0,0,0\) Byte 12 of .*::odd, which has 12 bytes, lies outside any variable$
__global__ void three(int *y)
{
    __shared__ int odd[3];
    __shared__ int4 pair[2];
    int t = threadIdx.x;
    odd[t] = t; // @w
    __syncthreads();
    if (t < 2)
        pair[t] = make_int4(odd[t], 0, 0, odd[2 - t]);
    __syncthreads();
    y[t] = pair[t % 2].w;
}

static bool gap(void)
{
    int *y = deviceZeros(4);
    three<<<1, 4>>>(y);
    return deviceInt(y, 0) == 2;
}

// case atomic
// A histogram has a bin too few.
// expect: Invalid __shared__ atomic of size 4 bytes at bins.* @a by thread \([0-9]+,0,0\) in block \(0,0,0\) Byte 36 of .*::count, which has 36 bytes, lies in the shared variable .*::most, (element [0-9]+ at )?byte 0 \[6 hazards\]$
__global__ void bins(int *y)
{
    __shared__ int count[9], most;
    int t = threadIdx.x;
    if (t < 9)
        count[t] = 0;
    if (t == 0)
        most = 0;
    __syncthreads();
    atomicAdd(&count[t % 10], 1); // @a
    __syncthreads();
    if (t < 9)
        atomicMax(&most, count[t]);
    __syncthreads();
    y[t] = most;
}

static bool atomic(void)
{
    int *y = deviceZeros(64);
    bins<<<1, 64>>>(y);
    return deviceInt(y, 0) == 7;
}

// case function
// A function has an array of its own, and its caller, too.
// expect: Invalid __shared__ write of size 4 bytes at turned.* @w by thread \(0,0,0\) in block \(0,0,0\) Byte -4 of .*::own, which has 128 bytes, lies in the shared variable .*::mine, (element [0-9]+ at )?byte 124$
__device__ __noinline__ int turned(int value)
{
    __shared__ int own[32];
    int t = threadIdx.x;
    own[t - 1] = value; // @w
    __syncthreads();
    return own[t < 31 ? t : 30];
}

__global__ void calls(int *y)
{
    __shared__ int mine[32];
    int got = turned(threadIdx.x);
    mine[threadIdx.x] = got;
    __syncthreads();
    y[threadIdx.x] = mine[31 - threadIdx.x];
}

static bool function(void)
{
    int *y = deviceZeros(32);
    calls<<<1, 32>>>(y);
    return deviceInt(y, 0) == 31;
}

// case copy
// An asynchronous copy writes behind its array when the program waits for it.
// expect: Invalid __shared__ write of size 4 bytes at fetched.* by thread \(31,0,0\) in block \(0,0,0\) Byte 128 of .*::stage, which has 128 bytes, lies in the shared variable .*::table, (element [0-9]+ at )?byte 0
__global__ void fetched(const int *x, int *y)
{
    __shared__ int stage[32], table[32];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&stage[t + 1], &x[t], sizeof *x); // @w
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    table[t] = stage[t ? t : 1];
    __syncthreads();
    y[t] = table[31 - t];
}

static bool copy(void)
{
    int *x = deviceCounting(32), *y = deviceZeros(32);
    fetched<<<1, 32>>>(x, y);
    return deviceInt(y, 0) == 30;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"neighbour", neighbour},
        {"constant", constant},
        {"unwritten", unwritten},
        {"into-dynamic", toDynamic},
        {"below-dynamic", fromDynamic},
        {"wide", wide},
        {"gap", gap},
        {"atomic", atomic},
        {"function", function},
        {"copy", copy},
    };
    return RUN_CASE(CASES);
}
