// values.cu: races in which a store leaves the word as it was, or all store the same value.
//
// The comments before each case are explained in shared_races.cu.

#include "../../harness/cases.h"

// case zeros-over-zeros
// The barrier before a reduction is missing. The second warp has no elements, and stores zeros where zeros are.
// expect: Race reported between (Read access at sumFew.* @r .*and Write access at sumFew.* @w|Write access at sumFew.* @w .*and Read access at sumFew.* @r) .*in the shared variable .*::s, .*two warps of a block: __syncthreads\(\) is missing between
// also: Race reported between (Write access at sumFew.* @r .*and Write access at sumFew.* @w|Write access at sumFew.* @w .*and Write access at sumFew.* @r)
// also: Race reported between .* access at sumFew.* @r .*and .* access at sumFew.* @r
__global__ void sumFew(const int *x, int n, int *out)
{
    __shared__ int s[64];
    unsigned int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[t] = (int)t < n ? x[t] : 0; // @w
    for (unsigned int d = 32; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d]; // @r
        __syncthreads();
    }
    if (t == 0)
        *out = s[0];
}

static bool zerosOverZeros(void)
{
    int *x = deviceCounting(20), *out = deviceZeros(1);
    sumFew<<<1, 64>>>(x, 20, out);
    return deviceInt(out, 0) == 190;
}

// case same-in-global
// The same in global memory: each thread stores what its neighbour in the next warp reads.
// expect: Race reported between (Read access at shift.* @r .*and Write access at shift.* @w|Write access at shift.* @w .*and Read access at shift.* @r) .*two warps of a block: __syncthreads\(\) is missing between
// also: Race reported between .*two lanes of a warp
__global__ void shift(int *x, int value, int *out)
{
    x[threadIdx.x] = value;                        // @w
    out[threadIdx.x] = x[(threadIdx.x + 32) % 64]; // @r
}

static bool sameInGlobal(void)
{
    int *x = deviceZeros(64), *out = deviceZeros(64);
    shift<<<1, 64>>>(x, 0, out);
    return deviceInt(out, 5) == 0;
}

// case same-between-lanes
// And within a warp.
// expect: Race reported between Read access at shiftLanes.* @r .*and Write access at shiftLanes.* @w .*two lanes of a warp
__global__ void shiftLanes(int *x, int value, int *out)
{
    x[threadIdx.x] = value;                        // @w
    out[threadIdx.x] = x[(threadIdx.x + 31) % 32]; // @r
}

static bool sameBetweenLanes(void)
{
    int *x = deviceZeros(32), *out = deviceZeros(32);
    shiftLanes<<<1, 32>>>(x, 0, out);
    return deviceInt(out, 5) == 0;
}

// case same-between-blocks
// Block 1 stores a zero over a zero that block 0 reads.
// expect: Race reported between Write access at clearRead.* @w by thread \(0,0,0\) in block \(1,0,0\) and Read access at clearRead.* @r by thread \(0,0,0\) in block \(0,0,0\) .*nothing orders the two blocks
__global__ void clearRead(int *x, int value, int *out)
{
    if (blockIdx.x == 0)
        *out = *x; // @r
    else
        *x = value; // @w
}

static bool sameBetweenBlocks(void)
{
    int *x = deviceZeros(1), *out = deviceZeros(1);
    clearRead<<<2, 1>>>(x, 0, out);
    return deviceInt(out, 0) == 0;
}

// case equal-by-chance
// Two warps store their sums in one place. With these numbers the sums are equal.
// expect: Race reported between Write access at sums.* @w .*and Write access at sums.* @w .*They store the same value this time, but nothing orders the two
__global__ void sums(const int *x, int *out)
{
    int sum = x[threadIdx.x];
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0)
        *out = sum; // @w
}

static bool equalByChance(void)
{
    int *x = deviceZeros(64), *out = deviceZeros(1);
    sums<<<1, 64>>>(x, out);
    return deviceInt(out, 0) == 0;
}

// case flag-by-many
// Nothing: all that have something to report store the same constant. C++ calls it a race, and it is a remark.
// remark: Remark: threads store the same value in one place, and nothing orders them\. .*The store at anyOdd.* @w
__global__ void anyOdd(const int *x, int *changed)
{
    if (x[blockIdx.x * 64 + threadIdx.x] % 2)
        *changed = 1; // @w
}

static bool flagByMany(void)
{
    int *x = deviceCounting(128), *changed = deviceZeros(1);
    anyOdd<<<2, 64>>>(x, changed);
    return deviceInt(changed, 0) == 1;
}

// case same-argument
// Nothing: the value comes from the kernel's argument, so it is the same for all.
// remark: Remark: threads store the same value in one place, and nothing orders them\. .*The store at keepLength.* @w
__global__ void keepLength(int n, int *out)
{
    __shared__ int length;
    length = 2 * n; // @w
    __syncthreads();
    out[threadIdx.x] = length;
}

static bool sameArgument(void)
{
    int *out = deviceZeros(64);
    keepLength<<<1, 64>>>(21, out);
    return deviceInt(out, 63) == 42;
}

// case flag-looked-at
// Nothing: the load only decides whether the thread stores the same constant.
// remark: Remark: a plain read races with a store\. .*so no result depends on it\. The access at anyOddOnce.* (@r|@w)
__global__ void anyOddOnce(const int *x, int *changed)
{
    if (x[threadIdx.x] % 2)
        if (!*changed)    // @r
            *changed = 1; // @w
}

static bool flagLookedAt(void)
{
    int *x = deviceCounting(64), *changed = deviceZeros(1);
    anyOddOnce<<<1, 64>>>(x, changed);
    return deviceInt(changed, 0) == 1;
}

// case flag-decides
// Here the load decides what is counted, too: how many threads count depends on the order.
// expect: Race reported between (Read access at countOdd.* @r .*and Write access at countOdd.* @w|Write access at countOdd.* @w .*and Read access at countOdd.* @r)
// also: Remark: threads store the same value
__global__ void countOdd(const int *x, int *changed, int *count)
{
    if (x[threadIdx.x] % 2 && !*changed) { // @r
        *changed = 1;                      // @w
        atomicAdd(count, 1);
    }
}

static bool flagDecides(void)
{
    int *x = deviceCounting(64), *changed = deviceZeros(1), *count = deviceZeros(1);
    countOdd<<<1, 64>>>(x, changed, count);
    return deviceInt(count, 0) == 1;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"zeros-over-zeros", zerosOverZeros},
        {"same-in-global", sameInGlobal},
        {"same-between-lanes", sameBetweenLanes},
        {"same-between-blocks", sameBetweenBlocks},
        {"equal-by-chance", equalByChance},
        {"flag-by-many", flagByMany},
        {"same-argument", sameArgument},
        {"flag-looked-at", flagLookedAt},
        {"flag-decides", flagDecides},
    };
    return RUN_CASE(CASES);
}
