// What blocks of a cluster do together, each with its result checked: registers, barriers, shared memory, mbarriers, bulk copies.
// works [seed]
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cuda/barrier>
#include <cuda/ptx>
#include <utility>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
typedef uint64_t u64;

static int failed;
static void say(const char *what, bool good)
{
    cudaError_t e = cudaDeviceSynchronize();
    printf("%s: %s\n", what, e ? cudaGetErrorName(e) : good ? "right" : "WRONG");
    failed |= e || !good;
}

template <class T>
struct Array {
    T *p;
    explicit Array(int n)
    {
        cudaMallocManaged(&p, n * sizeof(T));
        cudaMemset(p, 0, n * sizeof(T));
        cudaDeviceSynchronize();
    }
    T &operator[](int i)
    {
        return p[i];
    }
};

template <class Kernel, class... Args>
static void run(Kernel k, dim3 grid, int threads, dim3 cluster, size_t shared, Args... args)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = cluster.x, a.val.clusterDim.y = cluster.y, a.val.clusterDim.z = cluster.z;
    c.gridDim = grid, c.blockDim = dim3(threads), c.dynamicSmemBytes = shared, c.attrs = &a,
    c.numAttrs = 1;
    cudaError_t e = cudaLaunchKernelEx(&c, k, args...);
    if (e)
        printf("launch: %s\n", cudaGetErrorName(e));
}

__device__ unsigned in_shared(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ unsigned in_cluster(const void *p, unsigned rank)
{
    unsigned to;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(in_shared(p)), "r"(rank));
    return to;
}

__device__ void wait_for(u64 *bar, int parity)
{
    while (!ptx::mbarrier_try_wait_parity(bar, parity))
        ;
}

// ---- Registers ---------------------------------------------------------------------------------------------------------

__global__ void registers(unsigned *out)
{
    cg::cluster_group c = cg::this_cluster();
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z),
             *o = out + 12 * block;
    dim3 at = c.block_index(), of = c.dim_blocks(), id, count;
    asm("mov.u32 %0, %%clusterid.x;\nmov.u32 %1, %%clusterid.y;\nmov.u32 %2, %%clusterid.z;"
        : "=r"(id.x), "=r"(id.y), "=r"(id.z));
    asm("mov.u32 %0, %%nclusterid.x;\nmov.u32 %1, %%nclusterid.y;\nmov.u32 %2, %%nclusterid.z;"
        : "=r"(count.x), "=r"(count.y), "=r"(count.z));
    int is;
    asm("{ .reg .pred p;\nmov.pred p, %%is_explicit_cluster;\nselp.s32 %0, 1, 0, p; }" : "=r"(is));
    o[0] = at.x + 10 * at.y + 100 * at.z;
    o[1] = of.x + 10 * of.y + 100 * of.z;
    o[2] = id.x + 10 * id.y + 100 * id.z;
    o[3] = count.x + 10 * count.y + 100 * count.z;
    o[4] = c.block_rank();
    o[5] = c.num_blocks();
    o[6] = c.num_threads();
    o[7] = is;
    o[8] = c.thread_rank();
}

static void test_registers()
{
    Array<unsigned> a(12 * 64);
    bool good = true;
    const dim3 grids[] = {{8, 4, 2}, {8, 4, 2}, {4, 4, 4}, {8, 1, 1}},
               clusters[] = {{2, 2, 1}, {1, 1, 2}, {2, 2, 2}, {8, 1, 1}};
    for (int k = 0; k < 4; k++) {
        dim3 g = grids[k], c = clusters[k];
        run(registers, g, 1, c, 0, a.p);
        cudaDeviceSynchronize();
        for (unsigned z = 0; z < g.z; z++)
            for (unsigned y = 0; y < g.y; y++)
                for (unsigned x = 0; x < g.x; x++) {
                    unsigned *o = a.p + 12 * (x + g.x * (y + g.y * z)),
                             rank = x % c.x + c.x * (y % c.y + c.y * (z % c.z));
                    good = good && o[0] == x % c.x + 10 * (y % c.y) + 100 * (z % c.z) &&
                           o[1] == c.x + 10 * c.y + 100 * c.z &&
                           o[2] == x / c.x + 10 * (y / c.y) + 100 * (z / c.z) &&
                           o[3] == g.x / c.x + 10 * (g.y / c.y) + 100 * (g.z / c.z) &&
                           o[4] == rank && o[5] == c.x * c.y * c.z && o[6] == o[5] && o[7] == 1 &&
                           o[8] == rank;
                }
    }
    say("registers", good);
}

// ---- Shared memory of other blocks ---------------------------------------------------------------------------------------

// Each block counts values of its part of the bins; the bins are spread over the cluster.
__global__ void histogram(const unsigned char *in, int n, unsigned *bins)
{
    cg::cluster_group c = cg::this_cluster();
    __shared__ unsigned mine[256];
    int each = 256 / c.num_blocks();
    for (int i = threadIdx.x; i < each; i += blockDim.x)
        mine[i] = 0;
    c.sync();
    for (int i = c.thread_rank() + (blockIdx.x / c.num_blocks()) * c.num_threads(); i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(c.map_shared_rank(mine, in[i] / each) + in[i] % each, 1);
    c.sync();
    for (int i = threadIdx.x; i < each; i += blockDim.x)
        atomicAdd(&bins[c.block_rank() * each + i], mine[i]);
}

static void test_histogram()
{
    int n = 100003;
    Array<unsigned char> in(n);
    unsigned want[256] = {};
    for (int i = 0; i < n; i++)
        want[in[i] = (unsigned char)(i * i / 7 + i)]++;
    bool good = true;
    for (int size = 1; size <= 8; size *= 2) {
        Array<unsigned> bins(256);
        run(histogram, 8, 128, size, 0, in.p, n, bins.p);
        cudaDeviceSynchronize();
        for (int i = 0; i < 256; i++)
            good = good && bins[i] == want[i];
    }
    say("histogram", good);
}

// A ring: what each block has goes once round the cluster. Arrivals and waits are apart.
__global__ void ring(int *out, int rounds)
{
    cg::cluster_group c = cg::this_cluster();
    __shared__ int now[2][64];
    int t = threadIdx.x, rank = c.block_rank(), next = (rank + 1) % c.num_blocks();
    now[0][t] = blockIdx.x * 1000 + t;
    c.sync();
    for (int r = 0; r < rounds; r++) {
        c.map_shared_rank(now[(r + 1) % 2], next)[t] = now[r % 2][t] + 1;
        auto token = c.barrier_arrive();
        int other = 0;
        for (int i = 0; i < 3; i++)
            other += i;
        c.barrier_wait(std::move(token));
        out[gridDim.x * 64] = other;
    }
    out[blockIdx.x * 64 + t] = now[rounds % 2][t];
    c.sync();
}

static void test_ring()
{
    bool good = true;
    for (int size = 2; size <= 8; size++)
        for (int rounds = 1; rounds < 12; rounds += 5) {
            int blocks = size * 3;
            Array<int> out(blocks * 64 + 1);
            run(ring, blocks, 64, size, 0, out.p, rounds);
            cudaDeviceSynchronize();
            for (int b = 0; b < blocks; b++)
                for (int t = 0; t < 64; t++) {
                    int from = b / size * size + ((b % size - rounds) % size + size) % size;
                    good = good && out[b * 64 + t] == from * 1000 + t + rounds;
                }
        }
    say("ring", good);
}

// Vectors, bytes and 64-bit words of another block, by loads and stores with shared::cluster addresses.
__global__ void kinds(int *out)
{
    cg::cluster_group c = cg::this_cluster();
    __shared__ __align__(16) int4 quads[32];
    __shared__ unsigned char bytes[32];
    __shared__ double reals[32];
    int t = threadIdx.x, other = c.block_rank() ^ 1;
    int4 q = make_int4(t, t + 1, t + 2, blockIdx.x);
    asm volatile("st.shared::cluster.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "r"(in_cluster(&quads[t], other)), "r"(q.x), "r"(q.y), "r"(q.z), "r"(q.w)
                 : "memory");
    asm volatile("st.shared::cluster.b8 [%0], %1;"
                 :
                 : "r"(in_cluster(&bytes[t], other)), "r"(200 + t)
                 : "memory");
    *c.map_shared_rank(&reals[t], other) = 1.5 * t;
    c.sync();
    double real = *c.map_shared_rank(&reals[31 - t], other);
    int got;
    asm volatile("ld.shared::cluster.u32 %0, [%1];"
                 : "=r"(got)
                 : "r"(in_cluster(&quads[t].w, other))
                 : "memory");
    out[blockIdx.x * 32 + t] =
        quads[t].w * 1000000 + got * 10000 + bytes[t] + (real == 1.5 * (31 - t) ? 0 : 5000);
    c.sync();
}

static void test_kinds()
{
    Array<int> out(64);
    run(kinds, 2, 32, 2, 0, out.p);
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < 64; i++)
        good = good && out[i] == (1 - i / 32) * 1000000 + i / 32 * 10000 + ((200 + i % 32) & 255);
    say("kinds", good);
}

// ---- mbarriers ---------------------------------------------------------------------------------------------------------

// Block 0 is asked by the others: they store to its shared memory and arrive at its barrier; it answers by st.async.
__global__ void server(int *out, int rounds)
{
    cg::cluster_group c = cg::this_cluster();
    __shared__ u64 asked, answered;
    __shared__ int questions[8], answer;
    int rank = c.block_rank(), others = c.num_blocks() - 1;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&asked, others);
        ptx::mbarrier_init(&answered, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    c.sync();
    for (int r = 0; r < rounds && threadIdx.x == 0; r++) {
        if (rank == 0) {
            while (
                !ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &asked, r & 1))
                ;
            for (int k = 1; k <= others; k++)
                asm volatile(
                    "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                    :
                    : "r"(in_cluster(&answer, k)), "r"(questions[k] * 2),
                      "r"(in_cluster(&answered, k))
                    : "memory");
        } else {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &answered, 4);
            c.map_shared_rank(questions, 0)[rank] = 100 * rank + r;
            asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];"
                         :
                         : "r"(in_cluster(&asked, 0))
                         : "memory");
            while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &answered,
                                                  r & 1))
                ;
            out[rank] += answer;
        }
    }
    c.sync();
}

static void test_server()
{
    bool good = true;
    for (int size = 2; size <= 8; size += 3) {
        Array<int> out(8);
        run(server, size, 32, size, 0, out.p, 6);
        cudaDeviceSynchronize();
        for (int rank = 1; rank < size; rank++)
            good = good && out[rank] == 2 * (600 * rank + 15);
    }
    say("server", good);
}

// Blocks end without a barrier of the cluster: the last that each does to another one is to arrive at its mbarrier, and each waits
// until all have. Libraries' products end like this, with the scope that PTX gives an arrival without one.
__global__ void goodbye(int *out)
{
    cg::cluster_group c = cg::this_cluster();
    __shared__ u64 done;
    __shared__ int mine;
    int rank = c.block_rank(), blocks = c.num_blocks(), sum = 0;
    if (threadIdx.x == 0) {
        mine = 1 << rank;
        ptx::mbarrier_init(&done, blocks);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    c.sync();
    if (threadIdx.x == 0) {
        for (int k = 0; k < blocks; k++) {
            sum += *c.map_shared_rank(&mine, k);
            asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];"
                         :
                         : "r"(in_cluster(&done, k))
                         : "memory");
        }
        wait_for(&done, 0);
        out[blockIdx.x] = sum;
    }
}

static void test_goodbye()
{
    bool good = true;
    for (int size = 2; size <= 8; size += 2) {
        Array<int> out(3 * size);
        run(goodbye, 3 * size, 64, size, 0, out.p);
        cudaDeviceSynchronize();
        for (int i = 0; i < 3 * size; i++)
            good = good && out[i] == (1 << size) - 1;
    }
    say("goodbye", good);
}

// A barrier of the library, whose phases count bytes: a pipeline of stages by one producer.
__global__ void stages(const int *in, int *out, int tiles)
{
    enum { STAGES = 3, TILE = 256 };
    __shared__ __align__(16) int tile[STAGES][TILE];
    __shared__ u64 full[STAGES], empty[STAGES];
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            ptx::mbarrier_init(&full[s], 1);
            ptx::mbarrier_init(&empty[s], blockDim.x - 32);
        }
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        unsigned leader;
        asm volatile("{ .reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p; }"
                     : "=r"(leader));
        for (int i = 0; leader && i < tiles; i++) {
            int s = i % STAGES, round = i / STAGES;
            if (round > 0)
                wait_for(&empty[s], (round - 1) & 1);
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &full[s], sizeof tile[s]);
            ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[s], in + i * TILE,
                               sizeof tile[s], &full[s]);
        }
    } else {
        for (int i = 0; i < tiles; i++) {
            int s = i % STAGES;
            wait_for(&full[s], i / STAGES & 1);
            for (int k = threadIdx.x - 32; k < TILE; k += blockDim.x - 32)
                out[i * TILE + k] = tile[s][TILE - 1 - k] + i;
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &empty[s]);
        }
    }
}

static void test_stages()
{
    int tiles = 17;
    Array<int> in(tiles * 256), out(tiles * 256);
    for (int i = 0; i < tiles * 256; i++)
        in[i] = 3 * i;
    stages<<<1, 96>>>(in.p, out.p, tiles);
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < tiles * 256; i++)
        good = good && out[i] == in[i / 256 * 256 + 255 - i % 256] + i / 256;
    say("stages", good);
}

// ---- Bulk copies of a cluster --------------------------------------------------------------------------------------------

// Each block loads a part of a tile for all, by multicast; then each sends its row to the next one, and adds it to the first one's sum.
__global__ void exchange(const int *in, int *out)
{
    enum { PART = 64 };
    cg::cluster_group c = cg::this_cluster();
    __shared__ __align__(128) int all[8 * PART], row[PART], sum[PART];
    __shared__ u64 came, sent, added;
    int rank = c.block_rank(), size = c.num_blocks(), t = threadIdx.x;
    sum[t] = 7;
    if (t == 0) {
        ptx::mbarrier_init(&came, 1);
        ptx::mbarrier_init(&sent, 1);
        ptx::mbarrier_init(&added, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &came,
                                       size * PART * 4);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &sent,
                                       PART * 4);
        if (rank == 0)
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &added, size * PART * 4);
    }
    ptx::fence_proxy_async();
    c.sync();
    if (t == 0)
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
            :
            : "r"(in_shared(all + rank * PART)), "l"(in + rank * PART), "r"(PART * 4),
              "r"(in_shared(&came)), "h"((unsigned short)((1 << size) - 1))
            : "memory");
    wait_for(&came, 0);
    int own = all[((rank + 1) % size) * PART + t] * 3;
    c.sync();
    all[t] = own;
    ptx::fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        asm volatile(
            "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
            :
            : "r"(in_cluster(row, (rank + 1) % size)), "r"(in_shared(all)), "r"(PART * 4),
              "r"(in_cluster(&sent, (rank + 1) % size))
            : "memory");
        asm volatile(
            "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.s32 [%0], [%1], %2, [%3];"
            :
            : "r"(in_cluster(sum, 0)), "r"(in_shared(all)), "r"(PART * 4),
              "r"(in_cluster(&added, 0))
            : "memory");
    }
    wait_for(&sent, 0);
    out[blockIdx.x * PART + t] = row[t];
    if (rank == 0) {
        wait_for(&added, 0);
        out[gridDim.x * PART + t] = sum[t];
    }
    c.sync();
}

static void test_exchange()
{
    bool good = true;
    for (int size = 1; size <= 8; size *= 2) {
        Array<int> in(8 * 64), out(9 * 64);
        for (int i = 0; i < 512; i++)
            in[i] = i * i;
        run(exchange, size, 64, size, 0, in.p, out.p);
        cudaDeviceSynchronize();
        for (int t = 0; t < 64; t++) {
            int sum = 7;
            for (int b = 0; b < size; b++) {
                sum += 3 * in[(b + 1) % size * 64 + t];
                good = good && out[(b + 1) % size * 64 + t] == 3 * in[(b + 1) % size * 64 + t];
            }
            good = good && out[size * 64 + t] == sum;
        }
    }
    say("exchange", good);
}

// Reductions of bytes to global memory, by several blocks at the same time.
__global__ void reductions(int *sums, unsigned *bits, float *reals)
{
    __shared__ __align__(16) int a[64];
    __shared__ __align__(16) unsigned b[64];
    __shared__ __align__(16) float f[64];
    int t = threadIdx.x;
    a[t] = blockIdx.x + t;
    b[t] = 1u << (blockIdx.x + t) % 32;
    f[t] = 0.5f;
    ptx::fence_proxy_async();
    __syncthreads();
    if (t == 0) {
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, a,
                                  sizeof a);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_or_op, bits, b,
                                  sizeof b);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, reals, f,
                                  sizeof f);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
    }
}

static void test_reductions()
{
    Array<int> sums(64);
    Array<unsigned> bits(64);
    Array<float> reals(64);
    reductions<<<10, 64>>>(sums.p, bits.p, reals.p);
    cudaDeviceSynchronize();
    bool good = true;
    for (int t = 0; t < 64; t++) {
        unsigned b = 0;
        for (int k = 0; k < 10; k++)
            b |= 1u << (k + t) % 32;
        good = good && sums[t] == 45 + 10 * t && bits[t] == b && reals[t] == 5;
    }
    say("reductions", good);
}

// ---- Without a cluster ---------------------------------------------------------------------------------------------------

__global__ void alone(int *out)
{
    cg::cluster_group c = cg::this_cluster();
    __shared__ int mine;
    mine = 4;
    c.sync();
    out[blockIdx.x] = c.num_blocks() + 10 * c.block_rank() +
                      100 * (c.map_shared_rank(&mine, 0) == &mine) +
                      1000 * *c.map_shared_rank(&mine, 0) + 10000 * c.query_shared_rank(&mine);
    asm volatile("griddepcontrol.wait;\ngriddepcontrol.launch_dependents;" : : : "memory");
}

static void test_alone()
{
    Array<int> out(3);
    alone<<<3, 1>>>(out.p);
    cudaDeviceSynchronize();
    say("alone", out[0] == 4101 && out[2] == 4101);
}

int main()
{
    test_registers();
    test_histogram();
    test_ring();
    test_kinds();
    test_server();
    test_goodbye();
    test_stages();
    test_exchange();
    test_reductions();
    test_alone();
    return failed;
}
