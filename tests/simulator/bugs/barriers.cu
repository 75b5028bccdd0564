// barriers.cu: barriers that not all threads reach, masks that do not match, waits that never end.
//
// Each case is headed by what is wrong with it and by what the simulator's check says: one `expect` for each report, a
// regular expression over the report's lines joined by spaces, in which @w stands for the line marked `// @w`; `also`
// for one that comes only in some orders of execution; `remark` for a remark, which is no error.

#include "../../harness/cases.h"

// case early-return
// Threads beyond the end return before the barrier of their block. That is legal.
// remark: Remark: 14 of 64 threads left the kernel before a barrier, which does not wait for them\. The barrier at early.* @b by thread \(0,0,0\) in block \(1,0,0\) others returned, or went around it, at
__global__ void early(const int *x, int *y, int n)
{
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    tile[threadIdx.x] = x[i];
    __syncthreads(); // @b
    y[i] = tile[threadIdx.x];
}

static bool earlyReturn(void)
{
    int *x = deviceCounting(114), *y = deviceZeros(114);
    early<<<2, 64>>>(x, y, 114);
    return deviceInt(y, 113) == 113;
}

// case warp-leaves
// A whole warp has nothing to do, and leaves. That is legal, too.
// remark: Remark: 32 of 64 threads left the kernel before a barrier, which does not wait for them\. The barrier at warpLeaves.* @b by thread \(0,0,0\) in block \(0,0,0\) others returned, or went around it, at
__global__ void warpLeaves(int *y)
{
    if (threadIdx.x >= 32)
        return;
    __syncthreads(); // @b
    y[threadIdx.x] = 1;
}

static bool warpGone(void)
{
    int *y = deviceZeros(64);
    warpLeaves<<<1, 64>>>(y);
    return deviceInt(y, 0) == 1;
}

// case branch-at-the-end
// A branch with a barrier, after which the kernel ends: compiled, it is the same as an early return, so the remark names both.
// remark: Remark: 24 of 64 threads left the kernel before a barrier, which does not wait for them\. The barrier at lastBranch.* @b by thread \(0,0,0\) in block \(0,0,0\) others returned, or went around it, at @i To return early is allowed\. A barrier in a branch or a loop that only some threads of a block take is a mistake, even if nothing comes after it
__global__ void lastBranch(int *y, int n)
{
    if (threadIdx.x < n) { // @i
        y[threadIdx.x] = 1;
        __syncthreads(); // @b
        y[threadIdx.x] += 1;
    }
}

static bool branchAtTheEnd(void)
{
    int *y = deviceZeros(64);
    lastBranch<<<1, 64>>>(y, 40);
    return deviceInt(y, 39) == 2;
}

// case divergent-warp
// Even and odd threads wait at two different __syncthreads().
// expect: Barrier error detected\. Divergent thread\(s\) in warp\. Threads wait at evenOdd.* (@a|@b) by thread \([01],0,0\) in block \(0,0,0\) while others wait at evenOdd.* (@a|@b) by thread \([01],0,0\) in block \(0,0,0\)
__global__ void evenOdd(int *y)
{
    if (threadIdx.x % 2) {
        y[threadIdx.x] = 1;
        __syncthreads(); // @a
        y[threadIdx.x] += 2;
    } else {
        y[threadIdx.x] = 3;
        __syncthreads(); // @b
        y[threadIdx.x] += 4;
    }
}

static bool divergentWarp(void)
{
    int *y = deviceZeros(64);
    evenOdd<<<1, 64>>>(y);
    return deviceInt(y, 0) == 7;
}

// case divergent-block
// Each warp has its own __syncthreads().
// expect: Barrier error detected\. Divergent thread\(s\) in block\. Threads wait at byWarp.* @a by thread \(0,0,0\) in block \(0,0,0\) while others wait at byWarp.* @b by thread \(32,0,0\) in block \(0,0,0\)
__global__ void byWarp(int *y)
{
    if (threadIdx.x < 32) {
        y[threadIdx.x] = 1;
        __syncthreads(); // @a
        y[threadIdx.x] += 2;
    } else {
        y[threadIdx.x] = 3;
        __syncthreads(); // @b
        y[threadIdx.x] += 4;
    }
}

static bool divergentBlock(void)
{
    int *y = deviceZeros(64);
    byWarp<<<1, 64>>>(y);
    return deviceInt(y, 63) == 7;
}

// case loop-count
// The barrier stands in a loop that threads go through a different number of times.
// expect: Barrier error detected\. Conditional code: [0-9]+ of 64 threads skipped the barrier, and left the kernel\. The barrier at turns.* @b
__global__ void turns(int *y)
{
    for (int i = 0; i < (int)threadIdx.x % 4; i++) {
        y[threadIdx.x] += i;
        __syncthreads(); // @b
    }
    y[threadIdx.x] += 10;
}

static bool loopCount(void)
{
    int *y = deviceZeros(64);
    turns<<<1, 64>>>(y);
    return deviceInt(y, 3) == 13;
}

// case loop-return
// In a loop that all threads turn as often, some return in their second turn. That is legal.
// remark: Remark: 14 of 64 threads left the kernel before a barrier, which does not wait for them\. The barrier at rounds.* @b
__global__ void rounds(int *y, int last)
{
    for (int i = 0; i < 4; i++) {
        if (i == 1 && threadIdx.x >= last)
            return;
        y[threadIdx.x] += i;
        __syncthreads(); // @b
    }
    y[threadIdx.x] += 10;
}

static bool loopReturn(void)
{
    int *y = deviceZeros(64);
    rounds<<<1, 64>>>(y, 50);
    return deviceInt(y, 3) == 16 && deviceInt(y, 60) == 0;
}

// case barrier-in-guard
// In every turn of a loop only the threads that add come to the barrier; the others leave the loop earlier.
// expect: Barrier error detected\. Conditional code: 32 of 64 threads skipped the barrier, and left the kernel\. The barrier at guarded.* @b by thread \(0,0,0\)
__global__ void guarded(int *y)
{
    for (unsigned int stride = 32; stride > 16; stride /= 2) {
        if (threadIdx.x < stride) {
            y[threadIdx.x] += y[threadIdx.x + stride];
            __syncthreads(); // @b
        }
    }
    if (threadIdx.x == 0)
        y[0] += 1;
}

static bool barrierInGuard(void)
{
    int *y = deviceZeros(64);
    guarded<<<1, 64>>>(y);
    return deviceInt(y, 0) == 1;
}

// case mask-leaves-out
// A shuffle's mask names the lower half of the warp; all lanes execute it.
// expect: Barrier error detected\. Invalid arguments.* the mask 0xffff leaves out a lane that executes it at half.* @s by thread \(16,0,0\) in block \(0,0,0\)
__global__ void half(int *y)
{
    y[threadIdx.x] = __shfl_xor_sync(0x0000ffff, (int)threadIdx.x, 1); // @s
}

static bool maskLeavesOut(void)
{
    int *y = deviceZeros(32);
    half<<<1, 32>>>(y);
    return deviceInt(y, 0) == 1;
}

// case vote-leaves-out
// A vote's mask leaves out a lane that executes it.
// expect: Barrier error detected\. Invalid arguments.* the mask 0xfffffffe leaves out a lane that executes it at vote.* @v by thread \(0,0,0\) in block \(0,0,0\)
__global__ void vote(int *y)
{
    y[threadIdx.x] = __any_sync(0xfffffffe, threadIdx.x == 5); // @v
}

static bool voteLeavesOut(void)
{
    int *y = deviceZeros(32);
    vote<<<1, 32>>>(y);
    return deviceInt(y, 1) == 1;
}

// case syncwarp-leaves-out
// The mask of __syncwarp leaves out lanes that execute it.
// expect: Barrier error detected\. Invalid arguments.* the mask 0xff leaves out a lane that executes it at syncEight.* @b by thread \((8|24),0,0\)
__global__ void syncEight(int *y)
{
    y[threadIdx.x] = 1;
    __syncwarp(0xff); // @b
    y[threadIdx.x] += 1;
}

static bool syncwarpLeavesOut(void)
{
    int *y = deviceZeros(32);
    syncEight<<<1, 32>>>(y);
    return deviceInt(y, 0) == 2;
}

// case full-mask-in-branch
// A shuffle with the full mask stands in a branch that only odd lanes take; the others leave the kernel.
// remark: Remark: lanes? [0-9, to]+ of the mask 0xffffffff left the kernel without coming, and the others no longer wait for them\. The others are at oddShuffle.* @s by thread \([0-9]+,0,0\)
__global__ void oddShuffle(int *y)
{
    if (threadIdx.x % 2 == 0)
        return;
    y[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 2); // @s
}

static bool fullMaskInBranch(void)
{
    int *y = deviceZeros(32);
    oddShuffle<<<1, 32>>>(y);
    return deviceInt(y, 1) == 3;
}

// case reads-the-gone
// The same, but the odd lanes read from lane 0, which has left: that what they get is undefined matters more.
// remark: Remark: a shuffle reads from lane 0, which takes no part: the value it gets is undefined\. The shuffle at oddReads.* @s by thread \([0-9]+,0,0\)
__global__ void oddReads(int *y)
{
    if (threadIdx.x % 2 == 0)
        return;
    y[threadIdx.x] = __shfl_sync(0xffffffff, (int)threadIdx.x, 0) | 1; // @s
}

static bool readsTheGone(void)
{
    int *y = deviceZeros(32);
    oddReads<<<1, 32>>>(y);
    return deviceInt(y, 1) % 2 != 0;
}

// case mask-names-the-gone
// Half of the lanes leave, and later the others vote with a mask that names all.
// remark: Remark: 16 of 32 threads left the kernel before a barrier.* @b
// remark: Remark: lanes? [0-9, to]+ of the mask 0xffffffff left the kernel without coming, and the others no longer wait for them\. The others are at halfVotes.* @v by thread \([0-9]+,0,0\)
__global__ void halfVotes(int *y)
{
    if (threadIdx.x >= 16)
        return;
    __syncthreads();                                       // @b
    y[threadIdx.x] = __popc(__ballot_sync(0xffffffff, 1)); // @v
}

static bool maskNamesTheGone(void)
{
    int *y = deviceZeros(32);
    halfVotes<<<1, 32>>>(y);
    return deviceInt(y, 1) == 16;
}

// case shuffle-and-barrier
// Odd lanes wait in a shuffle for the even ones, which wait at the barrier for them.
// expect: Deadlock: .* at oddFirst.*( @s | @b ).*by thread \([0-9]+,0,0\) in block \(0,0,0\)
__global__ void oddFirst(int *y)
{
    if (threadIdx.x % 2)
        y[threadIdx.x] = __shfl_xor_sync(0xffffffff, (int)threadIdx.x, 2); // @s
    __syncthreads();                                                       // @b
    y[threadIdx.x] += 1;
}

static bool shuffleAndBarrier(void)
{
    int *y = deviceZeros(32);
    oddFirst<<<1, 32>>>(y);
    return deviceInt(y, 1) == 4;
}

// case named-barrier
// A named barrier waits for 96 threads; only 64 come.
// expect: Deadlock: threads wait at a barrier that the others of the block never reach at tooFew.* @b .*by thread \(0,0,0\) in block \(0,0,0\)
__global__ void tooFew(int *y)
{
    asm volatile("bar.sync 1, 96;" ::: "memory"); // @b
    y[threadIdx.x] = 1;
}

static bool namedBarrier(void)
{
    int *y = deviceZeros(64);
    tooFew<<<1, 64>>>(y);
    return deviceInt(y, 0) == 1;
}

// case flag-never-set
// A block waits for a flag that nobody sets.
// expect: Deadlock in waitForever\(int\*\): 2 of the grid's 2 blocks wait for memory that no block changes The first is block \(0,0,0\) its warp 0 is at @l
__global__ void waitForever(int *flag)
{
    while (atomicAdd(flag, 0) == 0) // @l
        ;
}

static bool flagNeverSet(void)
{
    int *flag = deviceZeros(1);
    waitForever<<<2, 1>>>(flag);
    return deviceInt(flag, 0) == 0;
}

// case grid-barrier
// Blocks wait for all blocks of the grid, of which the device holds a part only: the others start when these end.
// expect: Deadlock in waitForAll\(int\*\): [0-9]+ of the grid's 1000 blocks wait for memory that no block changes The first is block \(0,0,0\) .* holds [0-9]+ of the grid's 1000 blocks at once; the others start only when one of these ends
__global__ void waitForAll(int *arrived)
{
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < (int)gridDim.x)
        ;
}

static bool gridBarrier(void)
{
    int *arrived = deviceZeros(1);
    waitForAll<<<1000, 1, 48000>>>(arrived); // with so much shared memory few fit
    return deviceInt(arrived, 0) == 1000;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"early-return", earlyReturn},
        {"warp-leaves", warpGone},
        {"branch-at-the-end", branchAtTheEnd},
        {"divergent-warp", divergentWarp},
        {"divergent-block", divergentBlock},
        {"loop-count", loopCount},
        {"loop-return", loopReturn},
        {"barrier-in-guard", barrierInGuard},
        {"mask-leaves-out", maskLeavesOut},
        {"vote-leaves-out", voteLeavesOut},
        {"syncwarp-leaves-out", syncwarpLeavesOut},
        {"full-mask-in-branch", fullMaskInBranch},
        {"reads-the-gone", readsTheGone},
        {"mask-names-the-gone", maskNamesTheGone},
        {"shuffle-and-barrier", shuffleAndBarrier},
        {"named-barrier", namedBarrier},
        {"flag-never-set", flagNeverSet},
        {"grid-barrier", gridBarrier},
    };
    return RUN_CASE(CASES);
}
