// meetings.cu: cuda::barrier and cuda::memcpy_async, as nvcc's and our own headers have them. Prints what each kernel has found out.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <stdio.h>
#include <utility>

typedef cuda::barrier<cuda::thread_scope_block> Barrier;

enum { THREADS = 256 };

// Each thread reads what another has written, before the barrier and behind it.
__global__ void exchange(int *out, const int *in)
{
    __shared__ Barrier bar;
    __shared__ int part[THREADS];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    part[threadIdx.x] = in[threadIdx.x];
    Barrier::arrival_token token = bar.arrive();
    bar.wait(std::move(token));
    out[threadIdx.x] = part[THREADS - 1 - threadIdx.x];
    bar.arrive_and_wait();
    part[threadIdx.x] = out[threadIdx.x] + 1;
    bar.arrive_and_wait();
    out[threadIdx.x] += part[(threadIdx.x + 1) % THREADS];
}

// The block copies together, and each thread alone.
__global__ void copies(int *out, const int *in)
{
    __shared__ Barrier bar;
    __shared__ int part[2 * THREADS];
    auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, part, in, THREADS * sizeof *part, bar);
    cuda::memcpy_async(part + THREADS + threadIdx.x, in + threadIdx.x, sizeof *part, bar);
    bar.arrive_and_wait();
    out[threadIdx.x] =
        part[(threadIdx.x + 5) % THREADS] + part[THREADS + (threadIdx.x + 9) % THREADS];
}

// Warps leave one by one; one thread arrives for a whole warp.
__global__ void leaving(int *out)
{
    __shared__ Barrier bar;
    __shared__ int rounds;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        rounds = 0;
    }
    __syncthreads();
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int round = 0; round < warp; round++) {
        if (warp == THREADS / 32 - 1) {
            if (lane == 0)
                bar.wait(bar.arrive(32));
            __syncwarp();
        } else
            bar.arrive_and_wait();
        if (lane == 0)
            atomicAdd(&rounds, 1);
    }
    if (warp < THREADS / 32 - 1)
        bar.arrive_and_drop();
    else if (lane == 0)
        bar.arrive(32);
    __syncthreads();
    out[threadIdx.x] = rounds;
}

static void show(const char *name, const int *device)
{
    int host[THREADS];
    unsigned long long hash = 14695981039346656037u;
    cudaError_t e = cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i++)
        hash = (hash ^ (unsigned)host[i]) * 1099511628211u;
    printf("%s: %d, %d %d, %016llx\n", name, e, host[0], host[THREADS - 1], hash);
}

int main(void)
{
    int *in, *out, host[THREADS];
    for (int i = 0; i < THREADS; i++)
        host[i] = i * i % 1000;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    exchange<<<1, THREADS>>>(out, in);
    show("exchange", out);
    copies<<<1, THREADS>>>(out, in);
    show("copies", out);
    leaving<<<1, THREADS>>>(out);
    show("leaving", out);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
