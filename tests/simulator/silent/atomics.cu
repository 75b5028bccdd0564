// atomics.cu: correct programs with atomics of every kind, as CUDA's functions and as libcu++'s.

#include "../../harness/cases.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

// Every thread of the grid does every operation, each on a word of its own.
__global__ void all(int *x, unsigned int *u, unsigned long long *wide, float *f, double *d)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&x[0], 1);
    atomicSub(&x[1], 1);
    atomicMin(&x[2], -t);
    atomicMax(&x[3], t);
    atomicAnd(&x[4], ~(1 << t % 32));
    atomicOr(&x[5], 1 << t % 32);
    atomicXor(&x[6], 1);
    atomicExch(&x[7], t);
    atomicCAS(&x[8], 0, t + 1);
    atomicInc(&u[0], 9);
    atomicDec(&u[1], 9);
    atomicAdd(&wide[0], 1ull << 40);
    atomicMax(&wide[1], (unsigned long long)t);
    atomicAdd(&f[0], 0.5f);
    atomicAdd(&d[0], 0.5);
    atomicAdd_block(&x[16 + blockIdx.x], 1);
    atomicAdd_system(&x[9], 1);
}

static bool everyKind(void)
{
    int *x = deviceZeros(32), *u = deviceZeros(2), *wide = deviceZeros(4), *f = deviceZeros(1),
        *d = deviceZeros(2);
    all<<<4, 64>>>(x, (unsigned int *)u, (unsigned long long *)wide, (float *)f, (double *)d);
    return deviceInt(x, 0) == 256 && deviceInt(x, 1) == -256 && deviceInt(x, 3) == 255 &&
           deviceInt(x, 5) == -1 && deviceInt(x, 17) == 64 && deviceInt(x, 9) == 256;
}

// A sum in shared memory, read after the barrier.
__global__ void sharedSum(int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = sum;
}

static bool sum(void)
{
    int *out = deviceZeros(96);
    sharedSum<<<1, 96>>>(out);
    return deviceInt(out, 95) == 95 * 48;
}

// A maximum of floats by compare and swap.
__global__ void largest(const int *x, int *out)
{
    int old = *(volatile int *)out, mine = __float_as_int((float)x[threadIdx.x]);
    while (__int_as_float(old) < __int_as_float(mine)) {
        int seen = atomicCAS(out, old, mine);
        if (seen == old)
            break;
        old = seen;
    }
}

static bool compareAndSwap(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(1);
    largest<<<2, 64>>>(x, out);
    return deviceInt(out, 0) == 0x427c0000; // 63.0f
}

// Blocks draw work from a counter until there is none.
__global__ void draw(int *next, int *y, int n)
{
    __shared__ int first;
    for (;;) {
        if (threadIdx.x == 0)
            first = atomicAdd(next, 32);
        __syncthreads();
        int i = first + threadIdx.x;
        __syncthreads();
        if (i - (int)threadIdx.x >= n)
            return;
        if (i < n)
            y[i] = i;
    }
}

static bool work(void)
{
    int *next = deviceZeros(1), *y = deviceInts(100);
    draw<<<3, 32>>>(next, y, 100);
    return deviceInt(y, 99) == 99;
}

// Data behind a flag that is released and acquired.
__global__ void follow(int *data, int *flag)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> mine(flag[blockIdx.x]);
    if (blockIdx.x) {
        cuda::atomic_ref<int, cuda::thread_scope_device> before(flag[blockIdx.x - 1]);
        while (before.load(cuda::memory_order_acquire) == 0)
            ;
        data[blockIdx.x] = data[blockIdx.x - 1] + 1;
    } else {
        data[0] = 1;
    }
    mine.store(1, cuda::memory_order_release);
}

static bool atomicRef(void)
{
    int *data = deviceZeros(8), *flag = deviceZeros(8);
    follow<<<8, 1>>>(data, flag);
    return deviceInt(data, 7) == 8;
}

// The last block by a ticket that releases what was stored and acquires what others stored.
__global__ void lastBlock(int *part, int *ticket, int *out)
{
    part[blockIdx.x] = blockIdx.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> drawn(*ticket);
    if (drawn.fetch_add(1, cuda::memory_order_acq_rel) == (int)gridDim.x - 1) {
        int sum = 0;
        for (int i = 0; i < (int)gridDim.x; i++)
            sum += part[i];
        *out = sum;
    }
}

static bool ticket(void)
{
    int *part = deviceInts(8), *drawn = deviceZeros(1), *out = deviceZeros(1);
    lastBlock<<<8, 1>>>(part, drawn, out);
    return deviceInt(out, 0) == 28;
}

// A relaxed flag is enough where a fence of its own orders the data.
__global__ void fenced(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        *data = 42;
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        ready.store(1, cuda::memory_order_relaxed);
    } else {
        while (ready.load(cuda::memory_order_relaxed) == 0)
            ;
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        *out = *data;
    }
}

static bool fence(void)
{
    int *data = deviceZeros(1), *flag = deviceZeros(1), *out = deviceZeros(1);
    fenced<<<2, 1>>>(data, flag, out);
    return deviceInt(out, 0) == 42;
}

// A barrier object in shared memory: arrive, do something else, wait.
__global__ void arriveAndWait(int *x)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    __shared__ int tile[64];
    int t = threadIdx.x;
    if (t == 0)
        init(&full, blockDim.x);
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        tile[t] = x[t];
        cuda::barrier<cuda::thread_scope_block>::arrival_token token = full.arrive();
        full.wait(cuda::std::move(token));
        int other = tile[63 - t];
        full.arrive_and_wait();
        x[t] = other;
    }
}

static bool barrierObject(void)
{
    int *x = deviceCounting(64);
    arriveAndWait<<<1, 64>>>(x);
    return deviceInt(x, 0) == 63;
}

// Copies that arrive in the background, two tiles deep.
__global__ void copyAhead(const int *x, int *out, int tiles)
{
    __shared__ int tile[2][64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    int t = threadIdx.x, sum = 0;
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[0][t], &x[t], sizeof(int), pipe);
    pipe.producer_commit();
    for (int i = 0; i < tiles; i++) {
        if (i + 1 < tiles) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[(i + 1) % 2][t], &x[(i + 1) * 64 + t], sizeof(int), pipe);
            pipe.producer_commit();
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else {
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        }
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += tile[i % 2][k];
        __syncthreads();
        pipe.consumer_release();
    }
    out[t] = sum;
}

static bool pipeline(void)
{
    int *x = deviceCounting(256), *out = deviceZeros(64);
    copyAhead<<<1, 64>>>(x, out, 4);
    return deviceInt(out, 5) == 255 * 128;
}

// Two producer warps meet at a named barrier, and one of their threads arrives for both at the mbarrier where the consumer waits.
__global__ void arriveForBoth(const int *x, int *out)
{
    __shared__ int data[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    int t = threadIdx.x;
    if (t == 0)
        init(&full, 33);
    __syncthreads();
    if (t < 64) {
        data[t] = x[t] + 1;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (t == 0)
            (void)full.arrive();
    } else {
        full.arrive_and_wait();
        out[t - 64] = data[127 - t];
    }
}

static bool elected(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(32);
    arriveForBoth<<<1, 96>>>(x, out);
    return deviceInt(out, 0) == 64;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"every-kind", everyKind},
        {"sum", sum},
        {"compare-and-swap", compareAndSwap},
        {"work", work},
        {"atomic-ref", atomicRef},
        {"ticket", ticket},
        {"fence", fence},
        {"barrier-object", barrierObject},
        {"pipeline", pipeline},
        {"elected", elected},
    };
    return RUN_CASE(CASES);
}
