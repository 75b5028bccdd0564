// blocks.cu: correct programs whose blocks exchange through global memory: tickets, flags, locks, look-back.

#include "../../harness/cases.h"

// Each block puts its sum in a slot; the last block to draw a ticket adds up the slots, in a fixed order, and resets the ticket.
__global__ void sumByTicket(const int *x, int *part, unsigned int *ticket, int *out)
{
    int sum = x[blockIdx.x * 32 + threadIdx.x];
    bool last = false;
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0) {
        part[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    if (last) {
        __threadfence();
        int total = 0;
        for (int i = 0; i < (int)gridDim.x; i++)
            total += part[i];
        *out = total;
        *ticket = 0;
    }
}

static bool ticket(void)
{
    int *x = deviceCounting(256), *part = deviceZeros(8), *drawn = deviceZeros(1),
        *out = deviceZeros(1);
    sumByTicket<<<8, 32>>>(x, part, (unsigned int *)drawn, out);
    sumByTicket<<<8, 32>>>(x, part, (unsigned int *)drawn, out);
    return deviceInt(out, 0) == 255 * 128;
}

// All threads of a block store: each fences, then comes the barrier, then one ticket for the block. In the last block all fence again.
__global__ void lastBlockAll(int *part, int *ticket, int *out)
{
    __shared__ bool last;
    part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(ticket, 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += part[b * 64 + threadIdx.x];
        atomicAdd(out, sum);
    }
}

static bool ticketAll(void)
{
    int *part = deviceZeros(256), *drawn = deviceZeros(1), *out = deviceZeros(1);
    lastBlockAll<<<4, 64>>>(part, drawn, out);
    return deviceInt(out, 0) == 4 * 63 * 32;
}

// One thread fences for its whole block, after the barrier: a fence is cumulative.
__global__ void lastBlockOne(int *part, int *ticket, int *out)
{
    __shared__ bool last;
    part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(ticket, 1) == (int)gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += part[b * 64 + threadIdx.x];
        atomicAdd(out, sum);
    }
}

static bool ticketOne(void)
{
    int *part = deviceZeros(256), *drawn = deviceZeros(1), *out = deviceZeros(1);
    lastBlockOne<<<4, 64>>>(part, drawn, out);
    return deviceInt(out, 0) == 4 * 63 * 32;
}

// The ticket itself releases and acquires; the barrier passes that on to the block.
__global__ void lastBlockOrdered(int *part, int *ticket, int *out)
{
    __shared__ bool last;
    part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        int drawn;
        asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;"
                     : "=r"(drawn)
                     : "l"(ticket)
                     : "memory");
        last = drawn == (int)gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += part[b * 64 + threadIdx.x];
        atomicAdd(out, sum);
    }
}

static bool ticketOrdered(void)
{
    int *part = deviceZeros(256), *drawn = deviceZeros(1), *out = deviceZeros(1);
    lastBlockOrdered<<<4, 64>>>(part, drawn, out);
    return deviceInt(out, 0) == 4 * 63 * 32;
}

// Nobody acquires, and nobody has to: all that the blocks share is volatile, on both sides.
__global__ void lastBlockVolatile(volatile int *part, int *ticket, int *out)
{
    if (threadIdx.x)
        return;
    part[blockIdx.x] = blockIdx.x;
    __threadfence();
    if (atomicAdd(ticket, 1) == (int)gridDim.x - 1) {
        int sum = 0;
        for (int b = 0; b < (int)gridDim.x; b++)
            sum += part[b];
        *out = sum;
    }
}

static bool ticketVolatile(void)
{
    int *part = deviceZeros(8), *drawn = deviceZeros(1), *out = deviceZeros(1);
    lastBlockVolatile<<<8, 32>>>(part, drawn, out);
    return deviceInt(out, 0) == 28;
}

// The loop looks without an order, and one more load, which acquires, orders what follows.
__global__ void lookTwice(int *data, int *flag)
{
    if (blockIdx.x) {
        int seen;
        do
            asm volatile("ld.relaxed.gpu.u32 %0, [%1];"
                         : "=r"(seen)
                         : "l"(flag + blockIdx.x - 1)
                         : "memory");
        while (seen == 0);
        asm volatile("ld.acquire.gpu.u32 %0, [%1];"
                     : "=r"(seen)
                     : "l"(flag + blockIdx.x - 1)
                     : "memory");
        data[blockIdx.x] = data[blockIdx.x - 1] + 1;
    } else {
        data[0] = 1;
    }
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(flag + blockIdx.x), "r"(1) : "memory");
}

static bool twice(void)
{
    int *data = deviceZeros(8), *flag = deviceZeros(8);
    lookTwice<<<8, 1>>>(data, flag);
    return deviceInt(data, 7) == 8;
}

// A volatile flag from block to block, each way behind a fence.
__global__ void follow(int *data, volatile int *flag)
{
    if (threadIdx.x)
        return;
    if (blockIdx.x) {
        while (flag[blockIdx.x - 1] == 0)
            ;
        __threadfence();
        data[blockIdx.x] = data[blockIdx.x - 1] + 1;
    } else {
        data[0] = 1;
    }
    __threadfence();
    flag[blockIdx.x] = 1;
}

static bool flags(void)
{
    int *data = deviceZeros(8), *flag = deviceZeros(8);
    follow<<<8, 32>>>(data, flag);
    return deviceInt(data, 7) == 8;
}

// Threads go round their words until none is missing. A word is set when the one behind it is, which another block may own. Whether
// a thread goes round again does not come from what it has loaded: a branch on that chooses between constants.
__global__ void goRound(volatile int *set, int n)
{
    bool missing;
    do {
        missing = false;
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
            if (set[i])
                continue;
            if (i + 1 < n && set[i + 1] == 0)
                missing = true;
            else
                set[i] = 1;
        }
    } while (missing);
}

static bool rounds(void)
{
    int *set = deviceZeros(300);
    goRound<<<4, 32>>>(set, 300);
    return deviceInt(set, 0) == 1 && deviceInt(set, 255) == 1;
}

// A scan by look-back: a block adds what the blocks before it have published: their own sums, or the sum of all blocks up to one
// of them. Value and flag are two words, with fences between them.
__global__ void scanLookBack(const int *x, int *y, volatile int *state, volatile int *sum,
                             volatile int *total)
{
    __shared__ int tile[64], before;
    int t = threadIdx.x, b = blockIdx.x;
    tile[t] = x[b * 64 + t];
    __syncthreads();
    for (int s = 1; s < 64; s *= 2) {
        int left = t >= s ? tile[t - s] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (t == 63) {
        sum[b] = tile[63];
        __threadfence();
        state[b] = 1;
        int past = 0;
        for (int k = b - 1; k >= 0; k--) {
            int known;
            while ((known = state[k]) == 0)
                ;
            __threadfence();
            past += known == 2 ? total[k] : sum[k];
            if (known == 2)
                break;
        }
        total[b] = past + tile[63];
        __threadfence();
        state[b] = 2;
        before = past;
    }
    __syncthreads();
    y[b * 64 + t] = before + tile[t];
}

static bool lookBack(void)
{
    int *x = deviceCounting(512), *y = deviceZeros(512), *state = deviceZeros(8),
        *sum = deviceZeros(8), *total = deviceZeros(8);
    scanLookBack<<<8, 64>>>(x, y, state, sum, total);
    return deviceInt(y, 511) == 511 * 256;
}

// Look-back with flag and value in one 64-bit word, published and read by plain 8-byte volatile accesses.
__global__ void scanOneWord(int *y, volatile unsigned long long *word)
{
    if (threadIdx.x)
        return;
    unsigned long long b = blockIdx.x, before = 0;
    if (b) {
        unsigned long long seen;
        while (((seen = word[b - 1]) >> 32) == 0)
            ;
        before = seen & 0xffffffff;
    }
    word[b] = 1ull << 32 | (before + b);
    y[b] = (int)(before + b);
}

static bool oneWord(void)
{
    int *y = deviceZeros(16), *word = deviceZeros(32);
    scanOneWord<<<16, 32>>>(y, (volatile unsigned long long *)word);
    return deviceInt(y, 15) == 120;
}

// Data is handed on by release and acquire, as PTX has them.
__global__ void followPtx(int *data, int *flag)
{
    if (blockIdx.x) {
        int seen;
        do {
            asm volatile("ld.acquire.gpu.u32 %0, [%1];"
                         : "=r"(seen)
                         : "l"(flag + blockIdx.x - 1)
                         : "memory");
        } while (seen == 0);
        data[blockIdx.x] = data[blockIdx.x - 1] + 1;
    } else {
        data[0] = 1;
    }
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(flag + blockIdx.x), "r"(1) : "memory");
}

static bool acquirePtx(void)
{
    int *data = deviceZeros(8), *flag = deviceZeros(8);
    followPtx<<<8, 1>>>(data, flag);
    return deviceInt(data, 7) == 8;
}

// Data is handed on by atomics that release and acquire, without a fence.
__global__ void followAtomic(int *data, int *turn)
{
    int seen;
    do
        asm volatile("atom.acquire.gpu.global.add.u32 %0, [%1], 0;"
                     : "=r"(seen)
                     : "l"(turn)
                     : "memory");
    while (seen != (int)blockIdx.x);
    *data += blockIdx.x;
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(turn) : "memory");
}

static bool acquireAtomic(void)
{
    int *data = deviceZeros(1), *turn = deviceZeros(1);
    followAtomic<<<8, 1>>>(data, turn);
    return deviceInt(data, 0) == 28;
}

// A lock between blocks, held by one thread of each.
__global__ void lockBlocks(int *lock, int *sum)
{
    if (threadIdx.x)
        return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(lock, 0);
}

static bool blocksLock(void)
{
    int *lock = deviceZeros(1), *sum = deviceZeros(1);
    lockBlocks<<<16, 64>>>(lock, sum);
    return deviceInt(sum, 0) == 16;
}

// Volatile data under a lock, which is taken in the way that lets lanes of a warp wait for each other.
__global__ void lockVolatile(int *lock, volatile int *sum)
{
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum = *sum + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

static bool volatileLocked(void)
{
    int *lock = deviceZeros(1), *sum = deviceZeros(1);
    lockVolatile<<<4, 2>>>(lock, sum);
    return deviceInt(sum, 0) == 8;
}

// A lock between warps, taken by their first lanes; all lanes of the warp work while it is held.
__global__ void lockWarps(int *lock, int *sum)
{
    int lane = threadIdx.x % 32;
    if (lane == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            __nanosleep(20);
        __threadfence();
    }
    __syncwarp();
    sum[lane] += threadIdx.x / 32;
    __syncwarp();
    if (lane == 0) {
        __threadfence();
        atomicExch(lock, 0);
    }
}

static bool warpsLock(void)
{
    int *lock = deviceZeros(1), *sum = deviceZeros(32);
    lockWarps<<<4, 128>>>(lock, sum);
    return deviceInt(sum, 31) == 4 * 6;
}

// A barrier of the whole grid from a counter: all blocks fit on the device at once.
__global__ void exchangeAll(const int *x, int *twice, int *y, int *arrived, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    twice[i] = 2 * x[i];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < (int)gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
    y[i] = twice[n - 1 - i];
}

static bool gridBarrier(void)
{
    int *x = deviceCounting(256), *twice = deviceInts(256), *y = deviceZeros(256),
        *arrived = deviceZeros(1);
    exchangeAll<<<4, 64>>>(x, twice, y, arrived, 256);
    return deviceInt(y, 0) == 510;
}

// In this barrier of the whole grid one lane looks at the counter and tells its warp by a shuffle, again and again.
__global__ void exchangeTold(const int *x, int *twice, int *y, int *arrived, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, seen = 0;
    twice[i] = 2 * x[i];
    __threadfence();
    __syncwarp();
    if (threadIdx.x % 32 == 0)
        atomicAdd(arrived, 1);
    while (seen < n / 32) {
        if (threadIdx.x % 32 == 0)
            seen = *(volatile int *)arrived;
        seen = __shfl_sync(0xffffffff, seen, 0);
    }
    __threadfence();
    y[i] = twice[n - 1 - i];
}

static bool gridTold(void)
{
    int *x = deviceCounting(256), *twice = deviceInts(256), *y = deviceZeros(256),
        *arrived = deviceZeros(1);
    exchangeTold<<<4, 64>>>(x, twice, y, arrived, 256);
    return deviceInt(y, 0) == 510;
}

// The blocks before wait for those behind them: each lane watches one flag, and the warp asks whether all are set.
__global__ void lookAhead(int *data, volatile int *flag, int *out)
{
    int b = blockIdx.x, lane = threadIdx.x;
    bool ready;
    if (lane == 0) {
        data[b] = b;
        __threadfence();
        flag[b] = 1;
    }
    do
        ready = b + lane >= (int)gridDim.x || flag[b + lane] != 0;
    while (!__all_sync(0xffffffff, ready));
    __threadfence();
    int sum = b + lane < (int)gridDim.x ? data[b + lane] : 0;
    out[b] = __reduce_add_sync(0xffffffff, sum);
}

static bool ahead(void)
{
    int *data = deviceInts(8), *flag = deviceZeros(8), *out = deviceZeros(8);
    lookAhead<<<8, 32>>>(data, flag, out);
    return deviceInt(out, 0) == 28 && deviceInt(out, 6) == 13;
}

// A queue: a ticket names the slot, the slot's own flag says that it is filled; the reader empties it again.
__global__ void queue(int *slot, int *full, int *out)
{
    if (blockIdx.x == 0) {
        for (int i = 0; i < 8; i++) {
            while (atomicAdd(&full[i % 2], 0) != 0)
                ;
            __threadfence();
            slot[i % 2] = i;
            __threadfence();
            atomicExch(&full[i % 2], 1);
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 8; i++) {
            while (atomicAdd(&full[i % 2], 0) != 1)
                ;
            __threadfence();
            sum += slot[i % 2];
            __threadfence();
            atomicExch(&full[i % 2], 0);
        }
        *out = sum;
    }
}

static bool queues(void)
{
    int *slot = deviceInts(2), *full = deviceZeros(2), *out = deviceZeros(1);
    queue<<<2, 1>>>(slot, full, out);
    return deviceInt(out, 0) == 28;
}

// Blocks that write neighbouring bytes, and bytes of the same word.
__global__ void bytes(unsigned char *x, int n)
{
    for (int i = blockIdx.x; i < n; i += gridDim.x)
        x[i] = i;
}

static bool neighbours(void)
{
    int *x = deviceZeros(64);
    bytes<<<3, 1>>>((unsigned char *)x, 256);
    return deviceInt(x, 63) == (int)0xfffefdfc;
}

// Every thread that finds something says so by an atomic, and looks first whether another one has.
__global__ void find(const int *x, int *found)
{
    if (x[blockIdx.x * blockDim.x + threadIdx.x] % 100 == 7 && atomicAdd(found, 0) == 0)
        atomicExch(found, 1);
}

static bool foundByAtomic(void)
{
    int *x = deviceCounting(512), *found = deviceZeros(1);
    find<<<4, 128>>>(x, found);
    return deviceInt(found, 0) == 1;
}

// Two launches, and copies between them: each sees all of the one before.
__global__ void reverse(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[n - 1 - i];
}

static bool launches(void)
{
    int *x = deviceCounting(256), *y = deviceInts(256);
    reverse<<<4, 64>>>(x, y, 256);
    reverse<<<4, 64>>>(y, x, 256);
    cudaCheck(cudaMemcpy(y, x, 128 * sizeof *x, cudaMemcpyDeviceToDevice));
    reverse<<<4, 64>>>(y, x, 256);
    return deviceInt(x, 255) == 0;
}

// What other threads of its block did comes before a thread's flag in four ways that are no __syncthreads(): by a named barrier, by an
// arrival there, by a flag within the block, and by a __syncwarp of some lanes.
__device__ void meetSome(int way, int *near)
{
    int warp = threadIdx.x / 32;
    if (way == 0 && warp < 2)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    if (way == 1 && warp == 0)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    if (way == 1 && warp == 1)
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    if (way == 2 && warp < 2) {
        __syncwarp();
        if (threadIdx.x == 32) {
            __threadfence_block();
            atomicExch_block(near, 1);
        }
        while (threadIdx.x == 0 && atomicAdd_block(near, 0) == 0)
            ;
        __threadfence_block();
    }
    if (way == 3 && threadIdx.x < 4)
        __syncwarp(15);
}

__global__ void someMeet(int *data, int *flag, int *out, int way)
{
    __shared__ int near;
    int t = threadIdx.x, stored = way == 3 ? 4 : 64, first = way == 1 || way == 2 ? 32 : 0;
    if (t == 0)
        near = 0;
    __syncthreads();
    if (blockIdx.x == 0) {
        if (t < stored)
            data[t] = t + 1;
        meetSome(way, &near);
        if (t == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        while (t == 0 && atomicAdd(flag, 0) == 0)
            ;
        __threadfence();
        __syncthreads();
        out[t] = t >= first && t < stored ? data[t] : t + 1;
    }
}

static bool someHaveMet(void)
{
    bool right = true;
    for (int way = 0; way < 4; way++) {
        int *data = deviceZeros(96), *flag = deviceZeros(1), *out = deviceZeros(96);
        someMeet<<<2, 96>>>(data, flag, out, way);
        right &= deviceInt(out, 63) == 64;
    }
    return right;
}

// Three blocks have a flag each, and these are bytes of one word; the last block waits for all.
__global__ void byteFlags(int *data, volatile unsigned char *flag, int *out)
{
    int b = blockIdx.x;
    if (b < 3) {
        data[b] = b + 1;
        __threadfence();
        flag[b] = 1;
    } else {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            while (flag[i] == 0)
                ;
            __threadfence();
            sum += data[i];
        }
        *out = sum;
    }
}

static bool bytes(void)
{
    int *data = deviceZeros(3), *flag = deviceZeros(1), *out = deviceZeros(1);
    byteFlags<<<4, 1>>>(data, (volatile unsigned char *)flag, out);
    return deviceInt(out, 0) == 6;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"ticket", ticket},
        {"ticket-all", ticketAll},
        {"ticket-one", ticketOne},
        {"ticket-ordered", ticketOrdered},
        {"ticket-volatile", ticketVolatile},
        {"look-twice", twice},
        {"some-have-met", someHaveMet},
        {"byte-flags", bytes},
        {"flags", flags},
        {"rounds", rounds},
        {"look-back", lookBack},
        {"one-word", oneWord},
        {"acquire-ptx", acquirePtx},
        {"acquire-atomic", acquireAtomic},
        {"blocks-lock", blocksLock},
        {"warps-lock", warpsLock},
        {"volatile-locked", volatileLocked},
        {"grid-barrier", gridBarrier},
        {"grid-told", gridTold},
        {"ahead", ahead},
        {"queues", queues},
        {"neighbours", neighbours},
        {"found-by-atomic", foundByAtomic},
        {"launches", launches},
    };
    return RUN_CASE(CASES);
}
