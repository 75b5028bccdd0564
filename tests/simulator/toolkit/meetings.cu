// meetings.cu: cuda::barrier, cuda::memcpy_async and cuda::pipeline, as nvcc's and our own headers have them. Prints what each kernel has found out.

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
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

// Each thread copies its own numbers, and is three batches ahead; the first threads of the block copy for the others.
__global__ void stages(int *out, const int *in)
{
    __shared__ int part[4][THREADS];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cooperative_groups::this_thread_block();
    cuda::pipeline<cuda::thread_scope_thread> own = cuda::make_pipeline();
    int sum = 0, begun = 0;
    for (int done = 0; done < 8; done++) {
        for (; begun < 8 && begun < done + 3; begun++) {
            own.producer_acquire();
            cuda::memcpy_async(&part[begun % 4][threadIdx.x],
                               in + (threadIdx.x + begun * 7) % THREADS, sizeof *in, own);
            own.producer_commit();
        }
        own.consumer_wait();
        sum = sum * 3 + part[done % 4][threadIdx.x];
        own.consumer_release();
    }
    block.sync();
    auto shared = cuda::make_pipeline(block, &state, (size_t)64);
    for (int done = 0; done < 5; done++) {
        if (threadIdx.x < 64) {
            shared.producer_acquire();
            for (int i = threadIdx.x; i < THREADS; i += 64)
                cuda::memcpy_async(&part[done % 2][i], in + (i + done) % THREADS, sizeof *in,
                                   shared);
            shared.producer_commit();
        } else {
            shared.consumer_wait();
            sum = sum * 5 + part[done % 2][(threadIdx.x + 100) % THREADS];
            shared.consumer_release();
        }
    }
    out[threadIdx.x] = sum;
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
    stages<<<1, THREADS>>>(out, in);
    show("stages", out);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
