// What L2 moves for a kernel's own instructions: prints a row for each launch:
//
//     what a warp runs, machine instructions, blocks, warps of a block
//
// code.sh asks ncu. An instruction takes 16 bytes.
#include <cstdio>

// N multiply-adds, one behind the other.
template <int N>
static __device__ float chain(float x, float a)
{
#pragma unroll
    for (int i = 0; i < N; i++)
        asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(a));
    return x;
}

// All of it, once.
template <int N>
static __global__ void straight(float *out, float a)
{
    if (chain<N>(a, a) == 1)
        *out = 0;
}

// The first 16, and then past the others.
template <int N>
static __global__ void passed(float *out, float a)
{
    float x = chain<16>(a, a);
    if (x == 3)
        x = chain<N>(x, a);
    if (x == 1)
        *out = 0;
}

// All of it, four times.
template <int N>
static __global__ void looped(float *out, float a)
{
    float x = a;
#pragma unroll 1
    for (int turn = 0; turn < 4; turn++)
        x = chain<N>(x, a);
    if (x == 1)
        *out = 0;
}

typedef void Kernel(float *, float);

static void run(const char *what, Kernel *kernel, int n, int blocks, int warps, float *out)
{
    printf("%s,%d,%d,%d\n", what, n, blocks, warps);
    kernel<<<blocks, 32 * warps>>>(out, 0);
}

template <int N>
static void all(float *out)
{
    const int blocks[] = {1, 2, 4, 8, 16, 33, 66, 132, 264, 1056};
    for (int i = 0; i < 10; i++)
        run("straight", straight<N>, N, blocks[i], 1, out);
    run("straight", straight<N>, N, 132, 8, out);
    run("straight", straight<N>, N, 1056, 8, out);
    run("passed", passed<N>, N, 132, 1, out);
    run("looped", looped<N>, N, 1, 1, out);
    run("looped", looped<N>, N, 132, 1, out);
}

int main()
{
    float *out;
    cudaMalloc(&out, sizeof *out);
    all<16>(out);
    all<64>(out);
    all<256>(out);
    all<512>(out);
    all<1024>(out);
    all<2048>(out);
    all<4096>(out);
    all<8192>(out);
    all<16384>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
