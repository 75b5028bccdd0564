// global_races.cu: two threads at the same global memory, and nothing that orders them.
//
// Each case is headed by what is wrong with it and by what the simulator's check says: one `expect` for each report, a
// regular expression over the report's lines joined by spaces, in which @w stands for the line marked `// @w`; `also`
// for one that comes only in some orders of execution.

#include "../../harness/cases.h"

// case blocks-write
// The index forgets blockIdx: every block writes the same stretch.
// expect: Race reported between Write access at own.* @w by thread \(0,0,0\) in block \(1,0,0\) and Write access at own.* @w by thread \(0,0,0\) in block \(0,0,0\) Access to 0x[0-9a-f]+, (element [0-9]+ at )?byte 0 of the allocation of 256 bytes made at .*nothing orders the two blocks.*\[64 hazards\]
__global__ void own(int *out)
{
    out[threadIdx.x] = blockIdx.x + 1; // @w
}

static bool blocksWrite(void)
{
    int *out = deviceZeros(64);
    own<<<2, 64>>>(out);
    return deviceInt(out, 0) == 2;
}

// case blocks-read
// A stencil in place: a block reads its neighbour's elements, which that one has or has not written yet.
// expect: Race reported between Read access at smooth.* @s by thread \([0-9]+,0,0\) .*and Write access at smooth.* @t|Race reported between Write access at smooth.* @t .*and Read access at smooth.* @s
__global__ void smooth(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = x[i] + x[(i + 1) % n]; // @s
    __syncthreads();
    x[i] = sum; // @t
}

static bool blocksRead(void)
{
    int *x = deviceCounting(256);
    smooth<<<4, 64>>>(x, 256);
    return deviceInt(x, 0) == 1;
}

// case between-warps
// Threads of one block hand data over in global memory, without a barrier.
// expect: Race reported between (Read access at pass.* @r .*and Write access at pass.* @w|Write access at pass.* @w .*and Read access at pass.* @r) .*of the allocation of 256 bytes made at .*two warps of a block: __syncthreads\(\) is missing between
__global__ void pass(int *x, int *y)
{
    x[threadIdx.x] = threadIdx.x;         // @w
    y[threadIdx.x] = x[63 - threadIdx.x]; // @r
}

static bool betweenWarps(void)
{
    int *x = deviceZeros(64), *y = deviceZeros(64);
    pass<<<1, 64>>>(x, y);
    return deviceInt(y, 63) == 0;
}

// case within-warp
// Lanes of one warp hand data over in global memory, without a barrier.
// expect: Race reported between (Read access at passLane.* @r .*and Write access at passLane.* @w|Write access at passLane.* @w .*and Read access at passLane.* @r) .*of the allocation of 128 bytes made at .*two lanes of a warp, and a barrier is missing between the two accesses: __syncthreads\(\) where all threads of the block come by, else __syncwarp\(\)
__global__ void passLane(int *x, int *y)
{
    x[threadIdx.x] = threadIdx.x + 1;     // @w
    y[threadIdx.x] = x[31 - threadIdx.x]; // @r
}

static bool withinWarp(void)
{
    int *x = deviceZeros(32), *y = deviceZeros(32);
    passLane<<<1, 32>>>(x, y);
    return deviceInt(y, 0) == 32;
}

// case variable
// All threads of all blocks count in a __device__ variable with ++.
// expect: Race reported between .*access at count.* @c .*and .*access at count.* @c .*byte 0 of the variable total
__device__ int total;

__global__ void count(void)
{
    total++; // @c
}

static bool variable(void)
{
    int sum;
    count<<<2, 64>>>();
    cudaCheckLaunch();
    cudaCheck(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
    return sum == 128;
}

// case clear-and-count
// The first block clears the sum to which the others already add: clear it before the launch.
// expect: Race reported between (Atomic access at clearAndCount.* @a .*and Write access at clearAndCount.* @z|Write access at clearAndCount.* @z .*and Atomic access at clearAndCount.* @a)
__global__ void clearAndCount(int *sum)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *sum = 0; // @z
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(sum, 1); // @a
}

static bool clearCount(void)
{
    int *sum = deviceCounting(2) + 1;
    clearAndCount<<<4, 32>>>(sum);
    return deviceInt(sum, 0) == 4;
}

// case ticket-without-fence
// The last block adds up what the others have stored; nobody fenced between the store and the ticket.
// expect: Race reported between Read access at lastBlock.* @r by thread \(0,0,0\) in block \(3,0,0\) and Write access at lastBlock.* @w by thread \(0,0,0\) in block \([012],0,0\) .*nothing orders the two blocks: what must come first belongs into an earlier launch, or one block tells the other by an atomic, after a fence
__global__ void lastBlock(int *part, int *ticket, int *out)
{
    if (threadIdx.x)
        return;
    part[blockIdx.x] = blockIdx.x; // @w
    if (atomicAdd(ticket, 1) == (int)gridDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < (int)gridDim.x; i++)
            sum += part[i]; // @r
        *out = sum;
    }
}

static bool ticketWithoutFence(void)
{
    int *part = deviceZeros(4), *ticket = deviceZeros(1), *out = deviceZeros(1);
    lastBlock<<<4, 32>>>(part, ticket, out);
    return deviceInt(out, 0) == 6;
}

// case ticket-after-barrier
// All threads of a block store before its ticket: __syncthreads() orders within the block, and is no fence for other blocks.
// expect: Race reported between Read access at lastBlockAll.* @r by thread \([0-9]+,0,0\) in block \(3,0,0\) and Write access at lastBlockAll.* @w by thread \([0-9]+,0,0\) in block \([012],0,0\) .*nothing orders the two blocks: what must come first belongs into an earlier launch, or one block tells the other by an atomic, after a fence
__global__ void lastBlockAll(int *part, int *ticket, int *out)
{
    __shared__ bool last;
    part[blockIdx.x * 64 + threadIdx.x] = 1; // @w
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(ticket, 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (last)
        atomicAdd(out, part[threadIdx.x] + part[64 + threadIdx.x] + part[128 + threadIdx.x]); // @r
}

static bool ticketAfterBarrier(void)
{
    int *part = deviceZeros(256), *ticket = deviceZeros(1), *out = deviceZeros(1);
    lastBlockAll<<<4, 64>>>(part, ticket, out);
    return deviceInt(out, 0) == 192;
}

// case flag-without-fence
// A volatile flag says that data is there; without a fence it may be seen before the data.
// expect: Race reported between Read access at follow.* @r by thread \(0,0,0\) in block \(1,0,0\) and Write access at follow.* @w by thread \(0,0,0\) in block \(0,0,0\) .*nothing orders the two blocks
__global__ void follow(int *data, volatile int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // @w
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        *out = *data; // @r
    }
}

static bool flagWithoutFence(void)
{
    int *data = deviceZeros(1), *flag = deviceZeros(1), *out = deviceZeros(1);
    follow<<<2, 1>>>(data, flag, out);
    return deviceInt(out, 0) == 42;
}

// case fence-by-nobody
// A fence whose predicate is false in all lanes orders nothing.
// expect: Race reported between Read access at followMaybe.* @r by thread \(0,0,0\) in block \(1,0,0\) and Write access at followMaybe.* @w by thread \(0,0,0\) in block \(0,0,0\) .*nothing orders the two blocks
__global__ void followMaybe(int *data, volatile int *flag, int *out, int fences)
{
    if (blockIdx.x == 0) {
        *data = 42; // @w
        asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p membar.gl; }" ::"r"(fences)
                     : "memory");
        *flag = 1;
    } else {
        while (*flag == 0)
            ;
        *out = *data; // @r
    }
}

static bool fenceByNobody(void)
{
    int *data = deviceZeros(1), *flag = deviceZeros(1), *out = deviceZeros(1);
    followMaybe<<<2, 1>>>(data, flag, out, 0);
    return deviceInt(out, 0) == 42;
}

// case fence-is-no-barrier
// __threadfence() orders what one thread does; it does not wait for other blocks.
// expect: Race reported between (Read access at fenced.* @r .*and Write access at fenced.* @w|Write access at fenced.* @w .*and Read access at fenced.* @r) .*nothing orders the two blocks
__global__ void fenced(int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = i + 1; // @w
    __threadfence();
    y[i] = x[n - 1 - i]; // @r
}

static bool fenceIsNoBarrier(void)
{
    int *x = deviceZeros(128), *y = deviceZeros(128);
    fenced<<<4, 32>>>(x, y, 128);
    return deviceInt(y, 0) == 128;
}

// case unlock-without-fence
// A lock between blocks is given back without a fence: the next holder may not see what was written under it.
// expect: Race reported between (Read|Write) access at locked.* @p .*and (Read|Write) access at locked.* @p .*The lock is taken without a fence after it: __threadfence\(\) is missing at locked
__global__ void locked(int *lock, int *sum)
{
    if (threadIdx.x)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    *sum += 1; // @p
    atomicExch(lock, 0);
}

static bool unlockWithoutFence(void)
{
    int *lock = deviceZeros(1), *sum = deviceZeros(1);
    locked<<<8, 32>>>(lock, sum);
    return deviceInt(sum, 0) == 8;
}

// case halves-overlap
// Each block copies 65 elements instead of 64.
// expect: Race reported between Write access at copy.* @w by thread \([0-9]+,0,0\) in block \([123],0,0\) and Write access at copy.* @w by thread \(0,0,0\) in block \([012],0,0\) .*byte (256|512|768) of
__global__ void copy(const int *x, int *y, int n)
{
    for (int i = threadIdx.x; i <= 64; i += 64) {
        int at = blockIdx.x * 64 + i;
        if (at < n)
            y[at] = x[at] + blockIdx.x; // @w
    }
}

static bool halvesOverlap(void)
{
    int *x = deviceCounting(256), *y = deviceZeros(256);
    copy<<<4, 64>>>(x, y, 256);
    return deviceInt(y, 255) == 258;
}

// case volatile-tail
// The last steps of a sum within a warp, in global memory: volatile in place of __syncwarp.
// expect: Race reported between (Read access at sumVolatile.* @u by thread \(0,0,0\) .*and Write access at sumVolatile.* @t by thread \(1,0,0\)|Write access at sumVolatile.* @t by thread \(1,0,0\) .*and Read access at sumVolatile.* @u by thread \(0,0,0\)) .*byte 4 of the allocation of 16 bytes .*two lanes of a warp, and a barrier is missing between the two accesses: __syncthreads\(\) where all threads of the block come by, else __syncwarp\(\)
__global__ void sumVolatile(volatile int *x)
{
    unsigned int t = threadIdx.x;
    if (t < 2)
        x[t] += x[t + 2]; // @t
    if (t < 1)
        x[t] += x[t + 1]; // @u
}

static bool volatileTail(void)
{
    int *x = deviceCounting(4);
    sumVolatile<<<1, 32>>>(x);
    return deviceInt(x, 0) == 6;
}

// case block-scope-atomic
// Blocks count together with an atomic that is for threads of one block.
// expect: Race reported between Atomic access at countBlock.* @a by thread \(0,0,0\) in block \(1,0,0\) and Atomic access at countBlock.* @a by thread \(0,0,0\) in block \(0,0,0\) .*The atomic's scope is its block: threads of other blocks may not see it \[3 hazards\]
__global__ void countBlock(int *sum)
{
    if (threadIdx.x == 0)
        atomicAdd_block(sum, 1); // @a
}

static bool blockScopeAtomic(void)
{
    int *sum = deviceZeros(1);
    countBlock<<<4, 32>>>(sum);
    return deviceInt(sum, 0) == 4;
}

// case block-scope-fence
// The last block adds up what the others have stored, but their fence holds within the block only.
// expect: Race reported between Read access at lastFenced.* @r by thread \(0,0,0\) in block \(3,0,0\) and Write access at lastFenced.* @w by thread \(0,0,0\) in block \([012],0,0\) .*nothing orders the two blocks: what must come first belongs into an earlier launch, or one block tells the other by an atomic, after a fence \[3 hazards\]
__global__ void lastFenced(int *part, int *ticket, int *out)
{
    part[blockIdx.x] = blockIdx.x + 1; // @w
    __threadfence_block();
    if (atomicAdd(ticket, 1) == (int)gridDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < (int)gridDim.x; i++)
            sum += part[i]; // @r
        *out = sum;
    }
}

static bool blockScopeFence(void)
{
    int *part = deviceZeros(4), *ticket = deviceZeros(1), *out = deviceZeros(1);
    lastFenced<<<4, 1>>>(part, ticket, out);
    return deviceInt(out, 0) == 10;
}

// case ticket-without-acquire
// The last block reads what the others have stored, and fenced, but no fence comes after its own ticket.
// expect: Remark: a flag of another block is seen without an acquire, so reads after it may still get old values. The read at lastUnfenced.* @r by thread .* in block .* and the write at lastUnfenced.* @w by thread .* in block .*The flag is seen at lastUnfenced.* @f __threadfence\(\) belongs after that
__global__ void lastUnfenced(int *part, int *ticket, int *out)
{
    __shared__ bool last;
    part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; // @w
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(ticket, 1) == (int)gridDim.x - 1; // @f
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += part[b * 64 + threadIdx.x]; // @r
        atomicAdd(out, sum);
    }
}

static bool ticketWithoutAcquire(void)
{
    int *part = deviceZeros(256), *ticket = deviceZeros(1), *out = deviceZeros(1);
    lastUnfenced<<<4, 64>>>(part, ticket, out);
    return deviceInt(out, 0) == 4 * 63 * 32;
}

// case ticket-releases-only
// The ticket releases what its block has stored, but does not acquire what the others have.
// expect: Remark: a flag of another block is seen without an acquire, so reads after it may still get old values. The read at lastReleased.* @r by thread .* in block .* and the write at lastReleased.* @w by thread .* in block .*The flag is seen at lastReleased.* __threadfence\(\) belongs after that
__global__ void lastReleased(int *part, int *ticket, int *out)
{
    int drawn;
    part[blockIdx.x] = blockIdx.x; // @w
    asm volatile("atom.release.gpu.global.add.u32 %0, [%1], 1;"
                 : "=r"(drawn)
                 : "l"(ticket)
                 : "memory");
    if (drawn == (int)gridDim.x - 1) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += part[b]; // @r
        *out = sum;
    }
}

static bool ticketReleasesOnly(void)
{
    int *part = deviceZeros(4), *ticket = deviceZeros(1), *out = deviceZeros(1);
    lastReleased<<<4, 1>>>(part, ticket, out);
    return deviceInt(out, 0) == 6;
}

// case flag-without-acquire
// One thread waits for a volatile flag, and a barrier tells its block: __syncthreads() is no fence for what other blocks store.
// expect: Remark: a flag of another block is seen without an acquire, so reads after it may still get old values. The read at followBarrier.* @r by thread .* in block .* and the write at followBarrier.* @w by thread .* in block .*The flag is seen at followBarrier.* @f __threadfence\(\) belongs after that
__global__ void followBarrier(int *data, volatile int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x; // @w
        __syncthreads();
        __threadfence();
        if (threadIdx.x == 0)
            *flag = 1;
    } else {
        if (threadIdx.x == 0)
            while (*flag == 0) // @f
                ;
        __syncthreads();
        out[threadIdx.x] = data[63 - threadIdx.x]; // @r
    }
}

static bool flagWithoutAcquire(void)
{
    int *data = deviceZeros(64), *flag = deviceZeros(1), *out = deviceZeros(64);
    followBarrier<<<2, 64>>>(data, flag, out);
    return deviceInt(out, 0) == 63;
}

// case flag-block-fence
// The receiver fences for its own block only. It reads by volatile loads, which wait for no order either.
// expect: Remark: a flag of another block is seen without an acquire, so reads after it may still get old values. The read at followNear.* @r by thread .* in block .* and the write at followNear.* @w by thread .* in block .*The flag is seen at followNear.* @f __threadfence\(\) belongs after that
__global__ void followNear(volatile int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *(int *)data = 42; // @w
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) // @f
            ;
        __threadfence_block();
        *out = *data; // @r
    }
}

static bool flagBlockFence(void)
{
    int *data = deviceZeros(1), *flag = deviceZeros(1), *out = deviceZeros(1);
    followNear<<<2, 1>>>(data, flag, out);
    return deviceInt(out, 0) == 42;
}

// case ticket-without-barrier
// Every thread fences what it has stored, but one draws the block's ticket before the others have come so far.
// expect: Race reported between Read access at lastHasty.* @r by thread .* in block .* and Write access at lastHasty.* @w by thread .* in block .*Another thread of its block signals, and nothing orders the access before that: __syncthreads\(\) is missing between the access and the fence before the signal
__global__ void lastHasty(int *part, int *ticket, int *out)
{
    __shared__ bool last;
    part[blockIdx.x * 96 + threadIdx.x] = threadIdx.x; // @w
    __threadfence();
    if (threadIdx.x == 95)
        last = atomicAdd(ticket, 1) == (int)gridDim.x - 1;
    __syncthreads();
    __threadfence();
    if (last) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += part[b * 96 + threadIdx.x]; // @r
        atomicAdd(out, sum);
    }
}

static bool ticketWithoutBarrier(void)
{
    int *part = deviceZeros(4 * 96), *ticket = deviceZeros(1), *out = deviceZeros(1);
    lastHasty<<<4, 96>>>(part, ticket, out);
    return deviceInt(out, 0) == 4 * 95 * 48;
}

// case flag-without-barrier
// A thread of the second warp releases a flag for its block, which has not met: only what it did itself comes before that.
// expect: Race reported between Read access at followHasty.* @r by thread .* in block \(1,0,0\) and Write access at followHasty.* @w by thread .* in block \(0,0,0\) .*Another thread of its block signals, and nothing orders the access before that
__global__ void followHasty(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x; // @w
        if (threadIdx.x == 63)
            asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int seen = 0;
        while (threadIdx.x == 0 && !seen)
            asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        __syncthreads();
        out[threadIdx.x] = data[63 - threadIdx.x]; // @r
    }
}

static bool flagWithoutBarrier(void)
{
    int *data = deviceZeros(64), *flag = deviceZeros(1), *out = deviceZeros(64);
    followHasty<<<2, 64>>>(data, flag, out);
    return deviceInt(out, 0) == 63;
}

// case flag-of-one-lane
// One lane fences and raises the flag for its warp, whose lanes have not met; if it runs ahead, the others even store after that.
// expect: Race reported between Read access at followLane.* @r by thread .* in block \(1,0,0\) and Write access at followLane.* @w by thread .* in block \(0,0,0\) .*nothing orders the (access before that: .*__syncwarp\(\) is enough where a lane signals for its warp alone|two blocks)
__global__ void followLane(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x; // @w
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence();
        out[threadIdx.x] = data[31 - threadIdx.x]; // @r
    }
}

static bool flagOfOneLane(void)
{
    int *data = deviceZeros(32), *flag = deviceZeros(1), *out = deviceZeros(32);
    followLane<<<2, 32>>>(data, flag, out);
    return deviceInt(out, 0) == 31;
}

// case flag-of-another
// Two blocks raise a flag each, and the third waits for the wrong one of them.
// expect: Race reported between Read access at followAnother.* @r by thread \(0,0,0\) in block \(2,0,0\) and Write access at followAnother.* @w by thread \(0,0,0\) in block \(0,0,0\) .*nothing orders the two blocks
__global__ void followAnother(int *data, int *flag, int *out)
{
    int b = blockIdx.x;
    if (b < 2) {
        data[b] = 42; // @w
        __threadfence();
        atomicExch(&flag[b], 1);
    } else {
        while (atomicAdd(&flag[1], 0) == 0)
            ;
        __threadfence();
        *out = data[0]; // @r
    }
}

static bool flagOfAnother(void)
{
    int *data = deviceZeros(2), *flag = deviceZeros(2), *out = deviceZeros(1);
    followAnother<<<3, 1>>>(data, flag, out);
    return deviceInt(out, 0) == 42;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"blocks-write", blocksWrite},
        {"blocks-read", blocksRead},
        {"between-warps", betweenWarps},
        {"within-warp", withinWarp},
        {"variable", variable},
        {"clear-and-count", clearCount},
        {"ticket-without-fence", ticketWithoutFence},
        {"ticket-after-barrier", ticketAfterBarrier},
        {"flag-without-fence", flagWithoutFence},
        {"fence-by-nobody", fenceByNobody},
        {"fence-is-no-barrier", fenceIsNoBarrier},
        {"unlock-without-fence", unlockWithoutFence},
        {"halves-overlap", halvesOverlap},
        {"volatile-tail", volatileTail},
        {"block-scope-atomic", blockScopeAtomic},
        {"block-scope-fence", blockScopeFence},
        {"ticket-without-acquire", ticketWithoutAcquire},
        {"ticket-releases-only", ticketReleasesOnly},
        {"flag-without-acquire", flagWithoutAcquire},
        {"flag-block-fence", flagBlockFence},
        {"ticket-without-barrier", ticketWithoutBarrier},
        {"flag-without-barrier", flagWithoutBarrier},
        {"flag-of-one-lane", flagOfOneLane},
        {"flag-of-another", flagOfAnother},
    };
    return RUN_CASE(CASES);
}
