// locks.cu: locks that order nothing, and volatile words that are taken for locks.
//
// The comments before each case are explained in shared_races.cu. The data under a lock are volatile in most cases, as in much code that
// is older than the memory model: so no fence is missed by chance.

#include "../../harness/cases.h"

__device__ int lock;

static bool isSum(int *x, int sum)
{
    int zero = 0;
    cudaCheck(cudaMemcpyToSymbol(lock, &zero, sizeof zero));
    return deviceInt(x, 0) == sum;
}

// case taken-without-fence
// What the holder before has done may not be seen yet.
// expect: Race reported between (Read|Write) access at bareTaken.* (@u|@v) .*and (Read|Write) access at bareTaken.* (@u|@v) .*The lock is taken without a fence after it: __threadfence\(\) is missing at bareTaken.* @t
// also: Race reported between (Read|Write) access at bareTaken
__global__ void bareTaken(volatile int *x)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) // @t
            ;
        *x = *x + 1; // @u
        __threadfence();
        atomicExch(&lock, 0);
    } else {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        *x = *x + 1; // @v
        __threadfence();
        atomicExch(&lock, 0);
    }
}

static bool takenWithoutFence(void)
{
    int *x = deviceZeros(1);
    bareTaken<<<2, 1>>>(x);
    return isSum(x, 2);
}

// case given-without-fence
// The next holder may not see what was done.
// expect: Race reported between (Read|Write) access at bareGiven.* @u .*and Write access at bareGiven.* @u .*The lock is given back without a fence before it: __threadfence\(\) is missing at bareGiven.* @g
// also: Race reported between Write access at bareGiven.* @u .*and Read access at bareGiven.* @u
__global__ void bareGiven(volatile int *x)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    *x = *x + 1;          // @u
    atomicExch(&lock, 0); // @g
}

static bool givenWithoutFence(void)
{
    int *x = deviceZeros(1);
    bareGiven<<<4, 1>>>(x);
    return isSum(x, 4);
}

// case given-by-cas
// The same, where an atomicCAS gives it back.
// expect: Race reported between (Read|Write) access at bareGivenByCas.* @p .*and Write access at bareGivenByCas.* @p .*The lock is given back without a fence before it: __threadfence\(\) is missing at bareGivenByCas.* @c
// also: Race reported between Write access at bareGivenByCas.* @p .*and Read access at bareGivenByCas.* @p
__global__ void bareGivenByCas(volatile int *x)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    *x = *x + 1;            // @p
    atomicCAS(&lock, 1, 0); // @c
}

static bool givenByCas(void)
{
    int *x = deviceZeros(1);
    bareGivenByCas<<<4, 1>>>(x);
    return isSum(x, 4);
}

// case block-fences
// The lock is for all blocks, its fences are for one.
// expect: Race reported between (Read|Write) access at blockFences.* @u .*and Write access at blockFences.* @u .*The lock is taken without a fence after it
// also: Race reported between Write access at blockFences.* @u .*and Read access at blockFences.* @u
__global__ void blockFences(volatile int *x)
{
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence_block();
    *x = *x + 1; // @u
    __threadfence_block();
    atomicExch(&lock, 0);
}

static bool blocksFence(void)
{
    int *x = deviceZeros(1);
    blockFences<<<4, 1>>>(x);
    return isSum(x, 4);
}

// case warps-taken-without-fence
// Between warps of a block, in shared memory.
// expect: Race reported between (Read|Write) access at warpsTake.* @u .*and Write access at warpsTake.* @u .*The lock is taken without a fence after it: .* @t
// also: Race reported between Write access at warpsTake.* @u .*and Read access at warpsTake.* @u
__global__ void warpsTake(int *out)
{
    __shared__ int held;
    __shared__ volatile int sum;
    if (threadIdx.x == 0)
        held = sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&held, 0, 1) != 0) // @t
            ;
        sum = sum + 1; // @u
        __threadfence_block();
        atomicExch(&held, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        *out = sum;
}

static bool warpsTakeBare(void)
{
    int *x = deviceZeros(1);
    warpsTake<<<1, 128>>>(x);
    return isSum(x, 4);
}

// case one-without-lock
// One block takes the lock, another one doesn't.
// remark: Remark: blocks share a volatile word, and nothing orders their accesses\. .* at oneLocks.* (@u|@v)
// also: Race reported between .* at oneLocks.* (@u|@v) .*The lock is
__global__ void oneLocks(volatile int *x)
{
    if (blockIdx.x == 0) {
        *x = 1; // @u
    } else {
        while (atomicCAS(&lock, 0, 1) != 0)
            ;
        __threadfence();
        *x = 2; // @v
        __threadfence();
        atomicExch(&lock, 0);
    }
}

static bool oneWithoutLock(void)
{
    int *x = deviceZeros(1);
    oneLocks<<<2, 1>>>(x);
    return isSum(x, 2);
}

// case volatile-lock
// A volatile word as a lock, with all the fences there could be.
// remark: Remark: a volatile word is used as a lock\. .*It is looked at at volatileLock.* @l and set at volatileLock.* @s
__global__ void volatileLock(volatile int *held, int *x)
{
    while (*held) // @l
        ;
    *held = 1; // @s
    __threadfence();
    *x += 1;
    __threadfence();
    *held = 0;
}

static bool lockVolatile(void)
{
    int *held = deviceZeros(1), *x = deviceZeros(1);
    volatileLock<<<4, 1>>>(held, x);
    return isSum(x, 4);
}

// case volatile-sum
// Blocks add to a volatile word.
// expect: Race reported between Write access at addVolatile.* @a .*and Read access at addVolatile.* @a .*one change can be lost: atomicAdd\(\) does all three in one step
// also: Remark: blocks share a volatile word, and nothing orders their accesses\. .* at addVolatile.* @a
__global__ void addVolatile(volatile int *x)
{
    *x = *x + 1; // @a
}

static bool volatileSum(void)
{
    int *x = deviceZeros(1);
    addVolatile<<<4, 1>>>(x);
    return isSum(x, 4);
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"taken-without-fence", takenWithoutFence},
        {"given-without-fence", givenWithoutFence},
        {"given-by-cas", givenByCas},
        {"block-fences", blocksFence},
        {"warps-taken-without-fence", warpsTakeBare},
        {"one-without-lock", oneWithoutLock},
        {"volatile-lock", lockVolatile},
        {"volatile-sum", volatileSum},
    };
    return RUN_CASE(CASES);
}
