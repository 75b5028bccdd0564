// updates.cu: a thread reads an element, changes it and writes it back, as others do with the same one. No barrier is missing, and no
// fence would help: it takes an atomic. Last come two that look alike, where a barrier is missing.

#include "../../harness/cases.h"

enum { BINS = 8 };

// case count-shared
// A histogram in shared memory by ++.
// expect: Race reported between (Read|Write) access at countShared.* @w .*and (Read|Write) access at countShared.* @w .*Should both threads use this element\? If not, an index or a guard is wrong\. If so, each reads it, adds to it and writes it back, and one change can be lost: atomicAdd\(\) does all three in one step
__global__ void countShared(int *out)
{
    __shared__ int bins[BINS];
    if (threadIdx.x < BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();
    bins[threadIdx.x * 7 % BINS]++; // @w
    __syncthreads();
    if (threadIdx.x < BINS)
        out[threadIdx.x] = bins[threadIdx.x];
}

static bool countIsShared(void)
{
    int *out = deviceZeros(BINS);
    countShared<<<1, 64>>>(out);
    return deviceInt(out, 0) == 64 / BINS;
}

// case count-global
// The same in global memory, by several blocks.
// expect: Race reported between (Read|Write) access at countGlobal.* @w .*and (Read|Write) access at countGlobal.* @w .*Should both blocks use this element\? If not, an index or a guard is wrong\. If so, nothing orders the two blocks: each reads it, adds to it and writes it back, and one change can be lost: atomicAdd\(\) does all three in one step
__global__ void countGlobal(int *out)
{
    out[threadIdx.x % BINS] += 1; // @w
}

static bool countIsGlobal(void)
{
    int *out = deviceZeros(BINS);
    countGlobal<<<4, 32>>>(out);
    return deviceInt(out, 0) == 128 / BINS;
}

// case two-statements
// The read and the write stand in two lines, with a name for what was read.
// expect: Race reported between (Read access at twoStatements.* @r .*and Write access at twoStatements.* @w|Write access at twoStatements.* @w .*and Read access at twoStatements.* @r) .*each reads it, adds to it .*atomicAdd\(\) does
// expect: Race reported between Write access at twoStatements.* @w .*and Write access at twoStatements.* @w .*each reads it, adds to it .*atomicAdd\(\) does
__global__ void twoStatements(int *sum)
{
    int old = *sum;           // @r
    *sum = old + threadIdx.x; // @w
}

static bool inTwoStatements(void)
{
    int *sum = deviceZeros(1);
    twoStatements<<<1, 32>>>(sum);
    return deviceInt(sum, 0) == 31 * 16;
}

// case largest
// The largest of all, by a comparison and a store.
// expect: Race reported between (Read access at largest.* @r .*and Write access at largest.* @w|Write access at largest.* @w .*and Read access at largest.* @r) .*each reads it, changes it and writes it back, and one change can be lost: an atomic does
// expect: Race reported between Write access at largest.* @w .*and Write access at largest.* @w .*each reads it, changes it .*an atomic does
__global__ void largest(const int *x, int *most)
{
    if (x[threadIdx.x] > *most) // @r
        *most = x[threadIdx.x]; // @w
}

static bool theLargest(void)
{
    int *x = deviceCounting(64), *most = deviceZeros(1);
    largest<<<1, 64>>>(x, most);
    return deviceInt(most, 0) == 63;
}

// case larger
// The same by max().
// expect: Race reported between (Read|Write) access at larger.* @w .*and (Read|Write) access at larger.* @w .*each reads it, compares it and writes it back, and one change can be lost: atomicMax\(\) does
__global__ void larger(const int *x, int *most)
{
    *most = max(*most, x[threadIdx.x]); // @w
}

static bool theLarger(void)
{
    int *x = deviceCounting(64), *most = deviceZeros(1);
    larger<<<1, 64>>>(x, most);
    return deviceInt(most, 0) == 63;
}

// case flags
// A bit for each thread in one word.
// expect: Race reported between (Read|Write) access at setFlags.* @w .*and (Read|Write) access at setFlags.* @w .*each reads it, changes bits of it and writes it back, and one change can be lost: atomicOr\(\) does
__global__ void setFlags(unsigned int *flags)
{
    *flags |= 1u << threadIdx.x; // @w
}

static bool flags(void)
{
    int *word = deviceZeros(1);
    setFlags<<<1, 32>>>((unsigned int *)word);
    return deviceInt(word, 0) == -1;
}

// case tree
// No update of one element: the other operand is what another thread writes.
// expect: Race reported between (Read access at tree.* @w .*and Write access at tree.* @w|Write access at tree.* @w .*and Read access at tree.* @w) .*two warps of a block: __syncthreads\(\) is missing between
__global__ void tree(int *x)
{
    for (unsigned int s = blockDim.x / 2; s > 0; s /= 2)
        if (threadIdx.x < s)
            x[threadIdx.x] += x[threadIdx.x + s]; // @w
}

static bool ofATree(void)
{
    int *x = deviceCounting(128);
    tree<<<1, 128>>>(x);
    return deviceInt(x, 0) == 127 * 64;
}

// case swaps
// Nor is an exchange of neighbours.
// expect: Race reported between (Read|Write) access at swaps.*and (Read|Write) access at swaps.*two warps of a block: __syncthreads\(\) is missing between
// also: Race reported between (Read|Write) access at swaps.*and (Read|Write) access at swaps.*__syncthreads\(\) is missing between
__global__ void swaps(int *x)
{
    for (int k = 0; k < 2; k++) {
        int i = 2 * threadIdx.x + k;
        if (i + 1 < 2 * blockDim.x && x[i] < x[i + 1]) {
            int left = x[i];
            x[i] = x[i + 1];
            x[i + 1] = left;
        }
    }
}

static bool ofSwaps(void)
{
    int *x = deviceCounting(128);
    swaps<<<1, 64>>>(x);
    return deviceInt(x, 0) == 1;
}

// case sorts
// Nor are two elements that are compared and change places, as in a sorting network.
// expect: Race reported between (Read|Write) access at sorts.*and (Read|Write) access at sorts.*two warps of a block: __syncthreads\(\) is missing between
// also: Race reported between (Read|Write) access at sorts.*and (Read|Write) access at sorts.*__syncthreads\(\) is missing between
__global__ void sorts(int *x)
{
    for (unsigned int j = blockDim.x / 2; j > 0; j /= 2) {
        unsigned int i = threadIdx.x, other = i ^ j;
        if (other > i) {
            int a = x[i], b = x[other];
            x[i] = max(a, b);
            x[other] = min(a, b);
        }
        __syncwarp();
    }
}

static bool ofSorts(void)
{
    int *x = deviceCounting(64);
    sorts<<<1, 64>>>(x);
    return deviceInt(x, 0) == 63;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"count-shared", countIsShared},
        {"count-global", countIsGlobal},
        {"two-statements", inTwoStatements},
        {"largest", theLargest},
        {"larger", theLarger},
        {"flags", flags},
        {"tree", ofATree},
        {"swaps", ofSwaps},
        {"sorts", ofSorts},
    };
    return RUN_CASE(CASES);
}
