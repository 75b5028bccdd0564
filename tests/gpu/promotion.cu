// Boxes of a tensor under each promotion that a tensor map can have (CUtensorMapL2promotion): promotion [CASE] runs all cases, or one, and
// prints a row for each launch:
//
//     bytes from a row of the tensor to the next one, bytes of a box's row, its rows, blocks, boxes of a block side by side, promotion
//
// tensor.sh asks ncu what L2 and DRAM move for them, engines.t the simulator. No byte is asked for twice.
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>

static const struct Case {
    unsigned pitch, wide, rows, blocks, steps, promotion;
} cases[] = {
    {256, 128, 64, 1024, 1, 0}, {256, 128, 64, 1024, 1, 1}, {256, 128, 64, 1024, 1, 2},
    {256, 128, 64, 1024, 1, 3}, {512, 64, 64, 1024, 1, 0},  {512, 64, 64, 1024, 1, 1},
    {512, 64, 64, 1024, 1, 2},  {512, 64, 64, 1024, 1, 3},  {512, 32, 64, 1024, 1, 0},
    {512, 32, 64, 1024, 1, 1},  {512, 32, 64, 1024, 1, 3},  {128, 128, 64, 1024, 1, 0},
    {128, 128, 64, 1024, 1, 3}, {1024, 256, 64, 512, 1, 0}, {1024, 256, 64, 512, 1, 3},
    {1024, 128, 64, 256, 8, 0}, {1024, 128, 64, 256, 8, 2}, {1024, 128, 64, 256, 8, 3},
    {1024, 128, 64, 128, 8, 3},
};
enum { CASES = sizeof cases / sizeof *cases, WORD = sizeof(int) };

// Each block brings its boxes into shared memory one after the other.
__global__ void boxes(const __grid_constant__ CUtensorMap map, Case c)
{
    extern __shared__ __align__(1024) int tile[];
    __shared__ unsigned long long full;
    if (threadIdx.x > 0)
        return;
    unsigned barrier = (unsigned)__cvta_generic_to_shared(&full),
             to = (unsigned)__cvta_generic_to_shared(tile), done;
    asm volatile("mbarrier.init.shared.b64 [%0], 1;\nfence.proxy.async;"
                 :
                 : "r"(barrier)
                 : "memory");
    for (unsigned s = 0; s < c.steps; s++) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;"
                     :
                     : "r"(barrier), "r"(c.wide * c.rows)
                     : "memory");
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
            :
            : "r"(to), "l"(&map), "r"(s * c.wide / WORD), "r"(blockIdx.x * c.rows), "r"(barrier)
            : "memory");
        do
            asm volatile(
                "{ .reg .pred p;\nmbarrier.try_wait.parity.shared.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p; }"
                : "=r"(done)
                : "r"(barrier), "r"(s & 1)
                : "memory");
        while (!done);
    }
}

int main(int n, char **args)
{
    int only = n > 1 ? atoi(args[1]) : -1;
    size_t bytes = 32 << 20;
    void *tensor, *encode;
    cudaMalloc(&tensor, bytes);
    cudaMemset(tensor, 0, bytes);
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault,
                                     &found);
    for (int i = 0; i < CASES; i++) {
        Case c = cases[i];
        if (only >= 0 && i != only)
            continue;
        CUtensorMap map;
        cuuint64_t size[] = {c.pitch / WORD, bytes / c.pitch}, pitch[] = {c.pitch};
        cuuint32_t box[] = {c.wide / WORD, c.rows}, every[] = {1, 1};
        CUresult status = ((__typeof__(&cuTensorMapEncodeTiled))encode)(
            &map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, tensor, size, pitch, box, every,
            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
            (CUtensorMapL2promotion)c.promotion, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
        boxes<<<c.blocks, 32, c.wide * c.rows>>>(map, c);
        if (status || cudaDeviceSynchronize())
            return 1;
        printf("%u,%u,%u,%u,%u,%u\n", c.pitch, c.wide, c.rows, c.blocks, c.steps, c.promotion);
    }
    cudaFree(tensor);
}
