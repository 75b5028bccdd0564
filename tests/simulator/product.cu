// A product as libraries make it for an H200: C = A B in bf16 with float sums, by all that sm_90a has for it.
//
//     product M N K BLOCKS
//
// A: (M, K), B: (K, N), C: (M, N), by rows; N and K are multiples of 8. Clusters of two blocks take tiles of C in turn, two below each
// other for each cluster. A block's first warpgroup brings pieces of A and B, stage after stage, by tensor copies: B is needed by both
// blocks, so each brings half of it for both. The other two warpgroups multiply, 64 rows each, and give a stage back to both blocks
// when their products have read it. Results go out by tensor copies, too, while the next tile is computed.
//
// It prints how many elements are wrong, by sums in double.

#include <cuda.h>
#include <cuda_bf16.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    BM = 128, // a block's tile of C, and how much of K a stage has
    BN = 256,
    BK = 64,
    STAGES = 4,
    BLOCKS = 2, // of a cluster
    CONSUMERS = 2,
    GROUP = 8,     // tiles of as many rows belong together, so that L2 keeps what they share
    BOX = 64,      // columns of a tensor copy: 128 bytes, as wide as the swizzle
    SWIZZLE = 128, // bytes
    A_BYTES = BM * BK * 2,
    B_BYTES = BN * BK * 2,
    STAGE = A_BYTES + B_BYTES,
    OUT = 64 * BOX * 2, // a box of results; each consumer has two
    SHARED = STAGES * STAGE + CONSUMERS * 2 * OUT + STAGES * 16 + 1024
};

// ---- PTX in functions ----

static __device__ uint32_t shared_at(const void *p)
{
    return (uint32_t)__cvta_generic_to_shared(p);
}

static __device__ void barrier_init(uint64_t *b, int arrivals)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_at(b)), "r"(arrivals)
                 : "memory");
}

static __device__ void barrier_expect(uint64_t *b, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_at(b)),
                 "r"(bytes)
                 : "memory");
}

static __device__ void barrier_wait(uint64_t *b, int parity)
{
    asm volatile("{\n"
                 ".reg .pred p;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@!p bra again;\n"
                 "}" ::"r"(shared_at(b)),
                 "r"(parity)
                 : "memory");
}

// Arrives at the same barrier of a block of the cluster. With .release.cluster it would wait for all of this thread's memory, 900 cycles on an
// H200, and nothing needs it: products have read what they needed.
static __device__ void barrier_arrive_at(uint64_t *b, int rank)
{
    asm volatile("{\n"
                 ".reg .b32 there;\n"
                 "mapa.shared::cluster.u32 there, %0, %1;\n"
                 "mbarrier.arrive.shared::cluster.b64 _, [there];\n"
                 "}" ::"r"(shared_at(b)),
                 "r"(rank)
                 : "memory");
}

static __device__ void cluster_sync(void)
{
    asm volatile("barrier.cluster.arrive.aligned;\n"
                 "barrier.cluster.wait.aligned;" ::
                     : "memory");
}

static __device__ void load_box(void *to, const CUtensorMap *map, int col, int row,
                                uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(shared_at(to)),
                 "l"(map), "r"(col), "r"(row), "r"(shared_at(barrier))
                 : "memory");
}

static __device__ void load_box_for_all(void *to, const CUtensorMap *map, int col, int row,
                                        uint64_t *barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_at(to)),
                 "l"(map), "r"(col), "r"(row), "r"(shared_at(barrier)),
                 "h"((short)((1 << BLOCKS) - 1))
                 : "memory");
}

static __device__ void store_box(const CUtensorMap *map, int col, int row, const void *from)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];\n"
                 "cp.async.bulk.commit_group;" ::"l"(map),
                 "r"(col), "r"(row), "r"(shared_at(from))
                 : "memory");
}

// The descriptor of a tile with a swizzle of 128 bytes.
static __device__ uint64_t descriptor(uint32_t at, int leading, int stride)
{
    return (uint64_t)((at & 0x3ffff) >> 4) | (uint64_t)(leading >> 4) << 16 |
           (uint64_t)(stride >> 4) << 32 | 1ull << 62;
}

#define EIGHT(i)                                                                              \
    "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3]), "+f"(d[i][4]), "+f"(d[i][5]), \
        "+f"(d[i][6]), "+f"(d[i][7])

// D = A B, or with add D += A B: 64 x 256 elements, 16 of K; B lies across memory.
static __device__ void multiply(float (*d)[8], uint64_t a, uint64_t b, int add)
{
    asm volatile(
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %130, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,"
        "%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,"
        "%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,"
        "%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,%88,%89,%90,%91,%92,%93,%94,"
        "%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%109,%110,%111,%112,%113,"
        "%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127}, %128, %129, p, 1, 1, "
        "0, 1;\n"
        "}"
        : EIGHT(0), EIGHT(1), EIGHT(2), EIGHT(3), EIGHT(4), EIGHT(5), EIGHT(6), EIGHT(7), EIGHT(8),
          EIGHT(9), EIGHT(10), EIGHT(11), EIGHT(12), EIGHT(13), EIGHT(14), EIGHT(15)
        : "l"(a), "l"(b), "r"(add));
}

static __device__ uint32_t pair_of(float low, float high)
{
    uint32_t pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

// ---- The kernel ----

typedef struct {
    int across, tiles; // tiles of a cluster in a row of C, and in all of it
    int steps;         // stages that a tile needs
    int row, col;      // of the block's part of a tile
} Plan;

static __device__ Plan plan_of(int M, int N, int K, int rank, int tile)
{
    Plan p;
    int down = (M + BLOCKS * BM - 1) / (BLOCKS * BM);
    p.across = (N + BN - 1) / BN;
    p.tiles = down * p.across;
    p.steps = (K + BK - 1) / BK;
    int group = tile / (GROUP * p.across), in = tile % (GROUP * p.across),
        rows = min(GROUP, down - group * GROUP);
    p.row = ((group * GROUP + in % rows) * BLOCKS + rank) * BM;
    p.col = in / rows * BN;
    return p;
}

// The first warpgroup's first thread brings stages.
static __device__ void bring(Plan p, int rank, char *stages, uint64_t *full, uint64_t *empty,
                             const CUtensorMap *A, const CUtensorMap *B, int *stage, int *parity)
{
    enum { OWN = BN / BOX / BLOCKS }; // boxes of B
    for (int k = 0; k < p.steps; k++) {
        char *a = stages + *stage * STAGE, *b = a + A_BYTES;
        barrier_wait(empty + *stage, *parity);
        barrier_expect(full + *stage, STAGE);
        load_box(a, A, k * BK, p.row, full + *stage);
        for (int i = rank * OWN; i < (rank + 1) * OWN; i++)
            load_box_for_all(b + i * BOX * BK * 2, B, p.col + i * BOX, k * BK, full + *stage);
        if (++*stage == STAGES) {
            *stage = 0;
            *parity ^= 1;
        }
    }
}

// Writes a consumer's 64 x 256 results, box by box; out: two boxes. Thread 0 of the consumer issues the copies.
static __device__ void put(float (*d)[8], Plan p, int consumer, int thread, char *out,
                           const CUtensorMap *C)
{
    int row = thread / 32 * 16 + thread % 16, half = thread % 32 / 16;
#pragma unroll
    for (int i = 0; i < BN / BOX; i++) {
        char *box = out + i % 2 * OUT;
        if (thread == 0)
            asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
        asm volatile("bar.sync %0, 128;" ::"r"(1 + consumer) : "memory");
#pragma unroll
        for (int j = 0; j < BOX / 16; j++) {
            const float *x = d[i * (BOX / 16) + j];
            uint32_t at = shared_at(box) + row * SWIZZLE + (((2 * j + half) ^ (row & 7)) << 4);
            asm volatile(
                "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                "r"(pair_of(x[0], x[1])), "r"(pair_of(x[2], x[3])), "r"(pair_of(x[4], x[5])),
                "r"(pair_of(x[6], x[7]))
                : "memory");
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("bar.sync %0, 128;" ::"r"(1 + consumer) : "memory");
        if (thread == 0)
            store_box(C, p.col + i * BOX, p.row + consumer * 64, box);
    }
}

// Launched with (1 + CONSUMERS) * 128 threads, SHARED bytes and an even number of blocks.
__global__ void __cluster_dims__(BLOCKS, 1, 1) __launch_bounds__((1 + CONSUMERS) * 128, 1)
    product(int M, int N, int K, const __grid_constant__ CUtensorMap A,
            const __grid_constant__ CUtensorMap B, const __grid_constant__ CUtensorMap C)
{
    extern __shared__ char memory[];
    char *stages = (char *)(((uintptr_t)memory + 1023) & ~(uintptr_t)1023),
         *out = stages + STAGES * STAGE;
    uint64_t *full = (uint64_t *)(out + CONSUMERS * 2 * OUT), *empty = full + STAGES;
    int group = threadIdx.x / 128, thread = threadIdx.x % 128, rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            barrier_init(full + s, 1);
            barrier_init(empty + s, CONSUMERS * BLOCKS);
        }
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    cluster_sync();
    int stage = 0, parity = group == 0, tile = blockIdx.x / BLOCKS, step = gridDim.x / BLOCKS;
    Plan p = plan_of(M, N, K, rank, tile);
    if (group == 0) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
        for (; thread == 0 && tile < p.tiles; p = plan_of(M, N, K, rank, tile += step))
            bring(p, rank, stages, full, empty, &A, &B, &stage, &parity);
    } else {
        asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
        int consumer = group - 1;
        for (; tile < p.tiles; p = plan_of(M, N, K, rank, tile += step)) {
            float d[BN / 16][8];
            int before = -1; // the stage that the products before these read
            for (int k = 0; k < p.steps; k++) {
                uint32_t a = shared_at(stages + stage * STAGE) + consumer * 64 * BK * 2,
                         b = shared_at(stages + stage * STAGE + A_BYTES);
                barrier_wait(full + stage, parity);
                asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
                for (int i = 0; i < BK / 16; i++)
                    multiply(d, descriptor(a + i * 32, 16, 8 * SWIZZLE),
                             descriptor(b + i * 16 * SWIZZLE, BOX * BK * 2, 8 * SWIZZLE),
                             k + i > 0);
                asm volatile("wgmma.commit_group.sync.aligned;\n"
                             "wgmma.wait_group.sync.aligned 1;" ::
                                 : "memory");
                if (before >= 0 && thread < BLOCKS)
                    barrier_arrive_at(empty + before, thread);
                before = stage;
                if (++stage == STAGES) {
                    stage = 0;
                    parity ^= 1;
                }
            }
            asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
            if (thread < BLOCKS)
                barrier_arrive_at(empty + before, thread);
            put(d, p, consumer, thread, out + consumer * 2 * OUT, &C);
        }
        if (thread == 0)
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    cluster_sync(); // no block ends while the other one arrives at its barriers
}

// ---- The host ----

static void check(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        printf("%s: %s\n", what, cudaGetErrorName(status));
        exit(1);
    }
}

// A map of boxes of `box` rows and 64 columns of a matrix of rows x cols.
static CUtensorMap map_of(void *matrix, int rows, int cols, int box)
{
    CUtensorMap map;
    cuuint64_t size[2] = {(cuuint64_t)cols, (cuuint64_t)rows}, pitch[1] = {(cuuint64_t)cols * 2};
    cuuint32_t boxes[2] = {BOX, (cuuint32_t)box}, steps[2] = {1, 1};
    void *entry;
    cudaDriverEntryPointQueryResult found;
    check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000,
                                           cudaEnableDefault, &found),
          "cuTensorMapEncodeTiled");
    CUresult status = ((CUresult(*)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                                    const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                                    const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                    CUtensorMapL2promotion, CUtensorMapFloatOOBfill))entry)(
        &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, matrix, size, pitch, boxes, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        printf("cuTensorMapEncodeTiled: %d\n", status);
        exit(1);
    }
    return map;
}

// count numbers from -1 to 1.
static __nv_bfloat16 *numbers(size_t count, uint32_t seed)
{
    __nv_bfloat16 *x = (__nv_bfloat16 *)malloc(count * sizeof *x);
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        x[i] = __float2bfloat16((float)(int32_t)seed / 0x1p31f);
    }
    return x;
}

static void *on_device(const void *from, size_t bytes)
{
    void *to;
    check(cudaMalloc(&to, bytes), "cudaMalloc");
    check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    return to;
}

int main(int argc, char **argv)
{
    if (argc < 5)
        return 2;
    int M = atoi(argv[1]), N = atoi(argv[2]), K = atoi(argv[3]), blocks = atoi(argv[4]);
    __nv_bfloat16 *a = numbers((size_t)M * K, 1), *b = numbers((size_t)K * N, 2),
                  *c = numbers((size_t)M * N, 3);
    void *A = on_device(a, (size_t)M * K * 2), *B = on_device(b, (size_t)K * N * 2),
         *C = on_device(c, (size_t)M * N * 2);
    check(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED),
          "cudaFuncSetAttribute");
    product<<<blocks, (1 + CONSUMERS) * 128, SHARED>>>(M, N, K, map_of(A, M, K, BM),
                                                       map_of(B, K, N, BK), map_of(C, M, N, 64));
    check(cudaGetLastError(), "launch");
    check(cudaMemcpy(c, C, (size_t)M * N * 2, cudaMemcpyDeviceToHost), "product");
    size_t wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0, size = 0, got = __bfloat162float(c[(size_t)i * N + j]);
            for (int k = 0; k < K; k++) {
                double term = (double)__bfloat162float(a[(size_t)i * K + k]) *
                              __bfloat162float(b[(size_t)k * N + j]);
                sum += term;
                size += fabs(term);
            }
            // half a last place of bf16, and the float sums' rounding
            wrong += !(fabs(got - sum) <= fabs(sum) / 256 + K * 0x1p-24 * size);
        }
    printf("%zu wrong\n", wrong);
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
    free(a);
    free(b);
    free(c);
    return wrong > 0;
}
