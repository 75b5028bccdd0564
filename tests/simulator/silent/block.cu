// block.cu: correct programs within a block: barriers whole and named, buffers, tiles, histograms, lanes that leave early.

#include "../../harness/cases.h"

// Shared memory filled and read in a loop, with a barrier on either side of the reading.
__global__ void sumTiles(const int *x, int *out, int tiles)
{
    __shared__ int tile[64];
    int sum = 0;
    for (int i = 0; i < tiles; i++) {
        tile[threadIdx.x] = x[i * 64 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += tile[k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

static bool tiles(void)
{
    int *x = deviceCounting(256), *out = deviceZeros(64);
    sumTiles<<<1, 64>>>(x, out, 4);
    return deviceInt(out, 0) == 255 * 128;
}

// Two buffers: while one is read the other is filled, and one barrier in each round is enough.
__global__ void sumDouble(const int *x, int *out, int tiles)
{
    __shared__ int tile[2][64];
    int sum = 0, t = threadIdx.x;
    tile[0][t] = x[t];
    for (int i = 0; i < tiles; i++) {
        __syncthreads();
        if (i + 1 < tiles)
            tile[(i + 1) % 2][t] = x[(i + 1) * 64 + t];
        for (int k = 0; k < 64; k++)
            sum += tile[i % 2][k];
    }
    out[t] = sum;
}

static bool doubleBuffer(void)
{
    int *x = deviceCounting(256), *out = deviceZeros(64);
    sumDouble<<<1, 64>>>(x, out, 4);
    return deviceInt(out, 63) == 255 * 128;
}

// A scan with two buffers, and one barrier in each step.
__global__ void scanDouble(int *x)
{
    __shared__ int sum[2][128];
    int t = threadIdx.x, from = 0;
    sum[0][t] = x[t];
    for (int s = 1; s < 128; s *= 2) {
        __syncthreads();
        sum[1 - from][t] = sum[from][t] + (t >= s ? sum[from][t - s] : 0);
        from = 1 - from;
    }
    x[t] = sum[from][t];
}

static bool scan(void)
{
    int *x = deviceCounting(128);
    scanDouble<<<1, 128>>>(x);
    return deviceInt(x, 127) == 127 * 64;
}

// A scan by warps: each scans its own, the first warp scans the sums.
__global__ void scanWarps(int *x)
{
    __shared__ int warpSum[8];
    int t = threadIdx.x, lane = t % 32, value = x[t];
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(0xffffffff, value, d);
        value += lane >= d ? left : 0;
    }
    if (lane == 31)
        warpSum[t / 32] = value;
    __syncthreads();
    if (t < 8) {
        int sum = warpSum[t];
        for (int d = 1; d < 8; d *= 2) {
            int left = __shfl_up_sync(0xff, sum, d);
            sum += t >= d ? left : 0;
        }
        warpSum[t] = sum;
    }
    __syncthreads();
    x[t] = value + (t < 32 ? 0 : warpSum[t / 32 - 1]);
}

static bool scanByWarps(void)
{
    int *x = deviceCounting(256);
    scanWarps<<<1, 256>>>(x);
    return deviceInt(x, 255) == 255 * 128;
}

// One warp produces for another, through two named barriers: full and empty. The producer arrives at one and does not
// wait there; the consumer does so at the other.
__global__ void produce(const int *x, int *y, int rounds)
{
    __shared__ int tile[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < rounds; i++) {
            if (i)
                asm volatile("bar.sync 2, 64;" ::: "memory");
            tile[lane] = x[i * 32 + lane];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    } else {
        for (int i = 0; i < rounds; i++) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            y[i * 32 + lane] = tile[31 - lane];
            if (i + 1 < rounds)
                asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}

static bool producer(void)
{
    int *x = deviceCounting(128), *y = deviceZeros(128);
    produce<<<1, 64>>>(x, y, 4);
    return deviceInt(y, 0) == 31 && deviceInt(y, 127) == 96;
}

// Halves of a block do different work, each with a barrier of its own, and meet at the end.
__global__ void halves(int *x)
{
    __shared__ int tile[128];
    int t = threadIdx.x;
    tile[t] = x[t];
    if (t < 64) {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        int other = tile[63 - t];
        asm volatile("bar.sync 1, 64;" ::: "memory");
        tile[t] = other;
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory");
        int other = tile[t ^ 1];
        asm volatile("bar.sync 2, 64;" ::: "memory");
        tile[t] = other;
    }
    __syncthreads();
    x[t] = tile[127 - t];
}

static bool specialized(void)
{
    int *x = deviceCounting(128);
    halves<<<1, 128>>>(x);
    return deviceInt(x, 0) == 126 && deviceInt(x, 127) == 63;
}

// Two warps meet at a named barrier, and then one thread tells a third warp, for both, that their data are there. That warp tells a fourth.
__global__ void passOn(const int *x, int *out)
{
    __shared__ int data[64], flag, flagToo;
    int t = threadIdx.x;
    if (t == 0)
        flag = flagToo = 0;
    __syncthreads();
    if (t < 64) {
        data[t] = x[t] + 1;
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (t == 0) {
            __threadfence_block();
            atomicExch(&flag, 1);
        }
    } else if (t < 96) {
        while (atomicAdd(&flag, 0) == 0)
            ;
        __threadfence_block();
        out[t - 64] = data[127 - t];
        __syncwarp();
        if (t == 70) {
            __threadfence_block();
            atomicExch(&flagToo, 1);
        }
    } else {
        while (atomicAdd(&flagToo, 0) == 0)
            ;
        __threadfence_block();
        out[t - 64] = data[127 - t] + out[127 - t];
    }
}

static bool passedOn(void)
{
    int *x = deviceCounting(64), *out = deviceZeros(64);
    passOn<<<1, 128>>>(x, out);
    return deviceInt(out, 0) == 64 && deviceInt(out, 63) == 1 + 64;
}

// A warp tells another by a volatile flag in shared memory that its data are there.
__global__ void tell(int *out)
{
    __shared__ int data[32];
    __shared__ volatile int flag;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[lane] = lane;
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            flag = 1;
    } else {
        if (lane == 0) {
            while (flag == 0)
                ;
            __threadfence_block();
        }
        __syncwarp();
        out[lane] = data[31 - lane];
    }
}

static bool warpFlag(void)
{
    int *out = deviceZeros(32);
    tell<<<1, 64>>>(out);
    return deviceInt(out, 0) == 31;
}

// Counters in shared memory, cleared, counted with atomics and added up, with barriers between.
__global__ void histogram(const unsigned char *x, int *out, int n)
{
    __shared__ int bins[16];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[x[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

static bool histograms(void)
{
    int *x = deviceCounting(250), *out = deviceZeros(16);
    histogram<<<3, 96>>>((const unsigned char *)x, out, 1000);
    return deviceInt(out, 0) == 750 + 16 && deviceInt(out, 15) == 15;
}

// A tile is written by rows and read by columns.
__global__ void transpose(const int *x, int *y, int n)
{
    __shared__ int tile[16][17];
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (column < n && row < n)
        tile[threadIdx.y][threadIdx.x] = x[row * n + column];
    __syncthreads();
    column = blockIdx.y * 16 + threadIdx.x;
    row = blockIdx.x * 16 + threadIdx.y;
    if (column < n && row < n)
        y[row * n + column] = tile[threadIdx.x][threadIdx.y];
}

static bool transposed(void)
{
    int *x = deviceCounting(40 * 40), *y = deviceInts(40 * 40);
    transpose<<<dim3(3, 3), dim3(16, 16)>>>(x, y, 40);
    return deviceInt(y, 1) == 40 && deviceInt(y, 39 * 40) == 39;
}

// Threads write neighbouring bytes, and others read them back after a barrier.
__global__ void letters(unsigned char *x)
{
    __shared__ unsigned char text[256];
    int t = threadIdx.x;
    text[t] = x[t];
    __syncthreads();
    x[t] = text[255 - t];
    __syncthreads();
    text[t]++;
}

static bool bytes(void)
{
    int *x = deviceCounting(64);
    letters<<<1, 256>>>((unsigned char *)x);
    return deviceInt(x, 63) == 0;
}

// Threads leave in the middle of a warp, and whole warps leave; no barrier follows.
__global__ void leave(const int *x, int *y, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (i >= n)
        return;
    y[i] = tile[t] + (t + 1 < 256 ? tile[t + 1] : 0);
    if (t % 3 == 0)
        return;
    y[i] += 1;
}

static bool leaving(void)
{
    int *x = deviceCounting(300), *y = deviceZeros(300);
    leave<<<2, 256>>>(x, y, 300);
    return deviceInt(y, 0) == 1 && deviceInt(y, 1) == 4;
}

// A stride over the grid, whose threads make different numbers of turns.
__global__ void stride(const int *x, int *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = 2 * x[i];
}

static bool strided(void)
{
    int *x = deviceCounting(1000), *y = deviceInts(1000);
    stride<<<3, 96>>>(x, y, 1000);
    return deviceInt(y, 999) == 1998;
}

// A block counts the threads for which something holds, and asks whether it does for all or any.
__global__ void count(int *out)
{
    int even = __syncthreads_count(threadIdx.x % 2 == 0), all = __syncthreads_and(threadIdx.x < 96),
        any = __syncthreads_or(threadIdx.x == 95);
    out[threadIdx.x] = even + (all != 0) + (any != 0);
}

static bool counted(void)
{
    int *out = deviceZeros(96);
    count<<<1, 96>>>(out);
    return deviceInt(out, 95) == 50;
}

// A sum in steps: each barrier is reached by all threads, work is done by fewer and fewer.
__global__ void reduce(const int *x, int *out, int n)
{
    extern __shared__ int part[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    for (int s = blockDim.x / 2; s; s /= 2) {
        __syncthreads();
        if (t < s)
            part[t] += part[t + s];
    }
    if (t == 0)
        atomicAdd(out, part[0]);
}

static bool reduced(void)
{
    int *x = deviceCounting(1000), *out = deviceZeros(1);
    reduce<<<4, 256, 256 * sizeof(int)>>>(x, out, 1000);
    return deviceInt(out, 0) == 999 * 500;
}

// A function with shared memory of its own, called twice; it ends with a barrier, so that its slots are free again.
__device__ __noinline__ int blockSum(int value)
{
    __shared__ int slot[4];
    for (int d = 16; d; d /= 2)
        value += __shfl_xor_sync(0xffffffff, value, d);
    if (threadIdx.x % 32 == 0)
        slot[threadIdx.x / 32] = value;
    __syncthreads();
    value = slot[0] + slot[1] + slot[2] + slot[3];
    __syncthreads();
    return value;
}

__global__ void sumTwice(int *out)
{
    int first = blockSum(threadIdx.x), second = blockSum(first);
    if (threadIdx.x == 0)
        *out = second;
}

static bool twice(void)
{
    int *out = deviceZeros(1);
    sumTwice<<<1, 128>>>(out);
    return deviceInt(out, 0) == 128 * 127 * 64;
}

// Two arrays that change places in each round: a pointer's array is not known before the run.
__global__ void swapArrays(int *out, int rounds)
{
    __shared__ int one[32], two[32];
    int t = threadIdx.x, *from = one, *to = two;
    one[t] = two[t] = t;
    for (int i = 0; i < rounds; i++) {
        __syncthreads();
        to[t] = from[(t + 1) % 32];
        int *next = from;
        from = to;
        to = next;
    }
    __syncthreads();
    out[t] = from[31 - t] + (out[t] ? one : two)[t];
}

static bool swapped(void)
{
    int *out = deviceZeros(32);
    swapArrays<<<1, 32>>>(out, 5);
    return deviceInt(out, 0) == 9;
}

// An array of rows read across their ends, and backwards.
__global__ void acrossRows(int *out)
{
    __shared__ int before[32], row[8][32], behind[32];
    int t = threadIdx.x;
    const int *flat = &row[0][0];
    before[t] = behind[t] = 0;
    for (int i = 0; i < 8; i++)
        row[i][t] = i;
    __syncthreads();
    int sum = before[31 - t] + behind[31 - t];
    for (int i = 0; i < 7; i++)
        sum += row[i][t + 32];
    for (int i = 256; i > 0; i -= 32)
        sum += flat[i - 1 - t];
    out[t] = sum;
}

static bool rows(void)
{
    int *out = deviceZeros(32);
    acrossRows<<<1, 32>>>(out);
    return deviceInt(out, 0) == 56;
}

// Dynamic memory cut into arrays, and a function that is given one of them, or a static array.
extern __shared__ int pool[];

__device__ __noinline__ int reversed(const int *array, int n)
{
    return array[n - 1 - threadIdx.x];
}

__global__ void cutPool(int *out, int n)
{
    __shared__ int table[32];
    int t = threadIdx.x, *first = pool, *second = pool + n;
    short *third = (short *)(second + n);
    table[t] = first[t] = t;
    second[t] = 2 * t;
    third[t] = (short)(3 * t);
    __syncthreads();
    out[t] = reversed(first, n) + reversed(second, n) + reversed(table, 32) + third[31 - t] +
             second[(t + 1) % 32 - 32];
}

static bool cut(void)
{
    int *out = deviceZeros(32);
    cutPool<<<1, 32, 320>>>(out, 32);
    return deviceInt(out, 0) == 31 + 62 + 31 + 93 + 1;
}

// A reduction of few elements: the second warp stores zeros over zeros, and a barrier comes before they are read.
__global__ void sumFew(const int *x, int n, int *out)
{
    __shared__ int s[64];
    unsigned int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[t] = (int)t < n ? x[t] : 0;
    __syncthreads();
    for (unsigned int d = 32; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        *out = s[0];
}

static bool zeros(void)
{
    int *x = deviceCounting(20), *out = deviceZeros(1);
    sumFew<<<1, 64>>>(x, 20, out);
    return deviceInt(out, 0) == 190;
}

// Each warp shifts the values that it has stored: they are the same as before, and __syncwarp orders store and load.
__global__ void shiftLanes(int *x, int value, int *out)
{
    int first = threadIdx.x & ~31u;
    x[threadIdx.x] = value;
    __syncwarp();
    out[threadIdx.x] = x[first + (threadIdx.x + 1) % 32];
}

static bool sameAgain(void)
{
    int *x = deviceZeros(64), *out = deviceZeros(64);
    shiftLanes<<<1, 64>>>(x, 0, out);
    return deviceInt(out, 5) == 0;
}

int main(int argc, char **argv)
{
    static const Case CASES[] = {
        {"tiles", tiles},
        {"double-buffer", doubleBuffer},
        {"scan", scan},
        {"scan-by-warps", scanByWarps},
        {"producer", producer},
        {"specialized", specialized},
        {"passed-on", passedOn},
        {"warp-flag", warpFlag},
        {"histogram", histograms},
        {"transpose", transposed},
        {"bytes", bytes},
        {"leaving", leaving},
        {"stride", strided},
        {"count", counted},
        {"reduce", reduced},
        {"twice", twice},
        {"swapped", swapped},
        {"rows", rows},
        {"cut", cut},
        {"zeros", zeros},
        {"same-again", sameAgain},
    };
    return RUN_CASE(CASES);
}
