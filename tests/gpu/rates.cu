// rates.cu: what single instructions of today's GPU cost: products of a warp and of a warpgroup, bulk copies, mbarriers, barriers of a
// cluster, and accesses of other blocks' shared memory. Prints rows: what, how, cycles (the median block's and the longest one's, of the
// clock of its SM, for each thing done), and of kernels that keep the whole device busy the clock in GHz. It needs compute capability 9.0a.

#include "check.h"
#include "tensor.h"

#include <algorithm>
#include <stdio.h>
#include <string.h>
#include <vector>

typedef unsigned long long u64;

enum { SMS = 132, MOST_BLOCKS = 4096 };

// What a block measured: cycles of its SM's clock, and when it began and ended by the device's.
typedef struct {
    u64 cycles, begin, end;
} Mark;

static __device__ u64 deviceTime(void)
{
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

static __device__ void markBegin(Mark *mark)
{
    __syncthreads();
    if (threadIdx.x == 0) {
        mark->begin = deviceTime();
        mark->cycles = (u64)clock64();
    }
    __syncthreads();
}

static __device__ void markEnd(Mark *out, const Mark *mark)
{
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = {(u64)clock64() - mark->cycles, mark->begin, deviceTime()};
}

// ---- Products of a warp ------------------------------------------------------------------------------------------------

template <int KIND, int CHAINS>
static __device__ void products(float d[CHAINS][4], uint32_t a, uint32_t b)
{
#pragma unroll
    for (int i = 0; i < CHAINS; i++) {
        if (KIND == 0)
            asm volatile(
                "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%4,%4,%4},{%5,%5},{%0,%1,%2,%3};"
                : "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3])
                : "r"(a), "r"(b));
        if (KIND == 1)
            asm volatile(
                "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3},{%4,%4,%4,%4},{%5,%5},{%0,%1,%2,%3};"
                : "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3])
                : "r"(a), "r"(b));
        if (KIND == 2)
            asm volatile(
                "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3},{%4,%4},{%5},{%0,%1,%2,%3};"
                : "+f"(d[i][0]), "+f"(d[i][1]), "+f"(d[i][2]), "+f"(d[i][3])
                : "r"(a), "r"(b));
        if (KIND == 3) {
            int *e = (int *)d[i];
            asm volatile(
                "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3},{%4,%4,%4,%4},{%5,%5},{%0,%1,%2,%3};"
                : "+r"(e[0]), "+r"(e[1]), "+r"(e[2]), "+r"(e[3])
                : "r"(a), "r"(b));
        }
        if (KIND == 4) {
            double *e = (double *)d[i];
            asm volatile(
                "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
                : "+d"(e[0]), "+d"(e[1])
                : "d"((double)a), "d"((double)b));
        }
    }
}

template <int KIND, int CHAINS>
__global__ void warpProducts(Mark *out, float *sums, int turns)
{
    __shared__ Mark mark;
    __align__(16) float d[CHAINS][4];
    uint32_t a = threadIdx.x, b = threadIdx.x / 2;
    for (int i = 0; i < CHAINS; i++) // no two chains are alike, or ptxas would make one of them
        for (int j = 0; j < 4; j++)
            d[i][j] = sums[i * 4 + j];
    markBegin(&mark);
    for (int i = 0; i < turns; i++)
        products<KIND, CHAINS>(d, a, b);
    markEnd(out, &mark);
    for (int i = 0; i < CHAINS; i++)
        sums[threadIdx.x % 32 + i * 32] = d[i][0] + d[i][1] + d[i][2] + d[i][3];
}

// Loads of matrices, each at its own place; with DEPENDENT the next one's address is made of the last one's values.
template <bool DEPENDENT>
__global__ void matrixLoads(Mark *out, float *sums, int turns)
{
    __shared__ Mark mark;
    __shared__ alignas(128) uint4 tile[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        tile[i] = make_uint4(0, 0, 0, 0);
    uint32_t x[4] = {}, sum = 0;
    markBegin(&mark);
    for (int i = 0; i < turns; i++) {
        loadMatrices(x, &tile[(threadIdx.x + (DEPENDENT ? x[0] : i * 32)) % 1024]);
        sum += DEPENDENT ? 0 : x[0] ^ x[1] ^ x[2] ^ x[3];
    }
    markEnd(out, &mark);
    sums[threadIdx.x % 32] = (float)(sum + x[0]);
}

// ---- Products of a warpgroup -------------------------------------------------------------------------------------------

#define EIGHT_OUT(i)                                                                            \
    "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), \
        "+f"(d[i + 6]), "+f"(d[i + 7])
#define THIRTY_TWO(i) EIGHT_OUT(i), EIGHT_OUT(i + 8), EIGHT_OUT(i + 16), EIGHT_OUT(i + 24)

template <int N>
static __device__ void groupProduct(float *d, u64 a, u64 b, const uint32_t r[4], bool registers)
{
    if constexpr (N == 256)
        multiplyTile(*(float(*)[32][4])d, a, b, true);
    if constexpr (N == 8)
        asm volatile(
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 1;"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "l"(a), "l"(b));
    if constexpr (N == 64) {
        if (registers)
            asm volatile(
                "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
                "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31},"
                "{%32,%33,%34,%35}, %36, 1, 1, 1, 1;"
                : THIRTY_TWO(0)
                : "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "l"(b));
        else
            asm volatile(
                "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
                "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31},"
                "%32, %33, 1, 1, 1, 0, 1;"
                : THIRTY_TWO(0)
                : "l"(a), "l"(b));
    }
    if constexpr (N == 128)
        asm volatile(
            "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
            "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,"
            "%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,"
            "%61,%62,%63}, %64, %65, 1, 1, 1, 0, 1;"
            : THIRTY_TWO(0), THIRTY_TWO(32)
            : "l"(a), "l"(b));
}

// Groups of EACH products; all but AHEAD of them must be done before the next one begins.
template <int N, bool REGISTERS, int AHEAD, int EACH>
__global__ void groupProducts(Mark *out, float *sums, int turns)
{
    extern __shared__ char memory[];
    __shared__ Mark mark;
    uint32_t at = sharedAt(memory) + 1023 & ~1023u, r[4] = {threadIdx.x, 1, 2, 3};
    float d[N / 2] = {};
    for (int i = threadIdx.x; i < 65536 / 4; i += blockDim.x)
        ((int *)memory)[i] = i * 0x3f803f81;
    showToCopies();
    markBegin(&mark);
    for (int i = 0; i < turns; i++) {
        productsBegin();
#pragma unroll
        for (int k = 0; k < EACH; k++)
            groupProduct<N>(d, tileAt(at + threadIdx.x / 128 * 8192 + k % 4 * 32, 0),
                            tileAt(at + 16384 + k % 4 * 2048, 8192), r, REGISTERS);
        productsClose();
        productsWait<AHEAD>();
    }
    productsWait<0>();
    markEnd(out, &mark);
    float sum = 0;
    for (int i = 0; i < N / 2; i++)
        sum += d[i];
    sums[threadIdx.x % 32] = sum;
}

// ---- Barriers ----------------------------------------------------------------------------------------------------------

template <bool CLUSTER>
__global__ void barriers(Mark *out, int turns)
{
    __shared__ Mark mark;
    markBegin(&mark);
    for (int i = 0; i < turns; i++)
        if (CLUSTER)
            clusterSync();
        else
            __syncthreads();
    markEnd(out, &mark);
}

// Two warps, or the first threads of two blocks of a cluster, wait for each other in turns: for each turn two arrivals and two waits.
template <bool FAR>
__global__ void turnsOfTwo(Mark *out, int turns)
{
    __shared__ Mark mark;
    __shared__ uint64_t barrier[2];
    int me = FAR ? clusterRank() : threadIdx.x / 32;
    if (threadIdx.x == 0) {
        barrierInit(&barrier[0], 1);
        barrierInit(&barrier[1], 1);
        barriersReady();
    }
    if (FAR)
        clusterSync();
    markBegin(&mark);
    if (threadIdx.x % 32 == 0)
        for (int i = 0; i < turns; i++) {
            if (me == 1)
                barrierWait(&barrier[0], i % 2);
            if (FAR)
                barrierArriveAt(&barrier[me], 1 - me);
            else
                asm volatile(
                    "mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAt(&barrier[me]))
                    : "memory");
            if (me == 0)
                barrierWait(&barrier[1], i % 2);
        }
    markEnd(out, &mark);
    if (FAR)
        clusterSync();
}

// One thread arrives at a barrier of its own and finds the phase ended.
__global__ void arriveAndWait(Mark *out, int turns)
{
    __shared__ Mark mark;
    __shared__ uint64_t barrier;
    if (threadIdx.x == 0)
        barrierInit(&barrier, 1);
    markBegin(&mark);
    for (int i = 0; i < turns && threadIdx.x == 0; i++) {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(sharedAt(&barrier))
                     : "memory");
        barrierWait(&barrier, i % 2);
    }
    markEnd(out, &mark);
}

// ---- Other blocks' shared memory ---------------------------------------------------------------------------------------

// WHAT: 0 a chain of loads, 1 loads of neighbouring words, 2 additions to neighbouring words, 3 additions to scattered words, 4 stores;
// 5 loads of 16 bytes a lane. In the block's own shared memory (distance 0) or that of the block so many ranks on.
template <int WHAT>
__global__ void distributed(Mark *out, int *sums, int turns, int distance, int size)
{
    __shared__ Mark mark;
    __shared__ alignas(16) int words[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        words[i] = 0;
    uint32_t there;
    int rank = (clusterRank() + distance) % size, x = 0;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(sharedAt(words)), "r"(rank));
    clusterSync();
    markBegin(&mark);
#pragma unroll 8
    for (int i = 0; i < turns; i++) {
        uint32_t at = there + (threadIdx.x + i * blockDim.x) % 8192 * 4, y, z[3];
        if (WHAT == 0) {
            asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(y) : "r"(there + x) : "memory");
            x = y;
        }
        if (WHAT == 1) {
            asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(y) : "r"(at) : "memory");
            x += y;
        }
        if (WHAT == 2)
            asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(at)
                         : "memory");
        if (WHAT == 3)
            asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(
                             there + (threadIdx.x * 2654435761u + i * 40503u >> 7) % 8192 * 4)
                         : "memory");
        if (WHAT == 4)
            asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(at), "r"(i) : "memory");
        if (WHAT == 5) {
            asm volatile("ld.shared::cluster.v4.u32 {%0,%1,%2,%3}, [%4];"
                         : "=r"(y), "=r"(z[0]), "=r"(z[1]), "=r"(z[2])
                         : "r"(there + (threadIdx.x + i * blockDim.x) % 2048 * 16)
                         : "memory");
            x += y + z[0] + z[1] + z[2];
        }
    }
    markEnd(out, &mark);
    clusterSync();
    sums[threadIdx.x % 32] = x + words[threadIdx.x];
}

// ---- Bulk copies -------------------------------------------------------------------------------------------------------

enum { COPY_ROOM = 196608 };

static __device__ void copyIn(void *to, const void *from, int bytes, uint64_t *barrier)
{
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(sharedAt(to)),
        "l"(from), "r"(bytes), "r"(sharedAt(barrier))
        : "memory");
}

// One thread keeps STAGES copies of `bytes` bytes on their way, each `apart` bytes further in the input than the block's one before, and
// starts again at its begin after `span` bytes, a power of two.
template <int STAGES>
__global__ void bulkLoads(Mark *out, const char *in, size_t span, size_t apart, int turns,
                          int bytes)
{
    extern __shared__ char memory[];
    __shared__ Mark mark;
    __shared__ uint64_t full[STAGES];
    char *tile = memory + (-sharedAt(memory) & 1023);
    if (threadIdx.x == 0)
        for (int i = 0; i < STAGES; i++)
            barrierInit(&full[i], 1);
    barriersReady();
    markBegin(&mark);
    if (threadIdx.x == 0) {
        size_t at = (size_t)blockIdx.x * bytes;
        for (int i = 0; i < turns + STAGES; i++, at += apart) {
            int s = i % STAGES;
            if (i >= STAGES)
                barrierWait(&full[s], (i / STAGES - 1) % 2);
            if (i < turns) {
                barrierExpect(&full[s], bytes);
                copyIn(tile + s * bytes, in + (at & span - 1), bytes, &full[s]);
            }
        }
    }
    markEnd(out, &mark);
}

// The same by BOXES boxes of a tensor, for BLOCKS blocks of a cluster at once: each brings its part of a stage for all.
template <int BLOCKS, int STAGES, int BOXES>
__global__ void boxLoads(Mark *out, const __grid_constant__ CUtensorMap map, int rows, int turns)
{
    extern __shared__ char memory[];
    __shared__ Mark mark;
    __shared__ uint64_t full[STAGES], empty[STAGES];
    char *tile = memory + (-sharedAt(memory) & 1023);
    enum { BOX_ROWS = 64, BOX_BYTES = 8192, OWN = BOXES / BLOCKS };
    if (threadIdx.x == 0)
        for (int i = 0; i < STAGES; i++) {
            barrierInit(&full[i], 1);
            barrierInit(&empty[i], BLOCKS);
        }
    barriersReady();
    if (BLOCKS > 1)
        clusterSync();
    markBegin(&mark);
    int rank = BLOCKS > 1 ? clusterRank() : 0,
        row = (blockIdx.x / BLOCKS * BOXES + rank * OWN) * BOX_ROWS;
    if (threadIdx.x == 0)
        for (int i = 0; i < turns + STAGES; i++, row += SMS * BOXES * BOX_ROWS) {
            int s = i % STAGES, parity = (i / STAGES - 1) % 2;
            if (i >= STAGES) {
                barrierWait(&full[s], parity);
                for (int r = 0; r < BLOCKS && BLOCKS > 1; r++)
                    barrierArriveAt(&empty[s], r);
            }
            if (i < turns) {
                if (i >= STAGES && BLOCKS > 1)
                    barrierWait(&empty[s], parity);
                barrierExpect(&full[s], BOXES * BOX_BYTES);
                for (int k = 0; k < OWN; k++) {
                    char *to = tile + (s * BOXES + rank * OWN + k) * BOX_BYTES;
                    if (BLOCKS > 1)
                        loadBoxForAll(to, &map, (row + k * BOX_ROWS) & rows - 1, 0, &full[s],
                                      (1 << BLOCKS) - 1);
                    else
                        loadBox(to, &map, (row + k * BOX_ROWS) & rows - 1, 0, &full[s]);
                }
            }
        }
    markEnd(out, &mark);
    if (BLOCKS > 1)
        clusterSync();
}

// Bulk copies to global memory: waits until `ahead` of them are still to be read (READ), or to be written.
template <bool READ>
__global__ void bulkStores(Mark *out, char *to, size_t span, int turns, int bytes)
{
    extern __shared__ char memory[];
    __shared__ Mark mark;
    char *tile = memory + (-sharedAt(memory) & 1023);
    for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x)
        ((int *)tile)[i] = i;
    showToCopies();
    markBegin(&mark);
    if (threadIdx.x == 0)
        for (int i = 0; i < turns; i++) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                             to + (((size_t)blockIdx.x + (size_t)i * SMS) * bytes & span - 1)),
                         "r"(sharedAt(tile)), "r"(bytes)
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            if (READ)
                asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
            else
                asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        }
    markEnd(out, &mark);
}

__global__ void nothing(Mark *out)
{
    __shared__ Mark mark;
    markBegin(&mark);
    markEnd(out, &mark);
}

// ---- The host ----------------------------------------------------------------------------------------------------------

static Mark *marks;
static float *sums;

// Prints a row for the launch just made: cycles of its blocks over `times`, and the clock.
static void row(const char *what, const char *how, int blocks, double times)
{
    cudaCheckLaunch();
    cudaCheck(cudaDeviceSynchronize());
    std::vector<Mark> seen((size_t)blocks);
    cudaCheck(
        cudaMemcpy(seen.data(), marks, (size_t)blocks * sizeof(Mark), cudaMemcpyDeviceToHost));
    std::vector<u64> cycles;
    u64 begin = ~0ull, end = 0;
    double clock = 0;
    for (const Mark &m : seen) {
        cycles.push_back(m.cycles);
        begin = std::min(begin, m.begin);
        end = std::max(end, m.end);
        clock += m.end > m.begin ? (double)m.cycles / (double)(m.end - m.begin) / blocks : 0;
    }
    std::sort(cycles.begin(), cycles.end());
    printf("%s,%s,%d,%.2f,%.2f,%.3f,%.3f\n", what, how, blocks,
           (double)cycles[(size_t)blocks / 2] / times, (double)cycles.back() / times,
           (double)(end - begin) / 1e3, clock);
    fflush(stdout);
}

template <typename... T, typename... A>
static void launch(void (*kernel)(T...), int blocks, int threads, size_t shared, int cluster,
                   A... arguments)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {(unsigned)cluster, 1, 1};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((unsigned)blocks);
    config.blockDim = dim3((unsigned)threads);
    config.dynamicSmemBytes = shared;
    config.attrs = &attribute;
    config.numAttrs = cluster > 0;
    if (shared)
        cudaCheck(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared));
    cudaCheck(cudaLaunchKernelEx(&config, kernel, T(arguments)...));
}

static CUtensorMap boxes(void *at, int rows)
{
    CUtensorMap map;
    cuuint64_t size[2] = {64, (cuuint64_t)rows}, pitch[1] = {128};
    cuuint32_t box[2] = {64, 64}, every[2] = {1, 1};
    void *entry = NULL;
    enum cudaDriverEntryPointQueryResult found;
    cudaCheck(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000,
                                               cudaEnableDefault, &found));
    CUresult status = ((__typeof__(&cuTensorMapEncodeTiled))entry)(
        &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, size, pitch, box, every,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
        CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS)
        exit(3);
    return map;
}

template <int KIND, int CHAINS>
static void productRow(const char *what)
{
    for (int warps : {1, 4, 8, 16}) {
        char how[64];
        snprintf(how, sizeof how, "%d warps; %d chains", warps, CHAINS);
        enum { TURNS = 256 };
        launch(warpProducts<KIND, CHAINS>, SMS, warps * 32, 0, 0, marks, sums, TURNS);
        row(what, how, SMS, (double)TURNS * CHAINS * warps);
    }
}

template <int N, bool REGISTERS, int AHEAD, int EACH>
static void groupRow(const char *what)
{
    for (int groups = 1; groups <= (N == 256 ? 2 : 4); groups *= 2) {
        char how[64];
        snprintf(how, sizeof how, "%d warpgroups; groups of %d; %d ahead", groups, EACH, AHEAD);
        enum { TURNS = 128 };
        launch(groupProducts<N, REGISTERS, AHEAD, EACH>, SMS, groups * 128, 81920, 0, marks, sums,
               TURNS);
        row(what, how, SMS, (double)TURNS * EACH * groups);
    }
}

template <int N, bool REGISTERS>
static void groupRows(const char *what)
{
    groupRow<N, REGISTERS, 0, 1>(what);
    groupRow<N, REGISTERS, 0, 4>(what);
    groupRow<N, REGISTERS, 1, 4>(what);
}

template <int WHAT>
static void distributedRow(const char *what)
{
    for (int size : {1, 2, 8})
        for (int threads : {32, 256, 1024}) {
            char how[64];
            snprintf(how, sizeof how, "cluster of %d; %d threads", size, threads);
            enum { TURNS = 128 };
            launch(distributed<WHAT>, 16, threads, 0, size, marks, (int *)sums, TURNS, size > 1,
                   size);
            row(what, how, 16, (double)TURNS * threads / 32);
        }
}

template <int BLOCKS, int STAGES, int BOXES>
static void boxRows(char *data, size_t all)
{
    char how[96];
    for (int blocks : {BLOCKS, (int)SMS})
        for (size_t span : {(size_t)16 << 20, all}) {
            int rows = (int)(span / 128);
            CUtensorMap map = boxes(data, rows);
            for (int i = 0; i < 2; i++)
                launch(boxLoads<BLOCKS, STAGES, BOXES>, blocks, 32, COPY_ROOM + 2048,
                       BLOCKS > 1 ? BLOCKS : 0, marks, map, rows, 256);
            snprintf(how, sizeof how, "%d of 8192 bytes a stage; %d stages; for %d blocks", BOXES,
                     STAGES, BLOCKS);
            row(span < all ? "boxes from L2" : "boxes from DRAM", how, blocks, 256);
        }
}

int main(void)
{
    char *data;
    const size_t all = (size_t)1 << 30;
    cudaCheck(cudaMalloc(&marks, MOST_BLOCKS * 64 * sizeof(Mark)));
    cudaCheck(cudaMalloc(&sums, 4096));
    std::vector<float> start(1024);
    for (int i = 0; i < 1024; i++)
        start[(size_t)i] = (float)i;
    cudaCheck(cudaMemcpy(sums, start.data(), 4096, cudaMemcpyHostToDevice));
    cudaCheck(cudaMalloc(&data, all));
    cudaCheck(cudaMemset(data, 0, all));
    char how[96];
    printf("what,how,blocks,median cycles,most cycles,us,GHz\n");
    for (int i = 0; i < 200; i++) // the clock rises
        launch(groupProducts<256, false, 1, 4>, SMS, 256, 81920, 0, marks, sums, 128);
    productRow<0, 1>("mma bf16 m16n8k16");
    productRow<0, 4>("mma bf16 m16n8k16");
    productRow<1, 4>("mma tf32 m16n8k8");
    productRow<2, 4>("mma bf16 m16n8k8");
    productRow<3, 4>("mma s8 m16n8k32");
    productRow<4, 4>("mma f64 m8n8k4");
    for (int warps : {1, 4, 8, 16}) {
        snprintf(how, sizeof how, "%d warps", warps);
        launch(matrixLoads<true>, SMS, warps * 32, 0, 0, marks, sums, 256);
        row("ldmatrix.x4 chain", how, SMS, 256. * warps);
        launch(matrixLoads<false>, SMS, warps * 32, 0, 0, marks, sums, 256);
        row("ldmatrix.x4", how, SMS, 256. * warps);
    }
    groupRows<8, false>("wgmma m64n8k16");
    groupRows<64, false>("wgmma m64n64k16");
    groupRows<64, true>("wgmma m64n64k16; A in registers");
    groupRows<128, false>("wgmma m64n128k16");
    groupRows<256, false>("wgmma m64n256k16");
    for (int turns : {8, 64, 512, 4096, 16384}) { // how the clock falls
        snprintf(how, sizeof how, "%d groups of 4; 2 warpgroups", turns);
        cudaCheck(cudaDeviceSynchronize());
        launch(groupProducts<256, false, 1, 4>, SMS, 256, 81920, 0, marks, sums, turns);
        row("clock under wgmma", how, SMS, turns * 8.);
        launch(warpProducts<0, 4>, SMS, 256, 0, 0, marks, sums, turns * 32);
        snprintf(how, sizeof how, "%d x 4 x 8 warps", turns * 32);
        row("clock under mma", how, SMS, turns * 32. * 4 * 8);
    }
    for (int threads : {32, 128, 256, 1024}) {
        snprintf(how, sizeof how, "%d threads", threads);
        launch(barriers<false>, SMS, threads, 0, 0, marks, 256);
        row("__syncthreads", how, SMS, 256);
        for (int size : {1, 2, 4, 8}) {
            snprintf(how, sizeof how, "%d threads; cluster of %d", threads, size);
            launch(barriers<true>, 64, threads, 0, size, marks, 256);
            row("barrier.cluster", how, 64, 256);
        }
    }
    launch(arriveAndWait, 1, 32, 0, 0, marks, 256);
    row("mbarrier arrive and wait", "one warp", 1, 256);
    launch(turnsOfTwo<false>, 1, 64, 0, 0, marks, 256);
    row("mbarrier in turns", "two warps", 1, 256);
    launch(turnsOfTwo<true>, 2, 32, 0, 2, marks, 256);
    row("mbarrier in turns", "two blocks", 2, 256);
    distributedRow<0>("distributed: chain of loads");
    distributedRow<1>("distributed: loads");
    distributedRow<5>("distributed: loads of 16 bytes");
    distributedRow<4>("distributed: stores");
    distributedRow<2>("distributed: additions");
    distributedRow<3>("distributed: additions scattered");
    for (int bytes : {16, 128, 1024, 4096, 16384, 65536}) { // one at a time
        snprintf(how, sizeof how, "%d bytes from L2; one at a time", bytes);
        launch(bulkLoads<1>, 1, 32, COPY_ROOM, 0, marks, data, (size_t)65536, (size_t)0, 64, bytes);
        row("bulk copy", how, 1, 64);
        snprintf(how, sizeof how, "%d bytes from DRAM; one at a time", bytes);
        launch(bulkLoads<1>, 1, 32, COPY_ROOM, 0, marks, data, all, (size_t)15 << 20, 64, bytes);
        row("bulk copy", how, 1, 64);
    }
    for (int blocks : {1, (int)SMS}) // many
        for (int bytes : {128, 1024, 8192, 16384, 32768}) {
            for (int i = 0; i < 2; i++)
                launch(bulkLoads<4>, blocks, 32, COPY_ROOM, 0, marks, data, (size_t)16 << 20,
                       (size_t)bytes * SMS, 256, bytes);
            snprintf(how, sizeof how, "%d bytes from L2; 4 on their way", bytes);
            row("bulk copies", how, blocks, 256);
            launch(bulkLoads<4>, blocks, 32, COPY_ROOM, 0, marks, data, all, (size_t)bytes * SMS,
                   256, bytes);
            snprintf(how, sizeof how, "%d bytes from DRAM; 4 on their way", bytes);
            row("bulk copies", how, blocks, 256);
        }
    boxRows<1, 4, 1>(data, all);
    boxRows<1, 4, 2>(data, all);
    boxRows<1, 4, 6>(data, all);
    boxRows<2, 4, 2>(data, all);
    boxRows<2, 4, 6>(data, all);
    for (int blocks : {1, (int)SMS})
        for (int bytes : {1024, 8192, 32768}) {
            snprintf(how, sizeof how, "%d bytes; waits until they are read", bytes);
            launch(bulkStores<true>, blocks, 32, COPY_ROOM, 0, marks, data, (size_t)16 << 20, 128,
                   bytes);
            row("bulk stores", how, blocks, 128);
            snprintf(how, sizeof how, "%d bytes; waits until they are written", bytes);
            launch(bulkStores<false>, blocks, 32, COPY_ROOM, 0, marks, data, (size_t)16 << 20, 128,
                   bytes);
            row("bulk stores", how, blocks, 128);
        }
    for (int size : {0, 1, 2, 4, 8})
        for (int room : {0, 200000}) {
            snprintf(how, sizeof how, "cluster of %d; %d bytes", size, room);
            for (int i = 0; i < 2; i++)
                launch(nothing, MOST_BLOCKS, 128, (size_t)room, size, marks);
            row("nothing", how, MOST_BLOCKS, 1);
        }
    return 0;
}
