// Clusters and a tensor map with what both compilers have: cluster_group, launches by cudaLaunchKernelEx, PTX.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__device__ unsigned in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

// Each block adds what all blocks of its cluster have.
__global__ void sums(int *out)
{
    __shared__ int mine[64];
    cg::cluster_group c = cg::this_cluster();
    mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    c.sync();
    int sum = 0;
    for (unsigned r = 0; r < c.num_blocks(); r++)
        sum += c.map_shared_rank(mine, r)[threadIdx.x];
    c.barrier_arrive();
    out[blockIdx.x * 64 + threadIdx.x] =
        sum + 1000000 * c.query_shared_rank(mine) + c.dim_blocks().x * 100000;
    c.barrier_wait();
}

// Copies a box of a tensor to `out`.
__global__ void box(const __grid_constant__ CUtensorMap map, int x, int y, int *out)
{
    __shared__ __align__(1024) int tile[16 * 32]; // a swizzle goes by the address
    __shared__ unsigned long long bar;
    unsigned barrier = in_shared(&bar);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" : : "r"(barrier) : "memory");
        asm volatile("fence.proxy.async;" : : : "memory");
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;"
                     :
                     : "r"(barrier), "r"(2048)
                     : "memory");
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
            :
            : "r"(in_shared(tile)), "l"(&map), "r"(x), "r"(y), "r"(barrier)
            : "memory");
    }
    __syncthreads();
    int done = 0;
    while (!done)
        asm volatile(
            "{ .reg .pred p;\nmbarrier.try_wait.parity.shared.b64 p, [%1], 0;\nselp.s32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(barrier)
            : "memory");
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        out[i] = tile[i];
}

// Writes a box of 32 columns to a tensor. In shared memory each row has four more, which nobody writes: they are outside of the tensor.
enum { WIDE = 36 };
__global__ void padded(const __grid_constant__ CUtensorMap map)
{
    __shared__ __align__(128) int tile[16 * WIDE];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        tile[i / 32 * WIDE + i % 32] = i;
    asm volatile("fence.proxy.async;" : : : "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {0, 0}], [%1];"
                     :
                     : "l"(&map), "r"(in_shared(tile))
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" : : : "memory");
    }
}

int main()
{
    int *out, *in, host[512], bad = 0, clusters = 0, size = 0;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&in, 64 * 64 * sizeof *in);
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = 4, a.val.clusterDim.y = 1, a.val.clusterDim.z = 1;
    c.gridDim = dim3(8), c.blockDim = dim3(64), c.attrs = &a, c.numAttrs = 1;
    cudaOccupancyMaxActiveClusters(&clusters, sums, &c);
    cudaOccupancyMaxPotentialClusterSize(&size, sums, &c);
    bad += clusters < 1 || size != 8;
    bad += cudaLaunchKernelEx(&c, sums, out) != cudaSuccess;
    bad += cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < 512; i++) {
        int block = i / 64, first = block / 4 * 4;
        bad += host[i] != 100 * (4 * first + 6) + 4 * (i % 64) + 1000000 * (block % 4) + 400000;
    }
    printf("sums: %s\n", bad ? "WRONG" : "right");
    a.val.clusterDim.x = 3;
    cudaError_t e = cudaLaunchKernelEx(&c, sums, out);
    printf("a grid of 8 in clusters of 3: %s\n", cudaGetErrorName(e));
    cudaGetLastError();

    static int tensor[64 * 64];
    for (int i = 0; i < 64 * 64; i++)
        tensor[i] = i + 1;
    cudaMemcpy(in, tensor, sizeof tensor, cudaMemcpyHostToDevice);
    CUtensorMap map;
    cuuint64_t sizes[] = {60, 64}, strides[] = {256};
    cuuint32_t boxes[] = {32, 16}, steps[] = {1, 1};
    CUresult r =
        cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, sizes, strides, boxes,
                               steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    box<<<1, 128>>>(map, 40, 55, out);
    int wrong = r != CUDA_SUCCESS ||
                cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 32; x++) {
            int want = 40 + x < 60 && 55 + y < 64 ? (55 + y) * 64 + 40 + x + 1 : 0;
            wrong += host[y * 32 + (x / 4 ^ y % 8) * 4 + x % 4] != want;
        }
    printf("box: %s\n", wrong ? "WRONG" : "right");

    cuuint64_t narrow[] = {32, 16}, pitch[] = {128};
    cuuint32_t wide[] = {WIDE, 16};
    bad += cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, out, narrow, pitch, wide,
                                  steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                  CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS;
    padded<<<1, 128>>>(map);
    bad += cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < 512; i++)
        bad += host[i] != i;
    printf("padded: %s\n", bad ? "WRONG" : "right");
    cudaFree(in);
    cudaFree(out);
    return bad || wrong;
}
