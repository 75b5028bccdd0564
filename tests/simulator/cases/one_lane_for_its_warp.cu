// Lane 0 signals or waits for its warp. The other lanes' accesses are ordered with lane 0's by __syncwarp() alone: __syncthreads() would do, too, but
// neither a vote nor a shuffle does, nor that lanes go together.
// device: h200
// compiler: nvcc
// status: 4
// err: Race reported between Read access at [^ ]* signals<false>\(.* in @r by thread .* and Write access at .* in @w by thread
// err: Race reported between Read access at [^ ]* waits<false>\(.* in @q by thread .* and Write access at .* in @v by thread
// err: Race reported between Read access at [^ ]* waitsForBlock<false>\(.* in @s by thread .* and Write access at .* in @u by thread
// err: ERROR SUMMARY: 3 errors$
#include <cstdio>

// Between two warps.
template <bool RIGHT>
__global__ void signals(int *out)
{
    __shared__ int data[32], flag;
    int t = threadIdx.x, lane = t % 32;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t >= 32) {
        data[lane] = t; // @w
        if (RIGHT)
            __syncwarp();
        if (lane == 0) {
            __threadfence_block();
            atomicExch(&flag, 1);
        }
    } else {
        while (atomicAdd(&flag, 0) == 0)
            ;
        __threadfence_block();
        out[lane] = data[31 - lane]; // @r
    }
}

template <bool RIGHT>
__global__ void waits(int *out)
{
    __shared__ int data[32], flag;
    int t = threadIdx.x, lane = t % 32;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t >= 32) {
        data[lane] = t; // @v
        __syncwarp();
        if (lane == 0) {
            __threadfence_block();
            atomicExch(&flag, 1);
        }
    } else {
        if (lane == 0) {
            while (atomicAdd(&flag, 0) == 0)
                ;
            __threadfence_block();
        }
        if (RIGHT)
            __syncwarp();
        else
            __shfl_sync(~0u, lane, 0);
        out[lane] = data[31 - lane]; // @q
    }
}

// Between two blocks.
template <bool RIGHT>
__global__ void waitsForBlock(int *data, int *flag, int *out)
{
    int lane = threadIdx.x;
    if (blockIdx.x == 0) {
        data[lane] = lane; // @u
        __syncwarp();
        if (lane == 0) {
            __threadfence();
            atomicExch(flag, 1);
        }
    } else {
        if (lane == 0) {
            while (atomicAdd(flag, 0) == 0)
                ;
            __threadfence();
        }
        int n = __shfl_sync(~0u, lane == 0 ? atomicAdd(flag, 0) : 0, 0);
        if (RIGHT)
            __syncwarp();
        out[lane] = data[31 - lane] + n; // @s
    }
}

int main()
{
    int *data, *flag, *out;
    cudaMalloc(&data, 32 * sizeof *data);
    cudaMalloc(&flag, sizeof *flag);
    cudaMalloc(&out, 32 * sizeof *out);
    signals<false><<<1, 64>>>(out);
    signals<true><<<1, 64>>>(out);
    waits<false><<<1, 64>>>(out);
    waits<true><<<1, 64>>>(out);
    cudaMemset(flag, 0, sizeof *flag);
    waitsForBlock<false><<<2, 32>>>(data, flag, out);
    cudaMemset(flag, 0, sizeof *flag);
    waitsForBlock<true><<<2, 32>>>(data, flag, out);
    cudaDeviceSynchronize();
    cudaFree(data);
    cudaFree(flag);
    cudaFree(out);
}
