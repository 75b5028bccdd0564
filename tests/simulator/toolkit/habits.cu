// habits.cu: what public programs write and compile/toolkit must take: headers by their old names, calls as toolkits before 13 had them,
// a group as a parameter (NVIDIA's blog, "Cooperative Groups"), sums of structs, a format beside a macro without a space, names that
// say whether a header was included and which version nvcc has, `register`, std::forward without its header.

#include "device_launch_parameters.h"
#include <builtin_types.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda.h>
#include <device_functions.h>
#include <math_constants.h>

#include <inttypes.h>
#include <memory>
#include <stdio.h>

#if !defined __CUDA_RUNTIME_H__ || !defined __DRIVER_TYPES_H__ || !defined __cuda_cuda_h__
#error the cuda-samples' helper_cuda.h would leave out a part
#endif
#if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 != CUDART_VERSION
#error a program that asks for nvcc's version would take the shuffles of CUDA 8, which have no mask
#endif

namespace cg = cooperative_groups;

// clang-format off
#define KERNELS "%"PRIu64" kernel" // without spaces
// clang-format on

static __noinline__ __device__ int sum(cg::thread_group group, int *part, int value)
{
    int rank = (int)group.thread_rank();
    for (int i = (int)group.size() / 2; i > 0; i /= 2) {
        part[rank] = value;
        group.sync();
        if (rank < i)
            value += part[rank + i];
        group.sync();
    }
    return value;
}

static __global__ void sums(int *out)
{
    __shared__ int part[64];
    cg::thread_block block = cg::this_thread_block();
    int all = sum(block, part, (int)threadIdx.x);
    if (block.thread_rank() == 0)
        out[0] = all;
    cg::thread_group tile = cg::tiled_partition(block, 16);
    int some = sum(tile, part + threadIdx.x / 16 * 16, (int)threadIdx.x);
    if (threadIdx.x == 16)
        out[1] = some;
    if (threadIdx.x == 27)
        out[2] = (int)cg::tiled_partition(tile, 4).thread_rank();
    if (threadIdx.x % 3 == 1) {
        cg::coalesced_group third = cg::coalesced_threads();
        cg::thread_group four = cg::tiled_partition(third, 4);
        if (threadIdx.x == 22) {
            out[3] = (int)four.thread_rank();
            out[4] = (int)four.size();
            out[5] = (int)third.size();
        }
    }
}

// Three words, of which a shuffle moves one.
struct Most {
    double value;
    int at;
};

static __global__ void findMost(Most *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    register int x = (int)threadIdx.x;
    Most own = {(double)(x * 37 % 101), x};
    Most most =
        cg::reduce(warp, own, [] __device__(Most a, Most b) { return a.value > b.value ? a : b; });
    Most left = warp.shfl_up(own, 1);
    if (threadIdx.x == 31)
        *out = Most{most.value, 100 * most.at + left.at};
}

template <class... Arguments>
static void launch(void (*kernel)(Arguments...), Arguments &&...arguments)
{
    kernel<<<1, 32>>>(std::forward<Arguments>(arguments)...);
}

int main(void)
{
    std::unique_ptr<int> device(new int(0));
    int *out, value;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t work;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&out, 8 * sizeof *out);
    cudaMemAdvise(out, 8 * sizeof *out, cudaMemAdviseSetPreferredLocation, *device);
    cudaMemPrefetchAsync(out, 8 * sizeof *out, *device, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    sums<<<1, 64, 0, stream>>>(out);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&work, graph, NULL, NULL, 0);
    size_t nodes = 0;
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaGraphLaunch(work, stream);
    cudaMemPrefetchAsync(out, 8 * sizeof *out, cudaCpuDeviceId);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, *device);
    if (properties.clockRate < 1000 || properties.memoryClockRate < 1000 ||
        properties.computeMode != cudaComputeModeDefault)
        return 1;
    if (cudaStreamSynchronize(stream) != cudaSuccess || CUDA_VERSION < 11000 || CUDART_PI_F < 3)
        return 1;
    value = out[5];
    printf("%d %d; %d of 4, %d of %d of %d; " KERNELS "\n", out[0], out[1], out[2], out[3], out[4],
           value, (uint64_t)nodes);
    Most *most;
    cudaMallocManaged(&most, sizeof *most);
    launch(findMost, static_cast<Most *&&>(most));
    cudaDeviceSynchronize();
    printf("%g %d\n", most->value, most->at);
    cudaFree(most);
    cudaGraphExecDestroy(work);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(out);
    return 0;
}
