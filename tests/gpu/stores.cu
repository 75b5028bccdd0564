// Which stores L1 joins before L2 gets them: stores [CASE] runs all cases, or one, counted from 0, and prints a row for each launch:
//
//     what is stored, a number that says more, blocks, warps of a block
//
// stores.sh asks ncu what L2 gets, traffic.t the simulator.
#include <cstdio>
#include <cstdlib>

enum { TURNS = 64 };

// All warps of a block store a line of its own after the same load.
static __global__ void afterLoad(const float *__restrict__ x, volatile float *y, int)
{
    size_t line = blockIdx.x * (size_t)TURNS * 32 + threadIdx.x % 32;
    float sum = 0;
#pragma unroll 1
    for (int turn = 0; turn < TURNS; turn++) {
        sum += x[line + turn * 32];
        y[line + turn * 32] = sum;
    }
}

// All warps of a block store the same lines, one after the other, after a barrier.
static __global__ void afterBarrier(const float *, volatile float *y, int lines)
{
    volatile float *to = y + blockIdx.x * (size_t)TURNS * lines * 32 + threadIdx.x % 32;
#pragma unroll 1
    for (int turn = 0; turn < TURNS; turn++) {
        __syncthreads();
        for (int line = 0; line < lines; line++, to += 32)
            *to = 1;
    }
}

// Each warp of a block stores 16 bytes, the next warp's `apart` words from there.
static __global__ void fewBytes(const float *, volatile float *y, int apart)
{
    volatile float *to =
        y + blockIdx.x * (size_t)TURNS * 1024 + threadIdx.x / 32 * apart + threadIdx.x % 32;
    for (int turn = 0; turn < TURNS; turn++) {
        __syncthreads();
        if (threadIdx.x % 32 < 4)
            to[turn * 1024] = 1;
    }
}

// Each thread stores two neighbouring words, the second after so many sums, each of which needs the one before.
template <int SUMS>
static __global__ void afterSums(const float *, volatile float *y, int)
{
    volatile float *to = y + 2 * (blockIdx.x * (size_t)blockDim.x + threadIdx.x);
    float sum = (float)threadIdx.x, more = (float)blockDim.x;
    to[0] = sum;
#pragma unroll
    for (int i = 0; i < SUMS; i++)
        sum = __fadd_rn(sum, more);
    to[1] = sum;
}

// Each thread loads a word and stores what it makes of it there, eight times in a row. Only the first load misses L1.
static __global__ void afterOwn(const float *, float *y, int)
{
    float *to = y + 8 * (blockIdx.x * (size_t)blockDim.x + threadIdx.x);
#pragma unroll
    for (int k = 0; k < 8; k++)
        *(volatile float *)(to + k) = 2 * to[k];
}

static const float *in;
static float *out;
static int wanted = -1, number;

template <class Kernel>
static void run(const char *name, Kernel kernel, int value, int blocks, int warps)
{
    if (wanted >= 0 && number++ != wanted)
        return;
    printf("%s,%d,%d,%d\n", name, value, blocks, warps);
    kernel<<<blocks, 32 * warps>>>(in, out, value);
}

template <int SUMS>
static void runSums()
{
    run("after sums", afterSums<SUMS>, SUMS, 132, 1);
    run("after sums", afterSums<SUMS>, SUMS, 4096, 8);
}

int main(int argc, char **argv)
{
    float *x;
    cudaMalloc(&x, 64 << 20);
    cudaMalloc(&out, 256 << 20);
    cudaMemset(x, 0, 64 << 20);
    cudaMemset(out, 0, 256 << 20);
    in = x;
    wanted = argc > 1 ? atoi(argv[1]) : -1;
    for (int warps = 1; warps <= 32; warps *= 2)
        run("after a load", afterLoad, 1, 132, warps);
    for (int lines : {1, 2, 4, 8, 16, 64}) {
        run("after a barrier", afterBarrier, lines, 128, 2);
        run("after a barrier", afterBarrier, lines, 128, 8);
        run("after a barrier", afterBarrier, lines, 128, 16);
    }
    for (int apart : {4, 8, 32})
        run("few bytes", fewBytes, apart, 128, 8);
    runSums<0>();
    runSums<2>();
    runSums<4>();
    runSums<6>();
    runSums<8>();
    runSums<10>();
    runSums<12>();
    runSums<16>();
    runSums<24>();
    runSums<32>();
    runSums<64>();
    run("after own words", afterOwn, 8, 132, 1);
    run("after own words", afterOwn, 8, 4096, 8);
    return cudaDeviceSynchronize() != cudaSuccess;
}
